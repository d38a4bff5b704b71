//! Calls and functions, translated.

use super::function::{Fun, Known, Made, Thing};
use super::pattern::{Bound, Miss, Pat};
use super::result::Marks;
use super::table::{ROWS, Row, Side, Slot};
use super::ty::Ty;
use super::words;
use megabatt_core::{Dialect, Value};
use std::collections::HashMap;

/// Functions that may be looked into for one program; functions of functions double with every line.
const MOST_FUNCTIONS: u32 = 20_000;

/// Why something cannot be translated.
#[derive(Clone, Debug)]
pub struct Why {
    pub miss: Miss,
    pub text: String,
}

/// An argument: a value, or what a function will be called on.
#[derive(Clone, Debug)]
pub enum Arg {
    Given(Thing),
    Hole(usize, Ty),
}

/// An argument of the translation.
enum Out {
    Text(String),
    Hole(usize),
}

/// A call in the other dialect.
struct Called {
    name: &'static str,
    args: Vec<Out>,
    ty: Ty,
}

/// Writes the lines of a translation.
pub struct Writer {
    from: Dialect,
    pub marks: Marks,
    /// Names and what they stand for, in order.
    pub lines: Vec<(String, String)>,
    /// The name of an expression that was written already.
    names: HashMap<String, String>,
    functions: u32,
}

impl Writer {
    pub fn new(from: Dialect) -> Writer {
        Writer { from, marks: Marks::new(), lines: Vec::new(), names: HashMap::new(), functions: 0 }
    }

    /// A line for the expression, or the name it has already.
    pub fn line(&mut self, expression: String) -> String {
        if let Some(name) = self.names.get(&expression) {
            return name.clone();
        }
        let name = format!("x{}", self.lines.len() + 1);
        self.lines.push((name.clone(), expression.clone()));
        self.names.insert(expression, name.clone());
        name
    }

    /// The call of an operation on values.
    pub fn call(&mut self, name: &str, args: Vec<Thing>) -> Result<Known, Why> {
        let called = self.operation(name, args.into_iter().map(Arg::Given).collect())?;
        let args: Vec<String> =
            called.args.into_iter().filter_map(|out| if let Out::Text(t) = out { Some(t) } else { None }).collect();
        let text = self.line(format!("{}({})", called.name, args.join(", ")));
        Ok(Known { text, ty: called.ty, value: None })
    }

    /// The call of a function that the program made.
    pub fn call_function(&mut self, function: &Fun, args: &[Known]) -> Result<Known, Why> {
        let types: Vec<Ty> = args.iter().map(|arg| arg.ty.clone()).collect();
        let (text, ty) = self.function(function, &types)?;
        let args: Vec<&str> = args.iter().map(|arg| arg.text.as_str()).collect();
        Ok(Known { text: self.line(format!("{text}({})", args.join(", "))), ty, value: None })
    }

    /// The operation by the first row that fits.
    fn operation(&mut self, name: &str, args: Vec<Arg>) -> Result<Called, Why> {
        let mut nearest: Option<Why> = None;
        for row in ROWS.iter() {
            let (from, to) = match self.from {
                Dialect::Tok => (&row.tok, &row.arc),
                Dialect::Arc | Dialect::Rearc => (&row.arc, &row.tok),
            };
            if from.name != name || from.args.len() != args.len() {
                continue;
            }
            let lines = self.lines.len();
            match self.by_row(row, from, to, &args) {
                Ok(called) => return Ok(called),
                Err(why) => {
                    // What was written for the row is not needed.
                    for (_, expression) in self.lines.drain(lines..) {
                        self.names.remove(&expression);
                    }
                    if nearest.as_ref().is_none_or(|other| other.miss < why.miss) {
                        nearest = Some(why);
                    }
                }
            }
        }
        let types: Vec<Option<Ty>> = args.iter().map(type_of).collect();
        let (miss, detail) = nearest.map_or((Miss::Kind, String::new()), |why| (why.miss, why.text));
        Err(Why { miss, text: words::refusal(name, &types, miss, &detail, self.from) })
    }

