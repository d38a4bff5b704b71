//! Which operation of one dialect is which of the other, and for which arguments.
//!
//! A row says: where the left side, in arc-dsl, gives a value for such arguments, the right side, in tokpidjin's DSL, gives the same.
//! A test runs both sides of every row on many values. Of several rows that fit, the first is taken, so names that
//! people of a dialect would choose come first.

use super::pattern::Pat;
use super::result::Res;
use super::rows::TABLE;
use std::sync::LazyLock;

/// An argument of a side.
#[derive(Clone, Debug, PartialEq)]
pub enum Slot {
    Hole(usize),
    /// A constant by its name in the dialect.
    Const(&'static str),
}

/// A call with holes.
#[derive(Clone, Debug)]
pub struct Side {
    pub name: &'static str,
    pub args: Vec<Slot>,
}

#[derive(Clone, Debug)]
pub struct Row {
    pub arc: Side,
    pub tok: Side,
    /// What goes into the holes.
    pub params: Vec<Pat>,
    pub result: Res,
    /// The patch or place in the first hole lies on the grid in the second.
    pub inside: Option<(usize, usize)>,
}

/// All rows.
pub static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| TABLE.iter().filter_map(Row::parse).collect());

/// Names that have no row for a reason that needs saying.
pub const WITHOUT: &[(&str, &str)] = &[
    ("crop", "outside the grid arc cuts off what is not there, and tok gives `()`; which it is depends on the grid"),
    ("hsplit", "where the columns do not come out even, arc gives a smaller part, and tok gives `()`"),
    ("vsplit", "where the rows do not come out even, arc gives a smaller part, and tok gives `()`"),
    ("get_color_rank_t", "of equally frequent colours it takes the one found first, which no operation of arc does"),
    ("get_color_rank_f", "of equally frequent colours it takes the one found first, which no operation of arc does"),
    ("p_g", "arc has no operation that gives the colours as a tuple in this order"),
    ("p_o", "arc has no operation that gives the colours as a tuple in this order"),
    ("objects_t", "arc has no operation that gives objects as tuples"),
    ("objects_g", "arc has no operation that gives objects as tuples"),
    ("o_g_t", "arc has no operation that gives objects as tuples"),
    ("o_g_tuple", "arc has no operation that gives objects as tuples"),
    ("mfilter_t", "it does not merge, as arc's `mfilter` does"),
];

/// A row as it is written.
pub type Text = (&'static str, &'static str, &'static str, &'static str);

impl Row {
    fn parse((arc, tok, params, result): &Text) -> Option<Row> {
        let (params, inside) = match params.strip_suffix(" inside") {
            Some(params) => (params, true),
            None => (*params, false),
        };
        let params = Pat::parse_all(params)?;
        // The grid is the one that is `Even`.
        let grid = params.iter().position(|pat| *pat == Pat::Even);
        let inside = if inside { grid.map(|grid| (1 - grid, grid)) } else { None };
        Some(Row { arc: Side::parse(arc)?, tok: Side::parse(tok)?, params, result: Res::parse(result)?, inside })
    }
}

impl Side {
    fn parse(text: &'static str) -> Option<Side> {
        let (name, args) = text.strip_suffix(')')?.split_once('(')?;
        let arg = |arg: &'static str| match ["x", "y", "z", "w"].iter().position(|hole| *hole == arg) {
            Some(hole) => Slot::Hole(hole),
            None => Slot::Const(arg),
        };
        Some(Side { name, args: args.split(", ").map(arg).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::Dialect;

    #[test]
    fn every_line_is_a_row_of_known_names() {
        assert_eq!(ROWS.len(), TABLE.len());
        for row in ROWS.iter() {
            for (side, dialect) in [(&row.arc, Dialect::Arc), (&row.tok, Dialect::Tok)] {
                assert!(dialect.has_operation(side.name), "{}", side.name);
                for arg in &side.args {
                    assert!(!matches!(arg, Slot::Const(name) if dialect.value(name).is_none()), "{arg:?}");
                }
                let holes = side.args.iter().filter(|arg| matches!(arg, Slot::Hole(_))).count();
                assert_eq!(holes, row.params.len(), "{row:?}");
            }
        }
    }
}
