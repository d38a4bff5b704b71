//! Compiles the kernels for the host.

use std::path::Path;

fn main() {
    let kernels = Path::new("../cuda/kernels");
    println!("cargo::rerun-if-changed=native");
    println!("cargo::rerun-if-changed={}", kernels.display());
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .opt_level(2)
        .extra_warnings(false)
        .include("native")
        .include(kernels)
        .flag_if_supported("-fwrapv")
        .flag_if_supported("-Wno-unknown-pragmas")
        .flag_if_supported("-Wno-attributes")
        .file("native/emulator.cpp")
        .file("native/kernels.cpp")
        .file("native/trials.cpp")
        .compile("megabatt_kernels_on_host");
}
