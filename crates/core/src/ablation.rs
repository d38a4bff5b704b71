//! Ideas that can be left out one by one, to see what each of them is worth.
//!
//! Only builds with the feature `ablation` can; they look at `MEGABATT_WITHOUT`, which names ideas with commas between, once. In all
//! other builds [`is_off`] is a constant, and nothing of this is left. Outcomes, fuel and memory are the same with and without.

/// Something that makes programs run in less time, and that they run without, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idea {
    /// The order of a set is found when somebody asks. Without: for every result of an operation.
    Order,
    /// A function runs over all items of a container at a time. Without: a call per item.
    Columns,
    /// The product of two sets keeps its factors. Without: a tuple per pair.
    Products,
    /// A large grid is kept as what it is to become. Without: as cells.
    Plans,
    /// Copies of a patch are the patch and by how much it is moved. Without: sets.
    Moved,
    /// Hashes of places and cells come eight at a time. Without: one by one.
    Hashes,
    /// Small calls are answered at once. Without: in the way of all other calls.
    AtOnce,
    /// All programs of a batt run together. Without: one after the other.
    Together,
    /// Candidates of one value are asked once. Without: each of them.
    Alike,
    /// Lines of which one alone needs the other are done at once. Without: one after the other.
    Fused,
    /// A line of a battery runs for some samples before the next one does. Without: for one.
    Groups,
}

impl Idea {
    pub const ALL: [Idea; 11] = [
        Idea::Order,
        Idea::Columns,
        Idea::Products,
        Idea::Plans,
        Idea::Moved,
        Idea::Hashes,
        Idea::AtOnce,
        Idea::Together,
        Idea::Alike,
        Idea::Fused,
        Idea::Groups,
    ];

    /// What `MEGABATT_WITHOUT` calls it.
    pub fn name(self) -> &'static str {
        match self {
            Idea::Order => "order",
            Idea::Columns => "columns",
            Idea::Products => "products",
            Idea::Plans => "plans",
            Idea::Moved => "moved",
            Idea::Hashes => "hashes",
            Idea::AtOnce => "at-once",
            Idea::Together => "together",
            Idea::Alike => "alike",
            Idea::Fused => "fused",
            Idea::Groups => "groups",
        }
    }
}

/// Whether the idea is left out.
#[cfg(not(feature = "ablation"))]
#[inline(always)]
pub const fn is_off(_: Idea) -> bool {
    false
}

/// Whether the idea is left out.
#[cfg(feature = "ablation")]
#[inline]
pub fn is_off(idea: Idea) -> bool {
    static OFF: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let off = OFF.get_or_init(|| {
        let named = std::env::var("MEGABATT_WITHOUT").unwrap_or_default();
        let is_named = |idea: &Idea| named.split(',').any(|name| name == idea.name());
        Idea::ALL.into_iter().filter(is_named).fold(0, |off, idea| off | 1 << idea as u32)
    });
    off >> idea as u32 & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_bit_and_a_name_of_its_own() {
        for (n, idea) in Idea::ALL.into_iter().enumerate() {
            assert_eq!(idea as usize, n);
            assert!(Idea::ALL.into_iter().all(|other| other == idea || other.name() != idea.name()));
        }
    }
}
