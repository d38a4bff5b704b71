//! What a batt did, as JSON: per task what `run_batt.py` has in its scores.

use super::run_batt_report::Report;
use megabatt_engine::batt::TaskScores;
use megabatt_engine::data::Task;
use megabatt_engine::run::Stop;
use serde_json::{Map, Value as Json, json};

pub fn as_json(report: &Report<'_>) -> String {
    let (batt, ran) = (&report.files.batt, report.ran);
    let tasks: Vec<Json> = report.done().map(|(task, scores)| of_task(report, task, scores)).collect();
    let summary = json!({
        "batt": {
            "file": batt.file,
            "calls": report.files.calls.as_ref().map(|calls| &calls.file),
            "lines": batt.lines.len(),
            "candidates": batt.candidates.len(),
            "scores": batt.scores.len(),
            "differs": report.differs(),
        },
        "tasks": tasks,
        "totals": {
            "tasks": report.done().count(),
            "planned_samples": ran.samples,
            "samples": report.samples_done(),
            "tasks_solved": report.solved().count(),
            "differ_score": report.differ_score(),
            "gave_nothing": report.ended(),
            "gave_nothing_first": report.failure.map(|failure| json!({
                "task": report.tasks[failure.task].id,
                "split": failure.sample.section.name(),
                "index": failure.sample.index,
                "with_target": failure.with_target,
                "line": failure.line,
                "text": failure.text,
            })),
            "limits": report.limits(),
            "address_dependent": report.done().map(|(_, scores)| scores.address_dependent).sum::<usize>(),
            "load_seconds": report.loaded.as_secs_f64(),
            "run_seconds": ran.time.as_secs_f64(),
        },
        "phases": ran.phases.as_json(),
        "battery": {
            "programs": ran.size.programs,
            "lines": ran.size.lines,
            "nodes": ran.size.nodes,
            "once": ran.size.once,
            "once_per_task": ran.size.per_task,
            "merge_seconds": ran.merging.as_secs_f64(),
            "verified": ran.verified.as_ref().map(|v| v.0),
            "different": ran.verified.as_ref().map(|v| v.1.len()),
        },
        "library": report.kept.map(|stored| json!({
            "file": stored.kept.path.display().to_string(),
            "added": stored.kept.added,
            "known": stored.kept.known,
            "scores": stored.kept.scores,
            "pairs": stored.pairs,
            "error": stored.kept.error.as_ref().map(|e| e.to_string()),
        })),
        "stop": match ran.stop {
            Stop::Finished => "finished",
            Stop::TimeLimit => "time limit",
            Stop::Cancelled => "interrupted",
        },
    });
    format!("{summary:#}\n")
}

fn of_task(report: &Report<'_>, task: &Task, scores: &TaskScores) -> Json {
    let batt = &report.files.batt;
    let right: Vec<Json> = scores
        .right
        .iter()
        .zip(&batt.candidates)
        .filter(|((demos, tests), _)| demos + tests > 0)
        .map(|((demos, tests), candidate)| {
            json!({
                "candidate": batt.candidate_name(candidate),
                "t": candidate.number,
                "solver": candidate.solver,
                "mutated": candidate.mutated,
                "demos_right": demos,
                "tests_right": tests,
            })
        })
        .collect();
    let by_solver: Map<String, Json> =
        scores.by_solver(batt).into_iter().map(|(solver, score)| (solver.to_string(), score.into())).collect();
    let mut by_differ: Map<String, Json> = Map::new();
    for differed in scores.by_differ(batt) {
        let of_solver = by_differ.entry(differed.solver).or_insert_with(|| json!({}));
        of_solver[differed.differ] = json!({ "last_t": differed.number, "score": differed.score });
    }
    let ended: Map<String, Json> = scores.ended.iter().map(|(why, n)| (why.name(), (*n).into())).collect();
    json!({
        "task": task.id,
        "samples": scores.samples,
        "known": scores.known,
        "right": right,
        "o_score": by_solver,
        "d_score": by_differ,
        "gave_nothing": ended,
        "limits": scores.limits,
    })
}
