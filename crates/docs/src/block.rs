//! A block of examples, and each of them as a program.

use crate::picture::Picture;
use megabatt_core::Dialect;

/// What stands between the fences: examples and the names they use.
#[derive(Clone, Debug)]
pub struct Block {
    /// The dialect it is about; none means all of them.
    pub dialect: Option<Dialect>,
    pub definitions: Vec<Definition>,
    pub examples: Vec<Example>,
    /// As the page has it.
    pub text: String,
}

/// `G = …`
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: String,
    pub value: Shown,
}

/// How a value is written.
#[derive(Clone, Debug)]
pub enum Shown {
    Picture(Picture),
    Code(String),
}

/// An expression and what it gives.
#[derive(Clone, Debug)]
pub struct Example {
    pub expression: String,
    pub expected: Expected,
    /// Counted from 1, in the page.
    pub line: usize,
}

/// What an example should give.
#[derive(Clone, Debug)]
pub enum Expected {
    Value(Shown),
    /// A set or a tuple of what the pictures show, in this order.
    Several {
        set: bool,
        pictures: Vec<Picture>,
    },
    Raises(String),
}

/// The number of a line, and what is wrong there.
type Wrong = (usize, String);

/// A line with the indented ones that belong to it.
struct Item<'a> {
    head: &'a str,
    rest: Vec<&'a str>,
    line: usize,
}

impl Block {
    /// Reads a block from what follows the opening fence, its lines, and the number of the first one.
    pub fn parse(kind: &str, lines: &[&str], first: usize) -> Result<Block, Wrong> {
        let dialect = match kind.split_once(' ') {
            None if kind == "example" => None,
            Some(("example", name)) => match Dialect::from_name(name) {
                Some(dialect) => Some(dialect),
                None => return Err((first - 1, format!("`{name}` is no dialect"))),
            },
            _ => return Err((first - 1, format!("a block of a page is an `example`, not `{kind}`"))),
        };
        let mut block = Block { dialect, definitions: Vec::new(), examples: Vec::new(), text: lines.join("\n") };
        let mut open: Option<(String, usize)> = None;
        for item in items(lines, first)? {
            let at = |what: String| (item.line, what);
            if let Some(result) = item.head.strip_prefix("=>") {
                let Some((expression, line)) = open.take() else {
                    return Err(at("a result without an expression before it".to_string()));
                };
                let expected = expected(result.trim(), &item.rest).map_err(at)?;
                block.examples.push(Example { expression, expected, line });
            } else if let Some((name, value)) = definition(item.head) {
                let value = shown(value, &item.rest).map_err(at)?;
                block.definitions.push(Definition { name: name.to_string(), value });
            } else if let Some((_, line)) = &open {
                return Err((*line, "the expression has no result".to_string()));
            } else if let Some((expression, result)) = item.head.split_once(" => ") {
                let expected = expected(result.trim(), &item.rest).map_err(at)?;
                let expression = expression.trim().to_string();
                block.examples.push(Example { expression, expected, line: item.line });
            } else {
                open = Some((item.head.to_string(), item.line));
            }
        }
        match open {
            Some((_, line)) => Err((line, "the expression has no result".to_string())),
            None => Ok(block),
        }
    }

    /// The example as a program, in text that Python would run too. The names it uses and the pictures stand in it as
    /// constants, so that its grid does not matter.
    pub fn program(&self, example: &Example, name: &str) -> String {
        let mut text = format!("def {name}(I):\n");
        for definition in &self.definitions {
            let value = match &definition.value {
                Shown::Picture(picture) => picture.expression(),
                Shown::Code(code) => code.clone(),
            };
            text.push_str(&format!("    {} = {}\n", definition.name, without_braces(&value)));
        }
        text.push_str(&format!("    O = {}\n    return O\n", without_braces(&example.expression)));
        text
    }

    /// Whether the example is about the dialect.
    pub fn concerns(&self, dialect: Dialect) -> bool {
        self.dialect.is_none_or(|only| only == dialect)
    }
}

/// Sets as programs can make them: `palette` of a grid with one row is the set of that row's items, whatever they are.
fn without_braces(expression: &str) -> String {
    expression.replace("{}", "palette(())").replace('{', "palette(((").replace('}', ",),))")
}

fn items<'a>(lines: &[&'a str], first: usize) -> Result<Vec<Item<'a>>, Wrong> {
    let mut items: Vec<Item<'a>> = Vec::new();
    for (line, number) in lines.iter().zip(first..) {
        if line.trim().is_empty() {
            return Err((number, "a block has no empty lines".to_string()));
        }
        match (line.starts_with(' '), items.last_mut()) {
            (false, _) => items.push(Item { head: line, rest: Vec::new(), line: number }),
            (true, Some(item)) => item.rest.push(line.trim()),
            (true, None) => return Err((number, "a block does not start with an indented line".to_string())),
        }
    }
    Ok(items)
}

/// The parts of `NAME = VALUE`.
fn definition(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(" = ")?;
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then_some((name, value.trim()))
}

fn expected(head: &str, rest: &[&str]) -> Result<Expected, String> {
    if let Some(class) = head.strip_prefix("raises ") {
        return Ok(Expected::Raises(class.to_string()));
    }
    if head == "set:" || head == "tuple:" {
        return Ok(Expected::Several { set: head == "set:", pictures: Picture::parse_row(rest)? });
    }
    shown(head, rest).map(Expected::Value)
}

fn shown(head: &str, rest: &[&str]) -> Result<Shown, String> {
    let rows: Vec<&str> = [head].into_iter().chain(rest.iter().copied()).collect();
    Ok(match Picture::parse(&rows)? {
        Some(picture) => Shown::Picture(picture),
        None => Shown::Code(rows.join(" ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_becomes_programs() {
        let lines = ["f(P)", "P = . x", "    x .", "f = compose(size, identity)", "=> 2", "add(1, 2) => 3"];
        let block = Block::parse("example rearc", &lines, 10).expect("the block is right");
        assert_eq!(block.dialect, Some(Dialect::Rearc));
        assert_eq!(block.examples.iter().map(|e| e.line).collect::<Vec<_>>(), [10, 15]);
        let program = "def first(I):\n    P = palette((((0, 1), (1, 0),),))\n    f = compose(size, identity)\n    \
                       O = f(P)\n    return O\n";
        assert_eq!(block.program(&block.examples[0], "first"), program);
    }

    #[test]
    fn mistakes_are_said_with_their_lines() {
        let wrong = |kind: &str, lines: &[&str]| Block::parse(kind, lines, 5).map(|_| ()).expect_err("it is wrong");
        assert_eq!(wrong("example", &["add(1, 2)"]), (5, "the expression has no result".to_string()));
        assert_eq!(wrong("example", &["G = 1", "=> 2"]), (6, "a result without an expression before it".to_string()));
        assert_eq!(wrong("example", &["f(G) => 1 2", "  3"]).0, 5);
        assert_eq!(wrong("example lisp", &[]), (4, "`lisp` is no dialect".to_string()));
        assert_eq!(wrong("python", &[]).0, 4);
    }
}
