//! How far a long piece of work is: a line that is redrawn on a terminal, now and then a plain line elsewhere.
//!
//! A thread of its own looks at a counter ten times a second, so the work pays for nothing but the counting.

mod painter;
mod words;

use crate::environment;
use crate::width::error_width;
use clap::ValueEnum;
use painter::Painter;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// When progress is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ProgressArg {
    /// A redrawn line on a terminal, a plain line every ten seconds elsewhere
    #[default]
    Auto,
    /// A redrawn line, wherever standard error goes
    Always,
    Never,
}

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Redrawn,
    Lines,
    None,
}

impl ProgressArg {
    /// `lines_on_stdout`: the work itself prints lines, which a redrawn line would spoil if both go to one terminal.
    pub fn style(self, quiet: bool, lines_on_stdout: bool) -> Style {
        let terminal = std::io::stderr().is_terminal() && !environment::dumb_terminal();
        match self {
            _ if quiet => Style::None,
            ProgressArg::Never => Style::None,
            ProgressArg::Always => Style::Redrawn,
            ProgressArg::Auto if lines_on_stdout && std::io::stdout().is_terminal() => Style::None,
            ProgressArg::Auto if terminal => Style::Redrawn,
            ProgressArg::Auto => Style::Lines,
        }
    }
}

/// What is being done.
#[derive(Clone, Debug)]
pub enum Work {
    /// So many of something, `runs` or `tasks`.
    Counted { noun: &'static str, total: usize },
    /// Something that ends when it ends.
    Open(String),
}

/// Progress that is shown until it is dropped.
pub struct Progress {
    watcher: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    pub fn start(style: Style, work: Work, done: Arc<AtomicUsize>) -> Progress {
        const LOOK: Duration = Duration::from_millis(100);
        if style == Style::None {
            return Progress { watcher: None };
        }
        let (end, ended) = channel::<()>();
        let watch = move || {
            let start = Instant::now();
            let mut painter = Painter::new(style, work, error_width());
            while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                show(painter.look(start.elapsed(), done.load(Ordering::Relaxed)));
            }
            show(painter.end());
        };
        // Work that cannot be watched is done all the same.
        let thread = std::thread::Builder::new().name("progress".to_string()).spawn(watch).ok();
        Progress { watcher: thread.map(|thread| (end, thread)) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.watcher.take() {
            drop(end);
            let _ = thread.join();
        }
    }
}

fn show(text: Option<String>) {
    if let Some(text) = text {
        let mut err = std::io::stderr().lock();
        // Nobody left to see it is no reason to stop.
        let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
    }
}
