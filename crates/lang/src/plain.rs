//! Functions as most are written, read without the parser.
//!
//! Nearly all functions of a file are lines such as `x1 = fill(I, THREE, x0)` and a `return`. Their syntax tree is made here from one
//! walk over the text, which takes a small part of what reading tokens of all Python does. Whatever else stands in a function, this
//! reader gives up and the parser reads it, so there is one who knows what Python allows and what is wrong.

use crate::scan::{Block, is_keyword, word_length};
use crate::syntax::text_range;
use ruff_python_ast::name::Name;
use ruff_python_ast::{
    Arguments, AtomicNodeIndex, Expr, ExprCall, ExprContext, ExprName, ExprNumberLiteral, Identifier, Number,
    Parameter, ParameterWithDefault, Parameters, Stmt, StmtAssign, StmtFunctionDef, StmtReturn,
};
use ruff_text_size::TextRange;

/// How the lines of a function begin.
const INDENT: &[u8] = b"    ";

/// The block's only statement, if it is a plain function.
pub(crate) fn function(text: &str, block: &Block) -> Option<Stmt> {
    let mut reader = Reader { text: text.get(..block.range.end)?, at: block.range.start, args: Vec::new() };
    reader.function()
}

struct Reader<'a> {
    /// As far as the block goes.
    text: &'a str,
    at: usize,
    /// The arguments so far of all calls that are being read.
    args: Vec<Expr>,
}

