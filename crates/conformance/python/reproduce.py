#!/usr/bin/env python3
"""Makes mismatches small.

python3 reproduce.py cut --programs FILE.py --data FILE.json --row ROW.json --out DIR
    writes the program of an outcome line cut after each of its lines (`programs.py`: cut_001_TASK returns the value of
    line 1, and so on) and its one sample (`data.json`), so that the first line that differs can be found.
python3 reproduce.py lines --programs FILE.py --data FILE.json --row ROW.json --upto N [--dialect D]
    prints the program on that sample up to line N as a script.
python3 reproduce.py case --row CASE.json
    prints a direct call, or a chain of set operations, as a script.
"""

import argparse
import ast
import json
import pathlib
from typing import Any

import tasks
from trees import SIGNS, expression

import programs

LONGEST = 300
HEAD = "# PYTHONPATH=target/python python3\nfrom rearc_utils.dsl import *\n"
TOK_HEAD = "# EXPECT_GPU=0 PYTHONPATH=$MEGABATT_TOKPIDJIN python3\nfrom dsl import *\nfrom constants import *\n"


def sample_of(row: dict[str, Any], path: pathlib.Path) -> tasks.Sample:
    found = (
        s for s in tasks.samples(tasks.load(path), [row["task"]]) if (s.split, s.index) == (row["split"], row["index"])
    )
    return next(found)


def statements(source: str) -> list[ast.stmt]:
    """The lines of a program, without its docstring."""
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    return [line for line in function.body if isinstance(line, (ast.Assign, ast.Return))]


def parameters_of(source: str) -> str:
    """The names between the brackets."""
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    return ", ".join(argument.arg for argument in function.args.args)


def value_of(line: ast.stmt) -> str:
    """The expression that has a line's value once it ran."""
    return ast.unparse(line.targets[0] if isinstance(line, ast.Assign) else line.value)  # type: ignore[attr-defined]


def cut(options: argparse.Namespace, row: dict[str, Any]) -> None:
    found = programs.sources(options.programs)
    lines = statements(found[row["program"]])
    parameters = parameters_of(found[row["program"]])
    if len(lines) > LONGEST:
        raise SystemExit(f"{row['program']} has {len(lines)} lines; no more than {LONGEST} are taken apart")
    prefixes = [source for name, source in found.items() if name.startswith(programs.HELPER)]
    for n, line in enumerate(lines, start=1):
        body = [ast.unparse(earlier) for earlier in lines[:n] if isinstance(earlier, ast.Assign)]
        body.append(f"return {value_of(line)}")
        prefixes.append(f"def cut_{n:03}_{row['task']}({parameters}):\n    " + "\n    ".join(body))
    sample = sample_of(row, options.data)
    pair = {"input": sample.input, "output": sample.output}
    train = [pair] if parameters == "I" else [{"input": i, "output": o} for i, o in sample.demos]
    options.out.mkdir(parents=True, exist_ok=True)
    programs.save(prefixes, options.out / "programs.py")
    tasks.save({row["task"]: {"train": train, "test": [pair]}}, options.out / "data.json")


def show_lines(options: argparse.Namespace, row: dict[str, Any]) -> None:
    found = programs.sources(options.programs)
    *lines, last = statements(found[row["program"]])[: options.upto]
    needed = names_in(last)
    shown = [ast.unparse(last)] if isinstance(last, ast.Assign) else []
    for line in reversed(lines):  # only what the last line needs
        if value_of(line) in needed:
            needed |= names_in(line)
            shown.append(ast.unparse(line))
    sample = sample_of(row, options.data)
    print((TOK_HEAD if options.dialect == "tok" else HEAD) + f"I = {sample.input}")
    if parameters_of(found[row["program"]]) == "S, I, C":
        print(f"S = {sample.demos}\nC = None")
    for name, source in found.items():
        if name.startswith(programs.HELPER):
            print(source)
    print("\n".join(reversed(shown)))
    print(f"print({value_of(last)})")


def names_in(line: ast.stmt) -> set[str]:
    return {node.id for node in ast.walk(line) if isinstance(node, ast.Name)}


def show_case(row: dict[str, Any]) -> None:
    print(HEAD, end="")
    for number, tree in enumerate(row["args"]):
        print(f"a{number} = {expression(tree)}")
    call = f"{row['op']}({', '.join(f'a{number}' for number in range(len(row['args'])))})"
    if "then" in row:
        call += f"({', '.join(expression(tree) for tree in row['then'])})"
    print(f"print({call})")


def show_chain(row: dict[str, Any]) -> None:
    """The steps of `set_cases.py`, those that the last one needs."""
    steps = row["steps"]
    needed, shown = {len(steps) - 1}, []
    for number in range(len(steps) - 1, -1, -1):
        if number in needed:
            way, *rest = steps[number]
            sources = [f"s{item}" for item in rest if isinstance(item, int)]
            needed |= {item for item in rest if isinstance(item, int)}
            lists = ["[" + ", ".join(map(expression, item)) + "]" for item in rest if isinstance(item, list)]
            shown.append(f"s{number} = " + step_source(way, sources, lists))
    print("\n".join(reversed(shown)))
    print(f"print(*s{len(steps) - 1})")


def step_source(way: str, sources: list[str], lists: list[str]) -> str:
    if way == "new":
        return f"frozenset({lists[0]})"
    if way in SIGNS:
        return f"{sources[0]} {SIGNS[way]} {sources[1]}"
    changes = {
        "copy": "",
        "grow": "[s.add(x) for x in {}]",
        "discard": "[s.discard(x) for x in {}], [s.add(x) for x in {}]",
        "minus": "(s := s - set({b})), [s.add(x) for x in {}]",
        "update": "s.update({{x for x in {}}})",
    }
    change = changes[way].format(*lists, b=sources[-1])
    return f"(s := set({sources[0]}), {change + ', ' if change else ''}frozenset(s))[-1]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("cut", "lines", "case"))
    parser.add_argument("--row", type=pathlib.Path, required=True)
    parser.add_argument("--programs", type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--upto", type=int)
    parser.add_argument("--dialect", default="rearc")
    options = parser.parse_args()
    row = json.loads(options.row.read_text())
    if options.what == "cut":
        cut(options, row)
    elif options.what == "lines":
        show_lines(options, row)
    elif "steps" in row:
        show_chain(row)
    else:
        show_case(row)


if __name__ == "__main__":
    main()
