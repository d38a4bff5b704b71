//! `megabatt translate`: programs in the words of another dialect.

use super::{exit, load};
use crate::args::TranslateArgs;
use crate::output::{print, tell};
use crate::table::counted;
use crate::whole_file::WholeFile;
use megabatt_lang::translate::{Refusal, translate as translated};
use megabatt_lang::{Program, guess_dialect};
use std::collections::HashMap;
use std::path::PathBuf;

const IMPORTS: &str = "from dsl import *\nfrom constants import *\n";

pub fn translate(args: &TranslateArgs) -> Result<u8, String> {
    let (from, to) = (args.to.other(), args.to.dialect());
    let mut output = args.output.as_ref().map(|path| WholeFile::create(path, args.force)).transpose()?;
    let files = in_other_dialect(args)?;
    let programs = load::programs(&files, from, false)?;
    let names = load::unique_names(&programs);
    let wanted = wanted(args, &programs, &names)?;
    let mut sources = Sources::default();
    let (mut texts, mut refused) = (Vec::new(), 0);
    for n in wanted {
        match translated(&programs[n], to) {
            Ok(text) => texts.push(text),
            Err(refusal) => {
                refused += 1;
                tell(&sources.refused(&programs[n], &refusal));
            }
        }
    }
    let count = texts.len();
    let text: String = texts.iter().map(|text| format!("\n\n{text}")).collect();
    match (&mut output, count) {
        (_, 0) => {}
        (Some(file), _) => file.write(&format!("{IMPORTS}{text}"))?,
        (None, _) => print(&format!("{IMPORTS}{text}")),
    }
    if let Some(file) = output.filter(|_| count > 0) {
        file.close()?;
    }
    let all = counted(count + refused, "program");
    if refused > 0 || args.output.is_some() {
        tell(&format!("{count} of {all} translated to {}", to.name()));
    }
    let files_lost = files.len() < args.files.len();
    Ok(if refused == 0 && !files_lost { exit::FINE } else { exit::FOUND })
}

/// The files that are not in the wanted dialect already.
fn in_other_dialect(args: &TranslateArgs) -> Result<Vec<PathBuf>, String> {
    let to = args.to.dialect();
    let is_done = |path: &PathBuf| {
        let bytes = load::read_limited(path).unwrap_or_default();
        guess_dialect(&String::from_utf8_lossy(&bytes)) == Some(to)
    };
    let (done, files): (Vec<PathBuf>, Vec<PathBuf>) = args.files.iter().cloned().partition(is_done);
    for path in &done {
        tell(&format!("warning: {} is written in {} already, by the names it uses", path.display(), to.name()));
    }
    match files.is_empty() {
        true => Err(format!("there is nothing to translate to {}", to.name())),
        false => Ok(files),
    }
}

/// The positions of the programs that were asked for.
fn wanted(args: &TranslateArgs, programs: &[Program], names: &[String]) -> Result<Vec<usize>, String> {
    if args.program.is_empty() {
        return Ok((0..programs.len()).collect());
    }
    let mut wanted = Vec::new();
    for name in &args.program {
        let found = |n: &usize| programs[*n].name == *name || names[*n] == *name;
        let before = wanted.len();
        wanted.extend((0..programs.len()).filter(found));
        if wanted.len() == before {
            return Err(format!("no program is called {name}\n  help: `megabatt inline FILES --form hash` lists them"));
        }
    }
    Ok(wanted)
}

/// The lines of the files, for messages.
#[derive(Default)]
struct Sources(HashMap<String, Vec<String>>);

impl Sources {
    fn refused(&mut self, program: &Program, refusal: &Refusal) -> String {
        let lines = self.0.entry(program.file.clone()).or_insert_with(|| {
            let bytes = load::read_limited(program.file.as_ref()).unwrap_or_default();
            String::from_utf8_lossy(&bytes).lines().map(str::to_string).collect()
        });
        let at = (refusal.line as usize).saturating_sub(1);
        let line = lines.get(at).map(|line| line.trim()).unwrap_or_default();
        let (file, number, name) = (&program.file, refusal.line, &program.name);
        format!("{file}:{number}: {name} cannot be translated: {}\n    {line}", refusal.why)
    }
}
