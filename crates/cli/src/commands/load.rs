//! Programs and tasks as the verbs want them: from files or from the demo, with complaints on standard error.

pub use megabatt_lang::unique_names;

use crate::args::DataArgs;
use crate::demo;
use crate::output::tell;
use megabatt_core::Dialect;
use megabatt_engine::data::{self, Dataset};
use megabatt_lang::{Module, Program};
use std::path::{Path, PathBuf};

/// The programs of files, or of the demo; what is wrong with the files is told on the way. Differs are left out.
pub fn programs(files: &[PathBuf], dialect: Dialect, is_demo: bool) -> Result<Vec<Program>, String> {
    programs_and_differs(files, dialect, is_demo).map(|(programs, _)| programs)
}

/// The programs, and the differs that are to score them.
pub fn programs_and_differs(
    files: &[PathBuf],
    dialect: Dialect,
    is_demo: bool,
) -> Result<(Vec<Program>, Vec<Program>), String> {
    let modules: Vec<Module> = if is_demo {
        demo::programs(dialect)
    } else if files.is_empty() {
        return Err("no file of programs was given\n  help: megabatt run solvers.py --data FOLDER".to_string());
    } else {
        let mut modules = Vec::new();
        for path in files {
            match read_limited(path) {
                Ok(bytes) => {
                    let module = megabatt_lang::parse_bytes(&path.display().to_string(), &bytes, dialect);
                    if module.programs.is_empty() && module.differs.is_empty() && module.diagnostics.is_empty() {
                        tell(&format!("warning: {}: defines no function, so there is nothing to run", path.display()));
                    }
                    modules.push(module);
                }
                Err(e) => tell(&format!("error: {}: {e}", path.display())),
            }
        }
        modules
    };
    for diagnostic in modules.iter().flat_map(|m| &m.diagnostics) {
        tell(&diagnostic.render());
    }
    let (mut programs, mut differs) = (Vec::new(), Vec::new());
    for module in modules {
        programs.extend(module.programs);
        differs.extend(module.differs);
    }
    if programs.is_empty() && !differs.is_empty() {
        return Err(
            "the files have differs, but no program for them to score\n  help: give a file of programs too, as in \
                    `megabatt run solvers.py differs.py`"
                .to_string(),
        );
    }
    if programs.is_empty() {
        return Err("no program could be loaded\n  help: a program is a function of one grid, as in \
                    `def solve_007bbfb7(I):`, or of (S, I, C); messages above say what was wrong with the files"
            .to_string());
    }
    Ok((programs, differs))
}

/// Reads a file of programs; one that is far too large is not even read.
pub fn read_limited(path: &Path) -> Result<Vec<u8>, String> {
    const LARGEST: u64 = 64 << 20;
    let meta = std::fs::metadata(path).map_err(|e| format!("cannot be read: {e}"))?;
    if meta.is_dir() {
        return Err("is a folder\n  help: give the .py files in it".to_string());
    }
    if meta.len() > LARGEST {
        return Err(format!("has {} MiB, too much for a file of programs\n  help: split it", meta.len() >> 20));
    }
    std::fs::read(path).map_err(|e| format!("cannot be read: {e}"))
}

/// The tasks of the data, or of the demo; what is wrong with the files is told on the way.
pub fn tasks(args: &DataArgs, is_demo: bool) -> Result<Dataset, String> {
    let filter = args.filter();
    let data = if is_demo {
        demo::tasks(&filter)
    } else if args.is_empty() {
        return Err("no tasks were given\n  help: add --data with a folder of task files, a task file, a data set's \
                    .json, .json.gz or .zip, or the name of one that `megabatt data` fetched"
            .to_string());
    } else {
        data::load(&super::data::sources(&args.paths)?, &filter)
    };
    for problem in &data.problems {
        tell(&problem.to_string());
    }
    if data.tasks.is_empty() { Err("there is no task to run on".to_string()) } else { Ok(data) }
}
