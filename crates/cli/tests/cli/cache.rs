//! `megabatt cache`.

use crate::common::{Folder, TASKS, programs};

#[test]
fn size_entries_and_hit_rate() {
    let folder = Folder::with("cache_show", &programs(), TASKS);
    let validate = || assert_eq!(folder.megabatt(&["validate", "p.py", "--data", "t.json"]).code, 0);
    validate();
    validate();
    validate();
    let ran = folder.megabatt(&["cache"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let text = ran.out.replace(&folder.path("").display().to_string(), "FOLDER/");
    insta::assert_snapshot!("cache", text);
    let json = folder.megabatt(&["cache", "--format", "json"]).json();
    let number = |key: &str| json[key].as_u64().unwrap();
    assert_eq!(["entries", "stale", "asked", "found"].map(number), [2, 0, 6, 4]);
    assert!(number("bytes") > 0 && json["hit_rate"].as_f64().unwrap() > 0.66);
}

#[test]
fn clearing_forgets_results_and_keeps_programs() {
    let folder = Folder::with("cache_clear", &programs(), TASKS);
    assert_eq!(folder.megabatt(&["library", "add", "p.py", "--data", "t.json"]).code, 0);
    let ran = folder.megabatt(&["cache", "clear"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "2 results forgotten\n"));
    assert!(folder.megabatt(&["cache"]).out.contains("nothing was looked for yet"));
    let stats = folder.megabatt(&["library", "stats", "--format", "json"]).json();
    assert_eq!((stats["programs"].as_u64(), stats["scores"].as_u64()), (Some(2), Some(2)));
    let ran = folder.megabatt(&["validate", "p.py", "--data", "t.json", "--format", "json"]);
    assert_eq!(ran.json()["totals"]["from_cache"], 0);
    let json = folder.megabatt(&["cache", "clear", "--format", "json"]).json();
    assert_eq!(json["removed"], 2);
}
