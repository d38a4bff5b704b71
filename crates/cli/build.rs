//! Lists the demo's files so that the binary carries them.

use std::fmt::Write;
use std::path::Path;

fn main() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo");
    println!("cargo::rerun-if-changed={}", demo.display());
    let mut tasks: Vec<_> = std::fs::read_dir(demo.join("tasks"))
        .expect("demo/tasks is part of the repository")
        .map(|entry| entry.expect("demo/tasks can be listed").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "json"))
        .collect();
    tasks.sort();
    let mut list = String::from("pub const TASKS: &[(&str, &[u8])] = &[\n");
    for path in tasks {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        writeln!(list, "    ({name:?}, include_bytes!({:?})),", path.display().to_string())
            .expect("a string takes text");
    }
    list.push_str("];\n");
    for (constant, file) in [("PROGRAMS", "programs.py"), ("FAILING", "failing.py")] {
        let path = demo.join(file);
        writeln!(list, "pub const {constant}: &str = include_str!({:?});", path.display().to_string())
            .expect("a string takes text");
    }
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    std::fs::write(Path::new(&out).join("demo.rs"), list).expect("OUT_DIR can be written");
}
