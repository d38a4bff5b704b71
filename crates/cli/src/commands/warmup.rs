//! `megabatt warmup`.

use super::{exit, gpu};
use crate::args::{FormatArg, WarmupArgs};
use crate::output::print;
use crate::table::duration;
use megabatt_batch::devices::{count, ready};
use serde_json::json;

pub fn warmup(args: &WarmupArgs) -> Result<u8, String> {
    let named = &args.gpus.gpus;
    let all = match named.as_slice() {
        [] => (0..count().map_err(|error| gpu::no_gpu(&error))?).collect(),
        named => named.to_vec(),
    };
    if all.is_empty() {
        return Err(
            "no GPU can be used: the driver is there, but no card\n  help: `megabatt devices` tells more".to_string()
        );
    }
    let mut warmed = Vec::new();
    let mut skipped = Vec::new();
    for number in all {
        let (card, took) = match ready(number) {
            Ok(ready) => ready,
            Err(error) if named.is_empty() => {
                skipped.push(error);
                continue;
            }
            Err(error) => return Err(gpu::no_gpu(&error)),
        };
        let name = card.device().info().name.clone();
        if args.format == FormatArg::Table {
            let [context, kernels, tables, lanes] = [took.context, took.kernels, took.tables, took.lanes].map(duration);
            print(&format!(
                "GPU {number} ({name}) is ready: context {context}, kernels {kernels}, tables {tables}, memory {lanes}\n"
            ));
        }
        warmed.push(json!({
            "gpu": number,
            "name": name,
            "context_ms": took.context.as_secs_f64() * 1e3,
            "kernels_ms": took.kernels.as_secs_f64() * 1e3,
            "tables_ms": took.tables.as_secs_f64() * 1e3,
            "memory_ms": took.lanes.as_secs_f64() * 1e3,
        }));
    }
    if let (true, Some(error)) = (warmed.is_empty(), skipped.first()) {
        return Err(gpu::no_gpu(error));
    }
    gpu::tell_skipped(&skipped);
    if args.format == FormatArg::Json {
        print(&format!("{:#}\n", json!(warmed)));
    }
    Ok(exit::FINE)
}
