//! Tuples that are put together from parts know the same about themselves as those made item by item.

use megabatt_core::{Arc, CellLayout, Grid, Op, Set, Value, hash, py};

fn same(made: &Value, plainly: &Value, what: &str) {
    assert_eq!(made, plainly, "{what}");
    assert_eq!(made.weight(), plainly.weight(), "weight of {what}");
    assert_eq!(made.bulk(), plainly.bulk(), "bulk of {what}");
    assert_eq!(made.depth(), plainly.depth(), "depth of {what}");
    assert_eq!(std::mem::discriminant(made), std::mem::discriminant(plainly), "form of {what}");
}

fn items() -> Vec<Value> {
    let grid = |side: usize| Value::grid(Grid::new(side, side, vec![3; side * side]));
    let row = Value::tuple((0..5).map(Value::Int).collect()).expect("a row");
    let nested = Value::tuple(vec![row.clone(), Value::None, row.clone()]).expect("nested");
    let mut items =
        vec![Value::Int(4), Value::Bool(true), Value::Pair(1, 2), Value::Cell(1, 2, 3), Value::Op(Op::size)];
    items.extend([Value::Triple(1, 2, 3), Value::Int(1 << 40), grid(2), grid(40), row, nested]);
    items.push(Value::set(Set::grown_pairs(vec![(0, 1), (5, 6)])));
    items
}

fn tuple(items: Vec<Value>) -> Value {
    Value::tuple(items).expect("not too deep")
}

#[test]
fn of_one_item_many_times() {
    for item in items() {
        for times in [0, 1, 2, 3, 4, 30, 600, 2_000] {
            let made = Value::repeated(&item, times).expect("not too deep");
            same(&made, &tuple(vec![item.clone(); times]), &format!("{times} times {item:?}"));
        }
    }
}

#[test]
fn of_two_tuples() {
    let lengths = [(0, 0), (0, 4), (1, 1), (1, 2), (2, 1), (3, 40), (700, 2), (2, 700), (400, 400), (1_500, 1_500)];
    for a in items() {
        for b in items() {
            for (x, y) in lengths {
                let parts = (tuple(vec![a.clone(); x]), tuple(vec![b.clone(); y]));
                let (Value::Tuple(left), Value::Tuple(right)) = &parts else { continue };
                let made = Value::joined(left, right).expect("not too deep");
                let all = left.slice().iter().chain(right.slice()).cloned().collect();
                same(&made, &tuple(all), &format!("{x} times {a:?} and {y} times {b:?}"));
            }
        }
    }
}

/// Sets of places near and far, and of cells, a few and many.
fn lists_of_sets() -> Vec<Vec<Arc<Set>>> {
    let places = |n: i32, far: i32| Arc::new(Set::grown_pairs((0..n).map(|k| (k % 7 + far, k / 7)).collect()));
    let cells = |n: i32| {
        let cells = (0..n).map(|k| (k % 10, k / 3, k % 3)).collect();
        Arc::new(Set::grown_cells(CellLayout::ColourFirst, cells))
    };
    let nothing = Arc::new(Set::empty());
    vec![
        vec![places(1, 0)],
        vec![places(3, 0), nothing.clone(), places(20, 2)],
        vec![places(300, 0), places(300, 5), places(2, -100)],
        vec![places(300, 0), places(300, 500)],
        vec![nothing, cells(1)],
        vec![cells(40), cells(300), cells(40)],
    ]
}

#[test]
fn of_all_items_of_sets() {
    for sets in lists_of_sets() {
        let items = || sets.iter().flat_map(|set| set.in_order()).collect();
        let what = format!("{} sets of {} items", sets.len(), sets.iter().map(|set| set.len()).sum::<usize>());
        let asked_first = Value::walked(sets.clone()).expect("sets of one kind");
        assert_eq!(py::len(&asked_first), py::len(&tuple(items())), "{what}");
        assert_eq!(asked_first.is_byte_grid(), tuple(items()).is_byte_grid(), "{what}");
        assert_eq!(asked_first.bulk_within(), tuple(items()).bulk_within(), "{what}");
        assert!(asked_first.walked_sets().is_some_and(|walked| walked.len() == sets.len()), "{what}");
        same(&asked_first, &tuple(items()), &what);
        assert_eq!(hash::of(&asked_first), hash::of(&tuple(items())), "{what}");
        assert!(py::iter(&asked_first).expect("a tuple").eq(py::iter(&tuple(items())).expect("a tuple")), "{what}");
    }
    let (places, cells) = (Set::grown_pairs(vec![(0, 0)]), Set::grown_cells(CellLayout::ColourFirst, vec![(0, 0, 0)]));
    assert!(Value::walked(vec![Arc::new(places), Arc::new(cells)]).is_none(), "places and cells");
    assert!(Value::walked(vec![Arc::new(Set::empty())]).is_none() && Value::walked(vec![]).is_none(), "nothing");
}
