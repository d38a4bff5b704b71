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
#[derive(Clone)]
pub enum Weights {
    Same(u64),
    Each(Each),
}

impl Weights {
    pub fn each(weights: Vec<u64>) -> Weights {
        Weights::Each(Each::new(weights))
    }

    /// What an operation takes that goes through all of one value for each part of the other.
    pub fn times(&self, other: &Weights) -> Weights {
        let each = |each: &Each, f: &dyn Fn(u64) -> u64| Weights::each(each.iter().map(f).collect());
        match (self, other) {
            (Weights::Same(a), Weights::Same(b)) => Weights::Same(a.saturating_mul(*b)),
            (Weights::Each(a), Weights::Same(b)) => each(a, &|a| a.saturating_mul(*b)),
            (Weights::Same(a), Weights::Each(b)) => each(b, &|b| b.saturating_mul(*a)),
            (Weights::Each(a), Weights::Each(b)) => {
                Weights::each(a.iter().zip(b.iter()).map(|(a, b)| a.saturating_mul(b)).collect())
            }
        }
    }

    pub fn total(&self, n: usize) -> u64 {
        match self {
            Weights::Same(weight) => weight * n as u64,
            Weights::Each(each) => each.total,
        }
    }
}

/// A weight for each value. They are asked for over and over while a column is paid for, nearly always for what is known of all.
#[derive(Clone)]
pub struct Each {
    listed: Listed,
    pub total: u64,
    pub most: u64,
}

/// One after the other, or by the code of each value.
#[derive(Clone)]
enum Listed {
    All(Rc<Vec<u64>>),
    ByCode(Rc<[u64]>, Rc<[u32]>),
}

impl Each {
    pub fn new(weights: Vec<u64>) -> Each {
        // Columns are long, so both are found at a time, for every fourth weight each, which need not wait for one another.
        let (fours, rest) = weights.as_chunks::<4>();
        let (mut most, mut total) = ([0; 4], [0u64; 4]);
        for four in fours {
            for n in 0..4 {
                most[n] = four[n].max(most[n]);
                total[n] = total[n].wrapping_add(four[n]);
            }
        }
        let most = most.iter().chain(rest).copied().max().unwrap_or(0);
        let total = match most.checked_mul(weights.len() as u64) {
            Some(_) => total.iter().chain(rest).sum(),
            None => weights.iter().copied().fold(0, u64::saturating_add),
        };
        Each { listed: Listed::All(Rc::new(weights)), total, most }
    }

    fn of(listed: Listed) -> Each {
        let mut each = Each { listed, total: 0, most: 0 };
        let (total, most) =
            each.iter().fold((0u64, 0), |(sum, most), weight| (sum.saturating_add(weight), weight.max(most)));
        (each.total, each.most) = (total, most);
        each
    }

    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        let (all, by_code, codes): (&[u64], &[u64], &[u32]) = match &self.listed {
            Listed::All(all) => (all, &[], &[]),
            Listed::ByCode(by_code, codes) => (&[], by_code, codes),
        };
        all.iter().copied().chain(codes.iter().map(|&code| by_code[code as usize]))
    }

    /// What two values of each item weigh together.
    pub fn plus(&self, other: &Each) -> Each {
        if let (Listed::All(some), Listed::All(others)) = (&self.listed, &other.listed)
            && self.most.checked_add(other.most).is_some()
        {
            return Each::new(some.iter().zip(others.iter()).map(|(a, b)| a + b).collect());
        }
        Each::new(self.iter().zip(other.iter()).map(|(a, b)| a.saturating_add(b)).collect())
    }
}

impl Coded {
    /// Of each item its own value.
    pub fn each(values: Vec<Value>) -> Coded {
        Coded { codes: (0..values.len() as u32).collect(), values: values.into() }
    }

    /// Ints of which there are few distinct ones. None if there are many.
    pub fn of_few_ints(ints: &[i64]) -> Option<Coded> {
        /// More distinct ones are not few.
        const MOST: usize = 16;
        let mut distinct: Vec<i64> = Vec::new();
        let mut codes = Vec::with_capacity(ints.len());
        for &n in ints {
            let code = distinct.iter().position(|&known| known == n).unwrap_or_else(|| {
                distinct.push(n);
                distinct.len() - 1
            });
            if distinct.len() > MOST {
                return None;
            }
            codes.push(code as u32);
        }
        Some(Coded { values: distinct.into_iter().map(Value::Int).collect(), codes: codes.into() })
    }

    /// Whether each item has a value of its own.
    pub fn is_of_each(&self) -> bool {
        self.codes.len() == self.values.len() && (0u32..).zip(self.codes.iter()).all(|(n, &code)| n == code)
    }

    /// For each item what its value has.
    pub fn gather<T: Copy>(&self, by_code: &[T]) -> Vec<T> {
        self.codes.iter().map(|&code| by_code[code as usize]).collect()
    }

    pub fn weights(&self) -> Weights {
        let weights: Vec<u64> = self.values.iter().map(Value::weight).collect();
        match weights.first() {
            Some(&first) if weights.iter().all(|&weight| weight == first) => Weights::Same(first),
            _ => Weights::Each(Each::of(Listed::ByCode(weights.into(), self.codes.clone()))),
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
