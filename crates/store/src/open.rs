//! Opening the file, and transactions on it.

use crate::error::StoreError;
use crate::schema;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long other writers are waited for. They hold the file for one batch, so this means something is wrong.
const PATIENCE: Duration = Duration::from_secs(30);

/// The open file.
pub struct Store {
    pub(crate) connection: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens the file; it and its folder are made if they are not there.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|source| StoreError::Folder { path: path.to_owned(), source })?;
        }
        Store::open_with(path, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a file that must be there: who asks what is in it does not want an empty one.
    pub fn open_existing(path: &Path) -> Result<Store, StoreError> {
        match std::fs::metadata(path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Err(StoreError::Missing(path.to_owned())),
            Err(e) => Err(StoreError::CannotOpen { path: path.to_owned(), why: e.to_string() }),
            Ok(_) => Store::open_with(path, OpenFlags::empty()),
        }
    }

    fn open_with(path: &Path, flags: OpenFlags) -> Result<Store, StoreError> {
        let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(|e| StoreError::of(path, e))?;
        let mut store = Store { connection, path: path.to_owned() };
        store.prepare()?;
        Ok(store)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn prepare(&mut self) -> Result<(), StoreError> {
        self.wrap(|c| c.busy_timeout(PATIENCE))?;
        // What the file is comes first: a file of somebody else's is not to be changed in any way.
        let (application, version, tables) = self.wrap(|c| {
            // In one transaction: another process may be making the file just now.
            let snapshot = c.unchecked_transaction()?;
            let seen = looks(&snapshot)?;
            snapshot.finish()?;
            Ok(seen)
        })?;
        let is_empty = application == 0 && version == 0 && tables == 0;
        if !is_empty && application != schema::APPLICATION {
            return Err(StoreError::NotALibrary(self.path.clone()));
        }
        if version > schema::VERSION {
            return Err(StoreError::Newer { path: self.path.clone(), found: version, known: schema::VERSION });
        }
        if is_empty {
            self.write_ahead()?;
        }
        if version < schema::VERSION {
            match self.upgrade() {
                // Who may only read an older file finds nothing of what it cannot have.
                Err(StoreError::ReadOnly(_)) if !is_empty => self.wrap(|c| c.execute_batch(schema::EMPTY))?,
                done => done?,
            }
        }
        // Committed batches survive a killed process; a power cut may take the last ones, and never corrupts.
        self.wrap(|c| c.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;"))
    }

    /// The mode stays with the file. Two processes that make a file at once get in each other's way here, and SQLite does
    /// not wait by itself.
    fn write_ahead(&self) -> Result<(), StoreError> {
        let start = Instant::now();
        loop {
            match self.wrap(|c| c.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))) {
                Err(StoreError::Busy(_)) if start.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                result => return result,
            }
        }
    }

    /// Makes the tables that are not there yet: all of them in a new file.
    fn upgrade(&mut self) -> Result<(), StoreError> {
        self.transaction(|t| {
            // Another process may have been first.
            let (_, version, _) = looks(t)?;
            let done = usize::try_from(version).unwrap_or(0);
            if done >= schema::STEPS.len() {
                return Ok(());
            }
            for step in &schema::STEPS[done..] {
                t.execute_batch(step)?;
            }
            t.pragma_update(None, "application_id", schema::APPLICATION)?;
            t.pragma_update(None, "user_version", schema::VERSION)
        })
    }

    /// Everything in it happens, or nothing does. The right to write is taken first, so that two processes wait for each
    /// other and do not fail half-way.
    pub(crate) fn transaction<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let Store { connection, path } = self;
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|e| StoreError::of(path, e))?;
        // A transaction that is dropped is rolled back.
        let done = work(&transaction).map_err(|e| StoreError::of(path, e))?;
        transaction.commit().map_err(|e| StoreError::of(path, e))?;
        Ok(done)
    }

    /// Errors of SQLite in words of people.
    pub(crate) fn wrap<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        work(&self.connection).map_err(|e| StoreError::of(&self.path, e))
    }
}

