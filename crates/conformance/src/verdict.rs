//! When two outcomes count as equal: when they are, and in two places where megabatt says openly that it gave up.

use crate::outcome::Outcome;

/// A border at which megabatt may answer with a limit; whether the call was there, Python has to confirm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    /// An int beyond 64 bits.
    Int,
    /// Between 900 and 1,000 nested frames CPython's answer depends on its caller.
    Recursion,
}

/// What became of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Equal,
    /// The order of a set depended on addresses: two runs of Python may differ themselves.
    Address,
    /// Allowed if Python confirms it.
    Unless(Border),
    /// Python did not finish; allowed if `not-compared.txt` says so.
    Capped,
    Different,
}

/// Compares what Python gave with what megabatt gave.
pub fn judge(expected: &Outcome, got: &Outcome, address_dependent: bool) -> Verdict {
    match (expected, got) {
        (Outcome::Capped(_), _) => Verdict::Capped,
        (expected, got) if expected == got => Verdict::Equal,
        _ if address_dependent => Verdict::Address,
        (_, Outcome::Limit(limit)) if limit == "int" => Verdict::Unless(Border::Int),
        (_, Outcome::Limit(limit)) if limit == "recursion" => Verdict::Unless(Border::Recursion),
        _ => Verdict::Different,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_two_borders_are_allowed() {
        let value = Outcome::value("5");
        let limit = |name: &str| Outcome::Limit(name.to_string());
        assert_eq!(judge(&value, &value, false), Verdict::Equal);
        assert_eq!(judge(&value, &Outcome::value("true"), false), Verdict::Different);
        assert_eq!(judge(&value, &limit("int"), false), Verdict::Unless(Border::Int));
        assert_eq!(judge(&value, &limit("fuel"), false), Verdict::Different);
        assert_eq!(judge(&value, &Outcome::value("6"), true), Verdict::Address);
    }
}
