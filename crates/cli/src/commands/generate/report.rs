//! What `megabatt generate` says at the end.

use crate::args::{FormatArg, GenerateArgs};
use crate::output::{print, tell};
use crate::table::{Align, render};
use megabatt_engine::generate::{Made, Rejection};
use megabatt_lang::Program;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

/// What became of the tasks of one program.
#[derive(Clone, Debug, Default)]
struct Line {
    name: String,
    tried: usize,
    made: usize,
    draws: usize,
    rejected: BTreeMap<Rejection, usize>,
}

pub struct Report {
    lines: Vec<Line>,
}

impl Report {
    pub fn new(programs: &[Program]) -> Report {
        let names = crate::commands::load::unique_names(programs);
        Report { lines: names.into_iter().map(|name| Line { name, ..Line::default() }).collect() }
    }

    pub fn add(&mut self, made: &Made) {
        let line = &mut self.lines[made.plan.program];
        line.tried += 1;
        line.made += usize::from(made.task.is_some());
        line.draws += made.draws;
        for (&reason, &n) in &made.rejected {
            *line.rejected.entry(reason).or_default() += n;
        }
    }

    /// Tasks that were tried, made or not.
    pub fn tried(&self) -> usize {
        self.lines.iter().map(|line| line.tried).sum()
    }

    pub fn all_made(&self) -> bool {
        self.lines.iter().all(|line| line.made == line.tried)
    }

    /// Tells of programs whose tasks could not all be made.
    pub fn complaint(&self, args: &GenerateArgs) -> String {
        let wanting: Vec<&Line> = self.lines.iter().filter(|line| line.made < line.tried).collect();
        let missing: usize = wanting.iter().map(|line| line.tried - line.made).sum();
        let mut text = format!("error: {missing} of {} tasks could not be made", self.tried());
        for line in wanting.iter().take(5) {
            text.push_str(&format!("\n  {}: {} inputs drawn: {}", line.name, line.draws, line.reasons()));
        }
        if wanting.len() > 5 {
            text.push_str(&format!("\n  and {} more programs", wanting.len() - 5));
        }
        let most = wanting.iter().filter_map(|line| line.most()).max_by_key(|(_, n)| *n).map(|(reason, _)| reason);
        text.push_str("\n  help: ");
        text.push_str(match most {
            Some(Rejection::SameAsInput) => "--allow-same keeps pairs whose output is their input; or ",
            Some(Rejection::Constant) => "--allow-constant keeps tasks whose outputs are all the same; or ",
            Some(Rejection::AddressDependent) => "what two runs of Python may answer differently makes no task; ",
            Some(Rejection::TooLarge) => "make the inputs smaller with --size; or ",
            _ => "",
        });
        text.push_str(if args.like {
            "try a distribution instead of --like (--size, --colours, --objects, --density), or more --tries"
        } else {
            "try another distribution (--size, --colours, --objects, --density), --like, or more --tries"
        });
        text
    }

    pub fn print(&self, args: &GenerateArgs) {
        let text = match args.summary.format {
            FormatArg::Table => self.as_table(args),
            FormatArg::Json => self.as_json(args),
        };
        // Where the tasks are on standard output, it is theirs alone.
        if args.out == Path::new("-") { tell(text.trim_end()) } else { print(&text) }
    }

    fn as_table(&self, args: &GenerateArgs) -> String {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for line in &self.lines {
            let made = format!("{}/{}", line.made, line.tried);
            rows.push(vec![line.name.clone(), made, line.draws.to_string(), line.reasons()]);
        }
        let headings =
            [("program", Align::Left), ("tasks", Align::Right), ("drawn", Align::Right), ("rejected", Align::Left)];
        let made: usize = self.lines.iter().map(|line| line.made).sum();
        let place = if args.out == Path::new("-") { "standard output".into() } else { args.out.to_string_lossy() };
        format!(
            "{}\n{made} of {} tasks made, in {place}\n{} train and {} test pairs each, seed {}\n",
            render(&headings, &rows),
            self.tried(),
            args.samples,
            args.tests,
            args.seed
        )
    }

    fn as_json(&self, args: &GenerateArgs) -> String {
        let programs: Vec<_> = self
            .lines
            .iter()
            .map(|line| {
                let rejected: BTreeMap<String, usize> =
                    line.rejected.iter().map(|(reason, n)| (reason.to_string(), *n)).collect();
                json!({ "program": line.name, "tasks": line.tried, "made": line.made, "drawn": line.draws,
                        "rejected": rejected })
            })
            .collect();
        let made: usize = self.lines.iter().map(|line| line.made).sum();
        let summary = json!({ "programs": programs, "tasks": self.tried(), "made": made, "seed": args.seed,
                              "train": args.samples, "test": args.tests, "out": args.out.to_string_lossy() });
        format!("{summary:#}\n")
    }
}

impl Line {
    /// The reasons and how often each came, the commonest first.
    fn reasons(&self) -> String {
        let mut reasons: Vec<(&Rejection, &usize)> = self.rejected.iter().collect();
        reasons.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
        reasons.iter().map(|(reason, n)| format!("{reason} ×{n}")).collect::<Vec<_>>().join(", ")
    }

    fn most(&self) -> Option<(Rejection, usize)> {
        self.rejected.iter().map(|(&reason, &n)| (reason, n)).max_by_key(|(_, n)| *n)
    }
}
