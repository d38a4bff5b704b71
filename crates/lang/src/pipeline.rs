//! Operations one after the other: `rot90 | vmirror | replace(3, 7)`.
//!
//! The text is a Python expression, so names, constants, numbers, tuples and keywords are read as they are in programs. Each stage
//! gets what the one before it gave as its first argument; where it belongs elsewhere, or more than once, `_` stands for it.
//! `I` is the grid that the pipeline began with.
//!
//! ```
//! use megabatt_lang::{Dialect, pipeline::parse};
//!
//! let pipeline = parse("rot90 | replace(3, SEVEN) | hconcat(_, I)", Dialect::Arc).unwrap();
//! assert_eq!(pipeline.stages.len(), 3);
//! assert_eq!(pipeline.code.steps.len(), 3);
//! let wrong = parse("rot90 | vmiror", Dialect::Arc).unwrap_err();
//! assert_eq!((wrong.message.as_str(), wrong.column()), ("there is nothing called `vmiror`", 9));
//! ```

use crate::check;
use crate::code::Code as Kind;
use crate::diagnostic::{Diagnostic, Refused};
use crate::globals::{Function, Globals};
use crate::load::{self, LoadedFunction};
use crate::lower::lower_stages;
use crate::scope::Names;
use crate::source::Source;
use crate::syntax::bytes;
use megabatt_core::Dialect;
use megabatt_core::code::Code;
use ruff_python_ast::name::Name;
use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{Arguments, AtomicNodeIndex, Expr, ExprCall, ExprContext, ExprName, Operator, Stmt};
use ruff_text_size::{Ranged, TextRange};
use std::ops::Range;
use std::sync::Arc;

/// What messages call the text.
const NAME: &str = "pipeline";
/// The value from the left.
const PIPED: &str = "_";
/// More than anybody writes; every stage keeps its value until the end of its row.
const MOST_STAGES: usize = 200;

/// Operations one after the other, ready to run.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// As it was written, on one line.
    pub text: String,
    /// A program of one grid.
    pub code: Arc<Code>,
    pub stages: Vec<Stage>,
    pub dialect: Dialect,
}

/// A part between two bars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    pub text: String,
    /// The steps of the program that it became.
    pub steps: Range<usize>,
}

/// Reads a pipeline. The error says what is wrong, where, and what to do; a stage that raises whatever the grid is wrong too.
pub fn parse(text: &str, dialect: Dialect) -> Refused<Pipeline> {
    let text = text.replace(['\n', '\r', '\t'], " ");
    let source = crate::source_of(NAME, text.trim().as_bytes())?;
    load::parsed(&source, |pieces| {
        let mut stages = match pieces {
            [] => return Err(empty(&source)),
            [piece] => stages_of(&source, piece.body.clone().map_err(in_pipeline)?)?,
            [_, second, ..] => return Err(not_one(&source, second.range.clone())),
        };
        for stage in &mut stages {
            pipe_into(&source, stage)?;
        }
        assemble(&source, dialect, &stages)
    })?
}

/// A fault of the text, with what to do about it in a pipeline: there is no file with other functions here.
fn in_pipeline(mut error: Box<Diagnostic>) -> Box<Diagnostic> {
    if error.code == Kind::Syntax {
        error.help = Some("Write operations with bars between them, as in `rot90 | replace(3, 7)`.".to_string());
    }
    error
}

fn assemble(source: &Arc<Source>, dialect: Dialect, stages: &[Expr]) -> Refused<Pipeline> {
    let globals = Globals::collect(source, dialect, &[]);
    let function = Function { name: NAME.to_string(), at: 0..0, def: None, names: Names::default() };
    let (code, places, steps) = lower_stages(&globals, &function, stages, PIPED)?;
    let function = LoadedFunction { code: Arc::new(code), places, at: 0..0, program: Some(0), differ: None };
    if let Some(mut error) = check::first_error(source, &function, dialect) {
        if error.code == Kind::WrongArity {
            error.help = Some(
                "Each stage gets what the one before it gave as its first argument; write `_` where it belongs elsewhere, as \
                 in `canvas(0, shape(_))`."
                    .to_string(),
            );
        }
        return Err(Box::new(error));
    }
    let text = |stage: &Expr| source.text[bytes(stage.range())].to_string();
    let stages = stages.iter().zip(steps).map(|(stage, steps)| Stage { text: text(stage), steps }).collect();
    Ok(Pipeline { text: source.text.to_string(), code: function.code, stages, dialect })
}

