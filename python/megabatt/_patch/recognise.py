"""Which functions of loaded modules the engine knows: operations of a DSL, and programs that use them.

Nothing is taken for known on its name alone. An operation is known if its source is that of the original, and so are all
functions it uses. A program is known if it was compiled from the text that the engine parsed, and every name in it means
what it means to the engine.
"""

import builtins
import sys
import types
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Set, Tuple

from .._native import Bindings, Function, Traced, names, recognise
from . import layers
from .cells import source_of_cells
from .fingerprint import Defined, global_names, known, source_of

_WRAPPER = "tok wrapper"
_HELPER = "other functions use it, or it takes something else than a grid, or than S, I and C"


class Dsl:
    """The functions of a DSL module that do what the engine does."""

    def __init__(self, module: types.ModuleType) -> None:
        self.module = module
        self.space = vars(module)
        #: Why functions with the name of an operation are not known.
        self.unknown: Dict[str, str] = {}
        source = source_of(module)
        if source is None:
            raise ValueError(f"the module {module.__name__} has no source that could be compared with a known DSL's")
        self._sources = source.functions
        facts = known()
        matches = {d: self._matches(d, facts) for d in ("arc", "rearc", "tok")}
        self.dialect = max(matches, key=lambda dialect: len(matches[dialect]))
        self.values: Dict[str, Any] = dict(names(self.dialect))
        matching = matches[self.dialect]
        if not matching:
            raise ValueError(
                f"the module {module.__name__} has no function of arc-dsl, re-arc or tokpidjin; patch takes the module with "
                f"the DSL, such as `import dsl; mb.patch(dsl)`"
            )
        #: The module's own functions, by name.
        self.operations: Dict[str, Any] = self._trusted(matching)

    def _matches(self, dialect: str, facts: Dict[str, Dict[str, str]]) -> Dict[str, Tuple[Any, Defined]]:
        """Functions whose source is that of the dialect."""
        found = {}
        for name, value in names(dialect):
            if not isinstance(value, Function) or name not in self._sources or name not in self.space:
                continue
            function = self.space[name]
            inner = unwrapped(function, facts) if dialect == "tok" else function
            source = self._sources[name]
            if not isinstance(inner, types.FunctionType) or inner.__defaults__ or layers.code(inner) != source.code:
                continue
            if source.fingerprint == facts[dialect].get(name):
                found[name] = (function, source)
        return found

    def _trusted(self, matching: Dict[str, Tuple[Any, Defined]]) -> Dict[str, Any]:
        """Those that use nothing but what is known itself."""
        for name, value in self.values.items():
            if isinstance(value, Function) and name in self.space and name not in matching:
                self.unknown[name] = "its source is not that of the original"
        trusted = dict(matching)
        while True:
            doubtful = {n: w for n, (_, s) in trusted.items() for w in [self._foreign_name(s.code, trusted)] if w}
            if not doubtful:
                return {name: function for name, (function, _) in trusted.items()}
            for name, used in doubtful.items():
                self.unknown[name] = f"it uses {used}, which is not that of the original"
                del trusted[name]

    def _foreign_name(self, code: types.CodeType, trusted: Dict[str, Any]) -> Optional[str]:
        for name in global_names(code):
            if name in trusted:
                continue
            if name in self.space:
                value = self.space[name]
                if not (isinstance(value, (type, types.ModuleType)) or self._is_constant(name, value)):
                    return name
        return None

    def _is_constant(self, name: str, value: Any) -> bool:
        ours = self.values.get(name)
        return not isinstance(ours, Function) and type(ours) is type(value) and ours == value

    def means_the_same(self, name: str, value: Any) -> bool:
        """Whether a name of another module is an operation that is known, or a constant with its value."""
        return value is self.operations[name] if name in self.operations else self._is_constant(name, value)

    def used_by(self, operations: Iterable[str]) -> Set[str]:
        """The names that operations look up in the module, those that they use included."""
        found: Set[str] = set()
        open_ = [name for name in operations if name in self.operations]
        while open_:
            for name in global_names(self._sources[open_.pop()].code):
                if name not in found:
                    found.add(name)
                    if name in self.operations:
                        open_.append(name)
        return found


