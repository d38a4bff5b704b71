//! The data files inside a zip.

use super::limits::Limits;
use super::problem::Complaint;
use super::read::{bounded, gunzip};
use super::walk::{is_data_name, is_hidden};
use super::words::{self, bytes};
use std::io::{Cursor, Read};
use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipResult;

/// Whether the data is a zip, by its first bytes.
pub(super) fn is_zip(data: &[u8]) -> bool {
    data.starts_with(b"PK\x03\x04") || data.starts_with(b"PK\x05\x06")
}

/// Hands each data file of a zip to `take` with its name, in the order a folder would give them. What is wrong
/// with one file is handed over in its place; what is wrong with the zip is the error.
pub(super) fn entries(
    data: &[u8],
    limits: &Limits,
    mut take: impl FnMut(&str, Result<Vec<u8>, Complaint>),
) -> Result<(), Complaint> {
    let mut zip = ZipArchive::new(Cursor::new(data)).map_err(|e| {
        Complaint::new(format!("this zip cannot be opened ({e})"), "copy, download or make the zip again")
    })?;
    let mut names: Vec<(String, usize)> = zip
        .file_names()
        .zip(zip.file_names_raw())
        .map(|(name, raw)| name.unwrap_or_else(|_| String::from_utf8_lossy(raw)).replace('\\', "/"))
        .zip(0..)
        .filter(|(name, _)| is_data_name(name) && !name.split('/').any(is_hidden))
        .collect();
    names.sort_by(|(a, _), (b, _)| a.split('/').cmp(b.split('/')));
    if names.is_empty() {
        let what = "there are no files named *.json or *.json.gz in this zip";
        return Err(Complaint::new(what, "zip the data files themselves, not archives of them"));
    }
    if names.len() > limits.files {
        let what = format!("this zip holds {} data files, and at most {} are read", names.len(), limits.files);
        return Err(Complaint::new(what, "split it into several zips and give them all"));
    }
    // Everything that is unpacked counts, also what is thrown away: else a thousand small bombs would pass.
    let mut used = 0;
    for (name, index) in names {
        let data = unpack(zip.by_index(index), limits, &mut used);
        if used > limits.archive_bytes {
            let what = format!(
                "unpacked, this zip has more than {0}, and at most {0} are read; `{1}` and what follows it are left out",
                bytes(limits.archive_bytes),
                words::name(&name)
            );
            return Err(Complaint::new(what, "split it into several zips and give them all"));
        }
        take(&name, data);
    }
    Ok(())
}

/// One file of a zip, its own gzip taken off as well.
fn unpack<R: Read>(entry: ZipResult<ZipFile<'_, R>>, limits: &Limits, used: &mut u64) -> Result<Vec<u8>, Complaint> {
    let cap = |used: u64| limits.file_bytes.min(limits.archive_bytes.saturating_sub(used));
    let plain = match entry {
        Ok(entry) => bounded(entry, 0, cap(*used), used).map_err(|e| e.to_string()),
        Err(e) => Err(e.to_string()),
    };
    match plain {
        Ok(Some(plain)) => gunzip(plain, cap(*used), used),
        Ok(None) => {
            let what =
                format!("unpacked, the file has more than {0}, and at most {0} are read", bytes(limits.file_bytes));
            Err(Complaint::new(what, "split it into several files and give them all"))
        }
        Err(e) => {
            let help = "make the zip again, without a password and with the usual compression (deflate)";
            Err(Complaint::new(format!("the zip does not give this file out ({e})"), help))
        }
    }
}
