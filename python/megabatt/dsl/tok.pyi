# Written by `cargo xtask stubs` from the operation table; changes made here are lost.
from typing import Any, Callable, FrozenSet, Tuple, Union

_Pair = Tuple[int, int]
_Num = Union[int, _Pair]
_IntSet = Union[FrozenSet[int], Tuple[int, ...]]
_Grid = Tuple[Tuple[int, ...], ...]
_Cell = Tuple[int, int, int]
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
F0: int
F1: int
F2: int
F3: int
F4: int
F5: int
F6: int
F7: int
F8: int
F9: int
L1: int
L2: int
L3: int
L4: int
L5: int
L6: int
L7: int
L8: int
L9: int
L10: int
R0: int
R1: int
R2: int
R3: int
R4: int
R5: int
R6: int
R7: int
R8: int
R9: int
A0: int
A1: int
A2: int
A3: int
A4: int
A5: int
A6: int
A7: int
A8: int
A9: int
SM2: int
SM3: int
SD2: int
SD3: int
NEG_TEN: int
NEG_NINE: int
NEG_EIGHT: int
NEG_SEVEN: int
NEG_SIX: int
NEG_FIVE: int
NEG_FOUR: int
NEG_THREE: int
NEG_TWO: int
NEG_ONE: int
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
HUNDRED: int
THOUSAND: int
BLACK: int
BLUE: int
RED: int
GREEN: int
YELLOW: int
GRAY: int
MAGENTA: int
ORANGE: int
CYAN: int
BURGUNDY: int
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

    Where it fails it gives ().
    """

def astuple(a: Any, b: Any) -> Tuple[Any, ...]:
    """The two values as a pair.

    Where it fails it gives ().
    """

def crement(x: _Num) -> Any:
    """One further away from zero; zero stays.

    Where it fails it gives ().
    """

def decrement(x: _Num) -> Any:
    """One less, in both parts of a pair.

    Where it fails it gives ().
    """

def divide(a: _Num, b: _Num) -> Any:
    """The quotient of two numbers or pairs, rounded down.

    Where it fails it gives ().
    """

def double(n: _Num) -> Any:
    """Twice the number or pair.

    Where it fails it gives ().
    """

def even(n: int) -> bool:
    """Whether the number is even.

    Where it fails it gives False.
    """

def get_rank(container: _IntSet, rank: int) -> int:
    """The number at a rank, greatest first; 0 if there is none.

    Where it fails it gives 0.
    """

def greater(a: int, b: int) -> bool:
    """Whether a is greater than b.

    Where it fails it gives False.
    """

def halve(n: _Num) -> Any:
    """Half of the number or pair, rounded down.

    Where it fails it gives ().
    """

def increment(x: _Num) -> Any:
    """One more, in both parts of a pair.

    Where it fails it gives ().
    """

def interval(start: int, stop: int, step: int) -> Tuple[Any, ...]:
    """The numbers from start up to, not including, stop.

    Where it fails it gives ().
    """

def invert(n: _Num) -> Any:
    """The number or pair with its sign changed.

    Where it fails it gives ().
    """

def maximum(container: _IntSet) -> int:
    """The largest item; 0 if there is none.

    Where it fails it gives 0.
    """

def minimum(container: _IntSet) -> int:
    """The smallest item; 0 if there is none.

    Where it fails it gives 0.
    """

def multiply(a: _Num, b: _Num) -> Any:
    """The product of two numbers or pairs, part by part.

    Where it fails it gives ().
    """

def positive(x: int) -> bool:
    """Whether the number is above zero.

    Where it fails it gives False.
    """

def sign(x: _Num) -> Any:
    """-1, 0 or 1, in both parts of a pair.

    Where it fails it gives ().
    """

def subtract(a: _Num, b: _Num) -> Any:
    """The difference of two numbers or pairs.

    Where it fails it gives ().
    """

def toivec(i: int) -> _Pair:
    """The vector that goes i rows down.

    Where it fails it gives ().
    """

def tojvec(j: int) -> _Pair:
    """The vector that goes j columns right.

    Where it fails it gives ().
    """

def both(a: object, b: object) -> bool:
    """Logical and.

    Where it fails it gives False.
    """

def branch(condition: object, a: Any, b: Any) -> Any:
    """a if the condition holds, else b.

    Where it fails it gives ().
    """

def c_branch(condition: object, a: int, b: int) -> Any:
    """The first colour if the condition holds, else the second.

    Where it fails it gives ().
    """

def contained(value: Any, container: _Container) -> bool:
    """Whether the container has the value.

    Where it fails it gives False.
    """

def either(a: object, b: object) -> bool:
    """Logical or.

    Where it fails it gives False.
    """

def equality(a: Any, b: Any) -> bool:
    """Whether the two values are equal.

    Where it fails it gives False.
    """

def flip(b: object) -> bool:
    """True becomes False and False becomes True.

    Where it fails it gives False.
    """

def is_no_grid(x: Any) -> Any:
    """Whether the value is anything but a tuple of tuples of ints.

    Where it fails it gives ().
    """

def argmax(container: _Container, compfunc: _Func) -> Any:
    """The first item for which the function gives the largest value.

    Where it fails it gives ().
    """

def argmax_f(container: FrozenSet[Any], compfunc: _Func) -> Any:
    """The first item for which the function gives the largest value. Takes a set.

    Where it fails it gives ().
    """

def argmax_t(container: Tuple[Any, ...], compfunc: _Func) -> Any:
    """The first item for which the function gives the largest value. Takes a tuple.

    Where it fails it gives ().
    """

def argmin(container: _Container, compfunc: _Func) -> Any:
    """The first item for which the function gives the smallest value.

    Where it fails it gives ().
    """

def argmin_f(container: FrozenSet[Any], compfunc: _Func) -> Any:
    """The first item for which the function gives the smallest value. Takes a set.

    Where it fails it gives ().
    """

def argmin_t(container: Tuple[Any, ...], compfunc: _Func) -> Any:
    """The first item for which the function gives the smallest value. Takes a tuple.

    Where it fails it gives ().
    """

def combine(a: _Container, b: _Container) -> Any:
    """The items of both containers, in a container of the first one's kind.

    Where it fails it gives ().
    """

def combine_f(a: FrozenSet[Any], b: FrozenSet[Any]) -> FrozenSet[Any]:
    """The items of both containers, in a container of the first one's kind. Takes a set.

    Where it fails it gives frozenset().
    """

def combine_t(a: Tuple[Any, ...], b: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """The items of both containers, in a container of the first one's kind. Takes a tuple.

    Where it fails it gives ().
    """

def dedupe(tup: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """The tuple without repeated items; the first of each stays.

    Where it fails it gives ().
    """

def dedupe_pair_tuple(S: _TupleTuple) -> _TupleTuple:
    """The demo pairs whose output differs from their input.

    Where it fails it gives ().
    """

def difference(a: FrozenSet[Any], b: FrozenSet[Any]) -> FrozenSet[Any]:
    """The items of a that are not in b.

    Where it fails it gives frozenset().
    """

def difference_t(a: Tuple[Any, ...], b: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """The items of the first tuple that are not in the second.

    Where it fails it gives ().
    """

def difference_tuple(a: Tuple[Any, ...], b: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """The items of the first tuple that are not in the second.

    Where it fails it gives ().
    """

def extract(container: _Container, condition: _Func) -> Any:
    """The first item for which the condition holds.

    Where it fails it gives ().
    """

def first(container: _Container) -> Any:
    """The first item.

    Where it fails it gives ().
    """

def first_f(container: FrozenSet[Any]) -> Any:
    """The first item. Takes a set.

    Where it fails it gives ().
    """

def first_t(container: Tuple[Any, ...]) -> Any:
    """The first item. Takes a tuple.

    Where it fails it gives ().
    """

def get_arg_rank(container: _Container, compfunc: _Func, rank: int) -> Any:
    """The item at a rank, sorted by what the function gives, greatest first.

    Where it fails it gives ().
    """

def get_arg_rank_f(container: FrozenSet[Any], compfunc: _Func, rank: int) -> Any:
    """The item at a rank, sorted by what the function gives, greatest first. Takes a set.

    Where it fails it gives ().
    """

def get_arg_rank_t(container: Tuple[Any, ...], compfunc: _Func, rank: int) -> Any:
    """The item at a rank, sorted by what the function gives, greatest first. Takes a tuple.

    Where it fails it gives ().
    """

def get_common_rank(container: _Container, rank: int) -> Any:
    """The item at a rank, sorted by how often it occurs, rarest first.

    Where it fails it gives ().
    """

def get_common_rank_f(container: FrozenSet[Any], rank: int) -> Any:
    """The item at a rank, sorted by how often it occurs, rarest first. Takes a set.

    Where it fails it gives ().
    """

def get_common_rank_t(container: Tuple[Any, ...], rank: int) -> Any:
    """The item at a rank, sorted by how often it occurs, rarest first. Takes a tuple.

    Where it fails it gives ().
    """

def get_nth_by_key_f(container: FrozenSet[Any], rank: int, key: Any = ...) -> Any:
    """The item at a rank, sorted by a key, least first. Takes a set.

    Where it fails it gives ().
    """

def get_nth_by_key_t(container: Tuple[Any, ...], rank: int, key: Any = ...) -> Any:
    """The item at a rank, sorted by a key, least first. Takes a tuple.

    Where it fails it gives ().
    """

def get_nth_f(container: FrozenSet[Any], rank: int) -> Any:
    """The item at a position of the set as it iterates; the empty set if there is none.

    Where it fails it gives ().
    """

def get_nth_t(container: Tuple[Any, ...], rank: int) -> Any:
    """The item at a position of the tuple; nan if there is none.

    Where it fails it gives ().
    """

def get_val_rank(container: _Container, compfunc: _Func, rank: int) -> Any:
    """What the function gives for the item at a rank, sorted by it, least first.

    Where it fails it gives ().
    """

def get_val_rank_f(container: FrozenSet[Any], compfunc: _Func, rank: int) -> Any:
    """What the function gives for the item at a rank, sorted by it, least first. Takes a set.

    Where it fails it gives ().
    """

def get_val_rank_t(container: Tuple[Any, ...], compfunc: _Func, rank: int) -> Any:
    """What the function gives for the item at a rank, sorted by it, least first. Takes a tuple.

    Where it fails it gives ().
    """

def identity(x: Any) -> Any:
    """The value itself.

    Where it fails it gives ().
    """

def initset(value: Any) -> FrozenSet[Any]:
    """The set with just this value.

    Where it fails it gives frozenset().
    """

def insert(value: Any, container: FrozenSet[Any]) -> FrozenSet[Any]:
    """The set with the value added.

    Where it fails it gives frozenset().
    """

def intersection(a: FrozenSet[Any], b: FrozenSet[Any]) -> FrozenSet[Any]:
    """The items that are in both sets.

    Where it fails it gives frozenset().
    """

def last(container: _Container) -> Any:
    """The last item.

    Where it fails it gives ().
    """

def last_f(container: FrozenSet[Any]) -> Any:
    """The last item. Takes a set.

    Where it fails it gives ().
    """

def last_t(container: Tuple[Any, ...]) -> Any:
    """The last item. Takes a tuple.

    Where it fails it gives ().
    """

def leastcommon(container: _Container) -> Any:
    """The item that occurs least often.

    Where it fails it gives ().
    """

def leastcommon_f(container: FrozenSet[Any]) -> Any:
    """The item that occurs least often. Takes a set.

    Where it fails it gives ().
    """

def leastcommon_t(container: Tuple[Any, ...]) -> Any:
    """The item that occurs least often. Takes a tuple.

    Where it fails it gives ().
    """

def merge(containers: _Containers) -> Any:
    """The items of all inner containers in one.

    Where it fails it gives ().
    """

def merge_f(containers: _Containers) -> Any:
    """The items of all inner containers in one. Takes a set.

    Where it fails it gives ().
    """

def merge_t(containers: _Containers) -> Any:
    """The items of all inner containers in one. Takes a tuple.

    Where it fails it gives ().
    """

def mfilter(container: _Container, function: _Func) -> FrozenSet[Any]:
    """The items for which the function holds, merged.

    Where it fails it gives frozenset().
    """

def mfilter_f(container: FrozenSet[Any], function: _Func) -> FrozenSet[Any]:
    """The items for which the function holds, merged. Takes a set.

    Where it fails it gives frozenset().
    """

def mfilter_t(container: Tuple[Any, ...], function: _Func) -> FrozenSet[Any]:
    """The set of items for which the function holds; they are not merged.

    Where it fails it gives frozenset().
    """

def mostcommon(container: _Container) -> Any:
    """The item that occurs most often.

    Where it fails it gives ().
    """

def mostcommon_f(container: FrozenSet[Any]) -> Any:
    """The item that occurs most often. Takes a set.

    Where it fails it gives ().
    """

def mostcommon_t(container: Tuple[Any, ...]) -> Any:
    """The item that occurs most often. Takes a tuple.

    Where it fails it gives ().
    """

def order(container: _Container, compfunc: _Func) -> Tuple[Any, ...]:
    """The items sorted by what the function gives for them.

    Where it fails it gives ().
    """

def other(container: _Container, value: Any) -> Any:
    """The first item that is not the value.

    Where it fails it gives ().
    """

def other_f(container: FrozenSet[Any], value: Any) -> Any:
    """The first item that is not the value. Takes a set.

    Where it fails it gives ().
    """

def other_t(container: Tuple[Any, ...], value: Any) -> Any:
    """The first item that is not the value. Takes a tuple.

    Where it fails it gives ().
    """

def pair(a: Tuple[Any, ...], b: Tuple[Any, ...]) -> _TupleTuple:
    """The items of the two tuples side by side.

    Where it fails it gives ().
    """

def product(a: _Container, b: _Container) -> FrozenSet[Any]:
    """All pairs of an item of a and an item of b.

    Where it fails it gives frozenset().
    """

def remove(value: Any, container: _Container) -> Any:
    """The container without the value.

    Where it fails it gives ().
    """

def remove_f(value: Any, container: FrozenSet[Any]) -> FrozenSet[Any]:
    """The container without the value. Takes a set.

    Where it fails it gives frozenset().
    """

def remove_t(value: Any, container: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """The container without the value. Takes a tuple.

    Where it fails it gives ().
    """

def repeat(item: Any, num: int) -> Tuple[Any, ...]:
    """A tuple with the item num times.

    Where it fails it gives ().
    """

def second(container: _Container) -> Any:
    """The second item; None if there is none.

    Where it fails it gives ().
    """

def sfilter(container: _Container, condition: _Func) -> Any:
    """The items for which the condition holds.

    Where it fails it gives ().
    """

def sfilter_f(container: FrozenSet[Any], condition: _Func) -> FrozenSet[Any]:
    """The items for which the condition holds. Takes a set.

    Where it fails it gives frozenset().
    """

def sfilter_t(container: Tuple[Any, ...], condition: _Func) -> Tuple[Any, ...]:
    """The items for which the condition holds. Takes a tuple.

    Where it fails it gives ().
    """

def size(container: _Container) -> int:
    """How many items the container has.

    Where it fails it gives 0.
    """

def size_f(container: FrozenSet[Any]) -> int:
    """How many items the container has. Takes a set.

    Where it fails it gives 0.
    """

def size_t(container: Tuple[Any, ...]) -> int:
    """How many items the container has. Takes a tuple.

    Where it fails it gives 0.
    """

def totuple(container: FrozenSet[Any]) -> Tuple[Any, ...]:
    """The items as a tuple.

    Where it fails it gives ().
    """

def valmax(container: _Container, compfunc: _Func) -> int:
    """The largest value the function gives for an item.

    Where it fails it gives 0.
    """

def valmax_f(container: FrozenSet[Any], compfunc: _Func) -> int:
    """The largest value the function gives for an item. Takes a set.

    Where it fails it gives 0.
    """

def valmax_t(container: Tuple[Any, ...], compfunc: _Func) -> int:
    """The largest value the function gives for an item. Takes a tuple.

    Where it fails it gives 0.
    """

def valmin(container: _Container, compfunc: _Func) -> int:
    """The smallest value the function gives for an item.

    Where it fails it gives 0.
    """

def valmin_f(container: FrozenSet[Any], compfunc: _Func) -> int:
    """The smallest value the function gives for an item. Takes a set.

    Where it fails it gives 0.
    """

def valmin_t(container: Tuple[Any, ...], compfunc: _Func) -> int:
    """The smallest value the function gives for an item. Takes a tuple.

    Where it fails it gives 0.
    """

def apply(function: _Func, container: _Container) -> Any:
    """What the function gives for each item.

    Where it fails it gives ().
    """

def apply_f(function: _Func, container: FrozenSet[Any]) -> FrozenSet[Any]:
    """What the function gives for each item. Takes a set.

    Where it fails it gives frozenset().
    """

def apply_t(function: _Func, container: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """What the function gives for each item. Takes a tuple.

    Where it fails it gives ().
    """

def chain(h: _Func, g: _Func, f: _Func) -> _Func:
    """The function that applies f, then g, then h.

    Where it fails it gives a function that gives ().
    """

def compose(outer: _Func, inner: _Func) -> _Func:
    """The function that applies inner, then outer.

    Where it fails it gives a function that gives ().
    """

def fork(outer: _Func, a: _Func, b: _Func) -> _Func:
    """The function that gives outer the results of a and of b.

    Where it fails it gives a function that gives ().
    """

def lbind(function: _Func, fixed: Any) -> _Func:
    """The function with its first argument fixed.

    Where it fails it gives a function that gives ().
    """

def mapply(function: _Func, container: _Containers) -> FrozenSet[Any]:
    """What the function gives for each item, merged.

    Where it fails it gives frozenset().
    """

def mapply_f(function: _Func, container: FrozenSet[Any]) -> FrozenSet[Any]:
    """What the function gives for each item, merged. Takes a set.

    Where it fails it gives frozenset().
    """

def mapply_t(function: _Func, container: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """What the function gives for each item, merged. Takes a tuple.

    Where it fails it gives ().
    """

def matcher(function: _Func, target: Any) -> _Func:
    """The function that tells whether function gives target.

    Where it fails it gives a function that gives ().
    """

def mpapply(function: _Func, a: Tuple[Any, ...], b: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """What the function gives for items side by side, merged.

    Where it fails it gives ().
    """

def papply(function: _Func, a: Tuple[Any, ...], b: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """What the function gives for items side by side.

    Where it fails it gives ().
    """

def power(function: _Func, n: int) -> _Func:
    """The function applied n times.

    Where it fails it gives a function that gives ().
    """

def prapply(function: Any, a: _Container, b: _Container) -> FrozenSet[Any]:
    """What the function gives for all pairs of items.

    Where it fails it gives frozenset().
    """

def rapply(functions: _Container, value: Any) -> Any:
    """What each of the functions gives for the value.

    Where it fails it gives ().
    """

def rapply_f(functions: FrozenSet[Any], value: Any) -> FrozenSet[Any]:
    """What each of the functions gives for the value. Takes a set.

    Where it fails it gives frozenset().
    """

def rapply_t(functions: Tuple[Any, ...], value: Any) -> Tuple[Any, ...]:
    """What each of the functions gives for the value. Takes a tuple.

    Where it fails it gives ().
    """

def rbind(function: _Func, fixed: Any) -> _Func:
    """The function with its last argument fixed.

    Where it fails it gives a function that gives ().
    """

def c_iz(S: _TupleTuple, function: _Func) -> Any:
    """What the function finds in the demo inputs and not in the outputs.

    Where it fails it gives ().
    """

def c_iz_n(S: _TupleTuple, function: _Func, pick: _Func) -> int:
    """One colour picked from what c_iz gives.

    Where it fails it gives 0.
    """

def c_zo(S: _TupleTuple, function: _Func) -> Any:
    """What the function finds in the demo outputs and not in the inputs.

    Where it fails it gives ().
    """

def c_zo_n(S: _TupleTuple, function: _Func, pick: _Func) -> int:
    """One colour picked from what c_zo gives.

    Where it fails it gives 0.
    """

def color(obj: _Object) -> int:
    """The colour of the object's first cell.

    Where it fails it gives 0.
    """

def colorcount_f(obj: _Object, color: int) -> int:
    """How many cells have the colour. Takes a set.

    Where it fails it gives 0.
    """

def colorcount_t(grid: _Grid, color: int) -> int:
    """How many cells have the colour. Takes a tuple.

    Where it fails it gives 0.
    """

def f_ofcolor(grid: _Grid, color: int) -> _Indices:
    """Where the grid has the colour.

    Where it fails it gives frozenset().
    """

def get_color_rank_f(obj: _Object, rank: int) -> int:
    """The colour at a rank, sorted by how often it occurs, commonest first. Takes a set.

    Where it fails it gives 0.
    """

def get_color_rank_t(grid: _Grid, rank: int) -> int:
    """The colour at a rank, sorted by how often it occurs, commonest first. Takes a tuple.

    Where it fails it gives 0.
    """

def index(grid: _Grid, loc: _Pair) -> int:
    """The colour at the place; -inf outside the grid.

    Where it fails it gives 0.
    """

def leastcolor_f(obj: _Object) -> int:
    """The colour that occurs least often. Takes a set.

    Where it fails it gives 0.
    """

def leastcolor_t(grid: _Grid) -> int:
    """The colour that occurs least often. Takes a tuple.

    Where it fails it gives 0.
    """

def mostcolor_f(obj: _Object) -> int:
    """The colour that occurs most often. Takes a set.

    Where it fails it gives 0.
    """

def mostcolor_t(grid: _Grid) -> int:
    """The colour that occurs most often. Takes a tuple.

    Where it fails it gives 0.
    """

def numcolors_f(obj: _Object) -> int:
    """How many colours occur. Takes a set.

    Where it fails it gives 0.
    """

def numcolors_t(grid: _Grid) -> int:
    """How many colours occur. Takes a tuple.

    Where it fails it gives 0.
    """

def p_f(element: FrozenSet[Any]) -> _IntSet:
    """The colours that occur in the object.

    Where it fails it gives frozenset().
    """

def p_g(grid: _Grid) -> _IntSet:
    """The colours that occur in the grid, as a tuple.

    Where it fails it gives frozenset().
    """

def p_o(obj: _Object) -> _IntSet:
    """The colours that occur in the object, as a tuple.

    Where it fails it gives frozenset().
    """

def palette_f(element: FrozenSet[Any]) -> _IntSet:
    """The colours that occur. Takes a set.

    Where it fails it gives frozenset().
    """

def palette_t(element: Tuple[Any, ...]) -> _IntSet:
    """The colours that occur. Takes a tuple.

    Where it fails it gives frozenset().
    """

def recolor_i(color: int, indices: _Indices) -> _Object:
    """The patch as an object of one colour. Takes a set of places.

    Where it fails it gives frozenset().
    """

def recolor_o(color: int, obj: _Object) -> _Object:
    """The patch as an object of one colour. Takes an object.

    Where it fails it gives frozenset().
    """

def replace(grid: _Grid, replacee: int, replacer: int) -> _Grid:
    """The grid with one colour replaced by another.

    Where it fails it gives ().
    """

def switch(grid: _Grid, a: int, b: int) -> _Grid:
    """The grid with two colours exchanged.

    Where it fails it gives ().
    """

def adjacent(a: _Patch, b: _Patch) -> bool:
    """Whether the least distance between the patches is 1.

    Where it fails it gives False.
    """

def bordering(patch: _Patch, grid: _Grid) -> bool:
    """Whether the patch touches the grid's border.

    Where it fails it gives False.
    """

def center(patch: _Patch) -> _Pair:
    """The middle of the box.

    Where it fails it gives ().
    """

def centerofmass(patch: _Patch) -> _Pair:
    """The mean place of the cells, rounded down.

    Where it fails it gives ().
    """

def col_row(patch: _Patch, type: int) -> int:
    """The last row (0), first row (1), first column (2) or last column (3) of the patch.

    Where it fails it gives ().
    """

def corner(patch: _Patch, type: int) -> _Pair:
    """A corner of the box: upper left (0), upper right (1), lower left (2), lower right (3).

    Where it fails it gives ().
    """

def corners(patch: _Patch) -> _Indices:
    """The four corners of the box.

    Where it fails it gives frozenset().
    """

def gravitate(source: _Patch, destination: _Patch) -> _Pair:
    """How far the source moves until it touches the destination.

    Where it fails it gives ().
    """

def height_f(piece: _Indices) -> int:
    """How many rows the grid or the patch's box has. Takes a set.

    Where it fails it gives 0.
    """

def height_i(piece: _Indices) -> int:
    """How many rows the grid or the patch's box has. Takes a set of places.

    Where it fails it gives 0.
    """

def height_o(piece: _Object) -> int:
    """How many rows the grid or the patch's box has. Takes an object.

    Where it fails it gives 0.
    """

def height_t(piece: Tuple[Any, ...]) -> int:
    """How many rows the grid or the patch's box has. Takes a tuple.

    Where it fails it gives 0.
    """

def hline_i(patch: _Indices) -> bool:
    """Whether the patch is a horizontal line. Takes a set of places.

    Where it fails it gives False.
    """

def hline_o(patch: _Object) -> bool:
    """Whether the patch is a horizontal line. Takes an object.

    Where it fails it gives False.
    """

def hmatching(a: _Patch, b: _Patch) -> bool:
    """Whether some row has cells of both patches.

    Where it fails it gives False.
    """

def hperiod(obj: _Object) -> int:
    """The least shift to the left after which the object fits onto itself.

    Where it fails it gives 0.
    """

def leftmost(patch: _Patch) -> int:
    """The first column with a cell.

    Where it fails it gives 0.
    """

def leftmost_i(indices: _Indices) -> int:
    """The first column with a cell. Takes a set of places.

    Where it fails it gives 0.
    """

def leftmost_o(obj: _Object) -> int:
    """The first column with a cell. Takes an object.

    Where it fails it gives 0.
    """

def llcorner(patch: _Patch) -> _Pair:
    """The lower left corner of the box.

    Where it fails it gives ().
    """

def llcorner_i(indices: _Indices) -> _Pair:
    """The lower left corner of the box. Takes a set of places.

    Where it fails it gives ().
    """

def llcorner_o(obj: _Object) -> _Pair:
    """The lower left corner of the box. Takes an object.

    Where it fails it gives ().
    """

def lowermost(patch: _Patch) -> int:
    """The last row with a cell.

    Where it fails it gives 0.
    """

def lowermost_i(indices: _Indices) -> int:
    """The last row with a cell. Takes a set of places.

    Where it fails it gives 0.
    """

def lowermost_o(obj: _Object) -> int:
    """The last row with a cell. Takes an object.

    Where it fails it gives 0.
    """

def lrcorner(patch: _Patch) -> _Pair:
    """The lower right corner of the box.

    Where it fails it gives ().
    """

def lrcorner_i(indices: _Indices) -> _Pair:
    """The lower right corner of the box. Takes a set of places.

    Where it fails it gives ().
    """

def lrcorner_o(obj: _Object) -> _Pair:
    """The lower right corner of the box. Takes an object.

    Where it fails it gives ().
    """

def manhattan(a: _Patch, b: _Patch) -> int:
    """The least number of steps between a cell of a and one of b.

    Where it fails it gives 0.
    """

def portrait_f(patch: _Patch) -> bool:
    """Whether it is higher than wide. Takes a set.

    Where it fails it gives False.
    """

def portrait_t(grid: _Grid) -> bool:
    """Whether it is higher than wide. Takes a tuple.

    Where it fails it gives False.
    """

def position(a: _Patch, b: _Patch) -> _Pair:
    """The direction in which b lies, seen from a.

    Where it fails it gives ().
    """

def rightmost(patch: _Patch) -> int:
    """The last column with a cell.

    Where it fails it gives 0.
    """

def rightmost_i(indices: _Indices) -> int:
    """The last column with a cell. Takes a set of places.

    Where it fails it gives 0.
    """

def rightmost_o(obj: _Object) -> int:
    """The last column with a cell. Takes an object.

    Where it fails it gives 0.
    """

def shape_f(patch: _Patch) -> _Pair:
    """Height and width. Takes a set.

    Where it fails it gives ().
    """

def shape_t(grid: _Grid) -> _Pair:
    """Height and width. Takes a tuple.

    Where it fails it gives ().
    """

def square_f(patch: _Patch) -> bool:
    """Whether the grid is square, or the patch fills a square. Takes a set.

    Where it fails it gives False.
    """

def square_t(grid: _Grid) -> bool:
    """Whether the grid is square, or the patch fills a square. Takes a tuple.

    Where it fails it gives False.
    """

def ulcorner(patch: _Patch) -> _Pair:
    """The upper left corner of the box.

    Where it fails it gives ().
    """

def ulcorner_i(indices: _Indices) -> _Pair:
    """The upper left corner of the box. Takes a set of places.

    Where it fails it gives ().
    """

def ulcorner_o(obj: _Object) -> _Pair:
    """The upper left corner of the box. Takes an object.

    Where it fails it gives ().
    """

def uppermost(patch: _Patch) -> int:
    """The first row with a cell.

    Where it fails it gives 0.
    """

def uppermost_i(indices: _Indices) -> int:
    """The first row with a cell. Takes a set of places.

    Where it fails it gives 0.
    """

def uppermost_o(obj: _Object) -> int:
    """The first row with a cell. Takes an object.

    Where it fails it gives 0.
    """

def urcorner(patch: _Patch) -> _Pair:
    """The upper right corner of the box.

    Where it fails it gives ().
    """

def urcorner_i(indices: _Indices) -> _Pair:
    """The upper right corner of the box. Takes a set of places.

    Where it fails it gives ().
    """

def urcorner_o(obj: _Object) -> _Pair:
    """The upper right corner of the box. Takes an object.

    Where it fails it gives ().
    """

def vline_i(patch: _Indices) -> bool:
    """Whether the patch is a vertical line. Takes a set of places.

    Where it fails it gives False.
    """

def vline_o(patch: _Object) -> bool:
    """Whether the patch is a vertical line. Takes an object.

    Where it fails it gives False.
    """

def vmatching(a: _Patch, b: _Patch) -> bool:
    """Whether some column has cells of both patches.

    Where it fails it gives False.
    """

def vperiod(obj: _Object) -> int:
    """The least shift upwards after which the object fits onto itself.

    Where it fails it gives 0.
    """

def width_f(piece: _Indices) -> int:
    """How many columns the grid or the patch's box has. Takes a set.

    Where it fails it gives 0.
    """

def width_i(piece: _Indices) -> int:
    """How many columns the grid or the patch's box has. Takes a set of places.

    Where it fails it gives 0.
    """

def width_o(piece: _Object) -> int:
    """How many columns the grid or the patch's box has. Takes an object.

    Where it fails it gives 0.
    """

def width_t(piece: Tuple[Any, ...]) -> int:
    """How many columns the grid or the patch's box has. Takes a tuple.

    Where it fails it gives 0.
    """

def ascell(ij: _Pair, c: int) -> Tuple[Any, ...]:
    """The cell at the place with the colour.

    Where it fails it gives ().
    """

def asindices(grid: _Grid) -> _Indices:
    """All places of the grid.

    Where it fails it gives frozenset().
    """

def astriple(i: int, j: int, c: int) -> Tuple[Any, ...]:
    """The three values as a tuple.

    Where it fails it gives ().
    """

def backdrop(patch: _Patch) -> _Indices:
    """All places of the patch's box.

    Where it fails it gives frozenset().
    """

def box(patch: _Patch) -> _Indices:
    """The outline of the patch's box.

    Where it fails it gives frozenset().
    """

def celltuple(a: Tuple[Any, ...], b: Tuple[Any, ...]) -> _TupleTuple:
    """Places and colours side by side, as cells.

    Where it fails it gives ().
    """

def delta(patch: _Patch) -> _Indices:
    """The places of the patch's box that are not in the patch.

    Where it fails it gives frozenset().
    """

def dneighbors(loc: _Pair) -> _Indices:
    """The four places beside it.

    Where it fails it gives frozenset().
    """

def inbox(patch: _Patch) -> _Indices:
    """The outline one step inside the patch's box.

    Where it fails it gives frozenset().
    """

def ineighbors(loc: _Pair) -> _Indices:
    """The four places diagonally beside it.

    Where it fails it gives frozenset().
    """

def neighbors(loc: _Pair) -> _Indices:
    """The eight places around it.

    Where it fails it gives frozenset().
    """

def normalize(indices: _Indices) -> _Indices:
    """The patch moved so that its box starts at the origin.

    Where it fails it gives frozenset().
    """

def normalize_i(indices: _Indices) -> _Indices:
    """The patch moved so that its box starts at the origin. Takes a set of places.

    Where it fails it gives frozenset().
    """

def normalize_o(obj: _Object) -> _Object:
    """The patch moved so that its box starts at the origin. Takes an object.

    Where it fails it gives frozenset().
    """

def normalize_t(piece: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """The patch moved so that its box starts at the origin. Takes a tuple.

    Where it fails it gives ().
    """

def outbox(patch: _Patch) -> _Indices:
    """The outline one step outside the patch's box.

    Where it fails it gives frozenset().
    """

def shift(patch: _Patch, directions: _Pair) -> Any:
    """The patch moved by the vector.

    Where it fails it gives frozenset().
    """

def toij(c: _Cell) -> _Pair:
    """The place of the cell.

    Where it fails it gives ().
    """

def toindices(patch: _Patch) -> _Indices:
    """The places of the cells.

    Where it fails it gives frozenset().
    """

def toindices_i(indices: _Indices) -> _Indices:
    """The places of the cells. Takes a set of places.

    Where it fails it gives frozenset().
    """

def toindices_o(obj: _Object) -> _Indices:
    """The places of the cells. Takes an object.

    Where it fails it gives frozenset().
    """

def connect(a: _Pair, b: _Pair) -> _Indices:
    """The straight line between two places; nothing if there is none.

    Where it fails it gives frozenset().
    """

def frontiers(grid: _Grid) -> _Objects:
    """The rows and columns that have one colour.

    Where it fails it gives frozenset().
    """

def hfrontier(location: _Pair) -> _Indices:
    """The row through the place, 30 cells long.

    Where it fails it gives frozenset().
    """

def shoot(start: _Pair, direction: _Pair) -> _Indices:
    """The line from the place in the direction, 42 steps long.

    Where it fails it gives frozenset().
    """

def vfrontier(location: _Pair) -> _Indices:
    """The column through the place, 30 cells long.

    Where it fails it gives frozenset().
    """

def asobject(grid: _Grid) -> _Object:
    """All cells of the grid.

    Where it fails it gives frozenset().
    """

def colorfilter(objs: _Objects, color: int) -> _Objects:
    """The objects of the colour.

    Where it fails it gives frozenset().
    """

def colorfilter_t(objs: _TupleTuple, color: int) -> _TupleTuple:
    """The objects of the colour. Takes a tuple.

    Where it fails it gives ().
    """

def fgpartition(grid: _Grid) -> _Objects:
    """One object per colour but the most common one.

    Where it fails it gives frozenset().
    """

def o_g(grid: _Grid, type: int) -> _Objects:
    """The objects of the grid; the code is 4 for one colour, plus 2 for diagonals, plus 1 without background.

    Where it fails it gives ().
    """

def o_g_t(grid: _Grid, type: int) -> _TupleTuple:
    """Like o_g, as tuples of cells in the order they are found.

    Where it fails it gives ().
    """

def o_g_tuple(grid: _Grid, type: int) -> _TupleTuple:
    """Another name of o_g_t.

    Where it fails it gives ().
    """

def objects(grid: _Grid, univalued: object, diagonal: object, without_bg: object) -> _Objects:
    """The connected parts of the grid: of one colour or of any, joined over edges or corners too, with or without the background.

    Where it fails it gives frozenset().
    """

def objects_g(grid: _Grid, univalued: object, diagonal: object, without_bg: object) -> _TupleTuple:
    """Another name of objects_t.

    Where it fails it gives ().
    """

def objects_t(grid: _Grid, univalued: object, diagonal: object, without_bg: object) -> _TupleTuple:
    """Like objects, as tuples of cells in the order they are found.

    Where it fails it gives ().
    """

def occurrences(grid: _Grid, obj: _Object) -> _Indices:
    """Where the object occurs in the grid.

    Where it fails it gives frozenset().
    """

def partition(grid: _Grid) -> _Objects:
    """One object per colour.

    Where it fails it gives frozenset().
    """

def sizefilter(container: _Container, n: int) -> _Object:
    """The items of that size.

    Where it fails it gives frozenset().
    """

def sizefilter_t(container: Tuple[Any, ...], n: int) -> Tuple[Any, ...]:
    """The items of that size. Takes a tuple.

    Where it fails it gives ().
    """

def toobject(patch: _Patch, grid: _Grid) -> _Object:
    """The grid's cells at the places of the patch.

    Where it fails it gives frozenset().
    """

def a_mr(S: _TupleTuple) -> int:
    """The least code of mir_rot_t that turns every demo input into its output; None if there is none.

    Where it fails it gives ().
    """

def bottomhalf(grid: _Grid) -> _Grid:
    """The lower half.

    Where it fails it gives ().
    """

def canvas(color: int, dimensions: _Pair) -> _Grid:
    """A grid of one colour.

    Where it fails it gives ().
    """

def cellwise(a: _Grid, b: _Grid, fallback: int) -> _Grid:
    """Where the grids agree their colour, elsewhere the fallback.

    Where it fails it gives ().
    """

def cmirror_f(patch: _Patch) -> Any:
    """Mirrored at the other diagonal. Takes a set.

    Where it fails it gives frozenset().
    """

def cmirror_i(indices: _Indices) -> _Indices:
    """Mirrored at the other diagonal. Takes a set of places.

    Where it fails it gives frozenset().
    """

def cmirror_o(obj: _Object) -> _Object:
    """Mirrored at the other diagonal. Takes an object.

    Where it fails it gives frozenset().
    """

def cmirror_t(grid: _Grid) -> _Grid:
    """Mirrored at the other diagonal. Takes a tuple.

    Where it fails it gives ().
    """

def compress(grid: _Grid) -> _Grid:
    """The grid without the rows and columns of one colour.

    Where it fails it gives ().
    """

def cover(grid: _Grid, patch: _Patch) -> _Grid:
    """The grid with the background colour at all places of the patch.

    Where it fails it gives ().
    """

def crop(grid: _Grid, start: _Pair, dims: _Pair) -> _Grid:
    """The part of the grid that starts there and has these dimensions.

    Where it fails it gives ().
    """

def dmirror_f(patch: _Patch) -> Any:
    """Mirrored at the main diagonal. Takes a set.

    Where it fails it gives frozenset().
    """

def dmirror_i(indices: _Indices) -> _Indices:
    """Mirrored at the main diagonal. Takes a set of places.

    Where it fails it gives frozenset().
    """

def dmirror_o(obj: _Object) -> _Object:
    """Mirrored at the main diagonal. Takes an object.

    Where it fails it gives frozenset().
    """

def dmirror_t(grid: _Grid) -> _Grid:
    """Mirrored at the main diagonal. Takes a tuple.

    Where it fails it gives ().
    """

def downscale(grid: _Grid, factor: int) -> _Grid:
    """Every factor-th row and column.

    Where it fails it gives ().
    """

def fill(grid: _Grid, color: int, patch: _Patch) -> _Grid:
    """The grid with the colour at all places of the patch.

    Where it fails it gives ().
    """

def hconcat(a: _Grid, b: _Grid) -> _Grid:
    """The two grids side by side.

    Where it fails it gives ().
    """

def hmirror_f(patch: _Patch) -> Any:
    """Upside down. Takes a set.

    Where it fails it gives frozenset().
    """

def hmirror_i(indices: _Indices) -> _Indices:
    """Upside down. Takes a set of places.

    Where it fails it gives frozenset().
    """

def hmirror_o(obj: _Object) -> _Object:
    """Upside down. Takes an object.

    Where it fails it gives frozenset().
    """

def hmirror_t(grid: _Grid) -> _Grid:
    """Upside down. Takes a tuple.

    Where it fails it gives ().
    """

def hsplit(grid: _Grid, n: int) -> Tuple[Any, ...]:
    """The grid cut into n parts from left to right.

    Where it fails it gives ().
    """

def hupscale(grid: _Grid, factor: int) -> _Grid:
    """Each column factor times.

    Where it fails it gives ().
    """

def lefthalf(grid: _Grid) -> _Grid:
    """The left half.

    Where it fails it gives ().
    """

def mir_rot_f(patch: _Patch, type: int) -> Any:
    """The patch mirrored: upside down (0), at the diagonal (1), left to right (2), at the other diagonal (3).

    Where it fails it gives ().
    """

def mir_rot_t(grid: _Grid, type: int) -> _Grid:
    """The grid mirrored (0 to 3) or turned (4 to 6) as the code says.

    Where it fails it gives ().
    """

def move(grid: _Grid, obj: _Object, offset: _Pair) -> _Grid:
    """The grid with the object moved by the vector.

    Where it fails it gives ().
    """

def paint(grid: _Grid, obj: _Object) -> _Grid:
    """The grid with the object drawn onto it.

    Where it fails it gives ().
    """

def righthalf(grid: _Grid) -> _Grid:
    """The right half.

    Where it fails it gives ().
    """

def rot180(grid: _Grid) -> _Grid:
    """A half turn.

    Where it fails it gives ().
    """

def rot270(grid: _Grid) -> _Grid:
    """A quarter turn anticlockwise.

    Where it fails it gives ().
    """

def rot90(grid: _Grid) -> _Grid:
    """A quarter turn clockwise.

    Where it fails it gives ().
    """

def subgrid(patch: _Patch, grid: _Grid) -> _Grid:
    """The part of the grid in the patch's box.

    Where it fails it gives ().
    """

def tophalf(grid: _Grid) -> _Grid:
    """The upper half.

    Where it fails it gives ().
    """

def trim(grid: _Grid) -> _Grid:
    """The grid without its border.

    Where it fails it gives ().
    """

def underfill(grid: _Grid, color: int, patch: _Patch) -> _Grid:
    """Like fill, but only where the grid has its background colour.

    Where it fails it gives ().
    """

def underpaint(grid: _Grid, obj: _Object) -> _Grid:
    """Like paint, but only where the grid has its background colour.

    Where it fails it gives ().
    """

def upscale_f(obj: _Object, factor: int) -> _Object:
    """Each cell as a square of factor by factor. Takes a set.

    Where it fails it gives frozenset().
    """

def upscale_t(grid: _Grid, factor: int) -> _Grid:
    """Each cell as a square of factor by factor. Takes a tuple.

    Where it fails it gives ().
    """

def vconcat(a: _Grid, b: _Grid) -> _Grid:
    """The first grid above the second.

    Where it fails it gives ().
    """

def vmirror_f(patch: _Patch) -> Any:
    """Left and right exchanged. Takes a set.

    Where it fails it gives frozenset().
    """

def vmirror_i(indices: _Indices) -> _Indices:
    """Left and right exchanged. Takes a set of places.

    Where it fails it gives frozenset().
    """

def vmirror_o(obj: _Object) -> _Object:
    """Left and right exchanged. Takes an object.

    Where it fails it gives frozenset().
    """

def vmirror_t(grid: _Grid) -> _Grid:
    """Left and right exchanged. Takes a tuple.

    Where it fails it gives ().
    """

def vsplit(grid: _Grid, n: int) -> Tuple[Any, ...]:
    """The grid cut into n parts from top to bottom.

    Where it fails it gives ().
    """

def vupscale(grid: _Grid, factor: int) -> _Grid:
    """Each row factor times.

    Where it fails it gives ().
    """
