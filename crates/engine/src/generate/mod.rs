//! Random tasks: inputs drawn from a distribution, outputs worked out by a program.
//!
//! A task is made of inputs on which the program gives a grid that a task may hold, and that shows something: not the
//! input itself, and not the same grid for every sample. Other inputs are drawn again and counted by what was wrong.
//! So the tasks are *valid* (they load, and their program is right on every pair), and with a distribution that suits
//! the program they are interesting.
//!
//! Everything follows from the seed: each task has its own stream of random numbers ([`Rng`]), keyed by the program's
//! name, the seed and the task's number. Neither threads nor the machine nor other tasks have a part in it.
//!
//! ```
//! use megabatt_engine::generate::{Distribution, Inputs, Rng, Span};
//!
//! let small = Distribution { heights: Span::new(2, 4), widths: Span::new(2, 4), ..Distribution::default() };
//! assert_eq!(small.check(), Ok(()));
//! let grid = small.draw(&mut Rng::new(&["example"]));
//! assert!((2..=4).contains(&grid.height()));
//! assert_eq!(grid, small.draw(&mut Rng::new(&["example"])));
//! ```

mod distribution;
mod json;
mod plan;
mod random;
mod rejection;
mod shapes;
mod task;
mod variation;

pub use distribution::{Distribution, DistributionError, Inputs, Span};
pub use json::{entry_json, task_json};
pub use plan::{Plan, plan};
pub use random::Rng;
pub use rejection::Rejection;
pub use task::{Made, Recipe, Workshop};
pub use variation::Variations;
