//! Which of the quick forms there are for an operation.
//!
//! A call that has none of a kind would go through all of its cases to find that out, and it goes by several kinds before it comes to
//! the one it has. So each kind names its operations; a test holds that against what it takes.

use super::{list, own, rows, small};
use megabatt_core::TokOp;

/// What there is for an operation, as bits.
#[derive(Clone, Copy)]
pub struct Route(u8);

impl Route {
    pub const SMALL: Route = Route(1);
    pub const OWN: Route = Route(2);
    pub const LIST: Route = Route(4);
    pub const ROWS: Route = Route(8);

    #[inline]
    pub fn of(op: TokOp) -> Route {
        ROUTES[op as usize]
    }

    #[inline]
    pub fn has(self, kind: Route) -> bool {
        self.0 & kind.0 != 0
    }

    const fn find(op: TokOp) -> Route {
        Route::SMALL
            .only_if(small::knows(op))
            .and(Route::OWN.only_if(own::knows(op)))
            .and(Route::LIST.only_if(list::knows(op)))
            .and(Route::ROWS.only_if(rows::knows(op)))
    }

    const fn only_if(self, knows: bool) -> Route {
        if knows { self } else { Route(0) }
    }

    const fn and(self, other: Route) -> Route {
        Route(self.0 | other.0)
    }
}

static ROUTES: [Route; TokOp::ALL.len()] = {
    let mut routes = [Route(0); TokOp::ALL.len()];
    let mut n = 0;
    while n < routes.len() {
        routes[n] = Route::find(TokOp::ALL[n]);
        n += 1;
    }
    routes
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Machine};
    use megabatt_core::{CellLayout, Dialect, Grid, Set, Value};
    use megabatt_exec::{Cancel, Limits};

    /// Values of all kinds that the forms tell apart.
    fn values() -> Vec<Value> {
        let layout = CellLayout::ColourLast;
        let tuple = |items: Vec<Value>| Value::tuple(items).expect("flat");
        vec![
            Value::Int(0),
            Value::Int(1),
            Value::Int(-1),
            Value::Bool(true),
            Value::Pair(0, 1),
            Value::Triple(0, 1, 2),
            Value::None,
            Value::grid(Grid::from_fn(4, 4, |i, j| (i * j % 3) as i8)),
            Value::grid(Grid::from_fn(4, 3, |i, j| (i + j) as i8)),
            Value::set(Set::empty()),
            Value::set(Set::grown_pairs(vec![(0, 1), (2, 2)])),
            Value::set(Set::grown_cells(layout, vec![(1, 0, 1), (3, 2, 2)])),
            Value::set(Set::single(Value::set(Set::grown_cells(layout, vec![(1, 0, 1)]))).expect("flat")),
            Value::empty_tuple(),
            tuple(vec![Value::Int(1), Value::Int(2), Value::Int(3), Value::Int(4)]),
            tuple(vec![Value::Triple(0, 1, 2), Value::Triple(1, 1, 2)]),
            Value::Tok(TokOp::pair),
            Value::Tok(TokOp::identity),
        ]
    }

    /// All operations, with up to three arguments of all kinds.
    #[test]
    fn no_form_is_passed_by() {
        let limits = Limits::default();
        let mut machine = Machine::new(Dialect::Tok, Engine::Fast, &limits, &Cancel::new());
        let values = values();
        let mut taken = 0;
        let mut check = |op: TokOp, args: &[&Value]| {
            let route = Route::of(op);
            let mut is = |kind: Route, name: &str, takes: bool| {
                taken += usize::from(takes);
                assert!(!takes || route.has(kind), "{name} takes {op:?} of {args:?}");
            };
            is(Route::SMALL, "small", small::call_to(op, args, &mut Value::None));
            is(Route::OWN, "own", own::call(op, args).is_some());
            is(Route::LIST, "list", list::call(op, args).is_some());
            is(Route::ROWS, "rows", rows::call(&mut machine, op, args).is_some());
        };
        for &op in TokOp::ALL {
            for a in &values {
                check(op, &[a]);
                for b in &values {
                    check(op, &[a, b]);
                    values.iter().for_each(|c| check(op, &[a, b, c]));
                }
            }
        }
        assert!(taken > 1_000, "only {taken} calls were taken");
    }
}
