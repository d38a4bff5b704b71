//! The table of tokpidjin's public functions: parameters, result, what a failing call gives, cost, and a line about it.
//!
//! Twenty-two names are defined twice there; Python keeps the later definition, and so does this table.

use super::{Default, TokInfo, TokOp};
use crate::ops::{Cost, Family, Param, plain};
use crate::types::Type;

macro_rules! tok_ops {
    ($( $family:ident { $( $name:ident ( $( $param:ident : $ty:ident ),* ) -> $result:ident or $default:ident, $cost:ident, $doc:literal; )* } )*) => {
        impl TokOp {
            /// All operations, in the order of the table.
            pub const ALL: &[TokOp] = &[ $( $( TokOp::$name, )* )* ];
        }

        pub(super) static TABLE: &[TokInfo] = &[ $( $( TokInfo {
            name: plain(stringify!($name)),
            params: &[ $( Param { name: plain(stringify!($param)), ty: Type::$ty } ),* ],
            result: Type::$result,
            default: Default::$default,
            family: Family::$family,
            cost: Cost::$cost,
            doc: $doc,
        }, )* )* ];

        pub(super) mod names {
            /// An operation of tokpidjin's dialect.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            #[allow(non_camel_case_types, reason = "the variants are the names people write in programs")]
            #[repr(u16)]
            pub enum TokOp { $( $( $name, )* )* }
        }
    };
}

