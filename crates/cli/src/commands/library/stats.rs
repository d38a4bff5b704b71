//! The library in numbers.

use crate::args::{FormatArg, StatsArgs};
use crate::commands::{exit, store};
use crate::output::print;
use crate::table::bytes;
use serde_json::json;

pub fn stats(args: &StatsArgs) -> Result<u8, String> {
    let library = store::open_existing(&args.common.library)?;
    let stats = library.stats().map_err(|e| e.to_string())?;
    let path = library.path().display().to_string();
    if args.common.format == FormatArg::Json {
        let dialects: serde_json::Map<_, _> = stats.dialects.iter().map(|(name, n)| (name.clone(), json!(n))).collect();
        let document = json!({
            "path": path,
            "bytes": stats.bytes,
            "programs": stats.programs,
            "dialects": dialects,
            "alike": stats.alike,
            "unscored": stats.unscored,
            "scores": stats.scores,
            "reports": stats.reports,
            "tasks": stats.tasks,
            "solved": stats.solved,
        });
        print(&format!("{document:#}\n"));
        return Ok(exit::FINE);
    }
    let dialects: Vec<String> = stats.dialects.iter().map(|(name, n)| format!("{n} {name}")).collect();
    let programs = match dialects.as_slice() {
        [] => "0".to_string(),
        dialects => format!("{} ({})", stats.programs, dialects.join(", ")),
    };
    let lines = [
        ("file", path),
        ("size", bytes(stats.bytes)),
        ("programs", programs),
        ("alike", format!("{} share their canonical id with another", stats.alike)),
        ("unscored", stats.unscored.to_string()),
        ("scores", stats.scores.to_string()),
        ("reports", format!("{} of solver trees", stats.reports)),
        ("tasks", format!("{}, {} of them solved", stats.tasks, stats.solved)),
    ];
    print(&lines.iter().map(|(what, value)| format!("{what:<9} {value}\n")).collect::<String>());
    Ok(exit::FINE)
}
