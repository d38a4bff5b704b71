//! Values that are put together of others, made only for the items somebody asks for.
//!
//! `fork(rbind(branch, frozenset()), condition, compose(initset, rbind(astuple, THREE)))` gives an empty set for most places and
//! `{(place, 3)}` for a few. All calls are paid for, and only these few sets are made.

use super::coded::{Each, Weights};
use super::column::{Column, Scalar, View};
use megabatt_core::{Arc, Set, Value};
use std::rc::Rc;

/// One value for each item.
#[derive(Clone)]
pub struct Built {
    form: Form,
    len: usize,
    weights: Option<Each>,
    /// What each weighs, if all weigh the same.
    weight: u64,
}

#[derive(Clone)]
enum Form {
    /// `(a, b)`.
    Tuple(Part, Part),
    /// `frozenset({a})`.
    Single(Rc<Built>),
    /// `a` where the condition holds, else the same value for all.
    Chosen(Rc<[bool]>, Rc<Built>, Value),
}

/// Something of each item, or the same for all.
#[derive(Clone)]
pub enum Part {
    Ints(Rc<[i64]>),
    Pairs(Rc<[(i32, i32)]>),
    Same(Scalar),
}

impl Part {
    pub fn of(view: View<'_>) -> Option<Part> {
        match view {
            View::Ints(ints) => Some(Part::Ints(ints.into())),
            View::Pairs(places) => Some(Part::Pairs(places.into())),
            _ => None,
        }
    }

    fn weight(&self) -> u64 {
        match self {
            Part::Ints(_) => 1,
            Part::Pairs(_) => 3,
            Part::Same(scalar) => scalar.weight(),
        }
    }

    fn len(&self) -> Option<usize> {
        match self {
            Part::Ints(v) => Some(v.len()),
            Part::Pairs(v) => Some(v.len()),
            Part::Same(_) => None,
        }
    }

    fn item(&self, n: usize) -> Option<Value> {
        Some(match self {
            Part::Ints(v) => Value::Int(v[n]),
            Part::Pairs(v) => Value::Pair(v[n].0, v[n].1),
            Part::Same(Scalar::Bool(b)) => Value::Bool(*b),
            Part::Same(Scalar::Int(n)) => Value::Int(*n),
            Part::Same(Scalar::Pair(i, j)) => Value::Pair(*i, *j),
            Part::Same(Scalar::Cell(c, i, j)) => Value::Cell(*c, *i, *j),
            Part::Same(Scalar::Single(..) | Scalar::Palette(_)) => return None,
        })
    }
}

impl Built {
    /// `(a, b)` for each item.
    pub fn tuples(a: Part, b: Part) -> Option<Built> {
        let len = a.len().or(b.len())?;
        let is_set = |part: &Part| matches!(part, Part::Same(Scalar::Single(..) | Scalar::Palette(_)));
        if is_set(&a) || is_set(&b) {
            // Which set it is, and not only what is in it, is known to its owner alone.
            return None;
        }
        let weight = 1 + a.weight() + b.weight();
        Some(Built { form: Form::Tuple(a, b), len, weights: None, weight })
    }

    /// `initset` of each. None unless they are tuples, which can be hashed.
    pub fn singles(&self) -> Option<Built> {
        let Form::Tuple(..) = self.form else { return None };
        Some(Built { form: Form::Single(Rc::new(self.clone())), weight: self.weight + 1, ..self.clone() })
    }

