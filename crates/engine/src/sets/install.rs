//! From a wheel into the cache.

use super::cache::{Cache, Manifest, TaskCounts, sha256};
use super::catalogue::{PACKAGE, Set};
use super::date;
use super::error::SetError;
use super::wheel::Wheel;
use crate::data::{self, Filter, Severity, Split};
use std::path::{Path, PathBuf};

/// Takes the file of a set out of a wheel. A file that is not all good tasks, or not the one this version is known to
/// have, is refused and what was there stays.
pub fn install(cache: &Cache, set: &Set, wheel: &Path) -> Result<(PathBuf, Manifest), SetError> {
    let mut wheel = Wheel::open(wheel)?;
    let (file, content) = wheel.file_of(set)?;
    let digest = sha256(&content);
    if let Some(known) = set.known_sha256(&wheel.version)
        && known != digest
    {
        let what = format!(
            "{file} in it is not the one that {PACKAGE} {} was published with (SHA-256 {}… instead of {}…)",
            wheel.version,
            &digest[..12],
            &known[..12]
        );
        return Err(wheel.wrong(what, "the index or the wheel was tampered with or broken; get it from elsewhere"));
    }
    let loaded = data::load_contents(&[(&file, &content)], &Filter::default());
    if let Some(problem) = loaded.problems.iter().find(|problem| problem.severity == Severity::Error) {
        return Err(wheel.wrong(format!("its tasks cannot be used: {}", problem.what), &problem.help));
    }
    let count = |split: Split| loaded.tasks.iter().filter(|task| task.split == Some(split)).count();
    let manifest = Manifest {
        name: set.name.to_owned(),
        package: PACKAGE.to_owned(),
        version: wheel.version.clone(),
        file,
        bytes: content.len() as u64,
        sha256: digest,
        tasks: TaskCounts { training: count(Split::Train), evaluation: count(Split::Eval) },
        fetched: date::now(),
    };
    let path = cache.store(set, &manifest, &content)?;
    Ok((path, manifest))
}
