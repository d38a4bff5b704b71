//! The simplifications, as pairs of expressions. A test runs both sides of each on many values.

use super::kinds::Kinds;
use super::known::{Items, Known};
use super::pattern::Pattern;
use std::sync::LazyLock;

/// What must be known of a hole for a rule to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    Bool,
    Int,
    /// An int, no bool, or two of them.
    Numbers,
    Tuple,
    Set,
    /// A tuple of tuples.
    Rows,
    /// A grid with at least one cell and rows of one length.
    Picture,
    /// A set of places or of cells.
    Patch,
    /// A function of one argument.
    Function,
}

impl Need {
    pub fn holds(self, known: &Known) -> bool {
        match self {
            Need::Bool => known.is(Kinds::BOOL),
            Need::Int => known.is(Kinds::INT),
            Need::Numbers => known.is(Kinds::INT) || is_place(known),
            Need::Tuple => known.is(Kinds::TUPLE),
            Need::Set => known.is(Kinds::SET),
            Need::Rows => known.is(Kinds::TUPLE) && known.item().is(Kinds::TUPLE),
            Need::Picture => known.picture,
            Need::Patch => {
                let item = known.item();
                let is_cell = matches!(&item.items, Items::Parts(parts) if parts.len() == 2 && is_place(&parts[1]));
                known.is(Kinds::SET) && item.is(Kinds::TUPLE) && (is_cell || is_place(&item))
            }
            Need::Function => known.function.as_ref().is_some_and(|function| function.arity() == 1),
        }
    }
}

/// Two ints, no bools.
fn is_place(known: &Known) -> bool {
    known.is(Kinds::TUPLE)
        && matches!(&known.items, Items::Parts(parts) if parts.len() == 2 && parts.iter().all(|part| part.is(Kinds::INT)))
}

/// `from` can be written as `to`.
pub struct Rule {
    pub from: Pattern,
    pub to: Pattern,
    pub needs: &'static [(&'static str, Need)],
    /// The same set, maybe in another order.
    pub other_order: bool,
}

/// All rules; of two that fit, the first is told.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let rule = |&(text, to, needs, order): &Row| {
        let (from, to) = (Pattern::parse(text)?, Pattern::parse(to)?);
        Some(Rule { from, to, needs, other_order: order == OTHER })
    };
    TABLE.iter().filter_map(rule).collect()
});

type Row = (&'static str, &'static str, &'static [(&'static str, Need)], bool);

/// Exactly the same value.
const SAME: bool = false;
/// The same set, maybe walked in another order.
const OTHER: bool = true;

