//! Pipelines: what runs over batches, again and again.

use crate::family::Family;
use crate::on_device::OnDevice;
use crate::plain::Plain;
use crate::turn::Turn;
use megabatt_core::{Dialect, Op, Value};
use megabatt_lang::Diagnostic;
use megabatt_lang::pipeline::{self, Pipeline as Text};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Operations one after the other, for any number of batches.
///
/// ```
/// use megabatt_batch::{Dialect, Pipeline};
///
/// let pipeline = Pipeline::parse("rot90 | replace(3, 7) | mostcolor", Dialect::Arc).unwrap();
/// assert_eq!(pipeline.stages(), 3);
/// println!("{}", Pipeline::parse("rot90 | replace(3)", Dialect::Arc).unwrap_err().render());
/// ```
#[derive(Clone, Debug)]
pub struct Pipeline {
    text: Text,
    turn: Option<Turn>,
    device: Option<OnDevice>,
    tables: bool,
    /// Its dearest family, and how many of its steps are no turns.
    family: (Family, usize),
    /// Tells it from others; those of one text share it, so that what batches took is known when a pipeline is made anew.
    id: u64,
}

fn id_of(text: &Text, tables: bool) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&text.text, text.dialect.name(), tables).hash(&mut hasher);
    hasher.finish()
}

impl Pipeline {
    /// Reads a pipeline; see [`megabatt_lang::pipeline`] for what can be written.
    pub fn parse(text: &str, dialect: Dialect) -> Result<Pipeline, Box<Diagnostic>> {
        pipeline::parse(text, dialect).map(Pipeline::new)
    }

    pub(crate) fn new(text: Text) -> Pipeline {
        let plain = Plain::all(&text.code, text.dialect);
        let family = Family::of(plain.iter().map(|step| step.as_ref().map(|step| step.op)));
        Pipeline {
            turn: turn_of(&text),
            device: OnDevice::of(&text, false),
            tables: false,
            family,
            id: id_of(&text, false),
            text,
        }
    }

    /// The same, with sets of objects as tables of colours, sizes and boxes ([`crate::Row::Objects`]) where they are what comes out
    /// at the end. Devices find such tables; sets with all their cells are made on the CPU.
    pub fn with_tables(mut self) -> Pipeline {
        let last = self.text.code.steps.last().and_then(|step| Plain::of(step, self.text.dialect));
        self.tables = last.is_some_and(|last| gives_objects(last.op));
        if self.tables {
            self.device = OnDevice::of(&self.text, true);
            self.id = id_of(&self.text, true);
        }
        self
    }

    /// Whether sets of objects come out as tables.
    pub fn gives_tables(&self) -> bool {
        self.tables
    }

    pub fn text(&self) -> &str {
        &self.text.text
    }

    pub fn stages(&self) -> usize {
        self.text.stages.len()
    }

    /// How many other grids each row has to have.
    pub fn columns(&self) -> usize {
        self.text.code.params.len() - 1
    }

    pub fn dialect(&self) -> Dialect {
        self.text.dialect
    }

    /// As a program of one grid.
    pub fn program(&self) -> &Text {
        &self.text
    }

    /// The whole pipeline as one pass over a grid, if it is that.
    pub(crate) fn turn(&self) -> Option<&Turn> {
        self.turn.as_ref()
    }

    /// The part that devices can do, if there is one.
    pub(crate) fn device(&self) -> Option<&OnDevice> {
        self.device.as_ref()
    }

    /// How many of its stages devices can do, from the first on.
    pub fn stages_on_devices(&self) -> usize {
        self.device.as_ref().map_or(0, |device| device.stages)
    }

    /// Whether its results are made by devices without the CPU's help.
    pub fn runs_on_devices(&self) -> bool {
        self.stages_on_devices() == self.stages()
    }

    /// Its dearest family, and how many of its steps are no turns.
    pub fn family(&self) -> (Family, usize) {
        self.family
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }
}

fn gives_objects(op: Op) -> bool {
    matches!(op, Op::objects | Op::partition | Op::fgpartition | Op::frontiers | Op::colorfilter | Op::sizefilter)
}

/// One pass for the whole pipeline, if all of it turns, mirrors and changes colours.
fn turn_of(text: &Text) -> Option<Turn> {
    let mut turn = Turn::nothing();
    let mut slot = 0;
    for step in &text.code.steps {
        let plain = Plain::of(step, text.dialect)?;
        let args: Vec<Value> = plain.after(slot)?;
        if !turn.then(plain.op, &args) {
            return None;
        }
        slot = plain.slot;
    }
    Some(turn)
}
