//! Pipelines put together stage by stage, without a text.

use crate::pipeline::Pipeline;
use megabatt_core::code::{Action, Call, Code, Operand, Step};
use megabatt_core::{Dialect, Op, Value, py};
use megabatt_lang::pipeline::{Pipeline as Text, Stage};
use std::sync::Arc;

/// An argument.
#[derive(Clone, Debug)]
pub enum Arg {
    /// What the stage before gave; at first the grid.
    Given,
    /// The same for every row.
    Value(Value),
    /// Each row's value of the column of this number ([`crate::Column`]), counted from 0.
    Column(usize),
}

/// A pipeline of arc-dsl's operations that grows.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    stages: Vec<(Op, Vec<Arg>)>,
}

impl Builder {
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Adds an operation, with the arguments that follow its first. Senseless arguments fail when it runs, as in Python.
    pub fn then(&mut self, op: Op, args: &[Value]) {
        self.then_with(op, args.iter().cloned().map(Arg::Value).collect());
    }

    /// As [`Builder::then`], with arguments that differ from row to row among them.
    pub fn then_with(&mut self, op: Op, args: Vec<Arg>) {
        self.call(op, std::iter::once(Arg::Given).chain(args).collect());
    }

    /// Adds an operation with all its arguments: what was given so far may be any of them, or none.
    pub fn call(&mut self, op: Op, args: Vec<Arg>) {
        self.stages.push((op, args));
    }

    pub fn stages(&self) -> usize {
        self.stages.len()
    }

    /// How many columns there have to be beside the grids.
    pub fn columns(&self) -> usize {
        let number = |arg: &Arg| if let Arg::Column(n) = arg { n + 1 } else { 0 };
        self.stages.iter().flat_map(|(_, args)| args).map(number).max().unwrap_or(0)
    }

    /// The pipeline so far.
    pub fn pipeline(&self) -> Pipeline {
        let columns = self.columns();
        let params = std::iter::once("I".into()).chain((0..columns).map(column_name)).collect();
        let step = |(n, (op, args)): (usize, &(Op, Vec<Arg>))| step(*op, args, n, columns);
        let stage = |(n, (op, args)): (usize, &(Op, Vec<Arg>))| Stage { text: text(*op, args), steps: n..n + 1 };
        let stages: Vec<Stage> = self.stages.iter().enumerate().map(stage).collect();
        let code = Code {
            name: "pipeline".into(),
            params,
            slots: (self.stages.len() + columns) as u32 + 1,
            steps: self.stages.iter().enumerate().map(step).collect(),
            result: Operand::Slot(given(self.stages.len(), columns)),
        };
        let text = stages.iter().map(|stage| stage.text.as_str()).collect::<Vec<_>>().join(" | ");
        Pipeline::new(Text { text, code: Arc::new(code), stages, dialect: Dialect::Arc })
    }
}

/// The slot of what so many stages give. The grids of a row come first, that of the batch before those of the columns.
fn given(stages: usize, columns: usize) -> u32 {
    if stages == 0 { 0 } else { (stages + columns) as u32 }
}

fn step(op: Op, args: &[Arg], n: usize, columns: usize) -> Step {
    let operand = |arg: &Arg| match arg {
        Arg::Given => Operand::Slot(given(n, columns)),
        Arg::Value(value) => Operand::Const(value.clone()),
        Arg::Column(column) => Operand::Slot(*column as u32 + 1),
    };
    let call = Call {
        function: Operand::Const(Value::Op(op)),
        args: args.iter().map(operand).collect(),
        keywords: Vec::new(),
    };
    Step { action: Action::Call(call), slot: given(n + 1, columns), line: 1 }
}

/// What a column is called in texts.
fn column_name(n: usize) -> String {
    if n == 0 { "J".into() } else { format!("J{}", n + 1) }
}

fn text(op: Op, args: &[Arg]) -> String {
    let said = |arg: &Arg| match arg {
        Arg::Given => "_".to_string(),
        Arg::Value(value) => py::repr(value),
        Arg::Column(n) => column_name(*n),
    };
    // As people write it: what was given is the first argument unless something else is said.
    let args = match args {
        [Arg::Given, rest @ ..] if !rest.iter().any(|arg| matches!(arg, Arg::Given)) => rest,
        all => all,
    };
    match args {
        [] => op.name().to_string(),
        _ => format!("{}({})", op.name(), args.iter().map(said).collect::<Vec<_>>().join(", ")),
    }
}
