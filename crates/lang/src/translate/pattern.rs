//! What a row of the table asks of arguments, and whether they have it.

use super::ty::{Grid, Ty};

/// What an argument has to be.
#[derive(Clone, Debug, PartialEq)]
pub enum Pat {
    /// Anything known; the same letter twice stands for values that can be compared.
    Var(char),
    /// As a variable, and written the same way in both dialects.
    Flat(char),
    Int,
    Bool,
    /// A place, or `()` where there is none.
    Place,
    /// A place for certain.
    Sure,
    Cell,
    Grid,
    /// A grid with rows of one length.
    Even,
    /// A set of places or of cells.
    Patch,
    Places,
    Object,
    /// An object of one colour.
    OneColour,
    /// An object without two cells at one place.
    Clear,
    Set(Box<Pat>),
    /// A set that is walked in the same order in both dialects.
    Ordered(Box<Pat>),
    Tuple(Box<Pat>),
    /// A tuple of two.
    Two,
    /// A function of items like these.
    Function(Vec<char>),
    /// The same, whose results can be sorted.
    Key(char),
    /// The same, whose results are ints.
    Count(char),
}

/// Why an argument is not what a row asks for, from the least to the most telling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Miss {
    Kind,
    Function,
    NotSortable,
    Uneven,
    Overlaps,
    Colours,
    Outside,
    Order,
}

/// Types by letter.
#[derive(Clone, Debug, Default)]
pub struct Bound(Vec<(char, Ty)>);

impl Bound {
    pub fn get(&self, letter: char) -> Option<&Ty> {
        self.0.iter().find(|(known, _)| *known == letter).map(|(_, ty)| ty)
    }

    pub fn bind(&mut self, letter: char, ty: &Ty) -> Result<(), Miss> {
        let joined = match self.get(letter) {
            Some(known) => known.join(ty),
            None => ty.clone(),
        };
        if joined == Ty::Any {
            return Err(Miss::Kind);
        }
        self.0.retain(|(known, _)| *known != letter);
        self.0.push((letter, joined));
        Ok(())
    }
}

impl Pat {
    /// `Set a, Key a` as two patterns.
    pub fn parse_all(text: &'static str) -> Option<Vec<Pat>> {
        if text.is_empty() {
            return Some(Vec::new());
        }
        text.split(',').map(|one| Pat::parse(&mut one.split_whitespace())).collect()
    }

    fn parse<'t>(words: &mut impl Iterator<Item = &'t str>) -> Option<Pat> {
        let word = words.next()?;
        Some(match word {
            "Int" => Pat::Int,
            "Bool" => Pat::Bool,
            "Place" => Pat::Place,
            "Sure" => Pat::Sure,
            "Cell" => Pat::Cell,
            "Grid" => Pat::Grid,
            "Even" => Pat::Even,
            "Patch" => Pat::Patch,
            "Places" => Pat::Places,
            "Object" => Pat::Object,
            "OneColour" => Pat::OneColour,
            "Clear" => Pat::Clear,
            "Two" => Pat::Two,
            "Set" => Pat::Set(Box::new(Pat::parse(words)?)),
            "Ordered" => Pat::Ordered(Box::new(Pat::parse(words)?)),
            "Tuple" => Pat::Tuple(Box::new(Pat::parse(words)?)),
            "Flat" => Pat::Flat(letter(words.next()?)?),
            "Key" => Pat::Key(letter(words.next()?)?),
            "Count" => Pat::Count(letter(words.next()?)?),
            "Function" => Pat::Function(words.map_while(letter).collect()),
            word => Pat::Var(letter(word)?),
        })
    }

    pub fn is_function(&self) -> bool {
        matches!(self, Pat::Function(_) | Pat::Key(_) | Pat::Count(_))
    }

    /// Whether the value is what the pattern asks for. Functions are looked at elsewhere.
    pub fn matches(&self, ty: &Ty, bound: &mut Bound) -> Result<(), Miss> {
        let only = |yes: bool| if yes { Ok(()) } else { Err(Miss::Kind) };
        match (self, ty) {
            (_, Ty::Any) => Err(Miss::Kind),
            (Pat::Var(letter), ty) => bound.bind(*letter, ty),
            (Pat::Flat(letter), ty) => {
                if ty.is_flat() {
                    bound.bind(*letter, ty)
                } else {
                    Err(Miss::Order)
                }
            }
            (Pat::Int, ty) => only(matches!(ty, Ty::Int)),
            (Pat::Bool, ty) => only(matches!(ty, Ty::Bool)),
            (Pat::Place, ty) => only(matches!(ty, Ty::Place(_) | Ty::Corner(_))),
            (Pat::Sure, ty) => only(matches!(ty, Ty::Place(_))),
            (Pat::Cell, ty) => only(matches!(ty, Ty::Cell { .. })),
            (Pat::Grid, ty) => only(matches!(ty, Ty::Grid(_))),
            (Pat::Even, Ty::Grid(Grid { even, .. })) => {
                if *even {
                    Ok(())
                } else {
                    Err(Miss::Uneven)
                }
            }
            (Pat::Patch, ty) => only(is_places(ty) || is_object(ty)),
            (Pat::Places, ty) => only(is_places(ty)),
            (Pat::Object, ty) => only(is_object(ty)),
            (Pat::OneColour, Ty::Set(set)) if is_object(ty) => {
                if set.one_colour {
                    Ok(())
                } else {
                    Err(Miss::Colours)
                }
            }
            (Pat::Clear, Ty::Set(set)) if is_object(ty) => {
                if set.clear || set.one_colour {
                    Ok(())
                } else {
                    Err(Miss::Overlaps)
                }
            }
            (Pat::Set(item), Ty::Set(set)) => item.matches(&set.item, bound),
            (Pat::Ordered(item), Ty::Set(set)) => {
                item.matches(&set.item, bound)?;
                if set.ordered { Ok(()) } else { Err(Miss::Order) }
            }
            (Pat::Tuple(item), ty) if ty.is_tuple() => match ty.item() {
                Some(inner) => item.matches(&inner, bound),
                None => Err(Miss::Kind),
            },
            (Pat::Two, Ty::Place(_) | Ty::Corner(_)) => Ok(()),
            (Pat::Two, Ty::Parts(parts)) => only(parts.len() == 2),
            _ => Err(Miss::Kind),
        }
    }
}

fn letter(word: &str) -> Option<char> {
    let mut chars = word.chars();
    chars.next().filter(|c| c.is_ascii_lowercase() && chars.next().is_none())
}

fn is_places(ty: &Ty) -> bool {
    matches!(ty, Ty::Set(set) if matches!(set.item, Ty::Place(_)))
}

fn is_object(ty: &Ty) -> bool {
    matches!(ty, Ty::Set(set) if matches!(set.item, Ty::Cell { .. }))
}
