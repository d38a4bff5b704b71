//! What `megabatt run` prints at the end.

use super::run_battery::Merged;
use super::run_cards;
use super::run_differs::DifferReport;
use super::run_keep::Kept;
use super::run_phases::Phases;
use super::run_profile::Profiled;
use super::run_solved;
use super::run_trace::Traced;
use crate::args::{FormatArg, PairArg, RunArgs};
use crate::demo;
use crate::output::print as to_stdout;
use crate::table::{Align, counted, duration, render, time_cell};
use crate::width::{width, wrap};
use megabatt_engine::data::Task;
use megabatt_engine::run::{ProgramSummary, Stop, Summary};
use megabatt_engine::score::Scores;
use megabatt_lang::Program;
use serde_json::json;
use std::time::Duration;

/// A finished run.
pub struct Report<'a> {
    pub programs: &'a [Program],
    pub names: &'a [String],
    pub tasks: &'a [Task],
    pub summary: &'a Summary,
    pub scores: &'a Scores,
    pub differs: Option<&'a DifferReport<'a>>,
    pub stop: Stop,
    /// Rows the run was to have.
    pub planned: usize,
    pub phases: &'a Phases,
    pub loaded: Duration,
    pub ran: Duration,
    /// What merging made of the programs, if they ran as a battery.
    pub merged: Option<&'a Merged>,
    pub traced: Option<&'a Traced>,
    pub kept: Option<&'a Kept>,
    pub is_demo: bool,
}

impl Report<'_> {
    /// All samples of the tasks.
    fn samples(&self) -> usize {
        self.tasks.iter().map(|task| task.train.len() + task.test.len()).sum()
    }

    /// Runs per second.
    fn rate(&self) -> f64 {
        self.summary.rows as f64 / self.ran.as_secs_f64().max(1e-9)
    }
}

pub fn print(report: &Report<'_>, profiled: Option<&Profiled>, args: &RunArgs) {
    to_stdout(&match args.summary.format {
        FormatArg::Table => as_table(report, profiled, args),
        FormatArg::Json => as_json(report, profiled, args),
    });
}

fn as_table(report: &Report<'_>, profiled: Option<&Profiled>, args: &RunArgs) -> String {
    let headings = [
        ("program", Align::Left),
        ("task", Align::Left),
        ("right", Align::Right),
        ("time", Align::Right),
        ("outcome", Align::Left),
    ];
    let rows: Vec<Vec<String>> =
        report.summary.programs.iter().map(|(&n, summary)| row(report, n, summary, args)).collect();
    let solved = match args.pair {
        PairArg::Own => String::new(),
        PairArg::All => run_solved::section(report.scores, report.names, report.tasks) + "\n",
    };
    let differs = report.differs.map_or(String::new(), |differs| differs.section() + "\n");
    let cards = report.merged.and_then(|merged| merged.cards.as_ref()).filter(|_| args.cards.explain_plan);
    let cards = cards.map_or(String::new(), |cards| run_cards::explained(cards) + "\n");
    let profile = profiled.map(|p| p.table(report, args.profile_top) + "\n").unwrap_or_default();
    format!("{}\n{solved}{differs}{profile}{cards}{}", render(&headings, &rows), wrap(&totals(report, args), width()))
}

fn row(report: &Report<'_>, n: usize, summary: &ProgramSummary, args: &RunArgs) -> Vec<String> {
    let task = match args.pair {
        PairArg::Own => report.programs[n].task.clone().unwrap_or_default(),
        PairArg::All => format!("{} of {} solved", summary.solved, summary.tasks),
    };
    let mut outcome = summary.outcome();
    if report.is_demo
        && let Some(intention) = demo::intended_failure(&report.names[n])
    {
        let mark = if demo::as_intended(intention, &outcome) { "on purpose" } else { "NOT as its name promises" };
        outcome = format!("{outcome} ({mark})");
    }
    let right = format!("{}/{}", summary.right, summary.known);
    vec![report.names[n].clone(), task, right, time_cell(summary.time), outcome]
}

