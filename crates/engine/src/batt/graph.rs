//! From the lines of a batt to a battery.

use megabatt_core::Value;
use megabatt_core::code::{Action, Call, Code, Operand, Step};
use megabatt_exec::battery::{Battery, Member, Node, WITH_DEMOS};
use megabatt_lang::batt::{Batt, INPUTS};
use std::sync::Arc;

/// The slot of C among the inputs.
const TARGET: u32 = 2;

/// Where a candidate or a score is among the programs of the battery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The program that runs with C = None.
    pub solving: usize,
    /// The program that runs with C = the target; the same one if C does not matter.
    pub judging: usize,
}

/// A batt as a battery, and what its programs are.
#[derive(Clone, Debug)]
pub struct Graph {
    pub battery: Battery,
    /// One for each candidate of the batt.
    pub candidates: Vec<Place>,
    /// One for each score.
    pub scores: Vec<Place>,
    /// Lines that neither needs, as programs: only how they end matters.
    pub others: Vec<Place>,
}

/// The lines of all programs together, each counted as often as it is needed. Generated files of 15,000 lines have a few
/// hundred thousand; a chain of lines, each of them a candidate, would have billions.
pub const MOST_LINES: usize = 2_000_000;

/// A batt whose candidates and scores need too many lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "its candidates and scores need more than {MOST_LINES} lines, each counted as often as it is needed\n  help: generate several \
     files with fewer solvers each"
)]
pub struct TooManyLines;

impl Graph {
    pub fn new(batt: &Batt) -> Result<Graph, TooManyLines> {
        Builder::new(batt).build()
    }

    /// One of the two calls alone; there is one program for each candidate and score.
    pub fn of_call(batt: &Batt, with_target: bool) -> Result<Graph, TooManyLines> {
        let builder = Builder::new(batt);
        Builder { only: Some(if with_target { Run::Judging } else { Run::Solving }), ..builder }.build()
    }

    /// A program for each line, to see all values of a batt.
    pub fn of_lines(batt: &Batt) -> Result<Graph, TooManyLines> {
        let mut builder = Builder::new(batt);
        let values: Vec<Operand> = (0..batt.lines.len() as u32).map(|line| Operand::Slot(INPUTS + line)).collect();
        builder.check(values.iter())?;
        let others = values.iter().map(|value| builder.add(value)).collect();
        Ok(Graph { others, ..builder.graph })
    }
}

/// The two runs of a batt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    Solving,
    Judging,
}

/// What a value is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Candidate,
    Score,
    /// Only for how it ends.
    Other,
}

struct Builder<'a> {
    batt: &'a Batt,
    /// For each line whether its value may depend on C.
    on_target: Vec<bool>,
    /// For each line its node when solving and when judging.
    nodes: Vec<[u32; 2]>,
    /// The one run that is wanted, if not both are.
    only: Option<Run>,
    graph: Graph,
}

impl<'a> Builder<'a> {
    fn new(batt: &'a Batt) -> Builder<'a> {
        let graph = Graph {
            battery: Battery { inputs: WITH_DEMOS, ..Battery::default() },
            candidates: Vec::new(),
            scores: Vec::new(),
            others: Vec::new(),
        };
        let lines = batt.lines.len();
        let mut builder =
            Builder { batt, on_target: Vec::with_capacity(lines), nodes: Vec::with_capacity(lines), only: None, graph };
        for line in &batt.lines {
            let on_target = line.operands().any(|operand| builder.is_on_target(operand));
            let solving = builder.node(&line.action(), Run::Solving);
            let judging = if on_target { builder.node(&line.action(), Run::Judging) } else { solving };
            builder.on_target.push(on_target);
            builder.nodes.push([solving, judging]);
        }
        builder
    }

    /// Programs stand in the order of the file, so that a candidate and its scores follow each other and what they share can
    /// go soon.
    fn build(mut self) -> Result<Graph, TooManyLines> {
        let batt = self.batt;
        let mut wanted: Vec<(u32, Kind, &Operand)> = Vec::new();
        wanted.extend(batt.candidates.iter().map(|candidate| (candidate.line, Kind::Candidate, &candidate.value)));
        wanted.extend(batt.scores.iter().map(|score| (score.line, Kind::Score, &score.value)));
        let mut covered = vec![false; batt.lines.len()];
        let cover = |operand: &Operand, covered: &mut Vec<bool>| {
            if let Operand::Slot(slot) = operand
                && let Some(line) = slot.checked_sub(INPUTS)
            {
                covered[line as usize] = true;
            }
        };
        wanted.iter().for_each(|(_, _, value)| cover(value, &mut covered));
        // From the last line up: a line that a later one needs runs with that one.
        let mut others: Vec<(u32, Operand)> = Vec::new();
        for (number, line) in batt.lines.iter().enumerate().rev() {
            if !covered[number] {
                others.push((line.line, Operand::Slot(INPUTS + number as u32)));
            }
            line.operands().for_each(|operand| cover(operand, &mut covered));
        }
        wanted.extend(others.iter().map(|(line, value)| (*line, Kind::Other, value)));
        self.check(wanted.iter().map(|(_, _, value)| *value))?;
        wanted.sort_by_key(|(line, kind, _)| (*line, *kind));
        for (_, kind, value) in wanted {
            let place = self.add(value);
            match kind {
                Kind::Candidate => self.graph.candidates.push(place),
                Kind::Score => self.graph.scores.push(place),
                Kind::Other => self.graph.others.push(place),
            }
        }
        Ok(self.graph)
    }

    fn is_on_target(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Slot(slot) => match slot.checked_sub(INPUTS) {
                Some(line) => self.on_target[line as usize],
                None => *slot == TARGET,
            },
            Operand::Const(_) => false,
        }
    }

