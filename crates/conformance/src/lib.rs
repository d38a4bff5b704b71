//! Compares megabatt with the real Python DSL, which runs in the same test.
//!
//! The tests in `tests/` are the parts of the suite; each makes cases with a script in `python/`, runs them here and
//! compares every outcome. What a user runs is what is tested: whole programs go through the built `megabatt` binary
//! ([`programs`]), single operations and sets through the libraries ([`cases`], [`chains`]).
//!
//! Only tokpidjin's functions are held against recorded outcomes ([`golden`]): its code is not to be had as a package.
//!
//! An outcome is equal or it is a mismatch; the few allowances are in [`verdict`]. A mismatch is cut down to the first
//! line that differs and printed as a Python script and a `grid!` literal ([`reproduce`]).

pub mod cases;
pub mod chains;
pub mod check;
pub mod golden;
pub mod outcome;
pub mod paths;
pub mod probe;
pub mod programs;
pub mod python;
pub mod reproduce;
pub mod suite;
pub mod tally;
pub mod tree;
pub mod verdict;

/// What can go wrong around a comparison; the text says what to do about it.
pub type Result<T> = std::result::Result<T, String>;
