//! Whether the names of parameters count.
//!
//! Which parameter a keyword means is only known when the program runs, if the function comes out of a variable. The
//! names of the helpers' parameters are then part of what the program does.

use crate::helpers::for_each_helper;
use megabatt_core::code::{Action, Code, Operand};
use std::collections::HashSet;
use std::sync::Arc;

/// Some line of the program or of its helpers calls a variable with keywords. Whether one does that the result is made
/// of, the graph tells: [`crate::inline::calls_unknown_by_keyword`].
pub(super) fn anywhere_through_variable(code: &Arc<Code>) -> bool {
    let mut reached = vec![code.clone()];
    let mut seen: HashSet<*const Code> = HashSet::from([Arc::as_ptr(code)]);
    while let Some(code) = reached.pop() {
        if code.steps.iter().any(|step| through_variable(&step.action)) {
            return true;
        }
        for_each_helper(&code, &mut |helper| {
            if seen.insert(Arc::as_ptr(helper)) {
                reached.push(helper.clone());
            }
        });
    }
    false
}

fn through_variable(action: &Action) -> bool {
    match action {
        Action::Call(call) => !call.keywords.is_empty() && matches!(call.function, Operand::Slot(_)),
        _ => false,
    }
}
