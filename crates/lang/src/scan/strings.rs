//! Where a text in quotes ends.

use super::line::Cursor;
use super::{Fault, FaultKind, fault};

/// Letters that may stand right before a quote.
pub(super) fn is_prefix(word: &[u8]) -> bool {
    word.len() <= 2 && word.iter().all(|b| b"rRbBuUfFtT".contains(b))
}

pub(super) fn is_format_prefix(word: &[u8]) -> bool {
    word.iter().any(|b| b"fFtT".contains(b))
}

impl Cursor<'_> {
    /// Moves behind the text whose quote is here; `start` is where its prefix began. Tells whether a line in it
    /// looks like the start of a function.
    pub(super) fn string(&mut self, start: usize) -> Result<bool, Fault> {
        let quote = self.bytes[self.at];
        let triple = self.bytes[self.at..self.end].starts_with(&[quote; 3]);
        let opened = start..self.at + if triple { 3 } else { 1 };
        self.at = opened.end;
        let mut def_in_text = false;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' => {
                    self.at += 1;
                    match self.peek() {
                        Some(b'\n' | b'\r') => self.newline(),
                        Some(_) => self.at += 1,
                        None => {}
                    }
                }
                b'\n' | b'\r' if !triple => return Err(fault(FaultKind::OpenText, opened)),
                b'\n' | b'\r' => {
                    self.newline();
                    if self.at_def() {
                        if self.strict {
                            return Err(fault(FaultKind::OpenText, opened));
                        }
                        def_in_text = true;
                    }
                }
                _ if byte == quote && !triple => {
                    self.at += 1;
                    return Ok(def_in_text);
                }
                _ if byte == quote && self.bytes[self.at..self.end].starts_with(&[quote; 3]) => {
                    self.at += 3;
                    return Ok(def_in_text);
                }
                _ => self.at += 1,
            }
        }
        // The quotes are never closed: what follows them may well be sound, so go on right behind them.
        self.at = opened.end;
        Err(fault(FaultKind::OpenText, opened))
    }
}