const TABLE: &[Row] = &[
    ("identity(x)", "x", &[], SAME),
    ("both(x, x)", "x", &[], SAME),
    ("either(x, x)", "x", &[], SAME),
    ("branch(T, a, b)", "a", &[], SAME),
    ("branch(F, a, b)", "b", &[], SAME),
    ("branch(c, x, x)", "x", &[], SAME),
    ("flip(flip(x))", "x", &[("x", Need::Bool)], SAME),
    ("greater(x, ZERO)", "positive(x)", &[], SAME),
    // Numbers.
    ("invert(invert(x))", "x", &[("x", Need::Numbers)], SAME),
    ("decrement(increment(x))", "x", &[("x", Need::Numbers)], SAME),
    ("increment(decrement(x))", "x", &[("x", Need::Numbers)], SAME),
    ("halve(double(x))", "x", &[("x", Need::Numbers)], SAME),
    ("add(x, ZERO)", "x", &[("x", Need::Numbers)], SAME),
    ("add(ZERO, x)", "x", &[("x", Need::Numbers)], SAME),
    ("subtract(x, ZERO)", "x", &[("x", Need::Numbers)], SAME),
    ("multiply(x, ONE)", "x", &[("x", Need::Numbers)], SAME),
    ("multiply(ONE, x)", "x", &[("x", Need::Numbers)], SAME),
    ("divide(x, ONE)", "x", &[("x", Need::Numbers)], SAME),
    ("add(x, ONE)", "increment(x)", &[], SAME),
    ("add(ONE, x)", "increment(x)", &[], SAME),
    ("subtract(x, ONE)", "decrement(x)", &[], SAME),
    ("multiply(x, TWO)", "double(x)", &[], SAME),
    ("multiply(TWO, x)", "double(x)", &[], SAME),
    ("divide(x, TWO)", "halve(x)", &[], SAME),
    ("astuple(x, ZERO)", "toivec(x)", &[("x", Need::Int)], SAME),
    ("astuple(ZERO, x)", "tojvec(x)", &[("x", Need::Int)], SAME),
    // Containers.
    ("totuple(x)", "x", &[("x", Need::Tuple)], SAME),
    ("dedupe(dedupe(x))", "dedupe(x)", &[], SAME),
    ("first(totuple(x))", "first(x)", &[], SAME),
    ("last(totuple(x))", "last(x)", &[], SAME),
    ("size(totuple(x))", "size(x)", &[], SAME),
    ("maximum(totuple(x))", "maximum(x)", &[], SAME),
    ("minimum(totuple(x))", "minimum(x)", &[], SAME),
    ("order(totuple(x), f)", "order(x, f)", &[], SAME),
    ("argmax(totuple(x), f)", "argmax(x, f)", &[], SAME),
    ("argmin(totuple(x), f)", "argmin(x, f)", &[], SAME),
    ("valmax(totuple(x), f)", "valmax(x, f)", &[], SAME),
    ("valmin(totuple(x), f)", "valmin(x, f)", &[], SAME),
    ("extract(totuple(x), f)", "extract(x, f)", &[], SAME),
    ("contained(v, totuple(x))", "contained(v, x)", &[], SAME),
    ("first(remove(v, x))", "other(x, v)", &[], SAME),
    ("size(palette(x))", "numcolors(x)", &[], SAME),
    ("combine(x, x)", "x", &[("x", Need::Set)], OTHER),
    ("intersection(x, x)", "x", &[("x", Need::Set)], OTHER),
    // Functions.
    ("merge(apply(f, x))", "mapply(f, x)", &[], SAME),
    ("merge(papply(f, a, b))", "mpapply(f, a, b)", &[], SAME),
    ("merge(sfilter(x, f))", "mfilter(x, f)", &[], SAME),
    ("apply(identity, x)", "x", &[("x", Need::Tuple)], SAME),
    ("apply(identity, x)", "x", &[("x", Need::Set)], OTHER),
    ("mapply(identity, x)", "merge(x)", &[("x", Need::Tuple)], SAME),
    ("mapply(identity, x)", "merge(x)", &[("x", Need::Set)], OTHER),
    ("power(f, ONE)", "f", &[], SAME),
    ("compose(identity, f)", "f", &[("f", Need::Function)], SAME),
    ("compose(f, identity)", "f", &[("f", Need::Function)], SAME),
    ("chain(identity, g, f)", "compose(g, f)", &[], SAME),
    ("chain(h, identity, f)", "compose(h, f)", &[], SAME),
    ("chain(h, g, identity)", "compose(h, g)", &[], SAME),
    // Shapes and patches.
    ("astuple(height(x), width(x))", "shape(x)", &[], SAME),
    ("first(shape(x))", "height(x)", &[], SAME),
    ("last(shape(x))", "width(x)", &[], SAME),
    ("equality(manhattan(a, b), ONE)", "adjacent(a, b)", &[], SAME),
    ("toindices(toindices(x))", "toindices(x)", &[("x", Need::Patch)], SAME),
    ("normalize(normalize(x))", "normalize(x)", &[("x", Need::Patch)], OTHER),
    ("shift(x, ORIGIN)", "x", &[("x", Need::Patch)], OTHER),
    ("fill(g, mostcolor(g), toindices(p))", "cover(g, p)", &[], SAME),
    ("fill(g, mostcolor(g), p)", "cover(g, p)", &[("p", Need::Patch)], SAME),
    ("fill(g, c, toindices(p))", "fill(g, c, p)", &[("p", Need::Patch)], SAME),
    ("underfill(g, c, toindices(p))", "underfill(g, c, p)", &[("p", Need::Patch)], SAME),
    ("crop(g, ulcorner(p), shape(p))", "subgrid(p, g)", &[], SAME),
    ("paint(cover(g, x), shift(x, d))", "move(g, x, d)", &[], SAME),
    // Grids.
    ("vmirror(vmirror(x))", "x", &[("x", Need::Rows)], SAME),
    ("vmirror(vmirror(x))", "x", &[("x", Need::Patch)], OTHER),
    ("hmirror(hmirror(x))", "x", &[("x", Need::Tuple)], SAME),
    ("hmirror(hmirror(x))", "x", &[("x", Need::Patch)], OTHER),
    ("dmirror(dmirror(x))", "x", &[("x", Need::Picture)], SAME),
    ("cmirror(cmirror(x))", "x", &[("x", Need::Picture)], SAME),
    ("vmirror(hmirror(x))", "rot180(x)", &[("x", Need::Rows)], SAME),
    ("hmirror(vmirror(x))", "rot180(x)", &[("x", Need::Rows)], SAME),
    ("rot180(rot180(x))", "x", &[("x", Need::Rows)], SAME),
    ("rot90(rot270(x))", "x", &[("x", Need::Picture)], SAME),
    ("rot270(rot90(x))", "x", &[("x", Need::Picture)], SAME),
    ("rot90(rot90(x))", "rot180(x)", &[("x", Need::Picture)], SAME),
    ("rot270(rot270(x))", "rot180(x)", &[("x", Need::Picture)], SAME),
    ("rot90(rot180(x))", "rot270(x)", &[("x", Need::Picture)], SAME),
    ("rot180(rot90(x))", "rot270(x)", &[("x", Need::Picture)], SAME),
    ("rot270(tophalf(rot90(x)))", "lefthalf(x)", &[], SAME),
    ("rot270(bottomhalf(rot90(x)))", "righthalf(x)", &[], SAME),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_rule_and_every_need_is_about_a_hole() {
        assert_eq!(RULES.len(), TABLE.len());
        for (text, to, needs, _) in TABLE {
            for (hole, _) in *needs {
                assert!(text.contains(hole) && to.contains(hole), "{text}");
            }
        }
    }
}
