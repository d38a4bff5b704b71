"""``mb.primitive``: Python functions as operations."""

import pickle

import megabatt as mb
import pytest
from megabatt.dsl import add, apply, double, fork, identity, increment, order, rbind, sfilter


@mb.primitive
def twice_and_one(n):
    """One more than twice as much."""
    return increment(double(n))


@mb.primitive
def digits(n):
    return len(str(n))


def test_a_straight_line_one_is_native() -> None:
    assert twice_and_one.native and not twice_and_one.slow and twice_and_one.why_slow is None
    assert twice_and_one(3) == 7 and twice_and_one((1, 2)) == (3, 5) and twice_and_one.__doc__ == "One more than twice as much."
    assert apply(twice_and_one, (1, 2)) == (3, 5) and rbind(add, 1)(twice_and_one(1)) == 4
    assert repr(twice_and_one) == "<primitive twice_and_one, native>"


def test_any_other_is_called_in_python() -> None:
    assert digits.slow and "Python's len" in digits.why_slow and repr(digits) == "<primitive digits, slow>"
    assert digits(123) == 3 and apply(digits, (5, 55)) == (1, 2) and order((500, 5), digits) == (5, 500)
    assert fork(add, digits, identity)(10) == 12


def test_both_in_a_traced_function() -> None:
    @mb.jit
    def native(I):
        return apply(twice_and_one, (1, 2))

    @mb.jit
    def slow(I):
        return (apply(digits, (1, 22)), digits(333), twice_and_one(1))

    assert native(((1,),)) == (3, 5) and "def twice_and_one(n):" in native.source
    assert slow(((1,),)) == ((1, 2), 3, 3) and slow.map([((1,),)] * 2) == [((1, 2), 3, 3)] * 2
    with pytest.raises(ValueError, match="calls a function of Python's"):
        slow.source


def test_what_depends_on_the_value_is_not_traced() -> None:
    @mb.primitive
    def kind(x):
        return 1 if isinstance(x, tuple) else 2

    @mb.primitive
    def same(x):
        return x is None

    @mb.primitive
    def tried(x):
        try:
            return increment(x)
        except TypeError:
            return 0

    assert kind.slow and same.slow and tried.slow
    assert apply(kind, (1, (2,))) == (2, 1) and apply(same, (1, None)) == (False, True) and tried(frozenset()) == 0


def test_exceptions_come_through() -> None:
    @mb.primitive
    def fails(x):
        raise LookupError(x)

    with pytest.raises(LookupError, match="7"):
        sfilter((7,), fails)
    with pytest.raises(LookupError, match="7"):
        mb.jit(lambda I: fails(7))(((1,),))
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(fails)
    with pytest.raises(TypeError, match="takes a function"):
        mb.primitive(3)
