#!/usr/bin/env python3
"""The dead and the repeated lines of a file of straight-line programs, found with Python's own parser.

    python3 needless.py --programs FILE

prints {"dead": [line, …], "repeated": [line, …]}. A line is dead if the result does not depend on it; it is repeated
if it is not dead and an earlier such line has the same value, word for word once repeated names are replaced.
"""

import argparse
import ast
import json
import pathlib


class Renamed(ast.NodeTransformer):
    """Names replaced by the ones that stand for the same value."""

    def __init__(self, names: dict[str, str]):
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)


def used(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def target(line: ast.Assign) -> str:
    (name,) = line.targets
    assert isinstance(name, ast.Name)
    return name.id


def needless(function: ast.FunctionDef) -> tuple[list[int], list[int]]:
    *lines, last = function.body
    assert isinstance(last, ast.Return), "a program ends with its return"
    assigns = [line for line in lines if isinstance(line, ast.Assign)]
    assert len({target(line) for line in assigns}) == len(lines), "every line is an assignment to a name of its own"
    live = used(last)
    dead = []
    for line in reversed(assigns):
        if target(line) in live:
            live |= used(line.value)
        else:
            dead.append(line.lineno)
    first: dict[str, str] = {}
    same: dict[str, str] = {}
    repeated = []
    for line in assigns:
        if line.lineno in dead:
            continue
        text = ast.dump(Renamed(same).visit(line.value))
        if text in first:
            same[target(line)] = first[text]
            repeated.append(line.lineno)
        else:
            first[text] = target(line)
    return dead, repeated


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=pathlib.Path, required=True)
    options = parser.parse_args()
    dead, repeated = [], []
    for function in ast.parse(options.programs.read_text()).body:
        if isinstance(function, ast.FunctionDef):
            lines = needless(function)
            dead += lines[0]
            repeated += lines[1]
    print(json.dumps({"dead": sorted(dead), "repeated": sorted(repeated)}))


if __name__ == "__main__":
    main()
