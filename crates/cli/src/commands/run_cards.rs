//! The part of GPUs in `megabatt run --pair all`.

use super::{gpu, run_battery};
use crate::args::{BackendArg, RunArgs};
use crate::table::{Align, counted, duration, render};
use megabatt_batch::battery::{BatteryReport, Cards};
use megabatt_core::Op;

/// The GPUs that the arguments want; with `auto` they are not even looked for yet.
pub fn wanted(args: &RunArgs) -> Result<Option<Cards>, String> {
    let asked = &args.cards;
    let named = &asked.gpus.gpus;
    if !named.is_empty() && asked.backend == BackendArg::Cpu {
        return Err(
            "--gpu says which GPUs, and --backend cpu that none is used\n  help: leave one of them out".to_string()
        );
    }
    let meant = !named.is_empty() || asked.backend == BackendArg::Cuda;
    if meant && (!run_battery::is_wanted(args) || args.profile) {
        return Err("GPUs run batteries of programs, as with --pair all and without --alone, --call-timeout and --profile\n  help: \
                    leave --backend cuda out, or add --pair all; --explain-plan tells what operations took on the GPU"
            .to_string());
    }
    if asked.backend == BackendArg::Cpu || !run_battery::is_wanted(args) || args.profile {
        return Ok(None);
    }
    let cards = match (meant, named.as_slice()) {
        (false, _) => Cards::if_worth_it(),
        (true, []) => Cards::named(&[0]).map_err(|error| gpu::no_gpu(&error))?,
        (true, numbers) => Cards::named(numbers).map_err(|error| gpu::no_gpu(&error))?,
    };
    Ok(Some(cards.without(asked.no_gpu_op.clone()).profiled(asked.explain_plan)))
}

/// A line about what GPUs did; nothing if they did nothing and nobody asked.
pub fn line(report: &BatteryReport) -> String {
    let mut text = String::new();
    if report.rows > 0 {
        let left = 100.0 * report.left() as f64 / report.rows as f64;
        text = format!(
            "{}: {} runs in {}, {:.1} % of them left to the CPU\n",
            report.cards.join(", "),
            report.rows,
            counted(report.launches, "part"),
            left
        );
    }
    for why in &report.failures {
        text.push_str(&format!(
            "a GPU could not do its part, the CPU did: {}\n",
            why.lines().next().unwrap_or_default()
        ));
    }
    text
}

/// All about it, as `--explain-plan` shows it.
pub fn explained(report: &BatteryReport) -> String {
    if report.rows == 0 {
        let why = match (&report.declined, report.estimate) {
            (Some(why), _) => format!("all on the CPU: {why}"),
            (None, Some(left)) => format!("all on the CPU: when that was asked, {} of work were left", duration(left)),
            (None, None) => "all on the CPU: it was done before a GPU was worth looking for".to_string(),
        };
        return format!("{why}\n");
    }
    let mut text = format!(
        "{} of the programs are for GPUs, {} of them were worth it in the end; kernels took {}, handing rows over and reading results \
         included {}\n\n",
        report.programs,
        report.programs_last,
        duration(report.kernels),
        duration(report.whole)
    );
    let mut left: Vec<_> = report.left.iter().collect();
    left.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let headings = [("left to the CPU", Align::Right), ("by", Align::Left), ("because", Align::Left)];
    let rows: Vec<Vec<String>> = left
        .iter()
        .take(20)
        .map(|((reason, op), count)| {
            vec![count.to_string(), op.map_or("-", Op::name).to_string(), reason.text().to_string()]
        })
        .collect();
    text.push_str(&render(&headings, &rows));
    let mut took: Vec<_> = report.took.iter().collect();
    took.sort_by_key(|(_, (ticks, _))| std::cmp::Reverse(*ticks));
    let all: u64 = took.iter().map(|(_, (ticks, _))| ticks).sum();
    let headings = [("operation on the GPU", Align::Left), ("calls", Align::Right), ("share", Align::Right)];
    let rows: Vec<Vec<String>> = took
        .iter()
        .take(20)
        .map(|(op, (ticks, calls))| {
            vec![
                op.name().to_string(),
                calls.to_string(),
                format!("{:.1} %", 100.0 * *ticks as f64 / all.max(1) as f64),
            ]
        })
        .collect();
    format!("{text}\n{}", render(&headings, &rows))
}
