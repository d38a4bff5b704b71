//! `cargo xtask stubs`: the type stubs of `megabatt.dsl` and of the methods of `GridBatch`, from the tables of operations and the pages about them.

use crate::{Result, repo};
use megabatt_core::{Dialect, Op, Param, TokOp, Type, Value, constants, tok};
use std::fmt::Write;
use std::path::PathBuf;

const HEAD: &str = "\
# Written by `cargo xtask stubs` from the operation table; changes made here are lost.
from typing import Any, Callable, FrozenSet, Tuple, Union

";

/// The words of the table, as types; the module itself does not have them, so they start with `_`. Parameters that take several kinds are unions; of results see [`result`].
const ALIASES: &[(Type, &str)] = &[
    (Type::Pair, "Tuple[int, int]"),
    (Type::Num, "Union[int, _Pair]"),
    (Type::IntSet, "Union[FrozenSet[int], Tuple[int, ...]]"),
    (Type::Grid, "Tuple[Tuple[int, ...], ...]"),
    (Type::Cell, "Tuple[int, _Pair]"),
    (Type::Object, "FrozenSet[_Cell]"),
    (Type::Objects, "FrozenSet[_Object]"),
    (Type::Indices, "FrozenSet[_Pair]"),
    (Type::IndicesSet, "FrozenSet[_Indices]"),
    (Type::Patch, "Union[_Object, _Indices]"),
    (Type::Element, "Union[_Object, _Grid]"),
    (Type::Piece, "Union[_Grid, _Object, _Indices]"),
    (Type::TupleTuple, "Tuple[Tuple[Any, ...], ...]"),
    (Type::Container, "Union[Tuple[Any, ...], FrozenSet[Any]]"),
    (Type::Containers, "Union[Tuple[Any, ...], FrozenSet[Any]]"),
    (Type::Func, "Callable[..., Any]"),
];

fn parameter(ty: Type) -> &'static str {
    match ty {
        Type::Any => "Any",
        // Any value will do; 0 and empty containers are false.
        Type::Bool => "object",
        Type::Int => "int",
        Type::Tuple => "Tuple[Any, ...]",
        Type::Set => "FrozenSet[Any]",
        Type::Pair => "_Pair",
        Type::Num => "_Num",
        Type::IntSet => "_IntSet",
        Type::Grid => "_Grid",
        Type::Cell => "_Cell",
        Type::Object => "_Object",
        Type::Objects => "_Objects",
        Type::Indices => "_Indices",
        Type::IndicesSet => "_IndicesSet",
        Type::Patch => "_Patch",
        Type::Element => "_Element",
        Type::Piece => "_Piece",
        Type::TupleTuple => "_TupleTuple",
        Type::Container => "_Container",
        Type::Containers => "_Containers",
        Type::Func => "_Func",
    }
}

/// Where the table knows several kinds, the kind of the result depends on the arguments: nobody is told off for using it.
fn result(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "bool",
        Type::Num | Type::Patch | Type::Element | Type::Piece | Type::Container | Type::Containers => "Any",
        other => parameter(other),
    }
}

/// The files with their texts.
fn files() -> Result<Vec<(PathBuf, String)>> {
    let folder = repo::root().join("python/megabatt/dsl");
    let pages = pages()?;
    Ok(vec![
        (folder.join("__init__.pyi"), arc(Dialect::Arc, &pages)),
        (folder.join("rearc.pyi"), arc(Dialect::Rearc, &pages)),
        (folder.join("tok.pyi"), of_tok()),
        (repo::root().join("python/megabatt/_operations.pyi"), methods()),
    ])
}

/// Writes the files anew.
pub fn write() -> Result<()> {
    for (path, text) in files()? {
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("{} written", path.display());
    }
    Ok(())
}

/// Fails where a file is not what the tables say.
pub fn check() -> Result<()> {
    let stale = |(path, text): &(PathBuf, String)| std::fs::read_to_string(path).ok().as_ref() != Some(text);
    match files()?.iter().find(|file| stale(file)) {
        None => Ok(()),
        Some((path, _)) => Err(format!("{} is not what the operation table says: cargo xtask stubs", path.display())),
    }
}

fn head(dialect: Dialect) -> String {
    let mut text = HEAD.to_string();
    for (ty, means) in ALIASES {
        let means = match (ty, dialect) {
            (Type::Cell, Dialect::Tok) => "Tuple[int, int, int]",
            _ => means,
        };
        let _ = writeln!(text, "{} = {means}", parameter(*ty));
    }
    text.push('\n');
    for name in constants::names_in(dialect) {
        let kind = match constants::constant_in(name, dialect) {
            Some(Value::Bool(_)) => "bool",
            Some(Value::Int(_)) => "int",
            Some(Value::Pair(..)) => "_Pair",
            _ => "Any",
        };
        let _ = writeln!(text, "{name}: {kind}");
    }
    text
}

