//! Translations as people see them: what is written, what is refused and why, and what no text may do.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use megabatt_lang::translate::{Refusal, translate};
use megabatt_lang::{Dialect, parse};
use std::time::Instant;

fn translated(text: &str, from: Dialect, to: Dialect) -> Result<String, Refusal> {
    let module = parse("p.py", text, from);
    assert!(module.errors().next().is_none(), "{:?}", module.diagnostics);
    translate(module.programs.last().unwrap(), to)
}

fn to_tok(lines: &str) -> Result<String, Refusal> {
    translated(&format!("def solve(I):\n{lines}"), Dialect::Arc, Dialect::Tok)
}

fn to_arc(lines: &str) -> Result<String, Refusal> {
    translated(&format!("def solve(S, I, C):\n{lines}"), Dialect::Tok, Dialect::Arc)
}

/// One line, with the result returned.
fn line(expression: &str) -> String {
    format!("    O = {expression}\n    return O\n")
}

#[test]
fn typed_names_follow_from_what_is_known() {
    for (arc, tok) in [
        ("size(ofcolor(I, TWO))", "size_f(x1)"),
        ("size(I)", "size_t(I)"),
        ("height(I)", "height_t(I)"),
        ("height(ofcolor(I, TWO))", "height_i(x1)"),
        ("height(asobject(I))", "height_o(x1)"),
        ("apply(height, objects(I, F, F, T))", "apply_f(height_o, x1)"),
        ("objects(grid=I, univalued=T, diagonal=F, without_bg=T)", "o_g(I, R5)"),
        ("apply(first, sfilter(asobject(I), matcher(first, TWO)))", "apply_f(last, x3)"),
        ("order(ofcolor(I, ONE), identity)", "order(x1, identity)"),
    ] {
        let text = to_tok(&line(arc)).unwrap_or_else(|refusal| panic!("{arc}: {refusal:?}"));
        assert!(text.contains(&format!("O = {tok}\n")), "{arc}:\n{text}");
        assert!(parse("t.py", &text, Dialect::Tok).diagnostics.is_empty(), "{text}");
    }
}

#[test]
fn codes_and_ranks_become_operations() {
    for (tok, arc) in [
        ("mir_rot_t(I, R4)", "rot90(I)"),
        ("apply(rbind(mir_rot_t, R2), hconcat(I, I))", ""),
        ("get_nth_t(I, F0)", "first(I)"),
        ("get_rank(palette_t(I), L1)", "minimum(x1)"),
        ("apply_t(rbind(corner, R3), totuple(initset(f_ofcolor(I, ONE))))", "apply(lrcorner, x3)"),
        ("mapply(rbind(o_g, R5), initset(I))", "mapply(x4, x1)"),
    ] {
        match to_arc(&line(tok)) {
            Ok(text) => assert!(!arc.is_empty() && text.contains(&format!("O = {arc}\n")), "{tok}:\n{text}"),
            Err(refusal) => assert!(arc.is_empty(), "{tok}: {refusal:?}"),
        }
    }
}

#[test]
fn what_is_not_certain_is_refused_with_its_line_and_the_reason() {
    for (arc, reason) in [
        ("first(objects(I, T, F, T))", "order of a set"),
        ("argmax(objects(I, T, F, T), size)", "order of a set"),
        ("totuple(palette(I))", "order of a set"),
        ("subgrid(shift(ofcolor(I, ONE), UNITY), I)", "outside the grid"),
        ("index(I, UNITY)", "outside the grid"),
        ("apply(color, objects(I, F, F, T))", "several colours"),
        ("paint(I, combine(recolor(ONE, asindices(I)), recolor(TWO, ofcolor(I, ONE))))", "two cells at one place"),
        ("cellwise(I, vconcat(I, hconcat(I, I)), ZERO)", "different lengths"),
        ("crop(I, ORIGIN, UNITY)", "`crop` is not the same"),
        ("hsplit(I, TWO)", "`hsplit` is not the same"),
        ("apply(lbind(rbind, add), palette(I))", "known only when it runs"),
        ("valmax(asobject(I), identity)", "compares"),
    ] {
        let refusal = to_tok(&format!("    x1 = I\n    dead = first(I)\n{}", line(arc))).unwrap_err();
        assert_eq!(refusal.line, 4, "{arc}");
        assert!(refusal.why.contains(reason), "{arc}: {}", refusal.why);
    }
    let why = to_arc(&line("get_arg_rank_f(f_ofcolor(I, ONE), get_nth_t, L2)")).unwrap_err().why;
    assert!(why.contains("no operation for that rank"), "{why}");
    let why = to_arc(&line("p_g(I)")).unwrap_err().why;
    assert!(why.contains("as a tuple"), "{why}");
}

#[test]
fn helpers_other_dialects_and_odd_results_are_told() {
    let helper = "def turned(x):\n    return rot90(x)\n\n\ndef solve(I):\n    O = turned(I)\n    return O\n";
    let why = translated(helper, Dialect::Arc, Dialect::Tok).unwrap_err().why;
    assert!(why.contains("function of the file"), "{why}");
    let rot = format!("def solve(I):\n{}", line("rot90(I)"));
    for (from, to) in [(Dialect::Rearc, Dialect::Tok), (Dialect::Arc, Dialect::Rearc), (Dialect::Arc, Dialect::Arc)] {
        assert!(translated(&rot, from, to).is_err());
    }
    assert!(to_tok("    return rot90\n").unwrap_err().why.contains("gives a function"));
    assert_eq!(to_tok("    return I\n").unwrap(), "def solve(S, I, C):\n    return I\n");
}

#[test]
fn demos_are_kept_where_they_are_used() {
    let text = to_arc(&line("size_t(S)")).unwrap();
    assert_eq!(text, "def solve(S, I, C):\n    O = size(S)\n    return O\n");
    let text = to_arc(&line("apply_t(first_t, S)")).unwrap();
    assert!(text.contains("O = apply(first, S)"), "{text}");
    assert_eq!(to_arc(&line("rot90(I)")).unwrap(), "def solve(I):\n    O = rot90(I)\n    return O\n");
}

#[test]
fn nothing_takes_for_ever() {
    let start = Instant::now();
    let mut doubling = "    x0 = compose(increment, increment)\n".to_string();
    let mut deep = "    x0 = compose(increment, increment)\n".to_string();
    for n in 1..3_000 {
        let before = n - 1;
        if n < 60 {
            doubling.push_str(&format!("    x{n} = compose(x{before}, x{before})\n"));
        }
        deep.push_str(&format!("    x{n} = compose(x{before}, increment)\n"));
    }
    let doubled = to_tok(&format!("{doubling}    O = x59(ONE)\n    return O\n"));
    assert!(doubled.unwrap_err().why.contains("nested too much"));
    assert!(to_tok(&format!("{deep}    O = x2999(ONE)\n    return O\n")).is_err());
    let many: String = (1..5_000).map(|n| format!("    x{n} = combine(x{}, {{}})\n", n - 1)).collect();
    let many = many.replace("{}", "x0");
    assert!(to_tok(&format!("    x0 = ofcolor(I, ONE)\n{many}    return x4999\n")).is_ok());
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
