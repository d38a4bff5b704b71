"""A bar for long runs, if tqdm is there."""

from __future__ import annotations

import sys
import time
from typing import Any, Optional

#: A run that is over sooner needs no bar, and need not wait for tqdm to be imported.
PATIENCE = 0.5


class Bar:
    """Told from time to time how many rows are done."""

    def __init__(self, wanted: bool, total: int) -> None:
        self.wanted = wanted
        self.total = total
        self.start = time.monotonic()
        self.bar: Optional[Any] = None
        self.silent = not wanted and not (_in_notebook() or sys.stderr is not None and sys.stderr.isatty())

    def update_to(self, done: int) -> None:
        if self.bar is None and not self.silent and time.monotonic() - self.start >= PATIENCE:
            self.bar = self._open(done)
            self.silent = self.bar is None
        if self.bar is not None:
            self.bar.update(done - self.bar.n)

    def close(self, done: int) -> None:
        if self.bar is not None:
            self.bar.update(done - self.bar.n)
            self.bar.close()

    def _open(self, done: int) -> Optional[Any]:
        """A bar that begins with what is done already, which took it no time: it would make the rate too high."""
        try:
            from tqdm.auto import tqdm
        except ImportError:
            if self.wanted:
                import warnings

                warnings.warn("progress=True needs tqdm: pip install tqdm", stacklevel=3)
            return None
        return tqdm(total=self.total, initial=done, unit=" runs", unit_scale=True)


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    get = getattr(shell, "get_ipython", None)
    return get is not None and type(get()).__name__ == "ZMQInteractiveShell"
