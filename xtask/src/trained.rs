//! Builds that know what programs do: cargo's profile `dist`, trained.
//!
//! The compiler cannot know which branches are taken and which functions are called together; a run of real programs tells it. A first
//! build counts, programs run in it, and a second build is laid out by the counts: batteries take a tenth less time. What is trained
//! with is not what is measured: ARC's evaluation tasks and tasks like those of the training set, not these themselves.
//!
//! It needs `llvm-profdata` of the compiler's own version. Without it builds are plain ones, and say so.

use crate::{Result, python, repo};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The counts for the sources as they are, made if they are not there; None, with a word about it, where that cannot be done.
fn counts() -> Result<Option<PathBuf>> {
    let folder = repo::target().join("trained");
    let counts = folder.join(format!("{:016x}.profdata", sources()?));
    if counts.exists() {
        return Ok(Some(counts));
    }
    let Some(tool) = find_tool() else {
        println!(
            "llvm-profdata is missing, so this build is not trained: `rustup component add llvm-tools`, or LLVM {} of your system",
            llvm().unwrap_or_default()
        );
        return Ok(None);
    };
    // What is trained with is fetched before anything is built: without it, nothing is.
    let python = python::find();
    let packages = python.as_ref().map_err(String::clone).and_then(python::Python::packages);
    let (python, packages) = match (python, packages) {
        (Ok(python), Ok(packages)) => (python, packages),
        (Err(why), _) | (_, Err(why)) => {
            println!("this build is not trained, since there is nothing to train it with: {why}");
            return Ok(None);
        }
    };
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let raw = folder.join("raw");
    std::fs::create_dir_all(&raw).map_err(|e| format!("{}: {e}", raw.display()))?;
    println!("training: a build that counts");
    let host = repo::host();
    let mut cargo = repo::cargo(&["build", "--quiet", "--profile", repo::DIST, "--target", &host, "--bin", "megabatt"]);
    // In a folder of its own, where it does not take the place of what is handed out.
    let own = folder.join("build");
    repo::show(
        cargo.env("CARGO_TARGET_DIR", &own).env(FLAGS, flags(&format!("-Cprofile-generate={}", raw.display()))),
    )?;
    let binary = own.join(&host).join(repo::DIST).join(format!("megabatt{}", std::env::consts::EXE_SUFFIX));
    println!("training: programs");
    train(&binary, &python, &packages, &folder, &raw)?;
    let files = std::fs::read_dir(&raw).map_err(|e| format!("{}: {e}", raw.display()))?;
    let files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    // Under another name first, so that what was interrupted is not taken for the whole.
    let part = folder.join("part");
    repo::show(Command::new(tool).args(["merge", "-o"]).arg(&part).args(files))?;
    let _ = std::fs::remove_dir_all(&own);
    std::fs::rename(&part, &counts).map_err(|e| format!("{}: {e}", counts.display()))?;
    Ok(Some(counts))
}

/// The variable in which cargo takes flags that may have spaces in them.
pub const FLAGS: &str = "CARGO_ENCODED_RUSTFLAGS";

/// The flags of builds for handing out, if they are trained.
pub fn flags_of_dist() -> Result<Option<String>> {
    Ok(counts()?.map(|counts| flags(&format!("-Cprofile-use={}", counts.display()))))
}

/// The flags that people gave, and one more.
fn flags(more: &str) -> String {
    given_flags().into_iter().chain([more.to_string()]).collect::<Vec<_>>().join("\u{1f}")
}

/// Cargo takes flags from one variable only, the first of these that is there.
fn given_flags() -> Vec<String> {
    let split =
        |text: String, by: &[char]| text.split(by).filter(|flag| !flag.is_empty()).map(str::to_string).collect();
    let encoded = std::env::var(FLAGS).map(|text| split(text, &['\u{1f}']));
    let spaced = |name: &str| std::env::var(name).map(|text| split(text, &[' ', '\t', '\n']));
    encoded.or_else(|_| spaced("RUSTFLAGS")).or_else(|_| spaced("CARGO_BUILD_RUSTFLAGS")).unwrap_or_default()
}

