//! Folders for fixtures, and running the binary with an end in sight.

use serde_json::Value;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// No test may take longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// A folder of one test, gone at its end.
pub struct Folder(PathBuf);

impl Folder {
    /// `name` is unique among the tests.
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        std::fs::write(self.path(name), content).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// A folder with a file of programs and one of tasks: `p.py` and `t.json`.
    pub fn with(name: &str, programs: &str, tasks: &str) -> Folder {
        let folder = Folder::new(name);
        folder.write("p.py", programs);
        folder.write("t.json", tasks);
        folder
    }

    /// `megabatt run ARGS` in this folder.
    pub fn run(&self, args: &[&str]) -> Ran {
        self.wait(self.start(args))
    }

    /// `megabatt run p.py --data t.json ARGS`.
    pub fn run_both(&self, args: &[&str]) -> Ran {
        self.run(&[&["p.py", "--data", "t.json"], args].concat())
    }

    /// The outcome lines of `run_both`, parsed.
    pub fn outcomes(&self, args: &[&str]) -> Vec<Value> {
        let ran = self.run_both(&[&["--quiet", "--outcomes", "-"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    /// `megabatt ARGS` in this folder, with a cache of its own and nothing of the user's settings.
    pub fn megabatt(&self, args: &[&str]) -> Ran {
        self.megabatt_with(args, &[])
    }

    /// The same with environment variables.
    pub fn megabatt_with(&self, args: &[&str], variables: &[(&str, &str)]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_megabatt"));
        for theirs in ["COLUMNS", "NO_COLOR", "CLICOLOR_FORCE", "TERM"] {
            command.env_remove(theirs);
        }
        command.env("MEGABATT_CACHE", self.path("cache")).env("MEGABATT_LIBRARY", self.path("library.sqlite"));
        command.env("MEGABATT_DEVICES", self.path("devices.json")).env("CUDA_VISIBLE_DEVICES", "-1");
        command.envs(variables.iter().copied()).args(args);
        self.wait(self.start_command(&mut command))
    }

    pub fn start(&self, args: &[&str]) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_megabatt"));
        command.arg("run").args(args);
        self.start_command(&mut command)
    }

    /// Starts a command that writes into files, so that no full pipe holds it up.
    pub fn start_command(&self, command: &mut Command) -> Child {
        let file = |name| File::create(self.path(name)).unwrap();
        command.current_dir(&self.0).stdin(Stdio::null()).stdout(file(".out")).stderr(file(".err")).spawn().unwrap()
    }

    /// Waits for the end of a child that [`Folder::start`] started. A panic anywhere fails the test.
    pub fn wait(&self, mut child: Child) -> Ran {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > PATIENCE {
                child.kill().unwrap();
                let program: String = self.read("p.py").chars().take(300).collect();
                panic!("still running after {PATIENCE:?}:\n{program}");
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let text = |name: &str| String::from_utf8_lossy(&std::fs::read(self.path(name)).unwrap()).into_owned();
        let ran =
            Ran { code: status.code().unwrap_or(-1), out: text(".out"), err: text(".err"), time: start.elapsed() };
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        assert!(status.code().is_some(), "ended by {status}: {}", ran.err);
        ran
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

/// How a run ended.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
    pub time: Duration,
}

impl Ran {
    /// The summary of `--format json`.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).expect(&self.out)
    }

    /// Fails unless the messages have each of these parts.
    pub fn says(&self, parts: &[&str]) {
        for part in parts {
            assert!(self.err.contains(part), "{part:?} is not in:\n{}", self.err);
        }
    }
}

/// A program of one line.
pub fn program(name: &str, expression: &str) -> String {
    format!("def {name}(I):\n    O = {expression}\n    return O\n\n\n")
}

/// Two tasks: `11111111` wants its grids mirrored upside down, `22222222` as they are.
pub const TASKS: &str = r#"{
  "train": {"11111111": {"train": [{"input": [[1, 2], [3, 4]], "output": [[3, 4], [1, 2]]}],
                         "test": [{"input": [[5], [6]], "output": [[6], [5]]}]}},
  "eval": {"22222222": {"train": [{"input": [[7]], "output": [[7]]}],
                        "test": [{"input": [[8, 8]], "output": [[8, 8]]}, {"input": [[0]], "output": [[0]]}]}}
}"#;

/// Does it up to three times, until an end took less than a second. Hundreds of tests share the processors with this one, and a
/// disk: what they take away says nothing of the command.
#[cfg(unix)]
pub fn ends_within_a_second(mut attempt: impl FnMut() -> Duration) {
    let mut slow = Vec::new();
    while slow.len() < 3 {
        let time = attempt();
        if time < Duration::from_secs(1) {
            return;
        }
        slow.push(time);
    }
    panic!("never within a second: {slow:?}");
}

/// A program for each of [`TASKS`].
pub fn programs() -> String {
    program("solve_11111111", "hmirror(I)") + &program("solve_22222222", "identity(I)")
}

/// A task of one training pair.
pub fn task(input: &str, output: &str) -> String {
    format!(r#"{{"train": [{{"input": {input}, "output": {output}}}], "test": []}}"#)
}
