//! Values of given types as both dialects write them, and whether two of them are the same.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::ty::{Grid, Set as SetTy, Ty};
use megabatt_core::{CellLayout, Set, Value, json, py};
use std::collections::HashSet;

/// A small generator of numbers: the same in every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % sides
    }

    fn int(&mut self) -> i64 {
        self.roll(13) as i64 - 3
    }
}

/// The grid that has the mark 1, as a shape and as itself.
pub struct Scene {
    rows: Vec<Vec<i64>>,
}

impl Scene {
    pub fn new(dice: &mut Dice) -> Scene {
        Scene { rows: rows(dice, true) }
    }

    /// A value of the type for each dialect. Sets that are not said to be walked in one order are made in two ways.
    pub fn value(&self, ty: &Ty, dice: &mut Dice) -> (Value, Value) {
        let both = |value: Value| (value.clone(), value);
        match ty {
            Ty::Int => both(Value::Int(dice.int())),
            Ty::Bool => both(Value::Bool(dice.roll(2) == 0)),
            Ty::Corner(_) if dice.roll(4) == 0 => both(Value::empty_tuple()),
            Ty::Place(on) | Ty::Corner(on) => {
                let (i, j) = self.place(*on, dice);
                both(Value::Pair(i, j))
            }
            Ty::Cell { on, .. } => {
                let (i, j) = self.place(*on, dice);
                cell(dice.roll(10) as i32, i, j)
            }
            Ty::Grid(grid) => both(self.grid(*grid, dice)),
            Ty::Set(set) => self.set(set, dice),
            Ty::Tuple(item) => self.tuple((0..dice.roll(5)).map(|_| (**item).clone()).collect(), dice),
            Ty::Parts(parts) => self.tuple(parts.to_vec(), dice),
            Ty::None | Ty::Any | Ty::Nothing => both(Value::None),
        }
    }

    fn place(&self, on: u32, dice: &mut Dice) -> (i32, i32) {
        match on {
            0 => (dice.roll(9) as i32 - 2, dice.roll(9) as i32 - 2),
            _ => (dice.roll(self.rows.len()) as i32, dice.roll(self.rows[0].len()) as i32),
        }
    }

    fn grid(&self, grid: Grid, dice: &mut Dice) -> Value {
        match grid {
            Grid { id: 1, .. } => of_rows(&self.rows),
            Grid { shape: 1, .. } => {
                let again = |row: &Vec<i64>| row.iter().map(|_| dice.roll(4) as i64).collect();
                of_rows(&self.rows.iter().map(again).collect::<Vec<_>>())
            }
            _ => match dice.roll(12) {
                0 => Value::empty_tuple(),
                1 => of_rows(&[vec![], vec![]]),
                _ => of_rows(&rows(dice, grid.even)),
            },
        }
    }

    fn tuple(&self, types: Vec<Ty>, dice: &mut Dice) -> (Value, Value) {
        let (arc, tok): (Vec<Value>, Vec<Value>) = types.iter().map(|ty| self.value(ty, dice)).unzip();
        (Value::tuple(arc).unwrap(), Value::tuple(tok).unwrap())
    }

    fn set(&self, set: &SetTy, dice: &mut Dice) -> (Value, Value) {
        let least = usize::from(set.filled);
        let count = least + if set.single { dice.roll(2 - least) } else { dice.roll(7) };
        let colour = dice.roll(10) as i32;
        let mut taken = HashSet::new();
        let mut items = Vec::new();
        for _ in 0..count {
            match &set.item {
                Ty::Cell { on, .. } => {
                    let (i, j) = self.place(*on, dice);
                    if taken.insert((i, j)) || !set.clear {
                        items.push(cell(if set.one_colour { colour } else { dice.roll(10) as i32 }, i, j));
                    }
                }
                item => items.push(self.value(item, dice)),
            }
        }
        let arc = Set::from_items(items.iter().map(|(arc, _)| arc.clone())).unwrap();
        if !set.ordered {
            for n in (1..items.len()).rev() {
                items.swap(n, dice.roll(n + 1));
            }
        }
        let tok = Set::from_items(items.into_iter().map(|(_, tok)| tok)).unwrap();
        (Value::set(arc), Value::set(tok))
    }

