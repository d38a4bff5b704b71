"""A skipped test is not a passed one: those that may be skipped stand in a list, and are told at the end."""

import ast
import pathlib
from typing import Any, Dict, List

import pytest

HERE = pathlib.Path(__file__).parent
LIST = HERE / "allowed_skips.txt"


def listed(text: str) -> Dict[str, str]:
    """The tests of the list, and when each may be skipped."""
    lines = [line.partition(" ") for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {test: when.strip() for test, _, when in lines}


def gone(tests: Dict[str, str], folder: pathlib.Path) -> List[str]:
    """Tests of the list that are no longer there."""

    def is_there(test: str) -> bool:
        file, _, name = test.partition("::")
        path = folder / file
        if not path.is_file():
            return False
        return any(isinstance(node, ast.FunctionDef) and node.name == name for node in ast.parse(path.read_text()).body)

    return [test for test in tests if not is_there(test)]


class Skips:
    """Watches a session; a skip that is not on the list makes it fail, and so does a line of the list that names no test."""

    def __init__(self, path: pathlib.Path = LIST) -> None:
        self.path = path
        self.allowed = listed(path.read_text())
        self.gone = gone(self.allowed, path.parent)
        self.skipped: Dict[str, str] = {}

    def _note(self, report: Any) -> None:
        if report.skipped:
            path, _, name = report.nodeid.partition("::")
            file = pathlib.PurePosixPath(path).name
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            self.skipped[f"{file}::{name.partition('[')[0]}" if name else file] = reason.removeprefix("Skipped: ")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report)

    def faults(self) -> List[str]:
        """What makes the session fail."""
        name, unlisted = self.path.name, [item for item in self.skipped.items() if item[0] not in self.allowed]
        faults = [f"{test} was skipped ({why}), and {name} does not allow it" for test, why in unlisted]
        return faults + [f"{name} names {test}, and there is no such test" for test in self.gone]

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.faults() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for test, why in sorted(self.skipped.items()):
            if test in self.allowed:
                terminalreporter.write_line(f"NOT COMPARED: {test}: {why}\n  {self.allowed[test]}")
        for fault in self.faults():
            terminalreporter.write_line(f"FAILED: {fault}", red=True)
