//! tokpidjin's constants: arc-dsl's, and names for ranks, codes, factors and colours.

use crate::value::Value;

/// Each constant with its value, in the order people list them.
static CONSTANTS: [(&str, Value); 92] = [
    ("F", Value::Bool(false)),
    ("T", Value::Bool(true)),
    ("F0", Value::Int(0)),
    ("F1", Value::Int(1)),
    ("F2", Value::Int(2)),
    ("F3", Value::Int(3)),
    ("F4", Value::Int(4)),
    ("F5", Value::Int(5)),
    ("F6", Value::Int(6)),
    ("F7", Value::Int(7)),
    ("F8", Value::Int(8)),
    ("F9", Value::Int(9)),
    ("L1", Value::Int(-1)),
    ("L2", Value::Int(-2)),
    ("L3", Value::Int(-3)),
    ("L4", Value::Int(-4)),
    ("L5", Value::Int(-5)),
    ("L6", Value::Int(-6)),
    ("L7", Value::Int(-7)),
    ("L8", Value::Int(-8)),
    ("L9", Value::Int(-9)),
    ("L10", Value::Int(-10)),
    ("R0", Value::Int(0)),
    ("R1", Value::Int(1)),
    ("R2", Value::Int(2)),
    ("R3", Value::Int(3)),
    ("R4", Value::Int(4)),
    ("R5", Value::Int(5)),
    ("R6", Value::Int(6)),
    ("R7", Value::Int(7)),
    ("R8", Value::Int(8)),
    ("R9", Value::Int(9)),
    ("A0", Value::Int(0)),
    ("A1", Value::Int(1)),
    ("A2", Value::Int(2)),
    ("A3", Value::Int(3)),
    ("A4", Value::Int(4)),
    ("A5", Value::Int(5)),
    ("A6", Value::Int(6)),
    ("A7", Value::Int(7)),
    ("A8", Value::Int(8)),
    ("A9", Value::Int(9)),
    ("SM2", Value::Int(2)),
    ("SM3", Value::Int(3)),
    ("SD2", Value::Int(-2)),
    ("SD3", Value::Int(-3)),
    ("NEG_TEN", Value::Int(-10)),
    ("NEG_NINE", Value::Int(-9)),
    ("NEG_EIGHT", Value::Int(-8)),
    ("NEG_SEVEN", Value::Int(-7)),
    ("NEG_SIX", Value::Int(-6)),
    ("NEG_FIVE", Value::Int(-5)),
    ("NEG_FOUR", Value::Int(-4)),
    ("NEG_THREE", Value::Int(-3)),
    ("NEG_TWO", Value::Int(-2)),
    ("NEG_ONE", Value::Int(-1)),
    ("ZERO", Value::Int(0)),
    ("ONE", Value::Int(1)),
    ("TWO", Value::Int(2)),
    ("THREE", Value::Int(3)),
    ("FOUR", Value::Int(4)),
    ("FIVE", Value::Int(5)),
    ("SIX", Value::Int(6)),
    ("SEVEN", Value::Int(7)),
    ("EIGHT", Value::Int(8)),
    ("NINE", Value::Int(9)),
    ("TEN", Value::Int(10)),
    ("HUNDRED", Value::Int(100)),
    ("THOUSAND", Value::Int(1000)),
    ("BLACK", Value::Int(0)),
    ("BLUE", Value::Int(1)),
    ("RED", Value::Int(2)),
    ("GREEN", Value::Int(3)),
    ("YELLOW", Value::Int(4)),
    ("GRAY", Value::Int(5)),
    ("MAGENTA", Value::Int(6)),
    ("ORANGE", Value::Int(7)),
    ("CYAN", Value::Int(8)),
    ("BURGUNDY", Value::Int(9)),
    ("DOWN", Value::Pair(1, 0)),
    ("RIGHT", Value::Pair(0, 1)),
    ("UP", Value::Pair(-1, 0)),
    ("LEFT", Value::Pair(0, -1)),
    ("ORIGIN", Value::Pair(0, 0)),
    ("UNITY", Value::Pair(1, 1)),
    ("NEG_UNITY", Value::Pair(-1, -1)),
    ("UP_RIGHT", Value::Pair(-1, 1)),
    ("DOWN_LEFT", Value::Pair(1, -1)),
    ("ZERO_BY_TWO", Value::Pair(0, 2)),
    ("TWO_BY_ZERO", Value::Pair(2, 0)),
    ("TWO_BY_TWO", Value::Pair(2, 2)),
    ("THREE_BY_THREE", Value::Pair(3, 3)),
];

/// Every name.
pub static NAMES: [&str; 92] = {
    let mut names = [""; CONSTANTS.len()];
    let mut n = 0;
    while n < names.len() {
        names[n] = CONSTANTS[n].0;
        n += 1;
    }
    names
};

/// The value of a constant, if the name is one.
pub fn constant(name: &str) -> Option<Value> {
    CONSTANTS.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone())
}
