//! Grids, and patches mirrored and scaled.

mod cut;
mod draw;
mod mirror;
mod scale;

use crate::Machine;
use crate::reference::grid as arc;
use megabatt_core::{Result, TokOp, Value};

pub fn call(m: &mut Machine, op: TokOp, args: &[&Value]) -> Result<Value> {
    match (op, args) {
        (TokOp::a_mr, [a]) => mirror::a_mr(m, a),
        (TokOp::bottomhalf, [a]) => arc::bottomhalf(a),
        (TokOp::canvas, [a, b]) => arc::canvas(m, a, b),
        (TokOp::cellwise, [a, b, c]) => draw::cellwise(m, a, b, c),
        (TokOp::cmirror_f | TokOp::cmirror_i | TokOp::cmirror_o, [a]) => mirror::cmirror_f(m, a),
        (TokOp::cmirror_t, [a]) => mirror::cmirror_t(a),
        (TokOp::compress, [a]) => cut::compress(a),
        (TokOp::cover, [a, b]) => draw::cover(m, a, b),
        (TokOp::crop, [a, b, c]) => cut::crop(a, b, c),
        (TokOp::dmirror_f, [a]) => mirror::dmirror_f(m, a),
        (TokOp::dmirror_i, [a]) => mirror::dmirror_i(m, a),
        (TokOp::dmirror_o, [a]) => mirror::dmirror_o(m, a),
        (TokOp::dmirror_t, [a]) => mirror::dmirror_t(a),
        (TokOp::downscale, [a, b]) => scale::downscale(a, b),
        (TokOp::fill, [a, b, c]) => draw::fill(m, a, b, c),
        (TokOp::hconcat, [a, b]) => arc::hconcat(a, b),
        (TokOp::hmirror_f, [a]) => mirror::hmirror_f(m, a),
        (TokOp::hmirror_i, [a]) => mirror::hmirror_i(m, a),
        (TokOp::hmirror_o, [a]) => mirror::hmirror_o(m, a),
        (TokOp::hmirror_t, [a]) => mirror::hmirror_t(a),
        (TokOp::hsplit, [a, b]) => cut::hsplit(m, a, b),
        (TokOp::hupscale, [a, b]) => arc::hupscale(m, a, b),
        (TokOp::lefthalf, [a]) => arc::lefthalf(a),
        (TokOp::mir_rot_f, [a, b]) => mirror::mir_rot_f(m, a, b),
        (TokOp::mir_rot_t, [a, b]) => mirror::mir_rot_t(m, a, b),
        (TokOp::r#move, [a, b, c]) => draw::r#move(m, a, b, c),
        (TokOp::paint, [a, b]) => draw::paint(a, b),
        (TokOp::righthalf, [a]) => arc::righthalf(a),
        (TokOp::rot180, [a]) => arc::rot180(a),
        (TokOp::rot270, [a]) => arc::rot270(a),
        (TokOp::rot90, [a]) => arc::rot90(a),
        (TokOp::subgrid, [a, b]) => cut::subgrid(m, a, b),
        (TokOp::tophalf, [a]) => arc::tophalf(a),
        (TokOp::trim, [a]) => arc::trim(a),
        (TokOp::underfill, [a, b, c]) => draw::underfill(m, a, b, c),
        (TokOp::underpaint, [a, b]) => draw::underpaint(m, a, b),
        (TokOp::upscale_f, [a, b]) => scale::upscale_f(m, a, b),
        (TokOp::upscale_t, [a, b]) => scale::upscale_t(m, a, b),
        (TokOp::vconcat, [a, b]) => arc::vconcat(a, b),
        (TokOp::vmirror_f, [a]) => mirror::vmirror_f(m, a),
        (TokOp::vmirror_i, [a]) => mirror::vmirror_i(m, a),
        (TokOp::vmirror_o, [a]) => mirror::vmirror_o(m, a),
        (TokOp::vmirror_t, [a]) => mirror::vmirror_t(a),
        (TokOp::vsplit, [a, b]) => cut::vsplit(m, a, b),
        (TokOp::vupscale, [a, b]) => arc::vupscale(m, a, b),
        _ => unreachable!("{} was called with {} arguments", op.name(), args.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use megabatt_core::{Dialect, Fail, Limit, Set};
    use megabatt_exec::{Cancel, Limits};

    /// What is too large is refused before it is made, and never turned into a default.
    #[test]
    fn huge_results_end_at_a_limit() {
        let grid = Value::tuple(vec![Value::Pair(1, 2), Value::Pair(3, 4)]).expect("a grid");
        let object = Value::set(Set::single(Value::Triple(1, 2, 3)).expect("an object"));
        let (many, wide) = (Value::Int(4_000_000_000), Value::Pair(i32::MAX, i32::MAX));
        let calls: [(TokOp, [&Value; 2]); 7] = [
            (TokOp::canvas, [&many, &wide]),
            (TokOp::hupscale, [&grid, &many]),
            (TokOp::vupscale, [&grid, &many]),
            (TokOp::upscale_t, [&grid, &many]),
            (TokOp::upscale_f, [&object, &many]),
            (TokOp::hsplit, [&grid, &many]),
            (TokOp::vsplit, [&grid, &many]),
        ];
        for (op, args) in calls {
            let mut machine = Machine::new(Dialect::Tok, Engine::Reference, &Limits::default(), &Cancel::new());
            let result = machine.call(&Value::Tok(op), &args);
            assert!(matches!(result, Err(Fail::Limit(Limit::Fuel | Limit::Memory))), "{}", op.name());
        }
    }
}
