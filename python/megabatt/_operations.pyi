# Written by `cargo xtask stubs` from the operation table; changes made here are lost.
from typing import Any, Callable, FrozenSet, Tuple, TypeVar, Union

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
_Batch = TypeVar("_Batch")

class Operations:
    def add(self: _Batch, b: Union[_Num, Operations]) -> _Batch:
        """The sum of two numbers or pairs; a number is added to both parts of a pair."""
    def subtract(self: _Batch, b: Union[_Num, Operations]) -> _Batch:
        """The difference of two numbers or pairs."""
    def multiply(self: _Batch, b: Union[_Num, Operations]) -> _Batch:
        """The product of two numbers or pairs, part by part."""
    def divide(self: _Batch, b: Union[_Num, Operations]) -> _Batch:
        """The quotient of two numbers or pairs, rounded down."""
    def invert(self: _Batch) -> _Batch:
        """The number or pair with its sign changed."""
    def even(self: _Batch) -> _Batch:
        """Whether the number is even."""
    def double(self: _Batch) -> _Batch:
        """Twice the number or pair."""
    def halve(self: _Batch) -> _Batch:
        """Half of the number or pair, rounded down."""
    def increment(self: _Batch) -> _Batch:
        """One more, in both parts of a pair."""
    def decrement(self: _Batch) -> _Batch:
        """One less, in both parts of a pair."""
    def crement(self: _Batch) -> _Batch:
        """One further away from zero; zero stays."""
    def sign(self: _Batch) -> _Batch:
        """-1, 0 or 1, in both parts of a pair."""
    def positive(self: _Batch) -> _Batch:
        """Whether the number is above zero."""
    def toivec(self: _Batch) -> _Batch:
        """The vector that goes i rows down."""
    def tojvec(self: _Batch) -> _Batch:
        """The vector that goes j columns right."""
    def greater(self: _Batch, b: Union[int, Operations]) -> _Batch:
        """Whether a is greater than b."""
    def maximum(self: _Batch) -> _Batch:
        """The largest item; 0 if there is none."""
    def minimum(self: _Batch) -> _Batch:
        """The smallest item; 0 if there is none."""
    def interval(self: _Batch, stop: Union[int, Operations], step: Union[int, Operations]) -> _Batch:
        """The numbers from start up to, not including, stop."""
    def astuple(self: _Batch, b: Union[int, Operations]) -> _Batch:
        """The two values as a pair."""
    def flip(self: _Batch) -> _Batch:
        """True becomes False and False becomes True."""
    def equality(self: _Batch, b: Any) -> _Batch:
        """Whether the two values are equal."""
    def contained(self: _Batch, container: Union[_Container, Operations]) -> _Batch:
        """Whether the container has the value."""
    def both(self: _Batch, b: object) -> _Batch:
        """Logical and."""
    def either(self: _Batch, b: object) -> _Batch:
        """Logical or."""
    def branch(self: _Batch, a: Any, b: Any) -> _Batch:
        """a if the condition holds, else b."""
    def identity(self: _Batch) -> _Batch:
        """The value itself."""
    def combine(self: _Batch, b: Union[_Container, Operations]) -> _Batch:
        """The items of both containers, in a container of the first one's kind."""
    def intersection(self: _Batch, b: Union[FrozenSet[Any], Operations]) -> _Batch:
        """The items that are in both sets."""
    def difference(self: _Batch, b: Union[_Container, Operations]) -> _Batch:
        """The items of a that are not in b."""
    def dedupe(self: _Batch) -> _Batch:
        """The tuple without repeated items; the first of each stays."""
    def order(self: _Batch, compfunc: _Func) -> _Batch:
        """The items sorted by what the function gives for them."""
    def repeat(self: _Batch, num: Union[int, Operations]) -> _Batch:
        """A tuple with the item num times."""
    def size(self: _Batch) -> _Batch:
        """How many items the container has."""
    def merge(self: _Batch) -> _Batch:
        """The items of all inner containers in one."""
    def valmax(self: _Batch, compfunc: _Func) -> _Batch:
        """The largest value the function gives for an item."""
    def valmin(self: _Batch, compfunc: _Func) -> _Batch:
        """The smallest value the function gives for an item."""
    def argmax(self: _Batch, compfunc: _Func) -> _Batch:
        """The first item for which the function gives the largest value."""
    def argmin(self: _Batch, compfunc: _Func) -> _Batch:
        """The first item for which the function gives the smallest value."""
    def mostcommon(self: _Batch) -> _Batch:
        """The item that occurs most often."""
    def leastcommon(self: _Batch) -> _Batch:
        """The item that occurs least often."""
    def initset(self: _Batch) -> _Batch:
        """The set with just this value."""
    def sfilter(self: _Batch, condition: _Func) -> _Batch:
        """The items for which the condition holds."""
    def mfilter(self: _Batch, function: _Func) -> _Batch:
        """The items for which the function holds, merged."""
    def extract(self: _Batch, condition: _Func) -> _Batch:
        """The first item for which the condition holds."""
    def totuple(self: _Batch) -> _Batch:
        """The items as a tuple."""
    def first(self: _Batch) -> _Batch:
        """The first item."""
    def last(self: _Batch) -> _Batch:
        """The last item."""
    def insert(self: _Batch, container: Union[FrozenSet[Any], Operations]) -> _Batch:
        """The set with the value added."""
    def remove(self: _Batch, container: Union[_Container, Operations]) -> _Batch:
        """The container without the value."""
    def other(self: _Batch, value: Any) -> _Batch:
        """The first item that is not the value."""
    def product(self: _Batch, b: Union[_Container, Operations]) -> _Batch:
        """All pairs of an item of a and an item of b."""
    def pair(self: _Batch, b: Union[Tuple[Any, ...], Operations]) -> _Batch:
        """The items of the two tuples side by side."""
    def compose(self: _Batch, inner: _Func) -> _Batch:
        """The function that applies inner, then outer."""
    def chain(self: _Batch, g: _Func, f: _Func) -> _Batch:
        """The function that applies f, then g, then h."""
    def matcher(self: _Batch, target: Any) -> _Batch:
        """The function that tells whether function gives target."""
    def rbind(self: _Batch, fixed: Any) -> _Batch:
        """The function with its last argument fixed."""
    def lbind(self: _Batch, fixed: Any) -> _Batch:
        """The function with its first argument fixed."""
    def power(self: _Batch, n: Union[int, Operations]) -> _Batch:
        """The function applied n times."""
    def fork(self: _Batch, a: _Func, b: _Func) -> _Batch:
        """The function that gives outer the results of a and of b."""
    def apply(self: _Batch, container: Union[_Container, Operations]) -> _Batch:
        """What the function gives for each item."""
    def rapply(self: _Batch, value: Any) -> _Batch:
        """What each of the functions gives for the value."""
    def mapply(self: _Batch, container: Union[_Containers, Operations]) -> _Batch:
        """What the function gives for each item, merged."""
    def papply(self: _Batch, a: Union[Tuple[Any, ...], Operations], b: Union[Tuple[Any, ...], Operations]) -> _Batch:
        """What the function gives for items side by side."""
    def mpapply(self: _Batch, a: Union[Tuple[Any, ...], Operations], b: Union[Tuple[Any, ...], Operations]) -> _Batch:
        """What the function gives for items side by side, merged."""
    def prapply(self: _Batch, a: Union[_Container, Operations], b: Union[_Container, Operations]) -> _Batch:
        """What the function gives for all pairs of items."""
    def mostcolor(self: _Batch) -> _Batch:
        """The colour that occurs most often."""
    def leastcolor(self: _Batch) -> _Batch:
        """The colour that occurs least often."""
    def colorcount(self: _Batch, value: Union[int, Operations]) -> _Batch:
        """How many cells have the colour."""
    def palette(self: _Batch) -> _Batch:
        """The colours that occur."""
    def numcolors(self: _Batch) -> _Batch:
        """How many colours occur."""
    def color(self: _Batch) -> _Batch:
        """The colour of the object's first cell."""
    def recolor(self: _Batch, patch: Union[_Patch, Operations]) -> _Batch:
        """The patch as an object of one colour."""
    def ofcolor(self: _Batch, value: Union[int, Operations]) -> _Batch:
        """Where the grid has the colour."""
    def replace(self: _Batch, replacee: Union[int, Operations], replacer: Union[int, Operations]) -> _Batch:
        """The grid with one colour replaced by another."""
    def switch(self: _Batch, a: Union[int, Operations], b: Union[int, Operations]) -> _Batch:
        """The grid with two colours exchanged."""
    def index(self: _Batch, loc: Union[_Pair, Operations]) -> _Batch:
        """The colour at the place; None outside the grid."""
    def height(self: _Batch) -> _Batch:
        """How many rows the grid or the patch's box has."""
    def width(self: _Batch) -> _Batch:
        """How many columns the grid or the patch's box has."""
    def shape(self: _Batch) -> _Batch:
        """Height and width."""
    def portrait(self: _Batch) -> _Batch:
        """Whether it is higher than wide."""
    def uppermost(self: _Batch) -> _Batch:
        """The first row with a cell."""
    def lowermost(self: _Batch) -> _Batch:
        """The last row with a cell."""
    def leftmost(self: _Batch) -> _Batch:
        """The first column with a cell."""
    def rightmost(self: _Batch) -> _Batch:
        """The last column with a cell."""
    def ulcorner(self: _Batch) -> _Batch:
        """The upper left corner of the box."""
    def urcorner(self: _Batch) -> _Batch:
        """The upper right corner of the box."""
    def llcorner(self: _Batch) -> _Batch:
        """The lower left corner of the box."""
    def lrcorner(self: _Batch) -> _Batch:
        """The lower right corner of the box."""
    def corners(self: _Batch) -> _Batch:
        """The four corners of the box."""
    def center(self: _Batch) -> _Batch:
        """The middle of the box."""
    def centerofmass(self: _Batch) -> _Batch:
        """The mean place of the cells, rounded down."""
    def square(self: _Batch) -> _Batch:
        """Whether the grid is square, or the patch fills a square."""
    def vline(self: _Batch) -> _Batch:
        """Whether the patch is a vertical line."""
    def hline(self: _Batch) -> _Batch:
        """Whether the patch is a horizontal line."""
    def hmatching(self: _Batch, b: Union[_Patch, Operations]) -> _Batch:
        """Whether some row has cells of both patches."""
    def vmatching(self: _Batch, b: Union[_Patch, Operations]) -> _Batch:
        """Whether some column has cells of both patches."""
    def manhattan(self: _Batch, b: Union[_Patch, Operations]) -> _Batch:
        """The least number of steps between a cell of a and one of b."""
    def adjacent(self: _Batch, b: Union[_Patch, Operations]) -> _Batch:
        """Whether the least distance between the patches is 1."""
    def bordering(self: _Batch, grid: Union[_Grid, Operations]) -> _Batch:
        """Whether the patch touches the grid's border."""
    def position(self: _Batch, b: Union[_Patch, Operations]) -> _Batch:
        """The direction in which b lies, seen from a."""
    def gravitate(self: _Batch, destination: Union[_Patch, Operations]) -> _Batch:
        """How far the source moves until it touches the destination."""
    def hperiod(self: _Batch) -> _Batch:
        """The least shift to the left after which the object fits onto itself."""
    def vperiod(self: _Batch) -> _Batch:
        """The least shift upwards after which the object fits onto itself."""
    def asindices(self: _Batch) -> _Batch:
        """All places of the grid."""
    def toindices(self: _Batch) -> _Batch:
        """The places of the cells."""
    def shift(self: _Batch, directions: Union[_Pair, Operations]) -> _Batch:
        """The patch moved by the vector."""
    def normalize(self: _Batch) -> _Batch:
        """The patch moved so that its box starts at the origin."""
    def dneighbors(self: _Batch) -> _Batch:
        """The four places beside it."""
    def ineighbors(self: _Batch) -> _Batch:
        """The four places diagonally beside it."""
    def neighbors(self: _Batch) -> _Batch:
        """The eight places around it."""
    def backdrop(self: _Batch) -> _Batch:
        """All places of the patch's box."""
    def delta(self: _Batch) -> _Batch:
        """The places of the patch's box that are not in the patch."""
    def inbox(self: _Batch) -> _Batch:
        """The outline one step inside the patch's box."""
    def outbox(self: _Batch) -> _Batch:
        """The outline one step outside the patch's box."""
    def box(self: _Batch) -> _Batch:
        """The outline of the patch's box."""
    def connect(self: _Batch, b: Union[_Pair, Operations]) -> _Batch:
        """The straight line between two places; nothing if there is none."""
    def shoot(self: _Batch, direction: Union[_Pair, Operations]) -> _Batch:
        """The line from the place in the direction, 42 steps long."""
    def vfrontier(self: _Batch) -> _Batch:
        """The column through the place, 30 cells long."""
    def hfrontier(self: _Batch) -> _Batch:
        """The row through the place, 30 cells long."""
    def frontiers(self: _Batch) -> _Batch:
        """The rows and columns that have one colour."""
    def objects(self: _Batch, univalued: object, diagonal: object, without_bg: object) -> _Batch:
        """The connected parts of the grid: of one colour or of any, joined over edges or corners too, with or without the background."""
    def partition(self: _Batch) -> _Batch:
        """One object per colour."""
    def fgpartition(self: _Batch) -> _Batch:
        """One object per colour but the most common one."""
    def colorfilter(self: _Batch, value: Union[int, Operations]) -> _Batch:
        """The objects of the colour."""
    def sizefilter(self: _Batch, n: Union[int, Operations]) -> _Batch:
        """The items of that size."""
    def toobject(self: _Batch, grid: Union[_Grid, Operations]) -> _Batch:
        """The grid's cells at the places of the patch."""
    def asobject(self: _Batch) -> _Batch:
        """All cells of the grid."""
    def occurrences(self: _Batch, obj: Union[_Object, Operations]) -> _Batch:
        """Where the object occurs in the grid."""
    def crop(self: _Batch, start: Union[_Pair, Operations], dims: Union[_Pair, Operations]) -> _Batch:
        """The part of the grid that starts there and has these dimensions."""
    def subgrid(self: _Batch, grid: Union[_Grid, Operations]) -> _Batch:
        """The part of the grid in the patch's box."""
    def rot90(self: _Batch) -> _Batch:
        """A quarter turn clockwise."""
    def rot180(self: _Batch) -> _Batch:
        """A half turn."""
    def rot270(self: _Batch) -> _Batch:
        """A quarter turn anticlockwise."""
    def hmirror(self: _Batch) -> _Batch:
        """Upside down."""
    def vmirror(self: _Batch) -> _Batch:
        """Left and right exchanged."""
    def dmirror(self: _Batch) -> _Batch:
        """Mirrored at the main diagonal."""
    def cmirror(self: _Batch) -> _Batch:
        """Mirrored at the other diagonal."""
    def fill(self: _Batch, value: Union[int, Operations], patch: Union[_Patch, Operations]) -> _Batch:
        """The grid with the colour at all places of the patch."""
    def paint(self: _Batch, obj: Union[_Object, Operations]) -> _Batch:
        """The grid with the object drawn onto it."""
    def underfill(self: _Batch, value: Union[int, Operations], patch: Union[_Patch, Operations]) -> _Batch:
        """Like fill, but only where the grid has its background colour."""
    def underpaint(self: _Batch, obj: Union[_Object, Operations]) -> _Batch:
        """Like paint, but only where the grid has its background colour."""
    def cover(self: _Batch, patch: Union[_Patch, Operations]) -> _Batch:
        """The grid with the background colour at all places of the patch."""
    def move(self: _Batch, obj: Union[_Object, Operations], offset: Union[_Pair, Operations]) -> _Batch:
        """The grid with the object moved by the vector."""
    def hupscale(self: _Batch, factor: Union[int, Operations]) -> _Batch:
        """Each column factor times."""
    def vupscale(self: _Batch, factor: Union[int, Operations]) -> _Batch:
        """Each row factor times."""
    def upscale(self: _Batch, factor: Union[int, Operations]) -> _Batch:
        """Each cell as a square of factor by factor."""
    def downscale(self: _Batch, factor: Union[int, Operations]) -> _Batch:
        """Every factor-th row and column."""
    def hconcat(self: _Batch, b: Union[_Grid, Operations]) -> _Batch:
        """The two grids side by side."""
    def vconcat(self: _Batch, b: Union[_Grid, Operations]) -> _Batch:
        """The first grid above the second."""
    def hsplit(self: _Batch, n: Union[int, Operations]) -> _Batch:
        """The grid cut into n parts from left to right."""
    def vsplit(self: _Batch, n: Union[int, Operations]) -> _Batch:
        """The grid cut into n parts from top to bottom."""
    def cellwise(self: _Batch, b: Union[_Grid, Operations], fallback: Union[int, Operations]) -> _Batch:
        """Where the grids agree their colour, elsewhere the fallback."""
    def canvas(self: _Batch, dimensions: Union[_Pair, Operations]) -> _Batch:
        """A grid of one colour."""
    def trim(self: _Batch) -> _Batch:
        """The grid without its border."""
    def tophalf(self: _Batch) -> _Batch:
        """The upper half."""
    def bottomhalf(self: _Batch) -> _Batch:
        """The lower half."""
    def lefthalf(self: _Batch) -> _Batch:
        """The left half."""
    def righthalf(self: _Batch) -> _Batch:
        """The right half."""
    def compress(self: _Batch) -> _Batch:
        """The grid without the rows and columns of one colour."""
