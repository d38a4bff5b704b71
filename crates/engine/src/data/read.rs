//! Bytes of a file, its decompression, and its text.

use super::problem::{Complaint, Place};
use super::suggest::closest;
use super::words::{bytes, path as path_words, shown};
use flate2::bufread::MultiGzDecoder;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];
const AGAIN: &str = "copy or download it again";

/// Reads a whole file of at most `cap` bytes.
pub(super) fn file(path: &Path, cap: u64) -> Result<Vec<u8>, Complaint> {
    let open = || -> io::Result<(File, u64)> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Ok((file, length))
    };
    let (file, length) = open().map_err(|e| unreadable(path, &e))?;
    if length > cap {
        let what = format!("the file has {}, and at most {} are read", bytes(length), bytes(cap));
        return Err(Complaint::new(what, "split it into several files and give them all"));
    }
    // The length is 0 for pipes and devices, and a file may grow: the cap holds while reading too.
    match bounded(file, length, cap, &mut 0) {
        Ok(Some(data)) => Ok(data),
        Ok(None) => Err(Complaint::new(
            format!("more than {} came out of it, and at most that much is read", bytes(cap)),
            "split it into several files and give them all",
        )),
        Err(e) => Err(unreadable(path, &e)),
    }
}

/// All that comes out of `source`, or `None` if that is more than `cap` bytes; room is made for what is `expected`. `used` grows by
/// what came out, also where it fails.
pub(super) fn bounded(source: impl Read, expected: u64, cap: u64, used: &mut u64) -> io::Result<Option<Vec<u8>>> {
    let mut data = Vec::with_capacity(expected.min(cap) as usize);
    let outcome = source.take(cap.saturating_add(1)).read_to_end(&mut data);
    *used += data.len() as u64;
    outcome.map(|_| (data.len() as u64 <= cap).then_some(data))
}

/// What is wrong with a path that cannot be read.
pub(super) fn unreadable(path: &Path, error: &io::Error) -> Complaint {
    match error.kind() {
        ErrorKind::NotFound if fs::symlink_metadata(path).is_ok() => {
            Complaint::new("this link points to something that does not exist", "mend or remove the link")
        }
        ErrorKind::NotFound => Complaint::new("there is no such file or folder", missing_help(path)),
        ErrorKind::PermissionDenied => {
            Complaint::new("you may not read this (permission denied)", "change its permissions, or copy it")
        }
        _ => Complaint::new(format!("it cannot be read ({error})"), "check that it is a readable file or folder"),
    }
}

/// Names a neighbour with nearly the same name, if there is one.
fn missing_help(path: &Path) -> String {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut names: Vec<String> = fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect())
        .unwrap_or_default();
    names.sort();
    match closest(&name, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{}`?", path_words(&path.with_file_name(near))),
        None => "check the path".to_owned(),
    }
}

/// Unpacks gzip data; other data goes through as it is, whatever its name says. `used` grows by what came out.
pub(super) fn gunzip(data: Vec<u8>, cap: u64, used: &mut u64) -> Result<Vec<u8>, Complaint> {
    if !data.starts_with(GZIP_MAGIC) {
        return Ok(data);
    }
    match bounded(MultiGzDecoder::new(data.as_slice()), 0, cap, used) {
        Ok(Some(plain)) => Ok(plain),
        Ok(None) => {
            let what = format!("unpacked, the file has more than {0}, and at most {0} are read", bytes(cap));
            Err(Complaint::new(what, "split it into several files and give them all"))
        }
        Err(e) if e.kind() == ErrorKind::UnexpectedEof => {
            Err(Complaint::new("the gzip data stops in the middle", format!("the file looks cut off; {AGAIN}")))
        }
        Err(e) => Err(Complaint::new(format!("the gzip data is damaged ({e})"), AGAIN)),
    }
}

/// The text in the bytes, a byte order mark taken off.
pub(super) fn text(data: &[u8]) -> Result<&str, Complaint> {
    const SAVE: &str = "save the file as UTF-8";
    if data.iter().all(u8::is_ascii_whitespace) {
        return Err(Complaint::new("the file is empty", AGAIN));
    }
    if data.starts_with(&[0xff, 0xfe]) || data.starts_with(&[0xfe, 0xff]) {
        return Err(Complaint::new("the text is in UTF-16, not in UTF-8", SAVE));
    }
    match std::str::from_utf8(data) {
        Ok(text) if !text.contains('\0') => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(e) if !data.contains(&0) && e.valid_up_to() > 0 => {
            let before = &data[..e.valid_up_to()];
            let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
            let column = 1 + before.iter().rev().take_while(|&&b| b != b'\n').count();
            let what = format!("this is not UTF-8 text (the byte {:#04x} stands here)", data[e.valid_up_to()]);
            Err(Complaint { place: Some(Place::Text { line, column }), ..Complaint::new(what, SAVE) })
        }
        _ => {
            let start: String = data.iter().take(4).map(|b| format!("{b:02x} ")).collect();
            let what = format!("this is a binary file (it begins with the bytes {})", shown(start.trim_end()));
            Err(Complaint::new(what, "give JSON, gzipped JSON or a zip of such files"))
        }
    }
}
