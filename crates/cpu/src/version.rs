//! Which engine gave an answer: what stored answers are kept under.

use megabatt_exec::Limits;

/// A text that differs wherever outcomes, fuel or memory could: the version and a fingerprint of the source of values,
/// operations, limits and this backend, made by `build.rs`; the table behind `ops.lock` is part of that. The two forms of
/// operations give the same outcomes, so they share it.
pub fn engine_name() -> &'static str {
    concat!("cpu ", env!("CARGO_PKG_VERSION"), " ", env!("MEGABATT_SOURCE"))
}

/// The engine's name, a space, and the limits: what decides a row's outcome beside the row.
///
/// None with a wall-clock guard: what that gives is no property of the engine.
pub fn engine_version(limits: &Limits) -> Option<String> {
    let Limits { fuel, memory, call_timeout } = limits;
    call_timeout.is_none().then(|| format!("{} fuel {fuel} memory {memory}", engine_name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn limits_are_part_of_it_and_a_clock_has_none() {
        let usual = Limits::default();
        let version = engine_version(&usual);
        assert!(version.is_some());
        assert_ne!(version, engine_version(&Limits { fuel: 1, ..usual }));
        assert_ne!(version, engine_version(&Limits { memory: 1, ..usual }));
        assert_eq!(engine_version(&Limits { call_timeout: Some(Duration::from_secs(1)), ..usual }), None);
    }
}
