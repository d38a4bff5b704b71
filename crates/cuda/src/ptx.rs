//! The kernels, compiled. `cargo xtask ptx` writes these files.

/// One compiled kernel file.
#[derive(Debug)]
pub struct Unit {
    /// The `.cu` file without its ending.
    pub name: &'static str,
    /// PTX, and a zero byte, which the driver wants.
    pub text: &'static str,
}

macro_rules! units {
    ($($name:literal),*) => {
        /// All kernel files.
        pub const UNITS: &[Unit] = &[$(Unit { name: $name, text: concat!(include_str!(concat!("../ptx/", $name, ".ptx")), "\0") }),*];
    };
}

units!("objects_large", "objects_small", "pipeline_large", "pipeline_small");
