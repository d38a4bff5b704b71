# Written by `cargo xtask stubs` from the operation table; changes made here are lost.
from typing import Any, Callable, FrozenSet, Tuple, Union

_Pair = Tuple[int, int]
_Num = Union[int, _Pair]
_IntSet = Union[FrozenSet[int], Tuple[int, ...]]
_Grid = Tuple[Tuple[int, ...], ...]
_Cell = Tuple[int, _Pair]
_Object = FrozenSet[_Cell]
_Objects = FrozenSet[_Object]
_Indices = FrozenSet[_Pair]
_IndicesSet = FrozenSet[_Indices]
_Patch = Union[_Object, _Indices]
_Element = Union[_Object, _Grid]
_Piece = Union[_Grid, _Object, _Indices]
_TupleTuple = Tuple[Tuple[Any, ...], ...]
_Container = Union[Tuple[Any, ...], FrozenSet[Any]]
_Containers = Union[Tuple[Any, ...], FrozenSet[Any]]
_Func = Callable[..., Any]

F: bool
T: bool
ZERO: int
ONE: int
TWO: int
THREE: int
FOUR: int
FIVE: int
SIX: int
SEVEN: int
EIGHT: int
NINE: int
TEN: int
NEG_ONE: int
NEG_TWO: int
DOWN: _Pair
RIGHT: _Pair
UP: _Pair
LEFT: _Pair
ORIGIN: _Pair
UNITY: _Pair
NEG_UNITY: _Pair
UP_RIGHT: _Pair
DOWN_LEFT: _Pair
ZERO_BY_TWO: _Pair
TWO_BY_ZERO: _Pair
TWO_BY_TWO: _Pair
THREE_BY_THREE: _Pair

def add(a: _Num, b: _Num) -> Any:
    """The sum of two numbers or pairs; a number is added to both parts of a pair.

    The sum. With one number and one pair, the number is added to both parts of the pair. Two tuples are never joined, as
    Python's `+` would do; that is [`combine`](container.md#combine).

        add(2, 3) => 5
        add((1, 2), (10, 20)) => (11, 22)
        add(5, (0, 1)) => (5, 6)
        add((1, 2, 3), (1, 1, 1)) => (2, 3)

    A place plus a direction is the place beside it:

        fill(G, 4, initset(add((0, 1), DOWN)))
        G = 0 1 0
            0 0 0
        => 0 1 0
           0 4 0
    """

def subtract(a: _Num, b: _Num) -> Any:
    """The difference of two numbers or pairs.

    The difference `a - b`, part by part. The difference of two places is the vector from the second to the first.

        subtract(2, 3) => -1
        subtract((4, 5), (1, 1)) => (3, 4)
        subtract(10, (1, 2)) => (9, 8)
        subtract({1}, 1) => raises TypeError

    The vector from one place to another moves what is at the one onto the other:

        shift(B, subtract((1, 2), (0, 0)))
        B = 1 . .
            . . .
        => . . .
           . . 1
    """

def multiply(a: _Num, b: _Num) -> Any:
    """The product of two numbers or pairs, part by part.

    The product, part by part; a number times a pair stretches the vector.

        multiply(3, 4) => 12
        multiply((1, -1), 3) => (3, -3)
        multiply((2, 3), (10, 100)) => (20, 300)

        shift(P, multiply(RIGHT, 3))
        P = x . . .
            x . . .
        => . . . x
           . . . x
    """

def divide(a: _Num, b: _Num) -> Any:
    """The quotient of two numbers or pairs, rounded down.

    The quotient, rounded down, which for negative numbers means away from zero. Dividing by zero raises, also if only one
    part of a pair is divided by it.

        divide(7, 2) => 3
        divide(-7, 2) => -4
        divide((9, 4), (3, 2)) => (3, 2)
        divide(12, (5, 4)) => (2, 3)
        divide(1, 0) => raises ZeroDivisionError
        divide((4, 4), (2, 0)) => raises ZeroDivisionError

    The place in the middle of a grid with odd sides:

        index(G, divide(shape(G), 2))
        G = 0 0 0
            0 7 0
            0 0 0
        => 7
    """

def invert(n: _Num) -> Any:
    """The number or pair with its sign changed.

    The number with its sign changed; a vector pointing the other way. It has nothing to do with truth: the opposite of a
    bool is [`flip`](logic.md#flip), and `invert(True)` is -1.

        invert(4) => -4
        invert((2, -3)) => (-2, 3)
        invert(T) => -1

        shift(P, invert(DOWN))
        P = . . .
            x x .
            . x .
        => x x .
           . x .
           . . .
    """

def even(n: int) -> bool:
    """Whether the number is even.

    Whether two divides the number. Zero and negative numbers have an answer too; a pair does not.

        even(6) => True
        even(-3) => False
        even((2, 2)) => raises TypeError

        even(colorcount(G, 1))
        G = 1 0 1
            0 1 1
        => True
    """

def double(n: _Num) -> Any:
    """Twice the number or pair.

    Twice the number, or both parts of the pair.

        double(3) => 6
        double((1, -2)) => (2, -4)

        canvas(5, double(shape(G)))
        G = 1 2
        => 5 5 5 5
           5 5 5 5
    """

def halve(n: _Num) -> Any:
    """Half of the number or pair, rounded down.

    Half of the number, or of both parts, rounded down. Negative odd numbers therefore come out one lower than some expect.

        halve(6) => 3
        halve(7) => 3
        halve(-7) => -4
        halve((3, 4)) => (1, 2)

        crop(G, ORIGIN, halve(shape(G)))
        G = 1 1 2 2
            1 1 2 2
            3 3 4 4
            3 3 4 4
        => 1 1
           1 1
    """

def increment(x: _Num) -> Any:
    """One more, in both parts of a pair.

    One more, in both parts of a pair.

        increment(9) => 10
        increment((0, -1)) => (1, 0)

        canvas(3, increment(shape(G)))
        G = 0 0
        => 3 3 3
           3 3 3
    """

def decrement(x: _Num) -> Any:
    """One less, in both parts of a pair.

    One less, in both parts of a pair. Nothing stops at zero.

        decrement(1) => 0
        decrement((0, 5)) => (-1, 4)

    The last place of a grid is its shape less one:

        index(G, decrement(shape(G)))
        G = 0 0 0
            0 0 8
        => 8
    """

def crement(x: _Num) -> Any:
    """One further away from zero; zero stays.

    One step further away from zero: positive numbers grow, negative ones shrink, zero stays. It lengthens a vector by a
    cell without turning it, for which `increment` would be wrong.

        crement(2) => 3
        crement(-2) => -3
        crement(0) => 0
        crement((3, -1)) => (4, -2)

        shift(P, crement(UP))
        P = . .
            . .
            x x
        => x x
           . .
           . .
    """

def sign(x: _Num) -> Any:
    """-1, 0 or 1, in both parts of a pair.

    -1, 0 or 1, in both parts of a pair: the direction of a vector without its length.

        sign(-8) => -1
        sign(0) => 0
        sign((5, -2)) => (1, -1)

    A line in the direction of a vector, whatever its length was:

        fill(G, 3, shoot((0, 0), sign((2, 5))))
        G = 0 0 0 0
            0 0 0 0
            0 0 0 0
        => 3 0 0 0
           0 3 0 0
           0 0 3 0
    """

def positive(x: int) -> bool:
    """Whether the number is above zero.

    Whether the number is above zero; zero is not.

        positive(3) => True
        positive(0) => False
        positive((1, 1)) => raises TypeError

        positive(colorcount(G, 2))
        G = 1 0 1
            0 2 0
        => True
    """

def toivec(i: int) -> _Pair:
    """The vector that goes i rows down.

    The vector `(i, 0)`, which goes `i` rows down, or up if `i` is negative.

        toivec(2) => (2, 0)

        shift(P, toivec(2))
        P = x x .
            . . .
            . . .
        => . . .
           . . .
           x x .
    """

def tojvec(j: int) -> _Pair:
    """The vector that goes j columns right.

    The vector `(0, j)`, which goes `j` columns right, or left if `j` is negative.

        tojvec(-3) => (0, -3)

        shift(P, tojvec(2))
        P = x . .
            x . .
        => . . x
           . . x
    """

def greater(a: int, b: int) -> bool:
    """Whether a is greater than b.

    Whether `a > b` in Python's sense. It compares whatever Python can compare: tuples go by their first difference, and of
    two sets the greater is the one that properly contains the other. A number against a tuple raises.

        greater(3, 2) => True
        greater(2, 2) => False
        greater((1, 9), (2, 0)) => False
        greater({1, 2}, {1}) => True
        greater(1, (0, 0)) => raises TypeError

        greater(colorcount(G, 1), colorcount(G, 2))
        G = 1 2 1
            0 2 2
        => False
    """

def maximum(container: _IntSet) -> int:
    """The largest item; 0 if there is none.

    The largest item of a set or tuple; 0 if it is empty, even if everything else in the program is negative. Items only
    have to be comparable: pairs go by row first. For "the item with the largest …" there is
    [`argmax`](container.md#argmax), for "the largest … of any item" [`valmax`](container.md#valmax).

        maximum({3, 8, 5}) => 8
        maximum((-4, -2)) => -2
        maximum({}) => 0
        maximum({(0, 9), (1, 0)}) => (1, 0)

        maximum(palette(G))
        G = 0 3 3
            6 0 1
        => 6
    """

def minimum(container: _IntSet) -> int:
    """The smallest item; 0 if there is none.

    The smallest item of a set or tuple; 0 if it is empty. Pairs go by row first.

        minimum({3, 8, 5}) => 3
        minimum(()) => 0
        minimum((1, (0, 0))) => raises TypeError

        minimum(remove(0, palette(G)))
        G = 0 3 3
            6 0 4
        => 3
    """

