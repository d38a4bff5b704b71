//! Where the values of lines are while a battery runs program by program.
//!
//! A battery has thousands of lines, and nine of ten belong to a single program: what such a line gave is of no use once its
//! program is done. With a slot for each line, a sample walks through megabytes of slots and states of which nothing is in the
//! processor's cache. So a slot is handed on: after the last program that has the line, to a line of a later program. A few
//! hundred slots are enough then, and they are those that were used last.
//!
//! Lines that need no sample keep theirs, since their values stay from one sample to the next.

use megabatt_core::Operand;
use megabatt_core::code::{Action, Call};
use megabatt_exec::battery::{Battery, Node};

/// A line of a battery as a sample sees it.
pub struct Place {
    /// The slot of its value.
    pub slot: u32,
    /// The last program that has it.
    pub last_user: u32,
    /// Its value does not depend on the sample.
    pub once: bool,
    /// What it does, in terms of these slots.
    pub action: Action,
}

/// All lines of a battery, and what its programs give, in terms of slots that are handed on.
pub struct Places {
    pub of_nodes: Vec<Place>,
    pub results: Vec<Operand>,
    /// For each slot whether its value stays for the next sample.
    pub stays: Vec<bool>,
    /// No slot from here on is for a sample's own values.
    pub passing: usize,
}

impl Places {
    /// `handed_on` is false where somebody else looks into the slots, too: then each line has its own, as in the battery.
    pub fn new(battery: &Battery, handed_on: bool) -> Places {
        let slots = if handed_on { slots_handed_on(battery) } else { own_slots(battery) };
        let place = |operand: &Operand| match operand {
            Operand::Slot(slot) => Operand::Slot(match (*slot as usize).checked_sub(battery.inputs) {
                Some(node) => slots[node],
                None => *slot,
            }),
            constant => constant.clone(),
        };
        let nodes = || battery.nodes.iter().zip(&slots);
        let of_node = |(node, &slot): (&Node, &u32)| Place {
            slot,
            last_user: node.last_user as u32,
            once: node.once,
            action: moved(&node.action, place),
        };
        let count = nodes().map(|(_, &slot)| slot as usize + 1).max().unwrap_or(0).max(battery.inputs);
        let mut stays = vec![false; count];
        nodes().filter(|(node, _)| node.once).for_each(|(_, &slot)| stays[slot as usize] = true);
        let passing = stays.iter().rposition(|stays| !stays).map_or(0, |last| last + 1);
        let results = battery.programs.iter().map(|program| place(&program.result)).collect();
        Places { of_nodes: nodes().map(of_node).collect(), results, stays, passing }
    }
}

fn own_slots(battery: &Battery) -> Vec<u32> {
    (0..battery.nodes.len() as u32).map(|node| battery.slot(node) as u32).collect()
}

/// The slot of each node. Two nodes that one program has never share one, and neither do two that are needed at one time if the programs
/// run in their order.
fn slots_handed_on(battery: &Battery) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
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
    for slot in slots.iter_mut().filter(|slot| **slot == NONE) {
        *slot = next.next().unwrap_or(NONE);
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
        let places = Places::new(&battery, true);
        let first_user = |node: u32| programs.iter().position(|lines| lines.contains(&node)).expect("somebody has it");
        for a in 0..11u32 {
            let place = &places.of_nodes[a as usize];
            let slot = place.slot as usize;
            assert!(slot > 0 && slot < places.stays.len() && places.stays[slot] == place.once, "{a}");
            assert_eq!(place.once, slot >= places.passing, "{a}");
            for b in 0..a {
                let other = &places.of_nodes[b as usize];
                let apart = first_user(a) > other.last_user as usize || first_user(b) > place.last_user as usize;
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
            let places = Places::new(&battery, handed_on);
            let slot = |node: usize| places.of_nodes[node].slot;
            for node in 1..5 {
                let Action::Copy(Operand::Slot(from)) = &places.of_nodes[node].action else { panic!("it is a copy") };
                assert_eq!(*from, slot(node - 1));
            }
            let results: Vec<_> = places.results.iter().map(Operand::slot).collect();
            assert_eq!(results, [1, 3, 4].map(|node| Some(slot(node))));
            assert!(handed_on || (0..5).all(|node| slot(node) as usize == battery.slot(node as u32)));
        }
    }
}
