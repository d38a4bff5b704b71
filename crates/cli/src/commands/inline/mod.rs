//! `megabatt inline`.

mod dedupe;
mod json;
mod select;
mod text;

use super::exit::{FINE, FOUND};
use crate::args::{FormArg, InlineArgs, InlineFormatArg};
use crate::output::print;
use megabatt_lang::inline::{DEFAULT_LIMIT, Form, Style};
use select::Selected;

pub fn inline(args: &InlineArgs) -> Result<u8, String> {
    let style = style(args)?;
    let Selected { programs, all_loaded } = select::select(args)?;
    let mut code = if all_loaded { FINE } else { FOUND };
    let is_json = args.format == InlineFormatArg::Json;
    if args.dedupe {
        let groups = dedupe::groups(&programs);
        print(&if is_json { json::groups(&groups, programs.len()) } else { text::groups(&groups, programs.len()) });
        if args.strict && !groups.is_empty() {
            code = FOUND;
        }
        return Ok(code);
    }
    print(&match (style, is_json) {
        (None, false) => text::ids(&programs),
        (None, true) => json::ids(&programs),
        (Some(style), false) => text::programs(&programs, style, args.dialect.into()),
        (Some(style), true) => json::programs(&programs, style),
    });
    Ok(code)
}

/// How programs are to be written; None if only their ids are.
fn style(args: &InlineArgs) -> Result<Option<Style>, String> {
    if args.keep_dead && args.form != FormArg::Ssa {
        return Err("--keep-dead is for lines\n  help: add --form ssa".to_string());
    }
    if args.limit.is_some() && args.form != FormArg::Expr {
        return Err("--limit is for expressions\n  help: leave it out, or use --form expr".to_string());
    }
    let form = match args.form {
        FormArg::Expr => Form::Expr,
        FormArg::Ssa => Form::Ssa { keep_dead: args.keep_dead },
        FormArg::Hash => return Ok(None),
    };
    Ok(Some(Style { form, limit: args.limit.unwrap_or(DEFAULT_LIMIT) }))
}
