//! From a file to its programs: the passes in order.

use crate::Module;
use crate::code::Code as Kind;
use crate::diagnostic::{Diagnostic, Refused};
use crate::globals::Globals;
use crate::links::Links;
use crate::lower;
use crate::places::Places;
use crate::program::{Program, names_a_differ, names_a_program, task_id};
use crate::scan::scan;
use crate::source::Source;
use crate::syntax::{self, Piece};
use megabatt_core::code::Code;
use megabatt_core::{Closure, Dialect, Function, Value};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// Files larger than this are refused.
pub(crate) const MAX_BYTES: usize = 16 << 20;
/// Helpers that use helpers that use helpers …: CPython's own limit for running calls is near 1,000.
const MAX_HELPERS: usize = 200;
/// Enough for the deepest text the scan lets through, several times over.
const LARGE_STACK: usize = 64 << 20;

/// What a file holds, with every place in its text.
pub(crate) struct Loaded {
    pub source: Arc<Source>,
    pub module: Module,
    /// The functions that loaded, in the order of the file.
    pub functions: Vec<LoadedFunction>,
    /// Names at the top of the file, which do not mean what the DSL calls by them.
    pub taken: HashSet<String>,
}

pub(crate) struct LoadedFunction {
    pub code: Arc<Code>,
    pub places: Places,
    /// Where its name stands.
    pub at: Range<usize>,
    /// Which of the module's programs it is, if it is one.
    pub program: Option<usize>,
    /// Which of the module's differs it is, if it is one.
    pub differ: Option<usize>,
}

impl Loaded {
    pub fn refused(error: Diagnostic) -> Loaded {
        let module = Module { diagnostics: vec![error], ..Module::default() };
        Loaded { source: module.diagnostics[0].source.clone(), module, functions: Vec::new(), taken: HashSet::new() }
    }

    /// The function as a program or a differ, if it is one.
    pub fn program(&self, function: &LoadedFunction) -> Option<&Program> {
        let program = function.program.and_then(|n| self.module.programs.get(n));
        program.or_else(|| function.differ.and_then(|n| self.module.differs.get(n)))
    }
}

/// Loads a text that is already known to be sound UTF-8 of a fair size.
pub(crate) fn load(source: &Arc<Source>, dialect: Dialect) -> Loaded {
    let work = |pieces: &[Piece]| assemble(Globals::collect(source, dialect, pieces));
    parsed(source, work).unwrap_or_else(|error| Loaded::refused(*error))
}

/// Parses a text and does something with its blocks, on a thread with a large stack if the text may need it.
pub(crate) fn parsed<T: Send>(source: &Arc<Source>, work: impl FnOnce(&[Piece]) -> T + Send) -> Refused<T> {
    let blocks = scan(&source.text, 0..source.text.len(), false);
    let deep = blocks.iter().any(|block| block.deep || block.def_in_text);
    let work = || work(&syntax::pieces(source, blocks));
    if !deep {
        return Ok(work());
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(LARGE_STACK).spawn_scoped(scope, work);
        match thread.map(|running| running.join()) {
            Ok(Ok(done)) => Ok(done),
            _ => {
                let error = Diagnostic::error(source, 0..0, "this file could not be loaded")
                    .help("There was no memory for the parser, or it failed. Split the file and try again.");
                Err(Box::new(error))
            }
        }
    })
}

