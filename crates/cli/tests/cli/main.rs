//! The `megabatt` binary, from outside: what people type and what they get.

mod bad_data;
mod bad_programs;
mod common;
mod demo;
mod hostile;
mod options;
mod outcomes;
mod stopping;
