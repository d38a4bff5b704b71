//! Batches whose times are made up.

use super::*;

/// Batches that a way is tried for after another.
const STRETCH: usize = WARMING + TRIED;

fn guess(way: Way, other_takes: Option<f64>) -> Past {
    Past::new(Guess { way, other_takes, is_settled: false })
}

/// Runs batches that take so many microseconds on the CPU and on a device; which ways they went.
fn run(past: &mut Past, micros: [u64; 2], batches: usize) -> Vec<Way> {
    run_with(past, batches, |way, _| micros[(way == Way::Device) as usize])
}

fn run_with(past: &mut Past, batches: usize, takes: impl Fn(Way, usize) -> u64) -> Vec<Way> {
    let one = |n| {
        let way = past.way();
        past.note(way, Duration::from_micros(takes(way, n)));
        way
    };
    (0..batches).map(one).collect()
}

fn count(ways: &[Way], wanted: Way) -> usize {
    ways.iter().filter(|&&way| way == wanted).count()
}

/// How many times as long all of them took as if they had gone the quicker way.
fn loss(ways: &[Way], micros: [u64; 2]) -> f64 {
    let taken: u64 = ways.iter().map(|&way| micros[(way == Way::Device) as usize]).sum();
    taken as f64 / (ways.len() as u64 * micros[0].min(micros[1])) as f64
}

#[test]
fn a_wrong_guess_is_found_out() {
    let ways = run(&mut guess(Way::Device, Some(1.5)), [10, 30], 200);
    assert_eq!(ways[..STRETCH], [Way::Device; STRETCH], "the guess comes first");
    assert_eq!(ways[STRETCH..150], [Way::Cpu; 150 - STRETCH], "{ways:?}");
}

#[test]
fn what_is_far_quicker_needs_no_long_trial() {
    let mut past = guess(Way::Cpu, Some(1.0));
    run(&mut past, [100, 45], STRETCH + A_FEW);
    assert_eq!((past.way(), past.is_decided()), (Way::Device, true));
    let mut close = guess(Way::Cpu, Some(1.0));
    run(&mut close, [100, 55], STRETCH + A_FEW);
    assert!(!close.is_decided(), "less than twice as quick");
}

#[test]
fn a_right_guess_is_kept() {
    let micros = [300, 100];
    let ways = run(&mut guess(Way::Device, Some(1.5)), micros, 5_000);
    assert!(loss(&ways, micros) < 1.05, "{ways:?}");
}

#[test]
fn what_is_far_slower_is_not_tried() {
    let far = || guess(Way::Device, Some(20.0));
    assert_eq!(count(&run(&mut far(), [90_000, 10_000], 20), Way::Cpu), 0);
    assert_eq!(run(&mut far(), [40, 110], 3 * STRETCH)[2 * STRETCH..], [Way::Cpu; STRETCH], "the estimate was wrong");
    assert_eq!(
        count(&run(&mut far(), [9, 1], 2 * STRETCH), Way::Cpu),
        HALF_AWAKE,
        "where it costs nothing, a few are tried"
    );
    assert_eq!(count(&run(&mut guess(Way::Cpu, None), [30_000, 1], 20), Way::Device), 0, "too long to try");
    assert_eq!(count(&run(&mut guess(Way::Cpu, None), [10, 1000], 2 * STRETCH), Way::Device), 3, "that is enough");
    assert_eq!(
        count(&run(&mut guess(Way::Cpu, None), [10, 50_000], 2 * STRETCH), Way::Device),
        2,
        "the first may have waited for memory"
    );
    assert_eq!(
        count(&run(&mut guess(Way::Cpu, None), [10, 600_000], 2 * STRETCH), Way::Device),
        1,
        "once is long enough"
    );
}

#[test]
fn buffers_that_grow_at_first_do_not_decide() {
    let grows = |way, n| match way {
        Way::Cpu => 50,
        Way::Device => 20 + 4_000 * u64::from(n == STRETCH),
    };
    let ways = run_with(&mut guess(Way::Cpu, None), 100, grows);
    assert_eq!(count(&ways[STRETCH..], Way::Device), 100 - STRETCH, "{ways:?}");
}

#[test]
fn what_is_settled_is_not_tried() {
    let mut settled = Past::new(Guess { is_settled: true, way: Way::Cpu, other_takes: None });
    assert_eq!(count(&run(&mut settled, [9, 1], 20), Way::Device), 0);
}