/// Operations as `mb.GridBatch` has them: without the first argument, with other batches where values are wanted, and with a batch as the
/// result.
fn methods() -> String {
    let mut text = HEAD.replace("Tuple, Union", "Tuple, TypeVar, Union");
    for (ty, means) in ALIASES {
        let _ = writeln!(text, "{} = {means}", parameter(*ty));
    }
    text.push_str("_Batch = TypeVar(\"_Batch\")\n\nclass Operations:\n");
    for op in Op::ALL {
        let info = op.info();
        let kind = |ty: Type| match ty {
            // Anything, and what no batch gives.
            Type::Any | Type::Bool | Type::Func => parameter(ty).to_string(),
            _ => format!("Union[{}, Operations]", parameter(ty)),
        };
        let param = |(i, p): (usize, &Param)| format!(", {}: {}", op.param_name(i, Dialect::Arc), kind(p.ty));
        let params: String = info.params.iter().enumerate().skip(1).map(param).collect();
        let _ = writeln!(text, "    def {}(self: _Batch{params}) -> _Batch:", info.name);
        let _ = writeln!(text, "        \"\"\"{}\"\"\"", info.doc);
    }
    text
}

fn function(out: &mut String, name: &str, params: &[(String, Type)], required: usize, gives: Type, doc: &str) {
    let params = params.iter().enumerate().map(|(i, (name, ty))| {
        let default = if i < required { "" } else { " = ..." };
        format!("{name}: {}{default}", parameter(*ty))
    });
    let _ = writeln!(out, "\ndef {name}({}) -> {}:", params.collect::<Vec<_>>().join(", "), result(gives));
    let mut lines = doc.trim().lines();
    let _ = write!(out, "    \"\"\"{}", lines.next().unwrap_or_default());
    let mut rest = lines.peekable();
    if rest.peek().is_none() {
        out.push_str("\"\"\"\n");
        return;
    }
    out.push('\n');
    for line in rest {
        let _ = writeln!(out, "{}", format!("    {line}").trim_end());
    }
    out.push_str("    \"\"\"\n");
}

fn arc(dialect: Dialect, pages: &[(String, String)]) -> String {
    let mut text = head(dialect);
    for op in Op::ALL {
        let info = op.info();
        let params: Vec<_> =
            info.params.iter().enumerate().map(|(i, p)| (op.param_name(i, dialect).to_string(), p.ty)).collect();
        // One file has the pages; the other would only repeat them.
        let page = pages.iter().find(|(name, _)| name == info.name && dialect == Dialect::Arc);
        let doc = page.map_or(info.doc.to_string(), |(_, page)| format!("{}\n\n{page}", info.doc));
        function(&mut text, info.name, &params, params.len(), info.result, &doc);
    }
    text
}

fn of_tok() -> String {
    let mut text = head(Dialect::Tok);
    for &op in TokOp::ALL {
        let tok::TokInfo { name, params, result, default, doc, .. } = *op.info();
        let params: Vec<_> = params.iter().map(|Param { name, ty }| (name.to_string(), *ty)).collect();
        let doc = format!("{doc}\n\nWhere it fails it gives {}.", default.text());
        function(&mut text, name, &params, op.required(), result, &doc);
    }
    text
}

/// What the pages say about each operation, as plain text: examples are indented, signatures left out.
fn pages() -> Result<Vec<(String, String)>> {
    let folder = repo::root().join("docs/operations");
    let mut found = Vec::new();
    for family in megabatt_core::Family::ALL {
        let path = folder.join(format!("{}.md", family.name()));
        let page = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        for section in page.split("\n## ").skip(1) {
            let (name, rest) = section.split_once('\n').unwrap_or((section, ""));
            found.push((name.to_string(), plain(rest)));
        }
    }
    Ok(found)
}

fn plain(section: &str) -> String {
    let (mut text, mut inside, mut signature) = (String::new(), false, true);
    for line in section.trim().lines() {
        if std::mem::take(&mut signature) {
            continue;
        }
        match (line.starts_with("```"), inside) {
            (true, _) => inside = !inside,
            (false, true) => text.push_str(&format!("    {line}\n")),
            (false, false) => text.push_str(&format!("{line}\n")),
        }
    }
    text.trim().replace('\\', "\\\\").replace("\"\"\"", "'''")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stub_has_the_signature_and_the_pictures() {
        let pages = vec![("vmirror".to_string(), plain("`sig`\n\nText.\n\n```example\nvmirror(G)\n=> 3 2 1\n```\n"))];
        let text = arc(Dialect::Arc, &pages);
        assert!(text.contains("\ndef fill(grid: _Grid, value: int, patch: _Patch) -> _Grid:\n"));
        assert!(text.contains("\n    Text.\n\n        vmirror(G)\n        => 3 2 1\n    \"\"\"\n"), "{text}");
        let number = "Union[int, Operations]";
        let replace = format!("    def replace(self: _Batch, replacee: {number}, replacer: {number}) -> _Batch:\n");
        assert!(methods().contains(&replace));
        assert!(methods().contains("    def hconcat(self: _Batch, b: Union[_Grid, Operations]) -> _Batch:\n"));
        assert!(arc(Dialect::Rearc, &[]).contains("def dedupe(iterable: Tuple[Any, ...])"));
    }
}
