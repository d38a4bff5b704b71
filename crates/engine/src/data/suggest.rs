//! "Did you mean …?"

/// The candidate nearest to `wanted`, if it is near enough that a slip of the finger explains the difference. Of
/// equally near ones the first.
pub(super) fn closest<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = wanted.to_lowercase().chars().collect();
    let allowed = if wanted.len() <= 4 { 1 } else { 2 };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let chars: Vec<char> = candidate.to_lowercase().chars().collect();
        if chars.len().abs_diff(wanted.len()) > allowed {
            continue;
        }
        let distance = edits(&wanted, &chars);
        if distance <= allowed && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// How many letters must be put in, taken out, replaced, or swapped with their neighbour.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut older = vec![0; b.len() + 1];
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = previous[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(previous[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(older[j - 2] + 1);
            }
        }
        older = std::mem::replace(&mut previous, row);
    }
    previous[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_found_and_a_stranger_is_not() {
        let ids = ["a61f2674", "007bbfb7", "00d62c1b"];
        let near = |wanted| closest(wanted, ids.into_iter());
        assert_eq!(near("A61F2674"), Some("a61f2674"));
        assert_eq!(near("070bbfb7"), Some("007bbfb7"));
        assert_eq!(near("00d62c1"), Some("00d62c1b"));
        assert_eq!(near("ffffffff"), None);
        assert_eq!(near(""), None);
    }

    #[test]
    fn edits_count_each_kind_of_slip_once() {
        let count = |a: &str, b: &str| edits(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!(count("abc", "abc"), 0);
        assert_eq!(count("abc", "acb"), 1);
        assert_eq!(count("abc", "abcd"), 1);
        assert_eq!(count("abc", "xbc"), 1);
        assert_eq!(count("", "abc"), 3);
    }
}
