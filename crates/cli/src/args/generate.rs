//! What can be typed after `megabatt generate`.

use super::shared::{DataArgs, SummaryArgs, WorkerArgs};
use clap::Args;
use megabatt_engine::generate::{Distribution, Span};
use std::path::PathBuf;

/// Make random tasks from programs: inputs are drawn, and the program says the outputs.
///
/// An input is drawn again if the program fails on it, gives no grid of 1 to 30 rows and columns and colours 0 to 9,
/// gives the input back, or gives the same grid for all samples of the task. The same seed makes the same files on
/// every machine. The first task of a program has the id in the program's name (solve_007bbfb7), so that `megabatt run`
/// pairs them; other ids follow from name, seed and number.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt generate solvers.py::solve_67a3c6ac --count 100 -o tasks
      100 tasks for one program, a file each
  megabatt generate solvers.py --size 5..15 --objects 2..8 --seed 7 -o tasks.json
      a task for every program of a file, all in one file
  megabatt generate verifiers.py --dialect rearc --like --data arc1 -o tasks
      inputs like those of each program's own task: turned, shifted, in other colours
  megabatt generate --demo -o tasks
      tasks for the programs of the demo, without any file or download

Exit codes: 0 all made, 1 some could not be made, 2 it could not run, 130 interrupted (what is done is kept).")]
pub struct GenerateArgs {
    /// FILE::name, FILE for all its programs, or the name of a program of the demo
    #[arg(value_name = "PROGRAM", required_unless_present = "demo")]
    pub programs: Vec<String>,

    /// All programs of the demo, on inputs like those of the demo's tasks unless a distribution is given
    #[arg(long, conflicts_with = "programs")]
    pub demo: bool,

    /// A folder for a file per task, a .json for all tasks, or - for standard output
    #[arg(long, short, value_name = "PATH")]
    pub out: PathBuf,

    /// Tasks for each program
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub count: u64,

    /// Train pairs of a task
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub samples: u64,

    /// Test pairs of a task
    #[arg(long, value_name = "M", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub tests: u64,

    /// What everything follows from
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,

    #[command(flatten)]
    pub grids: GridArgs,

    /// Vary the inputs of each program's own task instead: of the task in --data, or of the demo's
    #[arg(long, conflicts_with_all = ["size", "height", "width", "colours", "background", "objects", "density", "symmetric"])]
    pub like: bool,

    #[command(flatten)]
    pub data: DataArgs,

    /// Inputs drawn for a task at most, for each of its pairs
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub tries: u64,

    /// Keep pairs whose output is their input
    #[arg(long)]
    pub allow_same: bool,

    /// Keep tasks all of whose outputs are the same
    #[arg(long)]
    pub allow_constant: bool,

    #[command(flatten)]
    pub workers: WorkerArgs,

    /// Replace files that are there
    #[arg(long)]
    pub force: bool,

    #[command(flatten)]
    pub summary: SummaryArgs,
}

/// The distribution of the inputs.
#[derive(Debug, Args)]
pub struct GridArgs {
    /// Heights and widths, as 3..10 (both included) or 5 [default: 3..10]
    #[arg(long, value_name = "A..B", value_parser = span)]
    pub size: Option<Span>,

    /// Heights, if they are not as the widths
    #[arg(long, value_name = "A..B", value_parser = span)]
    pub height: Option<Span>,

    /// Widths, if they are not as the heights
    #[arg(long, value_name = "A..B", value_parser = span)]
    pub width: Option<Span>,

    /// Colours of objects and noise, as 0-9 or 1,2,5-7 [default: 0-9]
    #[arg(long, alias = "colors", value_name = "LIST", value_parser = colours)]
    pub colours: Option<Colours>,

    /// The background's colour; `any` takes one of the colours for each grid [default: 0]
    #[arg(long, value_name = "C", value_parser = background)]
    pub background: Option<Background>,

