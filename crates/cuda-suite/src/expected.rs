//! What Python gives for a pipeline, by the CPU's reference.

use crate::pipelines::Case;
use crate::reference::{Reference, as_grid};
use megabatt_core::{Arc, Grid, Set, Value};
use megabatt_cuda::abi::TRANSPARENT;
use megabatt_cuda::{Kind, Op};

/// A result in a form that is easily compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    Grid(Grid),
    Number(i64),
    /// In the order in which CPython walks them.
    Colours(Vec<i8>),
    /// In scan order.
    Places(Vec<(i32, i32)>),
}

/// What stands beside the grid in a pipeline.
struct State<'a> {
    case: &'a Case,
    value: Value,
    other: Option<Value>,
    /// Places to fill, and the object to paint.
    patch: Option<(Value, Value)>,
}

fn value_of(grid: &Grid) -> Value {
    Value::Grid(Arc::new(grid.clone()))
}

/// The places and the cells of a patch.
fn patch_of(grid: &Grid) -> (Value, Value) {
    let (mut places, mut cells) = (Vec::new(), Vec::new());
    for i in 0..grid.height() {
        for j in 0..grid.width() {
            let colour = grid.at(i, j);
            if colour != TRANSPARENT {
                places.push(Value::Pair(i as i32, j as i32));
                cells.push(Value::Cell(colour.into(), i as i32, j as i32));
            }
        }
    }
    let set = |items| Value::set(Set::from_items(items).expect("places and cells are hashable"));
    (set(places), set(cells))
}

/// What Python gives, for each part: None if it raises or comes by something that is no grid.
pub fn expected(reference: &mut Reference, ops: &[Op], case: &Case) -> Option<Vec<Option<Expected>>> {
    let mut state = State { case, value: value_of(&case.grid), other: None, patch: None };
    for (n, op) in ops.iter().enumerate() {
        if let Op::Hsplit { n: count } | Op::Vsplit { n: count } = *op {
            let name = if matches!(op, Op::Hsplit { .. }) { "hsplit" } else { "vsplit" };
            let parts = reference.call(name, &[state.value, Value::Int(count)])?;
            let parts: Vec<Value> = megabatt_core::py::iter(&parts).ok()?.collect();
            let rest = &ops[n + 1..];
            let each = |part: Value| {
                let grid = as_grid(&part)?;
                expected(reference, rest, &Case { grid, other: case.other.clone() })?.pop().flatten()
            };
            return Some(parts.into_iter().map(each).collect());
        }
        apply(reference, op, &mut state)?;
        // Devices stop where there is no grid, although Python might go on and, say, count the colours of none.
        if op.kind() == Kind::Grid {
            as_grid(&state.value)?;
        }
    }
    Some(vec![finished(&state, ops.last().map_or(Kind::Grid, Op::kind))])
}

fn finished(state: &State<'_>, kind: Kind) -> Option<Expected> {
    Some(match kind {
        Kind::Grid => Expected::Grid(as_grid(&state.value)?),
        Kind::Number => Expected::Number(state.value.as_int()?),
        Kind::Palette => {
            let Value::Set(colours) = &state.value else { return None };
            Expected::Colours(colours.in_order().filter_map(|c| c.as_int()).map(|c| c as i8).collect())
        }
        Kind::Mask => {
            let (places, _) = state.patch.as_ref()?;
            let Value::Set(places) = places else { return None };
            let pair = |place: Value| if let Value::Pair(i, j) = place { Some((i, j)) } else { None };
            let mut places: Vec<_> = places.values().filter_map(pair).collect();
            places.sort_unstable();
            Expected::Places(places)
        }
    })
}

