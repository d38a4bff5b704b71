//! Whether an example gave what its page says.

use crate::block::{Expected, Shown};
use crate::picture::{Picture, Spot};
use megabatt_core::{Value, func, py};

/// What an example gave.
#[derive(Clone, Debug)]
pub enum Came {
    Value(Value),
    /// The name of an exception class.
    Raised(String),
}

impl std::fmt::Display for Came {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Came::Raised(class) => write!(f, "raises {class}"),
            Came::Value(Value::Grid(grid)) => {
                let rows = (0..grid.height()).map(|i| {
                    let cells: Vec<String> = grid.row(i).iter().map(i8::to_string).collect();
                    cells.join(" ")
                });
                f.write_str(&rows.collect::<Vec<_>>().join("\n   "))
            }
            Came::Value(value) => f.write_str(&literal(value)),
        }
    }
}

impl Expected {
    /// Whether this came; types are told apart, and order where the page shows one.
    pub fn is(&self, came: &Came) -> bool {
        match (self, came) {
            (Expected::Raises(class), Came::Raised(other)) => class == other,
            (Expected::Value(Shown::Code(code)), Came::Value(value)) => *code == literal(value),
            (Expected::Value(Shown::Picture(picture)), Came::Value(value)) => picture.shows(value),
            (Expected::Several { set, pictures }, Came::Value(value)) => {
                let items: Vec<Value> = match value {
                    Value::Set(s) if *set => s.in_some_order().collect(),
                    tuple if !set && tuple.is_tuple() => py::iter(tuple).into_iter().flatten().collect(),
                    _ => return false,
                };
                items.len() == pictures.len() && items.iter().zip(pictures).all(|(item, picture)| picture.shows(item))
            }
            _ => false,
        }
    }
}

impl Picture {
    /// Whether the value is the one in the picture, in whatever order if it is a set.
    pub fn shows(&self, value: &Value) -> bool {
        match (self, value) {
            (Picture::Grid(grid), value) => literal(value) == literal(&Value::grid(grid.clone())),
            (Picture::Patch { spots, .. }, Value::Set(set)) => {
                let sorted = |mut items: Vec<String>| {
                    items.sort_unstable();
                    items
                };
                sorted(set.in_some_order().map(|item| literal(&item)).collect())
                    == sorted(spots.iter().map(Spot::expression).collect())
            }
            _ => false,
        }
    }
}

/// A value as Python writes it, with braces for frozensets.
pub fn literal(value: &Value) -> String {
    match value {
        Value::Set(set) => {
            let items: Vec<String> = set.in_some_order().map(|item| literal(&item)).collect();
            format!("{{{}}}", items.join(", "))
        }
        Value::Op(_) | Value::Func(_) => func::describe(value),
        value if value.is_tuple() => {
            let items: Vec<String> = py::iter(value).into_iter().flatten().map(|item| literal(&item)).collect();
            let comma = if items.len() == 1 { "," } else { "" };
            format!("({}{comma})", items.join(", "))
        }
        value => py::repr(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Block;
    use megabatt_core::{Set, grid};

    fn expected(result: &[&str]) -> Expected {
        let lines: Vec<&str> = ["x"].into_iter().chain(result.iter().copied()).collect();
        Block::parse("example", &lines, 1).expect("the block is right").examples.remove(0).expected
    }

    fn places(places: &[(i32, i32)]) -> Value {
        Value::set(Set::grown_pairs(places.to_vec()))
    }

    #[test]
    fn order_counts_in_braces_and_not_in_pictures() {
        let came = Came::Value(places(&[(0, 1), (1, 0)]));
        let in_order = format!("=> {came}");
        assert!(expected(&[&in_order]).is(&came));
        let reversed = if in_order.ends_with("(1, 0)}") { "=> {(1, 0), (0, 1)}" } else { "=> {(0, 1), (1, 0)}" };
        assert!(!expected(&[reversed]).is(&came));
        assert!(expected(&["=> . x", "   x ."]).is(&came));
        assert!(!expected(&["=> . x", "   x x"]).is(&came));
    }

    #[test]
    fn bools_are_no_ints_and_grids_no_sets() {
        assert!(!expected(&["=> 1"]).is(&Came::Value(Value::Bool(true))));
        let grid = Came::Value(Value::grid(grid! { [1 0] }));
        assert!(expected(&["=> 1 0"]).is(&grid) && !expected(&["=> x ."]).is(&grid));
        assert!(!expected(&["=> raises KeyError"]).is(&grid));
        assert!(expected(&["=> raises KeyError"]).is(&Came::Raised("KeyError".to_string())));
    }

    #[test]
    fn several_pictures_come_in_order() {
        let pair = |a, b| Came::Value(Value::tuple(vec![places(&[a]), places(&[b])]).expect("not deep"));
        let two = expected(&["=> tuple:", "   x . | . x"]);
        assert!(two.is(&pair((0, 0), (0, 1))));
        assert!(!two.is(&pair((0, 1), (0, 0))));
        assert!(!expected(&["=> set:", "   x . | . x"]).is(&pair((0, 0), (0, 1))));
    }
}