    /// Objects in a grid: dots, lines, rectangles, frames, crosses, blobs; fewer where there is no room
    /// [default: 1..5]
    #[arg(long, value_name = "A..B", value_parser = span)]
    pub objects: Option<Span>,

    /// How much of a grid is noise, from 0 to 1 [default: 0]
    #[arg(long, value_name = "D")]
    pub density: Option<f64>,

    /// Only symmetric grids
    #[arg(long)]
    pub symmetric: bool,
}

/// Colours, in order and each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colours(pub Vec<u8>);

/// `None` for any of the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Background(pub Option<u8>);

impl GridArgs {
    /// Whether anything was said about the grids.
    pub fn is_empty(&self) -> bool {
        let spans = [self.size, self.height, self.width, self.objects];
        let others = self.colours.is_some() || self.background.is_some() || self.density.is_some() || self.symmetric;
        spans.iter().all(Option::is_none) && !others
    }

    pub fn distribution(&self) -> Distribution {
        let default = Distribution::default();
        Distribution {
            heights: self.height.or(self.size).unwrap_or(default.heights),
            widths: self.width.or(self.size).unwrap_or(default.widths),
            colours: self.colours.as_ref().map_or(default.colours, |colours| colours.0.clone()),
            background: self.background.map_or(default.background, |background| background.0),
            objects: self.objects.unwrap_or(default.objects),
            density: self.density.unwrap_or(default.density),
            symmetric: self.symmetric,
        }
    }
}

/// `3..10`, `3-10` or `5`.
fn span(text: &str) -> Result<Span, String> {
    let wrong = || format!("'{text}' is neither a number nor a range such as 3..10");
    let number = |part: &str| part.trim().parse::<usize>().map_err(|_| wrong());
    let (least, most) = text.split_once("..").or_else(|| text.split_once('-')).unwrap_or((text, text));
    let span = Span::new(number(least)?, number(most.strip_prefix('=').unwrap_or(most))?);
    if span.least > span.most { Err(format!("in '{text}' the first number is the larger")) } else { Ok(span) }
}

/// `0-9`, `1,2,5-7`.
fn colours(text: &str) -> Result<Colours, String> {
    let mut colours = Vec::new();
    for part in text.split(',') {
        let Span { least, most } =
            span(part).map_err(|_| format!("'{part}' is neither a colour nor a range as 5-7"))?;
        if most > 9 {
            return Err(format!("{most} is not a colour; colours are 0 to 9"));
        }
        colours.extend((least..=most).map(|colour| colour as u8));
    }
    colours.sort_unstable();
    colours.dedup();
    Ok(Colours(colours))
}

fn background(text: &str) -> Result<Background, String> {
    match text.parse() {
        _ if text == "any" => Ok(Background(None)),
        Ok(colour @ 0..=9) => Ok(Background(Some(colour))),
        _ => Err(format!("'{text}' is neither a colour, 0 to 9, nor `any`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!(span("3..10"), Ok(Span::new(3, 10)));
        assert_eq!(span("3..=10"), Ok(Span::new(3, 10)));
        assert_eq!(span("3-10"), Ok(Span::new(3, 10)));
        assert_eq!(span("7"), Ok(Span::new(7, 7)));
        for wrong in ["", "a", "3..", "..3", "10..3", "-1", "3..4..5", "1e3", "99999999999999999999"] {
            assert!(span(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn lists_of_colours() {
        assert_eq!(colours("0-9"), Ok(Colours((0..=9).collect())));
        assert_eq!(colours("5-7,1,6"), Ok(Colours(vec![1, 5, 6, 7])));
        for wrong in ["", "10", "1,,2", "red", "7-5", "0-10", "0-99999999999"] {
            assert!(colours(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn backgrounds() {
        assert_eq!(background("3"), Ok(Background(Some(3))));
        assert_eq!(background("any"), Ok(Background(None)));
        assert!(background("10").is_err() && background("-1").is_err() && background("").is_err());
    }
}
