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
    """The sum of two numbers or pairs; a number is added to both parts of a pair."""

def subtract(a: _Num, b: _Num) -> Any:
    """The difference of two numbers or pairs."""

def multiply(a: _Num, b: _Num) -> Any:
    """The product of two numbers or pairs, part by part."""

def divide(a: _Num, b: _Num) -> Any:
    """The quotient of two numbers or pairs, rounded down."""

def invert(n: _Num) -> Any:
    """The number or pair with its sign changed."""

def even(n: int) -> bool:
    """Whether the number is even."""

def double(n: _Num) -> Any:
    """Twice the number or pair."""

def halve(n: _Num) -> Any:
    """Half of the number or pair, rounded down."""

def increment(x: _Num) -> Any:
    """One more, in both parts of a pair."""

def decrement(x: _Num) -> Any:
    """One less, in both parts of a pair."""

def crement(x: _Num) -> Any:
    """One further away from zero; zero stays."""

def sign(x: _Num) -> Any:
    """-1, 0 or 1, in both parts of a pair."""

def positive(x: int) -> bool:
    """Whether the number is above zero."""

def toivec(i: int) -> _Pair:
    """The vector that goes i rows down."""

def tojvec(j: int) -> _Pair:
    """The vector that goes j columns right."""

def greater(a: int, b: int) -> bool:
    """Whether a is greater than b."""

def maximum(container: _IntSet) -> int:
    """The largest item; 0 if there is none."""

def minimum(container: _IntSet) -> int:
    """The smallest item; 0 if there is none."""

def interval(start: int, stop: int, step: int) -> Tuple[Any, ...]:
    """The numbers from start up to, not including, stop."""

def astuple(a: int, b: int) -> _Pair:
    """The two values as a pair."""

def flip(b: object) -> bool:
    """True becomes False and False becomes True."""

def equality(a: Any, b: Any) -> bool:
    """Whether the two values are equal."""

def contained(value: Any, container: _Container) -> bool:
    """Whether the container has the value."""

def both(a: object, b: object) -> bool:
    """Logical and."""

def either(a: object, b: object) -> bool:
    """Logical or."""

def branch(condition: object, if_value: Any, else_value: Any) -> Any:
    """a if the condition holds, else b."""

def identity(x: Any) -> Any:
    """The value itself."""

def combine(a: _Container, b: _Container) -> Any:
    """The items of both containers, in a container of the first one's kind."""

def intersection(a: FrozenSet[Any], b: FrozenSet[Any]) -> FrozenSet[Any]:
    """The items that are in both sets."""

def difference(a: _Container, b: _Container) -> Any:
    """The items of a that are not in b."""

