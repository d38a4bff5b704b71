//! `megabatt devices`.

use super::{exit, gpu};
use crate::args::{DevicesArgs, FormatArg};
use crate::output::print;
use crate::table::{Align, render};
use megabatt_batch::devices::{Found, json, list};
use megabatt_batch::{Family, Tuning};

pub fn devices(args: &DevicesArgs) -> Result<u8, String> {
    let found = list();
    let tuning = gpu::tuning();
    let usable = matches!(&found, Ok(all) if all.iter().any(|device| device.trouble.is_none()));
    let format = if args.json { FormatArg::Json } else { args.format };
    print(&match format {
        FormatArg::Json => format!("{:#}\n", json(&found, &tuning)),
        FormatArg::Table => match &found {
            Ok(all) if !all.is_empty() => table(all, &tuning),
            Ok(_) => "no GPU: the driver is there, but no card\nall batches run on the CPU\n".to_string(),
            Err(error) => format!("no GPU: {error}\nall batches run on the CPU\n"),
        },
    });
    Ok(if usable { exit::FINE } else { exit::FOUND })
}

fn gibibytes(bytes: usize) -> String {
    format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30))
}

fn table(all: &[Found], tuning: &Tuning) -> String {
    let left = Align::Left;
    let headings = [
        ("GPU", Align::Right),
        ("name", left),
        ("memory", left),
        ("free", left),
        ("compute", left),
        ("driver", left),
        ("state", left),
    ];
    let row = |found: &Found| {
        let info = &found.info;
        vec![
            info.ordinal.to_string(),
            info.name.clone(),
            gibibytes(info.total_memory),
            found.free.map_or("?".to_string(), gibibytes),
            format!("{}.{}", info.compute_capability.0, info.compute_capability.1),
            format!("CUDA {}.{}", info.driver.0, info.driver.1),
            found.trouble.clone().map_or("usable".to_string(), |why| format!("not usable: {why}")),
        ]
    };
    let mut text = render(&headings, &all.iter().map(row).collect::<Vec<_>>());
    for found in all {
        text.push_str(&match tuning.get(&found.info) {
            None => format!("GPU {}: not measured yet; `megabatt tune` does it\n", found.info.ordinal),
            Some(points) => {
                let least = |family: &Family| match points.get(family).and_then(|points| Tuning::least(points)) {
                    Some(rows) => format!("{} {rows}", family.name()),
                    None => format!("{} never", family.name()),
                };
                let all: Vec<String> = Family::ALL.iter().filter(|f| points.contains_key(f)).map(least).collect();
                format!("GPU {}: quicker than the CPU from so many grids on: {}\n", found.info.ordinal, all.join(", "))
            }
        });
    }
    text
}