    fn by_row(&mut self, row: &Row, from: &Side, to: &Side, args: &[Arg]) -> Result<Called, Why> {
        let plain = |miss: Miss| Why { miss, text: String::new() };
        let mut holes: Vec<Option<&Arg>> = vec![None; row.params.len()];
        for (slot, arg) in from.args.iter().zip(args) {
            match slot {
                Slot::Hole(hole) => holes[*hole] = Some(arg),
                Slot::Const(name) if is_constant(arg, name, self.from) => {}
                Slot::Const(_) => return Err(plain(Miss::Kind)),
            }
        }
        let holes: Vec<&Arg> = holes.into_iter().collect::<Option<_>>().ok_or_else(|| plain(Miss::Kind))?;
        let mut bound = Bound::default();
        for (pat, arg) in row.params.iter().zip(&holes).filter(|(pat, _)| !pat.is_function()) {
            let ty = type_of(arg).ok_or_else(|| plain(Miss::Kind))?;
            pat.matches(&ty, &mut bound).map_err(plain)?;
        }
        let mut types: Vec<Ty> = holes.iter().map(|arg| type_of(arg).unwrap_or(Ty::Any)).collect();
        if let Some((patch, grid)) = row.inside {
            let shape = if let Ty::Grid(grid) = &types[grid] { grid.shape } else { 0 };
            if shape == 0 || types[patch].lies_on() != shape {
                return Err(plain(Miss::Outside));
            }
        }
        let mut texts: Vec<Option<String>> = vec![None; holes.len()];
        let mut given: Option<Ty> = None;
        for (n, (pat, arg)) in row.params.iter().zip(&holes).enumerate().filter(|(_, (pat, _))| pat.is_function()) {
            let Arg::Given(Thing::Function(function)) = arg else { return Err(plain(Miss::Kind)) };
            let (text, ty) = self.on_items(function, pat, &bound)?;
            texts[n] = Some(text);
            types[n] = Ty::None;
            given = Some(ty);
        }
        let ty = row.result.of(&types, &bound, given.as_ref(), &mut self.marks).map_err(plain)?;
        let arg = |slot: &Slot| match slot {
            Slot::Const(name) => Some(Out::Text(name.to_string())),
            Slot::Hole(n) => match (&texts[*n], holes[*n]) {
                (Some(text), _) => Some(Out::Text(text.clone())),
                (None, Arg::Hole(hole, _)) => Some(Out::Hole(*hole)),
                (None, Arg::Given(Thing::Value(known))) => Some(Out::Text(known.text.clone())),
                (None, Arg::Given(Thing::Function(_))) => None,
            },
        };
        let args = to.args.iter().map(arg).collect::<Option<_>>().ok_or_else(|| plain(Miss::Kind))?;
        Ok(Called { name: to.name, args, ty })
    }

    /// A function that an operation calls on the items of containers.
    fn on_items(&mut self, function: &Fun, pat: &Pat, bound: &Bound) -> Result<(String, Ty), Why> {
        let letters: Vec<char> = match pat {
            Pat::Function(letters) => letters.clone(),
            Pat::Key(letter) | Pat::Count(letter) => vec![*letter],
            _ => Vec::new(),
        };
        let first = self.marks.next();
        let items: Vec<Ty> = letters.iter().map(|letter| bound.get(*letter).cloned().unwrap_or(Ty::Any)).collect();
        let items: Vec<Ty> = items.iter().map(|item| self.marks.marked(item)).collect();
        let (text, ty) = self.function(function, &items)?;
        let sortable = match pat {
            Pat::Key(_) => ty.is_sortable(),
            Pat::Count(_) => ty == Ty::Int,
            _ => true,
        };
        match sortable {
            true => Ok((text, ty.without_marks(first))),
            false => Err(Why { miss: Miss::NotSortable, text: ty.to_string() }),
        }
    }

    /// A function for such arguments: how it is written, and what it gives.
    fn function(&mut self, function: &Fun, args: &[Ty]) -> Result<(String, Ty), Why> {
        self.functions += 1;
        if self.functions > MOST_FUNCTIONS {
            return Err(Why {
                miss: Miss::Function,
                text: "its functions are nested too much to be followed".to_string(),
            });
        }
        match &function.made {
            Made::Compose(outer, inner) => {
                let (inner, x) = self.function(inner, args)?;
                let (outer, y) = self.function(outer, &[x])?;
                Ok((self.line(format!("compose({outer}, {inner})")), y))
            }
            Made::Chain(h, g, f) => {
                let (f, x) = self.function(f, args)?;
                let (g, y) = self.function(g, &[x])?;
                let (h, z) = self.function(h, &[y])?;
                Ok((self.line(format!("chain({h}, {g}, {f})")), z))
            }
            Made::Fork(outer, a, b) => {
                let (a, x) = self.function(a, args)?;
                let (b, y) = self.function(b, args)?;
                let (outer, z) = self.function(outer, &[x, y])?;
                Ok((self.line(format!("fork({outer}, {a}, {b})")), z))
            }
            Made::Matcher(function, target) => {
                let (function, x) = self.function(function, args)?;
                if x.join(&target.ty) == Ty::Any {
                    let text = format!("`matcher` compares {x} with {}", target.ty);
                    return Err(Why { miss: Miss::Function, text });
                }
                Ok((self.line(format!("matcher({function}, {})", target.text)), Ty::Bool))
            }
            Made::Branch(condition, a, b) => {
                let (a, x) = self.function(a, args)?;
                let (b, y) = self.function(b, args)?;
                let either = x.join(&y);
                if either.is_vague() || condition.ty.is_vague() {
                    let text = format!("`branch` chooses between a function that gives {x} and one that gives {y}");
                    return Err(Why { miss: Miss::Function, text });
                }
                Ok((self.line(format!("branch({}, {a}, {b})", condition.text)), either))
            }
            Made::Power(function, times) => self.power(function, times, args),
            Made::Op(_) | Made::Rbind(..) | Made::Lbind(..) => self.bound(function, args),
        }
    }

