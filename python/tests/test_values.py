"""Values on their way into the engine and back."""

import pickle
from fractions import Fraction

import megabatt as mb
import pytest
from megabatt._native import as_input, operation, there_and_back


def strict(value: object) -> object:
    """Tells bools from ints."""
    if isinstance(value, (tuple, frozenset)):
        return (type(value), [strict(item) for item in value])
    return (type(value), value)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        -1,
        2**63 - 1,
        -(2**63),
        2.5,
        float("inf"),
        (),
        ((),),
        (True, False),
        (1, 2),
        (True, 2),
        (1, 2, 3),
        (1, (2, 3)),
        (True, (2, 3)),
        (2**40, 1),
        ((1, 2), (3, 4)),
        ((1, 2), (3,)),
        ((-128, 127), (0, 1)),
        ((0, 1, 2), (3, 4, 5), (6, 7, 8)),
        ((0, 1, 2), (3, 4, 5), (6, 7, True)),
        ((0, 1, 2), (3, 4, 5), (6, 7, 128)),
        ((0, 1, 2), (3, 4, 5), (6, 7, 2**40)),
        ((0, 1, 2), (3, 4, 5), (6, 7)),
        ((0, 1, 2), (3, 4, 5), (6, 7, 8), 9),
        ((0, 1, 2, 3, 4, 5, 6, 7, 8, 9),),
        ((),) * 9,
        ((128, 0), (0, 1)),
        frozenset(),
        frozenset({True, 2}),
        frozenset({(1, (2, 3)), (1, 2)}),
        (frozenset({frozenset({1}), frozenset()}), None),
    ],
)
def test_values_stay_what_they_are(value: object) -> None:
    assert strict(there_and_back(value)) == strict(value)


def test_shared_sets_stay_shared() -> None:
    one = frozenset({(1, 2), (3, 4)})
    a, b = there_and_back((one, one))
    assert a is b


def test_what_is_no_value() -> None:
    for value, words in [([1], "give a tuple"), ({1}, "give a frozenset"), ("x", "not str"), (Fraction(1, 2), "not Fraction")]:
        with pytest.raises(TypeError, match=words):
            there_and_back((value,))
    with pytest.raises(OverflowError, match="64 bits"):
        there_and_back(2**63)
    deep: tuple = ()
    for _ in range(100_000):
        deep = (deep,)
    with pytest.raises(mb.LimitError, match="depth") as caught:
        there_and_back(deep)
    assert caught.value.limit == "depth"


def test_functions() -> None:
    add, rbind = operation("add"), operation("rbind")
    assert add(1, 2) == 3 and add(a=(1, 2), b=1) == (2, 3)
    increment = rbind(add, 1)
    assert increment(5) == 6 and isinstance(increment, mb.Function)
    assert increment == there_and_back(increment) and hash(increment) == hash(there_and_back(increment))
    assert increment != rbind(add, 1) and add == operation("add")
    assert repr(increment) == "<megabatt function rbind(add, 1)>" and add.__name__ == "add"
    apply = operation("apply")
    assert apply(increment, (1, 2)) == (2, 3)
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(increment)
    with pytest.raises(AttributeError, match="no operation nonsense"):
        operation("nonsense")


def test_exceptions_are_pythons() -> None:
    identity = operation("identity")
    for name, args, error in [
        ("first", (frozenset(),), StopIteration),
        ("divide", (1, 0), ZeroDivisionError),
        ("last", ((),), ValueError),
        ("add", (1,), TypeError),
        ("color", (3,), TypeError),
        ("upscale", (((1,),), 10**9), mb.LimitError),
        ("multiply", (2**62, 4), mb.LimitError),
    ]:
        with pytest.raises(error) as caught:
            operation(name)(*args)
        assert type(caught.value) is error
    with pytest.raises(TypeError):
        identity(value=1)


def test_grids_of_all_kinds() -> None:
    rows = ((0, 1, 2), (3, 4, 5))
    for given in [rows, [[0, 1, 2], [3, 4, 5]], [(0, 1, 2), [3, 4, 5]], mb.Grid(rows)]:
        assert as_input(given) == rows
    # Tuples are values of the DSL already, whatever they hold.
    assert as_input(((-1, 10), (300, 2))) == ((-1, 10), (300, 2))
    grid = mb.Grid(rows)
    assert grid.shape == (2, 3) and grid == rows and hash(grid) == hash(rows) and grid[1] == grid[-1] == (3, 4, 5)
    assert list(grid) == list(rows) and grid.to_list() == [[0, 1, 2], [3, 4, 5]] and grid.to_tuple() == rows
    assert pickle.loads(pickle.dumps(grid)) == grid


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ([], ValueError, "no rows"),
        ([[]], ValueError, "row 1 is empty"),
        ([[1, 2], [3]], ValueError, "row 2 is 1 wide, but row 1 is 2 wide"),
        ([[1, 10]], ValueError, "row 1, column 2: 10 is no colour"),
        ([[-1]], ValueError, "-1 is no colour"),
        ([[1.0]], TypeError, "float is no colour"),
        ([[True]], TypeError, "bool is no colour"),
        ([1, 2], TypeError, "row 1 is int"),
        ("abc", TypeError, "str is no grid"),
        (3, TypeError, "int is no grid"),
    ],
)
def test_what_is_no_grid(given: object, error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        mb.Grid(given)


def test_arrays() -> None:
    import numpy

    rows = ((0, 1, 2), (3, 4, 5))
    for kind in ["uint8", "int8", "int16", "uint32", "int32", "int64", "uint64"]:
        array = numpy.array(rows, dtype=kind)
        assert as_input(array) == rows
        assert as_input(array.T) == tuple(zip(*rows))
        assert as_input(array[::-1, ::2]) == ((3, 5), (0, 2))
        assert as_input([row for row in array]) == rows
    for kind, words in [("float64", "array of float64"), ("bool", "array of bool"), (">i4", "array of >i4")]:
        with pytest.raises(TypeError, match=words):
            mb.Grid(numpy.array(rows, dtype=kind))
    with pytest.raises(ValueError, match="row 1, column 2: 200 is no colour"):
        mb.Grid(numpy.array([[0, 200]], dtype="uint8"))
    with pytest.raises(ValueError, match="3 dimensions"):
        mb.Grid(numpy.zeros((1, 2, 3), dtype="uint8"))
    with pytest.raises(ValueError, match="0 rows"):
        mb.Grid(numpy.zeros((0, 3), dtype="uint8"))
    many = mb.Grid.many(numpy.arange(8, dtype="uint8").reshape(2, 2, 2))
    assert many == [((0, 1), (2, 3)), ((4, 5), (6, 7))]
    back = numpy.asarray(mb.Grid(rows))
    assert back.tolist() == [[0, 1, 2], [3, 4, 5]] and not back.flags.owndata and not back.flags.writeable
