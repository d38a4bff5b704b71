//! Operations that do what one of arc-dsl's does, for arguments of the right kinds.

use megabatt_core::{Op, TokOp, Value};

/// What the arguments must be for the two to be the same.
#[derive(Clone, Copy)]
enum Takes {
    /// Whatever arc-dsl's fast form takes.
    Anything,
    /// The argument at this position is a grid.
    Grid(usize),
    /// It is a tuple, in whatever form.
    Tuple(usize),
    /// It is a set.
    Set(usize),
    /// It is a set, or a tuple of more than two or three ints.
    Many(usize),
    /// It is a set of places.
    Places(usize),
    /// It is a set of cells.
    Cells(usize),
    /// It is a set of places or of cells.
    Patch(usize),
    /// Both arguments are sets of places or of cells.
    Patches,
}

/// arc-dsl's operation, and when it is the same.
#[derive(Clone, Copy)]
pub struct Twin {
    pub op: Op,
    takes: Takes,
}

impl Twin {
    pub fn takes(&self, args: &[&Value]) -> bool {
        let set = |n: usize| match args.get(n) {
            Some(Value::Set(set)) => Some(set),
            _ => None,
        };
        let places = |n: usize| set(n).is_some_and(|set| set.pairs().is_some());
        let cells = |n: usize| set(n).is_some_and(|set| set.cells_in(super::LAYOUT).is_some());
        match self.takes {
            Takes::Anything => true,
            Takes::Grid(n) => matches!(args.get(n), Some(Value::Grid(_))),
            Takes::Tuple(n) => args.get(n).is_some_and(|arg| arg.is_tuple()),
            Takes::Set(n) => set(n).is_some(),
            Takes::Many(n) => matches!(args.get(n), Some(Value::Set(_) | Value::Tuple(_) | Value::Grid(_))),
            Takes::Places(n) => places(n),
            Takes::Cells(n) => cells(n),
            Takes::Patch(n) => places(n) || cells(n),
            Takes::Patches => (0..2).all(|n| places(n) || cells(n)),
        }
    }
}

/// The twin of an operation, if it has one.
#[inline]
pub fn of(op: TokOp) -> Option<Twin> {
    TWINS[op as usize]
}

static TWINS: [Option<Twin>; TokOp::ALL.len()] = {
    let mut twins = [None; TokOp::ALL.len()];
    let mut n = 0;
    while n < twins.len() {
        twins[n] = find(TokOp::ALL[n]);
        n += 1;
    }
    twins
};