    /// What it gives must be what it takes, or less.
    fn power(&mut self, function: &Fun, times: &Known, args: &[Ty]) -> Result<(String, Ty), Why> {
        let why = |text: &str| Why { miss: Miss::Function, text: text.to_string() };
        let ([arg], Ty::Int) = (args, &times.ty) else { return Err(why("`power` is not given an int")) };
        let (_, once) = self.function(function, args)?;
        let both = arg.join(&once);
        let (text, again) = self.function(function, std::slice::from_ref(&both))?;
        if both == Ty::Any || both.join(&again) != both {
            return Err(why("what the function in `power` gives is not what it takes"));
        }
        Ok((self.line(format!("power({text}, {})", times.text)), both))
    }

    /// An operation with some arguments fixed.
    fn bound(&mut self, function: &Fun, args: &[Ty]) -> Result<(String, Ty), Why> {
        let mut given: Vec<Arg> = args.iter().enumerate().map(|(n, ty)| Arg::Hole(n, ty.clone())).collect();
        let mut function = function;
        let name = loop {
            match &function.made {
                Made::Rbind(inner, fixed) => {
                    given.push(Arg::Given(fixed.clone()));
                    function = inner;
                }
                Made::Lbind(inner, fixed) => {
                    given.insert(0, Arg::Given(fixed.clone()));
                    function = inner;
                }
                Made::Op(name) => break *name,
                _ => {
                    let text = "an argument is fixed of a function that has only one".to_string();
                    return Err(Why { miss: Miss::Function, text });
                }
            }
        };
        let called = self.operation(name, given)?;
        let written = self.closure(called.name, &called.args, args.len()).ok_or_else(|| Why {
            miss: Miss::Function,
            text: format!(
                "`{}` takes its arguments in another order than `{name}`, and one of them is fixed",
                called.name
            ),
        })?;
        Ok((written, called.ty))
    }

    /// The operation as a function of its holes. None if they are not side by side, or in another order.
    fn closure(&mut self, name: &str, args: &[Out], holes: usize) -> Option<String> {
        let before: Vec<&String> = args.iter().map_while(fixed).collect();
        let middle = args.get(before.len()..before.len() + holes)?;
        let in_order = middle.iter().enumerate().all(|(n, out)| matches!(out, Out::Hole(hole) if *hole == n));
        let after: Vec<&String> = args[before.len() + holes..].iter().map_while(fixed).collect();
        if !in_order || before.len() + holes + after.len() != args.len() || holes == 0 {
            return None;
        }
        let mut written = name.to_string();
        for text in before {
            written = self.line(format!("lbind({written}, {text})"));
        }
        for text in after.into_iter().rev() {
            written = self.line(format!("rbind({written}, {text})"));
        }
        Some(written)
    }
}

fn fixed(out: &Out) -> Option<&String> {
    if let Out::Text(text) = out { Some(text) } else { None }
}

/// What is known of an argument; None for functions.
fn type_of(arg: &Arg) -> Option<Ty> {
    match arg {
        Arg::Hole(_, ty) => Some(ty.clone()),
        Arg::Given(Thing::Value(known)) => Some(known.ty.clone()),
        Arg::Given(Thing::Function(_)) => None,
    }
}

/// Whether the argument is the constant, and no bool where that is an int.
fn is_constant(arg: &Arg, name: &str, dialect: Dialect) -> bool {
    let Arg::Given(Thing::Value(Known { value: Some(value), .. })) = arg else { return false };
    match (dialect.value(name), value) {
        (Some(Value::Int(a)), Value::Int(b)) => a == *b,
        (Some(Value::Bool(a)), Value::Bool(b)) => a == *b,
        _ => false,
    }
}
