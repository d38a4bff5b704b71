//! A function as text.

use super::dag::{Dag, Node, NodeId};
use super::plan::Plan;
use super::shape::needs_brackets;
use super::words::Globals;
use super::{Form, Style};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;

/// Everything that writing an expression takes.
struct Writer<'a> {
    dag: &'a Dag,
    words: &'a [Option<Cow<'a, str>>],
    names: HashMap<NodeId, String>,
    out: String,
}

/// The lines of a function, its `def` included.
pub(super) fn function(
    name: &str,
    dag: &Dag,
    words: &[Option<Cow<'_, str>>],
    plan: &Plan,
    globals: &Globals,
    style: Style,
) -> String {
    let names = names(dag, plan, globals, style);
    let mut writer = Writer { dag, words, names, out: format!("def {name}({}):\n", dag.params.join(", ")) };
    for &line in &plan.order {
        let _ = write!(writer.out, "    {} = ", writer.names[&line]);
        writer.expression(line);
        writer.out.push('\n');
    }
    writer.out.push_str("    return ");
    writer.part(dag.result);
    writer.out.push('\n');
    writer.out
}

/// `x1`, `x2`, … in the order of the lines, and `O` for the result.
fn names(dag: &Dag, plan: &Plan, globals: &Globals, style: Style) -> HashMap<NodeId, String> {
    let is_taken = |name: &str| globals.has(name) || dag.params.iter().any(|param| param == name);
    let mut number = 0;
    let mut name = |id: NodeId| {
        if id == dag.result && matches!(style.form, Form::Ssa { .. }) && !is_taken("O") {
            return "O".to_string();
        }
        loop {
            number += 1;
            let name = format!("x{number}");
            if !is_taken(&name) {
                return name;
            }
        }
    };
    plan.order.iter().map(|&id| (id, name(id))).collect()
}

impl Writer<'_> {
    /// A part of an expression: its name if it has one.
    fn part(&mut self, id: NodeId) {
        match self.names.get(&id) {
            Some(name) => self.out.push_str(name),
            None => self.expression(id),
        }
    }

    /// The expression itself. The plan keeps nesting shallow, so recursion is safe.
    fn expression(&mut self, id: NodeId) {
        if let Some(word) = &self.words[id as usize] {
            self.out.push_str(word);
            return;
        }
        let dag = self.dag;
        match &dag.nodes[id as usize] {
            Node::Call(parts, keywords) => {
                let Some((&callee, args)) = parts.split_first() else { return };
                self.callee(callee);
                let plain = args.len() - keywords.len();
                self.out.push('(');
                for (i, &arg) in args.iter().enumerate() {
                    if i > 0 {
                        self.out.push_str(", ");
                    }
                    if i >= plain {
                        self.out.push_str(&keywords[i - plain]);
                        self.out.push('=');
                    }
                    self.part(arg);
                }
                self.out.push(')');
            }
            tuple => {
                self.out.push('(');
                for (i, &item) in tuple.parts().iter().enumerate() {
                    if i > 0 {
                        self.out.push_str(", ");
                    }
                    self.part(item);
                }
                self.out.push_str(if tuple.parts().len() == 1 { ",)" } else { ")" });
            }
        }
    }

    fn callee(&mut self, id: NodeId) {
        let brackets = self.words[id as usize].as_deref().is_some_and(needs_brackets);
        if brackets {
            self.out.push('(');
        }
        self.part(id);
        if brackets {
            self.out.push(')');
        }
    }
}
