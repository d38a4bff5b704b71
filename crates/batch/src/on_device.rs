//! How much of a pipeline a device does, and in which of its operations.
//!
//! Stages are taken from the first on as long as devices know them. What is left is a program of the grids the pipeline began with and
//! of what the device gave; it runs on the CPU.

use crate::column::{Loads, Uses, Values};
use crate::plain::{Palette, Plain};
use crate::stage::{self, Given, Lowered, ends};
use megabatt_core::code::{Action, Call, Code, Operand, Step};
use megabatt_core::{Op, Value};
use megabatt_cuda::{Filter, Finding, Kind, ObjectsQuery, Op as DeviceOp, Pipeline as DevicePipeline};
use megabatt_lang::pipeline::Pipeline as Text;
use std::sync::Arc;

/// The part of a pipeline that runs on devices.
#[derive(Clone, Debug)]
pub struct OnDevice {
    pub pipeline: DevicePipeline,
    /// How many stages that are.
    pub stages: usize,
    /// The stages after it: a program of the grids that a row began with, and of what the device gave.
    pub rest: Option<Arc<Code>>,
    /// The operations of each stage.
    pub ops: Vec<Vec<DeviceOp>>,
    /// The objects to find in what the pipeline gives, which are the result then.
    pub objects: Option<ObjectsQuery>,
    /// What colours come as, if that is what it gives.
    pub palette: Palette,
    /// What it takes the second value of a row for.
    pub uses: Uses,
    /// The second value of all rows, if that is none of a column.
    pub constant: Option<Arc<Values>>,
}

impl OnDevice {
    /// The longest start of the pipeline that devices know; None if they do not know the first stage.
    pub fn of(text: &Text, tables: bool) -> Option<OnDevice> {
        let plain = Plain::all(&text.code, text.dialect);
        let mut known: Vec<Lowered> = Vec::new();
        let second = (text.code.params.len() > 1).then_some(1);
        let mut given = Given { slot: 0, second };
        for stage in &text.stages {
            let steps: Option<Vec<&Plain>> = plain[stage.steps.clone()].iter().map(Option::as_ref).collect();
            let Some(lowered) = steps.and_then(|steps| stage::of(&steps, given)) else { break };
            let ends = lowered.ops.last().is_some_and(ends);
            given.slot = lowered.slot;
            known.push(lowered);
            if ends {
                break;
            }
        }
        if let Some(objects) = tables.then(|| objects_after(text, &plain, &known)).flatten() {
            let (uses, constant) = loads_of(&known)?;
            let ops: Vec<Vec<DeviceOp>> = known.into_iter().map(|stage| stage.ops).collect();
            let pipeline = DevicePipeline::new(&ops.concat()).ok()?;
            let (stages, palette) = (text.stages.len(), Palette::Copied);
            return Some(OnDevice {
                pipeline,
                stages,
                rest: None,
                ops,
                objects: Some(objects),
                palette,
                uses,
                constant,
            });
        }
        let palette_of = |stages: usize| {
            let last = text.stages[..stages].last().and_then(|stage| plain[stage.steps.clone()].last());
            last.and_then(Option::as_ref).and_then(Plain::palette)
        };
        // A palette whose set is used further is made on the CPU, slot by slot as CPython makes it.
        if known.len() < text.stages.len() && palette_of(known.len()).is_some_and(|form| form != Palette::Tuple) {
            known.pop();
        }
        (1..=known.len()).rev().find_map(|stages| {
            let (uses, constant) = loads_of(&known[..stages])?;
            let ops: Vec<Vec<DeviceOp>> = known[..stages].iter().map(|stage| stage.ops.clone()).collect();
            // What leaves grids as they are is no work for a device.
            let all = Some(ops.concat()).filter(|all| !all.is_empty())?;
            let pipeline = DevicePipeline::new(&all).ok()?;
            let rest = (stages < text.stages.len()).then(|| {
                let first = text.stages[stages].steps.start;
                Arc::new(rest_of(&text.code, first, known[stages - 1].slot))
            });
            let palette = palette_of(stages).unwrap_or(Palette::Copied);
            Some(OnDevice { pipeline, stages, rest, ops, objects: None, palette, uses, constant })
        })
    }

