//! What a tree of operations gives for a column of items.

use super::along::Along;
use super::bill::{Bill, CALL};
use super::binary::{Side, binary};
use super::built::branched;
use super::chosen::Chosen;
use super::coded::{Coded, Weights};
use super::column::{Column, Flow, View, palette};
use super::copies;
use super::cut::Cuts;
use super::figure::Pairs;
use super::fits::Fits;
use super::function::{Bound, applied};
use super::intervals;
use super::kept::Kept;
use super::made::{Making, forked};
use super::mapped_sets;
use super::merged;
use super::outline::{Outlines, PLACE};
use super::own_items;
use super::parts::parts;
use super::patches;
use super::stamps;
use super::tree::{Kind, Node};
use super::unary::unary;
use super::unmade::Unmade;
use super::window::Windows;
use crate::Machine;
use crate::fast::moved::Moved;
use megabatt_core::value::bulk_of_grid;
use megabatt_core::{Cost, Op, Set, Value};
use megabatt_exec::Used;
use rustc_hash::FxHashSet;

impl Node<'_> {
    /// What it gives for each item. Who asks to stop is heard between two columns; the ordinary way then ends at once.
    pub fn call<'a>(&self, m: &mut Machine, x: View<'a>, bill: &mut Bill) -> Option<Flow<'a>> {
        if m.meter.look_at_the_clock().is_err() {
            return None;
        }
        let is_size = matches!(self.kind, Kind::Unary(Op::size | Op::identity));
        let makes_matchers = matches!(self.kind, Kind::Making(Making::Match(_)));
        match x {
            View::Coded(coded) if !makes_matchers => {
                return self.call_for_each_value(m, coded, bill).map(Flow::Made);
            }
            View::Chosen(chosen) if !is_size => {
                return self.call_for_each_value(m, &chosen.coded()?, bill).map(Flow::Made);
            }
            View::Ints(ints) if matches!(self.kind, Kind::Opaque) => {
                return self.call_for_each_value(m, &Coded::of_few_ints(ints)?, bill).map(Flow::Made);
            }
            View::Sets(sets) if matches!(self.kind, Kind::Unary(op) if patches::is_copy(op)) => {
                let values = sets.sets().iter().map(|set| Value::Set(set.clone())).collect();
                return self.call_for_each_value(m, &Coded::each(values), bill).map(Flow::Made);
            }
            _ => {}
        }
        if let Kind::Unary(op) = self.kind {
            let result = match x {
                _ if op == Op::identity => Flow::Lent(x),
                View::Unmade(unmade) => Flow::Made(unmade.unary(op, bill)?),
                _ => Flow::Made(unary(op, x)?),
            };
            if op.call_shape().cost == Cost::Const {
                // Nobody asks for weights then, and finding them may take longer than the operation.
                bill.constant();
            } else {
                bill.op(op, &[x.weights()], &result.view().weights())?;
            }
            return Some(result);
        }
        bill.charge(CALL);
        let level = bill.enter();
        let result = self.call_closure(m, x, bill)?;
        bill.leave(level, &result.view().weights());
        Some(result)
    }

    /// Calls it once for each distinct value.
    fn call_for_each_value(&self, m: &mut Machine, coded: &Coded, bill: &mut Bill) -> Option<Column> {
        let mut wanted = vec![false; coded.values.len()];
        coded.codes.iter().for_each(|&code| wanted[code as usize] = true);
        // Values that no item has are left out.
        let mut numbers = vec![0; wanted.len()];
        let (mut values, mut used): (Vec<Value>, Vec<Used>) = (Vec::new(), Vec::new());
        for code in (0..wanted.len()).filter(|&code| wanted[code]) {
            let (value, its, frames) = m.measured(self.function, &coded.values[code])?;
            bill.frames(frames);
            numbers[code] = values.len() as u32;
            values.push(value);
            used.push(its);
        }
        let all_wanted = values.len() == wanted.len();
        let codes = if all_wanted { coded.codes.clone() } else { coded.gather(&numbers).into() };
        let coded = Coded { codes, values: values.into() };
        bill.measured(&coded, &used);
        Some(coded.into_column())
    }

    fn call_closure<'a>(&self, m: &mut Machine, x: View<'a>, bill: &mut Bill) -> Option<Flow<'a>> {
        let made = match &self.kind {
            Kind::Unary(_) => unreachable!("an operation is no closure"),
            Kind::Opaque => return None,
            Kind::Compose(nodes) => {
                let [outer, inner] = &**nodes;
                let y = inner.call(m, x, bill)?;
                return outer.call_next(m, y, bill);
            }
            Kind::Chain(nodes) => {
                let [h, g, f] = &**nodes;
                let y = f.call(m, x, bill)?;
                let z = g.call_next(m, y, bill)?;
                return h.call_next(m, z, bill);
            }
            Kind::Matcher(node, target) => {
                let y = node.call(m, x, bill)?;
                match (y.view(), y.view().weights()) {
                    (_, Weights::Same(weight)) => bill.charge(weight.min(target.weight())),
                    (View::Unmade(Unmade::Palettes(palettes)), _) => {
                        bill.charge_weights(&palettes.weights_up_to(target.weight()));
                    }
                    _ => return None,
                }
                binary(Op::equality, Side::Each(y.view()), Side::Same(*target))?
            }
            Kind::RightBound(op, fixed) => bound(*op, Side::Each(x), Side::Same(*fixed), bill)?,
            Kind::LeftBound(op, fixed) => bound(*op, Side::Same(*fixed), Side::Each(x), bill)?,
            Kind::ContainedIn(set) => {
                bill.op(Op::contained, &[x.weights(), Weights::Same(set.weight())], &Weights::Same(1))?;
                Column::Bools(contained(x, set)?)
            }
            Kind::Listed(tuple) => {
                let View::Pairs(places) = x else { return None };
                let listed = places_of_list(tuple)?;
                bill.op(Op::contained, &[x.weights(), Weights::Same(tuple.weight())], &Weights::Same(1))?;
                Column::Bools(places.iter().map(|place| listed.contains(place)).collect())
            }
            Kind::ColourOf(grid) => {
                let View::Pairs(places) = x else { return None };
                bill.op(Op::index, &[], &Weights::Same(1))?;
                let mut colours = Vec::with_capacity(places.len());
                for &(i, j) in places {
                    colours.push(i64::from(grid.get(i, j)?));
                }
                Column::Ints(colours)
            }
            Kind::Comparison(op, fixed) => {
                let View::Sets(sets) = x else { return None };
                let result = patches::comparisons(*op, sets, fixed)?;
                bill.op(*op, &[x.weights(), Weights::Same(fixed.weight())], &Weights::Same(1))?;
                result
            }
            Kind::Overlap(fixed) => {
                let of_places = |sizes: Vec<u32>| Outlines::new(sizes, None, PLACE);
                let common = match x {
                    View::Moved(moved) => copies::overlaps(moved, fixed)?,
                    View::Kept(kept) => kept.overlaps(fixed)?,
                    View::Unmade(Unmade::Stamps(stamps)) => stamps.overlaps(fixed)?,
                    View::Areas(areas) => of_places(areas.common(fixed)?),
                    View::Lines(lines) => of_places(lines.common(fixed)?),
                    View::Around(around) => of_places(around.common(fixed)?),
                    View::Sets(sets) if sets.sets().iter().all(|set| set.pairs().is_some()) => {
                        of_places(sets.places()?.common(fixed)?)
                    }
                    _ => return None,
                };
                let result = Column::outlines(common);
                bill.op(Op::intersection, &[x.weights(), Weights::Same(fixed.weight())], &result.view().weights())?;
                result
            }
            Kind::Difference(fixed, of_fixed) => {
                let rest = copies::differences(x, fixed, *of_fixed)?;
                bill.charge_items(&rest.weights());
                let result = Column::outlines(rest);
                bill.op(Op::difference, &[x.weights(), Weights::Same(fixed.weight())], &result.view().weights())?;
                result
            }
            Kind::Union(fixed) => {
                let View::Moved(moved) = x else { return None };
                let args = [x.weights(), Weights::Same(fixed.weight())];
                let result = Column::outlines(copies::unions(moved, fixed)?);
                args.iter().for_each(|weights| bill.charge_items(weights));
                bill.op(Op::combine, &args, &result.view().weights())?;
                result
            }
            Kind::CutFrom(grid) => {
                let cuts = match x {
                    View::Unmade(Unmade::Holes(holes)) => holes.cut_from(grid)?,
                    View::Around(around) => Cuts::of_neighbours(around, grid)?,
                    _ => return None,
                };
                let result = Column::unmade(Unmade::Cuts(cuts));
                bill.op(Op::toobject, &[x.weights(), Weights::Same(grid.weight())], &result.view().weights())?;
                result
            }
            Kind::Cut(places) => {
                let View::Unmade(grids) = x else { return None };
                let result = Column::unmade(grids.cut(places)?);
                bill.op(Op::toobject, &[Weights::Same(places.weight()), x.weights()], &result.view().weights())?;
                result
            }
            Kind::Subgrid(grid) => {
                let View::Areas(areas) = x else { return None };
                let result = Column::unmade(Unmade::Windows(Windows::of_boxes(grid, areas)?));
                let args = [x.weights(), Weights::Same(bulk_of_grid(grid.weight()))];
                bill.op(Op::subgrid, &args, &result.view().weights())?;
                result
            }
            Kind::Occurrences(grid) => {
                let View::Unmade(Unmade::Boxes(boxes)) = x else { return None };
                let result = Column::fits(Fits::of(grid, boxes)?);
                bill.op(Op::occurrences, &[Weights::Same(grid.weight()), x.weights()], &result.view().weights())?;
                result
            }
            Kind::Branch(nodes, otherwise) => {
                let [condition, then] = &**nodes;
                let (a, b) = (condition.call(m, x, bill)?, then.call(m, x, bill)?);
                let result = branched(a.view(), b.view(), otherwise)?;
                // The outer function is a closure itself.
                bill.charge(CALL);
                let level = bill.enter();
                bill.constant();
                bill.leave(level, &result.view().weights());
                result
            }
            Kind::Window(grid, shape) => {
                let View::Pairs(starts) = x else { return None };
                let result = Column::unmade(Unmade::Windows(Windows::of(grid, starts, *shape)?));
                // The function that is bound once more is a closure itself.
                bill.charge(CALL);
                let level = bill.enter();
                let args = [Weights::Same(bulk_of_grid(grid.weight())), x.weights(), Weights::Same(3)];
                bill.op(Op::crop, &args, &result.view().weights())?;
                bill.leave(level, &result.view().weights());
                result
            }
            Kind::Shift(patch) => {
                let View::Pairs(by) = x else { return None };
                let weight = Weights::Same(patch.weight());
                bill.op(Op::shift, &[Weights::Same(patch.weight()), x.weights()], &weight)?;
                Column::Moved(Moved::new(patch, by)?)
            }
            Kind::Making(Making::Bind { function: Value::Op(op), first: false }) if let View::Singles(places) = x => {
                bill.constant();
                Column::Bound(Bound { op: *op, places: places.to_vec() })
            }
            Kind::Making(making) => making.call(x, bill)?,
            Kind::MakingFork(op, nodes) => {
                let [left, right] = &**nodes;
                let (a, b) = (left.call(m, x, bill)?, right.call(m, x, bill)?);
                let (View::Made(some), View::Made(others)) = (a.view(), b.view()) else { return None };
                Column::made(forked(*op, some, others, bill))
            }
            Kind::Filtered(sets) => {
                let View::Made(functions) = x else { return None };
                Column::outlines(merged::filtered(m, sets, functions, bill)?)
            }
            Kind::Parts(tuple) => {
                let View::Made(functions) = x else { return None };
                Column::unmade(Unmade::Parts(parts(m, tuple, functions, bill)?))
            }
            Kind::Chosen(set) => {
                let View::Made(functions) = x else { return None };
                Column::chosen(Chosen::by(m, set, functions, bill)?)
            }
            Kind::Mapped(places) => {
                let View::Made(functions) = x else { return None };
                merged::mapped(m, places, functions, bill)?
            }
            Kind::MappedSets(function) => {
                let View::Sets(sets) = x else { return None };
                Column::outlines(mapped_sets::merged(m, sets.sets(), function, bill)?)
            }
            Kind::Kept(condition) => match x {
                View::Moved(copies) => Column::kept(Kept::of(m, copies, condition, bill)?),
                View::Lines(lines) => Column::Along(Along::of(m, lines, condition, bill)?),
                View::Lists(lists) => lists.filtered(m, condition, bill)?,
                _ => return None,
            },
            Kind::Applied(function) => {
                let View::Lists(lists) = x else { return None };
                lists.mapped(m, function, bill)?
            }
            Kind::AppliedTo(singles) => {
                let View::Bound(functions) = x else { return None };
                applied(functions, singles, bill)?
            }
            Kind::Interval(nodes) => {
                let [start, stop] = &**nodes;
                let (a, b) = (start.call(m, x, bill)?, stop.call(m, x, bill)?);
                intervals::between(a.view(), b.view(), bill)?
            }
            Kind::Fork(op, nodes) => {
                let [left, right] = &**nodes;
                let (a, b) = (left.call(m, x, bill)?, right.call(m, x, bill)?);
                if let (Op::equality, View::Outlines(some), View::Outlines(others)) = (op, a.view(), b.view()) {
                    bill.op(*op, &[some.weights(), others.weights()], &Weights::Same(1))?;
                    return same_sets(m, [left, right], [some, others], x).map(Flow::Made);
                }
                if let (Op::sfilter, View::Sets(sets), View::Made(functions)) = (op, a.view(), b.view()) {
                    return own_items::filtered(m, sets.sets(), functions, bill).map(Flow::Made);
                }
                if let (Op::sfilter, View::Areas(areas), View::Made(functions)) = (op, a.view(), b.view()) {
                    return own_items::filtered_places(m, areas, functions, bill).map(Flow::Made);
                }
                if let (Op::combine, View::Lists(some), View::Lists(others)) = (op, a.view(), b.view()) {
                    return some.with(others, bill).map(Flow::Made);
                }
                if let (Op::gravitate, View::Sets(patches), View::Coded(goals)) = (op, a.view(), b.view()) {
                    let patches::Ways { by, steps } = patches::ways(patches.sets(), goals)?;
                    let args = [a.view().weights(), b.view().weights()];
                    // Each step takes what the operation does before it starts.
                    bill.charge_weights(&args[0].times(&args[1]).times(&Weights::each(steps)));
                    bill.op(*op, &args, &Weights::Same(3))?;
                    return Some(Flow::Made(Column::Pairs(by)));
                }
                if let (Op::shift, View::Coded(patches)) = (op, a.view()) {
                    let b = b.decoded();
                    let View::Pairs(by) = b.view() else { return None };
                    let result = stamps::stamped(patches, by)?;
                    bill.op(*op, &[a.view().weights(), b.view().weights()], &result.view().weights())?;
                    return Some(Flow::Made(result));
                }
                let both_sets = matches!((a.view(), b.view()), (View::Coded(a), View::Coded(b)) if a.is_of_sets() && b.is_of_sets());
                let (a, b) = if both_sets { (a, b) } else { (a.decoded(), b.decoded()) };
                bound(*op, Side::Each(a.view()), Side::Each(b.view()), bill)?
            }
        };
        Some(Flow::Made(made))
    }

    /// Goes on with what another node gave.
    pub fn call_next<'a>(&self, m: &mut Machine, x: Flow<'a>, bill: &mut Bill) -> Option<Flow<'a>> {
        match x {
            Flow::Lent(view) => self.call(m, view, bill),
            Flow::Made(column) => Some(Flow::Made(match self.call(m, column.view(), bill)? {
                Flow::Made(result) => result,
                Flow::Lent(_) => column,
            })),
        }
    }
}

