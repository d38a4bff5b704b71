//! Sets of patches: what each of them is asked, without a call.

use super::coded::Coded;
use super::column::Column;
use super::gathered::Gathered;
use super::mapped_sets;
use crate::fast::bounds::Bounds;
use crate::fast::touching::Goal;
use crate::fast::{Patch, object, patch, shape};
use megabatt_core::{Arc, CellLayout, Closure, Op, Set, Value};

/// Fewer patches than this are not worth a tree.
pub const FEWEST: usize = 4;

/// Whether the function begins with questions about patches that are answered here or by [`super::area`].
pub fn suits(function: &Value) -> bool {
    match function {
        Value::Op(op) => is_region(*op) || *op == Op::identity || is_question(*op) || is_copy(*op),
        Value::Func(f) => match &f.kind {
            // Of what is around a patch only its box is known.
            Closure::Compose { outer: Value::Op(Op::backdrop), inner: Value::Op(Op::outbox) }
            | Closure::Chain { g: Value::Op(Op::backdrop), f: Value::Op(Op::outbox), .. } => true,
            Closure::Compose { inner, .. } => suits(inner),
            Closure::Chain { f, .. } => suits(f),
            Closure::Matcher { function, .. } => suits(function),
            Closure::Fork { a, b, .. } => suits(a) && suits(b),
            Closure::Lbind { function: Value::Op(Op::mapply), fixed, .. } => mapped_sets::suits(fixed),
            Closure::Rbind { function: Value::Op(op), .. } | Closure::Lbind { function: Value::Op(op), .. } => {
                matches!(op, Op::intersection | Op::colorcount) || is_comparison(*op)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether the function gives sets of which a column knows no more than where their places are; who wants the sets themselves has to make
/// them, and a tree that ends so is not worth beginning with.
pub fn gives_sets(function: &Value) -> bool {
    use Op::{combine, difference, insert, intersection, recolor, remove};
    match function {
        Value::Op(op) => is_region(*op),
        Value::Func(f) => match &f.kind {
            Closure::Compose { outer, .. } => gives_sets(outer),
            Closure::Chain { h, .. } => gives_sets(h),
            Closure::Fork { outer: Value::Op(recolor), b, .. } => gives_sets(b),
            Closure::Fork { outer: Value::Op(op), .. } => {
                matches!(op, combine | difference | insert | intersection | remove)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Places of a patch, or around it, that follow from its own or from its box.
fn is_region(op: Op) -> bool {
    matches!(op, Op::toindices | Op::backdrop | Op::r#box | Op::outbox | Op::corners)
}

/// Questions with a number, a place or a truth for an answer that charge by the patch's weight alone.
pub fn is_question(op: Op) -> bool {
    use Op::{center, height, hline, leftmost, lowermost, lrcorner, portrait, rightmost, square, ulcorner, uppermost};
    use Op::{color, llcorner, shape, size, urcorner, vline, width};
    matches!(op, center | color | height | hline | leftmost | llcorner | lowermost | lrcorner | portrait | rightmost)
        || matches!(op, shape | size | square | ulcorner | uppermost | urcorner | vline | width)
}

/// Operations that give each patch another one, which has to be made.
pub fn is_copy(op: Op) -> bool {
    matches!(op, Op::normalize)
}

fn is_comparison(op: Op) -> bool {
    matches!(op, Op::hmatching | Op::vmatching)
}

/// What each patch answers to a question; None if one of them has no answer.
pub fn answers(op: Op, patches: &Gathered) -> Option<Column> {
    let sets = patches.sets();
    match op {
        Op::size => return Some(Column::Ints(sets.iter().map(|set| set.len() as i64).collect())),
        Op::color => {}
        _ => {
            if let Some(answers) = patches.bounds().and_then(|bounds| of_boxes(op, bounds, sets)) {
                return Some(answers);
            }
        }
    }
    column(sets, |set| match op {
        _ if set.is_empty() => of_nothing(op),
        Op::color => Some(Value::Int(object::colour_of_set(set)?)),
        _ => shape::of_patch(op, Patch::of_set(set)?)?.ok(),
    })
}

/// What patches in these boxes answer; None for most questions whose answer may leave 32 bits, and for those where the size matters.
fn of_boxes(op: Op, boxes: &[Bounds], sets: &[Arc<Set>]) -> Option<Column> {
    let ints = |f: fn(&Bounds) -> i64| Column::Ints(boxes.iter().map(f).collect());
    let pairs = |f: fn(&Bounds) -> (i32, i32)| Column::Pairs(boxes.iter().map(f).collect());
    let fit = |f: fn(&Bounds) -> (i64, i64)| {
        let fits = |b: &Bounds| Some((i32::try_from(f(b).0).ok()?, i32::try_from(f(b).1).ok()?));
        Some(Column::Pairs(boxes.iter().map(fits).collect::<Option<_>>()?))
    };
    let line = |f: fn(&Bounds) -> (i64, i64)| {
        let lies = |(b, set): (&Bounds, &Arc<Set>)| f(b) == (set.len() as i64, 1);
        Column::Bools(boxes.iter().zip(sets).map(lies).collect())
    };
    Some(match op {
        Op::height => ints(Bounds::height),
        Op::width => ints(Bounds::width),
        Op::uppermost => ints(|b| b.top.into()),
        Op::lowermost => ints(|b| b.bottom.into()),
        Op::leftmost => ints(|b| b.left.into()),
        Op::rightmost => ints(|b| b.right.into()),
        Op::ulcorner => pairs(|b| (b.top, b.left)),
        Op::urcorner => pairs(|b| (b.top, b.right)),
        Op::llcorner => pairs(|b| (b.bottom, b.left)),
        Op::lrcorner => pairs(|b| (b.bottom, b.right)),
        Op::shape => fit(|b| (b.height(), b.width()))?,
        Op::center => fit(shape::middle)?,
        Op::portrait => Column::Bools(boxes.iter().map(|b| b.height() > b.width()).collect()),
        Op::vline => line(|b| (b.height(), b.width())),
        Op::hline => line(|b| (b.width(), b.height())),
        _ => return None,
    })
}

/// What a patch of nothing answers, such as `connect` of two places that are in no line. Who asks for one of its places, or for its
/// colour, has no answer.
fn of_nothing(op: Op) -> Option<Value> {
    Some(match op {
        Op::height | Op::width => Value::Int(0),
        Op::shape => Value::Pair(0, 0),
        Op::portrait | Op::hline | Op::vline => Value::Bool(false),
        Op::square => Value::Bool(true),
        _ => return None,
    })
}

/// How many cells of each object have the colour; None if one is no object.
pub fn colour_counts(sets: &[Arc<Set>], colour: i64) -> Option<Column> {
    Some(Column::Ints(sets.iter().map(|set| colour_count(set, colour)).collect::<Option<_>>()?))
}

/// How many cells of an object have the colour.
pub fn colour_count(object: &Set, colour: i64) -> Option<i64> {
    Some(object.cells()?.iter().filter(|cell| i64::from(cell.0) == colour).count() as i64)
}

/// What each patch answers when it is compared with a fixed one.
pub fn comparisons(op: Op, patches: &Gathered, fixed: &Value) -> Option<Column> {
    let fixed = Patch::of(fixed, CellLayout::ColourFirst)?;
    if let (Some(lines), Some(all)) = (shape::lines_of(op, fixed), patches.lines(op)) {
        return Some(Column::Bools(all.iter().map(|its| its & lines != 0).collect()));
    }
    column(patches.sets(), |set| match op {
        Op::hmatching => shape::hmatching(Patch::of_set(set)?, fixed).ok(),
        Op::vmatching => shape::vmatching(Patch::of_set(set)?, fixed).ok(),
        _ => None,
    })
}

/// How far patches move.
pub struct Ways {
    pub by: Vec<(i32, i32)>,
    pub steps: Vec<u64>,
}

/// How far each patch moves to its goal.
pub fn ways(sets: &[Arc<Set>], goals: &Coded) -> Option<Ways> {
    let goal = |value| Goal::of(Patch::of(value, CellLayout::ColourFirst)?);
    let known: Vec<Goal<'_>> = goals.values.iter().map(goal).collect::<Option<_>>()?;
    let (mut by, mut steps) = (Vec::with_capacity(sets.len()), Vec::with_capacity(sets.len()));
    for (set, &code) in sets.iter().zip(goals.codes.iter()) {
        let (moves, (i, j)) = known[code as usize].way_of(Patch::of_set(set)?)?;
        by.push((moves * i, moves * j));
        steps.push(moves as u64);
    }
    Some(Ways { by, steps })
}

/// `shift` of each patch.
pub fn shifted(sets: &[Arc<Set>], by: &[(i32, i32)]) -> Option<Coded> {
    let shifted = |(set, &(di, dj)): (&Arc<Set>, &(i32, i32))| patch::shift(Patch::of_set(set)?, di, dj)?.ok();
    Some(Coded::each(sets.iter().zip(by).map(shifted).collect::<Option<_>>()?))
}

/// `hmatching` or `vmatching` of two patches, item by item.
pub fn matching(op: Op, a: &Coded, b: &Coded) -> Option<Vec<bool>> {
    let lines = |coded: &Coded| {
        let of = |value: &Value| shape::lines_of(op, Patch::of(value, CellLayout::ColourFirst)?);
        coded.values.iter().map(of).collect::<Option<Vec<u128>>>()
    };
    let (left, right) = (lines(a)?, lines(b)?);
    let pairs = a.codes.iter().zip(b.codes.iter());
    Some(pairs.map(|(&a, &b)| left[a as usize] & right[b as usize] != 0).collect())
}

/// The answers as a column of one kind.
fn column(sets: &[Arc<Set>], answer: impl Fn(&Arc<Set>) -> Option<Value>) -> Option<Column> {
    Some(match answer(sets.first()?)? {
        Value::Int(_) => {
            let int = |set| if let Value::Int(n) = answer(set)? { Some(n) } else { None };
            Column::Ints(sets.iter().map(int).collect::<Option<_>>()?)
        }
        Value::Bool(_) => {
            let bool = |set| if let Value::Bool(b) = answer(set)? { Some(b) } else { None };
            Column::Bools(sets.iter().map(bool).collect::<Option<_>>()?)
        }
        Value::Pair(..) => {
            let pair = |set| if let Value::Pair(i, j) = answer(set)? { Some((i, j)) } else { None };
            Column::Pairs(sets.iter().map(pair).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}
