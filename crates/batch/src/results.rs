//! From what a device gave to rows.

use crate::cpu::OnCpu;
use crate::object_info::ObjectInfo;
use crate::on_device::OnDevice;
use crate::plain::Palette;
use crate::row::{Input, Row};
use megabatt_core::{Dialect, Grid, Set, SetBuilder, Value};
use megabatt_cuda::{Class, Finished, FoundObjects, Kind, Status};

/// What the device gave for a row of its batch; None if it left the row to the CPU.
pub fn row(
    finished: &Finished<'_>,
    on: &OnDevice,
    class: Class,
    at: usize,
    cpu: &OnCpu<'_>,
    (number, input): (usize, &impl Input),
) -> Option<Row> {
    let parts = on.pipeline.parts();
    if on.rest.is_none() && parts == 1 && on.kind() == Kind::Grid {
        return grid(finished, at).map(Row::Grid);
    }
    let value = match parts {
        1 => value(finished, on, class, at)?,
        _ => {
            let grids: Option<Vec<Grid>> = (at * parts..(at + 1) * parts).map(|part| grid(finished, part)).collect();
            let grids = grids.filter(|grids| cpu.pipeline.dialect() != Dialect::Tok || are_alike(grids))?;
            Value::tuple(grids.into_iter().map(Value::grid).collect()).ok()?
        }
    };
    match &on.rest {
        None => Some(Row::Value(value)),
        Some(rest) => {
            let mut inputs = cpu.inputs(number, input);
            inputs.push(value);
            Some(cpu.program(number, rest, inputs))
        }
    }
}

/// Whether all have one shape. A part that was cut at the edge has fewer cells than the first, and is nothing in tokpidjin.
fn are_alike(grids: &[Grid]) -> bool {
    let shape = |grid: &Grid| (grid.height(), grid.width());
    grids.windows(2).all(|two| shape(&two[0]) == shape(&two[1]))
}

/// The objects of a row that the device has answered for, in the order of their set.
pub fn objects(found: &FoundObjects<'_>, at: usize) -> Row {
    let info = |(_, record): &(usize, _)| ObjectInfo::of_record(record, found.codes());
    Row::Objects(found.in_order(at).iter().map(info).collect())
}

/// The grid of a result; None if there is none.
pub fn grid(finished: &Finished<'_>, at: usize) -> Option<Grid> {
    let word = finished.word(at);
    let fine = word.status() == Status::Fine && word.height() * word.width() > 0;
    fine.then(|| Grid::new(word.height(), word.width(), finished.cells(at).to_vec()))
}

fn value(finished: &Finished<'_>, on: &OnDevice, class: Class, at: usize) -> Option<Value> {
    if finished.word(at).status() != Status::Fine {
        return None;
    }
    match on.kind() {
        Kind::Grid => grid(finished, at).map(Value::grid),
        Kind::Number => Some(Value::Int(finished.number(at))),
        Kind::Palette => palette(&finished.palette(at), on.palette),
        Kind::Mask => {
            let side = class.side();
            let mut places = Vec::new();
            for i in 0..finished.word(at).height() {
                let mut bits = finished.mask_row(at, side, i);
                while bits != 0 {
                    places.push((i as i32, bits.trailing_zeros() as i32));
                    bits &= bits - 1;
                }
            }
            Some(Value::set(Set::grown_pairs(places)))
        }
    }
}

/// These colours in their form; as a set, if CPython walks it in this order whichever way it came about.
fn palette(colours: &[i8], form: Palette) -> Option<Value> {
    let colour = |&colour: &i8| Value::Int(colour.into());
    if form == Palette::Tuple {
        return Value::tuple(colours.iter().map(colour).collect()).ok();
    }
    let mut builder = SetBuilder::with_capacity(colours.len());
    for item in colours.iter().map(colour) {
        builder.add(item);
    }
    let set = if form == Palette::Copied { builder.finish_copy() } else { builder.finish() }.ok()?;
    let walked = set.in_order().zip(colours).all(|(found, &colour)| found.as_int() == Some(colour.into()));
    walked.then(|| Value::set(set))
}
