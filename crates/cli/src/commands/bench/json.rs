//! What was measured, for machines.

use super::Measured;
use super::table::{behind, behind_by_medians};
use megabatt_batch::bench::{Case, Direct};
use serde_json::{Value, json};

pub fn text(measured: &Measured) -> String {
    let info = &measured.info;
    let first = &measured.first;
    let document = json!({
        "gpu": info.name,
        "compute_capability": format!("{}.{}", info.compute_capability.0, info.compute_capability.1),
        "driver_cuda": format!("{}.{}", info.driver.0, info.driver.1),
        "threads": measured.threads,
        "version": env!("CARGO_PKG_VERSION"),
        "tuned_before": measured.tuned_before,
        "unit": "milliseconds, medians",
        "first_use": {
            "context_ms": first.readied.context.as_secs_f64() * 1e3,
            "kernels_ms": first.readied.kernels.as_secs_f64() * 1e3,
            "tables_ms": first.readied.tables.as_secs_f64() * 1e3,
            "memory_ms": first.readied.lanes.as_secs_f64() * 1e3,
            "batches": first.batches.iter().map(|batch| json!({
                "pipeline": batch.pipeline,
                "grids": batch.grids,
                "first_ms": batch.first,
                "later_ms": batch.later,
            })).collect::<Vec<_>>(),
        },
        "host_to_host": measured.cases.iter().map(case).collect::<Vec<_>>(),
        "direct": measured.direct.iter().map(direct).collect::<Vec<_>>(),
        "python": measured.beside.as_ref().map(|beside| beside.json()),
    });
    format!("{document:#}\n")
}

fn case(case: &Case) -> Value {
    let parts = &case.device.parts;
    json!({
        "work": case.work.name,
        "pipeline": case.work.pipeline,
        "shapes": case.shapes.name(),
        "grids": case.grids,
        "cpu_ms": case.cpu,
        "gpu_ms": {
            "gather": parts.gather,
            "upload": parts.upload,
            "kernels": parts.kernels,
            "download": parts.download,
            "scatter": parts.scatter,
            "total": case.device.total,
        },
        "speed_up": case.cpu / case.device.total,
        "auto_ms": case.auto,
        "auto_path": case.auto_path,
        "auto_first_path": case.first_path,
        "auto_behind": behind(case),
        "auto_behind_by_medians": behind_by_medians(case),
        "auto_rounds": case.auto_in_turns.rounds,
        "auto_behind_99_percent": case.auto_in_turns.bounds.map(|(low, high)| [low - 1.0, high - 1.0]),
        "wrong": case.wrong,
    })
}

fn direct(direct: &Direct) -> Value {
    json!({
        "grids": direct.grids,
        "three_operations_pinned_ms": direct.pinned,
        "rot90_flip_resident_million_grids_per_second": direct.resident,
        "objects_resident_million_grids_per_second": direct.objects,
        "wrong": direct.wrong,
    })
}
