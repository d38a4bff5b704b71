//! The one table of operations.
//!
//! Everything that needs to know about an operation derives from its row here: the enum, look-up by name, arity
//! (`rbind` and `lbind` need it), keyword names, types, fuel class and documentation. Adding an operation means
//! a row here, its code in the CPU backend, its kernel if it has one, and its page.

use crate::dialect::Dialect;
use crate::tok::TokOp;
use crate::types::Type;

/// How much fuel a call takes, as a formula over the weights of its arguments and its result.
///
/// `w(x)` is [`crate::Value::weight`]. The formula belongs to the operation and not to an implementation, so
/// every backend charges the same. Functions called by the operation charge for themselves; values they give that
/// are hashed or compared are charged by their weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cost {
    /// 4.
    Const,
    /// 4 + the weights of all arguments; then the bulk of the result ([`crate::Value::bulk`]).
    Linear,
    /// 4 + the bulks of all arguments; then the bulk of the result: for what takes a byte a cell.
    Bytes,
    /// 4 + 32 · w(first); then the bulk of the result.
    Search,
    /// 4 + w(first) · w(second); then the bulk of the result.
    Product,
    /// 4 + w(first); then w(first) for each step taken; the steps are part of the operation's definition.
    Steps,
    /// 4 + w(first) · (1 + log2 of its weight); then the bulk of the result.
    Sort,
}

/// What an operation is about; one page of the documentation each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    Number,
    Logic,
    Container,
    Function,
    Shape,
    Patch,
    Object,
    Colour,
    Grid,
    Line,
}

impl Family {
    /// In the order people meet them.
    pub const ALL: [Family; 10] = [
        Family::Grid,
        Family::Colour,
        Family::Object,
        Family::Patch,
        Family::Line,
        Family::Shape,
        Family::Container,
        Family::Function,
        Family::Number,
        Family::Logic,
    ];

    /// The name of its page.
    pub fn name(self) -> &'static str {
        match self {
            Family::Number => "number",
            Family::Logic => "logic",
            Family::Container => "container",
            Family::Function => "function",
            Family::Shape => "shape",
            Family::Patch => "patch",
            Family::Object => "object",
            Family::Colour => "colour",
            Family::Grid => "grid",
            Family::Line => "line",
        }
    }
}

/// A parameter: its name in a call with keywords, and the type it is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    pub name: &'static str,
    pub ty: Type,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpInfo {
    pub name: &'static str,
    pub params: &'static [Param],
    pub result: Type,
    pub family: Family,
    pub cost: Cost,
    pub doc: &'static str,
}

/// What a call needs to know of an operation, close together.
#[derive(Clone, Copy, Debug)]
pub struct CallShape {
    pub arity: u8,
    pub cost: Cost,
    /// Takes a grid apart into rows.
    pub takes_rows: bool,
    /// Means one of its arguments to be a grid, or what may be one.
    pub wants_grids: bool,
}

impl OpInfo {
    /// `fill(grid: Grid, value: Int, patch: Patch) -> Grid`.
    pub fn signature(&self) -> String {
        let params: Vec<String> = self.params.iter().map(|p| format!("{}: {}", p.name, p.ty)).collect();
        format!("{}({}) -> {}", self.name, params.join(", "), self.result)
    }
}

macro_rules! ops {
    ($( $family:ident { $( $name:ident ( $( $param:ident : $ty:ident ),* ) -> $result:ident, $cost:ident, $doc:literal; )* } )*) => {
        /// An operation of the DSL.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(non_camel_case_types, reason = "the variants are the names people write in programs")]
        #[repr(u8)]
        pub enum Op { $( $( $name, )* )* }

        impl Op {
            /// All operations, in the order of the table.
            pub const ALL: &[Op] = &[ $( $( Op::$name, )* )* ];
        }

        static TABLE: &[OpInfo] = &[ $( $( OpInfo {
            name: plain(stringify!($name)),
            params: &[ $( Param { name: stringify!($param), ty: Type::$ty } ),* ],
            result: Type::$result,
            family: Family::$family,
            cost: Cost::$cost,
            doc: $doc,
        }, )* )* ];

        static CALL_SHAPES: [CallShape; Op::ALL.len()] = [ $( $( CallShape {
            arity: [$( stringify!($param) ),*].len() as u8,
            cost: Cost::$cost,
            takes_rows: matches!(Family::$family, Family::Container | Family::Function),
            wants_grids: false $( || Type::$ty.may_be_grid() )*,
        }, )* )* ];
    };
}