def interval(start: int, stop: int, step: int) -> Tuple[Any, ...]:
    """The numbers from start up to, not including, stop.

    The numbers from `start` on in steps of `step`, up to but not including `stop`: Python's `range` as a tuple. A negative
    step counts down. A step of 0 raises, and an interval that leads nowhere is the empty tuple.

        interval(0, 4, 1) => (0, 1, 2, 3)
        interval(5, 0, -2) => (5, 3, 1)
        interval(3, 3, 1) => ()
        interval(0, 4, 0) => raises ValueError

    With [`product`](container.md#product) two intervals are a rectangle of places, every second row here:

        product(interval(0, 4, 2), interval(0, 3, 1))
        => x x x
           . . .
           x x x
           . . .
    """

def astuple(a: int, b: int) -> _Pair:
    """The two values as a pair.

    The pair `(a, b)` of any two values. It is how programs make a place or dimensions of two computed numbers; in
    megabatt, as in Python, `(a, b)` can be written as well.

        astuple(3, 4) => (3, 4)
        astuple({1}, T) => ({1}, True)

        canvas(2, astuple(2, 4))
        => 2 2 2 2
           2 2 2 2
    """

def flip(b: object) -> bool:
    """True becomes False and False becomes True.

    True becomes False and the other way round. The result is a bool, whatever came in.

        flip(T) => False
        flip(0) => True
        flip((0, 0)) => False

        flip(contained(2, palette(G)))
        G = 0 1
            1 0
        => True
    """

def equality(a: Any, b: Any) -> bool:
    """Whether the two values are equal.

    Whether two values are equal, in Python's sense: by content, however they were made. A set never equals a tuple, True
    equals 1, and two functions are equal only if they are the same one.

        equality((1, 2), (1, 2)) => True
        equality({1, 2}, {2, 1}) => True
        equality({1, 2}, (1, 2)) => False
        equality(T, 1) => True

    Whether a grid is its own mirror image:

        equality(G, vmirror(G))
        G = 1 0 1
            2 2 2
        => True
    """

def contained(value: Any, container: _Container) -> bool:
    """Whether the container has the value.

    Whether the container has an item equal to the value. In a grid the items are its rows, not its cells; for colours ask
    the [`palette`](colour.md#palette).

        contained(3, (1, 2, 3)) => True
        contained((0, 1), {(0, 1), (1, 1)}) => True
        contained(1, 5) => raises TypeError

        contained(2, G) => False
        contained((0, 2), G) => True
        contained(2, palette(G)) => True
        G = 0 2
            0 0
    """

def both(a: object, b: object) -> bool:
    """Logical and.

    Logical and, which in Python gives one of its arguments: the first if that is false, else the second. With bools the
    difference does not show.

        both(T, F) => False
        both(3, 5) => 5
        both((), 5) => ()

        both(square(G), equality(G, dmirror(G)))
        G = 1 2
            2 3
        => True
    """

def either(a: object, b: object) -> bool:
    """Logical or.

    Logical or, which in Python gives one of its arguments: the first if that is true, else the second. That makes it a way
    to say "this, or else that".

        either(F, T) => True
        either(0, 7) => 7
        either({}, ()) => ()

        either(portrait(G), contained(5, palette(G)))
        G = 5 0
            0 0
        => True
    """

def branch(condition: object, a: Any, b: Any) -> Any:
    """a if the condition holds, else b.

    `a` if the condition holds, else `b`. Both are computed beforehand. It can choose functions too, which is how a program
    puts off the work: choose the function first, then call it. In dialect `rearc` the parameters are called `if_value` and
    `else_value`, which matters only for calls with keywords.

        branch(T, 1, 2) => 1
        branch((), 1, 2) => 2
        branch(T, 1, first(())) => raises StopIteration
        branch(F, hmirror, vmirror)(((1, 2), (3, 4))) => ((2, 1), (4, 3))

        branch(portrait(G), hmirror(G), vmirror(G))
        G = 1 2 3
            4 5 6
        => 3 2 1
           6 5 4

        branch(condition=T, a=1, b=2) => 1

        branch(condition=T, if_value=1, else_value=2) => 1
        branch(condition=T, a=1, b=2) => raises TypeError
    """

def identity(x: Any) -> Any:
    """The value itself.

    The value itself. Useful where a function is asked for and nothing is to be done: as a branch of `fork`, as the key of
    `order`.

        identity((1, 2)) => (1, 2)
        order({3, 1, 2}, identity) => (1, 2, 3)

        identity(G)
        G = 1 2
            3 4
        => 1 2
           3 4
    """

def combine(a: _Container, b: _Container) -> Any:
    """The items of both containers, in a container of the first one's kind.

    The items of both, in a container of the first one's kind: tuples are joined end to end, sets are united. Mixed kinds
    work, and the first one decides.

        combine((1, 2), (2, 3)) => (1, 2, 2, 3)
        combine({1, 2}, {2, 3}) => {1, 2, 3}
        combine((1,), {5, 9}) => (1, 9, 5)
        combine(1, (2,)) => raises TypeError

        combine(A, B)
        A = x . .
            x . .
        B = . . .
            x x x
        => x . .
           x x x

    Two grids are tuples of rows, so the second goes below the first:

        combine(A, B)
        A = 1 1
            2 2
        B = 3 3
        => 1 1
           2 2
           3 3
    """

def intersection(a: FrozenSet[Any], b: FrozenSet[Any]) -> FrozenSet[Any]:
    """The items that are in both sets.

    The items that are in both sets. Tuples have no intersection and raise.

        intersection({1, 2, 3}, {2, 3, 4}) => {2, 3}
        intersection((1, 2), (2, 3)) => raises TypeError

        intersection(A, B)
        A = x x .
            x x .
        B = . x x
            . x x
        => . x .
           . x .
    """

def difference(a: _Container, b: _Container) -> Any:
    """The items of a that are not in b.

    The items of `a` that are not in `b`, in a container of a's kind. Works for tuples too, where every repetition goes.

        difference({1, 2, 3}, {2}) => {1, 3}
        difference((1, 2, 1, 3), (1,)) => (2, 3)
        difference((1, 2), {2}) => (1,)

        difference(backdrop(A), A)
        A = x x x
            x . x
            x x x
        => . . .
           . x .
           . . .
    """

