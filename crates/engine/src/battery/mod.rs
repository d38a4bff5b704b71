//! Batteries: many programs merged into one graph, so that what they share is done once per sample.
//!
//! Merging is harmless: the outcome of a program in a battery is the one it has alone, what it takes included. That
//! rests on three rules:
//!
//! - *A program is its ordered list of lines.* A battery keeps that list for each program; dead lines are in it, and the
//!   first line that raises decides.
//! - *Lines are the same only if nobody can tell them apart.* Constants are compared by type (`T` is not `ONE`). Two equal
//!   lines of one program stay two where it could show that Python makes two objects ([`identity`]): `a & a` walks a set
//!   in another way than `a & b`.
//! - *Every program pays for itself.* What a node took is kept beside its value and charged to each program that has it.

mod identity;
mod live;
mod merge;
mod verify;

pub use live::live;
pub use merge::{Passes, merge};
pub use verify::{Different, Verifying};

use megabatt_exec::battery::WITH_DEMOS;
use megabatt_exec::{Backend, Limits, Prepared};
use megabatt_lang::Program;

/// Merges the programs to a battery that is ready to run: on grids, or on S, I and C if one of them wants these.
pub fn prepare(backend: &dyn Backend, programs: &[Program], passes: Passes, limits: &Limits) -> Box<dyn Prepared> {
    let codes: Vec<_> = programs.iter().map(|p| p.code.clone()).collect();
    let inputs = if programs.iter().any(Program::takes_demos) { WITH_DEMOS } else { 1 };
    backend.prepare(merge(&codes, inputs, passes), limits)
}
