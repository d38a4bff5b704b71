//! A program line by line, with the value of every line.

use super::expression::Names;
use super::find::Found;
use super::line::{ProgramLine, lines, live_steps, operands};
use super::{locate, task, verdict, why};
use crate::args::ShowArgs;
use crate::suggest;
use megabatt_core::code::{Action, Operand};
use megabatt_core::{Exception, Fail, Grid, Value};
use megabatt_cpu::{Cpu, Engine, OrderMark, Trace};
use megabatt_engine::data::{Pair, Task};
use megabatt_engine::run::{self, Sample};
use megabatt_exec::{Cancel, Limits, Row};
use megabatt_view::{Accent, Block, Canvas, Line, Style};

/// Items of a container that are shown unless one line is asked for.
const FEW_ITEMS: usize = 8;
/// Enough for everything that can be read.
const MANY_ITEMS: usize = 2_000;
const MANY_ROWS: usize = 200;
/// Columns for the numbers of lines.
const MARGIN: usize = 6;

pub fn draw(canvas: &Canvas, found: &Found, task: &Task, args: &ShowArgs) -> Result<Block, String> {
    let pair = pair(task, args.sample)?;
    let canvas = &Canvas { layout: found.program.dialect.cell_layout(), ..canvas.clone() };
    let shown = Shown::new(found, task, pair);
    let mut block = shown.heading(canvas, task, args.sample);
    match &args.line {
        Some(wanted) => {
            let canvas = Canvas { items: MANY_ITEMS, rows: MANY_ROWS, ..canvas.clone() };
            for line in shown.chosen(wanted)? {
                block.push(Line::new());
                block.append(shown.line(&canvas, line, true));
            }
        }
        None => {
            block.append(task::pictures(canvas, &pair.input, pair.output.as_ref()));
            for line in &shown.lines {
                block.push(Line::new());
                let name = line.name.clone().unwrap_or_else(|| line.number.to_string());
                let more = format!("--line {name} shows all");
                block.append(shown.line(&Canvas { items: FEW_ITEMS, more, ..canvas.clone() }, line, false));
            }
            block.push(Line::new());
            block.append(verdict::draw(canvas, &shown.trace.outcome, pair.output.as_ref()));
        }
    }
    block.append(shown.remarks(canvas));
    Ok(block)
}

fn pair(task: &Task, sample: Sample) -> Result<&Pair, String> {
    if Sample::all(task).any(|other| other == sample) {
        return Ok(sample.of(task));
    }
    let all: Vec<String> = Sample::all(task).map(|s| format!("{}:{}", s.section.name(), s.index)).collect();
    let (name, index) = (sample.section.name(), sample.index);
    Err(format!("task {} has no pair {name}:{index}\n  help: it has {}", task.id, all.join(", ")))
}

/// A program that was run.
struct Shown<'a> {
    found: &'a Found,
    lines: Vec<ProgramLine>,
    names: Names,
    live: Vec<bool>,
    trace: Trace,
    marks: Vec<OrderMark>,
    input: Option<&'a Grid>,
}

