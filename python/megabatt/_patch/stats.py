"""What a patch did, call by call."""

import threading
from typing import Dict, Iterator, List, NamedTuple, Tuple


class Counts(NamedTuple):
    """Calls of one function.

    accelerated: answered by the engine. batched: answered by the engine together with others. left_alone: too small to be
    worth it. failed_over: the engine had no exact answer (a limit, or arguments that are no values of the DSL), so Python
    gave it.
    """

    accelerated: int = 0
    batched: int = 0
    left_alone: int = 0
    failed_over: int = 0


class Stats:
    """Counts per function, and what was not patched and why. Prints as a table."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Dict[str, List[int]] = {}
        #: The dialect of the module.
        self.dialect = ""
        #: Programs that the engine runs whenever they are called, by whatever reference.
        self.recognised: List[str] = []
        #: Functions that stay as they are, and why.
        self.untouched: Dict[str, str] = {}

    def _add(self, name: str, which: int) -> None:
        with self._lock:
            self._counts.setdefault(name, [0, 0, 0, 0])[which] += 1

    def __getitem__(self, name: str) -> Counts:
        return Counts(*self._counts.get(name, ()))

    def __contains__(self, name: str) -> bool:
        return name in self._counts

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._counts))

    def __len__(self) -> int:
        return len(self._counts)

    def items(self) -> List[Tuple[str, Counts]]:
        """Names and counts of everything that was called."""
        return [(name, self[name]) for name in self]

    @property
    def total(self) -> Counts:
        """The counts of all functions together."""
        with self._lock:
            return Counts(*(sum(column) for column in zip(*self._counts.values())))

    def __str__(self) -> str:
        heads = ("", "accelerated", "batched", "left alone", "failed over")
        rows = [heads, *((name, *map(str, counts)) for name, counts in self.items()), ("all", *map(str, self.total))]
        width = max(len(row[0]) for row in rows)
        lines = [f"{row[0]:{width}}  " + "  ".join(f"{cell:>11}" for cell in row[1:]) for row in rows]
        if self.recognised:
            never = sum(name not in self for name in self.recognised)
            lines.append(f"programs recognised: {len(self.recognised)}, of which not called: {never}")
        if self.untouched:
            lines.append(f"{len(self.untouched)} functions are not patched; .untouched says why")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<patch of {len(self)} functions that were called: {self.total}>"


ACCELERATED, BATCHED, LEFT_ALONE, FAILED_OVER = range(4)
