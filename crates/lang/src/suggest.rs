//! "Did you mean …?"

use megabatt_core::Dialect;

/// Names looked at beyond the DSL's own; files can have many thousands of functions.
const MOST_OTHERS: usize = 500;

/// Past this many in a file nobody reads them, and comparing names takes time.
pub(crate) const MOST_SUGGESTIONS: u32 = 1_000;

/// The known name nearest to a misspelt one, if any is near.
pub(crate) fn nearest<'a>(name: &str, dialect: Dialect, others: impl Iterator<Item = &'a str>) -> Option<String> {
    let letters = name.chars().count();
    if letters > 40 {
        return None;
    }
    let allowed = if letters <= 2 { 1 } else { (letters / 3).clamp(1, 3) };
    let others = others.take(MOST_OTHERS).filter(|other| *other != name);
    // Names that differ in case only come first, then fewer edits, then the name itself so that the answer is stable.
    (dialect.names().into_iter())
        .chain(others)
        .filter(|other| other.len().abs_diff(name.len()) <= allowed)
        .map(|other| (!other.eq_ignore_ascii_case(name), strsim::osa_distance(name, other), other))
        .filter(|&(differs, edits, other)| !differs || (edits <= allowed && edits < other.len()))
        .min()
        .map(|(_, _, other)| other.to_string())
}

/// What the DSL offers instead of one of Python's own functions.
pub(crate) fn instead_of_builtin(name: &str) -> Option<&'static str> {
    Some(match name {
        "len" => "size",
        "max" => "maximum` or `valmax",
        "min" => "minimum` or `valmin",
        "sorted" => "order",
        "map" => "apply",
        "filter" => "sfilter",
        "zip" => "pair",
        "range" => "interval",
        "tuple" | "list" => "totuple",
        "set" | "frozenset" => "initset` or `insert",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_slips_of_the_hand() {
        let near = |name| nearest(name, Dialect::Arc, ["helper", "x12"].into_iter());
        assert_eq!(near("vmiror").as_deref(), Some("vmirror"));
        assert_eq!(near("Objects").as_deref(), Some("objects"));
        assert_eq!(near("ZER0").as_deref(), Some("ZERO"));
        assert_eq!(near("helpr").as_deref(), Some("helper"));
        assert_eq!(near("something_else"), None);
    }
}
