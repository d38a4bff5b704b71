"""Names of modules that stand for something else for a while: nested, and from several threads.

Each name that is patched has a pile: what it was at first, and the patches that are on it, the newest on top. A patch
that ends takes its own away, wherever in the pile it is. A name that somebody else assigned meanwhile is left to them.
"""

import threading
from typing import Any, Dict, Iterable, List, Set, Tuple


class _Pile:
    def __init__(self, namespace: Dict[str, Any], name: str) -> None:
        self.namespace = namespace
        self.original = namespace[name]
        self.layers: List[Tuple[object, Any]] = []

    def top(self) -> Any:
        return self.layers[-1][1] if self.layers else self.original


_lock = threading.RLock()
_piles: Dict[Tuple[int, str], _Pile] = {}


def original(namespace: Dict[str, Any], name: str) -> Any:
    """What a name stands for without any patch."""
    with _lock:
        pile = _piles.get((id(namespace), name))
        value = namespace[name]
        return pile.original if pile is not None and value is pile.top() else value


def stand_ins(originals: Iterable[Any]) -> Set[int]:
    """The identities of objects, and of what stands in their places now."""
    known = {id(value) for value in originals}
    with _lock:
        return known | {id(pile.top()) for pile in _piles.values() if id(pile.original) in known}


def put(owner: object, namespace: Dict[str, Any], name: str, value: Any) -> None:
    """Lets a name stand for something else until `take_away(owner)`."""
    with _lock:
        key = (id(namespace), name)
        pile = _piles.get(key)
        if pile is None or namespace[name] is not pile.top():
            pile = _piles[key] = _Pile(namespace, name)
        pile.layers.append((owner, value))
        namespace[name] = value


def take_away(owner: object) -> None:
    """Ends all that an owner put."""
    with _lock:
        for (_, name), pile in list(_piles.items()):
            before = pile.top()
            pile.layers = [layer for layer in pile.layers if layer[0] is not owner]
            if pile.namespace.get(name) is before:
                pile.namespace[name] = pile.top()
            if not pile.layers:
                del _piles[id(pile.namespace), name]
