"""Signatures of native functions, for ``inspect.signature`` and the help of editors."""

import inspect
from typing import List


def signature(names: List[str]) -> inspect.Signature:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Signature([inspect.Parameter(name, kind) for name in names])
