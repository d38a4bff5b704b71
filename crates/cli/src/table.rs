//! Plain tables: columns as wide as their longest cell, numbers to the right.

use crate::width::{cut, width};

/// How a column is set.
#[derive(Clone, Copy)]
pub enum Align {
    Left,
    Right,
}

/// The rows under their headings, as wide as the output may be.
pub fn render(headings: &[(&str, Align)], rows: &[Vec<String>]) -> String {
    render_within(headings, rows, width())
}

fn render_within(headings: &[(&str, Align)], rows: &[Vec<String>], room: Option<usize>) -> String {
    let width = |s: &str| s.chars().count();
    let mut widths: Vec<usize> = (0..headings.len())
        .map(|c| rows.iter().map(|row| width(&row[c])).chain([width(headings[c].0)]).max().unwrap_or(0))
        .collect();
    if let Some(room) = room {
        narrow(&mut widths, headings, room);
    }
    let line = |cells: &[&str]| {
        let mut line = String::new();
        for (c, cell) in cells.iter().enumerate() {
            let cell = cut(cell, widths[c]);
            let gap = " ".repeat(widths[c] - width(&cell));
            let last = c + 1 == cells.len();
            match headings[c].1 {
                Align::Left if last => line.push_str(&cell),
                Align::Left => line.push_str(&format!("{cell}{gap}  ")),
                Align::Right => line.push_str(&format!("{gap}{cell}{}", if last { "" } else { "  " })),
            }
        }
        line.truncate(line.trim_end().len());
        line.push('\n');
        line
    };
    let mut text = line(&headings.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    let rule: Vec<String> = widths.iter().map(|w| "─".repeat(*w)).collect();
    text.push_str(&line(&rule.iter().map(String::as_str).collect::<Vec<_>>()));
    for row in rows {
        text.push_str(&line(&row.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    text
}

/// Takes from the widest columns of words until the table fits, or until all of them are narrow.
fn narrow(widths: &mut [usize], headings: &[(&str, Align)], room: usize) {
    /// What every column keeps if it can, and what it keeps at last; numbers are never cut.
    const NARROW: [usize; 2] = [8, 4];
    let words: Vec<usize> = (0..headings.len()).filter(|&c| matches!(headings[c].1, Align::Left)).collect();
    while widths.iter().map(|w| w + 2).sum::<usize>() > room + 2 {
        let widest = |least| words.iter().copied().filter(|&c| widths[c] > least).max_by_key(|&c| widths[c]);
        match NARROW.into_iter().find_map(widest) {
            Some(widest) => widths[widest] -= 1,
            None => return,
        }
    }
}

/// A time as a cell: as wide as times usually are, so that the other columns do not depend on the machine.
pub fn time_cell(time: std::time::Duration) -> String {
    format!("{:>8}", duration(time))
}

/// A time in the unit people would choose.
pub fn duration(time: std::time::Duration) -> String {
    let s = time.as_secs_f64();
    if s >= 1.0 {
        format!("{s:.2} s")
    } else if s >= 1e-3 {
        format!("{:.2} ms", s * 1e3)
    } else {
        format!("{:.1} µs", s * 1e6)
    }
}

/// `1 program`, `2 programs`.
pub fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// The first few names: `a, b, c, d, e and 3 more`.
pub fn listed(names: &[impl AsRef<str>]) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<&str> = names.iter().take(SHOWN).map(AsRef::as_ref).collect();
    let shown = shown.join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// A size in the unit people would choose.
pub fn bytes(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(listed(&["a", "b"]), "a, b");
        assert_eq!(listed(&["a", "b", "c", "d", "e"]), "a, b, c, d, e");
        assert_eq!(listed(&["a", "b", "c", "d", "e", "f", "g"]), "a, b, c, d, e and 2 more");
    }

    #[test]
    fn the_widest_words_give_way_first() {
        let headings = [("name", Align::Left), ("n", Align::Right), ("what", Align::Left)];
        let rows = vec![vec!["a_very_long_name_indeed".to_string(), "1".to_string(), "something long".to_string()]];
        let second = |room| render_within(&headings, &rows, room).lines().nth(2).map(str::to_string);
        assert_eq!(second(None).as_deref(), Some("a_very_long_name_indeed  1  something long"));
        assert_eq!(second(Some(35)).as_deref(), Some("a_very_long_nam…  1  something long"));
        assert_eq!(second(Some(29)).as_deref(), Some("a_very_long…  1  something l…"));
        assert_eq!(second(Some(5)).as_deref(), Some("a_v…  1  som…"));
    }

    #[test]
    fn columns_line_up() {
        let rows = vec![vec!["a".to_string(), "10".to_string()], vec!["bcd".to_string(), "9".to_string()]];
        let text = render_within(&[("name", Align::Left), ("n", Align::Right)], &rows, None);
        assert_eq!(text, "name   n\n────  ──\na     10\nbcd    9\n");
    }
}
