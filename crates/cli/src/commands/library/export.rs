//! Programs as Python files.

use super::words::{right, score_json};
use crate::args::{ExportArgs, FormatArg};
use crate::commands::{exit, store};
use crate::output::{print, tell};
use crate::table::{counted, duration};
use megabatt_core::Dialect;
use megabatt_store::{Export, Score, Store, StoredProgram, python};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A program under the name it will have.
struct Chosen {
    program: StoredProgram,
    name: String,
    score: Option<Score>,
}

pub fn export(args: &ExportArgs) -> Result<u8, String> {
    let library = store::open_existing(&args.of.common.library)?;
    let dialect: Option<Dialect> = args.of.dialect();
    let mut chosen = if args.best { best(&library, dialect)? } else { all(&library)? };
    if let Some(task) = &args.task {
        chosen.retain(|c| c.is_for(task));
    }
    chosen.retain(|c| dialect.is_none_or(|dialect| c.program.dialect == dialect));
    if chosen.is_empty() {
        return Err("the library has no such program\n  help: `megabatt library list` shows what it has".to_string());
    }
    if args.of.common.format == FormatArg::Json && args.output.is_none() {
        print(&format!("{:#}\n", Value::from(chosen.iter().map(Chosen::json).collect::<Vec<_>>())));
        return Ok(exit::FINE);
    }
    let written = match &args.output {
        None => {
            print(&one_file(&chosen)?);
            return Ok(exit::FINE);
        }
        Some(path) if is_folder(path) => folder(path, &chosen)?,
        Some(path) => {
            write(path, &one_file(&chosen)?)?;
            vec![path.clone()]
        }
    };
    let (programs, files) = (chosen.len(), written.len());
    print(&match args.of.common.format {
        FormatArg::Table => format!("{} in {}\n", counted(programs, "program"), counted(files, "file")),
        FormatArg::Json => {
            let names: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
            format!("{:#}\n", json!({ "programs": programs, "files": names }))
        }
    });
    Ok(exit::FINE)
}

impl Chosen {
    fn is_for(&self, task: &str) -> bool {
        self.score.as_ref().is_some_and(|s| s.task == task && s.right > 0)
            || self.name.split('_').any(|part| part == task)
    }

    fn remark(&self) -> String {
        let mut remark = format!("{} ({})", self.program.exact, self.program.dialect.name());
        if let Some(score) = &self.score {
            remark.push_str(&format!(": {} right, {}", right(score), duration(score.time)));
        }
        remark
    }

    fn json(&self) -> Value {
        json!({
            "name": self.name,
            "id": self.program.exact.to_string(),
            "dialect": self.program.dialect.name(),
            "source": self.program.source,
            "score": self.score.as_ref().map(score_json),
        })
    }

    /// What is stored, parsed. Without what this version does not read.
    fn export(&self) -> Option<Export> {
        let program = self.program.program();
        if program.is_none() {
            let (name, id) = (&self.name, self.program.exact);
            tell(&format!("warning: {name} ({id}) was stored by another version and cannot be read; it is left out"));
        }
        Some(Export { name: self.name.clone(), remark: self.remark(), program: program? })
    }
}

/// Every program under each of its names, with its best score on the task that the name speaks of.
fn all(library: &Store) -> Result<Vec<Chosen>, String> {
    let mut chosen: Vec<Chosen> = Vec::new();
    for program in library.programs().map_err(|e| e.to_string())? {
        let scores = library.scores_of(program.key).map_err(|e| e.to_string())?;
        let mut names: HashSet<String> = HashSet::new();
        for origin in library.origins(program.key).map_err(|e| e.to_string())? {
            if names.insert(origin.name.clone()) {
                let of_task = scores.iter().filter(|s| Some(&s.task) == origin.task.as_ref());
                let score = of_task.max_by_key(|s| (s.right, Reverse(s.time))).cloned();
                chosen.push(Chosen { program: program.clone(), name: origin.name, score });
            }
        }
    }
    Ok(chosen)
}

/// The best of each task, under a name that speaks of the task.
fn best(library: &Store, dialect: Option<Dialect>) -> Result<Vec<Chosen>, String> {
    let mut chosen = Vec::new();
    for best in library.best(None, dialect).map_err(|e| e.to_string())? {
        let task = &best.score.task;
        let origins = library.origins(best.program.key).map_err(|e| e.to_string())?;
        let name = match origins.into_iter().find(|origin| origin.task.as_ref() == Some(task)) {
            Some(origin) => origin.name,
            None => format!("solve_{}", task.replace(|c: char| !c.is_ascii_alphanumeric(), "_")),
        };
        chosen.push(Chosen { program: best.program, name, score: Some(best.score) });
    }
    Ok(chosen)
}

fn one_file(chosen: &[Chosen]) -> Result<String, String> {
    let dialects: Vec<Dialect> =
        Dialect::ALL.into_iter().filter(|d| chosen.iter().any(|c| c.program.dialect == *d)).collect();
    match dialects.as_slice() {
        [dialect] => Ok(python(*dialect, &chosen.iter().filter_map(Chosen::export).collect::<Vec<_>>())),
        _ => {
            Err("programs of two dialects cannot share a file\n  help: choose with --dialect, or write a folder with \
                  -o DIR/"
                .to_string())
        }
    }
}

/// A file per program, named after it.
fn folder(folder: &Path, chosen: &[Chosen]) -> Result<Vec<PathBuf>, String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("the folder {} cannot be made: {e}", folder.display()))?;
    let mut taken: HashSet<String> = HashSet::new();
    let mut written = Vec::new();
    for chosen in chosen {
        let Some(export) = chosen.export() else { continue };
        let mut stem = chosen.name.clone();
        for n in 2.. {
            // Some file systems do not tell upper from lower case.
            if taken.insert(stem.to_lowercase()) {
                break;
            }
            stem = format!("{}_{n}", chosen.name);
        }
        let path = folder.join(format!("{stem}.py"));
        write(&path, &python(chosen.program.dialect, std::slice::from_ref(&export)))?;
        written.push(path);
    }
    Ok(written)
}

fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// Under another name first: nobody sees half a file, and what was there stays if there is no room.
fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || {
        let mut file = tempfile::Builder::new().prefix(".new-").tempfile_in(folder)?;
        file.write_all(text.as_bytes())?;
        // Temporary files are for their owner alone; this one becomes a file like others.
        #[cfg(unix)]
        file.as_file().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
        file.persist(path).map_err(|e| e.error)
    };
    write().map(|_| ()).map_err(|e: std::io::Error| format!("{} cannot be written: {e}", path.display()))
}
