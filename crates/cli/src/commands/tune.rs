//! `megabatt tune`.

use super::{exit, gpu};
use crate::args::{FormatArg, TuneArgs};
use crate::output::{print, tell};
use crate::table::{Align, duration, render};
use megabatt_batch::bench::{Patience, TUNED, tune as measure};
use megabatt_batch::{Point, Points, Tuning, devices};
use serde_json::json;
use std::time::Duration;

pub fn tune(args: &TuneArgs) -> Result<u8, String> {
    let path = gpu::tuning_path()?;
    // What is there but cannot be read is made anew.
    let mut tuning = Tuning::load(&path).unwrap_or_default();
    let (card, _) = devices::ready(args.gpu).map_err(|error| gpu::no_gpu(&error))?;
    let device = card.device();
    let points =
        measure(device, &TUNED, Patience::SHORT, &mut |family, _| tell(&format!("measured {}", family.name())));
    print(&match args.format {
        FormatArg::Table => table(&points),
        FormatArg::Json => format!("{:#}\n", json!({ "gpu": device.info().name, "families": points })),
    });
    if args.dry_run {
        tell("nothing was kept, as --dry-run says");
    } else {
        tuning.set(device.info(), points);
        tuning.save(&path).map_err(|e| e.to_string())?;
        tell(&format!("kept in {}", path.display()));
    }
    Ok(exit::FINE)
}

fn table(points: &Points) -> String {
    let right = Align::Right;
    let headings = [
        ("family", Align::Left),
        ("pipeline", Align::Left),
        ("grids", right),
        ("CPU", right),
        ("GPU", right),
        ("quicker", Align::Left),
    ];
    let mut rows = Vec::new();
    let mut ends = String::new();
    for (family, points) in points {
        for (n, point) in points.iter().enumerate() {
            let first = |text: &str| if n == 0 { text.to_string() } else { String::new() };
            rows.push(line(first(family.name()), first(family.sample()), point));
        }
        ends.push_str(&match Tuning::least(points) {
            Some(least) => format!("{}: from {least} grids on the GPU is quicker\n", family.name()),
            None => format!("{}: at the largest size the CPU is quicker\n", family.name()),
        });
    }
    render(&headings, &rows) + &ends
}

fn line(family: String, pipeline: String, point: &Point) -> Vec<String> {
    let time = |microseconds: f64| duration(Duration::from_secs_f64(microseconds / 1e6));
    let quicker = if point.device < point.cpu { "GPU" } else { "CPU" };
    vec![family, pipeline, point.rows.to_string(), time(point.cpu), time(point.device), quicker.to_string()]
}
