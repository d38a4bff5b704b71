//! NumPy's arrays, read where they lie. NumPy itself is not needed for that: an array describes its memory in the
//! attribute `__array_interface__`.

use super::grids::{numbered, out_of_range};
use megabatt_core::Grid;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An array of ints with two dimensions or three.
struct Array {
    start: *const u8,
    shape: Vec<usize>,
    /// Bytes from one item to the next, for each dimension.
    strides: Vec<isize>,
    item: Item,
}

#[derive(Clone, Copy)]
enum Item {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
}

impl Item {
    fn from_type(text: &str) -> Option<Item> {
        let native = if cfg!(target_endian = "little") { '<' } else { '>' };
        let rest = text.strip_prefix(['|', '=', native])?;
        Some(match rest {
            "u1" => Item::U8,
            "i1" => Item::I8,
            "u2" => Item::U16,
            "i2" => Item::I16,
            "u4" => Item::U32,
            "i4" => Item::I32,
            "u8" => Item::U64,
            "i8" => Item::I64,
            _ => return None,
        })
    }

    fn size(self) -> isize {
        match self {
            Item::U8 | Item::I8 => 1,
            Item::U16 | Item::I16 => 2,
            Item::U32 | Item::I32 => 4,
            Item::U64 | Item::I64 => 8,
        }
    }

    /// # Safety
    /// At this address there is such an item.
    unsafe fn load(self, at: *const u8) -> i128 {
        // SAFETY: the caller says so; arrays need not be aligned.
        unsafe {
            match self {
                Item::U8 => at.read().into(),
                Item::I8 => at.cast::<i8>().read().into(),
                Item::U16 => at.cast::<u16>().read_unaligned().into(),
                Item::I16 => at.cast::<i16>().read_unaligned().into(),
                Item::U32 => at.cast::<u32>().read_unaligned().into(),
                Item::I32 => at.cast::<i32>().read_unaligned().into(),
                Item::U64 => at.cast::<u64>().read_unaligned().into(),
                Item::I64 => at.cast::<i64>().read_unaligned().into(),
            }
        }
    }
}

/// The grid that an array is; None if it is no array.
pub fn read(object: &Bound<'_, PyAny>) -> PyResult<Option<Grid>> {
    let Some(array) = describe(object)? else { return Ok(None) };
    if array.shape.len() != 2 {
        let n = array.shape.len();
        return Err(PyValueError::new_err(format!("an array of {n} dimensions is no grid; a grid has 2")));
    }
    array.grid(0).map(Some)
}

/// The grids of an array of three dimensions: number, row, column. None if it is no such array.
pub fn read_many(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Grid>>> {
    let Some(array) = describe(object)?.filter(|array| array.shape.len() == 3) else { return Ok(None) };
    let grid = |n| {
        let found = array.grid(n as isize * array.strides[0]);
        found.map_err(|error| numbered(object.py(), n, error))
    };
    (0..array.shape[0]).map(grid).collect::<PyResult<Vec<_>>>().map(Some)
}

/// How many dimensions an array has; None if it is no array of ints.
pub fn dimensions(object: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    Ok(describe(object)?.map(|array| array.shape.len()))
}

fn describe(object: &Bound<'_, PyAny>) -> PyResult<Option<Array>> {
    let Some(description) = object.getattr_opt("__array_interface__")? else { return Ok(None) };
    let description = description.cast_into::<PyDict>()?;
    let get = |key: &str| description.get_item(key);
    let needed =
        |key: &str| get(key)?.ok_or_else(|| PyTypeError::new_err(format!("the array does not tell its {key}")));
    let type_text: String = needed("typestr")?.extract()?;
    let Some(item) = Item::from_type(&type_text) else {
        return Err(PyTypeError::new_err(format!(
            "an array of {} is no grid; give ints, such as array.astype('uint8')",
            object.getattr("dtype").map_or(type_text, |dtype| dtype.to_string())
        )));
    };
    let shape: Vec<usize> = needed("shape")?.extract()?;
    let start = needed("data")?.get_item(0)?.extract::<usize>()? as *const u8;
    let strides = match get("strides")?.filter(|strides| !strides.is_none()) {
        Some(strides) => strides.extract()?,
        None => packed(&shape, item),
    };
    Ok(Some(Array { start, shape, strides, item }))
}

/// The strides of an array that lies row by row.
fn packed(shape: &[usize], item: Item) -> Vec<isize> {
    let mut strides = vec![item.size(); shape.len()];
    for n in (1..shape.len()).rev() {
        strides[n - 1] = strides[n] * shape[n] as isize;
    }
    strides
}

impl Array {
    /// The cells, if they are bytes that lie row by row and all are colours.
    fn plain_bytes(&self, offset: isize, height: usize, width: usize) -> Option<Vec<i8>> {
        let [.., down, right] = self.strides[..] else { return None };
        let is_plain = matches!(self.item, Item::U8 | Item::I8) && right == 1 && down == width as isize;
        if !is_plain {
            return None;
        }
        // SAFETY: the object says that its memory has this shape, and it is held while we read; the rows follow one another.
        let bytes = unsafe { std::slice::from_raw_parts(self.start.offset(offset), height.checked_mul(width)?) };
        // As unsigned ones, what is negative is large.
        let largest = bytes.iter().fold(0, |largest: u8, &byte| largest.max(byte));
        (largest <= 9).then(|| bytes.iter().map(|&byte| byte as i8).collect())
    }

    /// The grid that the last two dimensions are, so many bytes from the start.
    fn grid(&self, offset: isize) -> PyResult<Grid> {
        let [.., height, width] = self.shape[..] else { return Err(PyValueError::new_err("an array without rows")) };
        let [.., down, right] = self.strides[..] else { return Err(PyValueError::new_err("an array without rows")) };
        if height == 0 || width == 0 {
            return Err(PyValueError::new_err(format!("an array of {height} rows and {width} columns is no grid")));
        }
        if let Some(cells) = self.plain_bytes(offset, height, width) {
            return Ok(Grid::new(height, width, cells));
        }
        let mut cells = Vec::with_capacity(height * width);
        for i in 0..height {
            for j in 0..width {
                let at = offset + i as isize * down + j as isize * right;
                // SAFETY: the object says that its memory has this shape, and it is held while we read.
                let cell = unsafe { self.item.load(self.start.offset(at)) };
                match cell {
                    0..=9 => cells.push(cell as i8),
                    _ => return Err(out_of_range(&cell.to_string(), i + 1, j + 1)),
                }
            }
        }
        Ok(Grid::new(height, width, cells))
    }
}
