"""How much memory the process has."""

import pathlib

import pytest

STATM = pathlib.Path("/proc/self/statm")
only_where_it_is_told = pytest.mark.skipif(not STATM.exists(), reason="only Linux tells memory this way")


def resident() -> int:
    """Bytes of memory that this process has now."""
    import resource

    return int(STATM.read_text().split()[1]) * resource.getpagesize()
