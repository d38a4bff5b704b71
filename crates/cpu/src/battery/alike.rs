//! Candidates of one value, and what is asked about them once.
//!
//! A batt asks the same questions about every candidate, and on most samples half of the candidates are the same grid: what a
//! solver for another task leaves of the input. The lines that ask about a candidate are known by their *shape*: what they
//! call, with the candidate as a hole. Lines of two candidates with one shape give one value wherever the candidates are one
//! value, so of the second candidate none of them has to run. That holds for lines that nothing else needs: whether two values
//! are one object shows only to those who have both.
//!
//! ```text
//! t51 = p_g(t50)                  p_g(·)                  t92 = p_g(t91)
//! t52 = difference(t3, t51)       difference(t3, p_g(·))  t93 = difference(t3, t92)
//! t53 = size(t52)                 size(…)                 t94 = size(t93)
//! ```

use megabatt_core::code::{Action, Operand};
use megabatt_core::{TokOp, Value};
use megabatt_exec::battery::Battery;
use rustc_hash::FxHashMap;

/// Lines that are looked at, each counted for every candidate it depends on. Beyond that, all lines run.
const MOST_LOOKS: usize = 1_000_000;

/// A part of a line's shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Hole,
    /// A line that depends on the hole, by its shape.
    Shape(u32),
    /// A line or an input that does not.
    Slot(u32),
    Int(i64),
    Bool(bool),
    Pair(i32, i32),
    Nothing,
    Operation(TokOp),
}

impl Part {
    fn of(value: &Value) -> Option<Part> {
        Some(match *value {
            Value::Int(n) => Part::Int(n),
            Value::Bool(b) => Part::Bool(b),
            Value::Pair(a, b) => Part::Pair(a, b),
            Value::None => Part::Nothing,
            Value::Tok(op) => Part::Operation(op),
            _ => return None,
        })
    }
}

/// A value that lines ask about.
struct Hole {
    slot: u32,
    /// The lines that depend on it, in their order, with their shapes.
    cone: Vec<(u32, u32)>,
}

/// What is asked about several values.
#[derive(Default)]
pub struct Alike {
    /// For each node the candidate it is, and the candidate it asks about and for nobody else: numbers among `asked`.
    pub candidate: Vec<Option<u32>>,
    pub part_of: Vec<Option<u32>>,
    /// For each result among the lines that ask about a candidate: where it is among them.
    place: Vec<u32>,
    pub asked: Vec<Asked>,
    /// The inputs that are asked the same, as slots with their numbers.
    pub inputs: Vec<(u32, u32)>,
}

/// A candidate, or an input.
pub struct Asked {
    /// Which questions need not be asked; None for an input, and where something else depends on all answers.
    questions: Option<u32>,
    /// For each list of questions the lines that answer them for this value, if they do.
    answers: Vec<Option<Vec<u32>>>,
}

impl Alike {
    pub fn new(battery: &Battery, needed: &[bool]) -> Alike {
        Finder::new(battery, needed).find().unwrap_or_else(|| Alike {
            candidate: vec![None; battery.nodes.len()],
            part_of: vec![None; battery.nodes.len()],
            ..Alike::default()
        })
    }

    /// Whether the questions about one candidate are answered where they are asked about the other.
    pub fn answers(&self, candidate: u32, other: u32) -> bool {
        let asked = &self.asked[candidate as usize];
        asked.questions.is_some_and(|q| self.asked[other as usize].answers[q as usize].is_some())
    }

    /// The line that answers what this one would have, if its candidate is the same as the other.
    pub fn answer(&self, node: u32, other: u32) -> Option<u32> {
        let candidate = self.part_of[node as usize]?;
        let questions = self.asked[candidate as usize].questions?;
        let answers = self.asked[other as usize].answers[questions as usize].as_ref()?;
        answers.get(self.place[node as usize] as usize).copied()
    }
}