/// Runs batches of which those after a change take longer on the CPU; the microseconds that they took.
fn run_waking(past: &mut Past, batches: usize, waking: &[u64], micros: [u64; 2]) -> Vec<u64> {
    let (mut before, mut since) = (Way::Device, 0);
    let one = |_| {
        let way = past.way();
        since = if way == before { since + 1 } else { 0 };
        before = way;
        let took = match way {
            Way::Cpu => waking.get(since).copied().unwrap_or(micros[0]),
            Way::Device => micros[1],
        };
        past.note(way, Duration::from_micros(took));
        took
    };
    (0..batches).map(one).collect()
}

#[test]
fn threads_that_wake_slowly_do_not_decide() {
    // What was measured on 16 cores: the CPU is quicker by a tenth once all of its threads are awake, and slower until then.
    let waking = [300, 144, 118, 118, 116, 116, 110, 110];
    for first in [Way::Cpu, Way::Device] {
        let taken = run_waking(&mut guess(first, Some(1.2)), 2_000, &waking, [104, 115]);
        let late = &taken[400..];
        assert!(late.iter().filter(|&&took| took == 104).count() > late.len() * 8 / 10, "{taken:?}");
        assert!(late.iter().sum::<u64>() < 107 * late.len() as u64, "{taken:?}");
    }
}

#[test]
fn a_bad_start_is_forgotten() {
    // The CPU is quicker by a fifth, but while the process starts it takes three times as long.
    let starting = |way, n| match way {
        Way::Cpu => 100 * if n < 60 { 3 } else { 1 },
        Way::Device => 120,
    };
    for first in [Way::Cpu, Way::Device] {
        let ways = run_with(&mut guess(first, Some(1.0)), 1_000, starting);
        assert!(count(&ways[400..], Way::Cpu) > 500, "{ways:?}");
    }
}

#[test]
fn memory_that_is_fetched_at_first_does_not_decide() {
    // 100,000 grids: the device gets its memory with its first batch.
    let fetching = |way, n| match way {
        Way::Cpu => 7_500,
        Way::Device => 6_500 + 70_000 * u64::from(n == 4),
    };
    let ways = run_with(&mut guess(Way::Cpu, Some(1.0)), 200, fetching);
    assert!(count(&ways[40..], Way::Device) > 140, "{ways:?}");
}

#[test]
fn a_mood_of_the_cores_is_sat_out() {
    // For a third of the time a neighbour makes the cores half as slow again, for 10 ms each time; the device does not mind.
    let mut past = guess(Way::Cpu, Some(1.2));
    let (mut micros, mut ways) = (0, Vec::new());
    while micros < 600_000 {
        let way = past.way();
        let took = match way {
            Way::Cpu if (micros / 10_000) % 3 == 1 => 31,
            Way::Cpu => 21,
            Way::Device => 29,
        };
        micros += took;
        past.note(way, Duration::from_micros(took));
        ways.push(way);
    }
    let late = &ways[ways.len() / 10..];
    assert!(count(late, Way::Cpu) > late.len() * 9 / 10, "{} of {}", count(late, Way::Cpu), late.len());
}

#[test]
fn close_ways_are_told_apart_in_noise() {
    // The device is quicker by a tenth, and every fourth batch, as far as numbers can be drawn, takes half as long again.
    let mut right = 0;
    for seed in 0..50 {
        let odd = |n: usize| {
            let drawn = (n as u64 + 1000 * seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (drawn ^ drawn >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 62 == 0
        };
        let noisy = |way, n: usize| (if way == Way::Device { 10 } else { 11 }) * if odd(n) { 3 } else { 2 };
        for first in [Way::Cpu, Way::Device] {
            let ways = run_with(&mut guess(first, Some(1.0)), 1_000, noisy);
            right += usize::from(count(&ways[200..], Way::Device) > 650);
        }
    }
    assert!(right >= 98, "{right} of 100");
}

#[test]
fn a_machine_that_changed_is_noticed() {
    let mut past = guess(Way::Cpu, Some(1.1));
    run(&mut past, [100, 120], 1_000);
    assert!(past.is_decided());
    for micros in [[200, 120], [100, 120], [100, 60]] {
        let later = run(&mut past, micros, 1_500);
        let quick = if micros[0] < micros[1] { Way::Cpu } else { Way::Device };
        assert!(count(&later[800..], quick) > 450, "{micros:?} {later:?}");
    }
}

#[test]
fn trying_again_costs_little() {
    for micros in [[100, 105], [100, 160], [100, 250], [100, 1_000]] {
        let ways = run(&mut guess(Way::Cpu, Some(1.1)), micros, 20_000);
        assert!(count(&ways, Way::Device) > 10, "{micros:?} {}", count(&ways, Way::Device));
        assert!(loss(&ways, micros) < 1.04, "{micros:?} {}", loss(&ways, micros));
    }
}