fn assemble(mut globals: Globals<'_>) -> Loaded {
    let mut diagnostics = std::mem::take(&mut globals.diagnostics);
    let links = Links::new(&globals);
    let n = globals.functions.len();
    let mut helpers: Vec<Option<Value>> = vec![None; n];
    let mut codes: Vec<Option<(Arc<Code>, Places)>> = (0..n).map(|_| None).collect();
    let mut heights = vec![0usize; n];
    for &i in &links.order {
        let function = &globals.functions[i];
        let Some(def) = function.def else { continue };
        heights[i] = 1 + links.uses[i].iter().map(|(j, _)| heights[*j]).max().unwrap_or(0);
        let lowered = match refused_links(&globals, &links, i, heights[i]) {
            Some(error) => Err(Box::new(error)),
            None => lower::lower(&globals, function, def, &helpers, &mut diagnostics),
        };
        match lowered {
            Ok((code, places)) => {
                let code = Arc::new(code);
                if links.used[i] {
                    let closure = Closure::User(code.clone());
                    helpers[i] = Function::new(closure).ok().map(Value::func);
                }
                codes[i] = Some((code, places));
            }
            Err(error) => diagnostics.push(error.function(&function.name)),
        }
    }
    let mut module = Module::default();
    let mut functions = Vec::new();
    for (i, loaded) in codes.into_iter().enumerate() {
        let Some((code, places)) = loaded else { continue };
        let role = role(&code, links.used[i]);
        let program = matches!(role, Role::Program).then_some(module.programs.len());
        let differ = matches!(role, Role::Differ).then_some(module.differs.len());
        let at = globals.functions[i].at.clone();
        functions.push(LoadedFunction { code: code.clone(), places, at, program, differ });
        let list = match role {
            Role::Program => &mut module.programs,
            Role::Differ => &mut module.differs,
            Role::Helper => continue,
            Role::Neither => {
                diagnostics.push(neither(&globals, i, &code.params));
                continue;
            }
        };
        list.push(Program {
            name: code.name.clone(),
            line: globals.source.line(globals.functions[i].at.start),
            file: globals.source.name.clone(),
            task: task_id(&code.name),
            dialect: globals.dialect,
            code,
        });
    }
    diagnostics.sort_by_key(Diagnostic::offset);
    let taken = globals.bindings.into_keys().collect();
    module.diagnostics = diagnostics;
    Loaded { source: globals.source, module, functions, taken }
}

enum Role {
    Program,
    /// Scores what programs give.
    Differ,
    Helper,
    /// Nobody uses it, and it takes neither a grid alone nor S, I and C.
    Neither,
}

/// What the parameters of a program that sees the demonstrations are called; they are given by place.
const WITH_DEMOS: [&str; 3] = ["S", "I", "C"];

fn role(code: &Code, used: bool) -> Role {
    let can_run = code.params.len() == 1 || code.params == WITH_DEMOS;
    match used {
        _ if code.params == WITH_DEMOS && names_a_differ(&code.name) => Role::Differ,
        false if can_run => Role::Program,
        true if can_run && names_a_program(&code.name) => Role::Program,
        true => Role::Helper,
        false => Role::Neither,
    }
}

fn neither(globals: &Globals<'_>, function: usize, params: &[String]) -> Diagnostic {
    let function = &globals.functions[function];
    let name = &function.name;
    let message = match params {
        [_, _, _] => {
            let params = params.join(", ");
            format!("`{name}` is not a program: its arguments are ({params}), and those of a program (I) or (S, I, C)")
        }
        _ => format!(
            "`{name}` is not a program: it takes {} arguments, and a program takes one grid, or S, I and C",
            params.len()
        ),
    };
    Diagnostic::warning(&globals.source, function.at.clone(), message)
        .code(Kind::NotAProgram)
        .label("no function of this file uses it either")
        .help(match names_a_differ(name) {
            true => format!("Write `def {name}(S, I, C):`: the demo pairs, what a program gave, and the target."),
            false => "Write `def solve(I):` or `def solve(S, I, C):`, or remove it.".to_string(),
        })
        .function(name)
}

/// Refuses functions that call themselves, and chains of helpers that are too long.
fn refused_links(globals: &Globals<'_>, links: &Links, function: usize, height: usize) -> Option<Diagnostic> {
    let name = &globals.functions[function].name;
    if let Some((other, at)) = links.ring(function) {
        let message = match other == function {
            true => format!("`{name}` calls itself"),
            false => format!("`{name}` calls itself by way of `{}`", globals.functions[other].name),
        };
        let error = Diagnostic::error(&globals.source, at, message).code(Kind::Recursion);
        return Some(error.help(
            "Programs have no conditions, so this would never end. Use `power(function, n)` to repeat a function.",
        ));
    }
    if height > MAX_HELPERS {
        let at = globals.functions[function].at.clone();
        let error = Diagnostic::error(
            &globals.source,
            at,
            format!("`{name}` uses helpers that use helpers, more than {MAX_HELPERS} deep"),
        );
        return Some(error.help("Write out some of the helpers."));
    }
    None
}