    /// Whether the two are of the type, and the same.
    pub fn same(&self, arc: &Value, tok: &Value, ty: &Ty) -> Result<(), String> {
        let (a, t) = (items(arc), items(tok));
        let on_grid = |on: u32, place: &Value| match (on, place) {
            (1, Value::Pair(i, j)) => {
                (0..self.rows.len() as i32).contains(i) && (0..self.rows[0].len() as i32).contains(j)
            }
            _ => true,
        };
        let fine = match ty {
            Ty::Int => matches!(arc, Value::Int(_)) && strictly(arc, tok),
            Ty::Bool => matches!(arc, Value::Bool(_)) && strictly(arc, tok),
            Ty::Corner(_) if a.is_empty() => arc.is_tuple() && strictly(arc, tok),
            Ty::Place(on) | Ty::Corner(on) => a.len() == 2 && arc.is_tuple() && strictly(arc, tok) && on_grid(*on, arc),
            Ty::Cell { on, .. } => {
                let (arc_place, layout) = (a.get(1), to_tok(arc, ty));
                arc_place.is_some_and(|place| on_grid(*on, place)) && layout.is_some_and(|cell| strictly(&cell, tok))
            }
            Ty::Grid(grid) => {
                let widths: HashSet<usize> = a.iter().map(|row| items(row).len()).collect();
                let shape =
                    grid.shape != 1 || a.len() == self.rows.len() && widths == HashSet::from([self.rows[0].len()]);
                arc.is_tuple() && strictly(arc, tok) && (!grid.even || widths.len() <= 1) && shape
            }
            Ty::Set(set) => return self.same_sets(arc, tok, set),
            Ty::Tuple(item) => {
                a.iter().zip(&t).try_for_each(|(a, t)| self.same(a, t, item))?;
                arc.is_tuple() && tok.is_tuple() && a.len() == t.len()
            }
            Ty::Parts(parts) => {
                a.iter().zip(&t).zip(parts.iter()).try_for_each(|((a, t), ty)| self.same(a, t, ty))?;
                a.len() == parts.len() && t.len() == parts.len()
            }
            Ty::None | Ty::Any | Ty::Nothing => false,
        };
        if fine { Ok(()) } else { Err(format!("{} and {} as {ty:?}", json::to_json(arc), json::to_json(tok))) }
    }

    fn same_sets(&self, arc: &Value, tok: &Value, set: &SetTy) -> Result<(), String> {
        let (a, t) = (items(arc), items(tok));
        if !matches!((arc, tok), (Value::Set(_), Value::Set(_))) {
            return Err("not two sets".to_string());
        }
        let turned: Vec<Value> = a.iter().map(|item| to_tok(item, &set.item).unwrap_or(Value::None)).collect();
        if Value::set(Set::from_items(turned).unwrap()) != *tok {
            return Err("other items".to_string());
        }
        if set.ordered {
            a.iter()
                .zip(&t)
                .try_for_each(|(a, t)| self.same(a, t, &set.item))
                .map_err(|e| format!("another order: {e}"))?;
        } else {
            // Each is the same as one of the other side.
            for item in &a {
                let turned = to_tok(item, &set.item);
                let other = t.iter().find(|other| turned.as_ref() == Some(other)).ok_or("an item is missing")?;
                self.same(item, other, &set.item)?;
            }
        }
        if set.filled && a.is_empty() {
            return Err("no item".to_string());
        }
        if set.single && a.len() > 1 {
            return Err("more than one item".to_string());
        }
        if matches!(set.item, Ty::Cell { .. }) {
            let cells: Vec<Vec<Value>> = a.iter().map(items).collect();
            let distinct = |n: usize| cells.iter().map(|cell| json::to_json(&cell[n])).collect::<HashSet<_>>().len();
            if set.one_colour && distinct(0) > 1 {
                return Err("several colours".to_string());
            }
            if set.clear && distinct(1) < cells.len() {
                return Err("two cells at one place".to_string());
            }
        }
        Ok(())
    }
}

/// The value as the other dialect writes it.
fn to_tok(value: &Value, ty: &Ty) -> Option<Value> {
    let all = |types: Vec<&Ty>| {
        items(value).iter().zip(types).map(|(item, ty)| to_tok(item, ty)).collect::<Option<Vec<Value>>>()
    };
    let count = items(value).len();
    Some(match ty {
        Ty::Cell { .. } => match items(value).as_slice() {
            [colour, place] => match items(place).as_slice() {
                [i, j] => Value::tuple(vec![i.clone(), j.clone(), colour.clone()]).ok()?,
                _ => return None,
            },
            _ => return None,
        },
        Ty::Set(set) => Value::set(Set::from_items(all(vec![&set.item; count])?).ok()?),
        Ty::Tuple(item) => Value::tuple(all(vec![&**item; count])?).ok()?,
        Ty::Parts(parts) if parts.len() == count => Value::tuple(all(parts.iter().collect())?).ok()?,
        _ => value.clone(),
    })
}

fn strictly(a: &Value, b: &Value) -> bool {
    json::to_json(a) == json::to_json(b)
}

fn items(value: &Value) -> Vec<Value> {
    py::iter(value).into_iter().flatten().collect()
}

fn cell(colour: i32, i: i32, j: i32) -> (Value, Value) {
    (Value::cell(CellLayout::ColourFirst, colour, i, j), Value::cell(CellLayout::ColourLast, colour, i, j))
}

fn rows(dice: &mut Dice, even: bool) -> Vec<Vec<i64>> {
    let (height, width) = (dice.roll(5) + 1, dice.roll(5) + 1);
    let colours = dice.roll(3) + 2;
    let row = |dice: &mut Dice| {
        let width = if even { width } else { width + dice.roll(2) };
        (0..width).map(|_| dice.roll(colours) as i64 * 3 % 10).collect()
    };
    (0..height).map(|_| row(dice)).collect()
}

fn of_rows(rows: &[Vec<i64>]) -> Value {
    let row = |row: &Vec<i64>| Value::tuple(row.iter().map(|n| Value::Int(*n)).collect()).unwrap();
    Value::tuple(rows.iter().map(row).collect()).unwrap()
}
