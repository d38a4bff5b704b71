//! The `megabatt` binary, from outside: what people type and what they get.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bad_data;
mod bad_programs;
mod common;
mod data;
mod demo;
mod generate;
mod help;
mod hostile;
mod options;
mod outcomes;
mod pipes;
mod progress;
mod stopping;
mod wheel;
