"""What several tests use: the demo of the repository."""

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
