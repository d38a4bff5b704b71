//! Every example of every page gives what the page says, on both engines and in every dialect it speaks of.

use megabatt_core::{Dialect, Family, Op};
use megabatt_cpu::{Cpu, Engine};
use megabatt_docs::{Block, Expected, Page, Part, Shown, pages};

fn all_pages() -> Vec<&'static Page> {
    let page = |page: &'static Result<Page, String>| page.as_ref().unwrap_or_else(|wrong| panic!("{wrong}"));
    pages().iter().map(page).collect()
}

#[test]
fn every_example_gives_what_the_page_says() {
    let mut wrong = Vec::new();
    let mut ran = 0;
    for page in all_pages() {
        for (entry, block) in page.entries.iter().flat_map(|e| e.blocks().map(move |b| (e, b))) {
            for example in &block.examples {
                let dialects = Dialect::OF_ARC_DSL.into_iter().filter(|d| block.concerns(*d));
                for (dialect, engine) in dialects.flat_map(|d| [Engine::Fast, Engine::Reference].map(|e| (d, e))) {
                    ran += 1;
                    let place = format!("docs/operations/{}.md:{}", page.family.name(), example.line);
                    let who = format!("{place}: {}, dialect {}, {engine:?}", entry.name, dialect.name());
                    match block.run(example, Cpu { dialect, engine }) {
                        Ok(came) if example.expected.is(&came) => {}
                        Ok(came) => wrong.push(format!("{who}\n{}\n=> {came}", example.expression)),
                        Err(why) => wrong.push(format!("{who}\n{}\n{why}", example.expression)),
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {ran} differ; what came instead:\n\n{}", wrong.len(), wrong.join("\n\n"));
    println!("{ran} runs of examples");
}

#[test]
fn every_operation_stands_once_on_its_page_with_its_signature() {
    let pages = all_pages();
    assert_eq!(pages.iter().map(|p| p.family).collect::<Vec<_>>(), Family::ALL);
    for page in &pages {
        let name = page.family.name();
        let on_page: Vec<&str> = page.entries.iter().map(|entry| entry.name.as_str()).collect();
        let in_table: Vec<&str> =
            Op::ALL.iter().filter(|op| op.info().family == page.family).map(|op| op.name()).collect();
        assert_eq!(on_page, in_table, "docs/operations/{name}.md has not the operations of the table, in its order");
        assert!(!page.title.is_empty() && !page.introduction.is_empty(), "docs/operations/{name}.md");
        for entry in &page.entries {
            let signature = Op::from_name(&entry.name).map(|op| op.info().signature());
            assert_eq!(Some(&entry.signature), signature.as_ref(), "docs/operations/{name}.md:{}", entry.line);
        }
    }
}

fn has_picture(block: &Block) -> bool {
    let drawn = |shown: &Shown| matches!(shown, Shown::Picture(_));
    block.definitions.iter().any(|d| drawn(&d.value))
        || block.examples.iter().any(|example| match &example.expected {
            Expected::Value(shown) => drawn(shown),
            Expected::Several { .. } => true,
            Expected::Raises(_) => false,
        })
}

#[test]
fn every_operation_is_explained_and_drawn_in_an_example_of_its_own() {
    let words = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_string).collect();
    for entry in all_pages().iter().flat_map(|page| &page.entries) {
        let called = entry.blocks().flat_map(|block| {
            let definitions = block.definitions.iter().filter_map(|d| match &d.value {
                Shown::Code(code) => Some(code.as_str()),
                Shown::Picture(_) => None,
            });
            block.examples.iter().map(|e| e.expression.as_str()).chain(definitions)
        });
        let words: Vec<String> = called.flat_map(|text| -> Vec<String> { words(text) }).collect();
        assert!(words.contains(&entry.name), "no example of `{}` has it", entry.name);
        assert!(entry.blocks().any(has_picture), "no example of `{}` has a picture", entry.name);
        let has_text = entry.parts.iter().any(|part| matches!(part, Part::Text(_)));
        assert!(has_text, "`{}` is not explained", entry.name);
    }
}