fn totals(report: &Report<'_>, args: &RunArgs) -> String {
    let s = report.summary;
    let solving = s.programs.values().filter(|p| p.known > 0 && p.right == p.known).count();
    let mut text = format!(
        "{} programs, {} tasks, {} runs: {} values, {} exceptions, {} limits\n",
        s.programs.len(),
        report.tasks.len(),
        s.rows,
        s.values,
        s.errors,
        s.limits
    );
    text.push_str(&format!(
        "{} samples, {} of {} runs right; {} programs are right on all their samples\n",
        report.samples(),
        s.right,
        s.known,
        solving
    ));
    if s.address_dependent > 0 {
        text.push_str(&format!(
            "{} outcomes depend on the addresses of objects and may differ between two runs of Python\n",
            s.address_dependent
        ));
    }
    text.push_str(&format!(
        "loaded in {}, ran in {} ({:.0} runs/s)\n",
        duration(report.loaded),
        duration(report.ran),
        report.rate()
    ));
    text.push_str(&report.phases.text(width()));
    if let Some(merged) = report.merged {
        text.push_str(&battery(report, merged));
    }
    if let Some(kept) = report.kept {
        let (added, scores) = (counted(kept.added, "program"), counted(kept.scores, "score"));
        let (known, path) = (kept.known, kept.path.display());
        text.push_str(&format!("library: {added} added, {known} known already; {scores} stored in {path}\n"));
    }
    if let (Some(traced), Some(path)) = (report.traced, &args.trace) {
        let left_out = match traced.dropped {
            0 => String::new(),
            dropped => format!("; {dropped} more, the shortest, are left out"),
        };
        text.push_str(&format!("trace: {} has {} events{left_out}\n", path.display(), traced.events));
    }
    match report.stop {
        Stop::Finished => {}
        Stop::TimeLimit => {
            text.push_str(&format!("stopped by the time limit after {} of {} runs\n", s.rows, report.planned))
        }
        Stop::Cancelled => text.push_str(&format!("interrupted after {} of {} runs\n", s.rows, report.planned)),
    }
    text
}

fn battery(report: &Report<'_>, merged: &Merged) -> String {
    let per_task = match merged.per_task {
        0 => String::new(),
        nodes => format!(" and {nodes} once per task"),
    };
    let mut text = format!(
        "battery: {} lines in {} nodes, {} of them worked out once{per_task}; merged in {}\n",
        merged.lines,
        merged.nodes,
        merged.once,
        duration(merged.time)
    );
    if let Some(cards) = &merged.cards {
        text.push_str(&run_cards::line(cards));
    }
    if let Some((compared, different)) = &merged.verified {
        text.push_str(&format!(
            "verified: {compared} rows run again alone, {} came out differently\n",
            different.len()
        ));
        for d in different.iter().take(5) {
            let name = &report.names[d.program];
            text.push_str(&format!(
                "  {name} on {:?}\n    battery: {}\n    alone:   {}\n",
                d.input, d.battery, d.alone
            ));
        }
    }
    text
}

fn as_json(report: &Report<'_>, profiled: Option<&Profiled>, args: &RunArgs) -> String {
    let s = report.summary;
    let programs: Vec<_> = s
        .programs
        .iter()
        .map(|(&n, p)| {
            json!({
                "program": report.names[n],
                "file": report.programs[n].file,
                "task": report.programs[n].task,
                "runs": p.rows,
                "right": p.right,
                "known": p.known,
                "tasks": p.tasks,
                "solved": p.solved,
                "seconds": p.time.as_secs_f64(),
                "failures": p.failures,
            })
        })
        .collect();
    let mut summary = json!({
        "programs": programs,
        "totals": {
            "programs": s.programs.len(),
            "tasks": report.tasks.len(),
            "samples": report.samples(),
            "planned": report.planned,
            "runs": s.rows,
            "values": s.values,
            "errors": s.errors,
            "limits": s.limits,
            "right": s.right,
            "known": s.known,
            "address_dependent": s.address_dependent,
            "most_fuel": s.most_fuel,
            "most_memory": s.most_memory,
            "row_seconds": s.time.as_secs_f64(),
            "load_seconds": report.loaded.as_secs_f64(),
            "run_seconds": report.ran.as_secs_f64(),
            "runs_per_second": report.rate(),
            "tasks_solved": report.scores.solved(report.tasks).len(),
        },
        "phases": report.phases.as_json(),
        "battery": report.merged.map(|m| json!({
            "lines": m.lines,
            "nodes": m.nodes,
            "nodes_apart": m.nodes_apart,
            "once": m.once,
            "once_per_task": m.per_task,
            "merge_seconds": m.time.as_secs_f64(),
            "verified": m.verified.as_ref().map(|v| v.0),
            "different": m.verified.as_ref().map(|v| v.1.len()),
        })),
        "library": report.kept.map(|k| json!({
            "file": k.path.display().to_string(),
            "added": k.added,
            "known": k.known,
            "scores": k.scores,
            "error": k.error.as_ref().map(|e| e.to_string()),
        })),
        "trace": report.traced.map(|t| json!({
            "file": args.trace.as_ref().map(|path| path.display().to_string()),
            "events": t.events,
            "dropped": t.dropped,
        })),
        "stop": match report.stop {
            Stop::Finished => "finished",
            Stop::TimeLimit => "time limit",
            Stop::Cancelled => "interrupted",
        },
    });
    if let Some(cards) = report.merged.and_then(|merged| merged.cards.as_ref()) {
        summary["cards"] = cards.json();
    }
    if matches!(args.pair, PairArg::All) {
        summary["solved"] = run_solved::as_json(report.scores, report.names, report.tasks);
    }
    if let Some(differs) = report.differs {
        summary["differs"] = differs.as_json();
    }
    if let Some(profiled) = profiled {
        summary["profile"] = profiled.as_json(report);
    }
    format!("{summary:#}\n")
}
