//! ARC's colours, and how they come out on terminals that have fewer.

/// A colour of 24 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The colours 0 to 9 as everybody in the ARC world draws them.
pub const ARC: [Rgb; 10] = [
    Rgb(0x00, 0x00, 0x00),
    Rgb(0x00, 0x74, 0xD9),
    Rgb(0xFF, 0x41, 0x36),
    Rgb(0x2E, 0xCC, 0x40),
    Rgb(0xFF, 0xDC, 0x00),
    Rgb(0xAA, 0xAA, 0xAA),
    Rgb(0xF0, 0x12, 0xBE),
    Rgb(0xFF, 0x85, 0x1B),
    Rgb(0x7F, 0xDB, 0xFF),
    Rgb(0x87, 0x0C, 0x25),
];

/// Frames around grids.
pub const LINES: Rgb = Rgb(0x55, 0x55, 0x55);

/// For what has no colour of its own.
pub(crate) const WHITE: Rgb = Rgb(0xFF, 0xFF, 0xFF);
pub(crate) const BLACK: Rgb = Rgb(0x00, 0x00, 0x00);

impl Rgb {
    /// The colour of a cell; None for numbers that ARC has no colour for.
    pub fn of_cell(value: i64) -> Option<Rgb> {
        usize::try_from(value).ok().and_then(|n| ARC.get(n)).copied()
    }

    /// How bright it looks, 0 to 1 (WCAG's relative luminance).
    pub fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let c = f64::from(part) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// How well text of one colour stands out on another, 1 to 21 (WCAG's contrast ratio).
    pub fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Black or white, whichever stands out more on this colour.
    pub fn ink(self) -> Rgb {
        if self.contrast(WHITE) >= self.contrast(BLACK) { WHITE } else { BLACK }
    }

    /// The colour stepped back: what is only context. A third of the way to the colour of frames: further, and colours
    /// fall together on a 256-colour terminal. It recedes on light and dark backgrounds alike.
    pub fn faint(self) -> Rgb {
        let mix = |a: u8, b: u8| ((u16::from(a) * 2 + u16::from(b)) / 3) as u8;
        Rgb(mix(self.0, LINES.0), mix(self.1, LINES.1), mix(self.2, LINES.2))
    }

    /// The nearest of the 240 fixed colours of a 256-colour terminal. The first 16 are the user's own and could be
    /// anything.
    pub fn to_256(self) -> u8 {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let nearest = |part: u8| (0..6).min_by_key(|&i: &usize| part.abs_diff(LEVELS[i])).unwrap_or(0);
        let (r, g, b) = (nearest(self.0), nearest(self.1), nearest(self.2));
        let cube = (16 + 36 * r + 6 * g + b, Rgb(LEVELS[r], LEVELS[g], LEVELS[b]));
        let mean = (u16::from(self.0) + u16::from(self.1) + u16::from(self.2)) / 3;
        let step = usize::from(mean.saturating_sub(3) / 10).min(23);
        let level = (8 + 10 * step) as u8;
        let grey = (232 + step, Rgb(level, level, level));
        let best = if self.distance(grey.1) < self.distance(cube.1) { grey.0 } else { cube.0 };
        best as u8
    }

    fn distance(self, other: Rgb) -> u32 {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(self.0, other.0) + square(self.1, other.1) + square(self.2, other.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_out_on_every_colour() {
        for colour in ARC {
            assert!(colour.contrast(colour.ink()) >= 4.5, "{colour:?}");
        }
    }

    #[test]
    fn all_ten_stay_apart_in_256_colours_and_when_faint() {
        let distinct = |numbers: Vec<u8>| {
            let mut sorted = numbers.clone();
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len() == numbers.len()
        };
        assert!(distinct(ARC.iter().map(|c| c.to_256()).collect()));
        assert!(distinct(ARC.iter().map(|c| c.faint().to_256()).collect()));
    }

    #[test]
    fn exact_colours_of_the_cube_and_the_ramp_are_found() {
        assert_eq!(Rgb(0, 0, 0).to_256(), 16);
        assert_eq!(Rgb(255, 255, 255).to_256(), 231);
        assert_eq!(Rgb(255, 135, 0).to_256(), 208);
        assert_eq!(Rgb(88, 88, 88).to_256(), 240);
    }
}
