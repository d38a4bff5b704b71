//! Programs with something changed.

use megabatt_core::code::{Action, Code, Operand};
use megabatt_core::{Op, Value};
use megabatt_engine::generate::Rng;
use std::sync::Arc;

/// The programs with something changed: another operation, other arguments, another constant.
pub fn mutants(programs: &[Arc<Code>], each: usize, seed: &str) -> Vec<Arc<Code>> {
    let mut rng = Rng::new(&[seed]);
    let mut mutants = Vec::new();
    for code in programs.iter().flat_map(|code| std::iter::repeat_n(code, each)) {
        let mut code = Code::clone(code);
        let steps = code.steps.len();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(steps);
            let earlier: Vec<u32> =
                (0..code.params.len() as u32).chain(code.steps[..at].iter().map(|s| s.slot)).collect();
            let Action::Call(call) = &mut code.steps[at].action else { continue };
            match &mut call.function {
                Operand::Const(Value::Op(op)) if rng.chance(0.4) => {
                    let alike: Vec<Op> = Op::ALL.iter().copied().filter(|o| o.arity() == op.arity()).collect();
                    *op = rng.pick(&alike).unwrap_or(*op);
                }
                _ if call.args.is_empty() => {}
                _ => {
                    let arg = rng.below(call.args.len());
                    call.args[arg] = match rng.below(3) {
                        0 => Operand::Const(Value::Int(rng.below(6) as i64 - 1)),
                        1 => Operand::Const(Value::Bool(rng.chance(0.5))),
                        _ => Operand::Slot(earlier[rng.below(earlier.len())]),
                    };
                }
            }
        }
        mutants.push(Arc::new(code));
    }
    mutants
}
