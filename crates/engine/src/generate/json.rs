//! Tasks as JSON, a row of a grid a line, so that people can read them and differences are small.

use crate::data::{Pair, Task};
use megabatt_core::json::to_json;
use megabatt_core::{Grid, Value};

/// The file of one task: `{"train": [pair, …], "test": [pair, …]}`.
pub fn task_json(task: &Task) -> String {
    let mut text = String::new();
    write_task(task, &mut text);
    text.push('\n');
    text
}

/// An entry of a file of many tasks, `{id: task, …}`.
pub fn entry_json(task: &Task) -> String {
    let mut text = serde_json::Value::from(task.id.as_str()).to_string();
    text.push(':');
    write_task(task, &mut text);
    text
}

fn write_task(task: &Task, text: &mut String) {
    for (start, pairs) in [("{\"train\":[", &task.train), ("],\"test\":[", &task.test)] {
        text.push_str(start);
        for (n, pair) in pairs.iter().enumerate() {
            text.push_str(if n == 0 { "\n" } else { ",\n" });
            write_pair(pair, text);
        }
        text.push('\n');
    }
    text.push_str("]}");
}

fn write_pair(pair: &Pair, text: &mut String) {
    text.push_str("{\"input\":");
    write_grid(&pair.input, text);
    if let Some(output) = &pair.output {
        text.push_str(",\"output\":");
        write_grid(output, text);
    }
    text.push('}');
}

fn write_grid(value: &Value, text: &mut String) {
    let Value::Grid(grid) = value else { return text.push_str(&to_json(value)) };
    text.push('[');
    for i in 0..grid.height() {
        text.push_str(if i == 0 { "\n[" } else { ",\n[" });
        write_row(grid, i, text);
        text.push(']');
    }
    text.push_str("\n]");
}

fn write_row(grid: &Grid, i: usize, text: &mut String) {
    for (j, cell) in grid.row(i).iter().enumerate() {
        if j > 0 {
            text.push(',');
        }
        text.push_str(&cell.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Filter, load_contents};
    use megabatt_core::grid;

    fn task(id: &str) -> Task {
        let pair = |output| Pair { input: Value::grid(grid! { [1 2] [3 4] }), output };
        let output = Some(Value::grid(grid! { [0] }));
        let (train, test) = (vec![pair(output.clone()), pair(output)], vec![pair(None)]);
        Task { id: id.to_owned(), split: None, source: String::new(), train, test }
    }

    #[test]
    fn what_is_written_loads_as_it_was() {
        let one = task_json(&task("00000000"));
        assert!(one.starts_with("{\"train\":[\n{\"input\":[\n[1,2],\n[3,4]\n],\"output\":[\n[0]\n]},"), "{one}");
        let data = load_contents(&[("00000000.json", one.as_bytes())], &Filter::default());
        assert_eq!((data.tasks[0].train.clone(), data.problems.len()), (task("").train, 0));
        assert_eq!(data.tasks[0].test, task("").test);
        let many = format!("{{{},{}}}", entry_json(&task("00000000")), entry_json(&task("11111111")));
        let data = load_contents(&[("many.json", many.as_bytes())], &Filter::default());
        assert_eq!(data.tasks.iter().map(|t| t.id.as_str()).collect::<Vec<_>>(), ["00000000", "11111111"]);
    }
}
