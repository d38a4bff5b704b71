//! Why a call cannot be translated, in words.

use super::function::is_maker;
use super::pattern::Miss;
use super::table::{ROWS, WITHOUT};
use super::ty::Ty;
use megabatt_core::Dialect;

/// What to say of an operation that no row fits. `detail` is what was said of a function among the arguments.
pub fn refusal(name: &str, types: &[Option<Ty>], miss: Miss, detail: &str, from: Dialect) -> String {
    let to = if from == Dialect::Tok { "arc" } else { "tok" };
    if let Some((_, reason)) = WITHOUT.iter().find(|(other, _)| *other == name) {
        return format!("`{name}` is not the same: {reason}");
    }
    if is_maker(name) {
        return format!("`{name}` makes a function out of values that are known only when it runs");
    }
    let known = ROWS.iter().any(|row| if from == Dialect::Tok { row.tok.name } else { row.arc.name } == name);
    if !known {
        return format!("`{name}` has no counterpart in {to}");
    }
    match miss {
        Miss::Order => format!(
            "`{name}` depends on the order of a set, and that order is another one in {to} or may be: cells are written \
             differently there"
        ),
        Miss::Outside => format!(
            "`{name}` is given what may lie outside the grid: there arc cuts off or gives None, and tok gives `()` or -inf"
        ),
        Miss::Colours => format!(
            "`{name}` looks at one cell of an object that may have several colours, and another one comes first in {to}"
        ),
        Miss::Overlaps => format!(
            "`{name}` draws a patch that may have two cells at one place, and another one is drawn last in {to}"
        ),
        Miss::Uneven => {
            format!("`{name}` is given a grid whose rows may have different lengths, which tok reads differently")
        }
        Miss::NotSortable => {
            format!("`{name}` compares {detail} by a function, and that order may be another one in {to}")
        }
        Miss::Function => format!("in the function given to `{name}`: {detail}"),
        Miss::Kind if from == Dialect::Tok && name.starts_with("get_") => {
            format!("`{name}` is given {}, and {to} has no operation for that rank of it", listed(types))
        }
        Miss::Kind if !detail.is_empty() => detail.to_string(),
        Miss::Kind => {
            format!("`{name}` is given {}, and it is not certain that {to} does the same with that", listed(types))
        }
    }
}

fn listed(types: &[Option<Ty>]) -> String {
    let words: Vec<String> =
        types.iter().map(|ty| ty.as_ref().map_or("a function".to_string(), Ty::to_string)).collect();
    match words.as_slice() {
        [] => "nothing".to_string(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}
