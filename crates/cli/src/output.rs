//! Printing that survives a closed pipe: `megabatt run | head` is no error.

use std::io::Write;

/// Writes to standard output; a reader that has gone away ends the process quietly.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Tells the user something on standard error.
pub fn tell(text: &str) {
    // Nobody left to tell is no reason to stop.
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
