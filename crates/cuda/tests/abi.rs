//! The kernels and Rust call the same things by the same numbers. (That their arguments have the same size is checked by the
//! emulator at every launch.)

use megabatt_core::Op;
use megabatt_cuda::abi::{MOST_OPS, TRANSPARENT};
use megabatt_cuda::device::Kernel;
use megabatt_cuda::objects::MOST_FILTERS;
use megabatt_cuda::programs::abi::{EMPTY_ARGMAX_IS_NONE, EXCEPTIONS, MOST_MULTIPROCESSORS, ORDER_IS_WANTED, PUNT};
use megabatt_cuda::programs::{OF_FILE, Reason};
use megabatt_cuda::{ptx, step};
use std::path::Path;

fn kernels(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels").join(file);
    std::fs::read_to_string(path).expect("the kernels are here")
}

/// The lines `NAME = number,` of an enum, the prefix gone.
fn numbers(text: &str, prefix: &str) -> Vec<(String, u32)> {
    let line = |line: &str| {
        let (name, number) = line.trim().strip_prefix(prefix)?.split_once(" = ")?;
        Some((name.to_string(), number.trim_end_matches(',').parse().ok()?))
    };
    text.lines().filter_map(line).collect()
}

#[test]
fn steps_have_the_same_numbers() {
    let ours: Vec<(String, u32)> = step::ALL.iter().map(|&(name, number)| (name.to_string(), number)).collect();
    assert_eq!(numbers(&kernels("ops.cuh"), "STEP_"), ours);
}

#[test]
fn limits_are_the_same() {
    assert!(kernels("abi.cuh").contains(&format!("#define MOST_OPS {MOST_OPS}\n")));
    assert!(kernels("abi.cuh").contains(&format!("#define TRANSPARENT {:#x}u\n", TRANSPARENT as u8)));
    assert!(kernels("objects_abi.cuh").contains(&format!("#define MOST_FILTERS {MOST_FILTERS}\n")));
}

#[test]
fn the_machine_of_programs_has_the_same_numbers() {
    let ours: Vec<(String, u32)> = Op::ALL.iter().map(|&op| (op.name().to_string(), op as u32)).collect();
    assert_eq!(numbers(&kernels("vm/op_numbers.cuh"), "OP_"), ours);
    let values = kernels("vm/value.cuh");
    // What Python calls StopIteration is STOP_ITERATION there.
    let shouted = |name: &str| {
        let parts = name.chars().map(|c| if c.is_uppercase() { format!("_{c}") } else { c.to_uppercase().to_string() });
        parts.collect::<String>().trim_start_matches('_').to_string()
    };
    for (number, exception) in EXCEPTIONS.iter().enumerate() {
        let line = format!("    {} = {},\n", shouted(exception.name()), number + 1);
        assert!(values.contains(&line), "{line}");
    }
    assert!(values.contains(&format!("    PUNT = {PUNT},\n")));
    let names = [
        "NO_SUCH_OP",
        "ARENA_FULL",
        "OUT_OF_RANGE",
        "ORDER_UNKNOWN",
        "TOO_MUCH_FUEL",
        "TOO_DEEP",
        "SWITCHED_OFF",
        "NO_FORM_OF_RESULT",
        "TOO_LARGE_HERE",
    ];
    for (name, reason) in names.iter().zip(Reason::ALL) {
        assert!(values.contains(&format!("    {name} = {},", reason as u32)), "{name}");
    }
    assert!(kernels("vm/call.cuh").contains(&format!("#define OF_FILE {OF_FILE}\n")));
    let abi = kernels("vm/abi.cuh");
    assert!(abi.contains(&format!("#define MOST_MULTIPROCESSORS {MOST_MULTIPROCESSORS}\n")));
    for (name, flag) in [("EMPTY_ARGMAX_IS_NONE", EMPTY_ARGMAX_IS_NONE), ("ORDER_IS_WANTED", ORDER_IS_WANTED)] {
        assert!(abi.contains(&format!("#define {name} {flag}u\n")), "{name}");
    }
}

#[test]
fn every_kernel_is_in_its_file() {
    for kernel in Kernel::ALL {
        let unit = ptx::UNITS.iter().find(|unit| unit.name == kernel.name()).expect("a kernel has its file's name");
        let warps = kernel.warps_in_block();
        assert!(unit.text.contains(&format!(".entry {}(", kernel.name())));
        assert!(unit.text.contains(&format!(".maxntid {}, 1, 1", warps * 32)), "{} has {warps} warps", kernel.name());
    }
    assert_eq!(Kernel::ALL.len(), ptx::UNITS.len());
}
