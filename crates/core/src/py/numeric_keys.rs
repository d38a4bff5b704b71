//! Keys that are numbers, or tuples of numbers all of one shape: a total order, which any stable sort gives.
//!
//! A product of the places of a large grid has 810,000 tuples `((i, j), (k, l))`. Compared as values, one by one, they
//! take seconds to sort; as four numbers packed into one word they take a twentieth of a second.

use crate::value::Value;

/// Tuples within tuples, and numbers in one key, beyond which keys are compared as values.
const DEEPEST: usize = 3;
const WIDEST: usize = 8;

/// The positions of the keys in the order of a stable sort, if all keys are ints or tuples of ints of one shape.
pub fn sorted_positions(keys: &[Value]) -> Option<Vec<u32>> {
    let mut shape = Vec::new();
    push_shape(keys.first()?, &mut shape, 0)?;
    let width = shape.iter().filter(|&&part| part == Part::Number).count();
    if width == 0 || width > WIDEST {
        return None;
    }
    let mut numbers = Vec::with_capacity(keys.len() * width);
    for key in keys {
        let rest = push_numbers(key, &shape, &mut numbers)?;
        debug_assert!(rest.is_empty(), "a shape is used up by its key");
    }
    Some(packed(&numbers, width).unwrap_or_else(|| {
        let mut positions: Vec<u32> = (0..keys.len() as u32).collect();
        let row = |n: u32| &numbers[n as usize * width..][..width];
        positions.sort_by(|&a, &b| row(a).cmp(row(b)));
        positions
    }))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Number,
    Tuple(usize),
}

fn push_shape(key: &Value, shape: &mut Vec<Part>, depth: usize) -> Option<()> {
    if key.as_int().is_some() {
        shape.push(Part::Number);
        return Some(());
    }
    let len = tuple_length(key).filter(|&len| depth < DEEPEST && len <= WIDEST)?;
    shape.push(Part::Tuple(len));
    (0..len).try_for_each(|n| push_shape(&super::item(key, n)?, shape, depth + 1))
}

/// Adds the numbers of a key, and gives what it leaves of the shape.
fn push_numbers<'a>(key: &Value, shape: &'a [Part], numbers: &mut Vec<i64>) -> Option<&'a [Part]> {
    let (part, mut rest) = shape.split_first()?;
    match *part {
        Part::Number => numbers.push(key.as_int()?),
        Part::Tuple(len) => {
            if tuple_length(key)? != len {
                return None;
            }
            for n in 0..len {
                rest = push_numbers(&super::item(key, n)?, rest, numbers)?;
            }
        }
    }
    Some(rest)
}

fn tuple_length(key: &Value) -> Option<usize> {
    if key.is_tuple() { super::len(key).ok() } else { None }
}

/// The same, with the numbers of a key in one word, if they fit there.
fn packed(numbers: &[i64], width: usize) -> Option<Vec<u32>> {
    let mut bounds = vec![(i64::MAX, i64::MIN); width];
    for row in numbers.chunks_exact(width) {
        for (&number, (least, most)) in row.iter().zip(&mut bounds) {
            (*least, *most) = ((*least).min(number), (*most).max(number));
        }
    }
    let bits = |&(least, most): &(i64, i64)| u64::BITS - most.abs_diff(least).leading_zeros();
    if bounds.iter().map(bits).sum::<u32>() > u64::BITS {
        return None;
    }
    let word = |row: &[i64]| {
        let pack = |word: u64, (&number, bound): (&i64, &(i64, i64))| match bits(bound) {
            u64::BITS => number.abs_diff(bound.0),
            bits => word << bits | number.abs_diff(bound.0),
        };
        row.iter().zip(&bounds).fold(0, pack)
    };
    let mut words: Vec<(u64, u32)> = numbers.chunks_exact(width).map(word).zip(0..).collect();
    // Positions differ, so that no two are equal, and equal keys stay in the order they came.
    words.sort_unstable();
    Some(words.into_iter().map(|(_, position)| position).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::py::sort::compared_order;
    use proptest::prelude::*;

    fn tuple(items: &[Value]) -> Value {
        Value::tuple(items.to_vec()).expect("shallow")
    }

    fn number() -> impl Strategy<Value = i64> {
        prop_oneof![8 => -3i64..3, 1 => Just(i64::MIN), 1 => Just(i64::MAX), 1 => -70_000i64..70_000]
    }

    proptest! {
        #[test]
        fn sorts_as_comparing_does(rows in proptest::collection::vec([number(), number(), number()], 0..300), form in 0..5) {
            let keys: Vec<Value> = rows
                .iter()
                .map(|&[a, b, c]| match form {
                    0 => Value::Int(a),
                    1 => tuple(&[Value::Int(a), Value::Int(b)]),
                    2 => tuple(&[tuple(&[Value::Int(a), Value::Int(b)]), Value::Int(c)]),
                    3 => tuple(&[Value::Int(a), tuple(&[Value::Int(b), Value::Int(c)])]),
                    _ => tuple(&[Value::Bool(a > 0), Value::Int(b)]),
                })
                .collect();
            let compared = compared_order(&keys, &|| Ok(())).expect("numbers compare");
            prop_assert_eq!(sorted_positions(&keys), (!keys.is_empty()).then_some(compared));
        }
    }

    #[test]
    fn keys_of_several_shapes_are_left_to_comparing() {
        let (one, two) = (Value::Int(1), tuple(&[Value::Int(1), Value::Int(2)]));
        let nested = tuple(&[two.clone(), Value::Int(1)]);
        let long = tuple(&[Value::Int(1), Value::Int(2), Value::Int(3)]);
        for keys in [vec![one.clone(), two.clone()], vec![two.clone(), nested], vec![two, long], vec![Value::None, one]]
        {
            assert_eq!(sorted_positions(&keys), None, "{keys:?}");
        }
        assert_eq!(sorted_positions(&[]), None);
        assert_eq!(sorted_positions(&[tuple(&[]), tuple(&[])]), None);
    }
}
