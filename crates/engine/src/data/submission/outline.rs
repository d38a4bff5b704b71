//! A submission's JSON with nothing decided yet.

use super::super::json::{Allowance, Any, GridReader, GridSlot, Kind, Read};
use serde::de::{IgnoredAny, MapAccess, SeqAccess};

/// The file.
#[derive(Debug)]
pub(super) enum Outline {
    /// In the file's order; an id may come twice.
    Object(Vec<(String, Answers)>),
    Other(Kind),
}

/// What stands at an id.
#[derive(Debug)]
pub(super) enum Answers {
    List(Vec<Answer>),
    /// An object; whether it has a key `train` or `test`, as a task has, or one that speaks of attempts.
    Object {
        is_task: bool,
        has_attempt: bool,
    },
    Other(Kind),
}

/// What stands for one test input.
#[derive(Debug)]
pub(super) enum Answer {
    Attempts(RawAttempts),
    /// A list; most likely a grid, as in solutions.
    List,
    Other(Kind),
}

#[derive(Debug)]
pub(super) struct RawAttempts {
    pub slots: [GridSlot; 2],
    /// `attempt_1` or `attempt_2`, if that key comes twice.
    pub repeated: Option<&'static str>,
    /// Another key that speaks of attempts, the first of them.
    pub stranger: Option<String>,
}

/// The keys of the attempts.
pub(super) const KEYS: [&str; 2] = ["attempt_1", "attempt_2"];

pub(super) struct FileReader<'a> {
    pub allowance: &'a Allowance,
}

impl<'de> Read<'de> for FileReader<'_> {
    type Out = Outline;

    fn other(self, kind: Kind) -> Outline {
        Outline::Other(kind)
    }

    fn object<A: MapAccess<'de>>(self, mut entries: A) -> Result<Outline, A::Error> {
        let mut object = Vec::new();
        while let Some(id) = entries.next_key::<String>()? {
            self.allowance.take()?;
            object.push((id, entries.next_value_seed(Any(AnswersReader { allowance: self.allowance }))?));
        }
        Ok(Outline::Object(object))
    }
}

struct AnswersReader<'a> {
    allowance: &'a Allowance,
}

impl<'de> Read<'de> for AnswersReader<'_> {
    type Out = Answers;

    fn other(self, kind: Kind) -> Answers {
        Answers::Other(kind)
    }

    fn list<A: SeqAccess<'de>>(self, mut items: A) -> Result<Answers, A::Error> {
        let mut answers = Vec::new();
        while let Some(answer) = items.next_element_seed(Any(AnswerReader))? {
            self.allowance.take()?;
            answers.push(answer);
        }
        Ok(Answers::List(answers))
    }

    fn object<A: MapAccess<'de>>(self, mut entries: A) -> Result<Answers, A::Error> {
        let (mut is_task, mut has_attempt) = (false, false);
        while let Some(key) = entries.next_key::<String>()? {
            is_task |= key == "train" || key == "test";
            has_attempt |= speaks_of_attempts(&key);
            entries.next_value::<IgnoredAny>()?;
        }
        Ok(Answers::Object { is_task, has_attempt })
    }
}

struct AnswerReader;

impl<'de> Read<'de> for AnswerReader {
    type Out = Answer;

    fn other(self, kind: Kind) -> Answer {
        if kind == Kind::List { Answer::List } else { Answer::Other(kind) }
    }

    fn object<A: MapAccess<'de>>(self, mut entries: A) -> Result<Answer, A::Error> {
        let mut raw = RawAttempts { slots: [GridSlot::Missing, GridSlot::Missing], repeated: None, stranger: None };
        while let Some(key) = entries.next_key::<String>()? {
            let Some(n) = KEYS.iter().position(|name| *name == key) else {
                if speaks_of_attempts(&key) {
                    raw.stranger.get_or_insert(key);
                }
                entries.next_value::<IgnoredAny>()?;
                continue;
            };
            if !matches!(raw.slots[n], GridSlot::Missing) {
                raw.repeated = Some(KEYS[n]);
            }
            raw.slots[n] = entries.next_value_seed(Any(GridReader))?;
        }
        Ok(Answer::Attempts(raw))
    }
}

/// Other keys are somebody's notes.
fn speaks_of_attempts(key: &str) -> bool {
    key.to_ascii_lowercase().starts_with("attempt")
}
