//! How much of a pipeline a device does, and in which of its operations.
//!
//! Stages are taken from the first on as long as devices know them. What is left is a program of two values, the grid the pipeline
//! began with and what the device gave; it runs on the CPU.

use crate::plain::{Arg, Plain, constant};
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
    /// The stages after it: a program of the first grid and of what the device gave.
    pub rest: Option<Arc<Code>>,
    /// The operations of each stage.
    pub ops: Vec<Vec<DeviceOp>>,
    /// The objects to find in what the pipeline gives, which are the result then.
    pub objects: Option<ObjectsQuery>,
}

impl OnDevice {
    /// The longest start of the pipeline that devices know; None if they do not know the first stage.
    pub fn of(text: &Text, tables: bool) -> Option<OnDevice> {
        let plain = Plain::all(&text.code, text.dialect);
        let mut known: Vec<(Vec<DeviceOp>, u32)> = Vec::new();
        let mut from = 0;
        for stage in &text.stages {
            let steps: Option<Vec<&Plain>> = plain[stage.steps.clone()].iter().map(Option::as_ref).collect();
            let Some((ops, slot)) = steps.and_then(|steps| stage_ops(&steps, from)) else { break };
            let ends = ops.last().is_some_and(ends);
            known.push((ops, slot));
            from = slot;
            if ends {
                break;
            }
        }
        if let Some(objects) = tables.then(|| objects_after(text, &plain, &known)).flatten() {
            let ops: Vec<Vec<DeviceOp>> = known.into_iter().map(|(ops, _)| ops).collect();
            let pipeline = DevicePipeline::new(&ops.concat()).ok()?;
            return Some(OnDevice { pipeline, stages: text.stages.len(), rest: None, ops, objects: Some(objects) });
        }
        // A palette whose set is used further is made on the CPU, slot by slot as CPython makes it.
        if known.len() < text.stages.len()
            && known.last().is_some_and(|(ops, _)| ops.last() == Some(&DeviceOp::Palette))
        {
            known.pop();
        }
        (1..=known.len()).rev().find_map(|stages| {
            let ops: Vec<DeviceOp> = known[..stages].iter().flat_map(|(ops, _)| ops.iter().copied()).collect();
            let pipeline = DevicePipeline::new(&ops).ok()?;
            let rest = (stages < text.stages.len()).then(|| {
                let first = text.stages[stages].steps.start;
                Arc::new(rest_of(&text.code, first, known[stages - 1].1))
            });
            let ops = known[..stages].iter().map(|(ops, _)| ops.clone()).collect();
            Some(OnDevice { pipeline, stages, rest, ops, objects: None })
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

/// The objects that all stages after those known ask for; None if they ask for anything else.
fn objects_after(text: &Text, plain: &[Option<Plain>], known: &[(Vec<DeviceOp>, u32)]) -> Option<ObjectsQuery> {
    if known.last().is_some_and(|(ops, _)| ops.last().is_some_and(ends)) {
        return None;
    }
    let mut given = known.last().map_or(0, |(_, slot)| *slot);
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

/// Whether nothing on a device can follow it.
fn ends(op: &DeviceOp) -> bool {
    op.kind() != Kind::Grid || matches!(op, DeviceOp::Hsplit { .. } | DeviceOp::Vsplit { .. })
}

/// The steps from one on as a program of slot 0 and of `given`. Stages see nothing else of those before them.
fn rest_of(code: &Code, first: usize, given: u32) -> Code {
    let slot = |old: u32| match old {
        0 => 0,
        old if old == given => 1,
        old => old - given + 1,
    };
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
        params: vec!["I".into(), "given".into()],
        slots: code.slots - given + 1,
        steps: code.steps[first..].iter().map(step).collect(),
        result: operand(&code.result),
    }
}

/// The operations of a stage, and the slot of what it gives.
fn stage_ops(steps: &[&Plain], from: u32) -> Option<(Vec<DeviceOp>, u32)> {
    let (last, before) = steps.split_last()?;
    let ops = match before {
        [] if last.args.iter().filter(|arg| matches!(arg, Arg::Slot(_))).count() == 1 => {
            vec![unary(last.op, &last.after(from)?)?]
        }
        _ => with_patch(last, before, from).or_else(|| two_grids(last, before, from))?,
    };
    Some((ops, last.slot))
}

/// A call with one grid.
fn unary(op: Op, args: &[Value]) -> Option<DeviceOp> {
    let int = |n: usize| if let Some(Value::Int(value)) = args.get(n) { Some(*value) } else { None };
    let pair =
        |n: usize| if let Some(Value::Pair(a, b)) = args.get(n) { Some(((*a).into(), (*b).into())) } else { None };
    Some(match (op, args.len()) {
        (Op::hmirror, 0) => DeviceOp::Hmirror,
        (Op::vmirror, 0) => DeviceOp::Vmirror,
        (Op::dmirror, 0) => DeviceOp::Dmirror,
        (Op::cmirror, 0) => DeviceOp::Cmirror,
        (Op::rot90, 0) => DeviceOp::Rot90,
        (Op::rot180, 0) => DeviceOp::Rot180,
        (Op::rot270, 0) => DeviceOp::Rot270,
        (Op::replace, 2) => DeviceOp::Replace { replacee: int(0)?, replacer: int(1)? },
        (Op::switch, 2) => DeviceOp::Switch { a: int(0)?, b: int(1)? },
        (Op::crop, 2) => DeviceOp::Crop { start: pair(0)?, dims: pair(1)? },
        (Op::trim, 0) => DeviceOp::Trim,
        (Op::tophalf, 0) => DeviceOp::Tophalf,
        (Op::bottomhalf, 0) => DeviceOp::Bottomhalf,
        (Op::lefthalf, 0) => DeviceOp::Lefthalf,
        (Op::righthalf, 0) => DeviceOp::Righthalf,
        (Op::upscale, 1) => DeviceOp::Upscale { factor: int(0)? },
        (Op::hupscale, 1) => DeviceOp::Hupscale { factor: int(0)? },
        (Op::vupscale, 1) => DeviceOp::Vupscale { factor: int(0)? },
        (Op::downscale, 1) => DeviceOp::Downscale { factor: int(0)? },
        (Op::compress, 0) => DeviceOp::Compress,
        (Op::hsplit, 1) => DeviceOp::Hsplit { n: int(0)? },
        (Op::vsplit, 1) => DeviceOp::Vsplit { n: int(0)? },
        (Op::ofcolor, 1) => DeviceOp::Ofcolor { value: int(0)? },
        (Op::mostcolor, 0) => DeviceOp::Mostcolor,
        (Op::leastcolor, 0) => DeviceOp::Leastcolor,
        (Op::numcolors, 0) => DeviceOp::Numcolors,
        (Op::colorcount, 1) => DeviceOp::Colorcount { value: int(0)? },
        (Op::palette, 0) => DeviceOp::Palette,
        _ => return None,
    })
}

fn is_slot(arg: Option<&Arg>, slot: u32) -> bool {
    matches!(arg, Some(Arg::Slot(found)) if *found == slot)
}

/// `fill(_, 3, ofcolor(_, 0))` and its kin: the patch is where the grid has a colour.
fn with_patch(last: &Plain, before: &[&Plain], from: u32) -> Option<Vec<DeviceOp>> {
    let [patch] = before else { return None };
    if patch.op != Op::ofcolor {
        return None;
    }
    let places = unary(Op::ofcolor, &patch.after(from)?)?;
    let (grid, set) = if last.op == Op::subgrid { (1, 0) } else { (0, last.args.len().checked_sub(1)?) };
    if !is_slot(last.args.get(grid), from) || !is_slot(last.args.get(set), patch.slot) {
        return None;
    }
    let value = || match last.args.get(1).and_then(constant) {
        Some(Value::Int(value)) => Some(value),
        _ => None,
    };
    let does = match (last.op, last.args.len()) {
        (Op::fill, 3) => DeviceOp::Fill { value: value()? },
        (Op::underfill, 3) => DeviceOp::Underfill { value: value()? },
        (Op::cover, 2) => DeviceOp::Cover,
        (Op::subgrid, 2) => DeviceOp::Subgrid,
        _ => return None,
    };
    Some(vec![places, does])
}

/// `hconcat(_, vmirror(_))` and its kin: one side is the grid, the other is made of it.
fn two_grids(last: &Plain, before: &[&Plain], from: u32) -> Option<Vec<DeviceOp>> {
    let joined = match (last.op, last.args.get(2).and_then(constant)) {
        (Op::hconcat, None) => DeviceOp::Hconcat,
        (Op::vconcat, None) => DeviceOp::Vconcat,
        (Op::cellwise, Some(Value::Int(fallback))) => DeviceOp::Cellwise { fallback },
        _ => return None,
    };
    let mut made = Vec::new();
    let mut slot = from;
    for step in before {
        let op = unary(step.op, &step.after(slot)?)?;
        if ends(&op) {
            return None;
        }
        made.push(op);
        slot = step.slot;
    }
    let sides = (is_slot(last.args.first(), from), is_slot(last.args.get(1), from));
    let made_sides = (is_slot(last.args.first(), slot), is_slot(last.args.get(1), slot));
    let mut ops = vec![DeviceOp::Save];
    ops.extend(made);
    match (sides, made_sides) {
        ((true, _), (_, true)) => ops.extend([DeviceOp::Swap, joined]),
        ((_, true), (true, _)) => ops.push(joined),
        _ => return None,
    }
    Some(ops)
}