    /// Lines are never put together, however equal they are: a batt's equal lines make two objects in Python, too.
    fn node(&mut self, action: &Action, run: Run) -> u32 {
        let number = self.graph.battery.nodes.len() as u32;
        let action = with_operands(action, |operand| self.in_battery(operand, run));
        let is = |fits: &dyn Fn(&Operand) -> bool| action.operands().all(fits);
        let nodes = &self.graph.battery.nodes;
        let node = |slot: u32| slot.checked_sub(INPUTS).map(|node| &nodes[node as usize]);
        let once = is(&|operand| match operand {
            Operand::Slot(slot) => node(*slot).is_some_and(|node| node.once),
            Operand::Const(_) => true,
        });
        let per_task = !once
            && is(&|operand| match operand {
                Operand::Slot(slot) => *slot == 0 || node(*slot).is_some_and(|node| node.once || node.per_task),
                Operand::Const(_) => true,
            });
        self.graph.battery.nodes.push(Node { action, last_user: 0, once, per_task });
        number
    }

    /// What an operand of the batt is in the battery.
    fn in_battery(&self, operand: &Operand, run: Run) -> Operand {
        match operand {
            Operand::Slot(TARGET) if run == Run::Solving => Operand::Const(Value::None),
            Operand::Slot(slot) => match slot.checked_sub(INPUTS) {
                Some(line) => Operand::Slot(INPUTS + self.nodes[line as usize][run as usize]),
                None => Operand::Slot(*slot),
            },
            constant => constant.clone(),
        }
    }

    /// Counts the lines of all programs before any of them is made.
    fn check<'v>(&self, values: impl Iterator<Item = &'v Operand>) -> Result<(), TooManyLines> {
        let mut count = 0;
        for value in values {
            count += self.batt.closure(value).len() * (1 + usize::from(self.is_on_target(value)));
            if count > MOST_LINES {
                return Err(TooManyLines);
            }
        }
        Ok(())
    }

    /// Adds the programs that give a value.
    fn add(&mut self, value: &Operand) -> Place {
        let lines = self.batt.closure(value);
        if let Some(run) = self.only {
            let program = self.program(&lines, value, run);
            return Place { solving: program, judging: program };
        }
        let solving = self.program(&lines, value, Run::Solving);
        let judging = if self.is_on_target(value) { self.program(&lines, value, Run::Judging) } else { solving };
        Place { solving, judging }
    }

    fn program(&mut self, lines: &[u32], value: &Operand, run: Run) -> usize {
        let number = self.graph.battery.programs.len();
        let nodes: Vec<u32> = lines.iter().map(|line| self.nodes[*line as usize][run as usize]).collect();
        nodes.iter().for_each(|node| self.graph.battery.nodes[*node as usize].last_user = number);
        let code = Arc::new(self.code(lines, value, run));
        let result = self.in_battery(value, run);
        self.graph.battery.programs.push(Member { code, lines: nodes, result });
        number
    }

    /// The program alone. Lines are in ascending order, so a place among them is found by halving.
    fn code(&self, lines: &[u32], value: &Operand, run: Run) -> Code {
        let alone = |operand: &Operand| match operand {
            Operand::Slot(TARGET) if run == Run::Solving => Operand::Const(Value::None),
            Operand::Slot(slot) => match slot.checked_sub(INPUTS).and_then(|line| lines.binary_search(&line).ok()) {
                Some(place) => Operand::Slot(INPUTS + place as u32),
                None => Operand::Slot(*slot),
            },
            constant => constant.clone(),
        };
        let step = |(place, line): (usize, &u32)| {
            let line = &self.batt.lines[*line as usize];
            Step { action: with_operands(&line.action(), alone), slot: INPUTS + place as u32, line: line.line }
        };
        Code {
            name: "batt".to_string(),
            params: ["S", "I", "C"].map(str::to_string).to_vec(),
            slots: INPUTS + lines.len() as u32,
            steps: lines.iter().enumerate().map(step).collect(),
            result: alone(value),
        }
    }
}

/// The same call of other operands. Lines of a batt are calls.
fn with_operands(action: &Action, other: impl Fn(&Operand) -> Operand) -> Action {
    let renamed = |call: &Call| Call {
        function: other(&call.function),
        args: call.args.iter().map(&other).collect(),
        keywords: call.keywords.iter().map(|(name, operand)| (name.clone(), other(operand))).collect(),
    };
    match action {
        Action::Call(call) => Action::Call(renamed(call)),
        Action::Try(call) => Action::Try(renamed(call)),
        Action::Tuple(items) => Action::Tuple(items.iter().map(&other).collect()),
        Action::Copy(operand) => Action::Copy(other(operand)),
    }
}
