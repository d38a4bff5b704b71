//! A page and its sections.

use crate::block::Block;
use megabatt_core::Family;

/// One page of `docs/operations`.
#[derive(Clone, Debug)]
pub struct Page {
    pub family: Family,
    pub title: String,
    /// What stands before the first operation.
    pub introduction: String,
    pub entries: Vec<Entry>,
}

/// What a page says about one operation.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: String,
    /// As the page has it; a test compares it with the table.
    pub signature: String,
    pub parts: Vec<Part>,
    /// Of the heading, counted from 1.
    pub line: usize,
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Part {
    /// A paragraph, with its Markdown.
    Text(String),
    Examples(Block),
}

impl Entry {
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.parts.iter().filter_map(|part| match part {
            Part::Examples(block) => Some(block),
            Part::Text(_) => None,
        })
    }
}

impl Page {
    pub fn parse(family: Family, text: &str) -> Result<Page, String> {
        let at = |line: usize, what: &str| format!("docs/operations/{}.md:{line}: {what}", family.name());
        let mut page = Page { family, title: String::new(), introduction: String::new(), entries: Vec::new() };
        let mut paragraph = String::new();
        let mut lines = text.lines().zip(1..).peekable();
        while let Some((line, number)) = lines.next() {
            if let Some(kind) = line.strip_prefix("```") {
                end_paragraph(&mut page, &mut paragraph);
                let mut inside = Vec::new();
                loop {
                    match lines.next() {
                        Some(("```", _)) => break,
                        Some((line, _)) => inside.push(line),
                        None => return Err(at(number, "the block has no end")),
                    }
                }
                let block = Block::parse(kind, &inside, number + 1).map_err(|(line, what)| at(line, &what))?;
                let Some(entry) = page.entries.last_mut() else {
                    return Err(at(number, "an example stands under the operation it is about"));
                };
                entry.parts.push(Part::Examples(block));
            } else if let Some(name) = line.strip_prefix("## ") {
                end_paragraph(&mut page, &mut paragraph);
                let (signature, _) = lines.by_ref().find(|(line, _)| !line.is_empty()).unwrap_or_default();
                let signature = signature.strip_prefix('`').and_then(|s| s.strip_suffix('`'));
                let Some(signature) = signature else {
                    return Err(at(number, "the signature in backticks comes first in a section"));
                };
                page.entries.push(Entry {
                    name: name.to_string(),
                    signature: signature.to_string(),
                    parts: Vec::new(),
                    line: number,
                });
            } else if let Some(title) = line.strip_prefix("# ") {
                page.title = title.to_string();
            } else if line.is_empty() {
                end_paragraph(&mut page, &mut paragraph);
            } else {
                if !paragraph.is_empty() {
                    paragraph.push('\n');
                }
                paragraph.push_str(line);
            }
        }
        end_paragraph(&mut page, &mut paragraph);
        Ok(page)
    }
}

fn end_paragraph(page: &mut Page, paragraph: &mut String) {
    let text = std::mem::take(paragraph);
    if text.is_empty() {
        return;
    }
    match page.entries.last_mut() {
        Some(entry) => entry.parts.push(Part::Text(text)),
        None if page.introduction.is_empty() => page.introduction = text,
        None => {
            page.introduction.push_str("\n\n");
            page.introduction.push_str(&text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_taken_apart() {
        let text = "# Grids\n\nAbout\ngrids.\n\nMore.\n\n## trim\n\n`trim(grid: Grid) -> Grid`\n\nCuts.\n\n\
                    ```example\ntrim(I) => 1\nI = 2\n```\n";
        let page = Page::parse(Family::Grid, text).expect("the page is right");
        assert_eq!((page.title.as_str(), page.introduction.as_str()), ("Grids", "About\ngrids.\n\nMore."));
        let entry = &page.entries[0];
        assert_eq!((entry.name.as_str(), entry.signature.as_str()), ("trim", "trim(grid: Grid) -> Grid"));
        assert_eq!((entry.parts.len(), entry.blocks().count(), entry.line), (2, 1, 8));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let parse = |text: &str| Page::parse(Family::Grid, text).map(|_| ()).expect_err("it is wrong");
        assert_eq!(
            parse("# A\n\n## trim\n\nCuts.\n"),
            "docs/operations/grid.md:3: the signature in backticks comes first in a section"
        );
        assert_eq!(parse("```example\ntrim(I)"), "docs/operations/grid.md:1: the block has no end");
    }
}
