//! Where the values of lines are while a battery runs program by program.
//!
//! A battery has thousands of lines, and nine of ten belong to a single program: what such a line gave is of no use once its
//! program is done. With a slot for each line, a sample walks through megabytes of slots and states of which nothing is in the
//! processor's cache. So a slot is handed on: after the last program that has the line, to a line of a later program. A few
//! hundred slots are enough then, and they are those that were used last.
//!
//! Lines that need no sample keep theirs, since their values stay from one sample to the next.

use super::Cost;
use megabatt_core::code::{Action, Call};
use megabatt_core::{Operand, Value};
use megabatt_exec::battery::{Battery, Member, Node};

/// A line of a battery as a sample sees it.
pub struct Place {
    /// The slot of its value.
    pub slot: u32,
    /// Its value does not depend on the sample.
    pub once: bool,
    /// What it does, in terms of these slots.
    pub action: Action,
}

/// A line of a program.
#[derive(Clone, Copy)]
pub enum Line {
    Node {
        node: u32,
        slot: u32,
        /// Nobody but this program asks for it, in this sample or in another one.
        own: bool,
    },
    /// Some lines, one after the other, of which all is known; the number of what they take.
    Known(u32),
}

/// A program of a battery as a sample sees it.
pub struct Program {
    pub lines: Vec<Line>,
    pub result: Operand,
    /// The slots of which no later program needs the value.
    pub done: Vec<u32>,
    /// The other slots that it has, and their nodes.
    pub shared: Vec<(u32, u32)>,
}

/// What is known of a line that needs no sample.
pub struct Known<'a> {
    pub value: &'a Value,
    pub cost: &'a Cost,
}

/// All lines of a battery and its programs, in terms of slots that are handed on.
pub struct Places {
    pub of_nodes: Vec<Place>,
    pub programs: Vec<Program>,
    /// What lines take of which all is known.
    pub known: Vec<Cost>,
    /// For each slot whether its value stays for the next sample.
    pub stays: Vec<bool>,
    /// No slot from here on is for a sample's own values.
    pub passing: usize,
}

/// No slot.
const NONE: u32 = u32::MAX;

impl Places {
    /// `handed_on` is false where somebody else looks into the slots, too: then each line has its own, as in the battery. Lines that are known
    /// have none: their values are constants of others.
    pub fn new<'a>(battery: &Battery, handed_on: bool, known: &dyn Fn(u32) -> Option<Known<'a>>) -> Places {
        let has_slot = |node: usize| known(node as u32).is_none();
        let slots = if handed_on { slots_handed_on(battery, has_slot) } else { own_slots(battery) };
        let place = |operand: &Operand| match operand {
            Operand::Slot(slot) => match (*slot as usize).checked_sub(battery.inputs) {
                Some(node) => match known(node as u32) {
                    Some(known) => Operand::Const(known.value.clone()),
                    None => Operand::Slot(slots[node]),
                },
                None => Operand::Slot(*slot),
            },
            constant => constant.clone(),
        };
        let nodes = || battery.nodes.iter().zip(&slots);
        let of_node =
            |(node, &slot): (&Node, &u32)| Place { slot, once: node.once, action: moved(&node.action, place) };
        let with_slots = || nodes().filter(|(_, slot)| **slot != NONE);
        let count = with_slots().map(|(_, &slot)| slot as usize + 1).max().unwrap_or(0).max(battery.inputs);
        let mut stays = vec![false; count];
        with_slots().filter(|(node, _)| node.once).for_each(|(_, &slot)| stays[slot as usize] = true);
        let passing = stays.iter().rposition(|stays| !stays).map_or(0, |last| last + 1);
        let mut costs = Vec::new();
        let programs = battery.programs.iter().enumerate().map(|(number, program)| {
            let lines = lines_of(battery, number, program, &slots, known, &mut costs);
            Program::new(battery, number, lines, place(&program.result))
        });
        let programs = programs.collect();
        Places { of_nodes: nodes().map(of_node).collect(), programs, known: costs, stays, passing }
    }
}

