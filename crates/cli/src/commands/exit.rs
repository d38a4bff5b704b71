//! How a verb ends.

use crate::output::tell;
use megabatt_exec::Cancel;
use std::process::ExitCode;

/// All is well.
pub const FINE: u8 = 0;
/// The verb found what it looks for: differences, mistakes, things that could not be made.
pub const FOUND: u8 = 1;
/// It could not run.
pub const COULD_NOT_RUN: u8 = 2;
/// Somebody pressed Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// The exit code of a verb; why it could not run is told.
pub fn code(result: Result<u8, String>) -> ExitCode {
    ExitCode::from(result.unwrap_or_else(|message| {
        tell(&format!("error: {message}"));
        COULD_NOT_RUN
    }))
}

/// What Ctrl-C cancels from here on. Pressed again, it ends the process at once: nothing else helps where a line is on its way
/// into a pipe that nobody reads.
pub fn on_interrupt() -> Cancel {
    let cancel = Cancel::new();
    let on_interrupt = cancel.clone();
    let mut pressed = false;
    // A second handler cannot be set, and there is none before this one.
    let _ = ctrlc::set_handler(move || {
        on_interrupt.cancel();
        if std::mem::replace(&mut pressed, true) {
            std::process::exit(INTERRUPTED.into());
        }
    });
    cancel
}
