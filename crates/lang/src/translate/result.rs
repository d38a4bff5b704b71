//! What a row's result is like, given its arguments.

use super::pattern::{Bound, Miss};
use super::ty::{Grid, Mark, Set, Ty};

/// A result as the table writes it: a word, and what it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Res {
    word: &'static str,
    about: Vec<&'static str>,
}

/// Gives out marks for shapes and grids.
#[derive(Debug)]
pub struct Marks(Mark);

impl Marks {
    pub fn new() -> Marks {
        Marks(1)
    }

    pub fn fresh(&mut self) -> Mark {
        self.0 += 1;
        self.0
    }

    /// The first mark that was not given out yet.
    pub fn next(&self) -> Mark {
        self.0 + 1
    }

    /// A new grid of a new shape.
    pub fn grid(&mut self, even: bool) -> Ty {
        Ty::Grid(Grid { shape: self.fresh(), id: self.fresh(), even })
    }

    /// The same value with marks for its grids, if they have none: inside a function a grid is one grid.
    pub fn marked(&mut self, ty: &Ty) -> Ty {
        match ty {
            Ty::Grid(Grid { shape: 0, even, .. }) => self.grid(*even),
            Ty::Parts(parts) => Ty::Parts(parts.iter().map(|part| self.marked(part)).collect()),
            other => other.clone(),
        }
    }
}

impl Res {
    pub fn parse(text: &'static str) -> Option<Res> {
        let mut words = text.split_whitespace();
        Some(Res { word: words.next()?, about: words.collect() })
    }

    /// `args` by hole; `function` is what the function among them gives.
    pub fn of(&self, args: &[Ty], bound: &Bound, function: Option<&Ty>, marks: &mut Marks) -> Result<Ty, Miss> {
        let found = self.found(args, bound, function, marks)?;
        if found.is_vague() { Err(Miss::Kind) } else { Ok(found) }
    }

    fn found(&self, args: &[Ty], bound: &Bound, function: Option<&Ty>, marks: &mut Marks) -> Result<Ty, Miss> {
        let x = self.about.first().and_then(|word| arg(word, args));
        let about = |n: usize| self.about.get(n).map_or(Ty::Any, |word| named(word, bound));
        let of_function = || function.cloned().ok_or(Miss::Kind);
        let all_ordered = args.iter().all(|arg| !matches!(arg, Ty::Set(set) if !set.ordered));
        let mixed = |item: Ty| Set { ordered: all_ordered && item.is_flat(), ..Set::of(item) }.ty();
        let x_of = || x.ok_or(Miss::Kind);
        Ok(match self.word {
            "tuple" => Ty::tuple(about(0)),
            "set" => Set::of(about(0)).ty(),
            "ordered" => Set::ordered(about(0)).ty(),
            "single" => Set::single(about(0)).ty(),
            "mix" => mixed(about(0)),
            "two" => Ty::parts(vec![about(0), about(1)]),
            "pairs" => Ty::tuple(Ty::parts(vec![about(0), about(1)])),
            "product" => mixed(Ty::parts(vec![about(0), about(1)])),
            "item" => x_of()?.item().ok_or(Miss::Kind)?,
            "first" | "last" => end(x_of()?, self.word == "first")?,
            "some" => some(x_of()?)?,
            "merged" => merged(x_of()?)?,
            "applied" => applied(x_of()?, of_function()?),
            "mapplied" => merged(&applied(x_of()?, of_function()?))?,
            "papplied" => Ty::tuple(of_function()?),
            "mpapplied" => merged(&Ty::tuple(of_function()?))?,
            "prapplied" => mixed(of_function()?),
            "place" => Ty::Place(x_of()?.lies_on()),
            "corner" => corner(x_of()?),
            "corners" => Set::ordered(corner(x_of()?)).ty(),
            "init" => Set { filled: true, ..Set::single(about(0)) }.ty(),
            "cell" => Ty::Cell { on: x_of()?.lies_on(), of: 0 },
            "box" => Set::ordered(Ty::Place(x_of()?.lies_on())).ty(),
            "canvas" => marks.grid(true),
            "beside" => marks.grid(args.iter().all(is_even)),
            "above" => marks.grid(args.iter().all(is_even) && same_shape(args)),
            word => match x {
                Some(Ty::Set(set)) => of_set(word, set).ok_or(Miss::Kind)?,
                Some(Ty::Grid(grid)) => of_grid(word, *grid, marks).ok_or(Miss::Kind)?,
                Some(_) => return Err(Miss::Kind),
                None => arg(word, args).cloned().unwrap_or_else(|| named(word, bound)),
            },
        })
    }
}

/// The argument in a hole.
fn arg<'a>(word: &str, args: &'a [Ty]) -> Option<&'a Ty> {
    args.get(["x", "y", "z", "w"].iter().position(|hole| *hole == word)?)
}

