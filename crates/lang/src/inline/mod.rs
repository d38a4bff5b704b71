//! Programs as they are underneath: one expression, or as few lines as there are different calls.
//!
//! A program becomes a graph in which every expression stands once ([`dag`]). How long its text would be is known from
//! the graph ([`shape`]), so a text that would be too long is never made: the expressions used more than once get a
//! line and a name each ([`plan`]). All of this looks at each edge of the graph a fixed number of times.
//!
//! Either form reads back as a program with the same canonical id. What is not the same: dead lines are gone, so an
//! exception may become a value, and lines run in another order, so another one of several exceptions may come first;
//! and two values made alike may become one or the other way round, which shows where Python looks at identity
//! (`equality` of functions, or `a & a` against `a & b`).
//!
//! ```
//! use megabatt_lang::inline::{Form, Style, inline};
//! use megabatt_lang::{Dialect, parse};
//!
//! let module = parse("mine.py", "
//! def solve_3c9b0459(I):
//!     x1 = hmirror(I)
//!     x2 = width(x1)
//!     O = vmirror(x1)
//!     return O
//! ", Dialect::Arc);
//! let text = inline(&module.programs, Style::default()).to_string();
//! assert_eq!(text, "def solve_3c9b0459(I):\n    return vmirror(hmirror(I))\n");
//! ```

mod dag;
mod plan;
mod shape;
mod text;
mod words;

use crate::Program;
use dag::{Dag, Node};
use megabatt_core::code::Code;
use plan::Plan;
use shape::Shape;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use words::Globals;

/// The default of [`Style::limit`].
pub const DEFAULT_LIMIT: u64 = 10_000;

/// What a text looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One nested expression after `return`.
    Expr,
    /// One call a line: `x1`, `x2`, … and `O`, each made once.
    Ssa {
        /// Lines that the result does not use stay, and all lines are in the order of the source.
        keep_dead: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    pub form: Form,
    /// An expression with more characters is written with names for what it uses more than once.
    pub limit: u64,
}

impl Default for Style {
    fn default() -> Style {
        Style { form: Form::Expr, limit: DEFAULT_LIMIT }
    }
}

/// Programs and the functions of their files that they use, as one text of Python.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inlined {
    /// Lines that must stand before the functions: other names for operations that a parameter hides.
    pub aliases: Vec<String>,
    /// Each after those it uses.
    pub functions: Vec<InlinedFunction>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlinedFunction {
    /// Its own name, unless that means something else in the text.
    pub name: String,
    /// Which of the programs it is; None for a helper.
    pub program: Option<usize>,
    pub text: String,
    /// Lines of the text that give something a name.
    pub names: usize,
    /// Different calls and tuples that the result is made of.
    pub nodes: usize,
    /// Characters of the result as one expression; `u64::MAX` if there are more.
    pub characters: u64,
}

impl fmt::Display for Inlined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for alias in &self.aliases {
            writeln!(f, "{alias}")?;
        }
        for (i, function) in self.functions.iter().enumerate() {
            let gap = if i > 0 || !self.aliases.is_empty() { "\n\n" } else { "" };
            write!(f, "{gap}{}", function.text)?;
        }
        Ok(())
    }
}

/// A function of the text, taken apart.
struct Part {
    code: Arc<Code>,
    dag: Dag,
    live: Vec<bool>,
    program: Option<usize>,
}

/// Writes programs in a style. A function that several of them use is written once.
pub fn inline<'a>(programs: impl IntoIterator<Item = &'a Program>, style: Style) -> Inlined {
    let mut parts = Parts { keep_dead: style.form == (Form::Ssa { keep_dead: true }), ..Parts::default() };
    for (i, program) in programs.into_iter().enumerate() {
        parts.add(&program.code, i);
    }
    // Programs first: their names are what people look for.
    let mut by_rank: Vec<&Part> = parts.list.iter().collect();
    by_rank.sort_by_key(|part| part.program.is_none());
    let globals = Globals::new(by_rank.iter().map(|part| (&part.code, &part.dag, part.live.as_slice())));
    let functions = parts.list.iter().map(|part| part.write(&globals, style)).collect();
    let aliases = globals.aliases.iter().map(|(name, alias)| format!("{alias} = {name}")).collect();
    Inlined { aliases, functions }
}

/// Whether the result, or a function it uses, is made with a call by keyword of something that only a run tells.
pub(crate) fn calls_unknown_by_keyword(code: &Arc<Code>) -> bool {
    let mut parts = Parts::default();
    parts.add(code, 0);
    parts.list.iter().any(|part| {
        let live = part.dag.nodes.iter().zip(&part.live).filter(|(_, live)| **live);
        live.into_iter().any(|(node, _)| match node {
            Node::Call(operands, keywords) if !keywords.is_empty() => {
                matches!(part.dag.nodes[operands[0] as usize], Node::Param(_) | Node::Call(..))
            }
            _ => false,
        })
    })
}

impl Part {
    fn write(&self, globals: &Globals, style: Style) -> InlinedFunction {
        let Part { code, dag, live, program } = self;
        let words = words::words(dag, globals);
        let shape = Shape::new(dag, &words);
        let has_word: Vec<bool> = words.iter().map(Option::is_some).collect();
        let plan = Plan::new(dag, live, &has_word, &shape, style);
        let name = globals.function(code);
        let made = |id: &usize| live[*id] && !shape.constant[*id] && !dag.nodes[*id].parts().is_empty();
        InlinedFunction {
            name: name.to_string(),
            program: *program,
            text: text::function(name, dag, &words, &plan, globals, style),
            names: plan.order.len(),
            nodes: (0..dag.nodes.len()).filter(made).count(),
            characters: shape.characters[dag.result as usize],
        }
    }
}

/// The functions of the text, each after those it uses.
#[derive(Default)]
struct Parts {
    list: Vec<Part>,
    places: HashMap<*const Code, usize>,
    keep_dead: bool,
}

impl Parts {
    fn add(&mut self, root: &Arc<Code>, program: usize) {
        let mut work = vec![Work::Open(root.clone())];
        while let Some(next) = work.pop() {
            match next {
                Work::Open(code) if self.places.contains_key(&Arc::as_ptr(&code)) => {}
                Work::Open(code) => {
                    let dag = Dag::new(&code);
                    let live = dag.live(self.keep_dead);
                    let used: Vec<Arc<Code>> = dag
                        .nodes
                        .iter()
                        .zip(&live)
                        .filter_map(|(node, live)| match node {
                            Node::Function(i) if *live => dag.functions.get(*i as usize).cloned(),
                            _ => None,
                        })
                        .collect();
                    work.push(Work::Close(Part { code, dag, live, program: None }));
                    work.extend(used.into_iter().rev().map(Work::Open));
                }
                Work::Close(part) if self.places.contains_key(&Arc::as_ptr(&part.code)) => {}
                Work::Close(part) => {
                    self.places.insert(Arc::as_ptr(&part.code), self.list.len());
                    self.list.push(part);
                }
            }
        }
        if let Some(&place) = self.places.get(&Arc::as_ptr(root)) {
            self.list[place].program = Some(program);
        }
    }
}

enum Work {
    Open(Arc<Code>),
    /// What it uses is in the list.
    Close(Part),
}
