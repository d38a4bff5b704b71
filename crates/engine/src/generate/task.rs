//! Tasks out of programs and inputs.

use super::plan::Plan;
use super::rejection::{self, Rejection};
use super::{Inputs, Rng};
use crate::data::{Pair, Task};
use crate::run::{RunError, pool};
use megabatt_core::{Grid, Value};
use megabatt_exec::{Backend, Cancel, Limits, Row};
use megabatt_lang::Program;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How tasks are made.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub train: usize,
    pub test: usize,
    pub seed: u64,
    /// Inputs drawn for a task at most, for each of its samples.
    pub tries: usize,
    /// Keep samples whose output is their input.
    pub allow_same: bool,
    /// Keep tasks all of whose outputs are the same.
    pub allow_constant: bool,
    pub limits: Limits,
}

impl Default for Recipe {
    fn default() -> Recipe {
        let limits = Limits::default();
        Recipe { train: 3, test: 1, seed: 0, tries: 200, allow_same: false, allow_constant: false, limits }
    }
}

/// What came of a plan.
#[derive(Clone, Debug)]
pub struct Made {
    pub plan: Plan,
    /// `None` where too few of the inputs were good.
    pub task: Option<Task>,
    /// Inputs that were drawn.
    pub draws: usize,
    /// Those that were not used, by what was wrong.
    pub rejected: BTreeMap<Rejection, usize>,
}

/// All that tasks are made with.
pub struct Workshop<'a> {
    pub backend: &'a dyn Backend,
    pub programs: &'a [Program],
    /// Where the inputs of each program come from.
    pub inputs: &'a [&'a dyn Inputs],
    pub recipe: Recipe,
    /// Once cancelled, what is under way ends early.
    pub cancel: Cancel,
}

impl Workshop<'_> {
    /// Makes one task.
    pub fn make(&self, plan: &Plan) -> Made {
        let (recipe, program) = (&self.recipe, &self.programs[plan.program]);
        let mut rng = Rng::new(&["task", &program.name, &recipe.seed.to_string(), &plan.number.to_string()]);
        let wanted = recipe.train + recipe.test;
        let most = recipe.tries.saturating_mul(wanted);
        let mut pairs: Vec<(Grid, Grid)> = Vec::new();
        let mut rejected = BTreeMap::new();
        let mut draws = 0;
        while pairs.len() < wanted && draws < most && !self.cancel.is_cancelled() {
            draws += 1;
            let input = self.inputs[plan.program].draw(&mut rng);
            match self.judge(program, &input, &pairs) {
                Ok(output) => pairs.push((input, output)),
                Err(reason) => *rejected.entry(reason).or_default() += 1,
            }
        }
        let task = (pairs.len() == wanted).then(|| task(plan, program, pairs, recipe));
        Made { plan: plan.clone(), task, draws, rejected }
    }

    /// The output that belongs to an input, or why the input is no good.
    fn judge(&self, program: &Program, input: &Grid, pairs: &[(Grid, Grid)]) -> Result<Grid, Rejection> {
        let recipe = &self.recipe;
        if pairs.iter().any(|(earlier, _)| earlier == input) {
            return Err(Rejection::Repeated);
        }
        let row = Row { code: program.code.clone(), inputs: vec![Value::grid(input.clone())] };
        let results = self.backend.run(std::slice::from_ref(&row), &recipe.limits, &self.cancel);
        let output = results.first().map_or(Err(Rejection::NotAGrid), rejection::output)?;
        if output == *input && !recipe.allow_same {
            return Err(Rejection::SameAsInput);
        }
        let last = pairs.len() + 1 == recipe.train + recipe.test;
        let constant = !pairs.is_empty() && pairs.iter().all(|(_, earlier)| *earlier == output);
        if last && constant && !recipe.allow_constant { Err(Rejection::Constant) } else { Ok(output) }
    }

    /// Makes the tasks of all plans and hands them on in order, some at a time, whatever the threads (0: one per core).
    /// `done` counts them as they end. What is not done when it is cancelled is left out.
    pub fn make_all(
        &self,
        plans: &[Plan],
        threads: usize,
        done: &AtomicUsize,
        mut on_batch: impl FnMut(Vec<Made>),
    ) -> Result<(), RunError> {
        const BATCH: usize = 256;
        let pool = pool(threads)?;
        for batch in plans.chunks(BATCH) {
            let one = |plan: &Plan| {
                let made = self.make(plan);
                done.fetch_add(1, Ordering::Relaxed);
                made
            };
            let mut made: Vec<Made> = pool.install(|| batch.par_iter().map(one).collect());
            let stopped = self.cancel.is_cancelled();
            if stopped {
                // Those without a task may have ended early.
                made.retain(|made| made.task.is_some());
            }
            if !made.is_empty() {
                on_batch(made);
            }
            if stopped {
                break;
            }
        }
        Ok(())
    }
}

fn task(plan: &Plan, program: &Program, pairs: Vec<(Grid, Grid)>, recipe: &Recipe) -> Task {
    let mut train: Vec<Pair> = pairs
        .into_iter()
        .map(|(input, output)| Pair { input: Value::grid(input), output: Some(Value::grid(output)) })
        .collect();
    let test = train.split_off(recipe.train);
    let source = format!("generated by {} with seed {}", program.name, recipe.seed);
    Task { id: plan.id.clone(), split: None, source, train, test }
}
