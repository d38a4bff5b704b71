//! `megabatt ops`: the operations as people look them up.

mod constant;
mod counts;
mod example;
mod json;
mod list;
mod near;
mod operation;
mod prose;
mod tok;
mod uses;

use super::load;
use crate::args::{DialectArg, FormatArg, OpsArgs};
use crate::output::{print, tell};
use megabatt_core::{Dialect, Op, TokOp, constants};
use megabatt_lang::Program;
use megabatt_view::Canvas;
use std::path::PathBuf;
use std::process::ExitCode;
use uses::Uses;

const COULD_NOT_RUN: u8 = 2;

pub fn run(args: &OpsArgs) -> ExitCode {
    match text(args) {
        Ok(text) => {
            print(&text);
            ExitCode::SUCCESS
        }
        Err(message) => {
            tell(&format!("error: {message}"));
            ExitCode::from(COULD_NOT_RUN)
        }
    }
}

fn text(args: &OpsArgs) -> Result<String, String> {
    let canvas = Canvas::on(args.colour.screen());
    let is_json = args.format == FormatArg::Json;
    let family = args.family.map(Into::into);
    if let Some(files) = &args.counts {
        let uses = Uses::of(&programs(args, files)?);
        return Ok(if is_json { json::counts(&uses) } else { counts::table(&uses) });
    }
    let is_tok = args.dialect == Some(DialectArg::Tok);
    let Some(name) = &args.name else {
        if is_tok {
            return Ok(match is_json {
                true => json::written(&tok::list_json(family)),
                false => tok::all(family, &canvas).render(canvas.mode),
            });
        }
        return Ok(if is_json { json::list(family) } else { list::all(family, &canvas).render(canvas.mode) });
    };
    // A name that only tokpidjin has means its operation, whatever the dialect.
    if let Some(op) = TokOp::from_name(name).filter(|_| is_tok || Op::from_name(name).is_none()) {
        let uses = Uses::of(&if args.programs.is_empty() { Vec::new() } else { programs(args, &args.programs)? });
        return Ok(match is_json {
            true => json::written(&tok::operation_json(op, &uses)),
            false => tok::page(op, &uses, "these files", &canvas).render(canvas.mode),
        });
    }
    if let Some(op) = Op::from_name(name) {
        let dialect = args.dialect.filter(|dialect| *dialect != DialectArg::Auto).map(Dialect::from);
        let uses = Uses::of(&programs(args, &args.programs)?);
        let who = if args.programs.is_empty() { "the demo" } else { "these files" };
        return Ok(match is_json {
            true => json::operation(op, dialect, &uses),
            false => operation::page(op, dialect, &uses, who, &canvas).render(canvas.mode),
        });
    }
    match constants::constant(name).or_else(|| constants::constant_in(name, Dialect::Tok)) {
        Some(value) if is_json => Ok(json::constant(name, &value)),
        Some(value) => Ok(constant::page(name, &value, &canvas).render(canvas.mode)),
        None => Err(near::unknown(name)),
    }
}

/// The programs of files, or of the demo where there are none.
fn programs(args: &OpsArgs, files: &[PathBuf]) -> Result<Vec<Program>, String> {
    let dialect = args.dialect.map_or(Dialect::default(), Dialect::from);
    load::programs(files, dialect, files.is_empty())
}
