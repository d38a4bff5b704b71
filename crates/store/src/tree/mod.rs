//! Stored solvers as a tree of folders, the way tokpidjin keeps them: `solve_<task>/<points>/<time class>/<md5>.py`.
//!
//! The files are often links into a folder `solver_md5` beside the tree, made with absolute paths. A tree that was moved
//! to another place has broken links then, so what such a link meant is looked for beside the tree as well.

mod walk;
mod write;

pub use walk::{Leaf, Problem, walk};
pub use write::{Place, write};