pub fn bound(op: Op, a: Side<'_>, b: Side<'_>, bill: &mut Bill) -> Option<Column> {
    let result = binary(op, a, b)?;
    let args = [a.weights(), b.weights()];
    if op == Op::difference {
        bill.charge_items(&result.view().weights());
    }
    if op == Op::combine {
        args.iter().for_each(|weights| bill.charge_items(weights));
    }
    bill.op(op, &args, &result.view().weights())?;
    Some(result)
}

/// Whether two sets of which little is known are equal, item by item. What tells most of them apart is known; the others are drawn, or
/// made if nobody can tell where their items are.
fn same_sets(m: &mut Machine, nodes: [&Node<'_>; 2], known: [&Outlines; 2], x: View<'_>) -> Option<Column> {
    let [left, right] = nodes;
    let [some, others] = known;
    let pairs = Pairs::of(some, others);
    let mut same = Vec::with_capacity(x.len());
    for n in 0..x.len() {
        same.push(
            some.may_equal(others, n)
                && match pairs.as_ref().and_then(|pairs| pairs.are_same(n)) {
                    Some(same) => same,
                    None => {
                        let item = x.item(n)?;
                        m.measured(left.function, &item)?.0 == m.measured(right.function, &item)?.0
                    }
                },
        );
    }
    Some(Column::Bools(same))
}

/// The places of a tuple that holds nothing else.
fn places_of_list(tuple: &Value) -> Option<FxHashSet<(i32, i32)>> {
    if let Some(walked) = tuple.as_walked() {
        let mut places = FxHashSet::default();
        match walked.as_copies() {
            Some((patch, by)) => {
                let patch = patch.pairs()?;
                places.extend(by.iter().flat_map(|&(di, dj)| patch.iter().map(move |&(i, j)| (i + di, j + dj))));
            }
            None => {
                for set in walked.sets() {
                    places.extend(set.pairs()?);
                }
            }
        }
        return Some(places);
    }
    match Column::of_tuple(tuple)? {
        Column::Pairs(places) => Some(places.into_iter().collect()),
        _ => None,
    }
}

fn contained(items: View<'_>, set: &Set) -> Option<Vec<bool>> {
    Some(match items {
        View::Bools(v) => v.iter().map(|&b| set.contains(&Value::Bool(b))).collect(),
        View::Ints(v) => match palette(set) {
            Some(bits) => v.iter().map(|&n| (0..16).contains(&n) && bits >> n & 1 == 1).collect(),
            None => v.iter().map(|&n| set.contains(&Value::Int(n))).collect(),
        },
        View::Pairs(v) => v.iter().map(|&(i, j)| set.contains(&Value::Pair(i, j))).collect(),
        View::Cells(v) => v.iter().map(|&(c, i, j)| set.contains(&Value::Cell(c, i, j))).collect(),
        _ => return None,
    })
}
