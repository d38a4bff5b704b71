//! Which values fit the types of the operation table, for saying what was wrong with one.

use megabatt_core::{Grid, Type, Value, py};

/// Whether a value is of the kind a parameter is meant for. Empty containers fit wherever a container does.
pub fn fits(ty: Type, value: &Value) -> bool {
    let items_fit = |ty: Type| items(value).iter().all(|item| fits(ty, item));
    let is_set = matches!(value, Value::Set(_));
    let is_container = is_set || value.is_tuple();
    match ty {
        Type::Any => true,
        Type::Bool => matches!(value, Value::Bool(_)),
        Type::Int => value.as_int().is_some(),
        Type::Pair => value.is_tuple() && items(value).len() == 2 && items_fit(Type::Int),
        Type::Num => fits(Type::Int, value) || fits(Type::Pair, value),
        Type::IntSet => is_container && items_fit(Type::Int),
        Type::Grid => is_grid(value),
        Type::Cell => matches!(value, Value::Cell(..)),
        Type::Object => is_set && items_fit(Type::Cell),
        Type::Objects => is_container && items_fit(Type::Object),
        Type::Indices => is_set && items_fit(Type::Pair),
        Type::IndicesSet => is_container && items_fit(Type::Indices),
        Type::Patch => fits(Type::Object, value) || fits(Type::Indices, value),
        Type::Element => is_grid(value) || fits(Type::Object, value),
        Type::Piece => is_grid(value) || fits(Type::Patch, value),
        Type::Tuple => value.is_tuple(),
        Type::TupleTuple => value.is_tuple() && items_fit(Type::Tuple),
        Type::Set => is_set,
        Type::Container => is_container,
        Type::Containers => is_container && items_fit(Type::Container),
        Type::Func => matches!(value, Value::Op(_) | Value::Tok(_) | Value::Func(_)),
    }
}

/// What a value is, in a word.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::None => "None",
        Value::Bool(_) => "a bool",
        Value::Int(_) => "an int",
        Value::Float(_) => "a float",
        Value::Op(_) | Value::Tok(_) | Value::Func(_) => "a function",
        Value::Set(set) if set.is_empty() => "an empty set",
        Value::Set(set) if set.pairs().is_some() => "a set of places",
        Value::Set(set) if set.cells().is_some() => "an object",
        Value::Set(_) => "a set",
        value if is_grid(value) => "a grid",
        Value::Pair(..) => "a pair",
        Value::Cell(..) => "a cell",
        _ => "a tuple",
    }
}

fn is_grid(value: &Value) -> bool {
    matches!(value, Value::Grid(_)) || Grid::from_value(value).is_some()
}

/// The items of a container; none for anything else.
fn items(value: &Value) -> Vec<Value> {
    match value {
        Value::Set(set) => set.values().collect(),
        tuple => py::iter(tuple).map(Iterator::collect).unwrap_or_default(),
    }
}
