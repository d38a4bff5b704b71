//! The examples of the pages as pictures: what goes in, an arrow, what comes out.

use megabatt_docs::{Block as Examples, Example, Expected, Picture, Shown};
use megabatt_view::{Block, Canvas, Dot, Line, Picture as Drawing, Style, beside, side_by_side};

/// A block of examples, all of them.
pub fn draw(examples: &Examples, canvas: &Canvas) -> Block {
    let mut block = Block::new();
    if let Some(dialect) = examples.dialect {
        block.push(Line::of(format!("in dialect {}:", dialect.name()), Style::faint()));
    }
    let before = definitions(examples, canvas);
    match examples.examples.as_slice() {
        [one] if !before.is_empty() || has_picture(one) => {
            block.push(Line::of(&one.expression, Style::bold()));
            block.append(across(before, result(one, canvas), canvas));
        }
        several => {
            // Pictures that several examples share come first.
            block.append(before);
            for example in several {
                block.append(in_a_line(example, canvas));
            }
        }
    }
    block
}

fn has_picture(example: &Example) -> bool {
    matches!(&example.expected, Expected::Several { .. } | Expected::Value(Shown::Picture(_)))
}

fn across(before: Block, after: Block, canvas: &Canvas) -> Block {
    if before.is_empty() {
        let mut all = Block::new();
        all.push_text(canvas.arrow());
        return megabatt_view::join(&[all, after], 1);
    }
    let arrow = |sign: &str| Line::of(sign.to_string(), Style::bold());
    side_by_side(before, after, arrow(canvas.arrow()), arrow(canvas.arrow_down()), canvas.width)
}

fn definitions(examples: &Examples, canvas: &Canvas) -> Block {
    let drawn = |definition: &megabatt_docs::Definition| match &definition.value {
        Shown::Picture(picture) => drawing(picture, canvas).under(Line::of(&definition.name, Style::faint())),
        Shown::Code(code) => canvas.wrapped(&format!("{} = {code}", definition.name), Style::default()),
    };
    beside(examples.definitions.iter().map(drawn).collect(), 2, canvas.width)
}

fn result(example: &Example, canvas: &Canvas) -> Block {
    // The room to the left is the definitions', so that both have the same headings.
    match &example.expected {
        Expected::Raises(class) => canvas.wrapped(&format!("raises {class}"), Style::default()),
        Expected::Value(Shown::Code(code)) => canvas.wrapped(code, Style::default()),
        Expected::Value(Shown::Picture(picture)) => drawing(picture, canvas).under(Line::of("gives", Style::faint())),
        Expected::Several { set, pictures } => {
            let pictures = pictures
                .iter()
                .enumerate()
                .map(|(n, picture)| drawing(picture, canvas).under(Line::of(format!("#{n}"), Style::faint())));
            let kind = if *set { "gives a set, in this order" } else { "gives a tuple" };
            beside(pictures.collect(), 2, canvas.width).under(Line::of(kind, Style::faint()))
        }
    }
}

fn in_a_line(example: &Example, canvas: &Canvas) -> Block {
    let came = match &example.expected {
        Expected::Raises(class) => format!("raises {class}"),
        Expected::Value(Shown::Code(code)) => code.clone(),
        _ => {
            let mut block = canvas.wrapped(&example.expression, Style::bold());
            block.append(across(Block::new(), result(example, canvas), canvas));
            return block;
        }
    };
    canvas.wrapped(&format!("{} {} {came}", example.expression, canvas.arrow()), Style::default())
}

pub fn drawing(picture: &Picture, canvas: &Canvas) -> Block {
    match picture {
        Picture::Grid(grid) => canvas.grid(grid),
        Picture::Patch { height, width, spots } => {
            let mut drawing = Drawing::empty(*height, *width);
            for spot in spots {
                if let (Ok(i), Ok(j)) = (usize::try_from(spot.i), usize::try_from(spot.j)) {
                    drawing.put(i, j, spot.colour.map_or(Dot::Place, |colour| Dot::Cell(colour.into())));
                }
            }
            canvas.picture(&drawing)
        }
    }
}