tok_ops! {
    Number {
        add(a: Num, b: Num) -> Num or Nothing, Const, "The sum of two numbers or pairs; a number is added to both parts of a pair.";
        astuple(a: Any, b: Any) -> Tuple or Nothing, Linear, "The two values as a pair.";
        crement(x: Num) -> Num or Nothing, Const, "One further away from zero; zero stays.";
        decrement(x: Num) -> Num or Nothing, Const, "One less, in both parts of a pair.";
        divide(a: Num, b: Num) -> Num or Nothing, Const, "The quotient of two numbers or pairs, rounded down.";
        double(n: Num) -> Num or Nothing, Const, "Twice the number or pair.";
        even(n: Int) -> Bool or False, Const, "Whether the number is even.";
        get_rank(container: IntSet, rank: Int) -> Int or Zero, Sort, "The number at a rank, greatest first; 0 if there is none.";
        greater(a: Int, b: Int) -> Bool or False, Const, "Whether a is greater than b.";
        halve(n: Num) -> Num or Nothing, Const, "Half of the number or pair, rounded down.";
        increment(x: Num) -> Num or Nothing, Const, "One more, in both parts of a pair.";
        interval(start: Int, stop: Int, step: Int) -> Tuple or Nothing, Linear, "The numbers from start up to, not including, stop.";
        invert(n: Num) -> Num or Nothing, Const, "The number or pair with its sign changed.";
        maximum(container: IntSet) -> Int or Zero, Linear, "The largest item; 0 if there is none.";
        minimum(container: IntSet) -> Int or Zero, Linear, "The smallest item; 0 if there is none.";
        multiply(a: Num, b: Num) -> Num or Nothing, Const, "The product of two numbers or pairs, part by part.";
        positive(x: Int) -> Bool or False, Const, "Whether the number is above zero.";
        sign(x: Num) -> Num or Nothing, Const, "-1, 0 or 1, in both parts of a pair.";
        subtract(a: Num, b: Num) -> Num or Nothing, Const, "The difference of two numbers or pairs.";
        toivec(i: Int) -> Pair or Nothing, Const, "The vector that goes i rows down.";
        tojvec(j: Int) -> Pair or Nothing, Const, "The vector that goes j columns right.";
    }
    Logic {
        both(a: Bool, b: Bool) -> Bool or False, Const, "Logical and.";
        branch(condition: Bool, a: Any, b: Any) -> Any or Nothing, Const, "a if the condition holds, else b.";
        c_branch(condition: Bool, a: Int, b: Int) -> Any or Nothing, Const, "The first colour if the condition holds, else the second.";
        contained(value: Any, container: Container) -> Bool or False, Linear, "Whether the container has the value.";
        either(a: Bool, b: Bool) -> Bool or False, Const, "Logical or.";
        equality(a: Any, b: Any) -> Bool or False, Linear, "Whether the two values are equal.";
        flip(b: Bool) -> Bool or False, Const, "True becomes False and False becomes True.";
        is_no_grid(x: Any) -> Any or Nothing, Linear, "Whether the value is anything but a tuple of tuples of ints.";
    }
    Container {
        argmax(container: Container, compfunc: Func) -> Any or Nothing, Linear, "The first item for which the function gives the largest value.";
        argmax_f(container: Set, compfunc: Func) -> Any or Nothing, Linear, "The first item for which the function gives the largest value. Takes a set.";
        argmax_t(container: Tuple, compfunc: Func) -> Any or Nothing, Linear, "The first item for which the function gives the largest value. Takes a tuple.";
        argmin(container: Container, compfunc: Func) -> Any or Nothing, Linear, "The first item for which the function gives the smallest value.";
        argmin_f(container: Set, compfunc: Func) -> Any or Nothing, Linear, "The first item for which the function gives the smallest value. Takes a set.";
        argmin_t(container: Tuple, compfunc: Func) -> Any or Nothing, Linear, "The first item for which the function gives the smallest value. Takes a tuple.";
        combine(a: Container, b: Container) -> Container or Nothing, Linear, "The items of both containers, in a container of the first one's kind.";
        combine_f(a: Set, b: Set) -> Set or NoItems, Linear, "The items of both containers, in a container of the first one's kind. Takes a set.";
        combine_t(a: Tuple, b: Tuple) -> Tuple or Nothing, Linear, "The items of both containers, in a container of the first one's kind. Takes a tuple.";
        dedupe(tup: Tuple) -> Tuple or Nothing, Linear, "The tuple without repeated items; the first of each stays.";
        dedupe_pair_tuple(S: TupleTuple) -> TupleTuple or Nothing, Linear, "The demo pairs whose output differs from their input.";
        difference(a: Set, b: Set) -> Set or NoItems, Linear, "The items of a that are not in b.";
        difference_t(a: Tuple, b: Tuple) -> Tuple or Nothing, Linear, "The items of the first tuple that are not in the second.";
        difference_tuple(a: Tuple, b: Tuple) -> Tuple or Nothing, Linear, "The items of the first tuple that are not in the second.";
        extract(container: Container, condition: Func) -> Any or Nothing, Linear, "The first item for which the condition holds.";
        first(container: Container) -> Any or Nothing, Const, "The first item.";
        first_f(container: Set) -> Any or Nothing, Const, "The first item. Takes a set.";
        first_t(container: Tuple) -> Any or Nothing, Const, "The first item. Takes a tuple.";
        get_arg_rank(container: Container, compfunc: Func, rank: Int) -> Any or Nothing, Sort, "The item at a rank, sorted by what the function gives, greatest first.";
        get_arg_rank_f(container: Set, compfunc: Func, rank: Int) -> Any or Nothing, Sort, "The item at a rank, sorted by what the function gives, greatest first. Takes a set.";
        get_arg_rank_t(container: Tuple, compfunc: Func, rank: Int) -> Any or Nothing, Sort, "The item at a rank, sorted by what the function gives, greatest first. Takes a tuple.";
        get_common_rank(container: Container, rank: Int) -> Any or Nothing, Sort, "The item at a rank, sorted by how often it occurs, rarest first.";
        get_common_rank_f(container: Set, rank: Int) -> Any or Nothing, Sort, "The item at a rank, sorted by how often it occurs, rarest first. Takes a set.";
        get_common_rank_t(container: Tuple, rank: Int) -> Any or Nothing, Sort, "The item at a rank, sorted by how often it occurs, rarest first. Takes a tuple.";
        get_nth_by_key_f(container: Set, rank: Int, key: Any) -> Any or Nothing, Sort, "The item at a rank, sorted by a key, least first. Takes a set.";
        get_nth_by_key_t(container: Tuple, rank: Int, key: Any) -> Any or Nothing, Sort, "The item at a rank, sorted by a key, least first. Takes a tuple.";
        get_nth_f(container: Set, rank: Int) -> Any or Nothing, Linear, "The item at a position of the set as it iterates; the empty set if there is none.";
        get_nth_t(container: Tuple, rank: Int) -> Any or Nothing, Linear, "The item at a position of the tuple; nan if there is none.";
        get_val_rank(container: Container, compfunc: Func, rank: Int) -> Any or Nothing, Sort, "What the function gives for the item at a rank, sorted by it, least first.";
        get_val_rank_f(container: Set, compfunc: Func, rank: Int) -> Any or Nothing, Sort, "What the function gives for the item at a rank, sorted by it, least first. Takes a set.";
        get_val_rank_t(container: Tuple, compfunc: Func, rank: Int) -> Any or Nothing, Sort, "What the function gives for the item at a rank, sorted by it, least first. Takes a tuple.";
        identity(x: Any) -> Any or Nothing, Const, "The value itself.";
        initset(value: Any) -> Set or NoItems, Linear, "The set with just this value.";
        insert(value: Any, container: Set) -> Set or NoItems, Linear, "The set with the value added.";
        intersection(a: Set, b: Set) -> Set or NoItems, Linear, "The items that are in both sets.";
        last(container: Container) -> Any or Nothing, Const, "The last item.";
        last_f(container: Set) -> Any or Nothing, Const, "The last item. Takes a set.";
        last_t(container: Tuple) -> Any or Nothing, Const, "The last item. Takes a tuple.";
        leastcommon(container: Container) -> Any or Nothing, Linear, "The item that occurs least often.";
        leastcommon_f(container: Set) -> Any or Nothing, Linear, "The item that occurs least often. Takes a set.";
        leastcommon_t(container: Tuple) -> Any or Nothing, Linear, "The item that occurs least often. Takes a tuple.";
        merge(containers: Containers) -> Container or Nothing, Linear, "The items of all inner containers in one.";
        merge_f(containers: Containers) -> Container or Nothing, Linear, "The items of all inner containers in one. Takes a set.";
        merge_t(containers: Containers) -> Container or Nothing, Linear, "The items of all inner containers in one. Takes a tuple.";
        mfilter(container: Container, function: Func) -> Set or NoItems, Linear, "The items for which the function holds, merged.";
        mfilter_f(container: Set, function: Func) -> Set or NoItems, Linear, "The items for which the function holds, merged. Takes a set.";
        mfilter_t(container: Tuple, function: Func) -> Set or NoItems, Linear, "The set of items for which the function holds; they are not merged.";
        mostcommon(container: Container) -> Any or Nothing, Linear, "The item that occurs most often.";
        mostcommon_f(container: Set) -> Any or Nothing, Linear, "The item that occurs most often. Takes a set.";
        mostcommon_t(container: Tuple) -> Any or Nothing, Linear, "The item that occurs most often. Takes a tuple.";
        order(container: Container, compfunc: Func) -> Tuple or Nothing, Sort, "The items sorted by what the function gives for them.";
        other(container: Container, value: Any) -> Any or Nothing, Linear, "The first item that is not the value.";
        other_f(container: Set, value: Any) -> Any or Nothing, Linear, "The first item that is not the value. Takes a set.";
        other_t(container: Tuple, value: Any) -> Any or Nothing, Linear, "The first item that is not the value. Takes a tuple.";
        pair(a: Tuple, b: Tuple) -> TupleTuple or Nothing, Linear, "The items of the two tuples side by side.";
        product(a: Container, b: Container) -> Set or NoItems, Product, "All pairs of an item of a and an item of b.";
        remove(value: Any, container: Container) -> Container or Nothing, Linear, "The container without the value.";
        remove_f(value: Any, container: Set) -> Set or NoItems, Linear, "The container without the value. Takes a set.";
        remove_t(value: Any, container: Tuple) -> Tuple or Nothing, Linear, "The container without the value. Takes a tuple.";
        repeat(item: Any, num: Int) -> Tuple or Nothing, Linear, "A tuple with the item num times.";
        second(container: Container) -> Any or Nothing, Const, "The second item; None if there is none.";
        sfilter(container: Container, condition: Func) -> Container or Nothing, Linear, "The items for which the condition holds.";
        sfilter_f(container: Set, condition: Func) -> Set or NoItems, Linear, "The items for which the condition holds. Takes a set.";
        sfilter_t(container: Tuple, condition: Func) -> Tuple or Nothing, Linear, "The items for which the condition holds. Takes a tuple.";
        size(container: Container) -> Int or Zero, Const, "How many items the container has.";
        size_f(container: Set) -> Int or Zero, Const, "How many items the container has. Takes a set.";
        size_t(container: Tuple) -> Int or Zero, Const, "How many items the container has. Takes a tuple.";
        totuple(container: Set) -> Tuple or Nothing, Linear, "The items as a tuple.";
        valmax(container: Container, compfunc: Func) -> Int or Zero, Linear, "The largest value the function gives for an item.";
        valmax_f(container: Set, compfunc: Func) -> Int or Zero, Linear, "The largest value the function gives for an item. Takes a set.";
        valmax_t(container: Tuple, compfunc: Func) -> Int or Zero, Linear, "The largest value the function gives for an item. Takes a tuple.";
        valmin(container: Container, compfunc: Func) -> Int or Zero, Linear, "The smallest value the function gives for an item.";
        valmin_f(container: Set, compfunc: Func) -> Int or Zero, Linear, "The smallest value the function gives for an item. Takes a set.";
        valmin_t(container: Tuple, compfunc: Func) -> Int or Zero, Linear, "The smallest value the function gives for an item. Takes a tuple.";
    }
    Function {
        apply(function: Func, container: Container) -> Container or Nothing, Linear, "What the function gives for each item.";
        apply_f(function: Func, container: Set) -> Set or NoItems, Linear, "What the function gives for each item. Takes a set.";
        apply_t(function: Func, container: Tuple) -> Tuple or Nothing, Linear, "What the function gives for each item. Takes a tuple.";
        chain(h: Func, g: Func, f: Func) -> Func or Function, Const, "The function that applies f, then g, then h.";
        compose(outer: Func, inner: Func) -> Func or Function, Const, "The function that applies inner, then outer.";
        fork(outer: Func, a: Func, b: Func) -> Func or Function, Const, "The function that gives outer the results of a and of b.";
        lbind(function: Func, fixed: Any) -> Func or Function, Const, "The function with its first argument fixed.";
        mapply(function: Func, container: Containers) -> Set or NoItems, Linear, "What the function gives for each item, merged.";
        mapply_f(function: Func, container: Set) -> Set or NoItems, Linear, "What the function gives for each item, merged. Takes a set.";
        mapply_t(function: Func, container: Tuple) -> Tuple or Nothing, Linear, "What the function gives for each item, merged. Takes a tuple.";
        matcher(function: Func, target: Any) -> Func or Function, Const, "The function that tells whether function gives target.";
        mpapply(function: Func, a: Tuple, b: Tuple) -> Tuple or Nothing, Linear, "What the function gives for items side by side, merged.";
        papply(function: Func, a: Tuple, b: Tuple) -> Tuple or Nothing, Linear, "What the function gives for items side by side.";
        power(function: Func, n: Int) -> Func or Function, Const, "The function applied n times.";
        prapply(function: Any, a: Container, b: Container) -> Set or NoItems, Product, "What the function gives for all pairs of items.";
        rapply(functions: Container, value: Any) -> Container or Nothing, Linear, "What each of the functions gives for the value.";
        rapply_f(functions: Set, value: Any) -> Set or NoItems, Linear, "What each of the functions gives for the value. Takes a set.";
        rapply_t(functions: Tuple, value: Any) -> Tuple or Nothing, Linear, "What each of the functions gives for the value. Takes a tuple.";
        rbind(function: Func, fixed: Any) -> Func or Function, Const, "The function with its last argument fixed.";
    }
    Colour {
        c_iz(S: TupleTuple, function: Func) -> Any or Nothing, Linear, "What the function finds in the demo inputs and not in the outputs.";
        c_iz_n(S: TupleTuple, function: Func, pick: Func) -> Int or Zero, Linear, "One colour picked from what c_iz gives.";
        c_zo(S: TupleTuple, function: Func) -> Any or Nothing, Linear, "What the function finds in the demo outputs and not in the inputs.";
        c_zo_n(S: TupleTuple, function: Func, pick: Func) -> Int or Zero, Linear, "One colour picked from what c_zo gives.";
        color(obj: Object) -> Int or Zero, Const, "The colour of the object's first cell.";
        colorcount_f(obj: Object, color: Int) -> Int or Zero, Bytes, "How many cells have the colour. Takes a set.";
        colorcount_t(grid: Grid, color: Int) -> Int or Zero, Bytes, "How many cells have the colour. Takes a tuple.";
        f_ofcolor(grid: Grid, color: Int) -> Indices or NoItems, Bytes, "Where the grid has the colour.";
        get_color_rank_f(obj: Object, rank: Int) -> Int or Zero, Bytes, "The colour at a rank, sorted by how often it occurs, commonest first. Takes a set.";
        get_color_rank_t(grid: Grid, rank: Int) -> Int or Zero, Bytes, "The colour at a rank, sorted by how often it occurs, commonest first. Takes a tuple.";
        index(grid: Grid, loc: Pair) -> Int or Zero, Const, "The colour at the place; -inf outside the grid.";
        leastcolor_f(obj: Object) -> Int or Zero, Bytes, "The colour that occurs least often. Takes a set.";
        leastcolor_t(grid: Grid) -> Int or Zero, Bytes, "The colour that occurs least often. Takes a tuple.";
        mostcolor_f(obj: Object) -> Int or Zero, Bytes, "The colour that occurs most often. Takes a set.";
        mostcolor_t(grid: Grid) -> Int or Zero, Bytes, "The colour that occurs most often. Takes a tuple.";
        numcolors_f(obj: Object) -> Int or Zero, Bytes, "How many colours occur. Takes a set.";
        numcolors_t(grid: Grid) -> Int or Zero, Bytes, "How many colours occur. Takes a tuple.";
        p_f(element: Set) -> IntSet or NoItems, Bytes, "The colours that occur in the object.";
        p_g(grid: Grid) -> IntSet or NoItems, Bytes, "The colours that occur in the grid, as a tuple.";
        p_o(obj: Object) -> IntSet or NoItems, Bytes, "The colours that occur in the object, as a tuple.";
        palette_f(element: Set) -> IntSet or NoItems, Bytes, "The colours that occur. Takes a set.";
        palette_t(element: Tuple) -> IntSet or NoItems, Bytes, "The colours that occur. Takes a tuple.";
        recolor_i(color: Int, indices: Indices) -> Object or NoItems, Bytes, "The patch as an object of one colour. Takes a set of places.";
        recolor_o(color: Int, obj: Object) -> Object or NoItems, Bytes, "The patch as an object of one colour. Takes an object.";
        replace(grid: Grid, replacee: Int, replacer: Int) -> Grid or Nothing, Bytes, "The grid with one colour replaced by another.";
        switch(grid: Grid, a: Int, b: Int) -> Grid or Nothing, Bytes, "The grid with two colours exchanged.";
    }
    Shape {
        adjacent(a: Patch, b: Patch) -> Bool or False, Product, "Whether the least distance between the patches is 1.";
        bordering(patch: Patch, grid: Grid) -> Bool or False, Bytes, "Whether the patch touches the grid's border.";
        center(patch: Patch) -> Pair or Nothing, Bytes, "The middle of the box.";
        centerofmass(patch: Patch) -> Pair or Nothing, Bytes, "The mean place of the cells, rounded down.";
        col_row(patch: Patch, r#type: Int) -> Int or Nothing, Bytes, "The last row (0), first row (1), first column (2) or last column (3) of the patch.";
        corner(patch: Patch, r#type: Int) -> Pair or Nothing, Bytes, "A corner of the box: upper left (0), upper right (1), lower left (2), lower right (3).";
        corners(patch: Patch) -> Indices or NoItems, Bytes, "The four corners of the box.";
        gravitate(source: Patch, destination: Patch) -> Pair or Nothing, Product, "How far the source moves until it touches the destination.";
        height_f(piece: Indices) -> Int or Zero, Bytes, "How many rows the grid or the patch's box has. Takes a set.";
        height_i(piece: Indices) -> Int or Zero, Bytes, "How many rows the grid or the patch's box has. Takes a set of places.";
        height_o(piece: Object) -> Int or Zero, Bytes, "How many rows the grid or the patch's box has. Takes an object.";
        height_t(piece: Tuple) -> Int or Zero, Bytes, "How many rows the grid or the patch's box has. Takes a tuple.";
        hline_i(patch: Indices) -> Bool or False, Bytes, "Whether the patch is a horizontal line. Takes a set of places.";
        hline_o(patch: Object) -> Bool or False, Bytes, "Whether the patch is a horizontal line. Takes an object.";
        hmatching(a: Patch, b: Patch) -> Bool or False, Bytes, "Whether some row has cells of both patches.";
        hperiod(obj: Object) -> Int or Zero, Steps, "The least shift to the left after which the object fits onto itself.";
        leftmost(patch: Patch) -> Int or Zero, Bytes, "The first column with a cell.";
        leftmost_i(indices: Indices) -> Int or Zero, Bytes, "The first column with a cell. Takes a set of places.";
        leftmost_o(obj: Object) -> Int or Zero, Bytes, "The first column with a cell. Takes an object.";
        llcorner(patch: Patch) -> Pair or Nothing, Bytes, "The lower left corner of the box.";
        llcorner_i(indices: Indices) -> Pair or Nothing, Bytes, "The lower left corner of the box. Takes a set of places.";
        llcorner_o(obj: Object) -> Pair or Nothing, Bytes, "The lower left corner of the box. Takes an object.";
        lowermost(patch: Patch) -> Int or Zero, Bytes, "The last row with a cell.";
        lowermost_i(indices: Indices) -> Int or Zero, Bytes, "The last row with a cell. Takes a set of places.";
        lowermost_o(obj: Object) -> Int or Zero, Bytes, "The last row with a cell. Takes an object.";
        lrcorner(patch: Patch) -> Pair or Nothing, Bytes, "The lower right corner of the box.";
        lrcorner_i(indices: Indices) -> Pair or Nothing, Bytes, "The lower right corner of the box. Takes a set of places.";
        lrcorner_o(obj: Object) -> Pair or Nothing, Bytes, "The lower right corner of the box. Takes an object.";
        manhattan(a: Patch, b: Patch) -> Int or Zero, Product, "The least number of steps between a cell of a and one of b.";
        portrait_f(patch: Patch) -> Bool or False, Bytes, "Whether it is higher than wide. Takes a set.";
        portrait_t(grid: Grid) -> Bool or False, Bytes, "Whether it is higher than wide. Takes a tuple.";
        position(a: Patch, b: Patch) -> Pair or Nothing, Bytes, "The direction in which b lies, seen from a.";
        rightmost(patch: Patch) -> Int or Zero, Bytes, "The last column with a cell.";
        rightmost_i(indices: Indices) -> Int or Zero, Bytes, "The last column with a cell. Takes a set of places.";
        rightmost_o(obj: Object) -> Int or Zero, Bytes, "The last column with a cell. Takes an object.";
        shape_f(patch: Patch) -> Pair or Nothing, Bytes, "Height and width. Takes a set.";
        shape_t(grid: Grid) -> Pair or Nothing, Bytes, "Height and width. Takes a tuple.";
        square_f(patch: Patch) -> Bool or False, Bytes, "Whether the grid is square, or the patch fills a square. Takes a set.";
        square_t(grid: Grid) -> Bool or False, Bytes, "Whether the grid is square, or the patch fills a square. Takes a tuple.";
        ulcorner(patch: Patch) -> Pair or Nothing, Bytes, "The upper left corner of the box.";
        ulcorner_i(indices: Indices) -> Pair or Nothing, Bytes, "The upper left corner of the box. Takes a set of places.";
        ulcorner_o(obj: Object) -> Pair or Nothing, Bytes, "The upper left corner of the box. Takes an object.";
        uppermost(patch: Patch) -> Int or Zero, Bytes, "The first row with a cell.";
        uppermost_i(indices: Indices) -> Int or Zero, Bytes, "The first row with a cell. Takes a set of places.";
        uppermost_o(obj: Object) -> Int or Zero, Bytes, "The first row with a cell. Takes an object.";
        urcorner(patch: Patch) -> Pair or Nothing, Bytes, "The upper right corner of the box.";
        urcorner_i(indices: Indices) -> Pair or Nothing, Bytes, "The upper right corner of the box. Takes a set of places.";
        urcorner_o(obj: Object) -> Pair or Nothing, Bytes, "The upper right corner of the box. Takes an object.";
        vline_i(patch: Indices) -> Bool or False, Bytes, "Whether the patch is a vertical line. Takes a set of places.";
        vline_o(patch: Object) -> Bool or False, Bytes, "Whether the patch is a vertical line. Takes an object.";
        vmatching(a: Patch, b: Patch) -> Bool or False, Bytes, "Whether some column has cells of both patches.";
        vperiod(obj: Object) -> Int or Zero, Steps, "The least shift upwards after which the object fits onto itself.";
        width_f(piece: Indices) -> Int or Zero, Bytes, "How many columns the grid or the patch's box has. Takes a set.";
        width_i(piece: Indices) -> Int or Zero, Bytes, "How many columns the grid or the patch's box has. Takes a set of places.";
        width_o(piece: Object) -> Int or Zero, Bytes, "How many columns the grid or the patch's box has. Takes an object.";
        width_t(piece: Tuple) -> Int or Zero, Bytes, "How many columns the grid or the patch's box has. Takes a tuple.";
    }
    Patch {
        ascell(ij: Pair, c: Int) -> Tuple or Nothing, Const, "The cell at the place with the colour.";
        asindices(grid: Grid) -> Indices or NoItems, Linear, "All places of the grid.";
        astriple(i: Int, j: Int, c: Int) -> Tuple or Nothing, Const, "The three values as a tuple.";
        backdrop(patch: Patch) -> Indices or NoItems, Linear, "All places of the patch's box.";
        r#box(patch: Patch) -> Indices or NoItems, Linear, "The outline of the patch's box.";
        celltuple(a: Tuple, b: Tuple) -> TupleTuple or Nothing, Linear, "Places and colours side by side, as cells.";
        delta(patch: Patch) -> Indices or NoItems, Linear, "The places of the patch's box that are not in the patch.";
        dneighbors(loc: Pair) -> Indices or NoItems, Const, "The four places beside it.";
        inbox(patch: Patch) -> Indices or NoItems, Linear, "The outline one step inside the patch's box.";
        ineighbors(loc: Pair) -> Indices or NoItems, Const, "The four places diagonally beside it.";
        neighbors(loc: Pair) -> Indices or NoItems, Const, "The eight places around it.";
        normalize(indices: Indices) -> Indices or NoItems, Linear, "The patch moved so that its box starts at the origin.";
        normalize_i(indices: Indices) -> Indices or NoItems, Linear, "The patch moved so that its box starts at the origin. Takes a set of places.";
        normalize_o(obj: Object) -> Object or NoItems, Linear, "The patch moved so that its box starts at the origin. Takes an object.";
        normalize_t(piece: Tuple) -> Tuple or Nothing, Linear, "The patch moved so that its box starts at the origin. Takes a tuple.";
        outbox(patch: Patch) -> Indices or NoItems, Linear, "The outline one step outside the patch's box.";
        shift(patch: Patch, directions: Pair) -> Patch or NoItems, Linear, "The patch moved by the vector.";
        toij(c: Cell) -> Pair or Nothing, Const, "The place of the cell.";
        toindices(patch: Patch) -> Indices or NoItems, Linear, "The places of the cells.";
        toindices_i(indices: Indices) -> Indices or NoItems, Linear, "The places of the cells. Takes a set of places.";
        toindices_o(obj: Object) -> Indices or NoItems, Linear, "The places of the cells. Takes an object.";
    }
    Line {
        connect(a: Pair, b: Pair) -> Indices or NoItems, Linear, "The straight line between two places; nothing if there is none.";
        frontiers(grid: Grid) -> Objects or NoItems, Linear, "The rows and columns that have one colour.";
        hfrontier(location: Pair) -> Indices or NoItems, Const, "The row through the place, 30 cells long.";
        shoot(start: Pair, direction: Pair) -> Indices or NoItems, Linear, "The line from the place in the direction, 42 steps long.";
        vfrontier(location: Pair) -> Indices or NoItems, Const, "The column through the place, 30 cells long.";
    }
    Object {
        asobject(grid: Grid) -> Object or NoItems, Linear, "All cells of the grid.";
        colorfilter(objs: Objects, color: Int) -> Objects or NoItems, Linear, "The objects of the colour.";
        colorfilter_t(objs: TupleTuple, color: Int) -> TupleTuple or Nothing, Linear, "The objects of the colour. Takes a tuple.";
        fgpartition(grid: Grid) -> Objects or NoItems, Linear, "One object per colour but the most common one.";
        o_g(grid: Grid, r#type: Int) -> Objects or Nothing, Search, "The objects of the grid; the code is 4 for one colour, plus 2 for diagonals, plus 1 without background.";
        o_g_t(grid: Grid, r#type: Int) -> TupleTuple or Nothing, Search, "Like o_g, as tuples of cells in the order they are found.";
        o_g_tuple(grid: Grid, r#type: Int) -> TupleTuple or Nothing, Search, "Another name of o_g_t.";
        objects(grid: Grid, univalued: Bool, diagonal: Bool, without_bg: Bool) -> Objects or NoItems, Search, "The connected parts of the grid: of one colour or of any, joined over edges or corners too, with or without the background.";
        objects_g(grid: Grid, univalued: Bool, diagonal: Bool, without_bg: Bool) -> TupleTuple or Nothing, Search, "Another name of objects_t.";
        objects_t(grid: Grid, univalued: Bool, diagonal: Bool, without_bg: Bool) -> TupleTuple or Nothing, Search, "Like objects, as tuples of cells in the order they are found.";
        occurrences(grid: Grid, obj: Object) -> Indices or NoItems, Product, "Where the object occurs in the grid.";
        partition(grid: Grid) -> Objects or NoItems, Linear, "One object per colour.";
        sizefilter(container: Container, n: Int) -> Object or NoItems, Linear, "The items of that size.";
        sizefilter_t(container: Tuple, n: Int) -> Tuple or Nothing, Linear, "The items of that size. Takes a tuple.";
        toobject(patch: Patch, grid: Grid) -> Object or NoItems, Linear, "The grid's cells at the places of the patch.";
    }
    Grid {
        a_mr(S: TupleTuple) -> Int or Nothing, Linear, "The least code of mir_rot_t that turns every demo input into its output; None if there is none.";
        bottomhalf(grid: Grid) -> Grid or Nothing, Bytes, "The lower half.";
        canvas(color: Int, dimensions: Pair) -> Grid or Nothing, Bytes, "A grid of one colour.";
        cellwise(a: Grid, b: Grid, fallback: Int) -> Grid or Nothing, Bytes, "Where the grids agree their colour, elsewhere the fallback.";
        cmirror_f(patch: Patch) -> Patch or NoItems, Bytes, "Mirrored at the other diagonal. Takes a set.";
        cmirror_i(indices: Indices) -> Indices or NoItems, Bytes, "Mirrored at the other diagonal. Takes a set of places.";
        cmirror_o(obj: Object) -> Object or NoItems, Bytes, "Mirrored at the other diagonal. Takes an object.";
        cmirror_t(grid: Grid) -> Grid or Nothing, Bytes, "Mirrored at the other diagonal. Takes a tuple.";
        compress(grid: Grid) -> Grid or Nothing, Bytes, "The grid without the rows and columns of one colour.";
        cover(grid: Grid, patch: Patch) -> Grid or Nothing, Bytes, "The grid with the background colour at all places of the patch.";
        crop(grid: Grid, start: Pair, dims: Pair) -> Grid or Nothing, Bytes, "The part of the grid that starts there and has these dimensions.";
        dmirror_f(patch: Patch) -> Patch or NoItems, Bytes, "Mirrored at the main diagonal. Takes a set.";
        dmirror_i(indices: Indices) -> Indices or NoItems, Bytes, "Mirrored at the main diagonal. Takes a set of places.";
        dmirror_o(obj: Object) -> Object or NoItems, Bytes, "Mirrored at the main diagonal. Takes an object.";
        dmirror_t(grid: Grid) -> Grid or Nothing, Bytes, "Mirrored at the main diagonal. Takes a tuple.";
        downscale(grid: Grid, factor: Int) -> Grid or Nothing, Bytes, "Every factor-th row and column.";
        fill(grid: Grid, color: Int, patch: Patch) -> Grid or Nothing, Bytes, "The grid with the colour at all places of the patch.";
        hconcat(a: Grid, b: Grid) -> Grid or Nothing, Bytes, "The two grids side by side.";
        hmirror_f(patch: Patch) -> Patch or NoItems, Bytes, "Upside down. Takes a set.";
        hmirror_i(indices: Indices) -> Indices or NoItems, Bytes, "Upside down. Takes a set of places.";
        hmirror_o(obj: Object) -> Object or NoItems, Bytes, "Upside down. Takes an object.";
        hmirror_t(grid: Grid) -> Grid or Nothing, Bytes, "Upside down. Takes a tuple.";
        hsplit(grid: Grid, n: Int) -> Tuple or Nothing, Bytes, "The grid cut into n parts from left to right.";
        hupscale(grid: Grid, factor: Int) -> Grid or Nothing, Bytes, "Each column factor times.";
        lefthalf(grid: Grid) -> Grid or Nothing, Bytes, "The left half.";
        mir_rot_f(patch: Patch, r#type: Int) -> Patch or Nothing, Bytes, "The patch mirrored: upside down (0), at the diagonal (1), left to right (2), at the other diagonal (3).";
        mir_rot_t(grid: Grid, r#type: Int) -> Grid or Nothing, Bytes, "The grid mirrored (0 to 3) or turned (4 to 6) as the code says.";
        r#move(grid: Grid, obj: Object, offset: Pair) -> Grid or Nothing, Bytes, "The grid with the object moved by the vector.";
        paint(grid: Grid, obj: Object) -> Grid or Nothing, Bytes, "The grid with the object drawn onto it.";
        righthalf(grid: Grid) -> Grid or Nothing, Bytes, "The right half.";
        rot180(grid: Grid) -> Grid or Nothing, Bytes, "A half turn.";
        rot270(grid: Grid) -> Grid or Nothing, Bytes, "A quarter turn anticlockwise.";
        rot90(grid: Grid) -> Grid or Nothing, Bytes, "A quarter turn clockwise.";
        subgrid(patch: Patch, grid: Grid) -> Grid or Nothing, Bytes, "The part of the grid in the patch's box.";
        tophalf(grid: Grid) -> Grid or Nothing, Bytes, "The upper half.";
        trim(grid: Grid) -> Grid or Nothing, Bytes, "The grid without its border.";
        underfill(grid: Grid, color: Int, patch: Patch) -> Grid or Nothing, Bytes, "Like fill, but only where the grid has its background colour.";
        underpaint(grid: Grid, obj: Object) -> Grid or Nothing, Bytes, "Like paint, but only where the grid has its background colour.";
        upscale_f(obj: Object, factor: Int) -> Object or NoItems, Bytes, "Each cell as a square of factor by factor. Takes a set.";
        upscale_t(grid: Grid, factor: Int) -> Grid or Nothing, Bytes, "Each cell as a square of factor by factor. Takes a tuple.";
        vconcat(a: Grid, b: Grid) -> Grid or Nothing, Bytes, "The first grid above the second.";
        vmirror_f(patch: Patch) -> Patch or NoItems, Bytes, "Left and right exchanged. Takes a set.";
        vmirror_i(indices: Indices) -> Indices or NoItems, Bytes, "Left and right exchanged. Takes a set of places.";
        vmirror_o(obj: Object) -> Object or NoItems, Bytes, "Left and right exchanged. Takes an object.";
        vmirror_t(grid: Grid) -> Grid or Nothing, Bytes, "Left and right exchanged. Takes a tuple.";
        vsplit(grid: Grid, n: Int) -> Tuple or Nothing, Bytes, "The grid cut into n parts from top to bottom.";
        vupscale(grid: Grid, factor: Int) -> Grid or Nothing, Bytes, "Each row factor times.";
    }
}
