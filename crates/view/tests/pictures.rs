//! What values look like.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use megabatt_core::{CellLayout, Grid, Set, Value, grid};
use megabatt_view::{Block, Canvas, CellWidth, ColourMode, Comparison, Patch};

const GRID: [[i8; 4]; 3] = [[0, 3, 3, 0], [0, 3, 0, 0], [0, 0, 0, 2]];

fn plain(width: usize) -> Canvas {
    Canvas::new(ColourMode::Plain, width)
}

fn grid() -> Grid {
    Grid::from_rows(&GRID).expect("three rows of four")
}

fn cells(cells: &[(i32, i32, i32)]) -> Value {
    Value::set(Set::grown_cells(CellLayout::ColourFirst, cells.to_vec()))
}

fn places(places: &[(i32, i32)]) -> Value {
    Value::set(Set::grown_pairs(places.to_vec()))
}

fn assert_looks(block: &Block, picture: &str) {
    let picture: String = picture.trim().lines().map(|line| line.trim_start().to_string() + "\n").collect();
    assert_eq!(block.render(ColourMode::Plain), picture);
}

#[test]
fn an_object_is_drawn_on_its_grid() {
    let object = cells(&[(3, 0, 1), (3, 0, 2), (3, 1, 1)]);
    let picture = "
        object: 3 cells of colour 3, 2x2 at (0, 1)
        +---------+
        | . 3 3 . |
        | . 3 . . |
        | . . . . |
        +---------+";
    assert_looks(&plain(80).value(&object, Some(&grid())), picture);
}

#[test]
fn what_does_not_lie_on_the_grid_is_drawn_in_its_box() {
    let picture = "
        indices: 2 places, 2x2 at (-1, 0)
        not on the grid; its box starts at (-1, 0):
        +-----+
        | # . |
        | . # |
        +-----+";
    assert_looks(&plain(80).value(&places(&[(-1, 0), (0, 1)]), Some(&grid())), picture);
}

#[test]
fn a_set_of_objects_is_a_map_with_numbers_in_iteration_order() {
    let objects = [cells(&[(3, 0, 1), (3, 0, 2), (3, 1, 1)]), cells(&[(2, 2, 3)])];
    let set = Value::set(Set::from_items(objects).unwrap());
    let Value::Set(items) = &set else { unreachable!() };
    let first = Patch::from_value(&items.first().unwrap(), CellLayout::ColourFirst).unwrap();
    let (at_green, at_red) = if first.cells().len() == 3 { ("0", "1") } else { ("1", "0") };
    let text = plain(80).value(&set, Some(&grid())).render(ColourMode::Plain);
    assert!(text.starts_with("set of 2 patches\n+---------+\n"), "{text}");
    assert!(text.contains(&format!("| . {at_green} {at_green} . |")), "{text}");
    assert!(text.contains(&format!("| . . . {at_red} |")), "{text}");
    assert!(text.contains(&format!("#{at_red} 1 cell of colour 2, 1x1 at (2, 3)\n")), "{text}");
}

#[test]
fn overlapping_patches_are_drawn_apart() {
    let tuple = Value::tuple(vec![places(&[(0, 0), (0, 1)]), places(&[(0, 1)])]).unwrap();
    let picture = "
        tuple of 2 patches
        #0                #1
        +-----+           +---+
        | # # |           | # |
        +-----+           +---+
        2 places, 1x2 at  1 place, 1x1 at
        (0, 0)            (0, 1)";
    assert_looks(&plain(80).value(&tuple, Some(&grid())), picture);
}

#[test]
fn differing_cells_are_marked() {
    let other = grid! {
        [0 3 3 0]
        [0 5 0 0]
        [0 0 0 0]
    };
    let picture = "
        expected 3x4   actual 3x4
        +---------+    +---------+
        | 0 3 3 0 |    | 0 3 3 0 |
        | 0 3 0 0 |    | 0!5 0 0 |
        | 0 0 0 2 |    | 0 0 0!0 |
        +---------+    +---------+";
    assert_looks(&plain(80).compared(&grid(), &other), picture);
    assert_eq!(Comparison::of(&grid(), &other).describe(&grid(), &other), "2 cells of 12 differ");
    let narrow = plain(80).with_cells(CellWidth::One).compared(&grid(), &other).render(ColourMode::Plain);
    assert!(narrow.contains("|0300|         |0500|       |.#..|"), "{narrow}");
}

