//! The tables.

/// Raised with every change of the tables; [`super::Store::open`] brings older files up to it.
pub const VERSION: i64 = STEPS.len() as i64;

/// Marks the file as ours: the letters `mbat`.
pub const APPLICATION: i64 = 0x6d62_6174;

/// How a file gets from each version to the next one; an empty file has version 0.
pub const STEPS: [&str; 2] = [TABLES, REPORTS];

/// Version 1. Ids and fingerprints are blobs of 16 bytes, times nanoseconds, moments seconds since 1970; `samples` is
/// JSON, an array per sample (see `result.rs`).
const TABLES: &str = "
CREATE TABLE programs (
    key INTEGER PRIMARY KEY,
    exact BLOB NOT NULL,
    dialect TEXT NOT NULL,
    canonical BLOB NOT NULL,
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    added INTEGER NOT NULL,
    UNIQUE (exact, dialect)
);
CREATE INDEX programs_canonical ON programs (canonical, dialect);

CREATE TABLE origins (
    program INTEGER NOT NULL REFERENCES programs (key) ON DELETE CASCADE,
    name TEXT NOT NULL,
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    task TEXT,
    added INTEGER NOT NULL,
    PRIMARY KEY (program, name, file)
) WITHOUT ROWID;

CREATE TABLE scores (
    program INTEGER NOT NULL REFERENCES programs (key) ON DELETE CASCADE,
    content BLOB NOT NULL,
    data TEXT NOT NULL,
    task TEXT NOT NULL,
    engine TEXT NOT NULL,
    right INTEGER NOT NULL,
    known INTEGER NOT NULL,
    nanos INTEGER NOT NULL,
    samples TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (program, content, data)
) WITHOUT ROWID;
CREATE INDEX scores_task ON scores (task, content);

CREATE TABLE engines (key INTEGER PRIMARY KEY, version TEXT NOT NULL UNIQUE);

CREATE TABLE validations (
    exact BLOB NOT NULL,
    dialect TEXT NOT NULL,
    content BLOB NOT NULL,
    engine INTEGER NOT NULL REFERENCES engines (key) ON DELETE CASCADE,
    samples TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (exact, dialect, content, engine)
) WITHOUT ROWID;

CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO counters VALUES ('asked', 0), ('found', 0);
";

/// Version 2: what a tree of stored solvers says of programs.
const REPORTS: &str = "
CREATE TABLE reports (
    program INTEGER NOT NULL REFERENCES programs (key) ON DELETE CASCADE,
    task TEXT NOT NULL,
    file TEXT NOT NULL,
    points INTEGER NOT NULL,
    time_class INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (program, task, file, points, time_class)
) WITHOUT ROWID;
";

/// What stands in for the tables of later versions in a file that is older and may not be written.
pub const EMPTY: &str = "
CREATE TEMP TABLE reports (program INTEGER, task TEXT, file TEXT, points INTEGER, time_class INTEGER, at INTEGER);
";
