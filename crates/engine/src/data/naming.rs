//! What the names of files and folders say about the tasks in them.

use super::task::Split;
use std::path::Path;

/// The id of a task in a file of its own: `folder/0a1b.json.gz` holds `0a1b`.
pub(super) fn id(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    let name = without_end(name, ".gz");
    without_end(name, ".json")
}

/// `name` without `end`, whatever its case.
pub(super) fn without_end<'a>(name: &'a str, end: &str) -> &'a str {
    match name.len().checked_sub(end.len()).and_then(|at| name.split_at_checked(at)) {
        Some((start, tail)) if tail.eq_ignore_ascii_case(end) => start,
        _ => name,
    }
}

/// The split that a file's own name says, else its folders', the nearest first.
pub(super) fn split<'a>(file: &str, folders: impl IntoIterator<Item = &'a str>) -> Option<Split> {
    in_file_name(file).or_else(|| folders.into_iter().find_map(Split::from_name))
}

/// `arc-agi_training_challenges.json` is of the training split; a name that says both says nothing.
fn in_file_name(file: &str) -> Option<Split> {
    let mut said = file.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(Split::from_name);
    let first = said.next()?;
    said.all(|other| other == first).then_some(first)
}

/// The split of a file on disk that was found below `root`, or given itself (`root` is then the file). Folders
/// further up than the given one do not count: all of somebody's work may lie in `~/training`.
pub(super) fn split_on_disk(file: &Path, root: &Path) -> Option<Split> {
    let name = file.file_name()?.to_string_lossy().into_owned();
    let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let below = file.strip_prefix(root).map_or(0, |rest| rest.components().count());
    let folders: Vec<String> = absolute
        .ancestors()
        .skip(1)
        .take(below.max(1))
        .filter_map(|f| f.file_name())
        .map(|f| f.to_string_lossy().into_owned())
        .collect();
    split(&name, folders.iter().map(String::as_str))
}

/// Where the solutions to a challenges file are: the same path with the last `challenges` of the file's name
/// replaced. `None` for other files.
pub(super) fn solutions_for(challenges: &str) -> Option<String> {
    let name_at = challenges.rfind('/').map_or(0, |slash| slash + 1);
    let at = name_at + challenges[name_at..].rfind("challenges")?;
    Some(format!("{}solutions{}", &challenges[..at], &challenges[at + "challenges".len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_the_bare_file_name() {
        assert_eq!(id("a/b/0a1b.json"), "0a1b");
        assert_eq!(id("0a1b.JSON.gz"), "0a1b");
        assert_eq!(id("é"), "é");
        assert_eq!(id(""), "");
    }

    #[test]
    fn names_say_the_split() {
        assert_eq!(split("arc-agi_training_challenges.json", []), Some(Split::Train));
        assert_eq!(split("x.json", ["part", "Evaluation", "training"]), Some(Split::Eval));
        assert_eq!(split("train-eval.json", []), None);
        assert_eq!(split("strain.json", ["constraining"]), None);
        assert_eq!(split_on_disk(Path::new("/d/training/a/x.json"), Path::new("/d")), Some(Split::Train));
        assert_eq!(split_on_disk(Path::new("/training/d/a/x.json"), Path::new("/training/d")), None);
        assert_eq!(split_on_disk(Path::new("/training/x.json"), Path::new("/training")), Some(Split::Train));
        assert_eq!(split_on_disk(Path::new("/training/x.json"), Path::new("/training/x.json")), Some(Split::Train));
    }

    #[test]
    fn solutions_lie_beside_challenges() {
        let found = solutions_for("challenges/a_challenges.json.gz");
        assert_eq!(found.as_deref(), Some("challenges/a_solutions.json.gz"));
        assert_eq!(solutions_for("challenges/a.json"), None);
    }
}