impl Program {
    fn new(battery: &Battery, number: usize, lines: Vec<Line>, result: Operand) -> Program {
        let (mut done, mut shared) = (Vec::new(), Vec::new());
        for line in &lines {
            let Line::Node { node, slot, .. } = *line else { continue };
            let about = &battery.nodes[node as usize];
            if about.once || done.contains(&slot) || shared.contains(&(slot, node)) {
                continue;
            }
            match about.last_user == number {
                true => done.push(slot),
                false => shared.push((slot, node)),
            }
        }
        Program { lines, result, done, shared }
    }
}

/// The lines of a program; what those take that are known goes to the others of that kind.
fn lines_of<'a>(
    battery: &Battery,
    number: usize,
    program: &Member,
    slots: &[u32],
    known: &dyn Fn(u32) -> Option<Known<'a>>,
    costs: &mut Vec<Cost>,
) -> Vec<Line> {
    let mut lines = Vec::with_capacity(program.lines.len());
    for &node in &program.lines {
        let about = &battery.nodes[node as usize];
        match (known(node), lines.last()) {
            (Some(known), Some(&Line::Known(before))) => {
                let before = &mut costs[before as usize];
                *before = before.then(known.cost);
            }
            (Some(known), _) => {
                lines.push(Line::Known(costs.len() as u32));
                costs.push(*known.cost);
            }
            (None, _) => {
                let own = about.last_user == number && !about.once && !about.per_task;
                lines.push(Line::Node { node, slot: slots[node as usize], own });
            }
        }
    }
    lines
}

fn own_slots(battery: &Battery) -> Vec<u32> {
    (0..battery.nodes.len() as u32).map(|node| battery.slot(node) as u32).collect()
}

/// The slot of each node. Two nodes that one program has never share one, and neither do two that are needed at one time if the programs
/// run in their order. `has_slot` is false for lines that need no sample and no slot.
fn slots_handed_on(battery: &Battery, has_slot: impl Fn(usize) -> bool) -> Vec<u32> {
    let mut slots = vec![NONE; battery.nodes.len()];
    let (mut next, mut free) = ((battery.inputs as u32).., Vec::new());
    for (number, program) in battery.programs.iter().enumerate() {
        for &node in &program.lines {
            let slot = &mut slots[node as usize];
            if *slot == NONE && !battery.nodes[node as usize].once {
                *slot = free.pop().or_else(|| next.next()).unwrap_or(NONE);
            }
        }
        let mut done: Vec<u32> = program.lines.clone();
        done.sort_unstable();
        done.dedup();
        done.retain(|&node| !battery.nodes[node as usize].once && battery.nodes[node as usize].last_user == number);
        // In the same order again: the next program's lines go through them as this one's did.
        free.extend(done.iter().rev().map(|&node| slots[node as usize]));
    }
    for (node, slot) in slots.iter_mut().enumerate() {
        if *slot == NONE && has_slot(node) {
            *slot = next.next().unwrap_or(NONE);
        }
    }
    slots
}

