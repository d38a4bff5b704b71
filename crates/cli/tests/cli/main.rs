//! The `megabatt` binary, from outside: what people type and what they get.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bad_data;
mod bad_programs;
mod batch;
mod batt;
mod cache;
mod check;
mod common;
mod data;
mod demo;
mod demos;
mod devices;
mod diff;
mod differs;
mod generate;
mod guide;
mod help;
mod hostile;
mod inline;
#[cfg(unix)]
mod interrupted;
mod killed;
mod library;
mod library_trouble;
mod ops;
mod ops_counts;
mod options;
mod outcomes;
mod phases;
mod pipes;
mod profile;
mod progress;
mod run_store;
mod score;
mod scores;
mod show;
#[cfg(unix)]
mod solver_tree;
mod stopping;
mod submit;
mod tok;
mod trace;
mod translate;
mod validate;
mod wheel;
mod widths;