impl<'a> Shown<'a> {
    fn new(found: &'a Found, task: &Task, pair: &'a Pair) -> Shown<'a> {
        let program = &found.program;
        let lines = lines(found);
        let inputs = run::inputs(&program.code, pair, || task.demos());
        let row = Row { code: program.code.clone(), inputs };
        let (cpu, limits, cancel) =
            (Cpu { dialect: program.dialect, engine: Engine::Fast }, Limits::default(), Cancel::new());
        let trace = cpu.trace(&row, &limits, &cancel);
        let marks = cpu.order_marks(&row, &trace, &limits, &cancel);
        let input = match &pair.input {
            Value::Grid(grid) => Some(&**grid),
            _ => None,
        };
        let names = Names::of_lines(&program.code, &lines);
        Shown { found, lines, names, live: live_steps(&program.code), trace, marks, input }
    }

    fn heading(&self, canvas: &Canvas, task: &Task, sample: Sample) -> Block {
        let program = &self.found.program;
        let mut line = Line::of(&*program.name, Style::bold());
        line.push(format!("  {}:{}  task {}  ", program.file, program.line, task.id), Style::default());
        line.push(format!("{}:{}", sample.section.name(), sample.index), Style::accent(Accent::Guide));
        canvas.wrapped_line(line)
    }

    /// The lines that `--line` asks for.
    fn chosen(&self, wanted: &str) -> Result<Vec<&ProgramLine>, String> {
        let number: Option<u32> = wanted.parse().ok();
        let is_it = |line: &&ProgramLine| line.name.as_deref() == Some(wanted) || Some(line.number) == number;
        let chosen: Vec<&ProgramLine> = self.lines.iter().filter(is_it).collect();
        if !chosen.is_empty() {
            return Ok(chosen);
        }
        let names = || self.lines.iter().filter_map(|line| line.name.as_deref());
        let otherwise = format!("its lines are {}", names().collect::<Vec<_>>().join(", "));
        let help = suggest::help(wanted, names(), &otherwise);
        Err(format!("{} has no line {wanted}\n  help: {help}", self.found.program.name))
    }

    /// A line and its value; with everything it was given, if it is shown alone.
    fn line(&self, canvas: &Canvas, line: &ProgramLine, alone: bool) -> Block {
        let mut text = Line::of(format!("{:>4}  ", line.number), Style::faint());
        text.push(&*line.text, Style::bold());
        for mark in self.marks_of(line) {
            text.push(format!("  [{mark}]"), Style::accent(Accent::Note));
        }
        let mut block = canvas.wrapped_line(text);
        let inside = canvas.with_width(canvas.width.saturating_sub(MARGIN));
        for n in line.steps.clone() {
            let is_last = Some(n) == line.last();
            let part = match n.cmp(&self.trace.done) {
                std::cmp::Ordering::Less if is_last && alone => {
                    let mut part = self.arguments(&inside, n, true);
                    part.append(self.value(&inside, n));
                    part
                }
                std::cmp::Ordering::Less if is_last => self.value(&inside, n),
                std::cmp::Ordering::Less => self.inner(&inside, n, alone),
                std::cmp::Ordering::Equal => self.failure(&inside, n),
                std::cmp::Ordering::Greater if is_last => inside.wrapped("not run", Style::faint()),
                std::cmp::Ordering::Greater => Block::new(),
            };
            block.append(part.indented(MARGIN));
        }
        block
    }

    fn of_step(&self, n: usize) -> &Value {
        &self.trace.slots[self.found.program.code.steps[n].slot as usize]
    }

    fn value(&self, canvas: &Canvas, n: usize) -> Block {
        self.shown(canvas, "= ", self.of_step(n))
    }

    fn shown(&self, canvas: &Canvas, before: &str, value: &Value) -> Block {
        let mut block = canvas.wrapped(&format!("{before}{}", canvas.summary(value)), Style::default());
        block.append(canvas.drawing(value, self.input));
        block
    }

    /// A call inside a line.
    fn inner(&self, canvas: &Canvas, n: usize, alone: bool) -> Block {
        let before = format!("{} = ", self.names.step(&self.found.program.code, n));
        if alone {
            return self.shown(canvas, &before, self.of_step(n));
        }
        canvas.wrapped(&format!("{before}{}", canvas.summary(self.of_step(n))), Style::faint())
    }

    /// What a call was given, drawn or in a line each.
    fn arguments(&self, canvas: &Canvas, n: usize, drawn: bool) -> Block {
        let code = &self.found.program.code;
        let Action::Call(call) = &code.steps[n].action else { return Block::new() };
        let (callee, _) = self.call_values(n).unwrap_or((Value::None, Vec::new()));
        let parameter = |i: usize| match &callee {
            Value::Op(op) if i < op.arity() => op.param_name(i, self.found.program.dialect).to_string(),
            Value::Tok(op) if i < op.arity() => op.info().params[i].name.to_string(),
            Value::Func(f) if f.arg_count().is_some_and(|n| i < n) => f.param_name(i).to_string(),
            _ => format!("argument {}", i + 1),
        };
        let positional = call.args.iter().enumerate().map(|(i, arg)| (parameter(i), arg));
        let keywords = call.keywords.iter().map(|(name, arg)| (name.clone(), arg));
        let mut block = Block::new();
        for (name, operand) in positional.chain(keywords) {
            let value = self.operand(operand);
            let text = self.names.operand(code, operand);
            let summary = canvas.summary(value);
            let before = if text == summary { format!("{name}: ") } else { format!("{name}: {text} = ") };
            if drawn && matches!(operand, Operand::Slot(_)) {
                block.append(self.shown(canvas, &before, value));
            } else {
                block.append(canvas.wrapped(&format!("{before}{summary}"), Style::default()));
            }
        }
        block
    }

    fn failure(&self, canvas: &Canvas, n: usize) -> Block {
        let Some(fail) = self.trace.failure else { return Block::new() };
        let name = match fail {
            Fail::Raise(exception) => exception.name().to_string(),
            Fail::Limit(limit) => format!("limit {}", limit.name()),
        };
        let bad = Style { bold: true, ..Style::accent(Accent::Bad) };
        let mut block = canvas.wrapped(&format!("{name} in {}", self.names.step(&self.found.program.code, n)), bad);
        block.append(self.arguments(canvas, n, false));
        let Some((callee, args)) = self.call_values(n) else { return block };
        let site = locate::locate(self.found.program.dialect, &callee, &args, fail);
        for step in &site.path {
            block.append(canvas.wrapped(&format!("in: {step}"), Style::default()));
        }
        if !site.path.is_empty() {
            let inner = match site.fail {
                Fail::Raise(exception) => exception.name(),
                Fail::Limit(limit) => limit.name(),
            };
            let given: Vec<String> = site.args.iter().map(|arg| canvas.summary(arg)).collect();
            let call = format!("{inner} in {}({})", locate::short(&site.callee), given.join(", "));
            block.append(canvas.wrapped(&call, Style::default()));
        }
        let mut reason = format!("why: {}", why::why(&site));
        if (fail, site.fail) == (Fail::Raise(Exception::RuntimeError), Fail::STOP) {
            reason.push_str("; Python makes a RuntimeError of a StopIteration that leaves a loop over items");
        }
        block.append(canvas.wrapped(&reason, bad));
        block
    }

    fn operand<'b>(&'b self, operand: &'b Operand) -> &'b Value {
        match operand {
            Operand::Slot(slot) => &self.trace.slots[*slot as usize],
            Operand::Const(value) => value,
        }
    }

    /// The function of a call and its arguments by position; None for what is no call, or has keywords that do not fit.
    fn call_values(&self, n: usize) -> Option<(Value, Vec<Value>)> {
        let Action::Call(call) = &self.found.program.code.steps[n].action else { return None };
        let callee = self.operand(&call.function).clone();
        let mut args: Vec<Option<Value>> = call.args.iter().map(|arg| Some(self.operand(arg).clone())).collect();
        if let (Value::Op(op), false) = (&callee, call.keywords.is_empty()) {
            args.resize(op.arity().max(args.len()), None);
            for (name, arg) in &call.keywords {
                let at = (0..op.arity()).find(|&i| op.param_name(i, self.found.program.dialect) == name)?;
                args[at] = Some(self.operand(arg).clone());
            }
        }
        Some((callee, args.into_iter().collect::<Option<Vec<_>>>()?))
    }

    /// The marks behind a line.
    fn marks_of(&self, line: &ProgramLine) -> Vec<String> {
        let mut marks = Vec::new();
        if line.last().is_some_and(|last| !self.live[last]) {
            marks.push("dead".to_string());
        }
        let depends = |n: &usize| self.marks.get(*n) == Some(&OrderMark::Depends);
        if line.last().filter(depends).is_some() {
            let from = self.order_from(line);
            marks.push(if from.is_empty() { "order".to_string() } else { format!("order from {}", from.join(", ")) });
        }
        if line.steps.clone().any(|n| self.trace.address_dependent.get(n) == Some(&true)) {
            marks.push("address".to_string());
        }
        marks
    }

    /// The lines whose values depend on an order and that this one uses.
    fn order_from(&self, line: &ProgramLine) -> Vec<&str> {
        let code = &self.found.program.code;
        let mut names: Vec<&str> = Vec::new();
        for operand in line.steps.clone().flat_map(|n| operands(&code.steps[n].action)) {
            let Operand::Slot(slot) = operand else { continue };
            let Some(made) = code.steps.iter().position(|step| step.slot == *slot) else { continue };
            if let (false, Some(OrderMark::Depends), Some(name)) =
                (line.steps.contains(&made), self.marks.get(made), self.names.of(*slot))
                && !names.contains(&name)
            {
                names.push(name);
            }
        }
        names
    }

    fn remarks(&self, canvas: &Canvas) -> Block {
        let unknown = self.marks.iter().position(|mark| *mark == OrderMark::Unknown);
        let Some(n) = unknown.and_then(|n| self.lines.iter().find(|line| line.steps.contains(&n))) else {
            return Block::new();
        };
        let name = n.name.clone().unwrap_or_else(|| format!("line {}", n.number));
        let text =
            format!("whether a value depends on the order of sets was not found out from {name} on: too much work");
        canvas.wrapped(&text, Style::faint())
    }
}
