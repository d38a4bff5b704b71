//! Printing that survives a closed pipe: `megabatt run | head` is no error.

use std::io::{ErrorKind, Write};

/// Writes to standard output; a reader that has gone away ends the process quietly.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(e) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        if e.kind() == ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        tell(&format!("error: standard output cannot be written: {e}"));
        std::process::exit(2);
    }
}

/// Tells the user something on standard error.
pub fn tell(text: &str) {
    // Nobody left to tell is no reason to stop.
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
