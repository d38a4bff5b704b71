//! The committed PTX was made from the kernels as they are: each file's first line has a hash of all sources and options. So does
//! a file beside the machine code, which is written last.

use megabatt_cuda::ptx::UNITS;
use sha2::{Digest, Sha256};
use std::path::Path;

/// The names of all files in a folder and in the folders in it.
fn files(folder: &Path, before: &str, names: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("the kernels are here").flatten() {
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files(&entry.path(), &format!("{name}/"), names);
        } else {
            names.push(name);
        }
    }
}

#[test]
fn ptx_is_of_these_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
    let mut names = Vec::new();
    files(&folder, "", &mut names);
    names.sort();
    let mut whole = Sha256::new();
    let mut units = Vec::new();
    for name in &names {
        whole.update(name.as_bytes());
        whole.update([0]);
        whole.update(std::fs::read(folder.join(name)).expect("readable"));
        whole.update([0]);
        units.extend(name.strip_suffix(".cu").map(str::to_string));
    }
    let digest: String = whole.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let machine = std::fs::read_to_string(folder.with_file_name("ptx").join("sources.txt")).expect("readable");
    assert_eq!(machine.trim(), digest, "run `cargo xtask ptx`");
    let embedded: Vec<&str> = UNITS.iter().map(|unit| unit.name).collect();
    assert_eq!(embedded, units, "src/ptx.rs embeds every kernel file");
    for unit in UNITS {
        let header = format!("// {}.cu of sources {digest}", unit.name);
        assert_eq!(unit.text.lines().next(), Some(header.as_str()), "run `cargo xtask ptx`");
    }
}
