//! What each pass of a battery saves: nodes, and the time that a run takes without it.

use super::battery::Corpus;
use super::measure::number;
use super::report::{Table, mebibytes};
use crate::Result;
use serde_json::{Value, json};

/// Runs that differ by one pass. Sharing has one switch for both of its rows.
const RUNS: [(&str, &[&str]); 4] = [
    ("all passes", &[]),
    ("without share", &["--no-pass", "share"]),
    ("without once", &["--no-pass", "once"]),
    ("with live", &["--live"]),
];

/// Runs all verifiers on this many tasks, with every pass, without each of them, and without dead lines.
pub fn compare(corpus: &Corpus<'_>, tasks: usize) -> Result<(Vec<Table>, Value)> {
    let mut runs = Vec::new();
    for (name, options) in RUNS {
        let (run, peak) = corpus.run(tasks, options)?;
        println!("{tasks} tasks {name}: {:.2} s", number(&run["totals"], "run_seconds")?);
        runs.push((name, run, peak));
    }
    let [all, .., live] = runs.as_slice() else { return Err("no pass was compared".to_string()) };
    let times = runs.iter().map(|(name, run, peak)| row(name, run, *peak)).collect::<Result<_>>()?;
    let tables = vec![
        Table {
            note: "What the passes leave of the lines, one after the other. A node is worked out once for each sample, those \
                   of `once` for the whole run; `live`, which drops lines that give nothing, is off unless it is asked for."
                .to_string(),
            headings: &["pass", "before", "after", "saves"],
            rows: savings(&Graph::of(&all.1)?, &Graph::of(&live.1)?),
        },
        Table {
            note: format!("The same {tasks} tasks with a pass less, or without dead lines."),
            headings: &["run", "nodes", "of them once", "time", "evaluations/s", "peak memory"],
            rows: times,
        },
    ];
    let about = |(name, run, peak): &(&str, Value, Option<u64>)| json!({"run": name, "totals": run["totals"], "battery": run["battery"], "peak_bytes": peak});
    Ok((tables, json!({"tasks": tasks, "runs": runs.iter().map(about).collect::<Vec<_>>()})))
}

fn row(name: &str, run: &Value, peak: Option<u64>) -> Result<Vec<String>> {
    let (totals, graph) = (&run["totals"], Graph::of(run)?);
    let (runs, seconds) = (number(totals, "runs")?, number(totals, "run_seconds")?);
    Ok(vec![
        name.to_string(),
        graph.nodes.to_string(),
        graph.once.to_string(),
        format!("{seconds:.2} s"),
        format!("{:.0}", runs / seconds),
        mebibytes(peak),
    ])
}

/// What merging made of the programs.
struct Graph {
    lines: u64,
    nodes_apart: u64,
    nodes: u64,
    once: u64,
}

impl Graph {
    fn of(run: &Value) -> Result<Graph> {
        let count = |name| number(&run["battery"], name).map(|n| n as u64);
        let (lines, nodes_apart) = (count("lines")?, count("nodes_apart")?);
        Ok(Graph { lines, nodes_apart, nodes: count("nodes")?, once: count("once")? })
    }

    fn each_sample(&self) -> u64 {
        self.nodes - self.once
    }
}

fn savings(all: &Graph, live: &Graph) -> Vec<Vec<String>> {
    let steps = [
        ("share within programs", all.lines, all.nodes_apart),
        ("share between programs", all.nodes_apart, all.nodes),
        ("once", all.nodes, all.each_sample()),
        ("live", all.each_sample(), live.each_sample()),
    ];
    let row = |(name, before, after): (&str, u64, u64)| {
        let saved = before.saturating_sub(after);
        let share = 100.0 * saved as f64 / (before as f64).max(1.0);
        vec![name.to_string(), before.to_string(), after.to_string(), format!("{saved} ({share:.1} %)")]
    };
    steps.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pass_starts_where_the_one_before_ended() {
        let all = Graph { lines: 100, nodes_apart: 90, nodes: 60, once: 15 };
        let live = Graph { lines: 80, nodes_apart: 75, nodes: 50, once: 10 };
        let numbers: Vec<[String; 3]> =
            savings(&all, &live).into_iter().map(|row| [row[1].clone(), row[2].clone(), row[3].clone()]).collect();
        let expected = [
            ["100", "90", "10 (10.0 %)"],
            ["90", "60", "30 (33.3 %)"],
            ["60", "45", "15 (25.0 %)"],
            ["45", "40", "5 (11.1 %)"],
        ];
        assert_eq!(numbers, expected.map(|row| row.map(str::to_string)));
    }
}
