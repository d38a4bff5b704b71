//! Help, completions and manual pages.

use crate::common::Folder;

const VERBS: &[&str] = &[
    "run",
    "check",
    "ops",
    "show",
    "diff",
    "validate",
    "library",
    "library add",
    "library import",
    "library list",
    "library best",
    "library show",
    "library export",
    "library gc",
    "library stats",
    "cache",
    "cache clear",
    "data",
    "data list",
    "data info",
    "data path",
    "data remove",
    "generate",
    "inline",
    "translate",
    "score",
    "submit",
    "batch",
    "devices",
    "tune",
    "warmup",
    "bench",
    "bench gpu",
    "completions",
    "man",
];

#[test]
fn help_at_every_width() {
    let folder = Folder::new("help_widths");
    for verb in VERBS {
        let mut text = String::new();
        for columns in ["60", "80", "160"] {
            let args: Vec<&str> = verb.split(' ').chain(["--help"]).collect();
            let ran = folder.megabatt_with(&args, &[("COLUMNS", columns)]);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{verb}");
            text.push_str(&format!("=== {columns} columns\n{}", ran.out));
        }
        insta::assert_snapshot!(format!("help_{}", verb.replace(' ', "_")), text);
    }
}

#[test]
fn help_in_colour() {
    let folder = Folder::new("help_colour");
    let ran = folder.megabatt_with(&["data", "list", "--help"], &[("CLICOLOR_FORCE", "1"), ("COLUMNS", "80")]);
    assert!(ran.out.contains('\x1b'));
    insta::assert_snapshot!("help_colour", ran.out.replace('\x1b', "ESC"));
    let plain = folder.megabatt_with(&["data", "list", "--help"], &[("NO_COLOR", "1"), ("COLUMNS", "80")]);
    assert!(!plain.out.contains('\x1b'));
}

#[test]
fn completions_for_every_shell_know_the_verbs() {
    let folder = Folder::new("help_completions");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = folder.megabatt(&["completions", shell]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{shell}");
        for word in ["generate", "arc1", "density"] {
            assert!(ran.out.contains(word), "{shell} does not know {word}");
        }
    }
    assert_eq!(folder.megabatt(&["completions", "tcsh"]).code, 2);
}

/// The script is a program of the shell's: the shell itself completes with it.
#[cfg(unix)]
#[test]
fn bash_completes() {
    let folder = Folder::new("help_bash");
    folder.write("complete.bash", folder.megabatt(&["completions", "bash"]).out);
    let script = "source ./complete.bash; COMP_WORDS=(megabatt data l); COMP_CWORD=2; \
                  _megabatt megabatt l data; echo \"${COMPREPLY[@]}\"";
    let output = std::process::Command::new("bash").args(["-c", script]).current_dir(folder.path("")).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "list", "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_manual_page_per_verb() {
    let folder = Folder::new("help_man");
    let ran = folder.megabatt(&["man", "--out", "pages"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for verb in VERBS {
        let page = folder.read(&format!("pages/megabatt-{}.1", verb.replace(' ', "-")));
        assert!(page.contains(".SH NAME") && page.contains("Examples:"), "{verb}: {page}");
        let args: Vec<&str> = ["man"].into_iter().chain(verb.split(' ')).collect();
        assert_eq!(folder.megabatt(&args).out, page);
    }
    assert_eq!(folder.megabatt(&["man"]).out, folder.read("pages/megabatt.1"));
    let ran = folder.megabatt(&["man", "nothing"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    ran.says(&["no verb `nothing`", "generate"]);
    folder.write("file", "");
    let ran = folder.megabatt(&["man", "--out", "file"]);
    assert_eq!(ran.code, 2);
    ran.says(&["file cannot be written"]);
}