def dedupe(tup: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """The tuple without repeated items; the first of each stays.

    The tuple without repeated items; the first of each stays, in its place. Sets have no repetitions and raise, as they
    have no `index`. In dialect `rearc` the parameter is called `iterable`.

        dedupe((3, 1, 3, 2, 1)) => (3, 1, 2)
        dedupe({1, 2}) => raises AttributeError

    On a grid it removes repeated rows:

        dedupe(G)
        G = 1 1 0
            1 1 0
            0 2 2
            1 1 0
        => 1 1 0
           0 2 2
    """

def order(container: _Container, compfunc: _Func) -> Tuple[Any, ...]:
    """The items sorted by what the function gives for them.

    The items as a tuple, sorted by what the function gives for each, smallest first. The sort is stable: items with equal
    keys stay as they were, which for a set means in its own order. Keys that cannot be compared raise.

        order((3, -1, 2), identity) => (-1, 2, 3)
        order((3, -1, 2), invert) => (3, 2, -1)
        order({(0, 1), (5, 0), (2, 2)}, last) => ((5, 0), (0, 1), (2, 2))
        order((1, (2, 2)), identity) => raises TypeError

    Rows by how much blue is in them:

        order(G, f)
        G = 1 1 1
            0 0 1
            0 1 1
        f = compose(size, rbind(sfilter, identity))
        => 0 0 1
           0 1 1
           1 1 1
    """

def repeat(item: Any, num: int) -> Tuple[Any, ...]:
    """A tuple with the item num times.

    A tuple with the item `num` times; empty if `num` is zero or negative. The items are one and the same value, which
    cannot be told from copies.

        repeat(7, 3) => (7, 7, 7)
        repeat((1, 2), 2) => ((1, 2), (1, 2))
        repeat(7, -1) => ()

    A row repeated is a grid:

        repeat((1, 0, 2), 3)
        => 1 0 2
           1 0 2
           1 0 2
    """

def size(container: _Container) -> int:
    """How many items the container has.

    How many items: the cells of an object, the objects of a set, the **rows** of a grid. The number of cells of a grid is
    the product of [`shape`](shape.md#shape), or `size(asindices(grid))`.

        size({4, 5}) => 2
        size((1, 1, 1)) => 3
        size(3) => raises TypeError

        size(G) => 2
        size(asindices(G)) => 6
        size(ofcolor(G, 2)) => 3
        G = 0 2 2
            0 0 2
    """

def merge(containers: _Containers) -> Any:
    """The items of all inner containers in one.

    The items of all inner containers in one, of the kind of the **outer** one: a tuple of sets merges to a tuple. A set of
    objects merges to one object.

        merge(((1, 2), (3,))) => (1, 2, 3)
        merge({(1, 2), (2, 3)}) => {1, 2, 3}
        merge(({1}, {1, 2})) => (1, 1, 2)
        merge((1, 2)) => raises TypeError

        merge({A, B})
        A = 1 . .
            1 . .
        B = . . 2
            . 2 2
        => 1 . 2
           1 2 2
    """

def valmax(container: _Container, compfunc: _Func) -> int:
    """The largest value the function gives for an item.

    The largest value the function gives for an item. For an empty container the function is called with 0, and what comes
    of that decides: `size` raises, `identity` gives 0.

        valmax(((1, 2), (3, 4, 5)), size) => 3
        valmax({-3, 2}, invert) => 3
        valmax((), identity) => 0
        valmax((), size) => raises TypeError

        valmax(objects(G, T, F, T), size)
        G = 0 2 2 0
            3 0 2 0
        => 3
    """

def valmin(container: _Container, compfunc: _Func) -> int:
    """The smallest value the function gives for an item.

    The smallest value the function gives for an item; on nothing as [`valmax`](#valmax).

        valmin(((1, 2), (3, 4, 5)), size) => 2
        valmin({}, increment) => 1
        valmin({}, height) => raises TypeError

        valmin(objects(G, T, F, T), size)
        G = 0 2 2 0
            3 0 2 0
        => 1
    """

def argmax(container: _Container, compfunc: _Func) -> Any:
    """The first item for which the function gives the largest value.

    The item for which the function gives the largest value. Among equals the first one met wins, and in a set that is the
    first in Python's order. Of an empty container dialect `arc` raises ValueError and dialect `rearc` gives None.

        argmax(((1, 2), (3, 4, 5), (6, 7, 8)), size) => (3, 4, 5)
        argmax({-4, 3}, invert) => -4
        argmax((1, 2), first) => raises TypeError

        argmax(objects(G, T, F, T), size)
        G = 0 2 2 0
            3 0 2 0
        => . 2 2 .
           . . 2 .

        argmax((), size) => raises ValueError

        argmax((), size) => None
    """

def argmin(container: _Container, compfunc: _Func) -> Any:
    """The first item for which the function gives the smallest value.

    The item for which the function gives the smallest value; ties and empty containers as with [`argmax`](#argmax).

        argmin(((3, 4, 5), (1, 2), (6, 7)), size) => (1, 2)

        argmin(objects(G, T, F, T), size)
        G = 0 2 2 0
            3 0 2 0
        => . . . .
           3 . . .

        argmin({}, size) => raises ValueError

        argmin({}, size) => None
    """

def mostcommon(container: _Container) -> Any:
    """The item that occurs most often.

    The item that occurs most often in a tuple. Ties are decided by the order of the *set* of items, not by which came
    first: 8 wins below because 8 is first in `{1, 9, 8}`. A set has no `count` and raises AttributeError; an empty tuple
    raises ValueError.

        mostcommon((3, 1, 3)) => 3
        mostcommon((1, 9, 8)) => 8
        mostcommon({1, 2}) => raises AttributeError
        mostcommon(()) => raises ValueError

    The most common row of a grid:

        mostcommon(G)
        G = 0 1 0
            2 2 2
            0 1 0
        => (0, 1, 0)
    """

def leastcommon(container: _Container) -> Any:
    """The item that occurs least often.

    The item that occurs least often in a tuple; ties, sets and empty tuples as with [`mostcommon`](#mostcommon).

        leastcommon((3, 1, 3)) => 1
        leastcommon((1, 9, 8)) => 8
        leastcommon({}) => raises AttributeError

        leastcommon(G)
        G = 0 1 0
            2 2 2
            0 1 0
        => (2, 2, 2)
    """

def initset(value: Any) -> FrozenSet[Any]:
    """The set with just this value.

    The set with just this value. `initset((0, 1))` is a set of one place, not a set of two numbers.

        initset(4) => {4}
        initset((0, 1)) => {(0, 1)}
        initset({1}) => {{1}}

        fill(G, 8, initset((0, 1)))
        G = 0 0
            0 0
        => 0 8
           0 0
    """

def sfilter(container: _Container, condition: _Func) -> Any:
    """The items for which the condition holds.

    The items for which the condition gives something true, in a container of the same kind. On a set the result is a new
    set, which may be walked in another order than the first.

        sfilter((1, 2, 3, 4), even) => (2, 4)
        sfilter({1, 2, 3, 4}, even) => {2, 4}
        sfilter((0, 5, 0), identity) => (5,)
        sfilter((1, (2, 2)), even) => raises TypeError

    The cells of the left two columns:

        sfilter(P, f)
        P = x x x x
            x . x .
        f = compose(lbind(greater, 2), last)
        => x x . .
           x . . .

    On a grid it keeps or drops whole rows:

        sfilter(G, lbind(contained, 2))
        G = 0 2
            0 0
            2 2
        => 0 2
           2 2
    """

def mfilter(container: _Container, function: _Func) -> FrozenSet[Any]:
    """The items for which the function holds, merged.

    Filter, then [`merge`](#merge): from a set of objects the cells of those that pass, as one object. With a tuple outside
    the result is a tuple.

        mfilter(((1, 2), (3,), (4, 5)), compose(even, size)) => (1, 2, 4, 5)
        mfilter((1, 2), even) => raises TypeError

        mfilter(objects(G, T, F, T), f)
        G = 1 0 2
            1 0 0
            0 3 3
        f = matcher(size, 2)
        => 1 . .
           1 . .
           . 3 3
    """

def extract(container: _Container, condition: _Func) -> Any:
    """The first item for which the condition holds.

    The first item for which the condition holds; StopIteration if there is none, a common way for a program to fail on a
    grid it was not made for. Items after the first hit are not looked at.

        extract((1, 4, 6), even) => 4
        extract((1, 3), even) => raises StopIteration
        extract((2, (1, 1)), even) => 2

        extract(objects(G, T, F, T), f)
        G = 1 0 2
            1 0 0
            0 3 3
        f = matcher(color, 3)
        => . . .
           . . .
           . 3 3
    """

def totuple(container: FrozenSet[Any]) -> Tuple[Any, ...]:
    """The items as a tuple.

    The items as a tuple, from a set in Python's order. It pins the order down for operations that need tuples, such as
    [`pair`](#pair) and [`papply`](function.md#papply).

        totuple({8, 1}) => (8, 1)
        totuple({(0, 1), (1, 0), (0, 0)}) => ((0, 1), (1, 0), (0, 0))
        totuple((1, 2)) => (1, 2)

        totuple(objects(G, T, F, T))
        G = 4 0 0
            0 0 5
        => tuple:
           . . . | 4 . .
           . . 5 | . . .
    """

def first(container: _Container) -> Any:
    """The first item.

    The first item: the top row of a grid, the colour of a cell, the row of a place, of a set the one that Python meets
    first. An empty container raises StopIteration; inside `apply`, `sfilter` and others that walk a container, Python
    turns that into RuntimeError.

        first((7, 8)) => 7
        first((3, (0, 1))) => 3
        first({9, 8, 1}) => 8
        first({}) => raises StopIteration
        first(5) => raises TypeError
        apply(first, ((1, 2), ())) => raises RuntimeError

        first(G)
        G = 1 2 3
            4 5 6
        => (1, 2, 3)
    """

def last(container: _Container) -> Any:
    """The last item.

    The last item: the bottom row of a grid, the place of a cell, the column of a place. An empty container raises
    ValueError, unlike `first`.

        last((7, 8)) => 8
        last((3, (0, 1))) => (0, 1)
        last({9, 8, 1}) => 1
        last({}) => raises ValueError

        last(G)
        G = 1 2 3
            4 5 6
        => (4, 5, 6)
    """

def insert(value: Any, container: FrozenSet[Any]) -> FrozenSet[Any]:
    """The set with the value added.

    The set with the value added; the same set if it was there. A tuple has no `union` and raises.

        insert(3, {1, 2}) => {1, 2, 3}
        insert(1, {1, 2}) => {1, 2}
        insert(3, (1, 2)) => raises AttributeError

        insert((0, 2), P)
        P = x . .
            x x .
        => x . x
           x x .
    """

def remove(value: Any, container: _Container) -> Any:
    """The container without the value.

    The container without the value, however often it occurs. No complaint if it does not.

        remove(0, (1, 0, 2, 0)) => (1, 2)
        remove(2, {1, 2, 3}) => {1, 3}
        remove(9, (1, 2)) => (1, 2)

        remove((0, 0, 0), G)
        G = 1 0 1
            0 0 0
            2 2 0
        => 1 0 1
           2 2 0
    """

def other(container: _Container, value: Any) -> Any:
    """The first item that is not the value.

    The first item that is not the value: meant for containers of two. StopIteration if there is no other.

        other((4, 7), 4) => 7
        other({4, 7}, 7) => 4
        other((4, 4), 4) => raises StopIteration

        other(palette(G), 0)
        G = 0 6
            6 0
        => 6
    """

def product(a: _Container, b: _Container) -> FrozenSet[Any]:
    """All pairs of an item of a and an item of b.

    All pairs of an item of `a` and an item of `b`. With two intervals it is a rectangle of places.

        product((1, 2), (8, 9)) => {(2, 9), (1, 8), (1, 9), (2, 8)}
        product((), (1, 2)) => {}

        product((0, 2), interval(0, 4, 1))
        => x x x x
           . . . .
           x x x x
    """

def pair(a: Tuple[Any, ...], b: Tuple[Any, ...]) -> _TupleTuple:
    """The items of the two tuples side by side.

    The items side by side, as a tuple of pairs; as long as the shorter of the two. Sets are taken in Python's order, which
    is rarely what is meant.

        pair((1, 2, 3), (7, 8, 9)) => ((1, 7), (2, 8), (3, 9))
        pair((1, 2, 3), (7,)) => ((1, 7),)
        pair((1, 2), 3) => raises TypeError

    Rows side by side, then joined: the grids stand next to each other.

        apply(merge, pair(A, B))
        A = 1 1
            2 2
        B = 3 0
            0 3
        => 1 1 3 0
           2 2 0 3
    """

def compose(outer: _Func, inner: _Func) -> _Func:
    """The function that applies inner, then outer.

    The function that applies `inner` first, then `outer`: read from right to left. It takes one argument.

        compose(double, increment)(5) => 12
        compose(increment, double)(5) => 11
        compose(first, size)((1, 2)) => raises TypeError

        compose(hmirror, vmirror)(G)
        G = 1 2
            3 4
        => 4 3
           2 1
    """

def chain(h: _Func, g: _Func, f: _Func) -> _Func:
    """The function that applies f, then g, then h.

    Three at once: `f` first, then `g`, then `h`. The order of the parameters is that of reading `h(g(f(x)))`.

        chain(double, increment, invert)(5) => -8

        chain(tophalf, hmirror, vmirror)(G)
        G = 1 2
            3 4
            5 6
            7 8
        => 8 7
           6 5
    """

def matcher(function: _Func, target: Any) -> _Func:
    """The function that tells whether function gives target.

    The function that tells whether `function` gives `target`. The usual condition for `sfilter` and `extract`.

        matcher(size, 2)((7, 8)) => True
        matcher(even, T)(3) => False
        sfilter((1, 2, 3, 2), matcher(identity, 2)) => (2, 2)

        mfilter(objects(G, T, F, T), matcher(color, 2))
        G = 2 0 1
            0 0 1
            2 2 0
        => 2 . .
           . . .
           2 2 .
    """

def rbind(function: _Func, fixed: Any) -> _Func:
    """The function with its last argument fixed.

    The function with its **last** argument fixed, so that one of two arguments remains, or two of three. The DSL looks at
    how many parameters the function has: with two, three or four it is as expected. A function of one argument cannot be
    bound: the result wants three arguments and then fails.

        rbind(subtract, 1)(10) => 9
        rbind(replace, 9)(((1, 2),), 1) => ((9, 2),)
        rbind(size, 1)((1, 2)) => raises TypeError
        apply(rbind(add, (1, 0)), {(0, 0), (0, 1)}) => {(1, 0), (1, 1)}

        rbind(shift, RIGHT)(P)
        P = x . .
            x x .
        => . x .
           . x x
    """

def lbind(function: _Func, fixed: Any) -> _Func:
    """The function with its first argument fixed.

    The function with its **first** argument fixed; counted as in [`rbind`](#rbind).

        lbind(subtract, 1)(10) => -9
        lbind(contained, 2)((1, 2)) => True
        lbind(size, 1)((1, 2)) => raises TypeError

        lbind(recolor, 4)(P)
        P = x . x
            . x .
        => 4 . 4
           . 4 .
    """

def power(function: _Func, n: int) -> _Func:
    """The function applied n times.

    The function applied `n` times. `n` counts down to 1, so with 0 or less it never gets there and raises RecursionError
    at once, not when the result is called; with `n` near a thousand or more as well.

        power(double, 3)(1) => 8
        power(double, 0) => raises RecursionError
        power(trim, 2)(((1,), (2,), (3,))) => ()

        power(trim, 2)(G)
        G = 1 1 1 1 1 1
            1 2 2 2 2 1
            1 2 3 4 2 1
            1 2 2 2 2 1
            1 1 1 1 1 1
        => 3 4
    """

def fork(outer: _Func, a: _Func, b: _Func) -> _Func:
    """The function that gives outer the results of a and of b.

    The function that gives `a(x)` and `b(x)` to `outer`, a function of two arguments. It is how one value is used twice.

        fork(multiply, identity, identity)(7) => 49
        fork(combine, first, last)(((1, 2), (3,))) => (1, 2, 3)
        fork(add, first, size)((5, 6, 7)) => 8

    The whole and its mirror image, side by side:

        fork(hconcat, identity, vmirror)(G)
        G = 1 2
            3 4
        => 1 2 2 1
           3 4 4 3
    """

def apply(function: _Func, container: _Container) -> Any:
    """What the function gives for each item.

    What the function gives for each item, in a container of the same kind. From a set comes a set, where equal results
    fall together and the order is that of the new set. If the function raises StopIteration, as `first` does of an empty
    one, what comes out is RuntimeError: `apply` walks its items in a generator, and Python does not let a StopIteration
    through there.

        apply(double, (1, 2, 3)) => (2, 4, 6)
        apply(even, {1, 2, 3}) => {False, True}
        apply(size, {(1, 2), (3, 4)}) => {2}
        apply(first, ((), (1,))) => raises RuntimeError

    On a grid it works on rows:

        apply(dedupe, G)
        G = 1 1 0 0
            2 3 3 2
        => 1 0
           2 3

        apply(toindices, objects(G, T, F, T))
        G = 4 0 0
            0 0 5
        => set:
           . . . | x . .
           . . x | . . .
    """

def rapply(functions: _Container, value: Any) -> Any:
    """What each of the functions gives for the value.

    What each of the functions gives for the one value, in a container of the kind the functions are in. Put them into a
    tuple: a set of functions has no fixed order, not in Python either.

        rapply((first, last, size), (4, 5, 6)) => (4, 6, 3)
        rapply((), 1) => ()

        rapply((identity, vmirror, hmirror), G)
        G = 1 2
            3 4
        => tuple:
           1 2 | 2 1 | 3 4
           3 4 | 4 3 | 1 2
    """

def mapply(function: _Func, container: _Containers) -> FrozenSet[Any]:
    """What the function gives for each item, merged.

    Apply, then [`merge`](container.md#merge): what the function gives for each item must be a container, and all of them
    become one. From a set of objects to one patch it is the workhorse of many programs.

        mapply(identity, ((1, 2), (3,))) => (1, 2, 3)
        mapply(toindices, {}) => {}
        mapply(size, ((1, 2), (3,))) => raises TypeError

        mapply(backdrop, objects(G, T, T, T))
        G = 1 0 0 0
            0 1 0 2
            0 0 0 2
        => x x . .
           x x . x
           . . . x
    """

def papply(function: _Func, a: Tuple[Any, ...], b: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """What the function gives for items side by side.

    What a function of two arguments gives for items side by side; as long as the shorter tuple.

        papply(add, (1, 2, 3), (10, 20, 30)) => (11, 22, 33)
        papply(add, (1, 2, 3), (10,)) => (11,)

    Rows joined side by side, as `hconcat` does it:

        papply(combine, A, B)
        A = 1 2
            3 4
        B = 5 5
            6 6
        => 1 2 5 5
           3 4 6 6
    """

def mpapply(function: _Func, a: Tuple[Any, ...], b: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """What the function gives for items side by side, merged.

    [`papply`](#papply), then merge. The result is a tuple even if sets are merged, with repetitions in it; a tuple of
    cells serves `paint` and `fill` as an object would.

        mpapply(astuple, (1, 2), (8, 9)) => (1, 8, 2, 9)
        mpapply(add, (1, 2), (8, 9)) => raises TypeError

        paint(G, mpapply(recolor, (1, 2), (A, B)))
        G = 0 0 0
            0 0 0
        A = x x .
            . . .
        B = . . x
            . . x
        => 1 1 2
           0 0 2
    """

def prapply(function: _Func, a: _Container, b: _Container) -> FrozenSet[Any]:
    """What the function gives for all pairs of items.

    What a function of two arguments gives for all pairs of an item of `a` and an item of `b`, as a set.

        prapply(multiply, (1, 2, 3), (1, 2, 3)) => {1, 2, 3, 4, 6, 9}
        prapply(astuple, (0, 1), (0, 1)) => {(1, 0), (0, 1), (1, 1), (0, 0)}

    Lines between all pairs of dots:

        merge(prapply(connect, P, P))
        P = x . x
            . . .
            x . .
        => x x x
           x x .
           x . .
    """

def mostcolor(element: _Element) -> int:
    """The colour that occurs most often.

    The colour with the most cells. If several have equally many, Python's order of the set of colours decides; for the
    colours 0 to 7 that is the smallest one, with 8 and 9 it depends on what else there is. An element without cells raises
    ValueError.

        mostcolor(G)
        G = 3 3 1
            3 0 1
        => 3

        mostcolor(((5, 2), (2, 5))) => 2
        mostcolor(((1, 9), (9, 1))) => 1
        mostcolor(((8, 1), (1, 8))) => 8
        mostcolor(A) => 4
        mostcolor({}) => raises ValueError
        A = . 4 4
            7 . .
    """

def leastcolor(element: _Element) -> int:
    """The colour that occurs least often.

    The colour with the fewest cells among those that occur; ties as in [`mostcolor`](#mostcolor). A colour that does not
    occur is never the answer.

        leastcolor(G)
        G = 3 3 1
            3 0 1
        => 0

        leastcolor(((5, 2), (2, 5))) => 2
        leastcolor({}) => raises ValueError
    """

def colorcount(element: _Element, value: int) -> int:
    """How many cells have the colour.

    How many cells have the colour; 0 if none has.

        colorcount(G, 3) => 3
        colorcount(G, 9) => 0
        colorcount(A, 4) => 2
        colorcount({}, 4) => 0
        G = 3 3 1
            3 0 1
        A = . 4 4
            7 . .
    """

def palette(element: _Element) -> _IntSet:
    """The colours that occur.

    The colours that occur, as a set.

        palette(G) => {0, 1, 3}
        palette(A) => {4, 7}
        palette(()) => {}
        palette({(0, 1)}) => {0}
        G = 3 3 1
            3 0 1
        A = . 4 4
            7 . .

    Of a set of places it is the set of their rows, since the first part of an item is taken for its colour.
    """

def numcolors(element: _Element) -> int:
    """How many colours occur.

    How many colours occur, the background among them.

        numcolors(G) => 3
        numcolors(A) => 2
        numcolors({}) => 0
        G = 3 3 1
            3 0 1
        A = . 4 4
            7 . .
    """

def color(obj: _Object) -> int:
    """The colour of the object's first cell.

    The colour of the first cell that Python meets in the object: *the* colour of an object of one colour, chance for
    others. An empty object raises StopIteration, and a grid gives the first cell of its first row.

        color(A) => 4
        color({}) => raises StopIteration
        color(((6, 7), (8, 9))) => 6
        A = . 4 4
            4 . .
    """

def recolor(value: int, patch: _Patch) -> _Object:
    """The patch as an object of one colour.

    The patch as an object of one colour; colours it had are forgotten. It is how places become something that can be
    painted.

        recolor(5, P)
        P = x . x
            . x .
        => 5 . 5
           . 5 .

        recolor(5, A)
        A = 1 . 2
            . 3 .
        => 5 . 5
           . 5 .

        recolor(5, {}) => {}
    """

def ofcolor(grid: _Grid, value: int) -> _Indices:
    """Where the grid has the colour.

    The places where the grid has the colour; none if it does not occur.

        ofcolor(G, 2)
        G = 2 0 0
            0 2 2
        => x . .
           . x x

        ofcolor(((1, 2),), 7) => {}
        ofcolor((), 1) => {}
    """

def replace(grid: _Grid, replacee: int, replacer: int) -> _Grid:
    """The grid with one colour replaced by another.

    The grid with one colour replaced by another: from, to. If it does not occur, nothing changes.

        replace(G, 2, 8)
        G = 2 0 0
            0 2 2
        => 8 0 0
           0 8 8

        replace({(2, (0, 0))}, 2, 8) => ((8, (0, 0)),)
    """

def switch(grid: _Grid, a: int, b: int) -> _Grid:
    """The grid with two colours exchanged.

    The grid with two colours exchanged. With [`replace`](#replace) twice the second step would undo the first.

        switch(G, 1, 2)
        G = 1 2 0
            2 1 0
        => 2 1 0
           1 2 0

        switch(((1, 1), (3, 3)), 1, 2) => ((2, 2), (3, 3))
    """

def index(grid: _Grid, loc: _Pair) -> int:
    """The colour at the place; None outside the grid.

    The colour at the place `(row, column)`. Outside of the grid it is None, not an error, and negative numbers do not
    count from the end as they do in Python. The place must be a pair.

        index(G, (1, 2)) => 6
        index(G, (2, 0)) => None
        index(G, (-1, 0)) => None
        index(G, 1) => raises TypeError
        G = 1 2 3
            4 5 6
    """

def height(piece: _Piece) -> int:
    """How many rows the grid or the patch's box has.

    The number of rows of a grid, or of a patch's box. Gaps count. An empty patch or grid has the height 0.

        height(G) => 2
        height(P) => 3
        height({}) => 0
        G = 1 2 3
            4 5 6
        P = . x
            . .
            x .
    """

def width(piece: _Piece) -> int:
    """How many columns the grid or the patch's box has.

    The number of columns of a grid, or of a patch's box. A grid's width is that of its first row.

        width(G) => 3
        width(P) => 2
        width(()) => 0
        width(((1, 2, 3), (4,))) => 3
        G = 1 2 3
            4 5 6
        P = . x
            . .
            x .
    """

def shape(piece: _Piece) -> _Pair:
    """Height and width.

    Height and width, in this order, as `canvas` and `crop` want them.

        shape(G) => (2, 3)
        shape(P) => (3, 2)
        shape({}) => (0, 0)
        G = 1 2 3
            4 5 6
        P = . x
            . .
            x .
    """

def portrait(piece: _Piece) -> bool:
    """Whether it is higher than wide.

    Whether it is higher than wide. A square is not.

        portrait(G) => False
        portrait(P) => True
        G = 1 2 3
            4 5 6
        P = . x
            . x
            . x
    """

def uppermost(patch: _Patch) -> int:
    """The first row with a cell.

    The first row with a cell of the patch; ValueError if it has none.

        uppermost(P) => 1
        uppermost({}) => raises ValueError
        P = . . . .
            . . x .
            . x x x
    """

def lowermost(patch: _Patch) -> int:
    """The last row with a cell.

    The last row with a cell of the patch; ValueError if it has none. It is the row itself, not the one after it.

        lowermost(P) => 2
        lowermost({}) => raises ValueError
        P = . . . .
            . . x .
            . x x x
    """

def leftmost(patch: _Patch) -> int:
    """The first column with a cell.

    The first column with a cell of the patch; ValueError if it has none.

        leftmost(P) => 1
        leftmost({}) => raises ValueError
        P = . . . .
            . . x .
            . x x x
    """

def rightmost(patch: _Patch) -> int:
    """The last column with a cell.

    The last column with a cell of the patch; ValueError if it has none.

        rightmost(P) => 3
        rightmost({}) => raises ValueError
        P = . . . .
            . . x .
            . x x x
    """

def ulcorner(patch: _Patch) -> _Pair:
    """The upper left corner of the box.

    The upper left corner of the box, which need not be a place of the patch. Of an empty patch it is the empty tuple,
    which raises only where a pair is wanted.

        ulcorner(P) => (1, 1)
        ulcorner({}) => ()
        P = . . . .
            . . x .
            . x x x
    """

def urcorner(patch: _Patch) -> _Pair:
    """The upper right corner of the box.

    The upper right corner of the box; of an empty patch, the empty tuple.

        urcorner(P) => (1, 3)
        urcorner({}) => ()
        P = . . . .
            . . x .
            . x x x
    """

def llcorner(patch: _Patch) -> _Pair:
    """The lower left corner of the box.

    The lower left corner of the box; of an empty patch, the empty tuple.

        llcorner(P) => (2, 1)
        llcorner({}) => ()
        P = . . . .
            . . x .
            . x x x
    """

def lrcorner(patch: _Patch) -> _Pair:
    """The lower right corner of the box.

    The lower right corner of the box, itself inside the box; of an empty patch, the empty tuple.

        lrcorner(P) => (2, 3)
        lrcorner({}) => ()
        P = . . . .
            . . x .
            . x x x
    """

def corners(patch: _Patch) -> _Indices:
    """The four corners of the box.

    The four corners of the box as a set, so fewer than four where the box is a line or a point. The corners of an empty
    patch are a set with the empty tuple in it.

        corners(P)
        P = . . . .
            . . x .
            . x x x
        => . . . .
           . x . x
           . x . x

        corners({(3, 3)}) => {(3, 3)}
        corners({}) => {()}
    """

def center(patch: _Patch) -> _Pair:
    """The middle of the box.

    The middle of the box. Where a side is even, of the two middle rows or columns the lower or the right one is taken. It
    says nothing about where most cells are; that is [`centerofmass`](#centerofmass).

        center(P) => (1, 2)
        center({}) => raises ValueError
        P = x . . .
            . . . .
            . . . x
    """

def centerofmass(patch: _Patch) -> _Pair:
    """The mean place of the cells, rounded down.

    The mean row and the mean column of the cells, rounded down; of an empty patch, the empty tuple.

        centerofmass(P) => (1, 0)
        center(P) => (1, 2)
        centerofmass({}) => ()
        P = x . . .
            x . . .
            x . . x
    """

def square(piece: _Piece) -> bool:
    """Whether the grid is square, or the patch fills a square.

    Whether a grid has as many rows as columns, or a patch fills a square without a gap. A hollow square is none; an empty
    patch is one.

        square(G) => True
        square(P) => True
        square(Q) => False
        square({}) => True
        G = 1 2
            3 4
        P = . x x
            . x x
        Q = x x x
            x . x
            x x x
    """

def vline(patch: _Patch) -> bool:
    """Whether the patch is a vertical line.

    Whether the patch is a vertical line without gaps. A single cell is one.

        vline(P) => True
        vline(Q) => False
        vline({(4, 4)}) => True
        P = . x
            . x
            . x
        Q = . x
            . .
            . x
    """

def hline(patch: _Patch) -> bool:
    """Whether the patch is a horizontal line.

    Whether the patch is a horizontal line without gaps. A single cell is one.

        hline(P) => True
        hline(Q) => False
        hline({}) => False
        P = x x x
        Q = x . x
    """

def hmatching(a: _Patch, b: _Patch) -> bool:
    """Whether some row has cells of both patches.

    Whether some row has cells of both patches: they could meet if one moved left or right.

        hmatching(A, B) => True
        hmatching(A, C) => False
        A = x . . .
            x . . .
            . . . .
        B = . . . .
            . . . x
            . . . x
        C = . . . .
            . . . .
            x . . .
    """

def vmatching(a: _Patch, b: _Patch) -> bool:
    """Whether some column has cells of both patches.

    Whether some column has cells of both patches: they could meet if one moved up or down.

        vmatching(A, B) => False
        vmatching(A, C) => True
        A = x . . .
            x . . .
            . . . .
        B = . . . .
            . . . x
            . . . x
        C = . . . .
            . . . .
            x . . .
    """

def manhattan(a: _Patch, b: _Patch) -> int:
    """The least number of steps between a cell of a and one of b.

    The least number of steps, up, down, left or right, from a cell of the one to a cell of the other. Patches that overlap
    have 0; an empty patch raises ValueError.

        manhattan(A, B) => 3
        manhattan(A, A) => 0
        manhattan(A, {}) => raises ValueError
        A = x . . .
            x . . .
            . . . .
        B = . . . .
            . . . .
            . . x x
    """

def adjacent(a: _Patch, b: _Patch) -> bool:
    """Whether the least distance between the patches is 1.

    Whether the two touch along an edge: their [`manhattan`](#manhattan) distance is exactly 1. Patches that touch at a
    corner only are not adjacent, and neither are patches that overlap.

        adjacent(A, B) => True
        adjacent(A, C) => False
        adjacent(A, A) => False
        adjacent(A, {}) => raises ValueError
        A = x x .
            . . .
        B = . . x
            . . x
        C = . . .
            . . x
    """

def bordering(patch: _Patch, grid: _Grid) -> bool:
    """Whether the patch touches the grid's border.

    Whether the patch has a cell in the first or last row or column of the grid. Beyond the border does not count as on it.

        bordering(P, G) => True
        bordering(Q, G) => False
        bordering({(-1, 1)}, G) => False
        bordering({}, G) => raises ValueError
        G = 0 0 0 0
            0 0 0 0
            0 0 0 0
        P = . . . .
            . x x x
            . . . .
        Q = . . . .
            . x x .
            . . . .
    """

def position(a: _Patch, b: _Patch) -> _Pair:
    """The direction in which b lies, seen from a.

    The direction in which `b` lies seen from `a`, by the centres of their boxes: one of the eight directions. Two patches
    with the same centre give `(0, -1)`, since there is no answer for "here".

        position(A, B) => (1, 1)
        position(B, A) => (-1, -1)
        position(A, A) => (0, -1)
        A = x . . .
            . . . .
            . . . .
        B = . . . .
            . . . .
            . . . x
    """

def gravitate(source: _Patch, destination: _Patch) -> _Pair:
    """How far the source moves until it touches the destination.

    How far the source has to move until it is [`adjacent`](#adjacent) to the destination: up or down if they share a
    column, left or right otherwise. It gives up after 42 steps, so patches that never meet give a vector of length 42, and
    patches that overlap may be moved apart.

        shift(A, gravitate(A, B))
        A = x x . .
            . . . .
            . . . .
            . . . .
        B = . . . .
            . . . .
            . . . .
            x . . x
        => . . . .
           . . . .
           x x . .
           . . . .

        gravitate(A, B) => (2, 0)
        gravitate(B, A) => (-2, 0)
        gravitate({(0, 0)}, {(5, 9)}) => (0, 42)
        gravitate(A, {}) => raises ValueError
        A = x x . .
            . . . .
            . . . .
            . . . .
        B = . . . .
            . . . .
            . . . .
            x . . x
    """

def hperiod(obj: _Object) -> int:
    """The least shift to the left after which the object fits onto itself.

    The least shift to the left after which what is left of the object fits onto itself: the width of the tile it repeats.
    Without a repetition it is the object's width. It wants an object: places alone have no colours and raise.

        hperiod(asobject(G)) => 2
        hperiod(asobject(H)) => 4
        hperiod({(0, 0), (0, 1)}) => raises TypeError
        G = 1 2 1 2 1
            3 4 3 4 3
        H = 1 2 3 4
    """

def vperiod(obj: _Object) -> int:
    """The least shift upwards after which the object fits onto itself.

    The least shift upwards after which what is left of the object fits onto itself; its height if there is none.

        vperiod(asobject(G)) => 2
        vperiod({}) => 0
        G = 1 1
            2 0
            1 1
            2 0
            1 1
    """

def asindices(grid: _Grid) -> _Indices:
    """All places of the grid.

    All places of the grid. Its width is that of the first row.

        asindices(G)
        G = 7 7 7
            7 7 7
        => x x x
           x x x

        asindices(()) => {}
    """

def toindices(patch: _Patch) -> _Indices:
    """The places of the cells.

    The places of an object's cells; places stay as they are.

        toindices(A)
        A = 3 . 3
            . 4 .
        => x . x
           . x .

        toindices({(0, 1), (2, 2)}) => {(0, 1), (2, 2)}
        toindices({}) => {}
        toindices({1, 2}) => raises TypeError
    """

def shift(patch: _Patch, directions: _Pair) -> Any:
    """The patch moved by the vector.

    The patch moved by the vector: rows down, columns right. Colours go along, and nothing is cut off.

        shift(A, (1, 2))
        A = 3 3 . .
            3 . . .
            . . . .
        => . . . .
           . . 3 3
           . . 3 .

        shift({(0, 0)}, (-1, -5)) => {(-1, -5)}
        shift({}, (1, 1)) => {}
        shift({(0, 0)}, 1) => raises TypeError
    """

def normalize(patch: _Patch) -> Any:
    """The patch moved so that its box starts at the origin.

    The patch moved so that its box starts at the origin. Two patches have the same form if their normalized ones are
    equal.

        normalize(A)
        A = . . . .
            . . 5 .
            . 5 5 .
        => . 5 . .
           5 5 . .
           . . . .

        normalize({(-3, 7)}) => {(0, 0)}
        normalize({}) => {}
    """

def dneighbors(loc: _Pair) -> _Indices:
    """The four places beside it.

    The four places above, below, left and right of it, on or off any grid.

        dneighbors((1, 1))
        => . x .
           x . x
           . x .

        dneighbors((0, 0)) => {(-1, 0), (1, 0), (0, -1), (0, 1)}
    """

def ineighbors(loc: _Pair) -> _Indices:
    """The four places diagonally beside it.

    The four places that touch it at a corner.

        ineighbors((1, 1))
        => x . x
           . . .
           x . x

        ineighbors((0, 0)) => {(-1, 1), (1, 1), (1, -1), (-1, -1)}
    """

def neighbors(loc: _Pair) -> _Indices:
    """The eight places around it.

    The eight places around it; the place itself is not among them.

        neighbors((1, 1))
        => x x x
           x . x
           x x x

        size(neighbors((0, 0))) => 8
        neighbors(3) => raises TypeError
    """

def backdrop(patch: _Patch) -> _Indices:
    """All places of the patch's box.

    All places of the patch's box, its own and those between them.

        backdrop(P)
        P = . . . .
            . x . .
            . . . x
        => . . . .
           . x x x
           . x x x

        backdrop({}) => {}
    """

def delta(patch: _Patch) -> _Indices:
    """The places of the patch's box that are not in the patch.

    The places of the box that are not in the patch: its holes and the bays around it.

        delta(P)
        P = x x x .
            x . x .
            x x . .
        => . . . .
           . x . .
           . . x .

        delta({}) => {}
        delta({(4, 4)}) => {}
    """

def inbox(patch: _Patch) -> _Indices:
    """The outline one step inside the patch's box.

    The outline one step inside the patch's box. A box of two rows or columns has no inside; then the steps cross and the
    outline comes out at the box's own border, and of a single cell it is the eight cells around it.

        inbox(P)
        P = x . . . x
            . . . . .
            . . . . .
            . . . . .
            x . . . x
        => . . . . .
           . x x x .
           . x . x .
           . x x x .
           . . . . .

        inbox(P)
        P = . . .
            . x .
            . . .
        => x x x
           x . x
           x x x

        inbox({}) => raises ValueError
    """

def outbox(patch: _Patch) -> _Indices:
    """The outline one step outside the patch's box.

    The outline one step outside the patch's box, corners included. It may leave the grid.

        outbox(P)
        P = . . . .
            . x x .
            . . . .
        => x x x x
           x . . x
           x x x x

        outbox({(0, 0)}) => {(0, 1), (-1, -1), (-1, 1), (1, 1), (1, -1), (-1, 0), (1, 0), (0, -1)}
        outbox({}) => raises ValueError
    """

def box(patch: _Patch) -> _Indices:
    """The outline of the patch's box.

    The outline of the patch's box. An empty patch gives an empty set, where `inbox` and `outbox` raise.

        box(P)
        P = x . . .
            . . . .
            . . . x
        => x x x x
           x . . x
           x x x x

        box({}) => {}
    """

def connect(a: _Pair, b: _Pair) -> _Indices:
    """The straight line between two places; nothing if there is none.

    The straight line between two places, both included, along a row, a column or a diagonal. If the places lie otherwise
    there is no line: the result is empty, not an error.

        connect((0, 0), (2, 2))
        => x . . .
           . x . .
           . . x .

        connect((1, 3), (1, 0))
        => . . . .
           x x x x
           . . . .

        connect((0, 0), (1, 2)) => {}
        connect((1, 1), (1, 1)) => {(1, 1)}
        connect(1, 2) => raises TypeError
    """

def shoot(start: _Pair, direction: _Pair) -> _Indices:
    """The line from the place in the direction, 42 steps long.

    The line from the place in the direction, start included and 42 steps long: longer than any grid of 30. `fill` drops
    what is outside. The direction is used as it is, and one that is neither straight nor diagonal gives nothing.

        fill(G, 2, shoot((2, 0), UP_RIGHT))
        G = 0 0 0 0
            0 0 0 0
            0 0 0 0
        => 0 0 2 0
           0 2 0 0
           2 0 0 0

        size(shoot((0, 0), DOWN)) => 43
        size(shoot((0, 0), (0, 2))) => 85
        shoot((0, 0), (1, 2)) => {}
        shoot((3, 3), ORIGIN) => {(3, 3)}
    """

def vfrontier(location: _Pair) -> _Indices:
    """The column through the place, 30 cells long.

    The column through the place, always rows 0 to 29. The row of the place does not matter.

        fill(G, 2, vfrontier((0, 1)))
        G = 0 0 0
            0 0 0
            0 0 0
        => 0 2 0
           0 2 0
           0 2 0

        size(vfrontier((5, 5))) => 30
        uppermost(vfrontier((5, 5))) => 0
    """

def hfrontier(location: _Pair) -> _Indices:
    """The row through the place, 30 cells long.

    The row through the place, always columns 0 to 29. The column of the place does not matter.

        fill(G, 2, hfrontier((1, 0)))
        G = 0 0 0
            0 0 0
            0 0 0
        => 0 0 0
           2 2 2
           0 0 0

        size(hfrontier((5, 5))) => 30
        hfrontier(5) => raises TypeError
    """

def frontiers(grid: _Grid) -> _Objects:
    """The rows and columns that have one colour.

    The rows and columns that have one colour only, each as an object. A grid of one colour has all of them. They are told
    by having one colour, not by a colour of their own: a row of background counts.

        frontiers(G)
        G = 1 5 2 0
            5 5 5 5
            3 5 4 0
        => set:
           . . . . | . 5 . .
           5 5 5 5 | . 5 . .
           . . . . | . 5 . .

        size(frontiers(G)) => 4
        frontiers(()) => raises IndexError
        G = 0 0
            0 0
    """

def objects(grid: _Grid, univalued: object, diagonal: object, without_bg: object) -> _Objects:
    """The connected parts of the grid: of one colour or of any, joined over edges or corners too, with or without the background.

    The connected parts of the grid. `univalued`: of one colour each, else colours may mix. `diagonal`: cells joined at
    corners count as connected, else only along edges. `without_bg`: the background is no part of any object. Without the
    last, the background is an object too, and with mixed colours the whole grid is one.

        objects(G, T, F, T)
        G = 1 1 0 0
            0 2 0 3
            0 0 3 0
        => set:
           . . . . | . . . . | . . . . | 1 1 . .
           . . . 3 | . 2 . . | . . . . | . . . .
           . . . . | . . . . | . . 3 . | . . . .

        objects(G, T, T, T)
        G = 1 1 0 0
            0 2 0 3
            0 0 3 0
        => set:
           . . . . | . . . . | 1 1 . .
           . 2 . . | . . . 3 | . . . .
           . . . . | . . 3 . | . . . .

        objects(G, F, T, T)
        G = 1 1 0 0
            0 2 0 3
            0 0 3 0
        => set:
           1 1 . .
           . 2 . 3
           . . 3 .

        size(objects(G, T, F, F)) => 7
        objects((), T, F, F) => raises IndexError
        objects((), T, F, T) => raises ValueError
        G = 1 1 0 0
            0 2 0 3
            0 0 3 0
    """

def partition(grid: _Grid) -> _Objects:
    """One object per colour.

    One object per colour, wherever its cells lie; the background is one of them.

        partition(G)
        G = 1 0 1
            0 2 0
        => set:
           . 0 . | . . . | 1 . 1
           0 . 0 | . 2 . | . . .

        partition(()) => {}
    """

def fgpartition(grid: _Grid) -> _Objects:
    """One object per colour but the most common one.

    One object per colour but the background's.

        fgpartition(G)
        G = 1 0 1
            0 2 0
        => set:
           . . . | 1 . 1
           . 2 . | . . .

        fgpartition(((3, 3), (3, 3))) => {}
        fgpartition(()) => raises ValueError
    """

def colorfilter(objs: _Objects, value: int) -> _Objects:
    """The objects of the colour.

    The objects of the colour, judged by the first cell that Python meets in each; for objects of several colours that is
    chance. An empty object among them raises.

        colorfilter(objects(G, T, F, T), 1)
        G = 1 0 0
            0 2 1
            0 2 0
        => set:
           1 . . | . . .
           . . . | . . 1
           . . . | . . .

        colorfilter({}, 1) => {}
        colorfilter({{}}, 1) => raises RuntimeError
    """

def sizefilter(container: _Container, n: int) -> FrozenSet[Any]:
    """The items of that size.

    The items with exactly so many items themselves; a set even if the container is a tuple.

        sizefilter(objects(G, T, F, T), 2)
        G = 1 0 0
            0 2 1
            0 2 1
        => set:
           . . . | . . .
           . . 1 | . 2 .
           . . 1 | . 2 .

        sizefilter(((1, 2), (3,), (4, 5)), 2) => {(4, 5), (1, 2)}
        sizefilter((1, 2), 2) => raises TypeError
    """

def toobject(patch: _Patch, grid: _Grid) -> _Object:
    """The grid's cells at the places of the patch.

    The grid's cells at the places of the patch. Places outside of the grid are left out, and the patch's own colours do
    not matter.

        toobject(P, G)
        P = x . x
            . x .
        G = 1 2 3
            4 5 6
        => 1 . 3
           . 5 .

        toobject({(0, 0), (9, 9), (-1, 0)}, ((7, 8),)) => {(7, (0, 0))}
    """

def asobject(grid: _Grid) -> _Object:
    """All cells of the grid.

    All cells of the grid as one object. It is how a grid is handed to operations on objects, for instance to paint it onto
    a larger one.

        asobject(G) => {(4, (1, 1)), (3, (1, 0)), (1, (0, 0)), (2, (0, 1))}
        size(asobject(G)) => 4
        G = 1 2
            3 4

        paint(G, shift(asobject(H), (0, 1)))
        G = 0 0 0 0
            0 0 0 0
        H = 1 2
            3 4
        => 0 1 2 0
           0 3 4 0
    """

def occurrences(grid: _Grid, obj: _Object) -> _Indices:
    """Where the object occurs in the grid.

    Where the object occurs in the grid: the places of the upper left corner of its box. Every cell must agree in colour;
    the gaps in the box may be anything. Dialect `arc` tries the places where the box fits, dialect `rearc` every cell of
    the grid. The difference shows for an empty object, which occurs at every cell in `rearc`, and in `arc` also one row
    below and one column beside the grid.

        occurrences(G, A)
        G = 1 2 0 1
            0 1 2 2
        A = 1 2 .
        => x . . .
           . x . .

        occurrences(((1, 2),), {}) => {(0, 1), (0, 2), (1, 2), (0, 0), (1, 0), (1, 1)}

        occurrences(((1, 2),), {}) => {(0, 1), (0, 0)}
    """

def crop(grid: _Grid, start: _Pair, dims: _Pair) -> _Grid:
    """The part of the grid that starts there and has these dimensions.

    The part that starts at the place and has these dimensions, height first. What lies beyond the lower or right border is
    simply missing, so the result may be smaller than asked. A negative start counts from the end, as Python's slices do,
    and mostly gives nothing or nonsense: check it before.

        crop(G, (0, 1), (2, 2))
        G = 1 2 3 4
            5 6 7 8
            9 0 1 2
        => 2 3
           6 7

        crop(G, (2, 2), (9, 9)) => ((1, 2),)
        crop(G, (5, 0), (1, 1)) => ()
        crop(G, (-1, 0), (2, 2)) => ()
        crop(G, (-2, 0), (2, 2)) => ()
        crop(G, (-2, -2), (1, 1)) => ((7,),)
        G = 1 2 3 4
            5 6 7 8
            9 0 1 2
    """

def subgrid(patch: _Patch, grid: _Grid) -> _Grid:
    """The part of the grid in the patch's box.

    The part of the grid in the patch's box, with everything that is in there, not only the patch's own cells. An empty
    patch has no box and raises.

        subgrid(P, G)
        P = . x . .
            . . x .
            . . . .
        G = 1 2 3 4
            5 6 7 8
            9 0 1 2
        => 2 3
           6 7

        subgrid({}, ((1, 2),)) => raises IndexError
    """

def rot90(grid: _Grid) -> _Grid:
    """A quarter turn clockwise.

    A quarter turn clockwise: the left column becomes the top row.

        rot90(G)
        G = 1 2 3
            4 5 6
        => 4 1
           5 2
           6 3

        rot90(()) => ()
        rot90({(1, (0, 0))}) => raises TypeError
    """

def rot180(grid: _Grid) -> _Grid:
    """A half turn.

    A half turn.

        rot180(G)
        G = 1 2 3
            4 5 6
        => 6 5 4
           3 2 1
    """

def rot270(grid: _Grid) -> _Grid:
    """A quarter turn anticlockwise.

    A quarter turn anticlockwise: the right column becomes the top row.

        rot270(G)
        G = 1 2 3
            4 5 6
        => 3 6
           2 5
           1 4
    """

def hmirror(piece: _Piece) -> Any:
    """Upside down.

    Upside down: mirrored at the *horizontal* axis. A patch is mirrored within its box and stays where it is. An empty
    patch raises.

        hmirror(G)
        G = 1 2 3
            4 5 6
        => 4 5 6
           1 2 3

        hmirror(A)
        A = . . . .
            . 1 2 .
            . 3 . .
        => . . . .
           . 3 . .
           . 1 2 .

        hmirror({}) => raises IndexError
    """

def vmirror(piece: _Piece) -> Any:
    """Left and right exchanged.

    Left and right exchanged: mirrored at the *vertical* axis. A patch is mirrored within its box.

        vmirror(G)
        G = 1 2 3
            4 5 6
        => 3 2 1
           6 5 4

        vmirror(A)
        A = . . . .
            . 1 2 .
            . 3 . .
        => . . . .
           . 2 1 .
           . . 3 .

        vmirror({}) => raises IndexError
    """

def dmirror(piece: _Piece) -> Any:
    """Mirrored at the main diagonal.

    Mirrored at the diagonal from the upper left to the lower right: rows become columns. A patch keeps the upper left
    corner of its box.

        dmirror(G)
        G = 1 2 3
            4 5 6
        => 1 4
           2 5
           3 6

        dmirror(A)
        A = . . . .
            . 1 2 3
            . 4 . .
            . . . .
        => . . . .
           . 1 4 .
           . 2 . .
           . 3 . .

        dmirror({}) => raises ValueError
    """

def cmirror(piece: _Piece) -> Any:
    """Mirrored at the other diagonal.

    Mirrored at the diagonal from the upper right to the lower left.

        cmirror(G)
        G = 1 2 3
            4 5 6
        => 6 3
           5 2
           4 1

        cmirror(A)
        A = . . . .
            . 1 2 .
            . 3 . .
        => . . . .
           . . 2 .
           . 3 1 .

        cmirror({}) => raises IndexError
    """

def fill(grid: _Grid, value: int, patch: _Patch) -> _Grid:
    """The grid with the colour at all places of the patch.

    The grid with the colour at all places of the patch. The colour comes second. Places outside of the grid are ignored,
    also negative ones.

        fill(G, 8, P)
        G = 1 1 1
            1 1 1
        P = . x x
            . x .
        => 1 8 8
           1 8 1

        fill(((0, 0),), 3, {(0, 1), (0, 9), (-1, 0)}) => ((0, 3),)
        fill(((0, 0),), 3, {}) => ((0, 0),)
        fill((), 3, {(0, 0)}) => raises IndexError
    """

def paint(grid: _Grid, obj: _Object) -> _Grid:
    """The grid with the object drawn onto it.

    The grid with the object drawn onto it, each cell in its own colour. Cells outside of the grid are ignored. It wants
    cells: places alone raise, unless there are none.

        paint(G, A)
        G = 0 0 0 0
            0 0 0 0
        A = . 1 2 .
            . 3 . .
        => 0 1 2 0
           0 3 0 0

        paint(((0, 0),), {(5, (0, 1)), (6, (7, 7))}) => ((0, 5),)
        paint(((0, 0),), {(0, 1)}) => raises TypeError
    """

def underfill(grid: _Grid, value: int, patch: _Patch) -> _Grid:
    """Like fill, but only where the grid has its background colour.

    Like [`fill`](#fill), but only where the grid has its background colour, which is its most common one: black only if
    black is that.

        underfill(G, 8, P)
        G = 0 2 0
            0 2 0
        P = x x x
            . . .
        => 8 2 8
           0 2 0
    """

def underpaint(grid: _Grid, obj: _Object) -> _Grid:
    """Like paint, but only where the grid has its background colour.

    Like [`paint`](#paint), but only where the grid has its background colour.

        underpaint(G, A)
        G = 0 2 0
            0 2 0
        A = 5 5 5
            . . 6
        => 5 2 5
           0 2 6
    """

def cover(grid: _Grid, patch: _Patch) -> _Grid:
    """The grid with the background colour at all places of the patch.

    The grid with the patch wiped away: its places get the background colour.

        cover(G, P)
        G = 3 3 3
            3 1 2
        P = . . .
            . x .
        => 3 3 3
           3 3 2

        cover(((1, 2),), {}) => ((1, 2),)
        cover((), {}) => raises ValueError
    """

def move(grid: _Grid, obj: _Object, offset: _Pair) -> _Grid:
    """The grid with the object moved by the vector.

    The grid with the object moved by the vector: wiped away where it was, painted where it goes. What leaves the grid is
    lost.

        move(G, A, (0, 2))
        G = 1 1 0 0
            1 0 0 0
        A = 1 1 . .
            1 . . .
        => 0 0 1 1
           0 0 1 0

        move(((5, 0),), {(5, (0, 0))}, (0, 9)) => ((0, 0),)
    """

def hupscale(grid: _Grid, factor: int) -> _Grid:
    """Each column factor times.

    Each column `factor` times: wider, not higher. A factor of 0 leaves rows without cells.

        hupscale(G, 2)
        G = 1 2
            3 4
        => 1 1 2 2
           3 3 4 4

        hupscale(((1, 2),), 0) => ((),)
    """

def vupscale(grid: _Grid, factor: int) -> _Grid:
    """Each row factor times.

    Each row `factor` times: higher, not wider.

        vupscale(G, 2)
        G = 1 2
            3 4
        => 1 2
           1 2
           3 4
           3 4

        vupscale(((1, 2),), 0) => ()
    """

def upscale(element: _Element, factor: int) -> Any:
    """Each cell as a square of factor by factor.

    Each cell as a square of `factor` by `factor`. An object keeps the upper left corner of its box.

        upscale(G, 2)
        G = 1 2
            3 4
        => 1 1 2 2
           1 1 2 2
           3 3 4 4
           3 3 4 4

        upscale(A, 2)
        A = . . . . .
            . 7 . . .
            . . 8 . .
            . . . . .
            . . . . .
        => . . . . .
           . 7 7 . .
           . 7 7 . .
           . . . 8 8
           . . . 8 8

        upscale({}, 2) => {}
        upscale(((1, 2),), 0) => ()
    """

def downscale(grid: _Grid, factor: int) -> _Grid:
    """Every factor-th row and column.

    Every `factor`-th row and column, from the first on: the opposite of `upscale`, and a plain sampling of anything else.

        downscale(G, 2)
        G = 1 1 2 2
            1 1 2 2
            3 3 4 4
            3 3 4 4
        => 1 2
           3 4

        downscale(((1, 2, 3), (4, 5, 6)), 2) => ((1, 3),)
        downscale(((1, 2),), 0) => raises ZeroDivisionError
    """

def hconcat(a: _Grid, b: _Grid) -> _Grid:
    """The two grids side by side.

    The second grid to the right of the first. If one has more rows, they are dropped.

        hconcat(A, B)
        A = 1 2
            3 4
        B = 5
            6
            7
        => 1 2 5
           3 4 6
    """

def vconcat(a: _Grid, b: _Grid) -> _Grid:
    """The first grid above the second.

    The second grid below the first. Different widths make a ragged grid without complaint; the trouble comes later.

        vconcat(A, B)
        A = 1 2
            3 4
        B = 5 6
        => 1 2
           3 4
           5 6

        vconcat(((1, 2),), ((3,),)) => ((1, 2), (3,))
    """

def hsplit(grid: _Grid, n: int) -> Tuple[Any, ...]:
    """The grid cut into n parts from left to right.

    The grid cut into `n` equally wide parts, from left to right. If the width is not a multiple of `n`, one column is
    skipped between two parts, as if there were a separator, and what is left over is dropped.

        hsplit(G, 2)
        G = 1 2 3 4
            5 6 7 8
        => tuple:
           1 2 | 3 4
           5 6 | 7 8

        hsplit(G, 2)
        G = 1 2 0 3 4
            5 6 0 7 8
        => tuple:
           1 2 | 3 4
           5 6 | 7 8

        hsplit(((1, 2, 3, 4, 5),), 3) => (((1,),), ((3,),), ((5,),))
        hsplit(((1, 2),), 0) => raises ZeroDivisionError
    """

def vsplit(grid: _Grid, n: int) -> Tuple[Any, ...]:
    """The grid cut into n parts from top to bottom.

    The grid cut into `n` equally high parts, from top to bottom; rows between them are skipped as in [`hsplit`](#hsplit).

        vsplit(G, 2)
        G = 1 2
            3 4
            0 0
            5 6
            7 8
        => tuple:
           1 2 | 5 6
           3 4 | 7 8

        vsplit(((1, 2), (3, 4)), 0) => raises ZeroDivisionError
    """

def cellwise(a: _Grid, b: _Grid, fallback: int) -> _Grid:
    """Where the grids agree their colour, elsewhere the fallback.

    Where the two grids agree their colour, elsewhere the fallback. It has the shape of the first; if the second is
    smaller, it raises IndexError.

        cellwise(A, B, 9)
        A = 1 2
            3 4
        B = 1 0
            3 0
        => 1 9
           3 9

        cellwise(((1, 2), (3, 4)), ((1, 2),), 0) => raises IndexError
        cellwise(((1, 2),), ((1, 2), (3, 4)), 0) => ((1, 2),)
    """

def canvas(value: int, dimensions: _Pair) -> _Grid:
    """A grid of one colour.

    A grid of one colour, height first. The value may be anything, and dimensions that are not positive give an empty grid.

        canvas(5, (2, 3))
        => 5 5 5
           5 5 5

        canvas(5, (0, 3)) => ()
        canvas(5, (2, 0)) => ((), ())
        canvas(5, 3) => raises TypeError
    """

def trim(grid: _Grid) -> _Grid:
    """The grid without its border.

    The grid without its border of one cell. A grid of one or two rows has nothing inside.

        trim(G)
        G = 1 1 1 1
            1 2 3 1
            1 4 5 1
            1 1 1 1
        => 2 3
           4 5

        trim(((1, 2), (3, 4))) => ()
        trim(((1, 2), (3, 4), (5, 6))) => ((),)
    """

def tophalf(grid: _Grid) -> _Grid:
    """The upper half.

    The upper half. With an odd number of rows the middle one is in neither half.

        tophalf(G)
        G = 1 1
            2 2
            3 3
            4 4
            5 5
        => 1 1
           2 2

        tophalf(((1, 2),)) => ()
    """

def bottomhalf(grid: _Grid) -> _Grid:
    """The lower half.

    The lower half, without the middle row of an odd number.

        bottomhalf(G)
        G = 1 1
            2 2
            3 3
            4 4
            5 5
        => 4 4
           5 5
    """

def lefthalf(grid: _Grid) -> _Grid:
    """The left half.

    The left half, without the middle column of an odd number. Of a single column nothing is left, not even its rows.

        lefthalf(G)
        G = 1 2 3 4 5
            1 2 3 4 5
        => 1 2
           1 2

        lefthalf(((1,), (2,))) => ()
    """

def righthalf(grid: _Grid) -> _Grid:
    """The right half.

    The right half, without the middle column of an odd number.

        righthalf(G)
        G = 1 2 3 4 5
            1 2 3 4 5
        => 4 5
           4 5

        righthalf(((1,), (2,))) => ()
    """

def compress(grid: _Grid) -> _Grid:
    """The grid without the rows and columns of one colour.

    The grid without the rows and columns that have one colour only ([`frontiers`](line.md#frontiers)). It takes away
    separators, and also empty background.

        compress(G)
        G = 1 5 2 3
            5 5 5 5
            4 5 0 6
            0 5 7 8
        => 1 2 3
           4 0 6
           0 7 8

        compress(G)
        G = 0 0 0
            0 1 2
            0 3 1
        => 1 2
           3 1

        compress(((0, 0), (0, 0))) => ()
    """
