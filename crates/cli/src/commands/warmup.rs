//! `megabatt warmup`.

use super::{exit, gpu};
use crate::args::{FormatArg, WarmupArgs};
use crate::output::print;
use crate::table::duration;
use megabatt_batch::devices::{list, ready};
use serde_json::json;

pub fn warmup(args: &WarmupArgs) -> Result<u8, String> {
    let told = |error| gpu::no_gpu(&error);
    let all = if args.gpus.gpus.is_empty() {
        list().map_err(told)?.iter().map(|found| found.info.ordinal).collect()
    } else {
        args.gpus.gpus.clone()
    };
    if all.is_empty() {
        return Err(
            "no GPU can be used: the driver is there, but no card\n  help: `megabatt devices` tells more".to_string()
        );
    }
    let mut warmed = Vec::new();
    for number in all {
        let (device, took) = ready(number).map_err(told)?;
        let name = device.info().name.clone();
        if args.format == FormatArg::Table {
            let [context, kernels, tables] = [took.context, took.kernels, took.tables].map(duration);
            print(&format!("GPU {number} ({name}) is ready: context {context}, kernels {kernels}, tables {tables}\n"));
        }
        warmed.push(json!({
            "gpu": number,
            "name": name,
            "context_ms": took.context.as_secs_f64() * 1e3,
            "kernels_ms": took.kernels.as_secs_f64() * 1e3,
            "tables_ms": took.tables.as_secs_f64() * 1e3,
        }));
    }
    if args.format == FormatArg::Json {
        print(&format!("{:#}\n", json!(warmed)));
    }
    Ok(exit::FINE)
}