def unwrapped(function: Any, facts: Dict[str, Dict[str, str]]) -> Any:
    """The function inside of tokpidjin's wrapper; None if it is not that wrapper."""
    inner = getattr(function, "__wrapped__", None)
    if inner is None or not isinstance(function, types.FunctionType):
        return None
    module = sys.modules.get(str(function.__globals__.get("__name__")))
    source = source_of(module) if module is not None else None
    if source is None:
        return None
    found = {name: source.functions[name].fingerprint for name in facts[_WRAPPER] if name in source.functions}
    return inner if found == facts[_WRAPPER] else None


def users(dsl: Dsl) -> List[types.ModuleType]:
    """Loaded modules that have functions of the DSL under some name."""
    functions = {id(function) for function in dsl.operations.values()}
    modules = [module for module in list(sys.modules.values()) if isinstance(module, types.ModuleType)]
    return [
        module
        for module in modules
        if module is not dsl.module and any(id(value) in functions for value in list(vars(module).values()))
    ]


class Known(NamedTuple):
    """A function that the engine can run in whole."""

    name: str
    function: types.FunctionType
    traced: Traced
    #: Whether all names in it still stand for what they stood for when it was recognised, and functions do what they did.
    holds: Callable[[], bool]


def programs(module: types.ModuleType, dsl: Dsl) -> Tuple[List[Known], Dict[str, str]]:
    """The functions of a module that the engine can run in whole, and why it cannot run the others."""
    # What is typed comes to the module that is called so, whether a file was run before or not.
    source = source_of(module) if module.__name__ != "__main__" else None
    why: Dict[str, str] = {}
    in_file = source is not None
    if source is None:
        source, why = source_of_cells(module)
    space = vars(module)
    sources = source.functions
    recognised, refused = recognise(module.__name__, source.text.encode(), dsl.dialect)
    parsed = {name: (line, traced) for name, line, traced in recognised}
    refusals = {name: f"line {line}: {reason}" if in_file else reason for name, line, reason in refused}
    found: List[Known] = []
    for name, written in sources.items():
        function = space.get(name)
        if not isinstance(function, types.FunctionType) or function.__module__ != module.__name__:
            continue
        line, traced = parsed.get(name, (0, None))
        if traced is None or line != written.node.lineno:
            # What is said of the whole file is a reason if there is nothing in it.
            general = _HELPER if recognised else refusals.get("", _HELPER)
            why[name] = f"it is no program: {refusals.get(name, general)}"
        elif not layers.can_be_replaced(function) or layers.code(function) != written.code:
            why[name] = "it is not what its file says"
        else:
            used: Set[str] = set()
            strange = _strange_name(written.code, space, dsl, sources, {name}, used)
            if strange is None:
                names_used = [(space, sorted(used)), (dsl.space, sorted(dsl.used_by(used)))]
                bindings = Bindings(names_used, layers.patched)
                found.append(Known(name, function, traced, bindings.hold))
            else:
                why[name] = f"{strange} does not mean what it means in the DSL"
    return found, why


def _strange_name(
    code: types.CodeType, space: Dict[str, Any], dsl: Dsl, sources: Dict[str, Defined], seen: Set[str], used: Set[str]
) -> Optional[str]:
    """A name that the engine understands in another way than the module does. All names that matter are put into `used`."""
    for name in global_names(code):
        if name in seen:
            continue
        used.add(name)
        if name not in space:
            if name in dsl.values or hasattr(builtins, name):
                return name
            continue
        value = space[name]
        if dsl.means_the_same(name, value):
            continue
        source = sources.get(name)
        if source is None or not isinstance(value, types.FunctionType) or layers.code(value) != source.code:
            return name
        inner = _strange_name(source.code, space, dsl, sources, {*seen, name}, used)
        if inner is not None:
            return inner
    return None
