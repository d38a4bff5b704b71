//! Several samples at a time, line by line.
//!
//! A battery has thousands of lines, most of them small, and each runs other code than the one before. On one sample after the other,
//! a line finds neither its instructions in the processor's cache nor its branches foretold, since all other lines came
//! between. So a line runs for some samples, one after the other, before the next line does. Samples have nothing in common but the lines
//! that need none of them, so what each of them gives is what it gives by itself.

use super::CpuBattery;
use super::places::Line;
use super::plan::Plan;
use super::sample::{Progress, Sample};
use crate::ticks::Ticks;
use megabatt_core::Value;
use megabatt_exec::battery::Member;
use megabatt_exec::{Cancel, RowResult};
use std::sync::PoisonError;

/// With more samples at a time, what they hold is not in the processor's cache any more.
pub const MOST: usize = 8;

/// A program that holds more memory than this on one sample is run to its end there, so that no two samples hold much at a time.
const MUCH: u64 = 1 << 20;

impl CpuBattery {
    /// What these programs give on each of the samples, handed on program by program.
    pub(super) fn run_group<'a>(
        &'a self,
        inputs: &[&'a [Value]],
        programs: impl Iterator<Item = usize>,
        cancel: &'a Cancel,
        take: &mut dyn FnMut(usize, Vec<RowResult>),
    ) {
        let plans = || self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        let plan = plans().pop().unwrap_or_else(|| Plan::new(&self.battery, true));
        let sample = |inputs: &&'a [Value]| Sample::new(self, &plan, None, inputs, cancel);
        let mut samples: Vec<Sample> = inputs.iter().map(sample).collect();
        for number in programs {
            if cancel.is_cancelled() {
                break;
            }
            let lines = &plan.places.programs[number].lines;
            let Some(results) = run_program(&mut samples, number, lines, &self.battery.programs[number]) else { break };
            take(number, results);
        }
        samples.into_iter().for_each(Sample::close);
        let plan = plan.settled(&self.battery);
        plans().push(plan);
    }
}

/// What a program gives on each of the samples; None if it was stopped.
fn run_program(samples: &mut [Sample], number: usize, lines: &[Line], member: &Member) -> Option<Vec<RowResult>> {
    let mut clock = Ticks::now();
    let mut rows: Vec<Row> = samples.iter().map(|sample| Row::new(sample.start(member))).collect();
    for (n, &line) in lines.iter().enumerate() {
        let mut some_go_on = false;
        for (sample, row) in samples.iter_mut().zip(&mut rows) {
            if row.result.is_some() || !row.so_far.goes_on() {
                continue;
            }
            sample.clock = clock;
            sample.step(line, &mut row.so_far)?;
            if row.so_far.sum.level > MUCH {
                sample.go_on(&lines[n + 1..], &mut row.so_far)?;
                row.result = Some(sample.end(number, member, &row.so_far)?);
                sample.forget(number);
                sample.clock = Ticks::now();
            } else {
                some_go_on |= row.so_far.goes_on();
            }
            clock = sample.clock;
        }
        if !some_go_on {
            break;
        }
    }
    let ends = samples.iter_mut().zip(rows).map(|(sample, row)| match row.result {
        Some(result) => Some(result),
        None => {
            let result = sample.end(number, member, &row.so_far);
            sample.forget(number);
            result
        }
    });
    ends.collect()
}

/// A program on one of the samples.
struct Row {
    so_far: Progress,
    /// What it gave, where it was run to its end before the others.
    result: Option<RowResult>,
}

impl Row {
    fn new(so_far: Progress) -> Row {
        Row { so_far, result: None }
    }
}
