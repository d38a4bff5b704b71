//! Columns with few distinct values, and what values weigh.

use super::column::Column;
use megabatt_core::Value;
use std::rc::Rc;

/// Values of any kind, of which there are few distinct ones: the n-th is `values[codes[n]]`.
#[derive(Clone)]
pub struct Coded {
    pub values: Rc<[Value]>,
    pub codes: Rc<[u32]>,
}

/// What values weigh: all the same, or each something else.
pub enum Weights {
    Same(u64),
    Each(Vec<u64>),
}

impl Weights {
    pub fn total(&self, n: usize) -> u64 {
        match self {
            Weights::Same(weight) => weight * n as u64,
            Weights::Each(weights) => weights.iter().sum(),
        }
    }
}

impl Coded {
    /// For each item what its value has.
    pub fn gather<T: Copy>(&self, by_code: &[T]) -> Vec<T> {
        self.codes.iter().map(|&code| by_code[code as usize]).collect()
    }

    pub fn weights(&self) -> Weights {
        let weights: Vec<u64> = self.values.iter().map(Value::weight).collect();
        match weights.first() {
            Some(&first) if weights.iter().all(|&weight| weight == first) => Weights::Same(first),
            _ => Weights::Each(self.gather(&weights)),
        }
    }

    pub fn is_of_sets(&self) -> bool {
        self.values.iter().all(|value| matches!(value, Value::Set(_)))
    }

    /// The places, if all values are places.
    pub fn places(&self) -> Option<Vec<(i32, i32)>> {
        let place = |value: &Value| if let Value::Pair(i, j) = *value { Some((i, j)) } else { None };
        Some(self.gather(&self.values.iter().map(place).collect::<Option<Vec<_>>>()?))
    }

    /// A column of scalars where all values are of one kind.
    pub fn into_column(self) -> Column {
        let all = |is: fn(&Value) -> bool| self.values.iter().all(is);
        match self.values.first() {
            Some(Value::Int(_)) if all(|v| matches!(v, Value::Int(_))) => {
                let ints: Vec<i64> = self.values.iter().map(|v| if let Value::Int(n) = v { *n } else { 0 }).collect();
                Column::Ints(self.gather(&ints))
            }
            Some(Value::Bool(_)) if all(|v| matches!(v, Value::Bool(_))) => {
                let bools: Vec<bool> = self.values.iter().map(|v| matches!(v, Value::Bool(true))).collect();
                Column::Bools(self.gather(&bools))
            }
            _ => Column::Coded(self),
        }
    }
}