/// The name without the `r#` that Rust wants before its own keywords.
pub(crate) const fn plain(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

impl Op {
    pub fn info(self) -> &'static OpInfo {
        &TABLE[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.info().name
    }

    #[inline]
    pub fn arity(self) -> usize {
        self.call_shape().arity.into()
    }

    #[inline]
    pub fn call_shape(self) -> CallShape {
        CALL_SHAPES[self as usize]
    }

    /// The operation a name stands for, if any.
    pub fn from_name(name: &str) -> Option<Op> {
        static BY_NAME: std::sync::LazyLock<std::collections::HashMap<&'static str, Op>> =
            std::sync::LazyLock::new(|| Op::ALL.iter().map(|&op| (op.name(), op)).collect());
        BY_NAME.get(name).copied()
    }

    /// The keyword name of parameter `i`, which two operations spell differently in `rearc`.
    pub fn param_name(self, i: usize, dialect: Dialect) -> &'static str {
        match (self, dialect, i) {
            (Op::dedupe, Dialect::Rearc, 0) => "iterable",
            (Op::branch, Dialect::Rearc, 1) => "if_value",
            (Op::branch, Dialect::Rearc, 2) => "else_value",
            _ => self.info().params[i].name,
        }
    }
}

/// The table as `ops.lock` keeps it, a line per operation. Stored programs depend on it.
pub fn lock_text() -> String {
    let mut text = String::from(
        "# Operations as stored programs know them: number, name, parameters, result.\n\
         # Derived from the table in crates/core/src/ops.rs; `cargo xtask ops-lock` writes it anew.\n",
    );
    for (number, op) in Op::ALL.iter().enumerate() {
        text.push_str(&format!("{number} {}\n", op.info().signature()));
    }
    text.push_str("# Operations of tokpidjin's dialect; from crates/core/src/tok/table.rs.\n");
    for (number, op) in TokOp::ALL.iter().enumerate() {
        text.push_str(&format!("tok {number} {}\n", op.signature()));
    }
    text
}