/// The parts between the bars.
fn stages_of(source: &Arc<Source>, body: Vec<Stmt>) -> Refused<Vec<Expr>> {
    let mut body = body.into_iter();
    let (Some(Stmt::Expr(whole)), None) = (body.next(), body.next()) else {
        return Err(not_one(source, 0..source.text.len()));
    };
    let mut stages = Vec::new();
    let mut rest = *whole.value;
    loop {
        match rest {
            Expr::BinOp(binary) if binary.op == Operator::BitOr => {
                stages.push(*binary.right);
                rest = *binary.left;
            }
            first => {
                stages.push(first);
                break;
            }
        }
    }
    if stages.len() > MOST_STAGES {
        let error =
            Diagnostic::error(source, 0..source.text.len(), format!("a pipeline has at most {MOST_STAGES} stages"));
        return Err(Box::new(error.help("Run it in two parts, or write a program.")));
    }
    stages.reverse();
    Ok(stages)
}

/// Gives a stage the value from the left as its first argument, unless it says itself where that goes.
fn pipe_into(source: &Arc<Source>, stage: &mut Expr) -> Refused<()> {
    let piped = |at: TextRange| {
        let id = Name::new_static(PIPED);
        Expr::Name(ExprName { node_index: AtomicNodeIndex::default(), range: at, id, ctx: ExprContext::Load })
    };
    match stage {
        Expr::Name(name) if name.id.as_str() != PIPED => {
            let at = name.range;
            let arguments = Arguments {
                range: TextRange::empty(at.end()),
                node_index: AtomicNodeIndex::default(),
                args: Box::new([piped(at)]),
                keywords: Default::default(),
            };
            let func = Box::new(Expr::Name(name.clone()));
            *stage = Expr::Call(ExprCall {
                node_index: AtomicNodeIndex::default(),
                range_start: at.start(),
                func,
                arguments,
            });
            Ok(())
        }
        Expr::Call(call) => {
            if !mentions_piped(call) {
                let mut args = std::mem::take(&mut call.arguments.args).into_vec();
                args.insert(0, piped(call.func.range()));
                call.arguments.args = args.into_boxed_slice();
            }
            Ok(())
        }
        other => {
            let error = Diagnostic::error(source, bytes(other.range()), "a stage of a pipeline is an operation");
            Err(Box::new(error.help("Write a name such as `rot90`, or a call such as `replace(3, 7)`.")))
        }
    }
}

/// Whether `_` stands anywhere among the arguments.
fn mentions_piped(call: &ExprCall) -> bool {
    struct Look(bool);
    impl<'a> Visitor<'a> for Look {
        fn visit_expr(&mut self, expr: &'a Expr) {
            self.0 |= matches!(expr, Expr::Name(name) if name.id.as_str() == PIPED);
            walk_expr(self, expr);
        }
    }
    let mut look = Look(false);
    look.visit_arguments(&call.arguments);
    look.0
}

fn empty(source: &Arc<Source>) -> Box<Diagnostic> {
    let error = Diagnostic::error(source, 0..0, "the pipeline is empty").code(Kind::Syntax);
    Box::new(error.help("Write operations with bars between them, as in \"rot90 | vmirror | replace(3, 7)\"."))
}

fn not_one(source: &Arc<Source>, at: Range<usize>) -> Box<Diagnostic> {
    let error = Diagnostic::error(source, at, "this is not a pipeline").code(Kind::Syntax);
    Box::new(error.help("Write operations with bars between them, as in \"rot90 | vmirror | replace(3, 7)\"."))
}
