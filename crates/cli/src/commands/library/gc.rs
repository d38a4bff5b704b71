//! Throwing away what is of no use.

use super::words::{program_json, short};
use crate::args::{FormatArg, GcArgs};
use crate::commands::{exit, store};
use crate::output::print;
use crate::table::counted;
use megabatt_cpu::engine_name;
use megabatt_store::GcOptions;
use serde_json::json;

pub fn gc(args: &GcArgs) -> Result<u8, String> {
    let mut library = store::open_existing(&args.common.library)?;
    let options = GcOptions { unscored: args.unscored, dry_run: args.dry_run };
    let garbage = library.gc(engine_name(), &options).map_err(|e| e.to_string())?;
    if args.common.format == FormatArg::Json {
        let programs: Vec<_> = garbage.programs.iter().map(program_json).collect();
        let document = json!({ "dry_run": args.dry_run, "programs": programs, "stale_results": garbage.stale });
        print(&format!("{document:#}\n"));
        return Ok(exit::FINE);
    }
    let mut text = String::new();
    for program in &garbage.programs {
        text.push_str(&format!("{}  {}\n", short(program.exact), program.name));
    }
    let verb = if args.dry_run { "would be removed" } else { "removed" };
    let programs = counted(garbage.programs.len(), "program");
    text.push_str(&format!("{programs} and {} of other versions {verb}\n", counted(garbage.stale as usize, "result")));
    print(&text);
    Ok(exit::FINE)
}
