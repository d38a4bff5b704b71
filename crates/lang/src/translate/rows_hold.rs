//! Both sides of every row on many values: where arc-dsl's side gives one, tokpidjin's gives the same, and it is what the row
//! says it is.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::pattern::{Bound, Miss, Pat};
use super::result::Marks;
use super::table::{ROWS, Row, Side, Slot};
use super::ty::{Grid, Set as SetTy, Ty};
use super::values::{Dice, Scene};
use megabatt_core::code::{Action, Step};
use megabatt_core::{Call, Code, Dialect, Operand, Value, json};
use megabatt_cpu::{Cpu, Engine};
use megabatt_exec::{Cancel, Limits, Outcome};
use std::sync::Arc;

const TRIES: usize = 150;

/// What letters may stand for.
fn any_type(dice: &mut Dice, depth: usize) -> Ty {
    match dice.roll(if depth == 0 { 6 } else { 10 }) {
        0 | 1 => Ty::Int,
        2 if dice.roll(4) == 0 => Ty::Corner(dice.roll(2) as u32),
        2 => Ty::Place(dice.roll(2) as u32),
        3 => Ty::Cell { on: dice.roll(2) as u32, of: 0 },
        4 => a_grid(dice, true),
        5 => Ty::Bool,
        6 | 7 => a_set(dice, None, depth - 1),
        8 => Ty::tuple(any_type(dice, depth - 1)),
        _ => Ty::parts(vec![any_type(dice, depth - 1), any_type(dice, 0)]),
    }
}

fn a_grid(dice: &mut Dice, even: bool) -> Ty {
    let (shape, id) = [(0, 0), (1, 0), (1, 1)][dice.roll(3)];
    Ty::Grid(Grid { shape: if even { shape } else { 0 }, id: if even { id } else { 0 }, even })
}

/// A set of these, with whatever else may hold of it.
fn a_set(dice: &mut Dice, item: Option<Ty>, depth: usize) -> Ty {
    let item = item.unwrap_or_else(|| any_type(dice, depth));
    let single = dice.roll(6) == 0;
    let is_cell = matches!(item, Ty::Cell { .. });
    let one_colour = single || is_cell && dice.roll(3) == 0;
    let ordered = single || item.is_flat() && dice.roll(2) == 0;
    let clear = one_colour || single || is_cell && dice.roll(2) == 0;
    let filled = dice.roll(3) == 0;
    SetTy { item, ordered, single, filled, one_colour, clear }.ty()
}

/// A type that a pattern may take, with what its letters stand for.
fn filling(pat: &Pat, letters: &[Ty; 3], dice: &mut Dice) -> Option<Ty> {
    let with = |ty: Ty, change: fn(&mut SetTy)| match ty {
        Ty::Set(set) => {
            let mut set = (*set).clone();
            change(&mut set);
            set.ty()
        }
        other => other,
    };
    let place = Ty::Place(dice.roll(2) as u32);
    let cell = Ty::Cell { on: dice.roll(2) as u32, of: 0 };
    Some(match pat {
        Pat::Var(letter) | Pat::Flat(letter) => letters["abc".find(*letter)?].clone(),
        Pat::Int => Ty::Int,
        Pat::Bool => Ty::Bool,
        Pat::Place if dice.roll(3) == 0 => Ty::Corner(dice.roll(2) as u32),
        Pat::Place | Pat::Sure => place,
        Pat::Cell => cell,
        Pat::Grid => {
            let even = dice.roll(4) > 0;
            a_grid(dice, even)
        }
        Pat::Even => a_grid(dice, true),
        Pat::Patch => {
            let item = if dice.roll(2) == 0 { place } else { cell };
            a_set(dice, Some(item), 0)
        }
        Pat::Places => a_set(dice, Some(place), 0),
        Pat::Object => a_set(dice, Some(cell), 0),
        Pat::OneColour => with(a_set(dice, Some(cell), 0), |set| (set.one_colour, set.clear) = (true, true)),
        Pat::Clear => with(a_set(dice, Some(cell), 0), |set| set.clear = true),
        Pat::Set(item) => {
            let item = filling(item, letters, dice)?;
            a_set(dice, Some(item), 0)
        }
        Pat::Ordered(item) => {
            let item = filling(item, letters, dice)?;
            let is_flat = item.is_flat();
            let set = a_set(dice, Some(item), 0);
            if is_flat {
                with(set, |set| set.ordered = true)
            } else {
                with(set, |set| (set.ordered, set.single) = (true, true))
            }
        }
        Pat::Tuple(item) => match filling(item, letters, dice)? {
            Ty::Int if dice.roll(3) == 0 => place,
            Ty::Tuple(int) if *int == Ty::Int && dice.roll(2) == 0 => a_grid(dice, true),
            item => Ty::tuple(item),
        },
        Pat::Two => Ty::parts(vec![letters[0].clone(), letters[1].clone()]),
        Pat::Function(_) | Pat::Key(_) | Pat::Count(_) => return None,
    })
}

