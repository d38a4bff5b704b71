//! Which task and which program are meant.

use crate::args::ShowArgs;
use crate::commands::{library, load, store};
use crate::output::tell;
use crate::{demo, suggest};
use megabatt_engine::data::Task;
use megabatt_lang::{Module, Program};
use std::path::Path;

/// What is to be shown.
pub enum Wanted {
    Task(Box<Task>),
    Program(Box<Found>, Box<Task>),
}

/// A program and the text of its file.
pub struct Found {
    pub program: Program,
    pub text: String,
}

pub fn find(args: &ShowArgs) -> Result<Wanted, String> {
    if args.line.is_some() && args.what.len() == 1 && !names_program(args, &args.what[0]) {
        return Err("--line is for programs\n  help: megabatt show PROGRAM TASK --line x7".to_string());
    }
    match args.what.as_slice() {
        [program, task] => {
            let found = program_named(args, program)?;
            Ok(Wanted::Program(Box::new(found), Box::new(task_named(args, task)?)))
        }
        [one] if names_program(args, one) => {
            let found = program_named(args, one)?;
            let Some(own) = found.program.task.clone() else {
                return Err(format!(
                    "the name {} does not say which task it is for\n  help: megabatt show {one} TASK",
                    found.program.name
                ));
            };
            Ok(Wanted::Program(Box::new(found), Box::new(task_named(args, &own)?)))
        }
        [task] => match task_named(args, task) {
            Ok(task) => Ok(Wanted::Task(Box::new(task))),
            Err(message) => Err(demo_program_near(args, task).unwrap_or(message)),
        },
        _ => Err("say what to show\n  help: megabatt show TASK, or megabatt show PROGRAM TASK".to_string()),
    }
}

/// Whether a single word means a program and not a task.
fn names_program(args: &ShowArgs, word: &str) -> bool {
    let is_id = word.len() <= 8 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let in_demo = || demo::programs(args.dialect.into()).iter().any(|m| m.programs.iter().any(|p| p.name == word));
    word.contains("::") || (args.programs.is_some() && !is_id) || looks_like_library_id(word) || in_demo()
}

/// Ids of tasks have eight digits, those of programs more, unless they are cut.
fn looks_like_library_id(word: &str) -> bool {
    word.len() > 8 && word.bytes().all(|b| b.is_ascii_hexdigit())
}

/// A message for a single word that looks more like one of the demo's programs than like a task.
fn demo_program_near(args: &ShowArgs, word: &str) -> Option<String> {
    let modules = demo::programs(args.dialect.into());
    let names = modules.iter().flat_map(|module| &module.programs).map(|program| program.name.as_str());
    let help = suggest::help(word, names, "");
    (!help.is_empty() && word.len() > 8).then(|| format!("there is no task or program {word}\n  help: {help}"))
}

fn task_named(args: &ShowArgs, id: &str) -> Result<Task, String> {
    let is_demo = args.data.is_empty();
    let data = load::tasks(&args.data, is_demo)?;
    if let Some(task) = data.task(id) {
        return Ok(task.clone());
    }
    let starting: Vec<&Task> = data.tasks.iter().filter(|task| !id.is_empty() && task.id.starts_with(id)).collect();
    if let [only] = starting.as_slice() {
        return Ok((*only).clone());
    }
    let whose = if is_demo { "the demo has" } else { "the data has" };
    let otherwise = match is_demo {
        true => format!("the demo has {} tasks; add --data for others", data.tasks.len()),
        false => format!("check the id; {whose} {} tasks", data.tasks.len()),
    };
    let help = suggest::help(id, data.tasks.iter().map(|task| task.id.as_str()), &otherwise);
    let what = if starting.len() > 1 {
        format!("{} tasks start with {id}", starting.len())
    } else {
        format!("there is no task {id}")
    };
    Err(format!("{what}\n  help: {help}"))
}

fn program_named(args: &ShowArgs, named: &str) -> Result<Found, String> {
    let (file, name) = match named.rsplit_once("::") {
        Some((file, name)) => (Some(Path::new(file)), name),
        None => (args.programs.as_deref(), named),
    };
    let modules: Vec<(Module, String)> = match file {
        Some(path) => {
            let bytes = load::read_limited(path).map_err(|e| format!("{}: {e}", path.display()))?;
            let module = megabatt_lang::parse_bytes(&path.display().to_string(), &bytes, args.dialect.into());
            vec![(module, String::from_utf8_lossy(&bytes).into_owned())]
        }
        None => {
            let texts = demo::texts().map(str::to_string);
            demo::programs(args.dialect.into()).into_iter().zip(texts).collect()
        }
    };
    if file.is_none() && looks_like_library_id(name) {
        return from_library(args, name);
    }
    choose(modules, name, file).or_else(|message| match file {
        None => from_library(args, name).map_err(|_| message),
        Some(_) => Err(message),
    })
}

/// A program of the library; of several dialects, the one that was asked for.
fn from_library(args: &ShowArgs, id: &str) -> Result<Found, String> {
    let library = store::open_existing(&args.library)?;
    let mut programs = library::find::find(&library, id)?;
    let wanted = programs.iter().position(|p| p.dialect == args.dialect.into()).unwrap_or(0);
    let stored = programs.swap_remove(wanted);
    match stored.program() {
        Some(program) => Ok(Found { program, text: stored.source }),
        None => Err(format!("the library's program {id} cannot be read by this version")),
    }
}

fn choose(modules: Vec<(Module, String)>, name: &str, file: Option<&Path>) -> Result<Found, String> {
    let place = file.map_or("the demo".to_string(), |path| path.display().to_string());
    let complaints = modules.iter().flat_map(|(module, _)| &module.diagnostics);
    for complaint in complaints.filter(|d| d.function.as_deref() == Some(name) || d.function.is_none()) {
        tell(&complaint.render());
    }
    let names: Vec<String> = modules.iter().flat_map(|(m, _)| &m.programs).map(|p| p.name.clone()).collect();
    let is_differ = modules.iter().any(|(module, _)| module.differs.iter().any(|differ| differ.name == name));
    for (module, text) in modules {
        // Of two functions of one name Python keeps the later one.
        if let Some(program) = module.programs.into_iter().rfind(|program| program.name == name) {
            return Ok(Found { program, text });
        }
    }
    if is_differ {
        return Err(format!(
            "{name} of {place} is a differ, which scores what programs give\n  help: megabatt run with programs and differs \
             shows its scores"
        ));
    }
    let otherwise = match file {
        Some(_) => format!("it has {} programs; a program is a function of (I) or (S, I, C)", names.len()),
        None => "give the file too, as in solvers.py::solve_007bbfb7, or add --programs FILE".to_string(),
    };
    let help = suggest::help(name, names.iter().map(String::as_str), &otherwise);
    Err(format!("{place} has no program {name}\n  help: {help}"))
}