    /// The operations after so many stages.
    pub fn ops_after(&self, stages: usize) -> Vec<DeviceOp> {
        self.ops.iter().skip(stages).flatten().copied().collect()
    }

    /// What the device gives.
    pub fn kind(&self) -> Kind {
        self.pipeline.kind()
    }
}

/// What stages load, and what for; None if that is not one value.
fn loads_of(stages: &[Lowered]) -> Option<(Uses, Option<Arc<Values>>)> {
    let all = stages.iter().try_fold(Loads::default(), |all, stage| all.and(stage.loads.clone()))?;
    Some((all.uses, all.constant.map(|value| Arc::new(Values::endless(value)))))
}

/// The objects that all stages after those known ask for; None if they ask for anything else.
fn objects_after(text: &Text, plain: &[Option<Plain>], known: &[Lowered]) -> Option<ObjectsQuery> {
    if known.last().is_some_and(|stage| stage.ops.last().is_some_and(ends)) {
        return None;
    }
    let mut given = known.last().map_or(0, |stage| stage.slot);
    let mut query: Option<ObjectsQuery> = None;
    for stage in &text.stages[known.len()..] {
        let [Some(step)] = &plain[stage.steps.clone()] else { return None };
        let args = step.after(given)?;
        query = Some(match (query, step.op, args.as_slice()) {
            (None, Op::objects, [a, b, c]) => ObjectsQuery::new(flag(a)?, flag(b)?, flag(c)?),
            (None, Op::partition, []) => ObjectsQuery::of(Finding::Partition),
            (None, Op::fgpartition, []) => ObjectsQuery::of(Finding::Fgpartition),
            (None, Op::frontiers, []) => ObjectsQuery::of(Finding::Frontiers),
            (Some(mut query), Op::colorfilter, [Value::Int(value)]) => {
                query.filters.push(Filter::Colorfilter(*value));
                query
            }
            (Some(mut query), Op::sizefilter, [Value::Int(n)]) => {
                query.filters.push(Filter::Sizefilter(*n));
                query
            }
            _ => return None,
        });
        given = step.slot;
    }
    query.filter(ObjectsQuery::runs_here)
}

/// What Python takes for true.
fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::Int(n) => Some(*n != 0),
        _ => None,
    }
}

/// The steps from one on as a program of the same grids and of `given`. Stages see nothing else of those before them.
fn rest_of(code: &Code, first: usize, given: u32) -> Code {
    let grids = code.params.len() as u32;
    let slot = |old: u32| if old < grids { old } else { old - given + grids };
    let operand = |operand: &Operand| match operand {
        Operand::Slot(old) => Operand::Slot(slot(*old)),
        Operand::Const(value) => Operand::Const(value.clone()),
    };
    let call = |call: &Call| Call {
        function: operand(&call.function),
        args: call.args.iter().map(operand).collect(),
        keywords: call.keywords.iter().map(|(name, value)| (name.clone(), operand(value))).collect(),
    };
    let step = |step: &Step| Step {
        action: match &step.action {
            Action::Call(of) => Action::Call(call(of)),
            Action::Try(of) => Action::Try(call(of)),
            Action::Tuple(items) => Action::Tuple(items.iter().map(operand).collect()),
            Action::Copy(of) => Action::Copy(operand(of)),
        },
        slot: slot(step.slot),
        line: step.line,
    };
    Code {
        name: code.name.clone(),
        params: code.params.iter().cloned().chain(["given".into()]).collect(),
        slots: code.slots - given + grids,
        steps: code.steps[first..].iter().map(step).collect(),
        result: operand(&code.result),
    }
}
