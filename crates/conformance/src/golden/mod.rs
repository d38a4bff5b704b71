//! What tokpidjin's functions gave when `python/tok_record.py` asked them, and whether megabatt gives the same.
//!
//! The file is described in the script. A case's arguments are trees ([`crate::tree`]) or numbers of such in a pool that
//! all cases share.

mod compare;
mod file;
mod python;

pub use compare::{Charged, Difference, Found, charges, compare};
pub use file::{Case, Expected, Golden, Header, Recorded};
pub use python::{case as python, expression};
