//! Programs without their dead lines.

use megabatt_core::code::{Action, Code, Operand};

/// The code without lines that the result does not need. Where a dead line would have raised, the result is another.
pub fn live(code: &Code) -> Code {
    let mut needed = vec![false; code.slots as usize];
    let need = |operand: &Operand, needed: &mut Vec<bool>| {
        if let Operand::Slot(slot) = operand {
            needed[*slot as usize] = true;
        }
    };
    need(&code.result, &mut needed);
    let mut steps = Vec::new();
    for step in code.steps.iter().rev() {
        // A slot may be written twice; before the last writing nobody needs it yet.
        if !std::mem::replace(&mut needed[step.slot as usize], false) {
            continue;
        }
        match &step.action {
            Action::Call(call) | Action::Try(call) => {
                need(&call.function, &mut needed);
                call.args.iter().for_each(|arg| need(arg, &mut needed));
                call.keywords.iter().for_each(|(_, arg)| need(arg, &mut needed));
            }
            Action::Tuple(items) => items.iter().for_each(|item| need(item, &mut needed)),
            Action::Copy(operand) => need(operand, &mut needed),
        }
        steps.push(step.clone());
    }
    steps.reverse();
    Code { steps, ..code.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::Dialect;

    fn lines(text: &str) -> Vec<u32> {
        let module = megabatt_lang::parse("test.py", text, Dialect::Arc);
        live(&module.programs[0].code).steps.iter().map(|step| step.line).collect()
    }

    #[test]
    fn dead_lines_go_and_what_they_need_too() {
        assert_eq!(
            lines("def solve(I):\n    x1 = rot90(I)\n    x2 = first(x1)\n    x3 = hmirror(I)\n    return x3\n"),
            [4]
        );
    }

    #[test]
    fn a_name_used_twice() {
        assert_eq!(
            lines("def solve(I):\n    x = rot90(I)\n    x = hmirror(I)\n    x = vmirror(x)\n    return x\n"),
            [3, 4]
        );
    }
}
