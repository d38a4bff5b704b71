//! Steps of a pipeline in the words of arc-dsl, with constants for all arguments but grids.

use megabatt_core::code::{Action, Call, Code, Operand, Step};
use megabatt_core::{Dialect, Op, TokOp, Value};

/// An argument.
#[derive(Clone, Debug)]
pub enum Arg {
    /// What a step gave, or the grid that the pipeline began with (slot 0).
    Slot(u32),
    Const(Value),
}

/// What the colours of a grid come as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// arc-dsl's: a set that was copied, whose walk may be another than that of the set it was copied from.
    Copied,
    /// tokpidjin's `palette_t`: the set itself.
    Grown,
    /// tokpidjin's `p_g`: the walk over that set as a tuple.
    Tuple,
}

/// A call of an operation that is one of arc-dsl's, or does the same to grids.
#[derive(Clone, Debug)]
pub struct Plain {
    pub op: Op,
    /// The operation as tokpidjin has it, if it is one of its own.
    pub tok: Option<TokOp>,
    pub args: Vec<Arg>,
    pub slot: u32,
}

impl Plain {
    /// The step as such a call, if it is one.
    pub fn of(step: &Step, dialect: Dialect) -> Option<Plain> {
        let Action::Call(call) = &step.action else { return None };
        let Operand::Const(function) = &call.function else { return None };
        let args = arguments(function, call, dialect)?;
        let ((op, args), tok) = match function {
            Value::Op(op) => ((*op, args), None),
            Value::Tok(op) => (of_tok(*op, args)?, Some(*op)),
            _ => return None,
        };
        Some(Plain { op, tok, args, slot: step.slot })
    }

    /// All steps of the program in these words, as far as they can be said so.
    pub fn all(code: &Code, dialect: Dialect) -> Vec<Option<Plain>> {
        code.steps.iter().map(|step| Plain::of(step, dialect)).collect()
    }

    /// What the colours of a grid come as, if it asks for them.
    pub fn palette(&self) -> Option<Palette> {
        match (self.op, self.tok) {
            (Op::palette, None) => Some(Palette::Copied),
            (Op::palette, Some(TokOp::p_g)) => Some(Palette::Tuple),
            (Op::palette, Some(_)) => Some(Palette::Grown),
            _ => None,
        }
    }

    /// The constants after a first argument that comes from this slot; None if it is otherwise.
    pub fn after(&self, slot: u32) -> Option<Vec<Value>> {
        match self.args.split_first() {
            Some((Arg::Slot(first), rest)) if *first == slot => rest.iter().map(constant).collect(),
            _ => None,
        }
    }
}

/// The constant that an argument is.
pub fn constant(arg: &Arg) -> Option<Value> {
    match arg {
        Arg::Const(value) => Some(value.clone()),
        Arg::Slot(_) => None,
    }
}

/// The arguments by position; None if they do not fit.
fn arguments(function: &Value, call: &Call, dialect: Dialect) -> Option<Vec<Arg>> {
    let (arity, name): (usize, Box<dyn Fn(usize) -> &'static str>) = match function {
        Value::Op(op) => (op.arity(), Box::new(move |n| op.param_name(n, dialect))),
        Value::Tok(op) => (op.arity(), Box::new(move |n| op.info().params[n].name)),
        _ => return None,
    };
    let arg = |operand: &Operand| match operand {
        Operand::Slot(slot) => Arg::Slot(*slot),
        Operand::Const(value) => Arg::Const(value.clone()),
    };
    let mut placed: Vec<Option<Arg>> = call.args.iter().map(|operand| Some(arg(operand))).collect();
    if placed.len() > arity {
        return None;
    }
    placed.resize(arity, None);
    for (keyword, operand) in &call.keywords {
        let at = (0..arity).find(|&n| name(n) == keyword)?;
        if placed[at].replace(arg(operand)).is_some() {
            return None;
        }
    }
    placed.into_iter().collect()
}

/// tokpidjin's operations that do to a grid what arc-dsl's do, wherever those give a value; of colours, in an order of their own
/// ([`Palette`]). Where they raise, the row is worked out by tokpidjin's own rules.
///
/// `crop`, `subgrid` and the splits cut at the edges in arc-dsl and give nothing in tokpidjin where a box is not wholly inside; whoever
/// takes them for the same has to look at [`Plain::tok`].
fn of_tok(op: TokOp, mut args: Vec<Arg>) -> Option<(Op, Vec<Arg>)> {
    let twin = match op {
        TokOp::rot90 => Op::rot90,
        TokOp::rot180 => Op::rot180,
        TokOp::rot270 => Op::rot270,
        TokOp::hmirror_t => Op::hmirror,
        TokOp::vmirror_t => Op::vmirror,
        TokOp::dmirror_t => Op::dmirror,
        TokOp::cmirror_t => Op::cmirror,
        TokOp::crop => Op::crop,
        TokOp::subgrid => Op::subgrid,
        TokOp::trim => Op::trim,
        TokOp::tophalf => Op::tophalf,
        TokOp::bottomhalf => Op::bottomhalf,
        TokOp::lefthalf => Op::lefthalf,
        TokOp::righthalf => Op::righthalf,
        TokOp::compress => Op::compress,
        TokOp::hsplit => Op::hsplit,
        TokOp::vsplit => Op::vsplit,
        TokOp::hconcat => Op::hconcat,
        TokOp::vconcat => Op::vconcat,
        TokOp::cellwise => Op::cellwise,
        TokOp::canvas => Op::canvas,
        TokOp::fill => Op::fill,
        TokOp::underfill => Op::underfill,
        TokOp::cover => Op::cover,
        TokOp::paint => Op::paint,
        TokOp::underpaint => Op::underpaint,
        TokOp::recolor_i => Op::recolor,
        TokOp::asobject => Op::asobject,
        TokOp::shape_t => Op::shape,
        TokOp::hupscale => Op::hupscale,
        TokOp::vupscale => Op::vupscale,
        TokOp::upscale_t => Op::upscale,
        TokOp::downscale => Op::downscale,
        TokOp::replace => Op::replace,
        TokOp::switch => Op::switch,
        TokOp::mostcolor_t => Op::mostcolor,
        TokOp::leastcolor_t => Op::leastcolor,
        TokOp::numcolors_t => Op::numcolors,
        TokOp::colorcount_t => Op::colorcount,
        TokOp::palette_t | TokOp::p_g => Op::palette,
        TokOp::f_ofcolor => Op::ofcolor,
        TokOp::identity => Op::identity,
        TokOp::objects => Op::objects,
        TokOp::partition => Op::partition,
        TokOp::fgpartition => Op::fgpartition,
        TokOp::frontiers => Op::frontiers,
        TokOp::colorfilter => Op::colorfilter,
        TokOp::sizefilter => Op::sizefilter,
        TokOp::o_g => match args.pop()? {
            Arg::Const(Value::Int(code @ 0..8)) => {
                args.extend([4, 2, 1].map(|bit| Arg::Const(Value::Bool(code & bit != 0))));
                Op::objects
            }
            _ => return None,
        },
        TokOp::mir_rot_t => match args.pop()? {
            Arg::Const(Value::Int(code @ 0..=6)) => {
                [Op::hmirror, Op::dmirror, Op::vmirror, Op::cmirror, Op::rot90, Op::rot180, Op::rot270][code as usize]
            }
            _ => return None,
        },
        _ => return None,
    };
    Some((twin, args))
}
