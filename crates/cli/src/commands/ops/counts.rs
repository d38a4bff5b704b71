//! The table of `--counts`.

use super::uses::Uses;
use crate::table::{Align, render};

pub fn table(uses: &Uses) -> String {
    let total = uses.total();
    let headings =
        [("operation", Align::Left), ("uses", Align::Right), ("share", Align::Right), ("programs", Align::Right)];
    let mut rows = Vec::new();
    let mut unused = 0;
    for (op, one) in uses.sorted() {
        if one.places == 0 {
            unused += 1;
            continue;
        }
        let programs = one.programs.len().to_string();
        rows.push(vec![op.to_string(), one.places.to_string(), percent(one.places, total), programs]);
    }
    let programs = uses.names.len();
    let mut text = render(&headings, &rows);
    text.push_str(&format!("\n{total} uses of {} operations in {programs} programs", rows.len()));
    text.push_str(&if unused > 0 { format!("; {unused} are not used\n") } else { "\n".to_string() });
    text
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 { "0.0 %".to_string() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}
