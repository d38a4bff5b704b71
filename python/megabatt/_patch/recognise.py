"""Which functions of loaded modules the engine knows: operations of a DSL, and programs that use them.

Nothing is taken for known on its name alone. An operation is known if its source is that of the original, and so are all
functions it uses. A program is known if it was compiled from the text that the engine parsed, and every name in it means
what it means to the engine.
"""

import builtins
import sys
import types
from typing import Any, Dict, List, Optional, Set, Tuple

from .._native import Function, Traced, names, recognise
from . import layers
from .fingerprint import Defined, global_names, known, source_of

_WRAPPER = "tok wrapper"


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
            function = layers.original(self.space, name)
            inner = unwrapped(function, facts) if dialect == "tok" else function
            source = self._sources[name]
            same = isinstance(inner, types.FunctionType) and inner.__code__ == source.code and not inner.__defaults__
            if same and source.fingerprint == facts[dialect].get(name):
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
                value = layers.original(self.space, name)
                if not (isinstance(value, (type, types.ModuleType)) or self._is_constant(name, value)):
                    return name
        return None

    def _is_constant(self, name: str, value: Any) -> bool:
        ours = self.values.get(name)
        return not isinstance(ours, Function) and type(ours) is type(value) and ours == value

    def means_the_same(self, name: str, value: Any) -> bool:
        """Whether a name of another module is an operation that is known, or a constant with its value."""
        return value is self.operations[name] if name in self.operations else self._is_constant(name, value)


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
    functions = layers.stand_ins(dsl.operations.values())
    modules = [module for module in list(sys.modules.values()) if isinstance(module, types.ModuleType)]
    return [
        module
        for module in modules
        if module is not dsl.module and any(id(value) in functions for value in list(vars(module).values()))
    ]


def programs(module: types.ModuleType, dsl: Dsl) -> Tuple[Dict[str, Traced], Dict[str, str]]:
    """The functions of a module that the engine can run in whole, and why it cannot run the others."""
    source_text = source_of(module)
    if source_text is None:
        return {}, {}
    space = vars(module)
    sources = source_text.functions
    found_in_text = recognise(module.__name__, source_text.text.encode(), dsl.dialect)
    parsed = {name: (line, traced) for name, line, traced in found_in_text}
    found: Dict[str, Traced] = {}
    why: Dict[str, str] = {}
    for name, source in sources.items():
        function = layers.original(space, name) if name in space else None
        if not isinstance(function, types.FunctionType) or function.__module__ != module.__name__:
            continue
        line, traced = parsed.get(name, (0, None))
        if traced is None or line != source.node.lineno:
            why[name] = "it is no program: `megabatt check` says why"
        elif function.__defaults__ or function.__closure__ or function.__code__ != source.code:
            why[name] = "it is not what its file says"
        else:
            strange = _strange_name(source.code, space, dsl, sources, {name})
            if strange is None:
                found[name] = traced
            else:
                why[name] = f"{strange} does not mean what it means in the DSL"
    return found, why


def _strange_name(
    code: types.CodeType, space: Dict[str, Any], dsl: Dsl, sources: Dict[str, Defined], seen: Set[str]
) -> Optional[str]:
    """A name that the engine understands in another way than the module does."""
    for name in global_names(code):
        if name in seen:
            continue
        if name not in space:
            if name in dsl.values or hasattr(builtins, name):
                return name
            continue
        value = layers.original(space, name)
        if dsl.means_the_same(name, value):
            continue
        source = sources.get(name)
        if source is None or not isinstance(value, types.FunctionType) or value.__code__ != source.code:
            return name
        inner = _strange_name(source.code, space, dsl, sources, {*seen, name})
        if inner is not None:
            return inner
    return None