/// A function of such items that both dialects have under one name, and what it gives.
fn function(pat: &Pat, bound: &Bound, dice: &mut Dice) -> Option<(&'static str, Ty)> {
    let at = |letter: &char| bound.get(*letter).cloned();
    match pat {
        Pat::Function(letters) if letters.len() == 2 => match (at(&letters[0])?, at(&letters[1])?) {
            (Ty::Int, Ty::Int) => Some([("add", Ty::Int), ("astuple", Ty::place())][dice.roll(2)].clone()),
            (Ty::Place(_) | Ty::Corner(_), Ty::Place(_) | Ty::Corner(_)) => {
                Some([("subtract", Ty::place()), ("connect", SetTy::ordered(Ty::place()).ty())][dice.roll(2)].clone())
            }
            (a, b) if a.join(&b) != Ty::Any => Some(("equality", Ty::Bool)),
            _ => None,
        },
        Pat::Function(letters) => {
            let item = at(letters.first()?)?;
            let all = unary(&item);
            all.get(dice.roll(all.len().max(1))).cloned()
        }
        Pat::Key(letter) => {
            let all: Vec<_> = unary(&at(letter)?).into_iter().filter(|(_, ty)| ty.is_sortable()).collect();
            all.get(dice.roll(all.len().max(1))).cloned()
        }
        Pat::Count(letter) => unary(&at(letter)?).into_iter().find(|(_, ty)| *ty == Ty::Int),
        _ => None,
    }
}

fn unary(item: &Ty) -> Vec<(&'static str, Ty)> {
    let mut all = vec![("identity", item.clone())];
    match item {
        Ty::Int => all.extend([("even", Ty::Bool), ("toivec", Ty::place()), ("double", Ty::Int)]),
        Ty::Place(_) | Ty::Corner(_) => {
            all.extend([("first", Ty::Int), ("invert", Ty::place()), ("dneighbors", SetTy::ordered(Ty::place()).ty())]);
        }
        Ty::Grid(_) => all.push(("size", Ty::Int)),
        Ty::Set(set) => {
            all.push(("size", Ty::Int));
            if let Ty::Cell { on, .. } = set.item {
                all.extend([("toindices", SetTy::of(Ty::Place(on)).ty()), ("uppermost", Ty::Int)]);
            }
        }
        Ty::Tuple(_) => all.push(("size", Ty::Int)),
        _ => {}
    }
    all
}

