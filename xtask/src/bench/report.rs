//! The ratio table, and the files under `benches/runs/`.

use super::measure::{All, CUTS, Part, Runs, number};
use crate::Result;
use crate::repo::{ask, root};
use serde_json::{Value, json};

/// Median and spread of some repetitions.
struct Stats {
    median: f64,
    least: f64,
    most: f64,
}

impl Stats {
    fn of(times: &[f64]) -> Stats {
        let mut sorted = times.to_vec();
        sorted.sort_by(f64::total_cmp);
        let n = sorted.len();
        let median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0;
        Stats { median, least: sorted[0], most: sorted[n - 1] }
    }

    fn text(&self) -> String {
        format!("{:.3} s ({:.3}–{:.3})", self.median, self.least, self.most)
    }
}

/// Prints the table and writes it with all that is needed to judge it.
pub fn write(done: &[(Part, Runs)], args: &[&str], cap: f64) -> Result<()> {
    let Some((_, first)) = done.first() else { return Err("nothing was measured".to_string()) };
    let command = ["cargo xtask bench vs-python"].iter().chain(args).copied().collect::<Vec<_>>().join(" ");
    let mut head = head(&command, &first.about);
    head["threads"] = json!(1);
    head["cap_seconds"] = json!(cap);
    let parts: Vec<Value> = done.iter().map(|(part, runs)| as_json(part, runs)).collect();
    let text = markdown(&head, done)?;
    println!("\n{text}");

    let mut whole = head;
    whole["parts"] = Value::Array(parts);
    save("vs-python", &whole, &text)
}

/// A page of tables.
pub struct Page<'a> {
    /// Of its files.
    pub name: &'a str,
    pub title: &'a str,
    pub note: String,
    pub tables: Vec<Table>,
}

/// A table, and what there is to say before it.
pub struct Table {
    pub note: String,
    pub headings: &'static [&'static str],
    pub rows: Vec<Vec<String>>,
}

/// Prints a page and writes it with all that is needed to judge it.
pub fn write_page(page: &Page<'_>, command: &str, about: &Value, data: &Value) -> Result<()> {
    let mut head = head(command, about);
    let word = |name: &str| head[name].as_str().unwrap_or("unknown").to_string();
    let mut text = format!(
        "# {}\n\n`{}`, {}, commit {}\n\n{}, {} cores; CPython {}. {}\n",
        page.title,
        word("command"),
        word("date"),
        word("commit"),
        word("cpu"),
        head["cores"],
        word("python"),
        page.note
    );
    for Table { note, headings, rows } in &page.tables {
        let note = if note.is_empty() { String::new() } else { format!("\n{note}\n") };
        let rule = " ---: |".repeat(headings.len());
        text.push_str(&format!("{note}\n| {} |\n|{rule}\n", headings.join(" | ")));
        rows.iter().for_each(|row| text.push_str(&format!("| {} |\n", row.join(" | "))));
    }
    println!("\n{text}");
    head["data"] = data.clone();
    save(page.name, &head, &text)
}

/// `312 MiB`.
pub fn mebibytes(bytes: Option<u64>) -> String {
    bytes.map_or("unknown".to_string(), |bytes| format!("{} MiB", bytes.div_ceil(1 << 20)))
}

fn head(command: &str, about: &Value) -> Value {
    json!({
        "date": about["date"],
        "commit": commit(),
        "command": command,
        "cpu": cpu_model(),
        "cores": std::thread::available_parallelism().map_or(0, usize::from),
        "python": about["python"],
    })
}

