//! Objects as tables have them.

use crate::row::Row;
use megabatt_core::Value;
use megabatt_core::mask::Bounds;
use megabatt_cuda::{Codes, ObjectRecord};

/// What a table tells of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectInfo {
    /// Its colours, each once, in ascending order.
    pub colours: Vec<i64>,
    pub cells: usize,
    pub top: i32,
    pub left: i32,
    pub bottom: i32,
    pub right: i32,
}

impl ObjectInfo {
    /// The objects of a row in the order in which Python walks their set; None if it is no set of objects.
    pub fn of_row(row: &Row) -> Option<Vec<ObjectInfo>> {
        match row {
            Row::Objects(objects) => Some(objects.clone()),
            Row::Value(value) => ObjectInfo::of_set(value),
            _ => None,
        }
    }

    /// The objects of a set, in the order in which Python walks it; None if it is no set of objects.
    pub fn of_set(value: &Value) -> Option<Vec<ObjectInfo>> {
        let Value::Set(set) = value else { return None };
        set.in_order().map(|item| ObjectInfo::of(&item)).collect()
    }

    /// As a device tells it.
    pub(crate) fn of_record(record: &ObjectRecord, codes: &Codes) -> ObjectInfo {
        let mut colours: Vec<i64> = record.colours(codes).into_iter().map(i64::from).collect();
        colours.sort_unstable();
        let [top, left, bottom, right] = [record.top, record.left, record.bottom, record.right].map(i32::from);
        ObjectInfo { colours, cells: record.size.into(), top, left, bottom, right }
    }

    pub(crate) fn json(&self) -> String {
        let colours: Vec<String> = self.colours.iter().map(i64::to_string).collect();
        let ObjectInfo { cells, top, left, bottom, right, .. } = self;
        format!(
            "{{\"colours\":[{}],\"cells\":{cells},\"top\":{top},\"left\":{left},\"bottom\":{bottom},\"right\":{right}}}",
            colours.join(",")
        )
    }

    /// What an object is; None if it is none.
    pub fn of(value: &Value) -> Option<ObjectInfo> {
        let Value::Set(set) = value else { return None };
        let cells = set.coloured().filter(|cells| !cells.is_empty())?;
        let bounds = Bounds::of_places(cells.iter().map(|&(_, i, j)| (i, j)));
        let mut colours: Vec<i64> = cells.iter().map(|&(colour, ..)| colour.into()).collect();
        colours.sort_unstable();
        colours.dedup();
        let Bounds { top, left, bottom, right } = bounds;
        Some(ObjectInfo { colours, cells: cells.len(), top, left, bottom, right })
    }

    /// Height and width of its box.
    pub fn shape(&self) -> (i32, i32) {
        (self.bottom - self.top + 1, self.right - self.left + 1)
    }
}
