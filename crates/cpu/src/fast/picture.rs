//! Objects that are pictures of a grid: turned, moved, filtered by colour and painted without a list of their cells. See
//! [`megabatt_core::set::Picture`].

use super::bounds::Bounds;
use super::patch::stays_small;
use megabatt_core::set::{Kept, Picture};
use megabatt_core::{Arc, Grid, Op, Set};

/// What an operation turns a picture into; None if the set is none, or for another operation.
pub fn turned(op: Op, set: &Arc<Set>) -> Option<Set> {
    set.picture()?;
    match op {
        Op::cmirror => {
            let set = Arc::new(turned(Op::vmirror, set)?);
            let set = Arc::new(turned(Op::dmirror, &set)?);
            turned(Op::vmirror, &set)
        }
        Op::hmirror | Op::vmirror | Op::dmirror | Op::normalize => Set::turned(set, |picture| {
            let (b, turn) = (picture.bounds(), picture.turn());
            stays_small(b, 0, 0).then(|| match op {
                Op::hmirror => turn.upside_down(b.top + b.bottom),
                Op::vmirror => turn.left_to_right(b.left + b.right),
                Op::dmirror => turn.flipped().moved(b.top - b.left, b.left - b.top),
                _ => turn.moved(-b.top, -b.left),
            })
        }),
        _ => None,
    }
}

/// `shift` of a picture.
pub fn shifted(set: &Arc<Set>, di: i32, dj: i32) -> Option<Set> {
    Set::turned(set, |picture| {
        // All cells of the grid, whether they are in the picture or not: who is far is left to others.
        let (g, turn) = (picture.grid(), picture.turn());
        let (a, b) = (turn.place(0, 0), turn.place(g.height() as i32 - 1, g.width() as i32 - 1));
        let bounds = Bounds::of_places([a, b].into_iter());
        stays_small(bounds, di, dj).then(|| turn.moved(di, dj))
    })
}

/// `paint` of a picture onto the cells of a grid.
pub fn paint(cells: &mut [i8], g: &Grid, picture: &Picture) {
    match picture.kept() {
        Kept::All => paint_where(cells, g, picture, |_| true),
        Kept::Only(wanted) => paint_where(cells, g, picture, |colour| colour == wanted),
        Kept::Not(unwanted) => paint_where(cells, g, picture, |colour| colour != unwanted),
    }
}

fn paint_where(cells: &mut [i8], g: &Grid, picture: &Picture, kept: impl Fn(i8) -> bool) {
    let (seen, turn) = (picture.grid(), picture.turn());
    let (width, below) = (seen.width(), seen.cells());
    let put = |cell: &mut i8, colour: i8| *cell = if kept(colour) { colour } else { *cell };
    // How many rows and columns there are after turning, and which of them are inside.
    let (rows, columns) = if turn.transposed { (width, seen.height()) } else { (seen.height(), width) };
    let (rows, columns) = (inside(turn.rows, rows, g.height()), inside(turn.columns, columns, g.width()));
    for i in rows {
        let to = (turn.rows.0 * i as i32 + turn.rows.1) as usize;
        let row = &mut cells[to * g.width()..(to + 1) * g.width()];
        let place = |j: usize| (turn.columns.0 * j as i32 + turn.columns.1) as usize;
        let Some(last) = columns.clone().last() else { return };
        let (a, b) = (place(columns.start), place(last));
        let row = &mut row[a.min(b)..=a.max(b)];
        let forwards = turn.columns.0 > 0;
        if turn.transposed {
            let column = below[columns.start * width + i..].iter().step_by(width);
            match forwards {
                true => row.iter_mut().zip(column).for_each(|(cell, &colour)| put(cell, colour)),
                false => row.iter_mut().rev().zip(column).for_each(|(cell, &colour)| put(cell, colour)),
            }
        } else {
            let from = &below[i * width..][columns.clone()];
            match forwards {
                true => row.iter_mut().zip(from).for_each(|(cell, &colour)| put(cell, colour)),
                false => row.iter_mut().zip(from.iter().rev()).for_each(|(cell, &colour)| put(cell, colour)),
            }
        }
    }
}

/// Which of the numbers below `n` are among those below `room` once they are turned.
fn inside((sign, by): (i32, i32), n: usize, room: usize) -> std::ops::Range<usize> {
    let (n, room, by) = (n as i64, room as i64, i64::from(by));
    // 0 <= sign * x + by < room
    let (first, end) = if sign > 0 { (-by, room - by) } else { (by - room + 1, by + 1) };
    let first = first.clamp(0, n);
    first as usize..end.clamp(first, n) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::CellLayout;
    use megabatt_core::set::Turn;

    #[test]
    fn what_is_inside_is_found() {
        for (sign, by) in (-9..9).flat_map(|by| [(1, by), (-1, by)]) {
            for (n, room) in (0..7).flat_map(|n| (0..7).map(move |room| (n, room))) {
                let one_by_one: Vec<usize> =
                    (0..n).filter(|&x| (0..room as i32).contains(&(sign * x as i32 + by))).collect();
                assert_eq!(inside((sign, by), n, room).collect::<Vec<_>>(), one_by_one, "{sign} {by} {n} {room}");
            }
        }
    }

    #[test]
    fn pictures_are_painted_cell_by_cell() {
        let seen = Arc::new(Grid::from_fn(8, 11, |i, j| ((i * 5 + j * j) % 4) as i8));
        let on = Grid::from_fn(10, 9, |i, j| 4 + ((i + j) % 5) as i8);
        let all = Arc::new(Set::of_grid(&seen, CellLayout::ColourFirst));
        for kept in [Kept::All, Kept::Only(1), Kept::Not(1)] {
            let some = Arc::new(Set::picture_of_some(&all, kept).expect("a picture"));
            for n in 0..8 * 49 {
                let mut turn = if n & 1 == 0 { Turn::NONE } else { Turn::NONE.flipped() };
                turn = if n & 2 == 0 { turn } else { turn.upside_down(9) };
                turn = if n & 4 == 0 { turn } else { turn.left_to_right(10) };
                let turn = turn.moved((n / 8 % 7 - 3) * 4, (n / 56 - 3) * 4);
                let picture = Set::turned(&some, |_| Some(turn)).expect("a picture");
                let (mut painted, mut expected) = (on.cells().to_vec(), on.cells().to_vec());
                paint(&mut painted, &on, picture.picture().expect("a picture"));
                for &(colour, i, j) in picture.cells().expect("cells") {
                    if let Some(at) = on.position(i, j) {
                        expected[at] = colour as i8;
                    }
                }
                assert_eq!(painted, expected, "{turn:?} {kept:?}");
            }
        }
    }
}
