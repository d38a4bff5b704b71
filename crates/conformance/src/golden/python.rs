//! Cases as Python, for people to read and to run.

use super::file::Case;
use serde_json::Value as Json;

/// The call that a case makes.
pub fn case(name: &str, case: &Case) -> String {
    let list = |trees: &[Json]| trees.iter().map(expression).collect::<Vec<_>>().join(", ");
    let then = case.then.as_ref().map_or(String::new(), |then| format!("({})", list(then)));
    format!("{name}({}){then}", list(&case.args))
}

/// A tree as a Python expression; `same` refers to the first argument as `a0`, and so on.
pub fn expression(tree: &Json) -> String {
    let fields = match tree {
        Json::Null => return "None".to_string(),
        Json::Bool(true) => return "True".to_string(),
        Json::Bool(false) => return "False".to_string(),
        Json::Array(items) => return tuple(items),
        Json::Object(fields) => fields,
        plain => return plain.to_string(),
    };
    let Some((kind, content)) = fields.iter().next() else { return "?".to_string() };
    let items = content.as_array().map_or(&[][..], Vec::as_slice);
    let parts = || items.iter().map(expression).collect::<Vec<_>>();
    match kind.as_str() {
        "t" | "g" => tuple(items),
        "s" if items.is_empty() => "frozenset()".to_string(),
        "s" => format!("frozenset([{}])", parts().join(", ")),
        "copy" => format!("frozenset(set({}))", expression(content)),
        "or" => format!("({})", parts().join(" | ")),
        "and" => format!("({})", parts().join(" & ")),
        "sub" => format!("({})", parts().join(" - ")),
        "xor" => format!("({})", parts().join(" ^ ")),
        "op" => content.as_str().unwrap_or("?").to_string(),
        "float" => format!("float({content})"),
        "same" => format!("a{content}"),
        _ => match parts().split_first() {
            Some((function, args)) => format!("{function}({})", args.join(", ")),
            None => "?".to_string(),
        },
    }
}

fn tuple(items: &[Json]) -> String {
    let parts: Vec<String> = items.iter().map(expression).collect();
    if let [one] = parts.as_slice() { format!("({one},)") } else { format!("({})", parts.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_read_like_python() {
        let tree = serde_json::json!({"call": [{"op": "rbind"}, {"op": "add"}, {"t": [1]}]});
        assert_eq!(expression(&tree), "rbind(add, (1,))");
        let tree = serde_json::json!({"sub": [{"s": [true, null]}, {"s": []}]});
        assert_eq!(expression(&tree), "(frozenset([True, None]) - frozenset())");
        assert_eq!(expression(&serde_json::json!({"g": [[1, 2], [3, 4]]})), "((1, 2), (3, 4))");
    }
}
