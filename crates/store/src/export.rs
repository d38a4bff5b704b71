//! Programs as Python files that run beside arc-dsl.

use megabatt_core::Dialect;
use megabatt_lang::{Program, sources};

/// A program under the name it is to have in Python, with a remark above it.
pub struct Export {
    pub name: String,
    pub remark: String,
    pub program: Program,
}

/// The import lines. arc-dsl has its constants in a module of their own, re-arc in its `dsl`.
fn header(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Arc | Dialect::Tok => "from dsl import *\nfrom constants import *\n",
        Dialect::Rearc => "from dsl import *\n",
    }
}

/// One file with all of them. Where two want the same name, for themselves or for a helper, the later one's gets a
/// number.
pub fn python(dialect: Dialect, exports: &[Export]) -> String {
    let programs: Vec<(&str, &Program)> = exports.iter().map(|e| (e.name.as_str(), &e.program)).collect();
    let mut text = header(dialect).to_string();
    for (export, source) in exports.iter().zip(sources(&programs)) {
        text.push_str(&format!("\n\n# {}\n{source}", export.remark));
    }
    text
}
