//! What was measured, for people.

use super::Measured;
use crate::table::{Align, render};
use megabatt_batch::bench::{Case, LIMIT};

pub fn progress(case: &Case) -> String {
    let (work, grids, shapes) = (case.work.name, case.grids, case.shapes.name());
    format!("{work}, {grids} grids {shapes}: CPU {} ms, GPU {} ms", number(case.cpu), number(case.device.total))
}

pub fn text(measured: &Measured) -> String {
    let info = &measured.info;
    let mut text = format!("{}, CUDA {}.{}; {} threads\n\n", info.name, info.driver.0, info.driver.1, measured.threads);
    text.push_str(&of_sizes(&measured.cases));
    text.push_str("\nmilliseconds, medians; from separately allocated grids to separately allocated grids. The parts of large batches run side by side.\n\n");
    let first = &measured.first;
    text.push_str(&format!(
        "first use in a process: context {} ms, kernels {} ms, tables {} ms, memory {} ms\n",
        number(first.readied.context.as_secs_f64() * 1e3),
        number(first.readied.kernels.as_secs_f64() * 1e3),
        number(first.readied.tables.as_secs_f64() * 1e3),
        number(first.readied.lanes.as_secs_f64() * 1e3),
    ));
    for batch in &first.batches {
        text.push_str(&format!(
            "after that {}: the first batch of {} grids {} ms, later ones {} ms\n",
            batch.pipeline,
            batch.grids,
            number(batch.first),
            number(batch.later),
        ));
    }
    for direct in &measured.direct {
        text.push_str(&format!(
            "{} grids 25x25: 3 operations from pinned memory to pinned memory {} ms; resident: rot90+flip {:.0} M grids/s, objects {:.0} M grids/s\n",
            direct.grids,
            number(direct.pinned),
            direct.resident,
            direct.objects
        ));
    }
    if let Some(beside) = &measured.beside {
        text.push_str(&format!("\n{}", beside.text()));
    }
    let most = |behind: fn(&Case) -> f64| 100.0 * measured.cases.iter().map(behind).fold(0.0, f64::max);
    let far = |behind: fn(&Case) -> f64| measured.cases.iter().filter(|case| behind(case) > LIMIT - 1.0).count();
    let clear = measured.cases.iter().filter(|case| case.auto_in_turns.is_clear_of(LIMIT)).count();
    let first = measured.cases.iter().filter(|case| case.first_path == case.quicker()).count();
    text.push_str(&format!(
        "\nauto is at most {:.0} % behind the better of CPU and GPU, and more than a tenth in {} of {} rows, each round compared with itself ({clear} rows were measured until that was certain, to 99 %; {:.0} % and {} rows by medians of all); the first batch goes the better way in {first}\n",
        most(behind),
        far(behind),
        measured.cases.len(),
        most(behind_by_medians),
        far(behind_by_medians),
    ));
    text.push_str(&match measured.wrong() {
        0 => "every result is the CPU's\n".to_string(),
        wrong => format!("{wrong} results differ from the CPU's\n"),
    });
    text
}

/// How far auto is behind the better way, each round compared with itself: where neighbours make a machine's cores slower for a while, medians of all
/// runs differ even where both go the same way.
pub fn behind(case: &Case) -> f64 {
    case.auto_in_turns.median - 1.0
}

/// How far auto is behind the better way, by the medians of all runs.
pub fn behind_by_medians(case: &Case) -> f64 {
    case.auto / case.cpu.min(case.device.total) - 1.0
}

fn of_sizes(cases: &[Case]) -> String {
    let right = Align::Right;
    let headings = [
        ("work", Align::Left),
        ("shapes", Align::Left),
        ("grids", right),
        ("CPU", right),
        ("gather", right),
        ("upload", right),
        ("kernels", right),
        ("download", right),
        ("scatter", right),
        ("GPU", right),
        ("speed-up", right),
        ("auto", right),
        ("path", Align::Left),
    ];
    let row = |case: &Case| {
        let parts = &case.device.parts;
        let times = [parts.gather, parts.upload, parts.kernels, parts.download, parts.scatter, case.device.total];
        let mut row =
            vec![case.work.name.to_string(), case.shapes.name().to_string(), case.grids.to_string(), number(case.cpu)];
        row.extend(times.map(number));
        row.push(format!("{:.2}", case.cpu / case.device.total));
        row.push(number(case.auto));
        row.push(case.auto_path.to_string());
        row
    };
    render(&headings, &cases.iter().map(row).collect::<Vec<_>>())
}

/// A number with about three digits.
pub fn number(n: f64) -> String {
    match n {
        n if n >= 100.0 => format!("{n:.0}"),
        n if n >= 1.0 => format!("{n:.2}"),
        n => format!("{n:.4}"),
    }
}
