//! Programs that are the same underneath.

use megabatt_lang::{Id, Program};
use std::collections::HashMap;

/// Programs with one canonical id.
pub struct Group<'a> {
    pub canonical: Id,
    /// Those with one exact id together, in the order of the files.
    pub same_lines: Vec<(Id, Vec<&'a Program>)>,
}

impl Group<'_> {
    pub fn len(&self) -> usize {
        self.same_lines.iter().map(|(_, programs)| programs.len()).sum()
    }
}

/// The groups of two programs and more, in the order of their first programs.
pub fn groups(programs: &[Program]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut places: HashMap<Id, usize> = HashMap::new();
    for program in programs {
        let (exact, canonical) = program.ids();
        let place = *places.entry(canonical).or_insert_with(|| {
            groups.push(Group { canonical, same_lines: Vec::new() });
            groups.len() - 1
        });
        let same_lines = &mut groups[place].same_lines;
        match same_lines.iter_mut().find(|(id, _)| *id == exact) {
            Some((_, programs)) => programs.push(program),
            None => same_lines.push((exact, vec![program])),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}
