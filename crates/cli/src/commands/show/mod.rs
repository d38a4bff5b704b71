//! `megabatt show`.

mod expression;
mod find;
mod line;
mod locate;
mod program;
mod task;
mod types;
mod verdict;
mod why;

use crate::args::ShowArgs;
use crate::output::{print, tell};
use find::Wanted;
use megabatt_view::Canvas;
use std::process::ExitCode;

const COULD_NOT_SHOW: u8 = 2;
/// Deep recursion in a program is recursion here too; the stack is reserved, not used.
const STACK: usize = 256 << 20;

pub fn run(args: &ShowArgs) -> ExitCode {
    let shown = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || try_show(args));
        let thread = thread.map_err(|e| format!("no thread could be started: {e}"))?;
        thread.join().unwrap_or_else(|_| Err("a defect of megabatt; please report it with the program".to_string()))
    });
    match shown {
        Ok(text) => {
            print(&text);
            ExitCode::SUCCESS
        }
        Err(message) => {
            tell(&format!("error: {message}"));
            ExitCode::from(COULD_NOT_SHOW)
        }
    }
}

/// What is to be printed.
fn try_show(args: &ShowArgs) -> Result<String, String> {
    let screen = args.colour.screen();
    let canvas = Canvas::on(screen);
    let block = match find::find(args)? {
        Wanted::Task(task) => task::draw(&canvas, &task),
        Wanted::Program(program, task) => program::draw(&canvas, &program, &task, args)?,
    };
    Ok(block.render(screen.mode))
}