    /// `branch` of each condition, value, and what is the same for all.
    pub fn chosen(&self, holds: &[bool], otherwise: &Value) -> Option<Built> {
        let (Weights::Same(then), other) = (self.weights(), otherwise.weight()) else { return None };
        let weights = holds.iter().map(|&holds| if holds { then } else { other }).collect();
        let form = Form::Chosen(holds.into(), Rc::new(self.clone()), otherwise.clone());
        Some(Built { form, len: self.len, weights: Some(Each::new(weights)), weight: 0 })
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn weights(&self) -> Weights {
        self.weights.as_ref().map_or(Weights::Same(self.weight), |each| Weights::Each(each.clone()))
    }

    fn item(&self, n: usize) -> Option<Value> {
        match &self.form {
            Form::Tuple(a, b) => Value::tuple(vec![a.item(n)?, b.item(n)?]).ok(),
            Form::Single(built) => Set::single(built.item(n)?).ok().map(Value::set),
            Form::Chosen(holds, built, otherwise) => {
                if holds[n] {
                    built.item(n)
                } else {
                    Some(otherwise.clone())
                }
            }
        }
    }

    pub fn into_values(self) -> Option<Vec<Value>> {
        (0..self.len).map(|n| self.item(n)).collect()
    }

    /// The items of all in one set, as `mapply` over the source makes it. None unless all have one item, but for those that are the same
    /// empty set.
    pub fn union(&self, source: &Arc<Set>) -> Option<Set> {
        let Form::Chosen(holds, built, Value::Set(otherwise)) = &self.form else { return None };
        let Form::Single(items) = &built.form else { return None };
        let mut chosen = (0..self.len).filter(|&n| holds[n]);
        match (otherwise.is_empty(), chosen.next(), chosen.next()) {
            (true, None, _) => Some(Set::empty()),
            (true, Some(only), None) => Set::single(items.item(only)?).ok(),
            (true, ..) => self.union_of_many(source, holds),
            _ => None,
        }
    }

    /// The set of all results decides the order. For that the empty one comes once.
    fn union_of_many(&self, source: &Arc<Set>, holds: &[bool]) -> Option<Set> {
        let mut met_empty = false;
        let came = source.positions_in_order().filter(|&n| holds[n] || !std::mem::replace(&mut met_empty, true));
        let came: Vec<usize> = came.collect();
        let applied = Set::from_items(came.into_iter().map(|n| self.item(n)).collect::<Option<Vec<_>>>()?).ok()?;
        let of_each = applied.in_order().map(|set| if let Value::Set(set) = set { set.item(0) } else { None });
        Set::from_items(of_each.flatten()).ok()
    }
}

/// `branch` of a condition of each item, a value of each, and a fixed one.
pub fn branched(condition: View<'_>, then: View<'_>, otherwise: &Value) -> Option<Column> {
    match (condition, then) {
        (View::Bools(holds), View::Built(built)) => Some(Column::built(built.chosen(holds, otherwise)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::py;

    fn marked(holds: &[bool]) -> Built {
        let places: Vec<(i32, i32)> = (0..holds.len() as i32).map(|n| (n, 2 * n)).collect();
        let tuples = Built::tuples(Part::Pairs(places.into()), Part::Same(Scalar::Int(3))).expect("they have items");
        let singles = tuples.singles().expect("tuples can be hashed");
        singles.chosen(holds, &Value::set(Set::empty())).expect("all weigh the same")
    }

    #[test]
    fn what_is_asked_for_is_what_python_makes() {
        let built = marked(&[false, true, false]);
        let values = built.clone().into_values().expect("all are known");
        assert_eq!(values.len(), 3);
        let mark = Value::tuple(vec![Value::Pair(1, 2), Value::Int(3)]).expect("it is flat");
        let marked = Value::set(Set::single(mark.clone()).expect("it has a hash"));
        assert_eq!(values[1], marked);
        assert_eq!(py::len(&values[0]), Ok(0));
        assert_eq!(Value::set(built.union(&places(3)).expect("it has one item")), marked);
        let Weights::Each(each) = built.weights() else { panic!("they weigh something else each") };
        assert!(each.iter().eq(values.iter().map(Value::weight)));
    }

    fn places(n: i32) -> Arc<Set> {
        Arc::new(Set::grown_pairs((0..n).map(|n| (n, 3 * n)).collect()))
    }

    #[test]
    fn unions_have_the_order_of_the_set_of_all_results() {
        for step in [1, 2, 3, 7] {
            let (source, holds) = (places(40), (0..40).map(|n| n % step == 0).collect::<Vec<_>>());
            let built = marked(&holds);
            let values = built.clone().into_values().expect("all are known");
            let applied = Set::from_items(source.positions_in_order().map(|n| values[n].clone())).expect("sets");
            let items = applied.in_order().flat_map(|set| py::iter(&set).expect("a set").collect::<Vec<_>>());
            let expected = Set::from_items(items).expect("tuples");
            let union = built.union(&source).expect("they are single");
            assert!(union.in_order().eq(expected.in_order()), "{step}");
        }
        assert_eq!(marked(&[false, false]).union(&places(2)).map(|set| set.len()), Some(0));
    }
}