#[test]
fn another_shape_is_told_and_what_is_too_much_is_marked() {
    let small = grid! { [0 3] };
    let text = plain(80).compared(&small, &grid()).render(ColourMode::Plain);
    assert!(text.contains("| 0 3!3!0 |") && text.contains("|!0!3!0!0 |"), "{text}");
    let words = Comparison::of(&small, &grid()).describe(&small, &grid());
    assert_eq!(words, "the shape is 3x4 where 1x2 is expected");
}

#[test]
fn numbers_that_are_no_colours_are_written_out() {
    let odd = grid! { [-1 5] [100 0] };
    assert_looks(&plain(80).grid(&odd), "+---------+\n|  -1   5 |\n| 100   0 |\n+---------+");
    assert_looks(&plain(80).with_cells(CellWidth::One).grid(&odd), "+--+\n|?5|\n|?0|\n+--+");
}

#[test]
fn large_grids_get_narrow_cells_and_then_are_cut() {
    let wide = Grid::from_fn(2, 30, |_, j| (j % 10) as i8);
    assert_eq!(plain(63).grid(&wide).width(), 63);
    assert_eq!(plain(60).grid(&wide).width(), 32);
    let cut = plain(20).grid(&wide);
    assert_eq!(cut.width(), 20);
    assert!(cut.render(ColourMode::Plain).ends_with("2x18 of 2x30\n"));
    let high = Grid::from_fn(500, 1, |_, _| 0);
    assert_eq!(plain(60).grid(&high).height(), 63);
}

#[test]
fn places_can_lie_anywhere() {
    let far = places(&[(i32::MIN, i32::MIN), (i32::MAX, i32::MAX)]);
    let text = plain(80).value(&far, Some(&grid())).render(ColourMode::Plain);
    assert!(text.contains("(-2147483648, -2147483648)") && !text.contains('+'), "{text}");
}

#[test]
fn long_containers_are_cut_with_a_count() {
    let numbers = Value::tuple((0..100).map(Value::Int).collect()).unwrap();
    let text = plain(80).text(&numbers);
    assert_eq!(text, "(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ... 88 more)");
    let mut canvas = plain(200);
    canvas.more = "ask for all".to_string();
    let many = Value::tuple((0..20).map(|i| places(&[(i, i)])).collect()).unwrap();
    let text = canvas.value(&many, None).render(ColourMode::Plain);
    assert!(text.ends_with("... 8 more of 20; ask for all\n"), "{text}");
}

#[test]
fn colour_has_the_digit_on_arcs_colour() {
    let one = grid! { [2] };
    let lines = "\x1b[38;2;85;85;85m";
    let cell = "\x1b[38;2;0;0;0;48;2;255;65;54m 2\x1b[0m";
    let text = Canvas::new(ColourMode::True, 80).grid(&one).render(ColourMode::True);
    assert_eq!(text, format!("{lines}┌──┐\x1b[0m\n{lines}│\x1b[0m{cell}{lines}│\x1b[0m\n{lines}└──┘\x1b[0m\n"));
    let text = Canvas::new(ColourMode::Ansi256, 80).grid(&one).render(ColourMode::Ansi256);
    assert!(text.contains("\x1b[38;5;16;48;5;203m 2\x1b[0m"), "{text:?}");
}

#[test]
fn nothing_is_wider_than_the_canvas() {
    let values = [
        Value::grid(Grid::from_fn(30, 30, |i, j| ((i * j) % 10) as i8)),
        places(&[(0, 0), (70, 90)]),
        Value::tuple((0..30).map(|i| cells(&[(i, i, i), (1, 0, i)])).collect()).unwrap(),
        Value::tuple((0..100).map(Value::Int).collect()).unwrap(),
        Value::None,
        Value::empty_tuple(),
        Value::set(Set::empty()),
    ];
    for mode in [ColourMode::Plain, ColourMode::True] {
        for width in [20, 37, 60, 80, 160] {
            for value in &values {
                let block = Canvas::new(mode, width).value(value, Some(&grid()));
                assert!(block.width() <= width, "{} > {width}: {value:?}", block.width());
            }
        }
    }
}

#[test]
fn of_huge_grids_a_corner_is_drawn() {
    let huge = Grid::from_fn(3_000, 3_000, |_, _| 4);
    let other = Grid::from_fn(2_000, 2_500, |_, _| 5);
    let mut canvas = plain(100);
    canvas.rows = 100_000;
    assert!(
        canvas.value(&Value::grid(huge.clone()), None).render(ColourMode::Plain).ends_with("300x98 of 3000x3000\n")
    );
    assert!(canvas.compared(&huge, &other).width() <= 100);
}
