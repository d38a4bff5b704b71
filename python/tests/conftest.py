"""What several tests use: the demo of the repository, what megabatt is compared with, and the command line."""

import json
import os
import pathlib
import subprocess
from typing import Any, Callable, List

import megabatt as mb
import pytest
from skips import Skips

DEMO = pathlib.Path(__file__).parents[2] / "demo"
TOLD = pytest.StashKey[List[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TOLD] = []
    config.pluginmanager.register(Skips(), "skips")


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    for line in config.stash[TOLD]:
        terminalreporter.write_line(line)


@pytest.fixture
def tell(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Takes lines that people see at the end, whether tests pass or fail."""
    return pytestconfig.stash[TOLD].append


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
    return _named("MEGABATT_PACKAGES")


@pytest.fixture(scope="session")
def megabatt() -> Callable[..., Any]:
    """The command line: runs it in a folder and gives what it prints, as JSON."""
    binary = _named("MEGABATT_BINARY")

    def run(folder: pathlib.Path, *args: Any) -> Any:
        command = [str(binary), *map(str, args)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout) if done.stdout else None

    return run


def _named(variable: str) -> pathlib.Path:
    """A path that `cargo xtask test` gives. Without it there is nothing to compare with, and that is a failure."""
    path = os.environ.get(variable)
    if not path:
        pytest.fail(f"{variable} is not set; `cargo xtask test --only python` fetches and builds what is compared with, and sets it")
    return pathlib.Path(path)