const fn find(op: TokOp) -> Option<Twin> {
    use Takes::{Anything, Cells, Grid, Many, Patch, Patches, Places, Set, Tuple};
    let (op, takes) = match op {
        TokOp::add => (Op::add, Anything),
        TokOp::subtract => (Op::subtract, Anything),
        TokOp::multiply => (Op::multiply, Anything),
        TokOp::increment => (Op::increment, Anything),
        TokOp::decrement => (Op::decrement, Anything),
        TokOp::greater => (Op::greater, Anything),
        TokOp::identity => (Op::identity, Anything),
        TokOp::flip => (Op::flip, Anything),
        TokOp::maximum => (Op::maximum, Set(0)),
        TokOp::minimum => (Op::minimum, Set(0)),

        TokOp::size | TokOp::size_f => (Op::size, Set(0)),
        TokOp::first | TokOp::first_f => (Op::first, Set(0)),
        TokOp::first_t => (Op::first, Tuple(0)),
        TokOp::last_t => (Op::last, Tuple(0)),
        TokOp::difference => (Op::difference, Set(0)),
        TokOp::intersection => (Op::intersection, Anything),
        TokOp::combine => (Op::combine, Set(0)),
        TokOp::merge | TokOp::merge_f => (Op::merge, Set(0)),
        TokOp::remove | TokOp::remove_f => (Op::remove, Set(1)),
        TokOp::sfilter | TokOp::sfilter_f => (Op::sfilter, Set(0)),
        TokOp::mfilter | TokOp::mfilter_f => (Op::mfilter, Set(0)),
        TokOp::apply => (Op::apply, Many(1)),
        TokOp::apply_t => (Op::apply, Tuple(1)),
        TokOp::apply_f => (Op::apply, Set(1)),
        TokOp::mapply | TokOp::mapply_f => (Op::mapply, Set(1)),
        TokOp::product => (Op::product, Anything),

        TokOp::rot90 => (Op::rot90, Grid(0)),
        TokOp::rot180 => (Op::rot180, Grid(0)),
        TokOp::rot270 => (Op::rot270, Grid(0)),
        TokOp::hmirror_t => (Op::hmirror, Grid(0)),
        TokOp::vmirror_t => (Op::vmirror, Grid(0)),
        TokOp::dmirror_t => (Op::dmirror, Grid(0)),
        TokOp::cmirror_t => (Op::cmirror, Grid(0)),
        TokOp::hmirror_f => (Op::hmirror, Patch(0)),
        TokOp::vmirror_f => (Op::vmirror, Patch(0)),
        TokOp::dmirror_f => (Op::dmirror, Patch(0)),
        TokOp::cmirror_f => (Op::cmirror, Patch(0)),
        TokOp::hmirror_i => (Op::hmirror, Places(0)),
        TokOp::vmirror_i => (Op::vmirror, Places(0)),
        TokOp::dmirror_i => (Op::dmirror, Places(0)),
        TokOp::cmirror_i => (Op::cmirror, Places(0)),
        TokOp::hmirror_o => (Op::hmirror, Cells(0)),
        TokOp::vmirror_o => (Op::vmirror, Cells(0)),
        TokOp::dmirror_o => (Op::dmirror, Cells(0)),
        TokOp::cmirror_o => (Op::cmirror, Cells(0)),
        TokOp::trim => (Op::trim, Grid(0)),
        TokOp::tophalf => (Op::tophalf, Grid(0)),
        TokOp::bottomhalf => (Op::bottomhalf, Grid(0)),
        TokOp::lefthalf => (Op::lefthalf, Grid(0)),
        TokOp::righthalf => (Op::righthalf, Grid(0)),
        TokOp::compress => (Op::compress, Grid(0)),
        TokOp::hconcat => (Op::hconcat, Grid(0)),
        TokOp::vconcat => (Op::vconcat, Grid(0)),
        TokOp::hupscale => (Op::hupscale, Grid(0)),
        TokOp::vupscale => (Op::vupscale, Grid(0)),
        TokOp::upscale_t => (Op::upscale, Grid(0)),
        TokOp::upscale_f => (Op::upscale, Cells(0)),
        TokOp::downscale => (Op::downscale, Grid(0)),
        TokOp::canvas => (Op::canvas, Anything),
        TokOp::replace => (Op::replace, Grid(0)),
        TokOp::switch => (Op::switch, Grid(0)),
        TokOp::fill => (Op::fill, Set(2)),
        TokOp::underfill => (Op::underfill, Set(2)),
        TokOp::cover => (Op::cover, Set(1)),
        TokOp::paint => (Op::paint, Set(1)),
        TokOp::underpaint => (Op::underpaint, Set(1)),
        TokOp::r#move => (Op::r#move, Cells(1)),

        TokOp::mostcolor_t => (Op::mostcolor, Grid(0)),
        TokOp::leastcolor_t => (Op::leastcolor, Grid(0)),
        TokOp::numcolors_t => (Op::numcolors, Grid(0)),
        TokOp::colorcount_t => (Op::colorcount, Grid(0)),
        TokOp::mostcolor_f => (Op::mostcolor, Cells(0)),
        TokOp::leastcolor_f => (Op::leastcolor, Cells(0)),
        TokOp::numcolors_f => (Op::numcolors, Cells(0)),
        TokOp::colorcount_f => (Op::colorcount, Cells(0)),
        TokOp::f_ofcolor => (Op::ofcolor, Grid(0)),
        TokOp::recolor_i => (Op::recolor, Places(1)),
        TokOp::recolor_o => (Op::recolor, Cells(1)),

        TokOp::asindices => (Op::asindices, Grid(0)),
        TokOp::asobject => (Op::asobject, Grid(0)),
        TokOp::objects => (Op::objects, Grid(0)),
        TokOp::partition => (Op::partition, Grid(0)),
        TokOp::fgpartition => (Op::fgpartition, Grid(0)),
        TokOp::frontiers => (Op::frontiers, Grid(0)),
        TokOp::toobject => (Op::toobject, Patch(0)),
        TokOp::sizefilter => (Op::sizefilter, Set(0)),
        TokOp::occurrences => (Op::occurrences, Cells(1)),

        TokOp::toindices => (Op::toindices, Patch(0)),
        TokOp::toindices_o => (Op::toindices, Cells(0)),
        TokOp::shift => (Op::shift, Patch(0)),
        TokOp::normalize => (Op::normalize, Patch(0)),
        TokOp::normalize_i => (Op::normalize, Places(0)),
        TokOp::normalize_o => (Op::normalize, Cells(0)),
        TokOp::dneighbors => (Op::dneighbors, Anything),
        TokOp::ineighbors => (Op::ineighbors, Anything),
        TokOp::neighbors => (Op::neighbors, Anything),
        TokOp::backdrop => (Op::backdrop, Patch(0)),
        TokOp::delta => (Op::delta, Patch(0)),
        TokOp::inbox => (Op::inbox, Patch(0)),
        TokOp::outbox => (Op::outbox, Patch(0)),
        TokOp::r#box => (Op::r#box, Patch(0)),
        TokOp::connect => (Op::connect, Anything),
        TokOp::shoot => (Op::shoot, Anything),
        TokOp::vfrontier => (Op::vfrontier, Anything),
        TokOp::hfrontier => (Op::hfrontier, Anything),

        TokOp::height_f => (Op::height, Patch(0)),
        TokOp::width_f => (Op::width, Patch(0)),
        TokOp::height_i => (Op::height, Places(0)),
        TokOp::width_i => (Op::width, Places(0)),
        TokOp::height_o => (Op::height, Cells(0)),
        TokOp::width_o => (Op::width, Cells(0)),
        TokOp::shape_f => (Op::shape, Patch(0)),
        TokOp::portrait_f => (Op::portrait, Patch(0)),
        TokOp::square_f => (Op::square, Patch(0)),
        TokOp::vline_i => (Op::vline, Places(0)),
        TokOp::hline_i => (Op::hline, Places(0)),
        TokOp::vline_o => (Op::vline, Cells(0)),
        TokOp::hline_o => (Op::hline, Cells(0)),
        TokOp::uppermost => (Op::uppermost, Patch(0)),
        TokOp::lowermost => (Op::lowermost, Patch(0)),
        TokOp::leftmost => (Op::leftmost, Patch(0)),
        TokOp::rightmost => (Op::rightmost, Patch(0)),
        TokOp::uppermost_i => (Op::uppermost, Places(0)),
        TokOp::lowermost_i => (Op::lowermost, Places(0)),
        TokOp::leftmost_i => (Op::leftmost, Places(0)),
        TokOp::rightmost_i => (Op::rightmost, Places(0)),
        TokOp::uppermost_o => (Op::uppermost, Cells(0)),
        TokOp::lowermost_o => (Op::lowermost, Cells(0)),
        TokOp::leftmost_o => (Op::leftmost, Cells(0)),
        TokOp::rightmost_o => (Op::rightmost, Cells(0)),
        TokOp::ulcorner => (Op::ulcorner, Patch(0)),
        TokOp::urcorner => (Op::urcorner, Patch(0)),
        TokOp::llcorner => (Op::llcorner, Patch(0)),
        TokOp::lrcorner => (Op::lrcorner, Patch(0)),
        TokOp::ulcorner_i => (Op::ulcorner, Places(0)),
        TokOp::urcorner_i => (Op::urcorner, Places(0)),
        TokOp::llcorner_i => (Op::llcorner, Places(0)),
        TokOp::lrcorner_i => (Op::lrcorner, Places(0)),
        TokOp::ulcorner_o => (Op::ulcorner, Cells(0)),
        TokOp::urcorner_o => (Op::urcorner, Cells(0)),
        TokOp::llcorner_o => (Op::llcorner, Cells(0)),
        TokOp::lrcorner_o => (Op::lrcorner, Cells(0)),
        TokOp::corners => (Op::corners, Patch(0)),
        TokOp::center => (Op::center, Patch(0)),
        TokOp::centerofmass => (Op::centerofmass, Patch(0)),
        TokOp::hmatching => (Op::hmatching, Patches),
        TokOp::vmatching => (Op::vmatching, Patches),
        TokOp::manhattan => (Op::manhattan, Patches),
        TokOp::adjacent => (Op::adjacent, Patches),
        TokOp::bordering => (Op::bordering, Patch(0)),
        TokOp::gravitate => (Op::gravitate, Patches),
        TokOp::hperiod => (Op::hperiod, Cells(0)),
        TokOp::vperiod => (Op::vperiod, Cells(0)),
        _ => return None,
    };
    Some(Twin { op, takes })
}