fn apply(reference: &mut Reference, op: &Op, state: &mut State<'_>) -> Option<()> {
    let int = Value::Int;
    let pair = |(a, b): (i64, i64)| Value::int_pair(a, b);
    let grid = state.value.clone();
    let mut call = |name: &str, args: &[Value]| reference.call(name, args);
    state.value = match *op {
        Op::Hmirror => call("hmirror", &[grid]),
        Op::Vmirror => call("vmirror", &[grid]),
        Op::Dmirror => call("dmirror", &[grid]),
        Op::Cmirror => call("cmirror", &[grid]),
        Op::Rot90 => call("rot90", &[grid]),
        Op::Rot180 => call("rot180", &[grid]),
        Op::Rot270 => call("rot270", &[grid]),
        Op::Replace { replacee, replacer } => call("replace", &[grid, int(replacee), int(replacer)]),
        Op::Switch { a, b } => call("switch", &[grid, int(a), int(b)]),
        Op::Crop { start, dims } => call("crop", &[grid, pair(start), pair(dims)]),
        Op::Trim => call("trim", &[grid]),
        Op::Tophalf => call("tophalf", &[grid]),
        Op::Bottomhalf => call("bottomhalf", &[grid]),
        Op::Lefthalf => call("lefthalf", &[grid]),
        Op::Righthalf => call("righthalf", &[grid]),
        Op::Upscale { factor } => call("upscale", &[grid, int(factor)]),
        Op::Hupscale { factor } => call("hupscale", &[grid, int(factor)]),
        Op::Vupscale { factor } => call("vupscale", &[grid, int(factor)]),
        Op::Downscale { factor } => call("downscale", &[grid, int(factor)]),
        Op::Canvas { value, dims } => call("canvas", &[int(value), pair(dims)]),
        Op::Blank { value } => {
            let shape = call("shape", &[grid])?;
            call("canvas", &[int(value), shape])
        }
        Op::Compress => call("compress", &[grid]),
        Op::Hsplit { .. } | Op::Vsplit { .. } => None,
        Op::Save => {
            state.other = Some(grid.clone());
            Some(grid)
        }
        Op::Swap => state.other.replace(grid),
        Op::Load | Op::First => {
            let other = if *op == Op::First { &state.case.grid } else { state.case.other.as_ref()? };
            state.other = Some(value_of(other));
            state.patch = Some(patch_of(other));
            Some(grid)
        }
        Op::Hconcat => call("hconcat", &[grid, state.other.clone()?]),
        Op::Vconcat => call("vconcat", &[grid, state.other.clone()?]),
        Op::Cellwise { fallback } => call("cellwise", &[grid, state.other.clone()?, int(fallback)]),
        Op::Ofcolor { value } => {
            let places = call("ofcolor", &[grid.clone(), int(value)])?;
            state.patch = Some((places.clone(), places));
            Some(grid)
        }
        Op::Fill { value } => call("fill", &[grid, int(value), state.patch.clone()?.0]),
        Op::Underfill { value } => call("underfill", &[grid, int(value), state.patch.clone()?.0]),
        Op::Cover => call("cover", &[grid, state.patch.clone()?.0]),
        Op::Paint => call("paint", &[grid, state.patch.clone()?.1]),
        Op::Underpaint => call("underpaint", &[grid, state.patch.clone()?.1]),
        Op::Subgrid => call("subgrid", &[state.patch.clone()?.0, grid]),
        Op::Mostcolor => call("mostcolor", &[grid]),
        Op::Leastcolor => call("leastcolor", &[grid]),
        Op::Numcolors => call("numcolors", &[grid]),
        Op::Colorcount { value } => call("colorcount", &[grid, int(value)]),
        Op::Palette => call("palette", &[grid]),
        // A comprehension over the cells, walked without a copy; arc-dsl has none that shows it.
        Op::GrownPalette => colours_as_they_come(&grid),
    }?;
    Some(())
}

fn colours_as_they_come(grid: &Value) -> Option<Value> {
    let cells = as_grid(grid)?.copied_cells();
    Set::from_items(cells.into_iter().map(|v| Value::Int(v.into()))).ok().map(Value::set)
}