/// What stands for the sources: counts of other ones are of little use.
fn sources() -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    let source = |path: &Path| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let ours = ["Cargo.lock", "Cargo.toml", "xtask/src/trained.rs", "xtask/python/training_batt.py"];
        path.starts_with("crates") && matches!(ending, Some("rs" | "toml"))
            || ours.iter().any(|&ours| path == Path::new(ours))
    };
    for path in repo::files()?.into_iter().filter(|path| source(path)) {
        let text = std::fs::read(repo::root().join(&path)).map_err(|e| format!("{}: {e}", path.display()))?;
        (path, text).hash(&mut hasher);
    }
    (repo::ask("rustc", &["-vV"]), repo::host(), given_flags()).hash(&mut hasher);
    Ok(hasher.finish())
}

/// `22`, if the compiler says so.
fn llvm() -> Option<String> {
    let version = repo::ask("rustc", &["-vV"])?;
    let llvm = version.lines().find_map(|line| line.strip_prefix("LLVM version: "))?;
    Some(llvm.split('.').next()?.to_string())
}

/// rustup's llvm-profdata, or one of the system's, of the compiler's version.
fn find_tool() -> Option<PathBuf> {
    let wanted = llvm()?;
    let rustup = PathBuf::from(repo::ask("rustc", &["--print", "sysroot"])?).join("lib/rustlib").join(repo::host());
    let tools = [
        rustup.join("bin").join(format!("llvm-profdata{}", std::env::consts::EXE_SUFFIX)),
        PathBuf::from(format!("llvm-profdata-{wanted}")),
        PathBuf::from("llvm-profdata"),
    ];
    let fits = |tool: &PathBuf| {
        let text = repo::ask(&tool.display().to_string(), &["merge", "--version"]);
        text.is_some_and(|text| text.contains(&format!("LLVM version {wanted}.")))
    };
    tools.into_iter().find(fits)
}

/// Runs what people run: programs on their own tasks and as batteries, in all dialects, a batt, batches of grids, the demo.
fn train(binary: &Path, python: &python::Python, packages: &Path, work: &Path, raw: &Path) -> Result<()> {
    let (verifiers, arc) = (packages.join("rearc_utils").join("verifiers.py"), packages.join("arc.json"));
    let (like, tok, batt) = (work.join("like.json"), work.join("tok.py"), work.join("batt.py"));
    let tasks = some_tasks(&arc, 0)?;
    let [verifiers, arc, like, tok, batt] = [verifiers, arc, like, tok, batt].map(|path| path.display().to_string());
    let run = |line: &str| {
        let words = line.split(' ').map(|word| match word {
            "VERIFIERS" => &verifiers,
            "ARC" => &arc,
            "LIKE" => &like,
            "TOK" => &tok,
            "BATT" => &batt,
            "TASKS" => &tasks,
            other => other,
        });
        let mut command = Command::new(binary);
        command.args(words).env("LLVM_PROFILE_FILE", raw.join("%p-%m.profraw")).stdin(Stdio::null());
        // A program that is not translated, or a task that is not made, is told of and no matter.
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        match status.map(|status| status.code()) {
            Ok(Some(0 | 1)) => Ok(()),
            other => Err(format!("`megabatt {line}` ended with {other:?} while it was trained with")),
        }
    };
    run("generate VERIFIERS --dialect rearc --like --data ARC --split train --seed 11 -o LIKE")?;
    run("translate VERIFIERS --to tok --force -o TOK")?;
    repo::show(python.script("xtask/python/training_batt.py").args([&tok, &batt]))?;
    [
        "run VERIFIERS --dialect rearc --data LIKE --quiet",
        "run VERIFIERS --dialect rearc --data ARC --split eval --tasks TASKS --pair all --quiet",
        "run TOK --dialect tok --data ARC --split eval --tasks TASKS --pair all --quiet",
        "run BATT --data ARC --split eval --tasks TASKS --quiet",
        "run --quiet",
        "run --pair all --quiet",
        "run --engine reference --quiet",
        "batch rot90|vmirror|replace(3,7) --data ARC --split eval --backend cpu -o -",
        "batch objects(T,F,T) --data ARC --split eval --backend cpu -o -",
        "batch mostcolor --data ARC --split eval --backend cpu -o -",
    ]
    .into_iter()
    .try_for_each(run)
}

/// Ids of one in sixteen evaluation tasks, with commas, from one of the first on.
pub fn some_tasks(arc: &Path, first: usize) -> Result<String> {
    let text = std::fs::read_to_string(arc).map_err(|e| format!("{}: {e}", arc.display()))?;
    let sets: serde_json::Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", arc.display()))?;
    let tasks = sets["eval"].as_object().ok_or("no evaluation tasks")?;
    Ok(tasks.keys().skip(first).step_by(16).map(String::as_str).collect::<Vec<_>>().join(","))
}
