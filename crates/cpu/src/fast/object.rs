//! Objects.

use super::Patch;
use super::colour::{colours, grid_palette, most_common, where_it_is};
use super::grid::{column_is_uniform, row_is_uniform};
use super::patch::indices;
use super::wanted::positions_where;
use crate::Machine;
use megabatt_core::grid::COLOURS;
use megabatt_core::{Arc, CellLayout, Grid, Result, Set, Value};
use std::cell::RefCell;
use std::rc::Rc;

type Taken = Option<Result<Value>>;

/// One object per colour; the foreground's only without the most common one.
pub fn partition(m: &mut Machine, g: &Grid, layout: CellLayout, foreground: bool) -> Result<Value> {
    let Value::Set(mut colours) = grid_palette(g)? else { unreachable!("a palette is a set") };
    if foreground {
        let background = Set::single(Value::Int(most_common(g).into()))?;
        colours = Arc::new(Set::difference(&colours, &background)?);
    }
    m.meter.charge(g.weight().saturating_mul(colours.len() as u64))?;
    let mut all = if foreground { None } else { cells_by_colour(g) };
    let of = |colour: i8| {
        let cells = match &mut all {
            Some(all) => std::mem::take(&mut all[colour as usize]),
            None => where_it_is(g, colour, |(i, j)| (colour.into(), i, j)),
        };
        Arc::new(Set::grown_cells(layout, cells).with_distinct_places())
    };
    let colours = colours.in_order().filter_map(|colour| i8::try_from(colour.as_int()?).ok());
    Ok(Value::set(Set::grown_sets(colours.map(of).collect(), false)?.with_distinct_places()))
}

/// The cells of each colour, row by row: who wants all of them walks over the grid once. None if there are cells that are no colours.
fn cells_by_colour(g: &Grid) -> Option<[Vec<(i32, i32, i32)>; COLOURS]> {
    let mut cells = colours(g)?.map(|count| Vec::with_capacity(count as usize));
    for i in 0..g.height() {
        for (j, &colour) in g.row(i).iter().enumerate() {
            cells[colour as usize].push((colour.into(), i as i32, j as i32));
        }
    }
    Some(cells)
}

pub fn frontiers(g: &Grid, layout: CellLayout) -> Taken {
    let cell = |i: usize, j: usize| (g.at(i, j).into(), i as i32, j as i32);
    let row = |i: usize| Arc::new(Set::copied_cells(layout, (0..g.width()).map(|j| cell(i, j)).collect()));
    let column = |j: usize| Arc::new(Set::copied_cells(layout, (0..g.height()).map(|i| cell(i, j)).collect()));
    let rows = (0..g.height()).filter(|&i| row_is_uniform(g, i)).map(row).collect();
    let columns = (0..g.width()).filter(|&j| column_is_uniform(g, j)).map(column).collect();
    let union = || {
        let horizontal = Arc::new(Set::grown_sets(rows, true)?);
        let vertical = Arc::new(Set::grown_sets(columns, true)?);
        Set::union(&horizontal, &vertical)
    };
    Some(union().map(Value::set))
}

pub fn toobject(patch: Patch<'_>, layout: CellLayout, g: &Grid) -> Taken {
    let source = match indices(patch) {
        Ok(source) => source,
        Err(e) => return Some(Err(e)),
    };
    let places = source.pairs()?;
    let b = source.bounds();
    if g.get(b.top, b.left).is_some() && g.get(b.bottom, b.right).is_some() {
        // Nothing is outside of the grid.
        let cells = places.iter().map(|&(i, j)| (g.at(i as usize, j as usize).into(), i, j)).collect();
        let object = Set::mapped_to_cells(&source, layout, cells).within_bounds_of(&source);
        return Some(Ok(Value::set(object.with_distinct_places())));
    }
    let (mut taken, mut cells) = (Vec::with_capacity(source.len()), Vec::with_capacity(source.len()));
    for (n, &(i, j)) in places.iter().enumerate() {
        if let Some(v) = g.get(i, j) {
            taken.push(n as u32);
            cells.push((v.into(), i, j));
        }
    }
    Some(Ok(Value::set(Set::filtered_to_cells(&source, taken, layout, cells).with_distinct_places())))
}

/// The first part of the first item of a set, if it can be told: the colour of an object.
pub fn colour_of(value: &Value) -> Option<i64> {
    let Value::Set(set) = value else { return None };
    colour_of_set(set)
}

/// The same of a set.
pub fn colour_of_set(set: &Set) -> Option<i64> {
    if set.cells().is_some()
        && let Some(colour) = set.one_colour()
    {
        return Some(colour.into());
    }
    match set.first()? {
        Value::Cell(n, ..) | Value::Pair(n, _) | Value::Triple(n, ..) => Some(n.into()),
        _ => None,
    }
}

/// The items for which `keep` holds; None if it cannot tell for one of them.
pub fn filter(set: &Arc<Set>, keep: impl Fn(&Value) -> Option<bool>) -> Taken {
    if set.order_depends_on_address() {
        return None;
    }
    let mut taken = Vec::new();
    let mut look = |n: usize, item: &Value| {
        keep(item).map(|keep| {
            if keep {
                taken.push(n as u32);
            }
        })
    };
    match set.kept_values() {
        Some(items) => items.enumerate().try_for_each(|(n, item)| look(n, item))?,
        None => set.values().enumerate().try_for_each(|(n, item)| look(n, &item))?,
    }
    Some(Set::filtered(set, taken).map(Value::set))
}

/// The colours of the objects of a set, for those who ask for one colour after the other. Who asks once leaves no more than an address.
#[derive(Default)]
struct Asked {
    last: usize,
    known: Option<(Arc<Set>, Rc<[i64]>)>,
}

/// Sets that weigh more than this are not kept.
const MOST_KEPT: u64 = 1 << 16;

thread_local! {
    static ASKED: RefCell<Asked> = RefCell::default();
}

/// The colours of all items of a set, if it is asked for the second time in a row and each has one.
fn known_colours(objs: &Arc<Set>) -> Option<Rc<[i64]>> {
    ASKED.with_borrow_mut(|asked| {
        if let Some((of, colours)) = &asked.known
            && Arc::ptr_eq(of, objs)
        {
            return Some(colours.clone());
        }
        let address = Arc::as_ptr(objs) as usize;
        if std::mem::replace(&mut asked.last, address) != address || objs.weight() > MOST_KEPT {
            return None;
        }
        let colours: Rc<[i64]> = objs.kept_values()?.map(colour_of).collect::<Option<_>>()?;
        asked.known = Some((objs.clone(), colours.clone()));
        Some(colours)
    })
}

pub fn colorfilter(objs: &Arc<Set>, value: i64) -> Taken {
    if !objs.order_depends_on_address()
        && let Some(colours) = known_colours(objs)
    {
        let taken = positions_where(colours.len(), |n| colours[n] == value);
        return Some(Set::filtered(objs, taken).map(Value::set));
    }
    filter(objs, |obj| Some(colour_of(obj)? == value))
}

pub fn sizefilter(container: &Arc<Set>, n: i64) -> Taken {
    filter(container, |item| match item {
        Value::Set(set) => Some(set.len() as i64 == n),
        _ => None,
    })
}
