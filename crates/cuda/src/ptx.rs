//! The kernels, compiled. `cargo xtask ptx` writes these files.
//!
//! PTX is what every driver understands, and turns into machine code in most of a second. For the architectures that people
//! have, machine code made from that very PTX comes along, packed, and is ready in a millisecond.

use std::io::Read;

/// Machine code for compute capabilities of this major number, from this minor number on.
#[derive(Debug)]
pub struct Machine {
    pub major: u32,
    pub minor: u32,
    packed: &'static [u8],
}

impl Machine {
    /// The image that drivers load; None if it is damaged.
    pub fn image(&self) -> Option<Vec<u8>> {
        let mut image = Vec::new();
        flate2::read::ZlibDecoder::new(self.packed).read_to_end(&mut image).ok()?;
        Some(image)
    }
}

/// One compiled kernel file.
#[derive(Debug)]
pub struct Unit {
    /// The `.cu` file without its ending.
    pub name: &'static str,
    /// PTX, and a zero byte, which the driver wants.
    pub text: &'static str,
    pub machine: &'static [Machine],
}

impl Unit {
    /// The best machine code for a compute capability.
    pub fn machine_for(&self, (major, minor): (u32, u32)) -> Option<&Machine> {
        self.machine.iter().filter(|m| m.major == major && m.minor <= minor).max_by_key(|m| m.minor)
    }
}

macro_rules! units {
    ($($name:literal)*) => {
        /// All kernel files.
        pub const UNITS: &[Unit] = &[$(Unit {
            name: $name,
            text: concat!(include_str!(concat!("../ptx/", $name, ".ptx")), "\0"),
            machine: &[
                Machine { major: 6, minor: 0, packed: include_bytes!(concat!("../ptx/sm_60/", $name, ".cubin.z")) },
                Machine { major: 7, minor: 0, packed: include_bytes!(concat!("../ptx/sm_70/", $name, ".cubin.z")) },
                Machine { major: 7, minor: 5, packed: include_bytes!(concat!("../ptx/sm_75/", $name, ".cubin.z")) },
                Machine { major: 8, minor: 0, packed: include_bytes!(concat!("../ptx/sm_80/", $name, ".cubin.z")) },
                Machine { major: 9, minor: 0, packed: include_bytes!(concat!("../ptx/sm_90/", $name, ".cubin.z")) },
            ],
        }),*];
    };
}

units! { "objects_large" "objects_small" "parts_large" "parts_small" "pipeline_large" "pipeline_small" "programs" "turn_small" }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_get_the_machine_code_that_runs_on_them() {
        for unit in UNITS {
            let chosen = |capability| unit.machine_for(capability).map(|m| (m.major, m.minor));
            assert_eq!(chosen((6, 1)), Some((6, 0)));
            assert_eq!(chosen((7, 2)), Some((7, 0)));
            assert_eq!(chosen((7, 5)), Some((7, 5)));
            assert_eq!(chosen((8, 9)), Some((8, 0)));
            assert_eq!(chosen((9, 0)), Some((9, 0)));
            assert_eq!(chosen((12, 0)), None);
            for machine in unit.machine {
                let image = machine.image().expect("the packed code is whole");
                assert_eq!(&image[..4], b"\x7fELF", "{} {}.{}", unit.name, machine.major, machine.minor);
            }
        }
    }
}
