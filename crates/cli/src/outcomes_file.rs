//! The outcomes file: complete lines at any time, and an end of the writing in sight once somebody asks for it.

use crate::grace::Grace;
use megabatt_exec::Cancel;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

/// So many bytes of a long line are written between two looks at the clock.
const AT_A_TIME: usize = 1 << 20;

/// The file.
pub struct Outcomes {
    out: BufWriter<Target>,
    /// The length of the complete lines.
    complete: u64,
    grace: Grace,
}

enum Target {
    Stdout(io::Stdout),
    /// A pipe, a device.
    Stream(File),
    /// What can be made shorter again.
    File(File),
}

impl Outcomes {
    /// Opens the file at once, so that a bad path fails before the run and not after it.
    pub fn create(path: &Path) -> io::Result<Outcomes> {
        let target = if path == Path::new("-") {
            Target::Stdout(io::stdout())
        } else {
            let file = File::create(path)?;
            if file.metadata()?.is_file() { Target::File(file) } else { Target::Stream(file) }
        };
        Ok(Outcomes { out: BufWriter::with_capacity(1 << 16, target), complete: 0, grace: Grace::default() })
    }

    /// Appends pieces of complete lines and flushes them; gives how many pieces were written. Those are all, unless
    /// `cancel` says that the run is to end and they take too long.
    pub fn write<'a>(&mut self, lines: impl Iterator<Item = &'a str>, cancel: &Cancel) -> io::Result<usize> {
        let mut written = 0;
        for line in lines {
            if !self.grace.goes_on(cancel) || !self.write_whole(line, cancel)? {
                break;
            }
            written += 1;
        }
        self.out.flush()?;
        Ok(written)
    }

    /// Writes all of it; or nothing, and gives false, if there is no time for it. What is in a pipe cannot be taken back, so
    /// there a line that has begun is written to its end.
    fn write_whole(&mut self, line: &str, cancel: &Cancel) -> io::Result<bool> {
        for part in line.as_bytes().chunks(AT_A_TIME) {
            self.out.write_all(part)?;
            if line.len() > AT_A_TIME && !self.grace.goes_on(cancel) && self.took_back()? {
                return Ok(false);
            }
        }
        self.complete += line.len() as u64;
        Ok(true)
    }

    /// Cuts off what is behind the complete lines, if that can be done.
    fn took_back(&mut self) -> io::Result<bool> {
        self.out.flush()?;
        let Target::File(file) = self.out.get_mut() else { return Ok(false) };
        file.set_len(self.complete)?;
        file.seek(SeekFrom::Start(self.complete))?;
        Ok(true)
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Stdout(out) => out.write(bytes),
            Target::Stream(file) | Target::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Stdout(out) => out.flush(),
            Target::Stream(file) | Target::File(file) => file.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of a test, with what was written into it.
    fn written(name: &str, pieces: &[&str], over: bool) -> (usize, String) {
        let path = std::env::temp_dir().join(format!("megabatt-{}-{name}", std::process::id()));
        let mut outcomes = Outcomes::create(&path).expect("files can be written");
        let cancel = Cancel::new();
        assert_eq!(outcomes.write(["first\n"].into_iter(), &cancel).expect("files can be written"), 1);
        cancel.cancel();
        if over {
            outcomes.grace = Grace::over();
        }
        let count = outcomes.write(pieces.iter().copied(), &cancel).expect("files can be written");
        let text = std::fs::read_to_string(&path).expect("files can be written");
        std::fs::remove_file(&path).expect("files can be written");
        (count, text)
    }

    #[test]
    fn lines_that_are_finished_are_written_while_there_is_time() {
        assert_eq!(written("grace", &["second\n", "third\n"], false), (2, "first\nsecond\nthird\n".to_string()));
        assert_eq!(written("over", &["second\n", "third\n"], true), (0, "first\n".to_string()));
    }

    #[test]
    fn a_line_that_takes_too_long_is_taken_back() {
        let path = std::env::temp_dir().join(format!("megabatt-{}-back", std::process::id()));
        let mut outcomes = Outcomes::create(&path).expect("files can be written");
        let (cancel, long) = (Cancel::new(), "x".repeat(3 * AT_A_TIME) + "\n");
        assert_eq!(outcomes.write(["first\n"].into_iter(), &cancel).expect("files can be written"), 1);
        cancel.cancel();
        outcomes.grace = Grace::over();
        assert!(!outcomes.write_whole(&long, &cancel).expect("files can be written"));
        outcomes.grace = Grace::default();
        assert_eq!(outcomes.write(["last\n"].into_iter(), &cancel).expect("files can be written"), 1);
        assert_eq!(std::fs::read_to_string(&path).expect("files can be written"), "first\nlast\n");
        std::fs::remove_file(&path).expect("files can be written");
    }
}