/// Whose file it is, its version, and how many tables it has.
fn looks(connection: &Connection) -> rusqlite::Result<(i64, i64, i64)> {
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    Ok((
        number("PRAGMA application_id")?,
        number("PRAGMA user_version")?,
        number("SELECT count(*) FROM sqlite_schema")?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_lang::{Dialect, Program, parse};

    fn programs(from: usize, count: usize) -> Vec<Program> {
        let text: String = (from..from + count)
            .map(|n| format!("def p{n}(I):\n    x1 = canvas({n}, UNITY)\n    O = hconcat(x1, x1)\n    return O\n\n\n"))
            .collect();
        parse("p.py", &text, Dialect::Arc).programs
    }

    fn temporary() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("library.sqlite")).expect("a new library");
        (folder, store)
    }

    #[test]
    fn a_full_disk_is_told_and_nothing_is_lost() {
        let (folder, mut store) = temporary();
        store.add_programs(&programs(0, 10)).expect("there is room");
        let pages: i64 = store.wrap(|c| c.query_row("PRAGMA page_count", [], |row| row.get(0))).expect("a number");
        store.wrap(|c| c.pragma_update(None, "max_page_count", pages + 1)).expect("a limit");
        let error = store.add_programs(&programs(10, 2_000)).expect_err("there is no room");
        assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
        assert!(error.to_string().contains("still there"), "{error}");
        assert_eq!(store.programs().expect("it can be read").len(), 10);
        // With room again, it goes on.
        drop(store);
        let mut store = Store::open(&folder.path().join("library.sqlite")).expect("it opens");
        store.add_programs(&programs(10, 2_000)).expect("there is room");
        assert_eq!(store.programs().expect("it can be read").len(), 2_010);
    }

    #[test]
    fn a_file_that_may_not_be_written_is_told() {
        let (_folder, mut store) = temporary();
        store.wrap(|c| c.pragma_update(None, "query_only", true)).expect("a switch");
        let error = store.add_programs(&programs(0, 1)).expect_err("it may not be written");
        assert!(matches!(error, StoreError::ReadOnly(_)), "{error:?}");
        // Reading from the cache goes on.
        assert_eq!(store.cached("engine", &[]).expect("it can be read"), []);
    }

    #[test]
    fn a_newer_file_is_refused_and_left_alone() {
        let (folder, store) = temporary();
        let path = folder.path().join("library.sqlite");
        store.wrap(|c| c.pragma_update(None, "user_version", schema::VERSION + 1)).expect("a version");
        drop(store);
        for error in [Store::open(&path), Store::open_existing(&path)].map(|opened| opened.err()) {
            assert!(matches!(error, Some(StoreError::Newer { found: 3, known: 2, .. })), "{error:?}");
        }
    }

    /// A file as the first version made it, with a program in it.
    fn first_version(path: &Path) {
        let mut store = Store::open(path).expect("a new library");
        store.add_programs(&programs(0, 1)).expect("there is room");
        let back = "DROP TABLE reports; PRAGMA user_version = 1; PRAGMA wal_checkpoint(TRUNCATE);";
        store.wrap(|c| c.execute_batch(back)).expect("an older library");
    }

    #[test]
    fn an_older_file_gets_what_it_lacks() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("library.sqlite");
        first_version(&path);
        let store = Store::open_existing(&path).expect("it opens");
        assert_eq!(store.programs().expect("it can be read").len(), 1);
        assert_eq!(store.reports().expect("it has the table"), []);
        let version: i64 = store.wrap(|c| c.query_row("PRAGMA user_version", [], |row| row.get(0))).expect("a number");
        assert_eq!(version, schema::VERSION);
    }

    #[test]
    fn an_older_file_that_may_not_be_written_can_be_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("library.sqlite");
        first_version(&path);
        let connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).expect("it opens");
        let mut store = Store { connection, path: path.clone() };
        store.prepare().expect("nothing needs to be written");
        assert_eq!(store.programs().expect("it can be read").len(), 1);
        assert_eq!(store.reports().expect("there is a stand-in"), []);
    }

    #[test]
    fn what_is_no_library_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = folder.path().join("text");
        std::fs::write(&text, "not a database at all, but long enough to be looked at ".repeat(50)).expect("a file");
        let other = folder.path().join("other.sqlite");
        Connection::open(&other).and_then(|c| c.execute_batch("CREATE TABLE t (a)")).expect("a database");
        for path in [&text, &other] {
            let before = std::fs::read(path).expect("the file");
            let error = Store::open(path).err();
            assert!(matches!(error, Some(StoreError::NotALibrary(_))), "{error:?}");
            assert_eq!(std::fs::read(path).expect("the file"), before);
        }
        let error = Store::open(folder.path()).err();
        assert!(matches!(error, Some(StoreError::CannotOpen { .. })), "{error:?}");
        let error = Store::open(&text.join("inside")).err();
        assert!(matches!(error, Some(StoreError::Folder { .. })), "{error:?}");
        let error = Store::open_existing(&folder.path().join("nothing")).err();
        assert!(matches!(error, Some(StoreError::Missing(_))), "{error:?}");
    }

    #[test]
    fn a_damaged_file_is_told() {
        let (folder, mut store) = temporary();
        let path = folder.path().join("library.sqlite");
        store.add_programs(&programs(0, 500)).expect("there is room");
        store.wrap(|c| c.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")).expect("one file");
        drop(store);
        let mut bytes = std::fs::read(&path).expect("the file");
        let middle = bytes.len() / 4;
        bytes[middle..].fill(0xa5);
        std::fs::write(&path, bytes).expect("the file");
        let error = Store::open(&path).and_then(|store| store.programs()).expect_err("it is damaged");
        assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
    }

    #[test]
    fn a_cell_that_cannot_be_read_is_damage() {
        let (_folder, mut store) = temporary();
        store.add_programs(&programs(0, 1)).expect("there is room");
        for column in ["dialect", "exact"] {
            store.wrap(|c| c.execute(&format!("UPDATE programs SET {column} = 'nonsense'"), [])).expect("a change");
            let error = store.programs().expect_err("it cannot be read");
            assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
        }
    }
}
