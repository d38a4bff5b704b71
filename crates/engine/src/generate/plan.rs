//! Which tasks are to be made, and what their ids are.

use super::random::digest;
use megabatt_lang::Program;
use std::collections::BTreeSet;

/// A task to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Its program, as a position in the list of programs.
    pub program: usize,
    /// Counted from 0 for each program.
    pub number: u64,
    pub id: String,
}

/// `count` tasks for each program.
///
/// The first task of a program that speaks of a task (`solve_007bbfb7`) has that id, so that a run finds the two
/// together. All others have eight hexadecimal digits that follow from the program's name, the seed and the number.
pub fn plan(programs: &[Program], count: u64, seed: u64) -> Vec<Plan> {
    let mut taken: BTreeSet<String> = programs.iter().filter_map(|program| program.task.clone()).collect();
    let mut given: BTreeSet<&str> = BTreeSet::new();
    let mut plans = Vec::new();
    for (n, program) in programs.iter().enumerate() {
        for number in 0..count {
            let own = program.task.as_deref().filter(|id| number == 0 && given.insert(id));
            let id = own.map_or_else(|| derived(&program.name, seed, number, &mut taken), str::to_owned);
            plans.push(Plan { program: n, number, id });
        }
    }
    plans
}

/// An id that nobody has yet.
fn derived(name: &str, seed: u64, number: u64, taken: &mut BTreeSet<String>) -> String {
    let mut attempt: u64 = 0;
    loop {
        let key = ["task id", name, &seed.to_string(), &number.to_string(), &attempt.to_string()];
        let id: String = digest(&key)[..4].iter().map(|byte| format!("{byte:02x}")).collect();
        if taken.insert(id.clone()) {
            return id;
        }
        attempt += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::Dialect;

    fn ids(text: &str, count: u64, seed: u64) -> Vec<String> {
        let module = megabatt_lang::parse("p.py", text, Dialect::Arc);
        assert!(module.diagnostics.is_empty());
        plan(&module.programs, count, seed).into_iter().map(|plan| plan.id).collect()
    }

    const PROGRAMS: &str = "def solve_0000aaaa(I):\n    return hmirror(I)\n\n\ndef solve_0000aaaa_again(I):\n    \
                            return hmirror(I)\n\n\ndef turn(I):\n    return rot90(I)\n";

    #[test]
    fn the_first_task_of_a_program_has_the_id_in_its_name() {
        let ids = ids(PROGRAMS, 3, 0);
        assert_eq!(ids[0], "0000aaaa");
        assert_eq!(ids.iter().filter(|id| *id == "0000aaaa").count(), 1);
    }

    #[test]
    fn ids_are_eight_digits_all_different_and_follow_from_name_seed_and_number() {
        let some = ids(PROGRAMS, 5, 7);
        assert!(some.iter().all(|id| id.len() == 8 && id.bytes().all(|b| b.is_ascii_hexdigit())));
        assert_eq!(some.iter().collect::<BTreeSet<_>>().len(), 15);
        assert_eq!(some, ids(PROGRAMS, 5, 7));
        assert_ne!(some[14], ids(PROGRAMS, 5, 8)[14]);
        let more = ids(PROGRAMS, 6, 7);
        assert_eq!(some[10..], more[12..17]);
    }
}
