//! `megabatt cache`.

use super::{exit, store};
use crate::args::{CacheArgs, CacheCommand, FormatArg};
use crate::output::print;
use crate::table::{bytes, counted};
use megabatt_cpu::engine_name;
use serde_json::json;

pub fn cache(args: &CacheArgs) -> Result<u8, String> {
    match &args.command {
        None => show(args),
        Some(CacheCommand::Clear(clear)) => {
            let mut library = store::open_existing(&clear.library)?;
            let gone = library.clear_cache().map_err(|e| e.to_string())?;
            print(&match clear.format {
                FormatArg::Table => format!("{} forgotten\n", counted(gone as usize, "result")),
                FormatArg::Json => format!("{:#}\n", json!({ "removed": gone })),
            });
            Ok(exit::FINE)
        }
    }
}

fn show(args: &CacheArgs) -> Result<u8, String> {
    let library = store::open_existing(&args.shown.library)?;
    let stats = library.cache_stats(engine_name()).map_err(|e| e.to_string())?;
    let rate = (stats.asked > 0).then(|| stats.found as f64 / stats.asked as f64);
    print(&match args.shown.format {
        FormatArg::Json => format!(
            "{:#}\n",
            json!({
                "path": library.path().display().to_string(),
                "entries": stats.entries,
                "stale": stats.stale,
                "bytes": stats.bytes,
                "asked": stats.asked,
                "found": stats.found,
                "hit_rate": rate,
                "engine": engine_name(),
            })
        ),
        FormatArg::Table => {
            let hits = match rate {
                Some(rate) => format!("{:.1} % ({} of {})", rate * 100.0, stats.found, stats.asked),
                None => "nothing was looked for yet".to_string(),
            };
            let entries = match stats.stale {
                0 => stats.entries.to_string(),
                stale => format!("{} ({stale} of other versions; `megabatt library gc` removes them)", stats.entries),
            };
            format!(
                "file      {}\nentries   {entries}\nsize      {}\nhit rate  {hits}\n",
                library.path().display(),
                bytes(stats.bytes)
            )
        }
    });
    Ok(exit::FINE)
}
