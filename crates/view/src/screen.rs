//! What the terminal can show, and how wide it is.

use std::io::IsTerminal;

/// How much colour text may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColourMode {
    /// ASCII without any colour.
    Plain,
    /// The 240 fixed colours of a 256-colour terminal.
    Ansi256,
    /// 24 bits.
    True,
}

/// What the user asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ColourChoice {
    /// What the terminal can; nothing where the output is none.
    #[default]
    Auto,
    /// What the terminal can, even if the output goes elsewhere.
    Always,
    Ansi256,
    True,
    Never,
}

/// The part of the environment that decides; taken apart so that it can be tested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    pub no_color: Option<String>,
    pub clicolor: Option<String>,
    pub clicolor_force: Option<String>,
    pub colorterm: Option<String>,
    pub term: Option<String>,
    /// Windows Terminal sets it.
    pub wt_session: Option<String>,
    pub columns: Option<String>,
    pub is_terminal: bool,
    /// As the terminal says.
    pub terminal_width: Option<usize>,
}

impl Environment {
    /// The variables of this process and its standard output.
    pub fn of_process() -> Environment {
        let var = |name: &str| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned());
        Environment {
            no_color: var("NO_COLOR"),
            clicolor: var("CLICOLOR"),
            clicolor_force: var("CLICOLOR_FORCE"),
            colorterm: var("COLORTERM"),
            term: var("TERM"),
            wt_session: var("WT_SESSION"),
            columns: var("COLUMNS"),
            is_terminal: std::io::stdout().is_terminal(),
            terminal_width: terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)),
        }
    }

    /// The mode for a choice. `NO_COLOR` (set and not empty) beats `CLICOLOR_FORCE`; what was typed beats both.
    pub fn mode(&self, choice: ColourChoice) -> ColourMode {
        let is_set = |value: &Option<String>| value.as_deref().is_some_and(|text| !text.is_empty());
        let forced = is_set(&self.clicolor_force) && self.clicolor_force.as_deref() != Some("0");
        match choice {
            ColourChoice::Never => ColourMode::Plain,
            ColourChoice::Ansi256 => ColourMode::Ansi256,
            ColourChoice::True => ColourMode::True,
            ColourChoice::Always => self.able().unwrap_or(ColourMode::Ansi256),
            ColourChoice::Auto if is_set(&self.no_color) => ColourMode::Plain,
            ColourChoice::Auto if forced => self.able().unwrap_or(ColourMode::Ansi256),
            ColourChoice::Auto if !self.is_terminal || self.clicolor.as_deref() == Some("0") => ColourMode::Plain,
            ColourChoice::Auto => self.able().unwrap_or(ColourMode::Plain),
        }
    }

    /// What the terminal says it can, if it can colours at all.
    fn able(&self) -> Option<ColourMode> {
        let term = self.term.as_deref().unwrap_or("");
        if matches!(self.colorterm.as_deref(), Some("truecolor" | "24bit")) || term.ends_with("-direct") {
            return Some(ColourMode::True);
        }
        match term {
            "" if self.wt_session.is_some() => Some(ColourMode::True),
            "" | "dumb" => None,
            old if old.starts_with("vt") => None,
            _ => Some(ColourMode::Ansi256),
        }
    }

    /// `COLUMNS`, else the terminal's width, else 80; at least 20.
    pub fn width(&self) -> usize {
        let asked = self.columns.as_deref().and_then(|text| text.trim().parse().ok()).filter(|&n: &usize| n > 0);
        asked.or(self.terminal_width).unwrap_or(80).clamp(20, 10_000)
    }
}

/// Where pictures go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    pub mode: ColourMode,
    pub width: usize,
}

impl Screen {
    /// Standard output.
    pub fn detect(choice: ColourChoice) -> Screen {
        let environment = Environment::of_process();
        Screen { mode: environment.mode(choice), width: environment.width() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terminal(term: &str) -> Environment {
        Environment { is_terminal: true, term: Some(term.to_string()), ..Environment::default() }
    }

    fn with(mut environment: Environment, set: impl Fn(&mut Environment)) -> Environment {
        set(&mut environment);
        environment
    }

    #[test]
    fn a_terminal_gets_what_it_can() {
        let auto = |environment: Environment| environment.mode(ColourChoice::Auto);
        assert_eq!(auto(terminal("xterm-256color")), ColourMode::Ansi256);
        assert_eq!(auto(terminal("dumb")), ColourMode::Plain);
        assert_eq!(auto(terminal("vt100")), ColourMode::Plain);
        assert_eq!(auto(terminal("xterm-direct")), ColourMode::True);
        assert_eq!(auto(with(terminal("xterm"), |e| e.colorterm = Some("truecolor".into()))), ColourMode::True);
        assert_eq!(auto(with(terminal("xterm"), |e| e.is_terminal = false)), ColourMode::Plain);
    }

    #[test]
    fn what_was_asked_for_is_done() {
        let pipe = with(terminal("xterm"), |e| e.is_terminal = false);
        assert_eq!(pipe.mode(ColourChoice::Always), ColourMode::Ansi256);
        assert_eq!(pipe.mode(ColourChoice::True), ColourMode::True);
        assert_eq!(terminal("xterm").mode(ColourChoice::Never), ColourMode::Plain);
        let forced = with(pipe, |e| e.clicolor_force = Some("1".into()));
        assert_eq!(forced.mode(ColourChoice::Auto), ColourMode::Ansi256);
        let not_forced = with(forced.clone(), |e| e.clicolor_force = Some("0".into()));
        assert_eq!(not_forced.mode(ColourChoice::Auto), ColourMode::Plain);
        let refused = with(forced, |e| e.no_color = Some("1".into()));
        assert_eq!(refused.mode(ColourChoice::Auto), ColourMode::Plain);
        assert_eq!(refused.mode(ColourChoice::Ansi256), ColourMode::Ansi256);
        let empty = with(terminal("xterm"), |e| e.no_color = Some(String::new()));
        assert_eq!(empty.mode(ColourChoice::Auto), ColourMode::Ansi256);
    }

    #[test]
    fn columns_come_before_the_terminals_width() {
        let base = with(terminal("xterm"), |e| e.terminal_width = Some(120));
        assert_eq!(base.width(), 120);
        assert_eq!(with(base.clone(), |e| e.columns = Some("60".into())).width(), 60);
        assert_eq!(with(base, |e| e.columns = Some("many".into())).width(), 120);
        assert_eq!(Environment::default().width(), 80);
        assert_eq!(with(Environment::default(), |e| e.columns = Some("3".into())).width(), 20);
    }
}