/// Whether lines that look at one of two values see what they see at the other. Containers other than grids are left out: sets
/// of the same items may be in two orders.
pub fn are_one(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Grid(a), Value::Grid(b)) => a == b,
        (Value::Tuple(a), Value::Tuple(b)) => a.is_empty() && b.is_empty(),
        (Value::Set(a), Value::Set(b)) => a.is_empty() && b.is_empty(),
        (Value::Func(_), _) => false,
        _ => a.is(b),
    }
}

struct Finder<'a> {
    battery: &'a Battery,
    /// For each slot the nodes that need it, ascending.
    users: Vec<Vec<u32>>,
    is_result: Vec<bool>,
    shapes: FxHashMap<(bool, Vec<Part>), u32>,
    looks: usize,
}

impl<'a> Finder<'a> {
    fn new(battery: &'a Battery, needed: &[bool]) -> Finder<'a> {
        let slots = battery.inputs + battery.nodes.len();
        let (mut users, mut is_result) = (vec![Vec::new(); slots], vec![false; slots]);
        for node in (0..battery.nodes.len()).filter(|&node| needed[node]) {
            for slot in battery.nodes[node].action.operands().filter_map(Operand::slot) {
                let users: &mut Vec<u32> = &mut users[slot as usize];
                if users.last() != Some(&(node as u32)) {
                    users.push(node as u32);
                }
            }
        }
        let results = battery.programs.iter().filter_map(|program| program.result.slot());
        results.for_each(|slot| is_result[slot as usize] = true);
        Finder { battery, users, is_result, shapes: FxHashMap::default(), looks: 0 }
    }

    /// None if there is too much to look at.
    fn find(mut self) -> Option<Alike> {
        let nodes = self.battery.nodes.len();
        let inputs = self.battery.inputs as u32;
        let is_asked = |slot: &u32| {
            let users = &self.users[*slot as usize];
            !users.is_empty() && (*slot < inputs || self.is_result[*slot as usize])
        };
        let slots: Vec<u32> = (0..self.users.len() as u32).filter(is_asked).collect();
        let mut holes = Vec::with_capacity(slots.len());
        for slot in slots {
            holes.push(Hole { slot, cone: self.cone(slot)? });
        }
        // Shapes that stand beside several values.
        let mut times = vec![0u32; self.shapes.len()];
        holes.iter().flat_map(|hole| &hole.cone).for_each(|&(_, shape)| times[shape as usize] += 1);

        let mut alike = Alike {
            candidate: vec![None; nodes],
            part_of: vec![None; nodes],
            place: vec![0; nodes],
            ..Alike::default()
        };
        let mut lists: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut questions: Vec<Vec<u32>> = Vec::new();
        for (number, hole) in holes.iter().enumerate() {
            let own = self.own_lines(hole, &times, &alike.part_of);
            let mut results: Vec<(u32, u32)> =
                own.iter().filter(|(node, _)| self.is_result[self.battery.slot(*node)]).map(|&(n, s)| (s, n)).collect();
            results.sort_unstable();
            let shapes: Vec<u32> = results.iter().map(|&(shape, _)| shape).collect();
            let distinct = shapes.windows(2).all(|two| two[0] != two[1]);
            let of_candidate = hole.slot >= inputs && !shapes.is_empty() && distinct;
            let list = of_candidate.then(|| {
                *lists.entry(shapes.clone()).or_insert_with(|| {
                    questions.push(shapes);
                    questions.len() as u32 - 1
                })
            });
            if list.is_some() {
                own.iter().for_each(|&(node, _)| alike.part_of[node as usize] = Some(number as u32));
                results.iter().enumerate().for_each(|(at, &(_, node))| alike.place[node as usize] = at as u32);
            }
            match hole.slot.checked_sub(inputs) {
                Some(node) => alike.candidate[node as usize] = Some(number as u32),
                None => alike.inputs.push((hole.slot, number as u32)),
            }
            alike.asked.push(Asked { questions: list, answers: Vec::new() });
        }
        for (asked, hole) in alike.asked.iter_mut().zip(&holes) {
            // The first of several lines of one shape answers as well as any.
            let mut by_shape: Vec<(u32, u32)> = hole.cone.iter().map(|&(node, shape)| (shape, node)).collect();
            by_shape.sort_unstable();
            let answer = |shape: &u32| {
                let at = by_shape.partition_point(|(other, _)| other < shape);
                by_shape.get(at).filter(|(other, _)| other == shape).map(|&(_, node)| node)
            };
            let is_answered = |shape: &u32| answer(shape).filter(|&node| self.is_result[self.battery.slot(node)]);
            asked.answers = questions.iter().map(|shapes| shapes.iter().map(is_answered).collect()).collect();
        }
        Some(alike)
    }

    /// The lines that depend on a slot, in their order, with their shapes.
    fn cone(&mut self, slot: u32) -> Option<Vec<(u32, u32)>> {
        let mut nodes: Vec<u32> = Vec::new();
        let mut seen: FxHashMap<u32, Option<u32>> = FxHashMap::default();
        let mut waiting = self.users[slot as usize].clone();
        while let Some(node) = waiting.pop() {
            if seen.insert(node, None).is_none() {
                nodes.push(node);
                self.looks += 1;
                if self.looks > MOST_LOOKS {
                    return None;
                }
                waiting.extend(&self.users[self.battery.slot(node)]);
            }
        }
        nodes.sort_unstable();
        let mut cone = Vec::with_capacity(nodes.len());
        for node in nodes {
            let shape = self.shape(node, slot, &seen);
            seen.insert(node, shape);
            cone.extend(shape.map(|shape| (node, shape)));
        }
        Some(cone)
    }

    /// The shape of a line; None if it has something in it that no two lines share.
    fn shape(&mut self, node: u32, hole: u32, known: &FxHashMap<u32, Option<u32>>) -> Option<u32> {
        let about = &self.battery.nodes[node as usize];
        let (is_try, call) = match &about.action {
            Action::Try(call) => (true, call),
            Action::Call(call) => (false, call),
            Action::Tuple(_) | Action::Copy(_) => return None,
        };
        if !call.keywords.is_empty() {
            return None;
        }
        let part = |operand: &Operand| match operand {
            Operand::Const(value) => Part::of(value),
            Operand::Slot(slot) if *slot == hole => Some(Part::Hole),
            Operand::Slot(slot) => {
                let node = slot.checked_sub(self.battery.inputs as u32);
                match node.and_then(|node| known.get(&node)) {
                    Some(shape) => shape.map(Part::Shape),
                    None => Some(Part::Slot(*slot)),
                }
            }
        };
        let parts: Vec<Part> = std::iter::once(&call.function).chain(&call.args).map(part).collect::<Option<_>>()?;
        let next = self.shapes.len() as u32;
        Some(*self.shapes.entry((is_try, parts)).or_insert(next))
    }

    /// The lines that ask about this value alone and that nothing else needs, their shapes being of several values.
    fn own_lines(&self, hole: &Hole, times: &[u32], taken: &[Option<u32>]) -> Vec<(u32, u32)> {
        let mut own: Vec<(u32, u32)> = Vec::new();
        // From the last line up: those that need a line come after it.
        for &(node, shape) in hole.cone.iter().rev() {
            let slot = self.battery.slot(node);
            let is_own = |user: &u32| own.binary_search_by(|(other, _)| user.cmp(other)).is_ok();
            let is_candidate = self.is_result[slot] && !self.users[slot].is_empty();
            let is_free = times[shape as usize] > 1 && taken[node as usize].is_none() && !is_candidate;
            if is_free && self.users[slot].iter().all(is_own) {
                own.push((node, shape));
            }
        }
        own
    }
}
