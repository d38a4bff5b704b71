"""Changes programs at random: other constants, other functions, other arguments, other lines.

A program is its list of lines `target = function(arguments)`; names stay defined before they are used, so a mutant is
always a program, if rarely a sensible one.
"""

import ast
import dataclasses
import inspect
import random
from types import FunctionType, ModuleType

from dialects import operations

NUMBERS = ["ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "NEG_ONE", "NEG_TWO"]
VECTORS = """
    ORIGIN UNITY DOWN RIGHT UP LEFT NEG_UNITY UP_RIGHT DOWN_LEFT ZERO_BY_TWO TWO_BY_ZERO TWO_BY_TWO THREE_BY_THREE
""".split()
BOOLS = ["T", "F"]
CONSTANTS = [NUMBERS, VECTORS, BOOLS]
INPUT = "I"


@dataclasses.dataclass
class Line:
    """`function` is None for a tuple display; `names` are the keywords, if the call uses them."""

    target: str
    function: str | None
    args: list[str]
    names: list[str] | None = None

    def source(self) -> str:
        shown = self.args if self.names is None else [f"{name}={arg}" for name, arg in zip(self.names, self.args)]
        return f"    {self.target} = {self.function or ''}({', '.join(shown)})"


def parse(source: str) -> list[Line]:
    """The lines of a straight-line program that returns its last line's value."""
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    lines = []
    for statement in function.body:
        if isinstance(statement, ast.Assign):
            target, value = ast.unparse(statement.targets[0]), statement.value
            if isinstance(value, ast.Call):
                lines.append(Line(target, ast.unparse(value.func), [ast.unparse(item) for item in value.args]))
            elif isinstance(value, ast.Tuple):
                lines.append(Line(target, None, [ast.unparse(item) for item in value.elts]))
    return lines


def render(name: str, lines: list[Line]) -> str:
    body = "\n".join(line.source() for line in lines)
    return f"def {name}({INPUT}):\n{body}\n    return {lines[-1].target}"


class Mutator:
    """Applies one to three random changes to a program."""

    def __init__(self, rng: random.Random, dsl: ModuleType):
        self.rng = rng
        self.functions: dict[str, FunctionType] = operations(dsl)
        self.by_arity: dict[int, list[str]] = {}
        for name, function in self.functions.items():
            self.by_arity.setdefault(function.__code__.co_argcount, []).append(name)

    def mutate(self, lines: list[Line]) -> list[Line]:
        changed = [dataclasses.replace(line, args=list(line.args)) for line in lines]
        ways = [self.constant] * 12 + [self.alike] * 3 + [self.argument] * 5 + [self.keywords] * 3
        ways += [self.function, self.swap, self.drop, self.repeat]
        for _ in range(self.rng.choice([1, 1, 1, 1, 2, 3])):
            self.rng.choice(ways)(changed)
        return changed

    def places(self, lines: list[Line], wanted: list[str]) -> list[tuple[Line, int]]:
        return [(line, place) for line in lines for place, arg in enumerate(line.args) if arg in wanted]

    def constant(self, lines: list[Line]) -> None:
        """Another constant, mostly of the same kind."""
        kind = self.rng.choice(CONSTANTS)
        places = self.places(lines, kind)
        if places:
            line, place = self.rng.choice(places)
            others = kind if self.rng.random() < 0.95 else self.rng.choice(CONSTANTS)
            line.args[place] = self.rng.choice(others)

    def alike(self, lines: list[Line]) -> None:
        """Another operation with the same parameter annotations."""
        line, function = self.any_call(lines)
        if function is None:
            return
        wanted = [str(p.annotation) for p in inspect.signature(function).parameters.values()]
        same = [
            name
            for name in self.by_arity[len(wanted)]
            if [str(p.annotation) for p in inspect.signature(self.functions[name]).parameters.values()] == wanted
        ]
        line.function, line.names = self.rng.choice(same), None

    def function(self, lines: list[Line]) -> None:
        """Any other operation of the same arity, as the one called or as an argument."""
        names = list(self.functions)
        places = self.places(lines, names)
        if places and self.rng.random() < 0.5:
            line, place = self.rng.choice(places)
            line.args[place] = self.rng.choice(self.by_arity[self.functions[line.args[place]].__code__.co_argcount])
            return
        line, function = self.any_call(lines)
        if function is not None:
            line.function, line.names = self.rng.choice(self.by_arity[function.__code__.co_argcount]), None

    def argument(self, lines: list[Line]) -> None:
        """Another earlier variable, mostly one that the same kind of call made."""
        at = self.rng.randrange(1, len(lines)) if len(lines) > 1 else 0
        line = lines[at]
        makers = {earlier.target: earlier.function for earlier in lines[:at]}
        places = [place for place, arg in enumerate(line.args) if arg in makers or arg == INPUT]
        if not places:
            return
        place = self.rng.choice(places)
        alike = [name for name, maker in makers.items() if maker == makers.get(line.args[place])]
        pool = alike if len(alike) > 1 and self.rng.random() < 0.8 else [INPUT, *makers]
        line.args[place] = self.rng.choice(pool)

    def swap(self, lines: list[Line]) -> None:
        """Two arguments of a call change places."""
        line = self.rng.choice(lines)
        if len(line.args) > 1:
            i, j = self.rng.sample(range(len(line.args)), 2)
            line.args[i], line.args[j] = line.args[j], line.args[i]

    def drop(self, lines: list[Line]) -> None:
        """A line goes; who used it uses one of its arguments."""
        at = self.rng.randrange(len(lines))
        if len(lines) == 1:
            return
        gone = lines.pop(at)
        earlier = [line.target for line in lines[:at]] + [INPUT]
        instead = self.rng.choice([arg for arg in gone.args if arg in earlier] or earlier)
        for line in lines[at:]:
            line.args = [instead if arg == gone.target else arg for arg in line.args]
            line.function = instead if line.function == gone.target else line.function

    def repeat(self, lines: list[Line]) -> None:
        """A line is done twice, the second time on its own result: `x = f(x, ...)`, a name bound anew."""
        at = self.rng.randrange(len(lines))
        line = lines[at]
        variables = {INPUT, *(other.target for other in lines)}
        places = [place for place, arg in enumerate(line.args) if arg in variables]
        if places:
            args = list(line.args)
            args[self.rng.choice(places)] = line.target
            lines.insert(at + 1, Line(line.target, line.function, args))

    def keywords(self, lines: list[Line]) -> None:
        """A call names its parameters, whose names depend on the dialect."""
        line, function = self.any_call(lines)
        if function is not None and len(line.args) == function.__code__.co_argcount:
            line.names = list(inspect.signature(function).parameters)

    def any_call(self, lines: list[Line]) -> tuple[Line, FunctionType | None]:
        """A line, and the operation it calls if it calls one by name."""
        line = self.rng.choice(lines)
        return line, self.functions.get(line.function or "")
