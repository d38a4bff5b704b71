//! What a task is, whatever it is called and wherever it came from.

use super::task::{Pair, Task};
use megabatt_core::{Value, json};
use sha2::{Digest, Sha256};
use std::fmt;

/// 128 bits that stand for the pairs of a task in their order. Two tasks share them if all their grids are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint([u8; 16]);

impl Fingerprint {
    pub fn from_bytes(bytes: [u8; 16]) -> Fingerprint {
        Fingerprint(bytes)
    }

    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

impl Task {
    /// Its content without its id, split and file.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut hash = Sha256::new();
        hash.update(b"megabatt task 1");
        for (section, pairs) in [(b'r', &self.train), (b'e', &self.test)] {
            for Pair { input, output } in pairs {
                hash.update([section]);
                grid(&mut hash, Some(input));
                grid(&mut hash, output.as_ref());
            }
        }
        let digest: [u8; 32] = hash.finalize().into();
        let mut short = [0; 16];
        short.copy_from_slice(&digest[..16]);
        Fingerprint(short)
    }
}

/// A length, then the JSON; an output that is not known has a length no text has.
fn grid(hash: &mut Sha256, value: Option<&Value>) {
    match value {
        Some(value) => {
            let text = json::to_json(value);
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        None => hash.update(u64::MAX.to_le_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use crate::data::{Filter, Task, load_contents};

    fn task(name: &str, text: &str) -> Task {
        let data = load_contents(&[(name, text.as_bytes())], &Filter::default());
        assert!(data.problems.is_empty(), "{:?}", data.problems);
        data.tasks[0].clone()
    }

    #[test]
    fn names_do_not_count_and_every_cell_does() {
        let pair = |a: &str, b: &str| format!(r#"{{"input": [[{a}]], "output": [[{b}]]}}"#);
        let text = |train: &[String], test: &str| format!(r#"{{"train": [{}], "test": [{test}]}}"#, train.join(", "));
        let (one, two) = (pair("1, 2", "3"), pair("4", "5"));
        let base = text(&[one.clone(), two.clone()], r#"{"input": [[6]]}"#);
        let same = task("a.json", &base).fingerprint();
        assert_eq!(task("training/b.json", &base.replace(": ", ":  ")).fingerprint(), same);
        for other in [
            text(&[two.clone(), one.clone()], r#"{"input": [[6]]}"#),
            text(std::slice::from_ref(&one), &two),
            text(&[one.clone(), two.clone()], &pair("6", "6")),
            text(&[pair("1, 2", "4"), two.clone()], r#"{"input": [[6]]}"#),
            text(&[pair("1], [2", "3"), two], r#"{"input": [[6]]}"#),
        ] {
            assert_ne!(task("a.json", &other).fingerprint(), same, "{other}");
        }
    }
}
