//! `--format json`.

use super::dedupe::Group;
use megabatt_lang::Program;
use megabatt_lang::inline::{Style, inline};
use serde_json::{Value, json};

fn written(value: &Value) -> String {
    format!("{value:#}\n")
}

fn about(program: &Program) -> Value {
    let (exact, canonical) = program.ids();
    json!({
        "program": program.name,
        "file": program.file,
        "line": program.line,
        "task": program.task,
        "exact": exact.to_string(),
        "canonical": canonical.to_string(),
    })
}

pub fn ids(programs: &[Program]) -> String {
    written(&json!({"programs": programs.iter().map(about).collect::<Vec<_>>()}))
}

/// Each text stands for itself, with the functions that the program uses.
pub fn programs(programs: &[Program], style: Style) -> String {
    let one = |program: &Program| {
        let inlined = inline([program], style);
        let mut object = about(program);
        let main = inlined.functions.iter().find(|function| function.program.is_some());
        if let (Value::Object(fields), Some(main)) = (&mut object, main) {
            fields.insert("nodes".to_string(), json!(main.nodes));
            // As one expression; null is more than can be counted.
            fields.insert("characters".to_string(), json!((main.characters < u64::MAX).then_some(main.characters)));
            fields.insert("names".to_string(), json!(main.names));
            fields.insert("text".to_string(), json!(inlined.to_string()));
        }
        object
    };
    written(&json!({"programs": programs.iter().map(one).collect::<Vec<_>>()}))
}

pub fn groups(groups: &[Group<'_>], programs: usize) -> String {
    let one = |group: &Group<'_>| {
        let programs: Vec<Value> =
            group.same_lines.iter().flat_map(|(_, programs)| programs).map(|p| about(p)).collect();
        json!({"canonical": group.canonical.to_string(), "exact_ids": group.same_lines.len(), "programs": programs})
    };
    written(&json!({"programs": programs, "groups": groups.iter().map(one).collect::<Vec<_>>()}))
}
