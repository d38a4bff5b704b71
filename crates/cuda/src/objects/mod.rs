//! `objects` on the device: boxes, sizes, colours and hashes, and the exact order of the set.
//!
//! A batch of grids is opened as for pipelines; [`Lane::send_objects`] runs it and [`Lane::finish_objects`] gives what was found.

mod abi;
mod found;
mod tables;

pub use abi::{MOST_FILTERS, ObjectRecord};
pub use found::FoundObjects;
pub use tables::{ObjectTables, ranks};

use crate::abi::{Block, Class, Codes, InputForm, RawBytes};
use crate::device::{Address, Kernel, Result};
use crate::lane::{Lane, Resident, room};
use abi::{ObjectsArgs, RawFilter};
pub(crate) use found::Layout;
use megabatt_core::CellLayout;
use megabatt_core::hash::Parts;
use std::sync::Arc;

/// Takes objects out of the set, as the DSL's functions of these names do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// By colour; only after univalued objects, since else the order within an object decides.
    Colorfilter(i64),
    Sizefilter(i64),
}

/// Which of the DSL's functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Finding {
    #[default]
    Objects,
    /// One object for each colour.
    Partition,
    /// The same without the most common one.
    Fgpartition,
    /// Rows and columns of one colour.
    Frontiers,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectsQuery {
    pub finding: Finding,
    /// This and the next two are for [`Finding::Objects`].
    pub univalued: bool,
    pub diagonal: bool,
    pub without_bg: bool,
    /// One after the other.
    pub filters: Vec<Filter>,
    /// Whether to tell for each cell which object it belongs to ([`Finding::Objects`] only), which takes two bytes for every cell of the class.
    pub labels: bool,
}

impl ObjectsQuery {
    /// `objects(grid, univalued, diagonal, without_bg)`.
    pub fn new(univalued: bool, diagonal: bool, without_bg: bool) -> ObjectsQuery {
        ObjectsQuery { finding: Finding::Objects, univalued, diagonal, without_bg, filters: Vec::new(), labels: false }
    }

    /// `partition`, `fgpartition` or `frontiers` of a grid.
    pub fn of(finding: Finding) -> ObjectsQuery {
        ObjectsQuery { finding, ..ObjectsQuery::new(true, false, false) }
    }

    /// Whether a device can do it.
    pub fn runs_here(&self) -> bool {
        let by_colour = self.filters.iter().any(|filter| matches!(filter, Filter::Colorfilter(_)));
        let labelled = self.labels && self.finding != Finding::Objects;
        self.filters.len() <= MOST_FILTERS && (self.univalued || !by_colour) && !labelled
    }

    fn flags(&self) -> u32 {
        match self.finding {
            Finding::Objects => {
                u32::from(self.univalued) | u32::from(self.diagonal) << 1 | u32::from(self.without_bg) << 2
            }
            Finding::Partition => 0,
            Finding::Fgpartition => 8,
            Finding::Frontiers => 16,
        }
    }

    fn kernel(&self, class: Class) -> Kernel {
        match (self.finding, class) {
            (Finding::Objects, Class::Small) => Kernel::ObjectsSmall,
            (Finding::Objects, Class::Large) => Kernel::ObjectsLarge,
            (_, Class::Small) => Kernel::PartsSmall,
            (_, Class::Large) => Kernel::PartsLarge,
        }
    }

    fn raw_filters(&self, codes: &Codes) -> [RawFilter; MOST_FILTERS] {
        let mut raw = [RawFilter::default(); MOST_FILTERS];
        for (raw, filter) in raw.iter_mut().zip(&self.filters) {
            *raw = match *filter {
                // Code 16 is nobody's.
                Filter::Colorfilter(value) => RawFilter { kind: 1, value: codes.code(value).unwrap_or(16).into() },
                Filter::Sizefilter(n) => RawFilter { kind: 2, value: u32::try_from(n).unwrap_or(u32::MAX) },
            };
        }
        raw
    }
}

impl Lane {
    /// Finds the objects of the open batch, later. All rows together have room for so many objects.
    ///
    /// # Panics
    /// If the query does not run on devices ([`ObjectsQuery::runs_here`]).
    pub fn send_objects(
        &mut self,
        query: &ObjectsQuery,
        tables: &Arc<ObjectTables>,
        codes: &Codes,
        capacity: usize,
    ) -> Result<()> {
        let rows = self.layout.rows;
        assert_eq!(self.filled.rows, rows, "a batch has as many rows as it was opened for");
        let input = room(&mut self.device_in, &self.device, self.layout.in_bytes)?;
        let source = ObjectsSource { input: self.layout.grids(input.0), planes: 0, form: InputForm::Bytes, rows };
        self.sent = true;
        self.moment()?;
        // SAFETY: both buffers are this lane's, hold as many bytes, and are not touched before `rest`.
        unsafe { self.device.upload(self.stream, input, self.host_in.pointer(), self.layout.in_bytes) }?;
        self.moment()?;
        self.run_objects(&source, query, tables, codes, capacity)
    }

