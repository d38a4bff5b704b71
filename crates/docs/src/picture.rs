//! Pictures in plain text: grids, places and objects.

use megabatt_core::{Grid, Value};

/// A picture of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Picture {
    Grid(Grid),
    /// Places or cells on a sheet of these dimensions, row by row.
    Patch {
        height: usize,
        width: usize,
        spots: Vec<Spot>,
    },
}

/// A place, with its colour if it is a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub i: i32,
    pub j: i32,
    pub colour: Option<i32>,
}

impl Picture {
    /// The picture these rows are, or None if they are no picture: one number alone is an int.
    pub fn parse(rows: &[&str]) -> Result<Option<Picture>, String> {
        let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.split_whitespace().collect()).collect();
        let cells = || rows.iter().flatten();
        let is_number = |cell: &&&str| cell.parse::<i8>().is_ok();
        let numbers = cells().filter(is_number).count();
        let dots = cells().filter(|cell| **cell == ".").count();
        let crosses = cells().filter(|cell| **cell == "x").count();
        let all = cells().count();
        if all == 0 || numbers + dots + crosses != all || (all == 1 && numbers == 1) {
            return Ok(None);
        }
        if rows.iter().any(|row| row.len() != rows[0].len()) {
            return Err("the rows of the picture differ in length".to_string());
        }
        if crosses > 0 && numbers > 0 {
            return Err("a picture has crosses or numbers, not both".to_string());
        }
        if numbers == all {
            let rows: Vec<Vec<i8>> = rows.iter().map(|row| row.iter().flat_map(|c| c.parse()).collect()).collect();
            return Ok(Grid::from_rows(&rows).map(Picture::Grid));
        }
        let spots = rows.iter().zip(0..).flat_map(|(row, i)| {
            let taken = row.iter().zip(0..).filter(|(cell, _)| **cell != ".");
            taken.map(move |(cell, j)| Spot { i, j, colour: cell.parse().ok() })
        });
        Ok(Some(Picture::Patch { height: rows.len(), width: rows[0].len(), spots: spots.collect() }))
    }

    /// Pictures side by side, with a bar between them.
    pub fn parse_row(rows: &[&str]) -> Result<Vec<Picture>, String> {
        let cut: Vec<Vec<&str>> = rows.iter().map(|row| row.split('|').collect()).collect();
        let count = cut.first().map_or(0, Vec::len);
        if cut.iter().any(|row| row.len() != count) {
            return Err("the rows have different numbers of bars".to_string());
        }
        let column = |n: usize| -> Vec<&str> { cut.iter().map(|row| row[n]).collect() };
        let picture = |n| Picture::parse(&column(n))?.ok_or_else(|| format!("number {} is no picture", n + 1));
        (0..count).map(picture).collect()
    }

    /// The value as an expression of the DSL, sets written with braces.
    pub fn expression(&self) -> String {
        match self {
            Picture::Grid(grid) => super::literal(&Value::grid(grid.clone())),
            Picture::Patch { spots, .. } => {
                let items: Vec<String> = spots.iter().map(Spot::expression).collect();
                format!("{{{}}}", items.join(", "))
            }
        }
    }
}

impl Spot {
    /// As Python writes it.
    pub fn expression(&self) -> String {
        match self.colour {
            Some(colour) => format!("({colour}, ({}, {}))", self.i, self.j),
            None => format!("({}, {})", self.i, self.j),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_text_are_pictures() {
        let expression = |rows: &[&str]| Picture::parse(rows).map(|p| p.map(|p| p.expression()));
        assert_eq!(expression(&["1 2", "3 4"]), Ok(Some("((1, 2), (3, 4))".to_string())));
        assert_eq!(expression(&[". x", "x ."]), Ok(Some("{(0, 1), (1, 0)}".to_string())));
        assert_eq!(expression(&[". 7"]), Ok(Some("{(7, (0, 1))}".to_string())));
        assert_eq!(expression(&[". ."]), Ok(Some("{}".to_string())));
        assert_eq!(expression(&["5"]), Ok(None));
        assert_eq!(expression(&["(1, 2)"]), Ok(None));
        assert!(expression(&["1 2", "3"]).is_err() && expression(&["1 x ."]).is_err());
    }

    #[test]
    fn bars_stand_between_pictures() {
        let row = Picture::parse_row(&["1 2 | x .", "3 4 | . x"]).expect("two pictures");
        assert_eq!(row.len(), 2);
        assert_eq!(row[1].expression(), "{(0, 0), (1, 1)}");
        assert!(Picture::parse_row(&["1 2 | 3 4", "5 6"]).is_err());
    }
}
