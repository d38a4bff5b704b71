//! Tuples that are put together from parts know the same about themselves as those made item by item.

use megabatt_core::{Grid, Op, Set, Value};

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
