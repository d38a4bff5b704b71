//! Whatever the bytes are: no panic, no overflow of the stack, and sound functions survive.

#![allow(clippy::unwrap_used, reason = "tests")]

use megabatt_lang::{Dialect, Module, parse, parse_bytes};
use proptest::prelude::*;

const MANY: usize = 100_000;
const FINE: &str = "\n\ndef solve_fine(I):\n    return vmirror(I)\n";

/// Loads a text with a sound function behind it, and looks at every message.
fn survives(text: &str) -> Module {
    let module = parse("hostile.py", &format!("{text}{FINE}"), Dialect::Arc);
    assert_eq!(module.programs.last().map(|p| p.name.as_str()), Some("solve_fine"), "{}", &text[..text.len().min(80)]);
    for diagnostic in module.diagnostics.iter().take(50) {
        assert!(diagnostic.render().len() < 10_000);
    }
    module
}

fn refused(text: &str) {
    let module = survives(text);
    assert!(module.errors().count() > 0, "{}", &text[..text.len().min(80)]);
    assert_eq!(module.programs.len(), 1);
}

#[test]
fn deep_nesting_is_refused() {
    let wrap = |open: &str, middle: &str, close: &str| {
        refused(&format!("def bad(I):\n    x = {}{middle}{}\n    return x", open.repeat(MANY), close.repeat(MANY)));
    };
    wrap("(", "I", ")");
    wrap("rot90(", "I", ")");
    wrap("[", "", "]");
    wrap("{0: ", "0", "}");
    wrap("(I, ", "I", ")");
    wrap("(", "I", "");
    wrap("", "I", ")");
    wrap("f\"{", "I", "}\"");
    wrap("(y := ", "I", ")");
    wrap("I[", "0", "]");
}

#[test]
fn long_chains_are_refused() {
    let chain = |start: &str, link: &str, end: &str| {
        refused(&format!("def bad(I):\n    x = {start}{}{end}\n    return x", link.repeat(MANY)))
    };
    chain("", "-", "1");
    chain("", "- ", "1");
    chain("", "~", "1");
    chain("", "not ", "1");
    chain("", "lambda: ", "1");
    chain("(", "lambda x,: ", "1)");
    chain("", "await ", "1");
    chain("(", "yield ", "1)");
    chain("", "1 if I else ", "1");
    chain("I", ".a", "");
    chain("I", "()", "");
    chain("I", "[0]", "");
    chain("I", " ** I", "");
    chain("I", " + I", "");
    chain("I", " and I", "");
    chain("I", " < I", "");
    chain("'a'", " 'a'", "");
    chain("", "y = ", "I");
    refused(&format!("{}def bad(I):\n    return I", "async ".repeat(MANY)));
    refused(&format!("def bad(I):\n    {}return I", "if I: ".repeat(MANY)));
    refused(&format!("def bad(I):\n    match I:\n        case {}I:\n            return I", "I | ".repeat(MANY)));
}

#[test]
fn deep_indentation_is_refused() {
    for depth in [90, 380, 2_000] {
        let ifs: String = (1..depth).map(|i| format!("{}if I:\n", " ".repeat(i))).collect();
        refused(&format!("def bad(I):\n{ifs}{}return I", " ".repeat(depth)));
    }
}

#[test]
fn chains_just_below_the_limit_are_read() {
    let calls = format!("def solve_calls(I):\n    return I{}", "()".repeat(1_900));
    assert_eq!(survives(&calls).programs[0].code.steps.len(), 1_900);
    let brackets = format!("def solve_brackets(I):\n    return {}I{}", "rot90(".repeat(99), ")".repeat(99));
    assert_eq!(survives(&brackets).programs[0].code.steps.len(), 99);
    refused(&format!("def bad(I):\n    return {}1", "-".repeat(3_900)));
    refused(&format!("def bad(I):\n    return I{}", ".a".repeat(1_900)));
}

#[test]
fn wide_is_not_deep() {
    let wide = format!(
        "def solve_wide(I):\n    x = ({})\n    return (x, {})",
        "1, ".repeat(30_000),
        "(1, 2), ".repeat(30_000)
    );
    assert_eq!(survives(&wide).programs.len(), 2);
}