impl<'a> Reader<'a> {
    fn function(&mut self) -> Option<Stmt> {
        let start = self.at;
        self.take(b"def ")?;
        let name = self.identifier()?;
        let parameters = Box::new(self.parameters()?);
        self.skip_spaces();
        let mut returns = None;
        if self.peek() == Some(b'-') {
            self.take(b"->")?;
            self.skip_spaces();
            returns = Some(Box::new(self.name(ExprContext::Load)?));
        }
        self.take(b":\n")?;
        let (mut body, mut end) = (Vec::new(), 0);
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' => {}
                b'#' => self.at += self.rest().iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count(),
                _ => {
                    self.take(INDENT)?;
                    body.push(self.statement()?);
                    end = self.at;
                }
            }
            if self.peek().is_some() {
                self.take(b"\n")?;
            }
        }
        if body.is_empty() {
            return None;
        }
        Some(Stmt::FunctionDef(StmtFunctionDef {
            node_index: AtomicNodeIndex::NONE,
            range: text_range(&(start..end)),
            is_async: false,
            decorator_list: Default::default(),
            name,
            type_params: None,
            parameters,
            returns,
            body: body.into(),
        }))
    }

    fn parameters(&mut self) -> Option<Parameters> {
        let start = self.at;
        let mut all: Vec<ParameterWithDefault> = Vec::new();
        self.in_brackets(|reader| {
            let start = reader.at;
            let name = reader.identifier()?;
            let mut end = reader.at;
            reader.skip_spaces();
            let mut annotation = None;
            if reader.peek() == Some(b':') {
                reader.at += 1;
                reader.skip_spaces();
                annotation = Some(Box::new(reader.name(ExprContext::Load)?));
                end = reader.at;
            }
            if all.iter().any(|other| other.parameter.name.id == name.id) {
                return None;
            }
            let range = text_range(&(start..end));
            let parameter = Parameter { range, node_index: AtomicNodeIndex::NONE, name, annotation };
            all.push(ParameterWithDefault { range, node_index: AtomicNodeIndex::NONE, parameter, default: None });
            Some(())
        })?;
        Some(Parameters {
            range: text_range(&(start..self.at)),
            node_index: AtomicNodeIndex::NONE,
            posonlyargs: Default::default(),
            args: all.into(),
            vararg: None,
            kwonlyargs: Default::default(),
            kwarg: None,
        })
    }

    /// `name = value` or `return value`.
    fn statement(&mut self) -> Option<Stmt> {
        let start = self.at;
        let node_index = AtomicNodeIndex::NONE;
        if self.rest().starts_with(b"return ") {
            self.at += b"return ".len();
            self.skip_spaces();
            let value = Some(Box::new(self.expr()?));
            return Some(Stmt::Return(StmtReturn { node_index, range: text_range(&(start..self.at)), value }));
        }
        let targets = vec![self.name(ExprContext::Store)?];
        self.skip_spaces();
        self.take(b"=")?;
        self.skip_spaces();
        let value = Box::new(self.expr()?);
        Some(Stmt::Assign(StmtAssign { node_index, range: text_range(&(start..self.at)), targets, value }))
    }

    /// A name, a number, or calls of a name: `f(a, 1)(b)`. Brackets do not nest so deeply that the stack would not do; the scan sees
    /// to that.
    fn expr(&mut self) -> Option<Expr> {
        let start = self.at;
        if self.peek()?.is_ascii_digit() {
            return self.number();
        }
        let mut expr = self.name(ExprContext::Load)?;
        while self.peek() == Some(b'(') {
            let open = self.at;
            let before = self.args.len();
            self.in_brackets(|reader| {
                let arg = reader.expr()?;
                reader.args.push(arg);
                Some(())
            })?;
            let arguments = Arguments {
                range: text_range(&(open..self.at)),
                node_index: AtomicNodeIndex::NONE,
                args: self.args.drain(before..).collect(),
                keywords: Default::default(),
            };
            let func = Box::new(expr);
            let range_start = text_range(&(start..start)).start();
            expr = Expr::Call(ExprCall { node_index: AtomicNodeIndex::NONE, range_start, func, arguments });
        }
        Some(expr)
    }

    /// What is between round brackets, with a comma between one and the next, in one line.
    fn in_brackets(&mut self, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.take(b"(")?;
        self.skip_spaces();
        if self.peek()? == b')' {
            self.at += 1;
            return Some(());
        }
        loop {
            item(self)?;
            self.skip_spaces();
            match self.peek()? {
                b',' => self.at += 1,
                b')' => break,
                _ => return None,
            }
            self.skip_spaces();
        }
        self.at += 1;
        Some(())
    }

    /// A number in the usual way of writing one, with few digits.
    fn number(&mut self) -> Option<Expr> {
        let start = self.at;
        let length = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = self.text.get(start..start + length)?;
        if length > 18 || (length > 1 && digits.starts_with('0')) {
            return None;
        }
        self.at += length;
        let value = Number::Int(digits.parse().ok()?);
        let node_index = AtomicNodeIndex::NONE;
        Some(Expr::NumberLiteral(ExprNumberLiteral { node_index, range: text_range(&(start..self.at)), value }))
    }

    fn name(&mut self, ctx: ExprContext) -> Option<Expr> {
        let (text, range) = self.word()?;
        Some(Expr::Name(ExprName { node_index: AtomicNodeIndex::NONE, range, id: Name::new(text), ctx }))
    }

    fn identifier(&mut self) -> Option<Identifier> {
        let (text, range) = self.word()?;
        Some(Identifier { id: Name::new(text), range, node_index: AtomicNodeIndex::NONE })
    }

    /// A name of ASCII letters that means nothing else anywhere.
    fn word(&mut self) -> Option<(&'a str, TextRange)> {
        let length = word_length(self.rest());
        let word = self.text.get(self.at..self.at + length)?;
        let first = *word.as_bytes().first()?;
        let is_soft = matches!(word, "match" | "case" | "type" | "lazy" | "True" | "False" | "None");
        let is_plain = word.is_ascii() && !first.is_ascii_digit() && !word.starts_with("__");
        if !is_plain || is_soft || is_keyword(word.as_bytes()) {
            return None;
        }
        let start = self.at;
        self.at += length;
        Some((word, text_range(&(start..self.at))))
    }

    fn take(&mut self, bytes: &[u8]) -> Option<()> {
        self.rest().starts_with(bytes).then(|| self.at += bytes.len())
    }

    fn skip_spaces(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::scan;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;
    use ruff_python_parser::{Mode, ParseOptions, parse_cells_unchecked};

    /// How many blocks of the text this reader takes, and how many there are. What it takes is what the parser makes of it.
    fn agrees(text: &str) -> (usize, usize) {
        let blocks = scan(text, 0..text.len(), false);
        let mut taken = 0;
        for block in blocks.iter().filter(|block| block.fault.is_none()) {
            let Some(plain) = function(text, block) else { continue };
            let parsed = parse_cells_unchecked(text, [text_range(&block.range)], &ParseOptions::from(Mode::Module));
            assert!(parsed.errors().is_empty(), "{text}\n{:?}", parsed.errors());
            let body: Vec<Stmt> = parsed.into_syntax().body.into_iter().collect();
            assert_eq!(body, [plain], "{text}");
            taken += 1;
        }
        (taken, blocks.len())
    }

    #[test]
    fn plain_functions_are_taken() {
        for text in [
            "def solve(I):\n    return I",
            "def f():\n    x1 = f(a, 12)\n\n    x2=x1 ( b )\n    return x1(x2(0), f)()\n\n\n"
                .replace(" ( ", "( ")
                .as_str(),
            "def solve_0a1b(I: Grid , n :Integer)  ->  Grid:\n    a_rather_long_name_of_a_value = I\n    return a_rather_long_name_of_a_value\n",
            "def f( S, I,C ):\n    returned = matches(S)\n",
            "def first(I):\n    return I\n# a comment\n\ndef second(I):\n    O = first( I )\n    return  O\n",
        ] {
            let (taken, blocks) = agrees(text);
            assert_eq!(taken, blocks, "{text}");
        }
    }

    #[test]
    fn what_is_not_plain_is_left_to_the_parser() {
        for text in [
            "def f(I):\n    return -1",
            "def f(I):\n    return 01",
            "def f(I):\n    return 1.5",
            "def f(I):\n    return 1_0",
            "def f(I):\n    return 1j",
            "def f(I):\n    return 0x1",
            "def f(I):\n    return 9999999999999999999",
            "def f(I):\n    return (I)",
            "def f(I):\n    return I, I",
            "def f(I):\n    return g(I,)",
            "def f(I):\n    return g(a=I)",
            "def f(I):\n    return g(*I)",
            "def f(I):\n    return g(x for x in I)",
            "def f(I):\n    return g(I) if I else I",
            "def f(I):\n    return g(\n        I)",
            "def f(I):\n    return I.x",
            "def f(I):\n    return I[0]",
            "def f(I):\n    return True",
            "def f(I):\n    return 'x'",
            "def f(I):\n    return r'x'",
            "def f(I):\n    return é",
            "def f(I):\n    return xé",
            "def f(I):\n    return",
            "def f(I):\n    pass",
            "def f(I):\n    I",
            "def f(I):\n    x = y = I",
            "def f(I):\n    x == I",
            "def f(I):\n    x += I",
            "def f(I):\n    x: int = I",
            "def f(I):\n    x, y = I",
            "def f(I):\n    x = I; y = I",
            "def f(I):\n    x = I # I",
            "def f(I):\n    # I\n    x = I",
            "def f(I):\n    x = I \n",
            "def f(I):\n    x = I\r\n",
            "def f(I):\n    if = I",
            "def f(I):\n    match = I",
            "def f(I):\n    __debug__ = I",
            "def f(I):\n    None = I",
            "def f(I):\n     x = I",
            "def f(I):\n  x = I",
            "def f(I):\n\tx = I",
            "def f(I):\n    x = I\n     y = I",
            "def f(I):\n    x = I\n  y = I",
            "def f(I): return I",
            "def f(I):\n",
            "def f(I):\n\n",
            "def f(I)\n    return I",
            "def f(I, I):\n    return I",
            "def f(I=1):\n    return I",
            "def f(*I):\n    return I",
            "def f(I, /):\n    return I",
            "def f(I,):\n    return I",
            "def f(I: a.b):\n    return I",
            "def f(I) -> None:\n    return I",
            "def  f(I):\n    return I",
            "async def f(I):\n    return I",
            "@g\ndef f(I):\n    return I",
            "class f:\n    x = I",
            "def f[T](I):\n    return I",
            "def if(I):\n    return I",
            "def f(I):\n    x = I\nelse:\n    y = I",
            "x = f(I)",
            "from dsl import *",
        ] {
            assert_eq!(agrees(text).0, 0, "{text}");
        }
    }

    /// With and without the lines that say what a function does.
    #[test]
    fn the_demo_is_read_alike() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo");
        let text = std::fs::read_to_string(folder.join("programs.py")).expect("the demo is there");
        agrees(&text);
        let bare: Vec<&str> = text.lines().filter(|line| !line.starts_with("    \"\"\"")).collect();
        let (taken, blocks) = agrees(&bare.join("\n"));
        assert!(taken * 2 > blocks, "{taken} of {blocks}");
    }

    /// Lines of a function, sound and damaged.
    fn line() -> impl Strategy<Value = String> {
        let pieces = [
            " ", "x1", "O", "f(", "(", ")", ",", ", ", "=", " = ", "return ", "1", "0", "-", ".", ":", "[", "#", "'",
            "é", "if", "in", "\n", "\n    ",
        ];
        let sound = ["x1 = f(I, 3)", "O = g(f(x1), x1)", "return O", "return f(a)(b)", "x = y"];
        prop_oneof![
            3 => select(sound.to_vec()).prop_map(str::to_owned),
            1 => vec(select(pieces.to_vec()), 1..8).prop_map(|pieces| pieces.concat()),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn both_readers_agree(
            heads in vec(select(vec!["def f(I):", "def f(I: Grid) -> Grid:", "def f(S, I, C):", "def f(I, I):", "def f( ):", "def f(I) :"]), 1..3),
            lines in vec(line(), 0..5),
            indent in select(vec!["\n    ", "\n    ", "\n\n    ", "\n  ", "\r\n    "]),
            end in select(vec!["", "\n", "\n\n", " "]),
        ) {
            let functions: Vec<String> = heads.iter().map(|head| format!("{head}{indent}{}{end}", lines.join(indent))).collect();
            agrees(&functions.join("\n"));
        }
    }
}
