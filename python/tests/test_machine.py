"""The package as a guest of the process: imports, memory, forks."""

import os
import pathlib
import subprocess
import sys

import megabatt as mb
import pytest
from memory import only_where_it_is_told, resident


def ask(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_is_quick_and_takes_nothing_along() -> None:
    code = """
import sys, time
start = time.process_time()
import megabatt
took = time.process_time() - start
print(took, "numpy" in sys.modules, "pandas" in sys.modules, "tqdm" in sys.modules)
"""
    said = [ask(code).split() for _ in range(5)]
    assert all(words[1:] == ["False"] * 3 for words in said)
    assert min(float(words[0]) for words in said) < 0.05


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has ELF")
def test_other_libraries_find_room_beside_it() -> None:
    """A library whose variables of threads are found quickly has them in a place that all such libraries of a process share. glibc keeps
    1,664 bytes there, and whoever comes last gets "cannot allocate memory in static TLS block"."""
    import struct

    import megabatt._native as native

    library = pathlib.Path(native.__file__).read_bytes()
    assert library[:6] == b"\x7fELF\x02\x01"
    (first,) = struct.unpack_from("<Q", library, 0x20)
    size, count = struct.unpack_from("<HH", library, 0x36)
    headers = [struct.unpack_from("<IIQQQQQQ", library, first + n * size) for n in range(count)]
    of_threads = [header[6] for header in headers if header[0] == 7]
    assert sum(of_threads) <= 1_100, of_threads


def test_the_package_tells_what_it_has() -> None:
    code = """
import megabatt as mb
print(set(mb.__all__) <= set(dir(mb)), [name for name in ("Any", "List", "TYPE_CHECKING") if name in dir(mb)], "dsl" in vars(mb))
print(all(hasattr(mb, name) for name in mb.__all__), {"jit", "Jit", "patch", "Patch", "primitive", "Primitive", "dsl"} <= set(mb.__all__))
"""
    assert ask(code).split() == ["True", "[]", "False", "True", "True"]


def test_numpy_is_not_needed() -> None:
    code = """
import sys
sys.modules["numpy"] = sys.modules["pandas"] = sys.modules["tqdm"] = None
import megabatt as mb
programs = mb.load(text="def solve(I): return rot90(I)")
results = programs.run({"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[1]], "output": [[1]]}]}, "all", progress=False)
print(results.solved)
try:
    results.to_pandas()
except ImportError as error:
    print(error)
"""
    assert ask(code) == "{'tasks': ['solve']}\nto_pandas() needs pandas: pip install pandas"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_forks_run_too(programs: mb.Programs, tasks: mb.Tasks) -> None:
    right = programs.run(tasks).summary["right"]
    child = os.fork()
    if child == 0:
        # A child that hangs is ended by the alarm.
        import signal

        signal.alarm(60)
        fine = programs.run(tasks).summary["right"] == right and programs[0].run(tasks[0].train[0][0]).kind == "value"
        os._exit(0 if fine else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_a_pool_of_processes(programs: mb.Programs, tasks: mb.Tasks) -> None:
    import multiprocessing

    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(run_one, (programs[0], tasks[programs[0].task])) is True


def run_one(program: mb.Program, task: mb.Task) -> bool:
    return all(program(given) == wanted.to_tuple() for given, wanted in task.samples)


@only_where_it_is_told
def test_nothing_leaks(programs: mb.Programs, tasks: mb.Tasks) -> None:
    text = "def f(I):\n    x1 = objects(I, T, F, T)\n    x2 = rbind(add, ONE)\n    return (x1, x2, I)\n"
    program, failing = mb.load(text=text)[0], mb.load(text="def f(I): return first(())")[0]
    grid = tasks[0].train[0][0]

    def work(times: int) -> None:
        for n in range(times):
            objects, function, rows = program(grid)
            function(n)
            failing.run(rows)
            mb.Grid(rows).to_list()
            try:
                failing(rows)
            except StopIteration:
                pass
            try:
                mb.Grid([[n, 1], [2]])
            except ValueError:
                pass
            if n % 100 == 0:
                programs[:5].run(tasks[:2], "all").to_pandas()
                with mb.batch() as batch:
                    batch.call(program, rows)
                program.show(rows)._repr_html_()

    work(2_000)
    before = resident()
    work(10_000)
    assert resident() - before < 8 << 20