#[test]
fn chains_of_helpers_end() {
    let chain = |n: usize, last: &str| {
        let helpers: String =
            (0..n).map(|i| format!("def h{i}(x):\n    y = h{}(x)\n    return h{}(y)\n", i + 1, i + 1)).collect();
        format!("{helpers}def h{n}(x):\n    return {last}\n")
    };
    assert!(survives(&chain(20_000, "x")).errors().count() > 0);
    assert!(survives(&chain(20_000, "h0(x)")).errors().count() > 20_000);
    let module = survives(&format!("{}def solve_deep(I):\n    return h0(I)", chain(150, "x")));
    assert_eq!(module.diagnostics.len(), 0);
    let text = module.programs[0].to_source();
    let again = parse("printed", &text, Dialect::Arc);
    assert_eq!(again.programs.last().unwrap().exact_id(), module.programs[0].exact_id());
}

#[test]
fn constants_that_double_are_refused() {
    let doubling: String = (0..3_000).map(|i| format!("A{} = (A{i}, A{i})\n", i + 1)).collect();
    refused(&format!("A0 = (1, 1)\n{doubling}def bad(I):\n    return A3000"));
}

#[test]
fn unterminated_things_end_with_their_function() {
    for open in ["(", "[", "{", "'", "\"", "'''", "\"\"\"", "f'''", "rb\"", "\\", "(\n(\n", "'''\n(", "(\n'''"] {
        survives(&format!("def bad(I):\n    x = {open}\n    y = rot90(x)\n    return y"));
        survives(&format!("X = {open}"));
    }
}

#[test]
fn bytes_that_are_no_source() {
    let one = |bytes: &[u8]| {
        let module = parse_bytes("bytes", bytes, Dialect::Arc);
        assert_eq!((module.programs.len(), module.diagnostics.len()), (0, 1));
        module.diagnostics[0].render()
    };
    assert!(one(b"def solve(I):\n    return \xff\xfeI\n").contains("not UTF-8"));
    assert!(one(b"\xff\xfed\0e\0f\0").contains("UTF-16"));
    assert!(one(b"def solve(I):\0\n    return I\n").contains("NUL"));
    assert!(one(&vec![b' '; (16 << 20) + 1]).contains("16"));
    assert!(one(&[0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0xc3, 0x28]).contains("not UTF-8"));
}

#[test]
fn line_ends_tabs_and_marks() {
    let text =
        "# first\ndef solve_a(I):\n    x1 = rot90(\n        I)\n    return x1\n\ndef solve_b(I):\n    return I\n";
    let plain = parse("a", text, Dialect::Arc);
    for variant in
        [text.replace('\n', "\r\n"), text.replace('\n', "\r"), format!("\u{feff}{text}"), text.replace("    ", "\t")]
    {
        let module = parse("a", &variant, Dialect::Arc);
        assert_eq!(module.diagnostics.len(), 0, "{variant:?}: {:?}", module.diagnostics);
        let lines =
            |m: &Module| m.programs.iter().map(|p| (p.line, p.exact_id(), p.code.steps.len())).collect::<Vec<_>>();
        assert_eq!(lines(&module), lines(&plain));
    }
    for empty in ["", "\n", "\u{feff}", "\r\n\r\n", "   ", "\t", "# x", "\u{c}"] {
        let module = parse("a", empty, Dialect::Arc);
        assert_eq!((module.programs.len(), module.diagnostics.len()), (0, 0), "{empty:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn soup_of_tokens(tokens in prop::collection::vec(prop::sample::select(&TOKENS[..]), 0..60)) {
        for diagnostic in parse("soup", &tokens.concat(), Dialect::Arc).diagnostics {
            diagnostic.render();
        }
    }

    #[test]
    fn soup_of_characters(text in "\\PC{0,80}") {
        for diagnostic in parse("soup", &format!("def solve(I):\n    {text}\n    return {text}"), Dialect::Rearc).diagnostics {
            diagnostic.render();
        }
    }

    #[test]
    fn soup_of_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for diagnostic in parse_bytes("soup", &bytes, Dialect::Arc).diagnostics {
            diagnostic.render();
        }
    }
}

const TOKENS: [&str; 56] = [
    "def ",
    "solve",
    "(",
    ")",
    "(I)",
    ":",
    "\n",
    "\n    ",
    "\n\t",
    "    ",
    "x1",
    " = ",
    "I",
    ", ",
    "return ",
    "vmirror",
    "T",
    "-",
    "1",
    "0x",
    "'",
    "\"",
    "'''",
    "\"\"\"",
    "f'",
    "#",
    "\\",
    "\r",
    "\r\n",
    "[",
    "]",
    "{",
    "}",
    "lambda ",
    "if ",
    "else:",
    "for ",
    " in ",
    "class ",
    "@",
    "import ",
    "from ",
    "dsl",
    "*",
    "**",
    ".",
    "async ",
    "yield ",
    "match ",
    "case ",
    "é",
    "\u{feff}",
    ";",
    "=",
    ":=",
    "\ndef f(I):\n    return ",
];
