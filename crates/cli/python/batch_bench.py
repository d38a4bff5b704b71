"""The work of `megabatt bench gpu` in NumPy and CuPy, for comparison. Prints JSON.

Host to host starts at a list of separately allocated byte grids of 25 by 25 and ends at such a list, as `megabatt bench gpu` does.
Batches that are one array already start and end at such an array, for CuPy in pinned memory.
CuPy gets the grids as one array in one copy, which is the best it can do; resident work starts and ends on the GPU.
Of `objects` there is only the first half in CuPy, without boxes, sizes and order: `label` for one colour after the other.
"""

import json
import statistics
import time

SIDE = 25
SIZES = (100, 200, 1_000, 10_000, 100_000)
RESIDENT = 100_000
WHOLE = (1_000, 100_000)


def median_ms(work, wait=lambda: None, seconds=0.5):
    work()
    wait()
    taken = []
    start = time.perf_counter()
    while len(taken) < 3 or (time.perf_counter() - start < seconds and len(taken) < 100):
        begin = time.perf_counter()
        work()
        wait()
        taken.append((time.perf_counter() - begin) * 1e3)
    return statistics.median(taken)


def turn(xp, grids):
    """rot90 (clockwise) and a mirror of a stack of grids."""
    return xp.flip(xp.rot90(grids, k=-1, axes=(1, 2)), axis=2)


def three(xp, grids):
    turned = turn(xp, grids)
    return xp.where(turned == 3, xp.int8(7), turned)


def host_to_host(xp, operation, grids, to_host):
    import numpy

    stacked = xp.asarray(numpy.stack(grids))
    result = to_host(xp.ascontiguousarray(operation(xp, stacked)))
    return [grid.copy() for grid in result]


def in_memory(numpy, grids):
    """The same grids in memory of NumPy's, and room for as many results."""
    return grids, numpy.empty_like(grids)


def in_pinned_memory(cupy, numpy, grids):
    """The same grids in pinned memory, and room for as many results."""

    def pinned():
        memory = cupy.cuda.alloc_pinned_memory(grids.nbytes)
        return numpy.frombuffer(memory, grids.dtype, grids.size).reshape(grids.shape)

    given, room = pinned(), pinned()
    given[:] = grids
    return given, room


def measured(xp, numpy, to_host, wait, whole):
    rng = numpy.random.default_rng(7)
    found = []
    for size in SIZES:
        grids = [rng.integers(0, 10, (SIDE, SIDE), dtype=numpy.int8) for _ in range(size)]
        for name, operation in (("rot90+flip", turn), ("3 operations", three)):
            ms = median_ms(lambda: host_to_host(xp, operation, grids, to_host), wait)
            found.append({"work": f"{name} host to host", "grids": size, "ms": ms})
    for size in WHOLE:
        given, room = whole(rng.integers(0, 10, (size, SIDE, SIDE), dtype=numpy.int8))

        def work():
            result = three(xp, xp.asarray(given))
            if xp is numpy:
                room[:] = result
            else:
                xp.ascontiguousarray(result).get(out=room)

        found.append({"work": "3 operations of one array", "grids": size, "ms": median_ms(work, wait)})
    stacked = xp.asarray(rng.integers(0, 10, (RESIDENT, SIDE, SIDE), dtype=numpy.int8))
    ms = median_ms(lambda: xp.ascontiguousarray(turn(xp, stacked)), wait)
    found.append({"work": "rot90+flip resident", "grids": RESIDENT, "ms": ms})
    return found


def drawn(numpy, rng, size):
    """A stack of grids with twelve rectangles each."""
    different = numpy.zeros((min(size, 2_000), SIDE, SIDE), dtype=numpy.int8)
    for grid in different:
        for _ in range(12):
            top, left = rng.integers(0, SIDE, 2)
            rows, columns = rng.integers(1, 7, 2)
            grid[top : top + rows, left : left + columns] = rng.integers(0, 10)
    return numpy.resize(different, (size, SIDE, SIDE))


def labelled(xp, label, grids):
    """Objects of one colour each, without diagonals, of all colours but 0; grids of a stack do not touch."""
    plane = xp.asarray([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
    touching = xp.stack([xp.zeros_like(plane), plane, xp.zeros_like(plane)])
    return [label(grids == colour, structure=touching) for colour in range(1, 10)]


def main():
    try:
        import numpy
    except ImportError:
        missing = {"missing": "this Python has no NumPy"}
        print(json.dumps({"numpy": missing, "cupy": {"missing": "this Python has no NumPy, which CuPy needs"}}))
        return
    report = {
        "numpy": {"version": numpy.__version__, "measured": measured(
            numpy, numpy, lambda a: a, lambda: None, lambda grids: in_memory(numpy, grids)
        )},
    }
    try:
        import cupy

        begin = time.perf_counter()
        three(cupy, cupy.zeros((2, SIDE, SIDE), dtype=cupy.int8)).get()
        first = (time.perf_counter() - begin) * 1e3
        wait = cupy.cuda.get_current_stream().synchronize
        pinned = lambda grids: in_pinned_memory(cupy, numpy, grids)  # noqa: E731
        cupy_measured = measured(cupy, numpy, lambda a: a.get(), wait, pinned)
        from cupyx.scipy.ndimage import label

        stacked = cupy.asarray(drawn(numpy, numpy.random.default_rng(7), RESIDENT))
        ms = median_ms(lambda: labelled(cupy, label, stacked), wait)
        cupy_measured.append({"work": "label of nine colours resident", "grids": RESIDENT, "ms": ms})
        report["cupy"] = {"version": cupy.__version__, "first_call_ms": first, "measured": cupy_measured}
    except ImportError:
        report["cupy"] = {"missing": "this Python has no CuPy"}
    except Exception as error:  # CuPy is there, but no GPU that it can use
        report["cupy"] = {"missing": f"CuPy cannot be used: {error}"}
    print(json.dumps(report))


if __name__ == "__main__":
    main()
