//! Small pieces of the sentences that problems are made of.

/// The longest piece of somebody's file that a message repeats.
const LONGEST: usize = 60;

/// Names written out before "and 12 more".
const NAMED: usize = 5;

/// `1 task`, `3 tasks`.
pub(super) fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// Text from a file or a path as a message may show it: short, and with nothing in it that moves a cursor.
pub(super) fn shown(text: &str) -> String {
    let mut out = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == LONGEST {
            out.push('…');
            break;
        }
        if c.is_control() { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

/// `` `a`, `b` and 3 more ``, for any number of names but none.
pub(super) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let quoted = |s: &S| format!("`{}`", shown(s.as_ref()));
    match names {
        [] => String::new(),
        [one] => quoted(one),
        [first @ .., last] if names.len() <= NAMED => {
            let first: Vec<_> = first.iter().map(quoted).collect();
            format!("{} and {}", first.join(", "), quoted(last))
        }
        _ => {
            let first: Vec<_> = names[..NAMED].iter().map(quoted).collect();
            format!("{} and {} more", first.join(", "), names.len() - NAMED)
        }
    }
}

/// `256 MiB`, `1.0 GiB`, `17 bytes`.
pub(super) fn bytes(n: u64) -> String {
    const MIB: u64 = 1 << 20;
    match n {
        0..1024 => format!("{n} bytes"),
        1024..MIB => format!("{} KiB", n / 1024),
        MIB..0x4000_0000 => format!("{} MiB", n / MIB),
        _ => format!("{:.1} GiB", n as f64 / (1u64 << 30) as f64),
    }
}

/// A name as messages and [`Task::source`](super::Task::source) show it: whole, but on one line.
pub(super) fn name(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_control() { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

/// A path as messages show it, with `/` between its parts everywhere.
pub(super) fn path(path: &std::path::Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { name(&text.replace('\\', "/")) } else { name(&text) }
}
