//! Verbs that need a GPU, where there is none: the tests hide what the machine has.

use crate::common::Folder;

#[test]
fn without_a_gpu_it_is_said_plainly_and_what_to_do() {
    let folder = Folder::new("no_gpu");
    for args in [
        &["tune"][..],
        &["warmup"],
        &["warmup", "--gpu", "0"],
        &["bench", "gpu"],
        &["batch", "rot90", "--backend", "cuda"],
        &["run", "--pair", "all", "--backend", "cuda"],
        &["run", "--pair", "all", "--gpu", "1"],
        &["batch", "rot90", "--gpu", "0,0"],
    ] {
        let ran = folder.megabatt(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.starts_with("error: no GPU can be used: "), "{args:?}: {}", ran.err);
        assert!(ran.err.contains("\n  help: "), "{args:?}: {}", ran.err);
    }
}

#[test]
fn devices_lists_none() {
    let folder = Folder::new("devices_none");
    let ran = folder.megabatt(&["devices"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.starts_with("no GPU: ") && ran.out.ends_with("all batches run on the CPU\n"), "{}", ran.out);
    let ran = folder.megabatt(&["devices", "--format", "json"]);
    assert_eq!(ran.code, 1);
    let document: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(document["gpus"], serde_json::json!([]));
    let short = folder.megabatt(&["devices", "--json"]);
    assert_eq!((short.code, short.out), (1, ran.out));
    let ran = folder.megabatt(&["bench", "gpu", "--format", "json"]);
    assert!(ran.code == 2 && ran.err.starts_with("error: no GPU can be used: "), "{}", ran.err);
}

#[test]
fn choices_that_contradict_each_other_are_refused() {
    let ran = Folder::new("devices_contradiction").megabatt(&["batch", "rot90", "--backend", "cpu", "--gpu", "0"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("leave one of them out"), "{}", ran.err);
}

#[test]
fn a_broken_file_of_measurements_is_told_and_not_needed() {
    let folder = Folder::new("devices_broken_file");
    folder.write("devices.json", "{");
    for words in [&["batch", "rot90"][..], &["devices"]] {
        let ran = folder.megabatt(words);
        assert_eq!(ran.code, i32::from(words[0] == "devices"), "{words:?}: {}", ran.err);
        assert_eq!(ran.err.matches("warning: ").count(), 1, "{words:?}: {}", ran.err);
        assert!(ran.err.contains("devices.json cannot be read"), "{words:?}: {}", ran.err);
        assert!(ran.err.contains("\n  help: make it anew with `megabatt tune`"), "{words:?}: {}", ran.err);
    }
    let ran = folder.megabatt(&["batch", "rot90", "--backend", "cpu", "-q"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn gpus_are_for_batteries() {
    let folder = Folder::new("gpus_are_for_batteries");
    for words in [
        &["run", "--backend", "cuda"][..],
        &["run", "--pair", "all", "--alone", "--gpu", "0"],
        &["run", "--pair", "all", "--profile", "--backend", "cuda"],
    ] {
        let ran = folder.megabatt(words);
        assert_eq!(ran.code, 2, "{words:?}");
        assert!(ran.err.contains("--pair all") && ran.err.contains("help:"), "{}", ran.err);
    }
    let ran = folder.megabatt(&["run", "--pair", "all", "--backend", "cpu", "--gpu", "0"]);
    assert!(ran.code == 2 && ran.err.contains("leave one of them out"), "{}", ran.err);
    let ran = folder.megabatt(&["run", "--pair", "all", "--no-gpu-op", "rot91"]);
    assert!(ran.code == 2 && ran.err.contains("no operation is called rot91"), "{}", ran.err);
}

#[test]
fn a_short_battery_is_the_cpus() {
    let ran = Folder::new("a_short_battery").megabatt(&["run", "--pair", "all", "--explain-plan"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("all on the CPU"), "{}", ran.out);
}
