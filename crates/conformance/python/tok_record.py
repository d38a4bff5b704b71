#!/usr/bin/env python3
"""Records what every public function of tokpidjin's DSL gives on arguments made here.

    python3 tok_record.py --reference DIR [--out FILE.jsonl.gz] [--each N] [--only NAME,NAME] [--show NAME:K]

The file is lines of JSON. The first names the commit of the reference, the Python and its `hash(None)`; then comes a
line `{"pool": tree}` per value of the pool, then a line per function: `{"op", "cases": [{"a", "then", "v" | "h" | "e",
"varies"}]}`.

| field | meaning |
| --- | --- |
| `a` | the arguments, by their numbers in the pool or as trees |
| `then` | what a resulting function was called with |
| `v` | the value, in the form of an outcomes file |
| `h` | the first 12 digits of the SHA-256 of a long value's text |
| `e` | the class of an exception, which only closures raise |
| `varies` | `order`: a set's order depends on addresses, `v` and `h` have sets sorted; `value`: more than that does |

`--show` prints a case of the recorded file as Python, with the value it has in the reference.
"""

import argparse
import gzip
import json
import pathlib
import platform
import sys
from types import ModuleType

import tok_reference
import tok_run
from encode import dumps
from tok_arguments import Arguments
from tok_functions import Functions
from tok_pool import expand
from trees import expression

FILE = pathlib.Path(__file__).resolve().parent.parent / "tok" / "functions.jsonl.gz"


def record(values: Functions, name: str, dsl: ModuleType, each: int, seed: str) -> list[dict]:
    """Different cases of one function, with their outcomes."""
    maker = Arguments(values, name, getattr(dsl, name), seed)
    cases: dict[str, dict] = {}
    for _ in range(20 * each):
        if len(cases) == each:
            break
        case: dict = {"a": maker.make()}
        if maker.then is not None:
            case["then"] = maker.then
        key = dumps(case)
        if key in cases:
            continue
        args, then = (expand_all(case.get(field), values.pool.trees) for field in ("a", "then"))
        outcome = tok_run.outcome(name, args, then, dsl)
        if outcome is not None:
            cases[key] = case | outcome
    return list(cases.values())


def expand_all(args: list | None, trees: list) -> list | None:
    """Arguments as trees of their own."""
    return None if args is None else [expand({"p": arg} if type(arg) is int else arg, trees) for arg in args]


def share(cases: list[dict], name: str, dsl: ModuleType) -> float:
    """The share of cases whose outcome is not the default of the function."""
    default = tok_run.text(tok_run.default(getattr(dsl, name)))
    return sum(json.dumps(case.get("v"), separators=(",", ":")) != default for case in cases) / max(1, len(cases))


def show(what: str, file: pathlib.Path, dsl: ModuleType) -> None:
    """Prints one case as Python."""
    lines = [json.loads(line) for line in gzip.open(file, "rt")]
    trees = [line["pool"] for line in lines if "pool" in line]
    name, _, place = what.partition(":")
    found = [line for line in lines if line.get("op") == name]
    if not found or not place.isdigit() or int(place) >= len(found[0]["cases"]):
        sys.exit(f"{file} has no case {what}")
    case = found[0]["cases"][int(place)]
    args = expand_all(case["a"], trees) or []
    then = expand_all(case.get("then"), trees)
    for k, arg in enumerate(args):
        print(f"a{k} = {expression(arg)}")
    called = f"{name}({', '.join(f'a{k}' for k in range(len(args)))})"
    print(called + ("" if then is None else f"({', '.join(map(expression, then))})"))
    kind, value = tok_run.call(name, args, then, dsl)
    print(f"# {kind}: {value!r}")
    print(f"# recorded: {json.dumps({k: v for k, v in case.items() if k not in ('a', 'then')})}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference")
    parser.add_argument("--out", type=pathlib.Path, default=FILE)
    parser.add_argument("--each", type=int, default=310)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--show")
    options = parser.parse_args()
    folder = tok_reference.checkout(options.reference)
    dsl = tok_reference.load(folder)
    if options.show:
        show(options.show, options.out, dsl)
        return

    names = options.only.split(",") if options.only else list(tok_reference.functions(dsl))
    values = Functions(dsl, options.seed)
    lines, total, varying = [], 0, 0
    for name in names:
        cases = record(values, name, dsl, options.each, options.seed)
        varies = sum("varies" in case for case in cases)
        print(f"{name}: {len(cases)} cases, {share(cases, name, dsl):.0%} not the default, {varies} vary")
        total, varying = total + len(cases), varying + varies
        lines.append({"op": name, "cases": cases})
    header = {
        "reference": "https://github.com/pierreb4/tokpidjin",
        "commit": tok_reference.commit(folder),
        "python": platform.python_version(),
        "none_hash": hash(None),
        "functions": len(names),
        "cases": total,
    }
    rows = [header, *({"pool": tree} for tree in values.pool.trees), *lines]
    options.out.parent.mkdir(exist_ok=True)
    text = "".join(dumps(row) + "\n" for row in rows)
    options.out.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    size = options.out.stat().st_size
    print(f"{total} cases of {len(names)} functions, {varying} vary, {len(values.pool.trees)} values, {size:,} bytes")


if __name__ == "__main__":
    main()
