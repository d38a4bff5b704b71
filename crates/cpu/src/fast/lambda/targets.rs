//! Values that others are compared with, over and over.

use super::coded::{Coded, Weights};
use megabatt_core::{Arc, Set, Value};
use rustc_hash::FxHashMap;

/// A value for each item.
pub enum Targets {
    Ints(Vec<i64>),
    Sets(Sets),
}

impl Targets {
    /// What comparing each with a value of this weight takes.
    pub fn weights_up_to(&self, most: u64) -> Weights {
        match self {
            Targets::Ints(_) => Weights::Same(most.min(1)),
            Targets::Sets(sets) => sets.weights_up_to(most),
        }
    }

    /// Whether each equals the value.
    pub fn equal(&self, value: &Value) -> Vec<bool> {
        match self {
            Targets::Ints(ints) => ints.iter().map(|&n| Value::Int(n) == *value).collect(),
            Targets::Sets(sets) => sets.equal(value),
        }
    }
}

/// A set for each item; equal ones have one number.
pub struct Sets {
    distinct: Vec<Arc<Set>>,
    numbers: Vec<u32>,
    /// The numbers of those with a hash.
    by_hash: FxHashMap<u64, Vec<u32>>,
}

impl Sets {
    /// None unless all values are sets of places or of cells.
    pub fn of(values: &Coded) -> Option<Sets> {
        let mut targets = Sets { distinct: Vec::new(), numbers: Vec::new(), by_hash: FxHashMap::default() };
        let mut number_of_code = Vec::with_capacity(values.values.len());
        for value in values.values.iter() {
            let Value::Set(set) = value else { return None };
            if set.pairs().is_none() && set.cells().is_none() {
                return None;
            }
            let number = targets.number(set).unwrap_or_else(|| {
                let number = targets.distinct.len() as u32;
                targets.by_hash.entry(set.hash()).or_default().push(number);
                targets.distinct.push(set.clone());
                number
            });
            number_of_code.push(number);
        }
        targets.numbers = values.gather(&number_of_code);
        Some(targets)
    }

    /// The number of those that equal a set.
    fn number(&self, set: &Set) -> Option<u32> {
        let numbers = self.by_hash.get(&set.hash())?;
        numbers.iter().copied().find(|&number| self.distinct[number as usize].same_items(set))
    }

    fn weights_up_to(&self, most: u64) -> Weights {
        let weights: Vec<u64> = self.distinct.iter().map(|set| set.weight().min(most)).collect();
        match weights.first() {
            Some(&first) if weights.iter().all(|&weight| weight == first) => Weights::Same(first),
            _ => Weights::each(self.numbers.iter().map(|&number| weights[number as usize]).collect()),
        }
    }

    fn equal(&self, value: &Value) -> Vec<bool> {
        let number = match value {
            Value::Set(set) => self.number(set),
            _ => None,
        };
        self.numbers.iter().map(|&its| Some(its) == number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_kind_are_equal_as_in_python() {
        let targets = Targets::Ints(vec![0, 1, 2]);
        let cases = [(Value::Int(2), [false, false, true]), (Value::Bool(true), [false, true, false])];
        for (value, expected) in cases.into_iter().chain([
            (Value::Float(1.0), [false, true, false]),
            (Value::Float(1.5), [false; 3]),
            (Value::None, [false; 3]),
        ]) {
            assert_eq!(targets.equal(&value), expected, "{value:?}");
        }
    }
}
