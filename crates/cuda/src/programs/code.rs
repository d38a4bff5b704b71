//! Programs as the kernels read them (`kernels/programs.cu`).

use super::words::Constants;
use megabatt_core::code::Action;
use megabatt_core::func::{Closure, Function};
use megabatt_core::{Arc as ValueArc, Call, Code, Dialect, Op, Operand, Value};

const CALL: u32 = 0;
const TUPLE: u32 = 1;
const COPY: u32 = 2;
const END: u32 = 3;
const FROM_POOL: u32 = 1 << 31;
/// What a call takes at most.
const MOST_ARGS: usize = 4;
/// What a program has at most: its slots are part of the row's memory.
const MOST_SLOTS: u32 = 4_096;

/// Programs, ready for devices.
#[derive(Default)]
pub struct Programs {
    /// The steps of all programs.
    pub(crate) code: Vec<u32>,
    /// Where each program's steps start; 0 for those that are not for devices.
    pub(crate) starts: Vec<u32>,
    /// The words of constants.
    pub(crate) pool: Vec<u64>,
    /// What those words name.
    pub(crate) constants: Constants,
}

/// Functions of the programs' files that are written already: their place in memory while programs are made ready, and their word.
type Written = Vec<(usize, u64)>;

impl Programs {
    /// Those that can be are made ready; [`Programs::takes`] tells which.
    pub fn new<'a>(programs: impl Iterator<Item = &'a Code>, dialect: Dialect) -> Programs {
        let mut made = Programs { code: vec![END], ..Programs::default() };
        let mut functions = Written::new();
        for code in programs {
            let (before, known) = (made.code.len(), functions.len());
            let start = if code.params.len() == 1 { made.write(code, dialect, &mut functions) } else { None };
            if start.is_none() {
                made.code.truncate(before);
                functions.truncate(known);
            }
            made.starts.push(start.unwrap_or(0));
        }
        made
    }

    pub fn len(&self) -> usize {
        self.starts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Whether devices run this program.
    pub fn takes(&self, program: usize) -> bool {
        self.starts[program] != 0
    }

    /// Where its steps start, behind those of the functions of its file that it names; None if it has something that devices have no form
    /// of.
    fn write(&mut self, code: &Code, dialect: Dialect, functions: &mut Written) -> Option<u32> {
        if code.params.len() > MOST_ARGS || code.slots > MOST_SLOTS {
            return None;
        }
        let named = code.steps.iter().flat_map(|step| step.action.operands()).chain(std::iter::once(&code.result));
        for operand in named {
            if let Operand::Const(Value::Func(function)) = operand {
                self.function(function, dialect, functions)?;
            }
        }
        let start = self.code.len() as u32;
        self.code.extend([code.slots, code.params.len() as u32]);
        for step in &code.steps {
            match &step.action {
                Action::Call(call) => self.call(call, step.slot, dialect, functions)?,
                Action::Tuple(items) => {
                    self.code.extend([TUPLE | (items.len() as u32) << 2, step.slot]);
                    self.operands(items.iter(), functions)?;
                }
                Action::Copy(operand) => {
                    self.code.extend([COPY, step.slot]);
                    self.operands(std::iter::once(operand), functions)?;
                }
                Action::Try(_) => return None,
            }
        }
        self.code.extend([END, 0]);
        self.operands(std::iter::once(&code.result), functions)?;
        Some(start)
    }

    /// Writes a function of a program's file, unless that is done.
    fn function(&mut self, function: &ValueArc<Function>, dialect: Dialect, functions: &mut Written) -> Option<()> {
        let Closure::User(code) = &function.kind else { return None };
        if word_of(function, functions).is_none() {
            let start = self.write(code, dialect, functions)?;
            let word = self.constants.function(code.params.len() as u64, start);
            functions.push((ValueArc::as_ptr(function) as usize, word));
        }
        Some(())
    }

    fn call(&mut self, call: &Call, slot: u32, dialect: Dialect, functions: &Written) -> Option<()> {
        let args = by_position(call, dialect)?;
        if args.len() > MOST_ARGS {
            return None;
        }
        self.code.extend([CALL | (args.len() as u32) << 2, slot]);
        self.operands(std::iter::once(&call.function).chain(args), functions)
    }

    fn operands<'a>(&mut self, operands: impl Iterator<Item = &'a Operand>, functions: &Written) -> Option<()> {
        for operand in operands {
            let word = match operand {
                Operand::Slot(slot) => *slot,
                Operand::Const(value) => self.constant(value, functions)?,
            };
            self.code.push(word);
        }
        Some(())
    }

    /// The same object each time, as a constant of Python's is.
    fn constant(&mut self, value: &Value, functions: &Written) -> Option<u32> {
        let word = match value {
            Value::Func(function) => word_of(function, functions)?,
            value => self.constants.word(value)?,
        };
        let at = self.pool.iter().position(|&w| w == word).unwrap_or_else(|| {
            self.pool.push(word);
            self.pool.len() - 1
        });
        Some(at as u32 | FROM_POOL)
    }
}

fn word_of(function: &ValueArc<Function>, functions: &Written) -> Option<u64> {
    let place = ValueArc::as_ptr(function) as usize;
    functions.iter().find(|written| written.0 == place).map(|written| written.1)
}

/// All arguments by position; None where that is not known before the call.
fn by_position(call: &Call, dialect: Dialect) -> Option<Vec<&Operand>> {
    if call.keywords.is_empty() {
        return Some(call.args.iter().collect());
    }
    let Operand::Const(Value::Op(op)) = &call.function else { return None };
    let mut args: Vec<Option<&Operand>> = call.args.iter().map(Some).collect();
    if args.len() > op.arity() {
        return None;
    }
    args.resize(op.arity(), None);
    for (name, operand) in &call.keywords {
        let at = (0..op.arity()).find(|&i| op.param_name(i, dialect) == name)?;
        if args[at].replace(operand).is_some() {
            return None;
        }
    }
    args.into_iter().collect()
}

/// For each operation what the kernels have to know of it: arity, cost, whether it takes a grid for its rows, frames inside.
pub fn shapes() -> Vec<u8> {
    let opens = [Op::mapply, Op::mfilter, Op::mpapply, Op::order, Op::argmax, Op::argmin, Op::valmax, Op::valmin];
    let shape = |&op: &Op| {
        let shape = op.call_shape();
        [shape.arity, shape.cost as u8, u8::from(shape.takes_rows), u8::from(opens.contains(&op))]
    };
    Op::ALL.iter().flat_map(shape).collect()
}
