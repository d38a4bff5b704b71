//! `sfilter` of one set with functions that are made for each item.
//!
//! `chain(size, lbind(sfilter, objs), compose(lbind(matcher, normalize), normalize))` asks of each object how many others look like it.
//! Every function is called with every object, so the loops are turned round (see [`super::made`]): for each object all functions at
//! once. Which items a function keeps is a list of positions; the set is made if somebody looks into it.

use super::bill::Bill;
use super::coded::{Coded, Each, Weights};
use super::made::{FUNCTION, Made};
use super::matched;
use super::reach;
use crate::Machine;
use megabatt_core::{Arc, Op, Set, Value};

/// More calls than this are left to the ordinary way, which looks at the clock in between.
const MOST_CALLS: usize = 1 << 22;

/// A part of one set for each item.
pub struct Chosen {
    of: Arc<Set>,
    /// Positions in the content of the set, ascending.
    positions: Vec<Vec<u32>>,
    weights: Each,
}

impl Chosen {
    /// `sfilter(set, function)` for each function.
    pub fn by(m: &mut Machine, set: &Arc<Set>, functions: &Made, bill: &mut Bill) -> Option<Chosen> {
        if set.order_depends_on_address() || set.len().checked_mul(functions.len())? > MOST_CALLS {
            return None;
        }
        if set.is_empty() {
            return Chosen::of_nothing(set, functions.len(), bill);
        }
        let begun = bill.begin(&[Weights::Same(set.weight()), Weights::Same(FUNCTION)], 0);
        let positions = match matched::positions(m, &Value::Set(set.clone()), functions, bill) {
            Some(positions) => positions,
            None if let Some(positions) = reach::within(m, set, functions, bill) => positions,
            None => asked(m, set, functions, bill)?,
        };
        let item_weights: Vec<u64> = set.values().map(|item| item.weight()).collect();
        let weight = |its: &Vec<u32>| 1 + its.iter().map(|&n| item_weights[n as usize]).sum::<u64>();
        let weights = Each::new(positions.iter().map(weight).collect());
        let chosen = Chosen { of: set.clone(), positions, weights };
        bill.charge_items(&chosen.weights());
        bill.end(begun, &chosen.weights());
        Some(chosen)
    }

    /// The same of the empty set, for which no function is called: there is a frame for the operation, and none for a generator.
    fn of_nothing(set: &Arc<Set>, functions: usize, bill: &mut Bill) -> Option<Chosen> {
        let weight = set.weight();
        bill.op(Op::sfilter, &[Weights::Same(weight), Weights::Same(FUNCTION)], &Weights::Same(weight))?;
        let weights = Each::new(vec![weight; functions]);
        Some(Chosen { of: set.clone(), positions: vec![Vec::new(); functions], weights })
    }

    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn weights(&self) -> Weights {
        Weights::Each(self.weights.clone())
    }

    pub fn sizes(&self) -> Vec<i64> {
        self.positions.iter().map(|its| its.len() as i64).collect()
    }

    pub fn is_empty_at(&self, n: usize) -> bool {
        self.positions[n].is_empty()
    }

    /// The sets themselves. None if one cannot be made.
    pub fn values(&self) -> Option<Vec<Value>> {
        let part = |its: &Vec<u32>| Some(Value::set(Set::filtered(&self.of, its.clone()).ok()?));
        self.positions.iter().map(part).collect()
    }

    /// A column of the sets themselves.
    pub fn coded(&self) -> Option<Coded> {
        Some(Coded::each(self.values()?))
    }
}

/// For each function the positions of the items for which it holds.
fn asked(m: &mut Machine, set: &Set, functions: &Made, bill: &mut Bill) -> Option<Vec<Vec<u32>>> {
    let mut positions = vec![Vec::new(); functions.len()];
    for (at, item) in set.values().enumerate() {
        let level = bill.level();
        let holds = functions.call_with(m, &item, bill)?;
        bill.back_to(level);
        for n in holds.truthy_positions() {
            positions[n as usize].push(at as u32);
        }
    }
    Some(positions)
}
