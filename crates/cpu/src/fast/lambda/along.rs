//! Lines of which some places are left.
//!
//! `compose(rbind(sfilter, condition), rbind(shoot, RIGHT))` asks the condition about every place of every line. Most places are on
//! several lines; each is asked once here.

use super::bill::Bill;
use super::coded::Weights;
use super::column::View;
use super::outline::{CELL, PLACE};
use super::tree::{Node, Opaque};
use crate::Machine;
use crate::fast::line::Line;
use crate::fast::shapes::Lines;
use crate::fast::union::near_each_other;
use megabatt_core::mask::Mask;
use megabatt_core::{Arc, CellLayout, Set, Value};
use std::rc::Rc;

/// A line for each item, and which of its places are left.
#[derive(Clone)]
pub struct Along {
    lines: Rc<[(Line, Vec<u32>)]>,
    /// The colour of each, if they are objects.
    colours: Option<Rc<[i32]>>,
}

impl Along {
    /// `sfilter` of each line. None if one of them is a set of nothing or of cells.
    pub fn of(m: &mut Machine, lines: &Lines, condition: &Value, bill: &mut Bill) -> Option<Along> {
        let lines: Vec<Line> = lines.uncoloured()?.iter().copied().collect::<Option<_>>()?;
        let (places, mut left) = all_places(&lines)?;
        let weights = lines.iter().map(|line| 1 + PLACE * line.len()).collect();
        let begun = bill.begin(&[Weights::each(weights), Weights::Same(condition.weight())], 0);
        let mut inner = Bill::new(places.len());
        let holds = Node::of(condition, Opaque::Refused)?.call(m, View::Pairs(&places), &mut inner)?.into_column()?;
        // Whose place it is must not matter.
        let each = inner.same_for_all()?;
        let calls = lines.iter().map(|line| each.checked_mul(line.len())).collect::<Option<_>>()?;
        bill.charge_weights(&Weights::each(calls));
        bill.frames(inner.deepest);
        bill.peak(inner.most_memory);
        bill.ask(inner.asked);
        for n in holds.truthy_positions() {
            let (i, j) = places[n as usize];
            left.insert(i, j);
        }
        let taken =
            |line: Line| (0..).zip(line.places()).filter(|&(_, (i, j))| left.has(i, j)).map(|(n, _)| n).collect();
        let along = Along { lines: lines.iter().map(|&line| (line, taken(line))).collect(), colours: None };
        bill.charge_items(&along.weights());
        bill.end(begun, &along.weights());
        Some(along)
    }

    /// `recolor` of each; None if they are objects already, or if a colour does not fit 32 bits.
    pub fn recoloured(&self, colours: impl Iterator<Item = i64>) -> Option<Along> {
        if self.colours.is_some() {
            return None;
        }
        let colours: Rc<[i32]> = colours.map(|colour| i32::try_from(colour).ok()).collect::<Option<_>>()?;
        Some(Along { lines: self.lines.clone(), colours: Some(colours) })
    }

    pub fn len(&self) -> usize {
        self.lines.len()
    }

    pub fn weights(&self) -> Weights {
        let item = if self.colours.is_some() { CELL } else { PLACE };
        Weights::each(self.lines.iter().map(|(_, taken)| 1 + item * taken.len() as u64).collect())
    }

    /// How many places are left of each.
    pub fn sizes(&self) -> Vec<i64> {
        self.lines.iter().map(|(_, taken)| taken.len() as i64).collect()
    }

    pub fn is_empty_at(&self, n: usize) -> bool {
        self.lines[n].1.is_empty()
    }

    /// The sets, as the operations make them.
    pub fn into_values(self) -> Option<Vec<Value>> {
        let set = |n: usize| {
            let (line, taken) = &self.lines[n];
            let left = Set::filtered(&Arc::new(line.set()), taken.clone()).ok()?;
            Some(Value::set(match &self.colours {
                Some(colours) if !left.is_empty() => {
                    let source = Arc::new(left);
                    let cells = source.pairs()?.iter().map(|&(i, j)| (colours[n], i, j)).collect();
                    Set::mapped_to_cells(&source, CellLayout::ColourFirst, cells).with_distinct_places()
                }
                _ => left,
            }))
        };
        (0..self.len()).map(set).collect()
    }
}

/// The places of all lines, each once, and an empty mask over them.
fn all_places(lines: &[Line]) -> Option<(Vec<(i32, i32)>, Mask)> {
    let ends: Vec<(i32, i32)> = lines.iter().flat_map(|line| line.ends()).collect();
    let count = lines.iter().map(|line| line.len() as usize).sum();
    let [mut met, empty] = [near_each_other(ends.iter(), count)?, near_each_other(ends.iter(), count)?];
    let all = lines.iter().flat_map(|line| line.places());
    Some((all.filter(|&(i, j)| met.insert(i, j)).collect(), empty))
}