def dedupe(iterable: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """The tuple without repeated items; the first of each stays."""

def order(container: _Container, compfunc: _Func) -> Tuple[Any, ...]:
    """The items sorted by what the function gives for them."""

def repeat(item: Any, num: int) -> Tuple[Any, ...]:
    """A tuple with the item num times."""

def size(container: _Container) -> int:
    """How many items the container has."""

def merge(containers: _Containers) -> Any:
    """The items of all inner containers in one."""

def valmax(container: _Container, compfunc: _Func) -> int:
    """The largest value the function gives for an item."""

def valmin(container: _Container, compfunc: _Func) -> int:
    """The smallest value the function gives for an item."""

def argmax(container: _Container, compfunc: _Func) -> Any:
    """The first item for which the function gives the largest value."""

def argmin(container: _Container, compfunc: _Func) -> Any:
    """The first item for which the function gives the smallest value."""

def mostcommon(container: _Container) -> Any:
    """The item that occurs most often."""

def leastcommon(container: _Container) -> Any:
    """The item that occurs least often."""

def initset(value: Any) -> FrozenSet[Any]:
    """The set with just this value."""

def sfilter(container: _Container, condition: _Func) -> Any:
    """The items for which the condition holds."""

def mfilter(container: _Container, function: _Func) -> FrozenSet[Any]:
    """The items for which the function holds, merged."""

def extract(container: _Container, condition: _Func) -> Any:
    """The first item for which the condition holds."""

def totuple(container: FrozenSet[Any]) -> Tuple[Any, ...]:
    """The items as a tuple."""

def first(container: _Container) -> Any:
    """The first item."""

def last(container: _Container) -> Any:
    """The last item."""

def insert(value: Any, container: FrozenSet[Any]) -> FrozenSet[Any]:
    """The set with the value added."""

def remove(value: Any, container: _Container) -> Any:
    """The container without the value."""

def other(container: _Container, value: Any) -> Any:
    """The first item that is not the value."""

def product(a: _Container, b: _Container) -> FrozenSet[Any]:
    """All pairs of an item of a and an item of b."""

def pair(a: Tuple[Any, ...], b: Tuple[Any, ...]) -> _TupleTuple:
    """The items of the two tuples side by side."""

def compose(outer: _Func, inner: _Func) -> _Func:
    """The function that applies inner, then outer."""

def chain(h: _Func, g: _Func, f: _Func) -> _Func:
    """The function that applies f, then g, then h."""

def matcher(function: _Func, target: Any) -> _Func:
    """The function that tells whether function gives target."""

def rbind(function: _Func, fixed: Any) -> _Func:
    """The function with its last argument fixed."""

def lbind(function: _Func, fixed: Any) -> _Func:
    """The function with its first argument fixed."""

def power(function: _Func, n: int) -> _Func:
    """The function applied n times."""

def fork(outer: _Func, a: _Func, b: _Func) -> _Func:
    """The function that gives outer the results of a and of b."""

def apply(function: _Func, container: _Container) -> Any:
    """What the function gives for each item."""

def rapply(functions: _Container, value: Any) -> Any:
    """What each of the functions gives for the value."""

def mapply(function: _Func, container: _Containers) -> FrozenSet[Any]:
    """What the function gives for each item, merged."""

def papply(function: _Func, a: Tuple[Any, ...], b: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """What the function gives for items side by side."""

def mpapply(function: _Func, a: Tuple[Any, ...], b: Tuple[Any, ...]) -> Tuple[Any, ...]:
    """What the function gives for items side by side, merged."""

def prapply(function: _Func, a: _Container, b: _Container) -> FrozenSet[Any]:
    """What the function gives for all pairs of items."""

def mostcolor(element: _Element) -> int:
    """The colour that occurs most often."""

def leastcolor(element: _Element) -> int:
    """The colour that occurs least often."""

def colorcount(element: _Element, value: int) -> int:
    """How many cells have the colour."""

def palette(element: _Element) -> _IntSet:
    """The colours that occur."""

def numcolors(element: _Element) -> int:
    """How many colours occur."""

def color(obj: _Object) -> int:
    """The colour of the object's first cell."""

def recolor(value: int, patch: _Patch) -> _Object:
    """The patch as an object of one colour."""

def ofcolor(grid: _Grid, value: int) -> _Indices:
    """Where the grid has the colour."""

def replace(grid: _Grid, replacee: int, replacer: int) -> _Grid:
    """The grid with one colour replaced by another."""

def switch(grid: _Grid, a: int, b: int) -> _Grid:
    """The grid with two colours exchanged."""

def index(grid: _Grid, loc: _Pair) -> int:
    """The colour at the place; None outside the grid."""

def height(piece: _Piece) -> int:
    """How many rows the grid or the patch's box has."""

def width(piece: _Piece) -> int:
    """How many columns the grid or the patch's box has."""

def shape(piece: _Piece) -> _Pair:
    """Height and width."""

def portrait(piece: _Piece) -> bool:
    """Whether it is higher than wide."""

def uppermost(patch: _Patch) -> int:
    """The first row with a cell."""

def lowermost(patch: _Patch) -> int:
    """The last row with a cell."""

def leftmost(patch: _Patch) -> int:
    """The first column with a cell."""

def rightmost(patch: _Patch) -> int:
    """The last column with a cell."""

def ulcorner(patch: _Patch) -> _Pair:
    """The upper left corner of the box."""

def urcorner(patch: _Patch) -> _Pair:
    """The upper right corner of the box."""

def llcorner(patch: _Patch) -> _Pair:
    """The lower left corner of the box."""

def lrcorner(patch: _Patch) -> _Pair:
    """The lower right corner of the box."""

def corners(patch: _Patch) -> _Indices:
    """The four corners of the box."""

def center(patch: _Patch) -> _Pair:
    """The middle of the box."""

def centerofmass(patch: _Patch) -> _Pair:
    """The mean place of the cells, rounded down."""

def square(piece: _Piece) -> bool:
    """Whether the grid is square, or the patch fills a square."""

def vline(patch: _Patch) -> bool:
    """Whether the patch is a vertical line."""

def hline(patch: _Patch) -> bool:
    """Whether the patch is a horizontal line."""

def hmatching(a: _Patch, b: _Patch) -> bool:
    """Whether some row has cells of both patches."""

def vmatching(a: _Patch, b: _Patch) -> bool:
    """Whether some column has cells of both patches."""

def manhattan(a: _Patch, b: _Patch) -> int:
    """The least number of steps between a cell of a and one of b."""

def adjacent(a: _Patch, b: _Patch) -> bool:
    """Whether the least distance between the patches is 1."""

def bordering(patch: _Patch, grid: _Grid) -> bool:
    """Whether the patch touches the grid's border."""

def position(a: _Patch, b: _Patch) -> _Pair:
    """The direction in which b lies, seen from a."""

def gravitate(source: _Patch, destination: _Patch) -> _Pair:
    """How far the source moves until it touches the destination."""

def hperiod(obj: _Object) -> int:
    """The least shift to the left after which the object fits onto itself."""

def vperiod(obj: _Object) -> int:
    """The least shift upwards after which the object fits onto itself."""

def asindices(grid: _Grid) -> _Indices:
    """All places of the grid."""

def toindices(patch: _Patch) -> _Indices:
    """The places of the cells."""

def shift(patch: _Patch, directions: _Pair) -> Any:
    """The patch moved by the vector."""

def normalize(patch: _Patch) -> Any:
    """The patch moved so that its box starts at the origin."""

def dneighbors(loc: _Pair) -> _Indices:
    """The four places beside it."""

def ineighbors(loc: _Pair) -> _Indices:
    """The four places diagonally beside it."""

def neighbors(loc: _Pair) -> _Indices:
    """The eight places around it."""

def backdrop(patch: _Patch) -> _Indices:
    """All places of the patch's box."""

def delta(patch: _Patch) -> _Indices:
    """The places of the patch's box that are not in the patch."""

def inbox(patch: _Patch) -> _Indices:
    """The outline one step inside the patch's box."""

def outbox(patch: _Patch) -> _Indices:
    """The outline one step outside the patch's box."""

def box(patch: _Patch) -> _Indices:
    """The outline of the patch's box."""

def connect(a: _Pair, b: _Pair) -> _Indices:
    """The straight line between two places; nothing if there is none."""

def shoot(start: _Pair, direction: _Pair) -> _Indices:
    """The line from the place in the direction, 42 steps long."""

def vfrontier(location: _Pair) -> _Indices:
    """The column through the place, 30 cells long."""

def hfrontier(location: _Pair) -> _Indices:
    """The row through the place, 30 cells long."""

def frontiers(grid: _Grid) -> _Objects:
    """The rows and columns that have one colour."""

def objects(grid: _Grid, univalued: object, diagonal: object, without_bg: object) -> _Objects:
    """The connected parts of the grid: of one colour or of any, joined over edges or corners too, with or without the background."""

def partition(grid: _Grid) -> _Objects:
    """One object per colour."""

def fgpartition(grid: _Grid) -> _Objects:
    """One object per colour but the most common one."""

def colorfilter(objs: _Objects, value: int) -> _Objects:
    """The objects of the colour."""

def sizefilter(container: _Container, n: int) -> FrozenSet[Any]:
    """The items of that size."""

def toobject(patch: _Patch, grid: _Grid) -> _Object:
    """The grid's cells at the places of the patch."""

def asobject(grid: _Grid) -> _Object:
    """All cells of the grid."""

def occurrences(grid: _Grid, obj: _Object) -> _Indices:
    """Where the object occurs in the grid."""

def crop(grid: _Grid, start: _Pair, dims: _Pair) -> _Grid:
    """The part of the grid that starts there and has these dimensions."""

def subgrid(patch: _Patch, grid: _Grid) -> _Grid:
    """The part of the grid in the patch's box."""

def rot90(grid: _Grid) -> _Grid:
    """A quarter turn clockwise."""

def rot180(grid: _Grid) -> _Grid:
    """A half turn."""

def rot270(grid: _Grid) -> _Grid:
    """A quarter turn anticlockwise."""

def hmirror(piece: _Piece) -> Any:
    """Upside down."""

def vmirror(piece: _Piece) -> Any:
    """Left and right exchanged."""

def dmirror(piece: _Piece) -> Any:
    """Mirrored at the main diagonal."""

def cmirror(piece: _Piece) -> Any:
    """Mirrored at the other diagonal."""

def fill(grid: _Grid, value: int, patch: _Patch) -> _Grid:
    """The grid with the colour at all places of the patch."""

def paint(grid: _Grid, obj: _Object) -> _Grid:
    """The grid with the object drawn onto it."""

def underfill(grid: _Grid, value: int, patch: _Patch) -> _Grid:
    """Like fill, but only where the grid has its background colour."""

def underpaint(grid: _Grid, obj: _Object) -> _Grid:
    """Like paint, but only where the grid has its background colour."""

def cover(grid: _Grid, patch: _Patch) -> _Grid:
    """The grid with the background colour at all places of the patch."""

def move(grid: _Grid, obj: _Object, offset: _Pair) -> _Grid:
    """The grid with the object moved by the vector."""

def hupscale(grid: _Grid, factor: int) -> _Grid:
    """Each column factor times."""

def vupscale(grid: _Grid, factor: int) -> _Grid:
    """Each row factor times."""

def upscale(element: _Element, factor: int) -> Any:
    """Each cell as a square of factor by factor."""

def downscale(grid: _Grid, factor: int) -> _Grid:
    """Every factor-th row and column."""

def hconcat(a: _Grid, b: _Grid) -> _Grid:
    """The two grids side by side."""

def vconcat(a: _Grid, b: _Grid) -> _Grid:
    """The first grid above the second."""

def hsplit(grid: _Grid, n: int) -> Tuple[Any, ...]:
    """The grid cut into n parts from left to right."""

def vsplit(grid: _Grid, n: int) -> Tuple[Any, ...]:
    """The grid cut into n parts from top to bottom."""

def cellwise(a: _Grid, b: _Grid, fallback: int) -> _Grid:
    """Where the grids agree their colour, elsewhere the fallback."""

def canvas(value: int, dimensions: _Pair) -> _Grid:
    """A grid of one colour."""

def trim(grid: _Grid) -> _Grid:
    """The grid without its border."""

def tophalf(grid: _Grid) -> _Grid:
    """The upper half."""

def bottomhalf(grid: _Grid) -> _Grid:
    """The lower half."""

def lefthalf(grid: _Grid) -> _Grid:
    """The left half."""

def righthalf(grid: _Grid) -> _Grid:
    """The right half."""

def compress(grid: _Grid) -> _Grid:
    """The grid without the rows and columns of one colour."""