    /// As [`Lane::send_objects`], for grids on the device.
    ///
    /// # Panics
    /// If the grids are another lane's or of another class than the tables.
    pub fn send_objects_of(
        &mut self,
        grids: &Resident,
        query: &ObjectsQuery,
        tables: &Arc<ObjectTables>,
        capacity: usize,
    ) -> Result<()> {
        assert_eq!(grids.class(), tables.class, "tables are of the class of the grids");
        self.rest()?;
        let (input, planes) = grids.places(self);
        let source = ObjectsSource { input, planes, form: InputForm::Planes, rows: grids.rows() };
        self.sent = true;
        self.moment()?;
        self.moment()?;
        self.run_objects(&source, query, tables, &grids.codes(), capacity)
    }

    fn run_objects(
        &mut self,
        source: &ObjectsSource,
        query: &ObjectsQuery,
        tables: &Arc<ObjectTables>,
        codes: &Codes,
        capacity: usize,
    ) -> Result<()> {
        assert!(query.runs_here(), "only what runs on devices is sent to them");
        assert!(tables.ranks.is_some() || query.finding != Finding::Objects, "objects need the ranks of cells");
        let labels = if query.labels { tables.class.side().pow(2) } else { 0 };
        let layout = Layout::of(source.rows, capacity, labels);
        let output = room(&mut self.device_out, &self.device, layout.bytes)?;
        crate::lane::grow(&mut self.host_out, &self.device, layout.bytes)?;
        let at = |offset: usize| output.0 + offset as u64;
        let parts = Parts::of(tables.layout);
        let args = ObjectsArgs {
            input: source.input,
            in_planes: source.planes,
            ranks: tables.ranks.as_ref().map_or(0, |ranks| ranks.address().0),
            cells: tables.cells.as_ref().map_or(0, |cells| cells.address().0),
            out_words: at(0),
            starts: at(layout.starts),
            counts: at(layout.counts),
            objects: at(layout.objects),
            total: at(layout.total),
            labels: if query.labels { at(layout.labels) } else { 0 },
            spare: codes.bits(),
            colours: std::array::from_fn(|code| parts.colour(codes.value(code as u8).into())),
            finish: parts.end(),
            rows: source.rows as u32,
            capacity: capacity as u32,
            flags: query.flags() | if tables.layout == CellLayout::ColourLast { 32 } else { 0 },
            input_form: source.form,
            filter_count: query.filters.len() as u32,
            unused: 0,
            filters: query.raw_filters(codes),
        };
        let kernel = query.kernel(tables.class);
        // SAFETY: the place is in this lane's output.
        unsafe { self.device.fill(self.stream, Address(at(layout.total)), 0, 16) }?;
        if source.rows > 0 {
            // SAFETY: the arguments are those of `objects`; all addresses lie in this lane's buffers, in the tables, of which the
            // lane keeps a share, and in the grids, which wait before they go.
            unsafe { self.device.launch(self.stream, kernel, source.rows as u32, Block::of(&args)) }?;
        }
        self.moment()?;
        // SAFETY: both hold so many bytes; nobody reads before `rest`.
        unsafe { self.device.download(self.stream, self.host_out.pointer(), output, layout.objects) }?;
        self.codes = *codes;
        self.objects = Some((layout, tables.clone()));
        Ok(())
    }

    /// Waits for the objects that were sent for.
    ///
    /// # Panics
    /// If none were.
    pub fn finish_objects(&mut self) -> Result<FoundObjects<'_>> {
        let (layout, _tables) = self.objects.take().expect("objects were sent for");
        self.device.wait(self.stream)?;
        let total = self.host_out.words(layout.total, 1)[0] as usize;
        let found = total.min(layout.capacity);
        let output = self.device_out.as_ref().map_or(Address(0), |buffer| buffer.address());
        let fetch = |from: usize, bytes: usize| {
            // SAFETY: the part lies in both buffers, which are this lane's.
            let to = unsafe { self.host_out.pointer().add(from) };
            // SAFETY: as above; nobody reads before the wait.
            unsafe { self.device.download(self.stream, to, Address(output.0 + from as u64), bytes) }
        };
        fetch(layout.objects, found * size_of::<ObjectRecord>())?;
        fetch(layout.labels, layout.rows * layout.labels_each * 2)?;
        self.moment()?;
        let times = self.rest()?;
        Ok(FoundObjects { out: &self.host_out, layout, total, codes: self.codes, times })
    }
}

/// Where the grids are.
struct ObjectsSource {
    input: RawBytes,
    planes: u64,
    form: InputForm,
    rows: usize,
}
