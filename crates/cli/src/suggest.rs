//! "Did you mean …?"

/// How many names are offered at most.
const MOST: usize = 5;

/// The names nearest to what was typed, nearest first: those that start with it, then those a few letters away.
pub fn near<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let typed = typed.to_lowercase();
    let letters = typed.chars().count();
    let allowed = (letters / 3).clamp(1, 4);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for name in names {
        let lower = name.to_lowercase();
        if !typed.is_empty() && lower.starts_with(&typed) {
            found.push((0, name));
        } else if lower.chars().count().abs_diff(letters) <= allowed {
            let edits = strsim::osa_distance(&typed, &lower);
            if edits <= allowed && edits < letters {
                found.push((edits, name));
            }
        }
    }
    found.sort();
    found.dedup();
    found.into_iter().take(MOST).map(|(_, name)| name).collect()
}

/// The help line for something that is not there: what is near, else the `otherwise`.
pub fn help<'a>(typed: &str, names: impl Iterator<Item = &'a str>, otherwise: &str) -> String {
    match near(typed, names).as_slice() {
        [] => otherwise.to_string(),
        [one] => format!("did you mean {one}?"),
        several => format!("did you mean one of {}?", several.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn beginnings_and_slips_are_found() {
        let ids = ["007bbfb7", "00d62c1b", "a61f2674", "a61f2675"];
        let near = |typed| near(typed, ids.into_iter());
        assert_eq!(near("00"), ["007bbfb7", "00d62c1b"]);
        assert_eq!(near("A61F2673"), ["a61f2674", "a61f2675"]);
        assert_eq!(near("070bbfb7"), ["007bbfb7"]);
        assert!(near("ffffffff").is_empty() && near("").is_empty());
    }
}
