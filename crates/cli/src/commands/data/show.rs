//! Telling about sets.

use crate::args::FormatArg;
use crate::commands::exit;
use crate::output::print;
use crate::table::{Align, render};
use megabatt_engine::sets::{Cache, Manifest, Set, State};
use serde_json::{Value, json};
use std::path::Path;

pub fn list(cache: &Cache, format: FormatArg) -> u8 {
    let all = cache.all();
    if format == FormatArg::Json {
        let entries: Vec<Value> =
            all.iter().map(|(set, state)| as_json(set, state, path(cache, set).as_deref())).collect();
        print(&format!("{:#}\n", Value::from(entries)));
        return exit::FINE;
    }
    let row = |(set, state): &(&Set, State)| {
        let (tasks, fetched) = match state {
            State::Ready(m) => (format!("{} + {}", m.tasks.training, m.tasks.evaluation), day(m).to_string()),
            State::Missing => (String::new(), "not fetched".to_string()),
            State::Damaged(_) => (String::new(), "damaged".to_string()),
        };
        vec![set.name.to_string(), set.about.to_string(), tasks, fetched]
    };
    let headings =
        [("name", Align::Left), ("what it is", Align::Left), ("tasks", Align::Left), ("fetched", Align::Left)];
    let rows: Vec<Vec<String>> = all.iter().map(row).collect();
    print(&render(&headings, &rows));
    exit::FINE
}

pub fn info(cache: &Cache, set: &'static Set, format: FormatArg) -> u8 {
    let state = cache.check(set);
    let file = path(cache, set);
    if format == FormatArg::Json {
        print(&format!("{:#}\n", as_json(set, &state, file.as_deref())));
    } else {
        print(&in_words(set, &state, file.as_deref()));
    }
    if matches!(state, State::Ready(_)) { exit::FINE } else { exit::FOUND }
}

fn in_words(set: &Set, state: &State, file: Option<&Path>) -> String {
    let mut text = format!("{}: {}\n", set.name, set.about);
    match state {
        State::Missing => text.push_str(&format!("not fetched; `megabatt data {}` does it\n", set.name)),
        State::Damaged(what) => {
            text.push_str(&format!("damaged: {what}\n`megabatt data {} --again` fetches it anew\n", set.name));
        }
        State::Ready(m) => {
            for (what, value) in [
                ("version", format!("{} {}", m.package, m.version)),
                ("file", m.file.clone()),
                ("tasks", format!("{} training, {} evaluation", m.tasks.training, m.tasks.evaluation)),
                ("bytes", m.bytes.to_string()),
                ("sha256", m.sha256.clone()),
                ("fetched", m.fetched.clone()),
                ("path", file.map_or_else(String::new, |file| file.display().to_string())),
            ] {
                text.push_str(&format!("{what:<8} {value}\n"));
            }
        }
    }
    text
}

/// `400 training and 400 evaluation tasks`.
pub fn tasks(manifest: &Manifest) -> String {
    format!("{} training and {} evaluation tasks", manifest.tasks.training, manifest.tasks.evaluation)
}

fn day(manifest: &Manifest) -> &str {
    manifest.fetched.split('T').next().unwrap_or_default()
}

fn path(cache: &Cache, set: &'static Set) -> Option<std::path::PathBuf> {
    cache.file(set).ok().map(|(file, _)| file)
}

pub fn as_json(set: &Set, state: &State, file: Option<&Path>) -> Value {
    let mut entry = json!({ "name": set.name, "about": set.about });
    match state {
        State::Missing => entry["state"] = json!("missing"),
        State::Damaged(what) => {
            entry["state"] = json!("damaged");
            entry["problem"] = json!(what);
        }
        State::Ready(m) => {
            entry["state"] = json!("ready");
            entry["package"] = json!(m.package);
            entry["version"] = json!(m.version);
            entry["file"] = json!(m.file);
            entry["bytes"] = json!(m.bytes);
            entry["sha256"] = json!(m.sha256);
            entry["tasks"] = json!({ "training": m.tasks.training, "evaluation": m.tasks.evaluation });
            entry["fetched"] = json!(m.fetched);
            entry["path"] = json!(file.map(|file| file.display().to_string()));
        }
    }
    entry
}
