//! How a piece of text looks.

use crate::colour::Rgb;
use crate::screen::ColourMode;

/// Colours of the terminal's own palette, for text outside of cells: people chose them to be legible on their
/// background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accent {
    /// What failed or differs.
    Bad,
    /// What is right.
    Good,
    /// Names and numbers to find one's way by.
    Guide,
    /// Remarks.
    Note,
}

/// The look of a piece of text; the default is the terminal's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    pub ink: Option<Rgb>,
    pub ground: Option<Rgb>,
    pub accent: Option<Accent>,
    pub bold: bool,
    pub faint: bool,
}

impl Style {
    pub fn bold() -> Style {
        Style { bold: true, ..Style::default() }
    }

    pub fn faint() -> Style {
        Style { faint: true, ..Style::default() }
    }

    pub fn accent(accent: Accent) -> Style {
        Style { accent: Some(accent), ..Style::default() }
    }

    pub fn ink(ink: Rgb) -> Style {
        Style { ink: Some(ink), ..Style::default() }
    }

    /// Legible text on a colour.
    pub fn on(ground: Rgb) -> Style {
        Style { ink: Some(ground.ink()), ground: Some(ground), ..Style::default() }
    }

    /// Appends the text in this look.
    pub(crate) fn write(&self, text: &str, mode: ColourMode, out: &mut String) {
        let mut codes: Vec<String> = Vec::new();
        if mode != ColourMode::Plain {
            codes.extend(self.bold.then(|| "1".to_string()));
            codes.extend(self.faint.then(|| "2".to_string()));
            codes.extend(self.accent.map(|accent| accent.code().to_string()));
            codes.extend(self.ink.map(|ink| colour_code(38, ink, mode)));
            codes.extend(self.ground.map(|ground| colour_code(48, ground, mode)));
        }
        if codes.is_empty() {
            out.push_str(text);
        } else {
            out.push_str(&format!("\x1b[{}m{text}\x1b[0m", codes.join(";")));
        }
    }
}

impl Accent {
    fn code(self) -> u8 {
        match self {
            Accent::Bad => 31,
            Accent::Good => 32,
            Accent::Guide => 36,
            Accent::Note => 35,
        }
    }
}

fn colour_code(kind: u8, colour: Rgb, mode: ColourMode) -> String {
    match mode {
        ColourMode::True => format!("{kind};2;{};{};{}", colour.0, colour.1, colour.2),
        _ => format!("{kind};5;{}", colour.to_256()),
    }
}
