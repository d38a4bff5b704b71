//! Plain tables: columns as wide as their longest cell, numbers to the right.

use crate::width::cut;

/// How a column is set.
#[derive(Clone, Copy)]
pub enum Align {
    Left,
    Right,
}

/// The rows under their headings.
pub fn render(headings: &[(&str, Align)], rows: &[Vec<String>]) -> String {
    let width = |s: &str| s.chars().count();
    let widths: Vec<usize> = (0..headings.len())
        .map(|c| rows.iter().map(|row| width(&row[c])).chain([width(headings[c].0)]).max().unwrap_or(0))
        .collect();
    let line = |cells: &[&str]| {
        let mut line = String::new();
        for (c, cell) in cells.iter().enumerate() {
            let gap = " ".repeat(widths[c] - width(cell));
            let last = c + 1 == cells.len();
            match headings[c].1 {
                Align::Left if last => line.push_str(cell),
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

/// Cuts the cells of these columns, the first ones first, until the table fits the width.
pub fn fit(headings: &[(&str, Align)], rows: &mut [Vec<String>], columns: &[usize], width: Option<usize>) {
    /// No column gets narrower than this.
    const NARROWEST: usize = 12;
    let Some(width) = width else { return };
    let widest = |rows: &[Vec<String>], c: usize| {
        rows.iter().map(|row| row[c].chars().count()).chain([headings[c].0.chars().count()]).max().unwrap_or(0)
    };
    for &column in columns {
        let total: usize = (0..headings.len()).map(|c| widest(rows, c) + 2).sum::<usize>() - 2;
        let own = widest(rows, column);
        let kept = own.saturating_sub(total.saturating_sub(width)).max(NARROWEST.min(own));
        rows.iter_mut().for_each(|row| row[column] = cut(&row[column], kept));
    }
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
    fn wide_cells_are_cut_to_fit() {
        let headings = [("name", Align::Left), ("n", Align::Right), ("what", Align::Left)];
        let mut rows = vec![vec!["a_very_long_name_indeed".to_string(), "1".to_string(), "something long".to_string()]];
        fit(&headings, &mut rows, &[0, 2], Some(35));
        assert_eq!(rows[0], ["a_very_long_nam…", "1", "something long"]);
        fit(&headings, &mut rows, &[0, 2], Some(29));
        assert_eq!(rows[0], ["a_very_long…", "1", "something l…"]);
        let before = rows.clone();
        fit(&headings, &mut rows, &[0, 2], None);
        assert_eq!(rows, before);
    }

    #[test]
    fn columns_line_up() {
        let rows = vec![vec!["a".to_string(), "10".to_string()], vec!["bcd".to_string(), "9".to_string()]];
        let text = render(&[("name", Align::Left), ("n", Align::Right)], &rows);
        assert_eq!(text, "name   n\n────  ──\na     10\nbcd    9\n");
    }
}
