//! Every kernel in the emulator against the CPU's reference.

use megabatt_cuda::Op;
use megabatt_cuda::device::SharedDevice;
use megabatt_cuda_emulator::EmulatedDevice;
use megabatt_cuda_suite::{grids, pipelines};
use std::sync::Arc;

fn device(seed: u64) -> SharedDevice {
    Arc::new(EmulatedDevice::new(64 << 20, seed))
}

#[test]
fn turning_and_replacing() {
    let turns = [Op::Hmirror, Op::Vmirror, Op::Dmirror, Op::Cmirror, Op::Rot90, Op::Rot180, Op::Rot270];
    for (seed, op) in turns.into_iter().enumerate() {
        let seed = seed as u64;
        pipelines::check(&device(seed), &[op], &grids::grids(60, 64, seed)).expect("the emulator runs").assert_fine();
    }
    let replace = [Op::Replace { replacee: 0, replacer: 7 }, Op::Replace { replacee: -1, replacer: 3 }, Op::Rot90];
    pipelines::check(&device(9), &replace, &grids::grids(100, 64, 9)).expect("the emulator runs").assert_fine();
}
