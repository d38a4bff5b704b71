//! Pipelines: what they become, and what is said about those that cannot be read.

use megabatt_lang::{Dialect, pipeline::parse};

fn refused(text: &str) -> (String, u32, String) {
    let error = parse(text, Dialect::Arc).expect_err(text);
    (error.message.clone(), error.column(), error.help.clone().unwrap_or_default())
}

#[test]
fn stages_get_what_came_before_them() {
    let pipeline =
        parse("rot90 | replace(3, replacer=7) | fill(_, 2, ofcolor(_, ZERO))", Dialect::Arc).expect("it reads");
    let texts: Vec<&str> = pipeline.stages.iter().map(|stage| stage.text.as_str()).collect();
    assert_eq!(texts, ["rot90", "replace(3, replacer=7)", "fill(_, 2, ofcolor(_, ZERO))"]);
    let steps: Vec<_> = pipeline.stages.iter().map(|stage| stage.steps.clone()).collect();
    assert_eq!(steps, [0..1, 1..2, 2..4]);
    assert_eq!(pipeline.code.params, ["I"]);
}

#[test]
fn lines_and_tabs_are_spaces() {
    assert_eq!(parse(" rot90\n\t| vmirror\n", Dialect::Arc).expect("it reads").stages.len(), 2);
}

#[test]
fn toks_forms_are_read_by_their_names() {
    let pipeline = parse("mir_rot_t(R1) | f_ofcolor(BLACK)", Dialect::Tok).expect("it reads");
    assert_eq!(pipeline.stages.len(), 2);
    assert!(parse("mir_rot_t(R1)", Dialect::Arc).is_err());
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (text, message, column) in [
        ("", "the pipeline is empty", 1),
        ("rot90 | vmiror", "there is nothing called `vmiror`", 9),
        ("rot90 | 3", "a stage of a pipeline is an operation", 9),
        ("rot90 |", "this is not valid Python", 8),
        ("x = rot90", "this is not a pipeline", 1),
        ("rot90(1", "this `(` is never closed", 6),
        ("rot90 | replace(3)", "`replace` takes 3 arguments and gets 2", 9),
        ("canvas(0, (3, 3))", "`canvas` takes 2 arguments and gets 3", 1),
        ("mostcolor | rot90", "", 13),
    ] {
        let (found, at, help) = refused(text);
        assert!(found.starts_with(message), "{text}: {found}");
        assert_eq!(at, column, "{text}: {found}");
        assert!(!help.is_empty(), "{text}: {found}");
    }
    assert!(refused("replace(3)").2.contains("write `_`"));
}
