//! Reading JSON without giving up at the first surprise.
//!
//! serde's usual way is to fail when a string stands where a list should be, and the rest of the file is lost with
//! it. Here a reader says what it makes of *anything*; only broken syntax is an error.

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// What kind of JSON value stood there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::data) enum Kind {
    Null,
    Bool,
    Number,
    String,
    List,
    Object,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Null => "null",
            Kind::Bool => "true or false",
            Kind::Number => "a number",
            Kind::String => "a string",
            Kind::List => "a list",
            Kind::Object => "an object",
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::data) enum Number {
    Signed(i64),
    Unsigned(u64),
    Float(f64),
}

/// Makes something of any JSON value. Lists and objects that a reader does not open are skipped.
pub(in crate::data) trait Read<'de>: Sized {
    type Out;

    /// What becomes of a value that is not looked into.
    fn other(self, kind: Kind) -> Self::Out;

    fn number(self, _: Number) -> Self::Out {
        self.other(Kind::Number)
    }

    fn boolean(self, _: bool) -> Self::Out {
        self.other(Kind::Bool)
    }

    fn list<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Out, A::Error> {
        skip_list(&mut items)?;
        Ok(self.other(Kind::List))
    }

    fn object<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Out, A::Error> {
        skip_object(&mut entries)?;
        Ok(self.other(Kind::Object))
    }
}

pub(in crate::data) fn skip_list<'de, A: SeqAccess<'de>>(items: &mut A) -> Result<(), A::Error> {
    while items.next_element::<IgnoredAny>()?.is_some() {}
    Ok(())
}

pub(in crate::data) fn skip_object<'de, A: MapAccess<'de>>(entries: &mut A) -> Result<(), A::Error> {
    while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
    Ok(())
}

/// Hands a [`Read`] to serde.
pub(in crate::data) struct Any<R>(pub R);

impl<'de, R: Read<'de>> DeserializeSeed<'de> for Any<R> {
    type Value = R::Out;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<R::Out, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de, R: Read<'de>> Visitor<'de> for Any<R> {
    type Value = R::Out;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<R::Out, E> {
        Ok(self.0.other(Kind::Null))
    }

    fn visit_bool<E: Error>(self, b: bool) -> Result<R::Out, E> {
        Ok(self.0.boolean(b))
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<R::Out, E> {
        Ok(self.0.number(Number::Signed(n)))
    }

    #[inline]
    fn visit_u64<E: Error>(self, n: u64) -> Result<R::Out, E> {
        Ok(self.0.number(Number::Unsigned(n)))
    }

    fn visit_f64<E: Error>(self, x: f64) -> Result<R::Out, E> {
        Ok(self.0.number(Number::Float(x)))
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<R::Out, E> {
        Ok(self.0.other(Kind::String))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<R::Out, A::Error> {
        self.0.list(items)
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<R::Out, A::Error> {
        self.0.object(entries)
    }
}
