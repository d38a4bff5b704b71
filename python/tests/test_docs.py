"""The examples of README and docs are run.

A block of Python with prompts is a doctest, another one a script; the blocks of a page share their names. ``python network``
marks a block that needs one. Files that the page on batt files shows with their names are there.
"""

import doctest
import pathlib
import re
import shutil

import pytest

ROOT = pathlib.Path(__file__).parents[2]
BLOCK = re.compile(r"^```python( network)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r'^```\w+ title="(.*?)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "docs/python-dsl.md"])
def test_examples(page: str, demo: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / page).read_text()
    shutil.copytree(demo / "tasks", tmp_path / "tasks")
    shutil.copy(demo / "programs.py", tmp_path / "solvers.py")
    for name, content in FILE.findall((ROOT / "docs" / "batt.md").read_text()):
        (tmp_path / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    ran = 0
    for block in BLOCK.finditer(text):
        network, code = block.groups()
        line = text.count("\n", 0, block.start()) + 2
        if network:
            compile(re.sub(r"^(>>>|\.\.\.) ?", "", code, flags=re.MULTILINE), page, "exec")
        elif ">>>" in code:
            test = doctest.DocTestParser().get_doctest(code, names, page, page, line)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
            assert runner.failures == 0, f"{page}:{line}"
        else:
            exec(compile("\n" * (line - 1) + code, page, "exec"), names)
        ran += 1
    assert ran > 0 and ran == text.count("```python")