/// Writes both forms into the folder of the day and the machine.
fn save(name: &str, whole: &Value, text: &str) -> Result<()> {
    let date = whole["date"].as_str().unwrap_or("undated");
    let folder = root().join("benches").join("runs").join(format!("{date}-{}", machine()));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for (ending, content) in [("json", format!("{whole:#}\n")), ("md", text.to_string())] {
        let file = folder.join(format!("{name}.{ending}"));
        std::fs::write(&file, content).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    println!("written to {}", folder.strip_prefix(root()).unwrap_or(&folder).display());
    Ok(())
}

fn as_json(part: &Part, runs: &Runs) -> Value {
    let stats = |times: &[f64]| {
        let s = Stats::of(times);
        json!({"median": s.median, "least": s.least, "most": s.most, "repetitions": times})
    };
    json!({
        "part": part.name,
        "what": part.title,
        "about": runs.about,
        "python_call_seconds": stats(&runs.python),
        "megabatt_process_seconds": stats(&runs.process),
        "megabatt_row_clock_seconds": stats(&runs.rows),
        "ratio_process": ratio(&runs.python, &runs.process),
        "ratio_rows": ratio(&runs.python, &runs.rows),
        "all": runs.all.as_ref().map(|all| json!({
            "python_call_seconds_at_least": all.python_at_least,
            "megabatt_process_seconds": stats(&all.process),
            "megabatt_row_clock_seconds": stats(&all.rows),
            "ratio_process_at_least": all.ratio(&all.process),
            "ratio_rows_at_least": all.ratio(&all.rows),
        })),
    })
}

impl All {
    fn ratio(&self, ours: &[f64]) -> f64 {
        ratio(&[self.python_at_least], ours)
    }
}

fn ratio(python: &[f64], ours: &[f64]) -> f64 {
    Stats::of(python).median / Stats::of(ours).median
}

fn markdown(head: &Value, done: &[(Part, Runs)]) -> Result<String> {
    let word = |name: &str| head[name].as_str().unwrap_or("unknown").to_string();
    let mut text = format!(
        "# megabatt against Python\n\n`{}`, {}, commit {}\n\n{}, {} cores, one thread on each side; CPython {}. CPU time, \
         median (least–most); the sum over our rows is by the clock.\n\n",
        word("command"),
        word("date"),
        word("commit"),
        word("cpu"),
        head["cores"],
        word("python"),
    );
    text.push_str("| | calls | Python, calls only | megabatt, whole process | megabatt, rows, by the clock | ratio, process | ratio, rows |\n");
    text.push_str("| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for (part, runs) in done {
        text.push_str(&format!(
            "| {} | {} | {} | {} | {} | {:.1}× | {:.1}× |\n",
            part.name,
            number(&runs.about, "calls")?,
            Stats::of(&runs.python).text(),
            Stats::of(&runs.process).text(),
            Stats::of(&runs.rows).text(),
            ratio(&runs.python, &runs.process),
            ratio(&runs.python, &runs.rows),
        ));
        if let Some(all) = &runs.all {
            text.push_str(&format!(
                "| {}, all programs | {} | at least {:.0} s | {} | {} | at least {:.0}× | at least {:.0}× |\n",
                part.name,
                number(&runs.about, "calls")? + number(&runs.about, "calls_left_out")?,
                all.python_at_least,
                Stats::of(&all.process).text(),
                Stats::of(&all.rows).text(),
                all.ratio(&all.process),
                all.ratio(&all.rows),
            ));
        }
    }
    text.push('\n');
    for (part, runs) in done {
        text.push_str(&format!(
            "- {}: {}; {} repetitions here, {} in Python; {} calls over {} s in Python, so {} programs with {} calls were \
             left out on both sides.\n",
            part.name,
            part.title,
            runs.process.len(),
            runs.python.len(),
            runs.about["capped_calls"],
            head["cap_seconds"],
            runs.about["programs_left_out"],
            runs.about["calls_left_out"],
        ));
        if runs.all.is_some() {
            text.push_str(&format!(
                "- {}, all programs: those that were left out, too. A call of Python's that was cut counts as {} s; a program was \
                 given up after {CUTS} of these, and {} calls that did not run count as nothing. Here all of them ran.\n",
                part.name, head["cap_seconds"], runs.about["calls_not_run"],
            ));
        }
    }
    Ok(text)
}

fn commit() -> String {
    let Some(commit) = ask("git", &["rev-parse", "HEAD"]) else { return "unknown".to_string() };
    let changed = ask("git", &["status", "--porcelain", "--untracked-files=no"]).is_none_or(|list| !list.is_empty());
    if changed { format!("{commit} with changes") } else { commit }
}

fn cpu_model() -> String {
    let linux = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = linux.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, m)| m.trim()));
    model
        .map(str::to_string)
        .or_else(|| ask("sysctl", &["-n", "machdep.cpu.brand_string"]))
        .unwrap_or_else(|| "unknown CPU".to_string())
}

/// The machine as part of a folder's name: what it is, not whose.
fn machine() -> String {
    let mut name = String::new();
    for c in cpu_model().to_lowercase().chars() {
        match c {
            'a'..='z' | '0'..='9' => name.push(c),
            _ if !name.ends_with('-') => name.push('-'),
            _ => {}
        }
    }
    format!("{}-{}-cores", name.trim_matches('-'), std::thread::available_parallelism().map_or(0, usize::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_lies_between() {
        let stats = Stats::of(&[4.0, 1.0, 2.0, 3.0]);
        assert_eq!((stats.median, stats.least, stats.most), (2.5, 1.0, 4.0));
    }
}
