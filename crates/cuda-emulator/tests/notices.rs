//! The emulator notices what would go wrong on a device.

use megabatt_cuda_emulator::trial;

#[test]
fn a_missing_sync_shows() {
    let wanted: Vec<u32> = (0..32).map(|lane| (lane + 1) % 32 + 1).collect();
    for seed in 0..20 {
        assert_eq!(trial("hand over", true, seed), Ok(wanted.clone()));
    }
    let wrong = (0..20).filter(|&seed| trial("hand over", false, seed) != Ok(wanted.clone())).count();
    assert!(wrong > 10, "only {wrong} of 20 orders of lanes showed the race");
}

#[test]
fn diverging_lanes_are_an_error() {
    assert!(trial("part ways", false, 1).is_err_and(|why| why.contains("different collectives")));
    assert!(trial("leave early", false, 1).is_err_and(|why| why.contains("ended while others waited")));
}
