"""What notebooks show."""

import xml.etree.ElementTree as xml

import megabatt as mb
import pytest


def parsed(html: str) -> xml.Element:
    """HTML of ours is XML, so that a missing end or an open bracket is found."""
    return xml.fromstring(html.replace("<br>", "<br/>"))


def test_a_grid() -> None:
    picture = parsed(mb.Grid([[0, 1], [9, 0]])._repr_html_())
    paths = {path.get("fill"): path.get("d") for path in picture.iter("{http://www.w3.org/2000/svg}path")}
    assert paths == {
        "#000000": "M0 0h20v20h-20zM20 20h20v20h-20z",
        "#0074D9": "M20 0h20v20h-20z",
        "#870C25": "M0 20h20v20h-20z",
    }
    odd = parsed(mb.Grid(((-1, 10),))._repr_html_())
    assert [text.text for text in odd.iter("{http://www.w3.org/2000/svg}text")] == ["-1", "10"]
    large = mb.load(text="def f(I): return canvas(ZERO, (200, 200))")[0]([[1]])
    assert mb.Grid(large)._repr_html_() == "<span>a grid of 200 × 200</span>"


def test_tasks_programs_and_results(programs: mb.Programs, tasks: mb.Tasks) -> None:
    assert "ca5caded" in parsed(tasks["ca5caded"]._repr_html_()).findtext(".//b", "")
    shown = tasks._repr_html_()
    assert len(parsed(shown).findall(".//b")) == 10 and "and 31 more" in shown and len(shown) < 200_000
    assert "".join(parsed(programs[0]._repr_html_()).itertext()).count("dmirror") == 2
    assert len(parsed(programs._repr_html_()).findall(".//tr")) == 96
    results = programs.run(tasks)
    assert len(parsed(results._repr_html_()).findall(".//tr")) == 42
    assert repr(results).startswith("<Results: 95 programs, 41 tasks, 392 runs: 355 values, 37 exceptions, 0 limits; 342 of 392 right")


def test_what_comes_from_outside_is_escaped() -> None:
    evil = "<script>alert('x')</script>"
    task = {evil: {"train": [{"input": [[1]], "output": [[2]]}], "test": [{"input": [[3]], "output": [[3]]}]}}
    tasks = mb.tasks(task)
    programs = mb.load(text="def solve(I): return I", name=evil)
    for html in (
        tasks[0]._repr_html_(),
        tasks._repr_html_(),
        programs._repr_html_(),
        programs[0]._repr_html_(),
        programs.run(tasks, "all")._repr_html_(),
        programs[0].show([[1]])._repr_html_(),
    ):
        assert "<script" not in html
        parsed(html)


def test_lines_of_a_program() -> None:
    text = """
def solve(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1,
                size)
    x3 = toindices(x2); x4 = size(x1)
    x5 = divide(x4, ZERO)
    O = canvas(x5, (TWO, TWO))
    return O
"""
    shown = mb.load(text=text)[0].show([[0, 1, 1], [2, 0, 0]])
    assert [line["number"] for line in shown.lines] == [3, 4, 6, 7, 8, 9]
    assert shown.lines[0]["value"] == frozenset({frozenset({(1, (0, 1)), (1, (0, 2))}), frozenset({(2, (1, 0))})})
    assert shown.lines[1]["text"] == "x2 = argmax(x1, size)" and shown.lines[2]["value"] == 2
    assert shown.lines[3]["failure"] == shown.failure == "ZeroDivisionError" and shown.value is None
    lines = repr(shown).splitlines()
    assert lines[0] == "solve  <text>:2" and lines[-1] == "it ends with ZeroDivisionError"
    assert "      ZeroDivisionError" in lines and "      not run" in lines
    html = shown._repr_html_()
    assert len(parsed(html).findall(".//tr")) == 6 and html.count("<svg") == 3
    good = mb.load(text="def f(I): return rot90(I)")[0].show([[1, 2]])
    assert good.value == ((1,), (2,)) and good.failure is None and repr(good).endswith("      1\n      2")


@pytest.mark.parametrize("name", ["solve_ca5caded", "solve_b1f0ca15_fails_indexerror"])
def test_every_program_can_be_shown(programs: mb.Programs, tasks: mb.Tasks, name: str) -> None:
    program = programs[name]
    for given, _ in tasks[program.task].samples:
        shown, outcome = program.show(given), program.run(given)
        assert (shown.value, shown.failure) == (outcome.value, outcome.error)
        parsed(shown._repr_html_())
