"""A batt file for training a build: programs of tokpidjin's dialect, one call a line, put together as its dealer does.

    python3 training_batt.py programs.py batt.py [--programs N]

Each program's result is a candidate, and is asked what differs ask: colours that are missing or too many, cells that differ
from the target's, objects of one cell. Equal lines are written once.
"""

import argparse
import ast

HEAD = """from dsl import *
from constants import *
from safe_dsl import _get_safe_default

def batt(task_id, S, I, C, log_path):
    s = []
    o = []
"""
CAUGHT = "(TypeError, AttributeError, ValueError, IndexError, KeyError)"
# What each differ asks of the candidate X: lines by name, of which the last is the score.
DIFFERS = {
    "missing": ["a = p_g(C)", "b = p_g(X)", "c = difference_tuple(a, b)", "d = size(c)", "e = astuple(d, c)"],
    "too_many": ["a = p_g(X)", "b = p_g(C)", "c = difference_tuple(a, b)", "d = size(c)", "e = astuple(d, c)"],
    "cells": ["a = cellwise(X, C, NEG_ONE)", "b = f_ofcolor(a, NEG_ONE)", "c = size(b)", "d = astuple(c, b)"],
    "specks": [
        "a = rbind(o_g, R5)",
        "b = rbind(sizefilter, ONE)",
        "c = a(X)",
        "d = b(c)",
        "e = a(C)",
        "f = b(e)",
        "g = difference(d, f)",
        "h = size(g)",
        "i = astuple(h, g)",
    ],
}


class Batt:
    def __init__(self):
        self.lines, self.known = [], {}

    def call(self, name, args):
        """The number of the line that has this call."""
        text = f"{name}({', '.join(args)})"
        if text not in self.known:
            number = len(self.known) + 1
            self.known[text] = f"t{number}"
            self.lines += [
                "    try:",
                f"        t{number} = {text}",
                f"    except {CAUGHT}:",
                f"        t{number} = _get_safe_default({name})",
            ]
        return self.known[text]

    def block(self, lines, names):
        """Lines of a program, in which some names are known already; the name of the last one."""
        names = dict(names)
        last = None
        for line in lines:
            target, call = line.targets[0].id, line.value
            args = [names.get(ast.unparse(arg), ast.unparse(arg)) for arg in call.args]
            last = names[target] = self.call(names.get(call.func.id, call.func.id), args)
        return last

    def candidate(self, program, lines):
        result = self.block(lines, {})
        self.lines.append(f"    o.append(({result[1:]}, False, '{program}', {result}))")
        for differ, text in DIFFERS.items():
            score = self.block(ast.parse("\n".join(text)).body, {"X": result})
            self.lines.append(f"    s.append(({score[1:]}, '{program}', '{differ}', {score}))")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("out")
    parser.add_argument("--programs", dest="most", type=int, default=40)
    args = parser.parse_args()
    batt = Batt()
    with open(args.programs, encoding="utf-8") as file:
        functions = [node for node in ast.parse(file.read()).body if isinstance(node, ast.FunctionDef)]
    step = max(1, len(functions) // args.most)
    for function in functions[::step]:
        lines = [node for node in function.body if isinstance(node, ast.Assign)]
        if lines and all(isinstance(line.value, ast.Call) for line in lines):
            batt.candidate(function.name.split("_")[-1], lines)
    with open(args.out, "w", encoding="utf-8") as file:
        file.write(HEAD + "\n".join(batt.lines) + "\n    return o, s\n")


if __name__ == "__main__":
    main()