/// A type by name, or what a letter stands for.
fn named(word: &str, bound: &Bound) -> Ty {
    match word {
        "Int" => Ty::Int,
        "Bool" => Ty::Bool,
        "Place" => Ty::place(),
        letter => letter.chars().next().and_then(|letter| bound.get(letter)).cloned().unwrap_or(Ty::Any),
    }
}

fn end(tuple: &Ty, first: bool) -> Result<Ty, Miss> {
    match tuple {
        Ty::Parts(parts) => if first { parts.first() } else { parts.last() }.cloned().ok_or(Miss::Kind),
        other => other.item().ok_or(Miss::Kind),
    }
}

/// A corner of the patch, which has none if it is empty.
fn corner(patch: &Ty) -> Ty {
    match patch {
        Ty::Set(set) if set.filled => Ty::Place(patch.lies_on()),
        _ => Ty::Corner(patch.lies_on()),
    }
}

/// Some of the items.
fn some(container: &Ty) -> Result<Ty, Miss> {
    match container {
        Ty::Set(set) => Ok(Set { filled: false, ..(**set).clone() }.ty()),
        tuple => tuple.item().map(Ty::tuple).ok_or(Miss::Kind),
    }
}

fn applied(container: &Ty, item: Ty) -> Ty {
    match container {
        Ty::Set(set) if set.single => Set::single(item).ty(),
        Ty::Set(set) => Set { ordered: set.ordered && item.is_flat(), ..Set::of(item) }.ty(),
        _ => Ty::tuple(item),
    }
}

/// The items of the items, in a container like the outer one.
fn merged(outer: &Ty) -> Result<Ty, Miss> {
    let inner = outer.item().ok_or(Miss::Kind)?;
    let item = inner.item().filter(|item| *item != Ty::Any).ok_or(Miss::Kind)?;
    match (outer, &inner) {
        (Ty::Set(outer), Ty::Set(set)) if outer.single => Ok(Set { filled: false, ..(**set).clone() }.ty()),
        (Ty::Set(outer), Ty::Set(set)) => {
            Ok(Set { ordered: outer.ordered && set.ordered && item.is_flat(), ..Set::of(item) }.ty())
        }
        (Ty::Set(outer), _) => Ok(Set { ordered: outer.ordered && item.is_flat(), ..Set::of(item) }.ty()),
        (_, Ty::Set(set)) if !set.ordered => Err(Miss::Order),
        _ => Ok(Ty::tuple(item)),
    }
}

fn of_set(word: &str, set: &Set) -> Option<Ty> {
    let on = set.item.lies_on();
    let again = |item: Ty| Set { item, ..set.clone() };
    let is_object = matches!(set.item, Ty::Cell { .. });
    let found = match word {
        "ink" => {
            Set { ordered: set.single, one_colour: true, clear: true, item: Ty::Cell { on, of: 0 }, ..set.clone() }
        }
        "places" => Set { ordered: set.single, single: set.single, filled: set.filled, ..Set::of(Ty::Place(on)) },
        "grown" => Set { ordered: false, single: false, filled: false, ..again(Ty::Cell { on: 0, of: 0 }) },
        "moved" if is_object => again(Ty::Cell { on: 0, of: 0 }),
        "moved" => again(Ty::place()),
        "flipped" if is_object => again(Ty::Cell { on, of: 0 }),
        "flipped" => again(Ty::Place(on)),
        _ => return None,
    };
    Some(found.ty())
}

fn of_grid(word: &str, grid: Grid, marks: &mut Marks) -> Option<Ty> {
    // In rows of different lengths a cell may lie where others have none.
    let on = if grid.even { grid.shape } else { 0 };
    let cells = || Set { clear: true, ..Set::of(Ty::Cell { on, of: grid.id }) };
    Some(match word {
        "drawn" => Ty::Grid(Grid { id: marks.fresh(), ..grid }),
        "turned" => marks.grid(true),
        "sized" => marks.grid(grid.even),
        "compared" => Ty::Grid(Grid { shape: if on != 0 { on } else { marks.fresh() }, id: marks.fresh(), even: true }),
        "places_of" => Set::ordered(Ty::Place(on)).ty(),
        "cells_of" => cells().ty(),
        "objects_of" => Set::of(Set { filled: true, ..cells() }.ty()).ty(),
        "colours_of" => Set::of(Set { one_colour: true, filled: true, ..cells() }.ty()).ty(),
        _ => return None,
    })
}

fn is_even(ty: &Ty) -> bool {
    matches!(ty, Ty::Grid(grid) if grid.even)
}

fn same_shape(args: &[Ty]) -> bool {
    matches!(args, [Ty::Grid(a), Ty::Grid(b)] if a.shape == b.shape && a.shape != 0)
}