ops! {
    Number {
        add(a: Num, b: Num) -> Num, Const, "The sum of two numbers or pairs; a number is added to both parts of a pair.";
        subtract(a: Num, b: Num) -> Num, Const, "The difference of two numbers or pairs.";
        multiply(a: Num, b: Num) -> Num, Const, "The product of two numbers or pairs, part by part.";
        divide(a: Num, b: Num) -> Num, Const, "The quotient of two numbers or pairs, rounded down.";
        invert(n: Num) -> Num, Const, "The number or pair with its sign changed.";
        even(n: Int) -> Bool, Const, "Whether the number is even.";
        double(n: Num) -> Num, Const, "Twice the number or pair.";
        halve(n: Num) -> Num, Const, "Half of the number or pair, rounded down.";
        increment(x: Num) -> Num, Const, "One more, in both parts of a pair.";
        decrement(x: Num) -> Num, Const, "One less, in both parts of a pair.";
        crement(x: Num) -> Num, Const, "One further away from zero; zero stays.";
        sign(x: Num) -> Num, Const, "-1, 0 or 1, in both parts of a pair.";
        positive(x: Int) -> Bool, Const, "Whether the number is above zero.";
        toivec(i: Int) -> Pair, Const, "The vector that goes i rows down.";
        tojvec(j: Int) -> Pair, Const, "The vector that goes j columns right.";
        greater(a: Int, b: Int) -> Bool, Const, "Whether a is greater than b.";
        maximum(container: IntSet) -> Int, Linear, "The largest item; 0 if there is none.";
        minimum(container: IntSet) -> Int, Linear, "The smallest item; 0 if there is none.";
        interval(start: Int, stop: Int, step: Int) -> Tuple, Linear, "The numbers from start up to, not including, stop.";
        astuple(a: Int, b: Int) -> Pair, Linear, "The two values as a pair.";
    }
    Logic {
        flip(b: Bool) -> Bool, Const, "True becomes False and False becomes True.";
        equality(a: Any, b: Any) -> Bool, Linear, "Whether the two values are equal.";
        contained(value: Any, container: Container) -> Bool, Linear, "Whether the container has the value.";
        both(a: Bool, b: Bool) -> Bool, Const, "Logical and.";
        either(a: Bool, b: Bool) -> Bool, Const, "Logical or.";
        branch(condition: Bool, a: Any, b: Any) -> Any, Const, "a if the condition holds, else b.";
    }
    Container {
        identity(x: Any) -> Any, Const, "The value itself.";
        combine(a: Container, b: Container) -> Container, Linear, "The items of both containers, in a container of the first one's kind.";
        intersection(a: Set, b: Set) -> Set, Linear, "The items that are in both sets.";
        difference(a: Container, b: Container) -> Container, Linear, "The items of a that are not in b.";
        dedupe(tup: Tuple) -> Tuple, Linear, "The tuple without repeated items; the first of each stays.";
        order(container: Container, compfunc: Func) -> Tuple, Sort, "The items sorted by what the function gives for them.";
        repeat(item: Any, num: Int) -> Tuple, Linear, "A tuple with the item num times.";
        size(container: Container) -> Int, Const, "How many items the container has.";
        merge(containers: Containers) -> Container, Linear, "The items of all inner containers in one.";
        valmax(container: Container, compfunc: Func) -> Int, Linear, "The largest value the function gives for an item.";
        valmin(container: Container, compfunc: Func) -> Int, Linear, "The smallest value the function gives for an item.";
        argmax(container: Container, compfunc: Func) -> Any, Linear, "The first item for which the function gives the largest value.";
        argmin(container: Container, compfunc: Func) -> Any, Linear, "The first item for which the function gives the smallest value.";
        mostcommon(container: Container) -> Any, Linear, "The item that occurs most often.";
        leastcommon(container: Container) -> Any, Linear, "The item that occurs least often.";
        initset(value: Any) -> Set, Linear, "The set with just this value.";
        sfilter(container: Container, condition: Func) -> Container, Linear, "The items for which the condition holds.";
        mfilter(container: Container, function: Func) -> Set, Linear, "The items for which the function holds, merged.";
        extract(container: Container, condition: Func) -> Any, Linear, "The first item for which the condition holds.";
        totuple(container: Set) -> Tuple, Linear, "The items as a tuple.";
        first(container: Container) -> Any, Const, "The first item.";
        last(container: Container) -> Any, Const, "The last item.";
        insert(value: Any, container: Set) -> Set, Linear, "The set with the value added.";
        remove(value: Any, container: Container) -> Container, Linear, "The container without the value.";
        other(container: Container, value: Any) -> Any, Linear, "The first item that is not the value.";
        product(a: Container, b: Container) -> Set, Product, "All pairs of an item of a and an item of b.";
        pair(a: Tuple, b: Tuple) -> TupleTuple, Linear, "The items of the two tuples side by side.";
    }
    Function {
        compose(outer: Func, inner: Func) -> Func, Const, "The function that applies inner, then outer.";
        chain(h: Func, g: Func, f: Func) -> Func, Const, "The function that applies f, then g, then h.";
        matcher(function: Func, target: Any) -> Func, Const, "The function that tells whether function gives target.";
        rbind(function: Func, fixed: Any) -> Func, Const, "The function with its last argument fixed.";
        lbind(function: Func, fixed: Any) -> Func, Const, "The function with its first argument fixed.";
        power(function: Func, n: Int) -> Func, Const, "The function applied n times.";
        fork(outer: Func, a: Func, b: Func) -> Func, Const, "The function that gives outer the results of a and of b.";
        apply(function: Func, container: Container) -> Container, Linear, "What the function gives for each item.";
        rapply(functions: Container, value: Any) -> Container, Linear, "What each of the functions gives for the value.";
        mapply(function: Func, container: Containers) -> Set, Linear, "What the function gives for each item, merged.";
        papply(function: Func, a: Tuple, b: Tuple) -> Tuple, Linear, "What the function gives for items side by side.";
        mpapply(function: Func, a: Tuple, b: Tuple) -> Tuple, Linear, "What the function gives for items side by side, merged.";
        prapply(function: Func, a: Container, b: Container) -> Set, Product, "What the function gives for all pairs of items.";
    }
    Colour {
        mostcolor(element: Element) -> Int, Bytes, "The colour that occurs most often.";
        leastcolor(element: Element) -> Int, Bytes, "The colour that occurs least often.";
        colorcount(element: Element, value: Int) -> Int, Bytes, "How many cells have the colour.";
        palette(element: Element) -> IntSet, Bytes, "The colours that occur.";
        numcolors(element: Element) -> Int, Bytes, "How many colours occur.";
        color(obj: Object) -> Int, Const, "The colour of the object's first cell.";
        recolor(value: Int, patch: Patch) -> Object, Bytes, "The patch as an object of one colour.";
        ofcolor(grid: Grid, value: Int) -> Indices, Bytes, "Where the grid has the colour.";
        replace(grid: Grid, replacee: Int, replacer: Int) -> Grid, Bytes, "The grid with one colour replaced by another.";
        switch(grid: Grid, a: Int, b: Int) -> Grid, Bytes, "The grid with two colours exchanged.";
        index(grid: Grid, loc: Pair) -> Int, Const, "The colour at the place; None outside the grid.";
    }
    Shape {
        height(piece: Piece) -> Int, Bytes, "How many rows the grid or the patch's box has.";
        width(piece: Piece) -> Int, Bytes, "How many columns the grid or the patch's box has.";
        shape(piece: Piece) -> Pair, Bytes, "Height and width.";
        portrait(piece: Piece) -> Bool, Bytes, "Whether it is higher than wide.";
        uppermost(patch: Patch) -> Int, Bytes, "The first row with a cell.";
        lowermost(patch: Patch) -> Int, Bytes, "The last row with a cell.";
        leftmost(patch: Patch) -> Int, Bytes, "The first column with a cell.";
        rightmost(patch: Patch) -> Int, Bytes, "The last column with a cell.";
        ulcorner(patch: Patch) -> Pair, Bytes, "The upper left corner of the box.";
        urcorner(patch: Patch) -> Pair, Bytes, "The upper right corner of the box.";
        llcorner(patch: Patch) -> Pair, Bytes, "The lower left corner of the box.";
        lrcorner(patch: Patch) -> Pair, Bytes, "The lower right corner of the box.";
        corners(patch: Patch) -> Indices, Bytes, "The four corners of the box.";
        center(patch: Patch) -> Pair, Bytes, "The middle of the box.";
        centerofmass(patch: Patch) -> Pair, Bytes, "The mean place of the cells, rounded down.";
        square(piece: Piece) -> Bool, Bytes, "Whether the grid is square, or the patch fills a square.";
        vline(patch: Patch) -> Bool, Bytes, "Whether the patch is a vertical line.";
        hline(patch: Patch) -> Bool, Bytes, "Whether the patch is a horizontal line.";
        hmatching(a: Patch, b: Patch) -> Bool, Bytes, "Whether some row has cells of both patches.";
        vmatching(a: Patch, b: Patch) -> Bool, Bytes, "Whether some column has cells of both patches.";
        manhattan(a: Patch, b: Patch) -> Int, Product, "The least number of steps between a cell of a and one of b.";
        adjacent(a: Patch, b: Patch) -> Bool, Product, "Whether the least distance between the patches is 1.";
        bordering(patch: Patch, grid: Grid) -> Bool, Bytes, "Whether the patch touches the grid's border.";
        position(a: Patch, b: Patch) -> Pair, Bytes, "The direction in which b lies, seen from a.";
        gravitate(source: Patch, destination: Patch) -> Pair, Product, "How far the source moves until it touches the destination.";
        hperiod(obj: Object) -> Int, Steps, "The least shift to the left after which the object fits onto itself.";
        vperiod(obj: Object) -> Int, Steps, "The least shift upwards after which the object fits onto itself.";
    }
    Patch {
        asindices(grid: Grid) -> Indices, Linear, "All places of the grid.";
        toindices(patch: Patch) -> Indices, Linear, "The places of the cells.";
        shift(patch: Patch, directions: Pair) -> Patch, Linear, "The patch moved by the vector.";
        normalize(patch: Patch) -> Patch, Linear, "The patch moved so that its box starts at the origin.";
        dneighbors(loc: Pair) -> Indices, Const, "The four places beside it.";
        ineighbors(loc: Pair) -> Indices, Const, "The four places diagonally beside it.";
        neighbors(loc: Pair) -> Indices, Const, "The eight places around it.";
        backdrop(patch: Patch) -> Indices, Linear, "All places of the patch's box.";
        delta(patch: Patch) -> Indices, Linear, "The places of the patch's box that are not in the patch.";
        inbox(patch: Patch) -> Indices, Linear, "The outline one step inside the patch's box.";
        outbox(patch: Patch) -> Indices, Linear, "The outline one step outside the patch's box.";
        r#box(patch: Patch) -> Indices, Linear, "The outline of the patch's box.";
    }
    Line {
        connect(a: Pair, b: Pair) -> Indices, Linear, "The straight line between two places; nothing if there is none.";
        shoot(start: Pair, direction: Pair) -> Indices, Linear, "The line from the place in the direction, 42 steps long.";
        vfrontier(location: Pair) -> Indices, Const, "The column through the place, 30 cells long.";
        hfrontier(location: Pair) -> Indices, Const, "The row through the place, 30 cells long.";
        frontiers(grid: Grid) -> Objects, Linear, "The rows and columns that have one colour.";
    }
    Object {
        objects(grid: Grid, univalued: Bool, diagonal: Bool, without_bg: Bool) -> Objects, Search, "The connected parts of the grid: of one colour or of any, joined over edges or corners too, with or without the background.";
        partition(grid: Grid) -> Objects, Linear, "One object per colour.";
        fgpartition(grid: Grid) -> Objects, Linear, "One object per colour but the most common one.";
        colorfilter(objs: Objects, value: Int) -> Objects, Linear, "The objects of the colour.";
        sizefilter(container: Container, n: Int) -> Set, Linear, "The items of that size.";
        toobject(patch: Patch, grid: Grid) -> Object, Linear, "The grid's cells at the places of the patch.";
        asobject(grid: Grid) -> Object, Linear, "All cells of the grid.";
        occurrences(grid: Grid, obj: Object) -> Indices, Product, "Where the object occurs in the grid.";
    }
    Grid {
        crop(grid: Grid, start: Pair, dims: Pair) -> Grid, Bytes, "The part of the grid that starts there and has these dimensions.";
        subgrid(patch: Patch, grid: Grid) -> Grid, Bytes, "The part of the grid in the patch's box.";
        rot90(grid: Grid) -> Grid, Bytes, "A quarter turn clockwise.";
        rot180(grid: Grid) -> Grid, Bytes, "A half turn.";
        rot270(grid: Grid) -> Grid, Bytes, "A quarter turn anticlockwise.";
        hmirror(piece: Piece) -> Piece, Bytes, "Upside down.";
        vmirror(piece: Piece) -> Piece, Bytes, "Left and right exchanged.";
        dmirror(piece: Piece) -> Piece, Bytes, "Mirrored at the main diagonal.";
        cmirror(piece: Piece) -> Piece, Bytes, "Mirrored at the other diagonal.";
        fill(grid: Grid, value: Int, patch: Patch) -> Grid, Bytes, "The grid with the colour at all places of the patch.";
        paint(grid: Grid, obj: Object) -> Grid, Bytes, "The grid with the object drawn onto it.";
        underfill(grid: Grid, value: Int, patch: Patch) -> Grid, Bytes, "Like fill, but only where the grid has its background colour.";
        underpaint(grid: Grid, obj: Object) -> Grid, Bytes, "Like paint, but only where the grid has its background colour.";
        cover(grid: Grid, patch: Patch) -> Grid, Bytes, "The grid with the background colour at all places of the patch.";
        r#move(grid: Grid, obj: Object, offset: Pair) -> Grid, Bytes, "The grid with the object moved by the vector.";
        hupscale(grid: Grid, factor: Int) -> Grid, Bytes, "Each column factor times.";
        vupscale(grid: Grid, factor: Int) -> Grid, Bytes, "Each row factor times.";
        upscale(element: Element, factor: Int) -> Element, Bytes, "Each cell as a square of factor by factor.";
        downscale(grid: Grid, factor: Int) -> Grid, Bytes, "Every factor-th row and column.";
        hconcat(a: Grid, b: Grid) -> Grid, Bytes, "The two grids side by side.";
        vconcat(a: Grid, b: Grid) -> Grid, Bytes, "The first grid above the second.";
        hsplit(grid: Grid, n: Int) -> Tuple, Bytes, "The grid cut into n parts from left to right.";
        vsplit(grid: Grid, n: Int) -> Tuple, Bytes, "The grid cut into n parts from top to bottom.";
        cellwise(a: Grid, b: Grid, fallback: Int) -> Grid, Bytes, "Where the grids agree their colour, elsewhere the fallback.";
        canvas(value: Int, dimensions: Pair) -> Grid, Bytes, "A grid of one colour.";
        trim(grid: Grid) -> Grid, Bytes, "The grid without its border.";
        tophalf(grid: Grid) -> Grid, Bytes, "The upper half.";
        bottomhalf(grid: Grid) -> Grid, Bytes, "The lower half.";
        lefthalf(grid: Grid) -> Grid, Bytes, "The left half.";
        righthalf(grid: Grid) -> Grid, Bytes, "The right half.";
        compress(grid: Grid) -> Grid, Bytes, "The grid without the rows and columns of one colour.";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_arc_dsls_160_operations_once_each() {
        let mut names: Vec<_> = Op::ALL.iter().map(|op| op.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 160);
        assert!(Op::ALL.iter().all(|&op| Op::from_name(op.name()) == Some(op)));
    }
}
