//! What every part of megabatt shares: grids, Python's values and their order, and the table of operations.
//!
//! The promise of the engine is *exactly Python's answers*. Everything that decides an answer below the level of
//! an operation lives here: equality and hashing ([`hash`]), the order in which CPython walks a set ([`set`]),
//! comparison, sorting and indexing ([`py`]), and which exception a wrong argument raises ([`error`]).

pub mod ablation;
pub mod code;
pub mod constants;
mod deep;
pub mod dialect;
pub mod error;
pub mod foreign;
pub mod func;
pub mod grid;
pub mod hash;
pub mod interrupt;
pub mod json;
pub mod macros;
pub mod mask;
pub mod ops;
pub mod py;
pub mod set;
pub mod tok;
mod tuple;
pub mod types;
pub mod value;
mod walked;

pub use code::{Call, Code, Operand, Step};
pub use dialect::{CellLayout, Dialect, OnError};
pub use error::{Exception, Fail, Limit, Result};
pub use foreign::Foreign;
pub use func::{Closure, Function};
pub use grid::{Grid, Plan};
pub use ops::{Cost, Family, Op, OpInfo, Param};
pub use set::{Set, SetBuilder};
pub use tok::TokOp;
pub use triomphe::Arc;
pub use tuple::{Numbered, Run, Tuple};
pub use types::Type;
pub use value::Value;
pub use walked::{CopiesOf, Walked};
