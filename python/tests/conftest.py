"""What several tests use: the demo of the repository."""

import os
import pathlib

import megabatt as mb
import pytest

DEMO = pathlib.Path(__file__).parents[2] / "demo"


@pytest.fixture(scope="session")
def demo() -> pathlib.Path:
    return DEMO


@pytest.fixture(scope="session")
def programs() -> mb.Programs:
    return mb.load([DEMO / "programs.py", DEMO / "failing.py"])


@pytest.fixture(scope="session")
def tasks() -> mb.Tasks:
    return mb.tasks(DEMO / "tasks")


@pytest.fixture(scope="session")
def packages() -> pathlib.Path:
    """The folder with re-arc's own DSL and verifiers, and ARC-AGI-1."""
    folder = os.environ.get("MEGABATT_PACKAGES")
    if not folder:
        pytest.fail("MEGABATT_PACKAGES is not set; `cargo xtask test --only python` fetches what is compared with, and sets it")
    return pathlib.Path(folder)
