//! Pipelines put together stage by stage, without a text.

use crate::pipeline::Pipeline;
use megabatt_core::code::{Action, Call, Code, Operand, Step};
use megabatt_core::{Dialect, Op, Value, py};
use megabatt_lang::pipeline::{Pipeline as Text, Stage};
use std::sync::Arc;

/// A pipeline of arc-dsl's operations that grows.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    steps: Vec<Step>,
    stages: Vec<Stage>,
}

impl Builder {
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Adds an operation, with the arguments that follow its first. Senseless arguments fail when it runs, as in Python.
    pub fn then(&mut self, op: Op, args: &[Value]) {
        let (at, given) = (self.steps.len(), self.steps.len() as u32);
        let constants = args.iter().cloned().map(Operand::Const);
        let call = Call {
            function: Operand::Const(Value::Op(op)),
            args: std::iter::once(Operand::Slot(given)).chain(constants).collect(),
            keywords: Vec::new(),
        };
        self.steps.push(Step { action: Action::Call(call), slot: given + 1, line: 1 });
        let args: Vec<String> = args.iter().map(py::repr).collect();
        let text = if args.is_empty() { op.name().to_string() } else { format!("{}({})", op.name(), args.join(", ")) };
        self.stages.push(Stage { text, steps: at..at + 1 });
    }

    pub fn stages(&self) -> usize {
        self.stages.len()
    }

    /// The pipeline so far.
    pub fn pipeline(&self) -> Pipeline {
        let slots = self.steps.len() as u32 + 1;
        let code = Code {
            name: "pipeline".into(),
            params: vec!["I".into()],
            slots,
            steps: self.steps.clone(),
            result: Operand::Slot(slots - 1),
        };
        let text = self.stages.iter().map(|stage| stage.text.as_str()).collect::<Vec<_>>().join(" | ");
        Pipeline::new(Text { text, code: Arc::new(code), stages: self.stages.clone(), dialect: Dialect::Arc })
    }
}
