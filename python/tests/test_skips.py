"""The list of tests that may be skipped is looked at."""

import pathlib

from skips import LIST, Skips, gone, listed

pytest_plugins = ["pytester"]

CONFTEST = """
import pathlib, sys
sys.path.insert(0, {folder!r})
from skips import Skips
def pytest_configure(config):
    config.pluginmanager.register(Skips(pathlib.Path(__file__).parent / "allowed_skips.txt"), "skips")
"""

TESTS = """
import pytest
def test_listed():
    pytest.skip("nothing to compare with")
@pytest.mark.parametrize("n", [1, 2])
def test_other(n):
    if {skips}:
        pytest.skip("in a bad mood")
"""


def outcome(pytester, allowed: str, *, skips: bool):
    pytester.makeconftest(CONFTEST.format(folder=str(pathlib.Path(__file__).parent)))
    pytester.makefile(".txt", allowed_skips=allowed)
    pytester.makepyfile(test_some=TESTS.format(skips=skips))
    return pytester.runpytest_subprocess("-p", "no:cacheprovider")


def test_a_listed_skip_is_told(pytester) -> None:
    result = outcome(pytester, "# a list\ntest_some.py::test_listed build it first\n", skips=False)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["NOT COMPARED: test_some.py::test_listed: nothing to compare with", "  build it first"])


def test_another_skip_fails(pytester) -> None:
    result = outcome(pytester, "test_some.py::test_listed build it first\n", skips=True)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["FAILED: test_some.py::test_other was skipped (in a bad mood), and allowed_skips.txt *"])


def test_a_line_without_a_test_fails(pytester) -> None:
    result = outcome(pytester, "test_some.py::test_listed x\ntest_some.py::test_gone y\ntest_none.py::test_x z\n", skips=False)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "FAILED: allowed_skips.txt names test_some.py::test_gone, and there is no such test",
            "FAILED: allowed_skips.txt names test_none.py::test_x, and there is no such test",
        ]
    )


def test_a_module_that_skips_itself_fails(pytester) -> None:
    pytester.makepyfile(test_whole='import pytest\npytest.importorskip("no_such_module")\n')
    result = outcome(pytester, "test_some.py::test_listed x\n", skips=False)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["FAILED: test_whole.py was skipped *"])


def test_our_own_list() -> None:
    allowed = listed(LIST.read_text())
    assert allowed and all(allowed.values()) and not gone(allowed, LIST.parent)
    assert Skips().faults() == []
