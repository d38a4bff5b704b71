//! Picking some of many. Which ones they are cannot be guessed, so there is no branch on it: each is written down, and the
//! next one over it unless it was wanted.

use std::cell::Cell;
use std::thread::LocalKey;

/// Room to write in, kept for the next time.
type Spare<T> = LocalKey<Cell<Vec<T>>>;

thread_local! {
    static POSITIONS: Cell<Vec<u32>> = const { Cell::new(Vec::new()) };
    static PLACES: Cell<Vec<(i32, i32)>> = const { Cell::new(Vec::new()) };
}

/// Runs with room for `n`, and gives what `result` makes of the part that was written.
fn with_room<T: Copy + Default, R>(
    spare: &'static Spare<T>,
    n: usize,
    write: impl FnOnce(&mut [T]) -> usize,
    result: impl FnOnce(&[T]) -> R,
) -> R {
    const MOST_KEPT: usize = 1 << 16;
    let mut room = spare.take();
    if room.len() < n {
        room.resize(n, T::default());
    }
    let written = write(&mut room[..n]);
    let result = result(&room[..written]);
    if room.len() <= MOST_KEPT {
        spare.set(room);
    }
    result
}

/// The numbers below `n` for which `holds` does.
pub fn positions_where(n: usize, holds: impl Fn(usize) -> bool) -> Vec<u32> {
    let write = |room: &mut [u32]| {
        let mut found = 0;
        for at in 0..n {
            room[found] = at as u32;
            found += usize::from(holds(at));
        }
        found
    };
    with_room(&POSITIONS, n, write, <[u32]>::to_vec)
}

/// What `item` makes of each place of a colour; `rows` are the rows of a grid.
pub fn where_it_is<'a, T>(
    rows: impl Iterator<Item = &'a [i8]>,
    cells: usize,
    colour: i8,
    item: impl Fn((i32, i32)) -> T,
) -> Vec<T> {
    let write = |room: &mut [(i32, i32)]| {
        let mut found = 0;
        for (i, row) in rows.enumerate() {
            for (j, &v) in row.iter().enumerate() {
                room[found] = (i as i32, j as i32);
                found += usize::from(v == colour);
            }
        }
        found
    };
    with_room(&PLACES, cells, write, |places| places.iter().map(|&place| item(place)).collect())
}