fn run(side: &Side, inputs: &[(Operand, Value)], dialect: Dialect) -> Outcome {
    let arg = |slot: &Slot| match slot {
        Slot::Hole(n) => inputs[*n].0.clone(),
        Slot::Const(name) => Operand::Const(dialect.value(name).unwrap()),
    };
    let function = Operand::Const(dialect.value(side.name).unwrap());
    let call = Call { function, args: side.args.iter().map(arg).collect(), keywords: Vec::new() };
    let slots = inputs.len() as u32;
    let code = Code {
        name: "row".to_string(),
        params: (0..slots).map(|n| format!("p{n}")).collect(),
        slots: slots + 1,
        steps: vec![Step { action: Action::Call(call), slot: slots, line: 1 }],
        result: Operand::Slot(slots),
    };
    let row =
        megabatt_exec::Row { code: Arc::new(code), inputs: inputs.iter().map(|(_, value)| value.clone()).collect() };
    let limits = Limits { fuel: 1_000_000, memory: 1_000_000, call_timeout: None };
    Cpu { dialect, engine: Engine::Reference }.run_row(&row, &limits, &Cancel::new()).outcome
}

/// Tries the row once. None: the values did not fit, or arc-dsl's side raises.
fn tried(row: &Row, dice: &mut Dice) -> Option<()> {
    let scene = Scene::new(dice);
    let letters = [any_type(dice, 2), any_type(dice, 1), any_type(dice, 0)];
    let mut types: Vec<Option<Ty>> = row.params.iter().map(|pat| filling(pat, &letters, dice)).collect();
    if let Some((patch, grid)) = row.inside {
        types[grid] = Some(Ty::Grid(Grid { shape: 1, id: 1, even: true }));
        if types[patch].as_ref()?.lies_on() != 1 {
            return None;
        }
    }
    let mut bound = Bound::default();
    for (pat, ty) in row.params.iter().zip(&types) {
        if let Some(ty) = ty {
            pat.matches(ty, &mut bound).ok()?;
        }
    }
    let mut gives = None;
    let (mut arc, mut tok) = (Vec::new(), Vec::new());
    for (n, (pat, ty)) in row.params.iter().zip(&types).enumerate() {
        let (a, t) = match ty {
            Some(ty) => {
                let (a, t) = scene.value(ty, dice);
                ((Operand::Slot(n as u32), a), (Operand::Slot(n as u32), t))
            }
            None => {
                let (name, ty) = function(pat, &bound, dice)?;
                gives = Some(ty);
                let named = |dialect: Dialect| (Operand::Const(dialect.value(name).unwrap()), Value::None);
                (named(Dialect::Arc), named(Dialect::Tok))
            }
        };
        arc.push(a);
        tok.push(t);
    }
    let types: Vec<Ty> = types.into_iter().map(|ty| ty.unwrap_or(Ty::None)).collect();
    let ty = match row.result.of(&types, &bound, gives.as_ref(), &mut Marks::new()) {
        Ok(ty) => ty,
        Err(Miss::Kind | Miss::Order) => return None,
        Err(miss) => panic!("{row:?} {types:?}: {miss:?}"),
    };
    let Outcome::Value(before) = run(&row.arc, &arc, Dialect::Arc) else { return None };
    let said = || {
        let shown =
            |inputs: &[(Operand, Value)]| inputs.iter().map(|(_, v)| json::to_json(v)).collect::<Vec<_>>().join(", ");
        format!("{}\n{types:?}\narc {}\ntok {}\n{ty:?}", row.tok.name, shown(&arc), shown(&tok))
    };
    let Outcome::Value(after) = run(&row.tok, &tok, Dialect::Tok) else { panic!("only arc gives a value: {}", said()) };
    if let Err(why) = scene.same(&before, &after, &ty) {
        panic!("{} is not {}: {why}\n{}", json::to_json(&before), json::to_json(&after), said());
    }
    Some(())
}

#[test]
fn every_row_holds() {
    let mut dice = Dice(7);
    let mut wrong = Vec::new();
    for row in ROWS.iter() {
        let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            (0..TRIES).filter(|_| tried(row, &mut dice).is_some()).count()
        }));
        match tried {
            Ok(0) => wrong.push(format!("{row:?} was never tried with a value")),
            Ok(_) => {}
            Err(e) => wrong.push(e.downcast_ref::<String>().cloned().unwrap_or_default()),
        }
    }
    assert!(wrong.is_empty(), "{} rows are wrong:\n\n{}", wrong.len(), wrong.join("\n\n"));
}
