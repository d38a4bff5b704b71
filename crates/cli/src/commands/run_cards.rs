//! The part of GPUs in `megabatt run --pair all`.

use super::{gpu, run_battery};
use crate::args::{BackendArg, RunArgs};
use crate::table::{Align, counted, duration, render};
use megabatt_batch::battery::{self, BatteryOptions, BatteryReport, CardBattery, OpenCard};
use megabatt_batch::devices;
use megabatt_core::{Dialect, Op};
use megabatt_cuda::device::SharedDevice;
use megabatt_engine::data::Task;
use megabatt_engine::run::Sample;
use megabatt_exec::{Limits, Prepared};
use serde_json::{Value as Json, json};
use std::time::Duration;

/// With `auto`, threads work alone for this long, and then have to have this much to go.
const PATIENCE: (Duration, Duration) = (Duration::from_millis(300), Duration::from_millis(1_500));

/// GPUs that are to take part.
pub struct Cards {
    open: Vec<OpenCard>,
    patience: Option<(Duration, Duration)>,
    dialect: Dialect,
    off: Vec<Op>,
    profile: bool,
}

/// The GPUs that the arguments want; with `auto` they are not even looked for yet.
pub fn wanted(args: &RunArgs) -> Result<Option<Cards>, String> {
    let asked = &args.cards;
    let named = !asked.gpus.gpus.is_empty();
    if named && asked.backend == BackendArg::Cpu {
        return Err(
            "--gpu says which GPUs, and --backend cpu that none is used\n  help: leave one of them out".to_string()
        );
    }
    let meant = named || asked.backend == BackendArg::Cuda;
    if meant && (!run_battery::is_wanted(args) || args.profile) {
        return Err("GPUs run batteries of programs, as with --pair all and without --alone, --call-timeout and --profile\n  help: \
                    leave --backend cuda out, or add --pair all; --explain-plan tells what operations took on the GPU"
            .to_string());
    }
    if asked.backend == BackendArg::Cpu || !run_battery::is_wanted(args) || args.profile {
        return Ok(None);
    }
    let numbers = if named { asked.gpus.gpus.clone() } else { vec![0] };
    let mut open: Vec<OpenCard> = Vec::new();
    for number in numbers {
        if meant {
            // A GPU that is asked for and not there is a mistake, and told before anything runs.
            let device = opened(number)?;
            open.push(Box::new(move || Ok(device)));
        } else {
            open.push(Box::new(move || opened(number)));
        }
    }
    Ok(Some(Cards {
        open,
        patience: (!meant).then_some(PATIENCE),
        dialect: args.machine.workers.dialect.into(),
        off: asked.no_gpu_op.clone(),
        profile: asked.explain_plan,
    }))
}

fn opened(number: usize) -> Result<SharedDevice, String> {
    devices::open(number).map_err(|error| gpu::no_gpu(&error))
}

impl Cards {
    /// A battery in which they take part.
    pub fn take(self, cpu: Box<dyn Prepared>, tasks: &[Task], limits: &Limits) -> CardBattery<'static> {
        let samples = tasks.iter().flat_map(|task| Sample::all(task).map(|sample| sample.of(task).input.clone()));
        let options = BatteryOptions {
            dialect: self.dialect,
            limits: *limits,
            off: self.off,
            patience: self.patience,
            samples: None,
            profile: self.profile,
            ticks_here: battery::TICKS_HERE,
        };
        CardBattery::new(cpu, samples.collect(), self.open, options)
    }
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
        "{} of the programs are for GPUs; kernels took {}, handing rows over and reading results included {}\n\n",
        report.programs,
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

pub fn as_json(report: &BatteryReport) -> Json {
    let left = report
        .left
        .iter()
        .map(|((reason, op), count)| json!({"rows": count, "operation": op.map(Op::name), "because": reason.text()}));
    let took =
        report.took.iter().map(|(op, (ticks, calls))| json!({"operation": op.name(), "calls": calls, "ticks": ticks}));
    json!({
        "gpus": report.cards,
        "programs": report.programs,
        "rows": report.rows,
        "launches": report.launches,
        "kernel_seconds": report.kernels.as_secs_f64(),
        "whole_seconds": report.whole.as_secs_f64(),
        "left": left.collect::<Vec<_>>(),
        "operations": took.collect::<Vec<_>>(),
        "declined": report.declined,
        "failures": report.failures,
    })
}
