//! `objects`: what is found, and the order of the set.

use crate::Tally;
use megabatt_core::tok::TokOp;
use megabatt_core::{Arc, CellLayout, Dialect, Grid, Op, Set, Value};
use megabatt_cpu::{Engine, Machine};
use megabatt_cuda::abi::Codes;
use megabatt_cuda::device::{Result, SharedDevice};
use megabatt_cuda::{Class, Filter, Finding, FoundObjects, Lane, ObjectRecord, ObjectTables, ObjectsQuery, Status};
use megabatt_exec::{Cancel, Limits};

/// An object in a form that is easily compared: hash, top, left, bottom, right, and its cells with their colours.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Object {
    hash: u64,
    bounds: [i32; 4],
    cells: Vec<(i32, i32, i32)>,
}

fn layout_of(dialect: Dialect) -> CellLayout {
    if dialect == Dialect::Tok { CellLayout::ColourLast } else { CellLayout::ColourFirst }
}

/// Finds the objects of all grids of a class on a device, and compares with the CPU: which there are, and in which order.
pub fn check(
    device: &SharedDevice,
    class: Class,
    dialect: Dialect,
    query: &ObjectsQuery,
    grids: &[Grid],
) -> Result<Tally> {
    let query = ObjectsQuery { labels: query.finding == Finding::Objects, ..query.clone() };
    let tables = match query.finding {
        Finding::Objects => ObjectTables::new(device, class, layout_of(dialect))?,
        _ => ObjectTables::without_ranks(class, layout_of(dialect)),
    };
    let tables = std::sync::Arc::new(tables);
    let mut lane = Lane::new(device)?;
    let rows: Vec<&Grid> = grids.iter().filter(|g| g.height().max(g.width()) <= class.side()).collect();
    let cells = rows.iter().map(|g| g.cells().len()).sum();
    let mut batch = lane.open(rows.len(), cells, 0)?;
    for grid in &rows {
        batch.push(grid.height(), grid.width(), grid.cells(), 0);
    }
    lane.send_objects(&query, &tables, &Codes::default(), cells)?;
    let found = lane.finish_objects()?;
    let mut tally = Tally::default();
    let most = if class == Class::Small { 306 } else { 1228 };
    for (row, grid) in rows.iter().enumerate() {
        tally.rows += 1;
        let (all, wanted) = expected(dialect, &query, grid);
        let status = found.word(row).status();
        if status == Status::Fine {
            let got = got(&found, &query, row, grid);
            if got != wanted {
                tally.faults.push(format!("{query:?} {dialect:?} of {grid:?}\ngave {got:?}\nnot {wanted:?}"));
            }
        } else {
            tally.left += 1;
            if status != Status::TooManyObjects || all <= most {
                tally.faults.push(format!("{query:?} of {grid:?}: {status:?}, {all} objects"));
            }
        }
    }
    Ok(tally)
}

/// The cells of each object found, in scan order. Only `objects` has labels; the others' cells follow from their records.
fn cells_of(found: &FoundObjects<'_>, query: &ObjectsQuery, row: usize, grid: &Grid) -> Vec<Vec<(i32, i32, i32)>> {
    let places = || (0..grid.height()).flat_map(|i| (0..grid.width()).map(move |j| (i, j)));
    let belongs = |number: usize, record: &ObjectRecord, i: usize, j: usize| match query.finding {
        Finding::Objects => found.label(row, i, j) == Some(number),
        Finding::Frontiers => {
            (record.top as usize..=record.bottom as usize).contains(&i)
                && (record.left as usize..=record.right as usize).contains(&j)
        }
        _ => record.colour(found.codes()) == Some(grid.at(i, j)),
    };
    let cell = |(i, j): (usize, usize)| (grid.at(i, j).into(), i as i32, j as i32);
    let of = |(number, record): (usize, &ObjectRecord)| {
        places().filter(|&(i, j)| belongs(number, record, i, j)).map(cell).collect()
    };
    found.found(row).iter().enumerate().map(of).collect()
}

fn got(found: &FoundObjects<'_>, query: &ObjectsQuery, row: usize, grid: &Grid) -> Vec<Object> {
    let cells = cells_of(found, query, row, grid);
    let object = |(number, record): (usize, ObjectRecord)| {
        let cells = cells[number].clone();
        let mut colours: Vec<i8> = cells.iter().map(|cell| cell.0 as i8).collect();
        colours.sort_unstable();
        colours.dedup();
        let mut said = record.colours(found.codes());
        said.sort_unstable();
        let first = cells.first().map(|cell| (cell.1, cell.2));
        let agree = said == colours
            && record.size as usize == cells.len()
            && first == Some((record.first_row.into(), record.first_column.into()));
        // A record that contradicts its own cells equals nothing.
        let hash = if agree { record.hash } else { !record.hash };
        let bounds = [record.top, record.left, record.bottom, record.right].map(i32::from);
        Object { hash, bounds, cells }
    };
    found.in_order(row).into_iter().map(object).collect()
}

/// How many objects there are before filters, and those that are left in the order of their set.
fn expected(dialect: Dialect, query: &ObjectsQuery, grid: &Grid) -> (usize, Vec<Object>) {
    let mut machine = Machine::new(dialect, Engine::Fast, &Limits::default(), &Cancel::new());
    let named = |name: &str| match dialect {
        Dialect::Tok => Value::Tok(TokOp::from_name(name).expect("tokpidjin has it")),
        _ => Value::Op(Op::from_name(name).expect("arc-dsl has it")),
    };
    let flags = [query.univalued, query.diagonal, query.without_bg].map(Value::Bool);
    let grid = Value::Grid(Arc::new(grid.clone()));
    let all = match query.finding {
        Finding::Objects => machine.call(&named("objects"), &[&grid, &flags[0], &flags[1], &flags[2]]),
        Finding::Partition => machine.call(&named("partition"), &[&grid]),
        Finding::Fgpartition => machine.call(&named("fgpartition"), &[&grid]),
        Finding::Frontiers => machine.call(&named("frontiers"), &[&grid]),
    };
    let all = all.expect("a grid has objects");
    let mut left = all.clone();
    for filter in &query.filters {
        let (name, value) = match *filter {
            Filter::Colorfilter(value) => ("colorfilter", value),
            Filter::Sizefilter(n) => ("sizefilter", n),
        };
        left = machine.call(&named(name), &[&left, &Value::Int(value)]).expect("objects can be filtered");
    }
    let (Value::Set(all), Value::Set(left)) = (&all, &left) else { panic!("objects are a set") };
    (all.len(), left.in_order().map(|object| as_object(&object)).collect())
}

fn as_object(value: &Value) -> Object {
    let Value::Set(set) = value else { panic!("an object is a set") };
    let mut cells: Vec<(i32, i32, i32)> = Set::coloured(set).expect("objects have cells").to_vec();
    cells.sort_unstable_by_key(|&(_, i, j)| (i, j));
    let least = |of: fn(&(i32, i32, i32)) -> i32| cells.iter().map(of).min().unwrap_or(0);
    let most = |of: fn(&(i32, i32, i32)) -> i32| cells.iter().map(of).max().unwrap_or(0);
    let bounds = [least(|c| c.1), least(|c| c.2), most(|c| c.1), most(|c| c.2)];
    Object { hash: set.hash(), bounds, cells }
}

/// All eight combinations of flags.
pub fn queries() -> Vec<ObjectsQuery> {
    (0..8).map(|flags| ObjectsQuery::new(flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)).collect()
}