/// The same action with its operands elsewhere.
fn moved(action: &Action, place: impl Fn(&Operand) -> Operand) -> Action {
    let call = |call: &Call| Call {
        function: place(&call.function),
        args: call.args.iter().map(&place).collect(),
        keywords: call.keywords.iter().map(|(name, operand)| (name.clone(), place(operand))).collect(),
    };
    match action {
        Action::Call(it) => Action::Call(call(it)),
        Action::Try(it) => Action::Try(call(it)),
        Action::Tuple(items) => Action::Tuple(items.iter().map(&place).collect()),
        Action::Copy(operand) => Action::Copy(place(operand)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::Code;
    use megabatt_exec::battery::Member;
    use std::sync::Arc;

    /// Programs with these nodes as their lines. Each node takes what the one before gives.
    fn battery(programs: &[Vec<u32>], once: &[u32]) -> Battery {
        let nodes = programs.iter().flatten().max().map_or(0, |&most| most + 1);
        let last_user = |node: u32| programs.iter().rposition(|lines| lines.contains(&node)).expect("somebody has it");
        let node = |n: u32| Node {
            action: Action::Copy(Operand::Slot(n)),
            last_user: last_user(n),
            once: once.contains(&n),
            per_task: false,
        };
        let code =
            Code { name: String::new(), params: Vec::new(), slots: 0, steps: Vec::new(), result: Operand::Slot(0) };
        let code = Arc::new(code);
        let member = |lines: &Vec<u32>| Member {
            code: code.clone(),
            lines: lines.clone(),
            result: Operand::Slot(1 + lines.last().expect("a line")),
        };
        Battery {
            inputs: 1,
            nodes: (0..nodes).map(node).collect(),
            programs: programs.iter().map(member).collect(),
            ..Battery::default()
        }
    }

    #[test]
    fn nodes_that_are_needed_at_one_time_have_slots_of_their_own() {
        let programs = [vec![0, 1, 2, 1], vec![3, 1, 4], vec![5, 6, 0], vec![7, 1, 5], vec![8, 3, 9, 10]];
        let battery = battery(&programs, &[5, 9]);
        let places = Places::new(&battery, true, &|_| None);
        let last_user = |node: u32| battery.nodes[node as usize].last_user;
        let first_user = |node: u32| programs.iter().position(|lines| lines.contains(&node)).expect("somebody has it");
        for a in 0..11u32 {
            let place = &places.of_nodes[a as usize];
            let slot = place.slot as usize;
            assert!(slot > 0 && slot < places.stays.len() && places.stays[slot] == place.once, "{a}");
            assert_eq!(place.once, slot >= places.passing, "{a}");
            for b in 0..a {
                let other = &places.of_nodes[b as usize];
                let apart = first_user(a) > last_user(b) || first_user(b) > last_user(a);
                assert!(place.slot != other.slot || apart && !place.once && !other.once, "{a} and {b}");
            }
        }
        // Fewer than one for each: some are handed on.
        assert!(places.stays.len() < 1 + 11 - 2, "{} slots", places.stays.len());
    }

    #[test]
    fn actions_and_results_follow_the_slots() {
        let battery = battery(&[vec![0, 1], vec![2, 3], vec![3, 4]], &[]);
        for handed_on in [true, false] {
            let places = Places::new(&battery, handed_on, &|_| None);
            let slot = |node: usize| places.of_nodes[node].slot;
            for node in 1..5 {
                let Action::Copy(Operand::Slot(from)) = &places.of_nodes[node].action else { panic!("it is a copy") };
                assert_eq!(*from, slot(node - 1));
            }
            let results: Vec<_> = places.programs.iter().map(|program| program.result.slot()).collect();
            assert_eq!(results, [1, 3, 4].map(|node| Some(slot(node))));
            assert!(handed_on || (0..5).all(|node| slot(node) as usize == battery.slot(node as u32)));
        }
    }

    #[test]
    fn what_is_known_is_a_constant_and_has_no_slot() {
        let battery = battery(&[vec![0, 1, 2, 3], vec![4, 2, 5]], &[0, 1, 4, 5]);
        let (value, cost) = (Value::Int(7), Cost { fuel: 3, ..Cost::default() });
        let known = |node: u32| [0, 1, 4].contains(&node).then_some(Known { value: &value, cost: &cost });
        let places = Places::new(&battery, true, &known);
        let takes = |node: usize| match &places.of_nodes[node].action {
            Action::Copy(Operand::Const(value)) => format!("{value:?}"),
            Action::Copy(Operand::Slot(slot)) => format!("slot {slot}"),
            _ => panic!("it is a copy"),
        };
        // Those that wait have a slot each, the one that stays behind the others.
        assert_eq!([2, 3, 5].map(|node| places.of_nodes[node].slot), [1, 2, 3]);
        assert_eq!([takes(2), takes(3), takes(5)], ["7", "slot 1", "7"]);
        assert_eq!((places.stays, places.passing), (vec![false, false, false, true], 3));
        let kinds = |program: &Program| -> Vec<Option<u32>> {
            let node = |line: &Line| if let Line::Node { node, .. } = *line { Some(node) } else { None };
            program.lines.iter().map(node).collect()
        };
        assert_eq!(
            places.programs.iter().map(kinds).collect::<Vec<_>>(),
            [vec![None, Some(2), Some(3)], vec![None, Some(2), Some(5)],]
        );
        assert_eq!(places.known.iter().map(|cost| cost.fuel).collect::<Vec<_>>(), [6, 3]);
        let [first, second] = &*places.programs else { panic!("there are two") };
        assert_eq!((&*first.done, &*first.shared), (&[2][..], &[(1, 2)][..]));
        assert_eq!((&*second.done, &*second.shared), (&[1][..], &[][..]));
    }
}
