"""``megabatt.dsl`` with plain Python values, and with Python's own functions."""

import inspect
import threading

import megabatt as mb
import megabatt.dsl as arc
import megabatt.dsl.rearc as rearc
import megabatt.dsl.tok as tok
import pytest
from megabatt.dsl import *  # noqa: F403
from megabatt.dsl import add, apply, compose, fork, mapply, order, rapply, rbind, sfilter


def test_all_names_are_there() -> None:
    assert len(arc.__all__) == 160 + 28 and len(rearc.__all__) == 160 + 28 and len(tok.__all__) > 300
    assert arc.DOWN == (1, 0) and arc.T is True and arc.TEN == 10 and add is arc.add
    assert all(hasattr(arc, name) for name in arc.__all__)


def test_dialects_differ() -> None:
    with pytest.raises(ValueError):
        arc.argmax((), arc.size)
    assert rearc.argmax((), rearc.size) is None
    assert rearc.branch(condition=True, if_value=1, else_value=2) == 1 == arc.branch(condition=True, a=1, b=2)
    assert tok.divide(1, 0) == ()


def test_operations_tell_about_themselves() -> None:
    assert str(inspect.signature(arc.fill)) == "(grid, value, patch)"
    assert arc.fill.__name__ == "fill" and arc.fill.__code__.co_argcount == 3 and rbind(arc.fill, 1).__code__.co_argcount == 2
    doc = arc.vmirror.__doc__
    assert doc.startswith("vmirror(piece: Piece) -> Piece") and "=> 3 2 1" in doc
    assert "gives ()" in tok.divide.__doc__


def test_python_functions_go_where_functions_go() -> None:
    assert apply(lambda x: x * x, (1, 2, 3)) == (1, 4, 9)
    assert sfilter(frozenset(range(10)), lambda x: x % 3 == 0) == frozenset({0, 3, 6, 9})
    assert order((3, 1, 2), lambda x: -x) == (3, 2, 1)
    assert mapply(lambda x: (x, x), (1, 2)) == (1, 1, 2, 2)
    assert rapply((len, max), (1, 2)) == (2, 2)
    assert fork(lambda a, b: (a, b), max, len)((4, 5, 6)) == (6, 3)
    assert rbind(lambda a, b: a - b, 3)(10) == 7
    assert compose(str.upper, str)  # Anything that can be called may be given; it matters only when it is called.


def test_python_functions_stay_themselves() -> None:
    def mine(x: int) -> int:
        return x

    assert arc.identity(mine) is mine and arc.first((mine, add)) is mine
    assert arc.equality(mine, mine) is True and arc.equality(mine, add) is False
    assert arc.contained(mine, (add, mine)) is True
    bound = rbind(compose, mine)
    assert bound(add)._parts()[1][1] is mine


def test_sets_stay_themselves() -> None:
    """Python's `a & a` copies a table, its `a & b` of equal sets walks one: who is who can be seen in the order of the result."""
    given = frozenset({(i * 7, i % 3) for i in range(40)})
    assert arc.identity(given) is given and arc.first((given, 1)) is given and arc.branch(True, given, 0) is given
    seen = []

    def noted(patch: object) -> object:
        seen.append(patch)
        return patch

    assert apply(noted, (given, given)) == (given, given) and seen[0] is given and seen[1] is given
    # What a function gives back is who went in, also if the engine made it.
    made = arc.shift(given, (1, 1))
    seen.clear()
    both = fork(lambda a, b: a is b, noted, compose(noted, arc.identity))
    assert both(made) is True and seen[0] is seen[1] is made
    assert apply(both, arc.initset(made)) == frozenset({True})
    assert mb.jit(lambda x: arc.identity(x))(given) is given


def test_many_sets_are_forgotten_again() -> None:
    places = arc.asindices(arc.canvas(0, (70, 70)))
    count = [0]

    def counted(patch: frozenset) -> int:
        count[0] += len(patch)
        return 1

    # Each place becomes a set that nobody has afterwards; more of them than are kept without clearing up.
    assert arc.size(apply(compose(counted, arc.initset), arc.totuple(places))) == count[0] == 4_900


def test_calls_come_as_often_and_in_the_order_of_python() -> None:
    seen = []

    def noted(x: int) -> int:
        seen.append(x)
        return -x

    container = frozenset({(i * 7919) % 1009 for i in range(50)})
    apply(noted, container)
    assert seen == list(container)
    seen.clear()
    arc.valmax(tuple(range(5)), noted)
    assert seen == [0, 1, 2, 3, 4, 0]  # The largest is asked again, as arc-dsl does.


def test_exceptions_of_python_functions_come_through() -> None:
    class Own(Exception):
        pass

    def raises(error: BaseException):
        def function(x: object) -> None:
            raise error

        return function

    own = Own("mine")
    with pytest.raises(Own) as caught:
        apply(compose(raises(own), arc.identity), (1, 2))
    assert caught.value is own
    with pytest.raises(KeyboardInterrupt):
        apply(raises(KeyboardInterrupt()), (1,))
    with pytest.raises(RuntimeError, match="generator raised StopIteration"):
        apply(raises(StopIteration()), (1,))
    with pytest.raises(StopIteration):
        compose(raises(StopIteration()), arc.identity)(1)
    with pytest.raises(ZeroDivisionError, match="division"):
        apply(lambda x: 1 // x, (1, 0))
    # What was raised and caught inside does not come back.
    with pytest.raises(TypeError):
        arc.color(3)
    with pytest.raises(AttributeError):
        rbind(max, 1)
    assert tok.apply(raises(own), (1, 2)) == ()


def test_python_functions_may_use_the_dsl_themselves() -> None:
    assert apply(lambda x: apply(lambda y: add(x, y), (1, 2)), (10, 20)) == ((11, 12), (21, 22))

    def fails_inside(x: int) -> int:
        try:
            return apply(lambda y: 1 // y, (x,))
        except ZeroDivisionError:
            return 7

    assert apply(fails_inside, (1, 0)) == ((1,), 7)


def test_what_a_python_function_gives_must_be_a_value() -> None:
    with pytest.raises(TypeError, match="give a tuple"):
        apply(lambda x: [x], (1, 2))


def test_threads() -> None:
    wrong = []

    def work(n: int) -> None:
        for _ in range(50):
            if apply(lambda x: x + n, (1, 2, 3)) != (1 + n, 2 + n, 3 + n):
                wrong.append(n)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert mb.dsl is arc


def test_ints_and_bools_of_other_libraries() -> None:
    numpy = pytest.importorskip("numpy")
    found = arc.fill(((0, 1),), numpy.array([3, 5]).max(), frozenset({(numpy.int8(0), 0)}))
    assert found == ((5, 1),) and type(found[0][0]) is int
    assert arc.flip(numpy.True_) is False and arc.identity(numpy.False_) is False
    assert arc.apply(lambda n: numpy.int64(n) + 1, (1, 2)) == (2, 3)
    assert mb.load(text="def p(I): return I")["p"]((numpy.uint8(3),)) == (3,)
    assert mb.jit(lambda n: arc.add(n, numpy.int64(2)))(numpy.int64(3)) == 5
    for other in (numpy.array([1]), numpy.array(1), numpy.float32(1)):
        with pytest.raises(TypeError, match="a value of the DSL is"):
            arc.identity(other)
    with pytest.raises(OverflowError):
        arc.identity(numpy.uint64(2**63))
    # In the place of Python's own functions nothing becomes something else.
    assert arc.identity.attempt(numpy.int64(3)) is NotImplemented


def test_exceptions_say_which_keyword_it_was() -> None:
    grid, nothing = ((0, 1),), frozenset()
    names = "its parameters are grid, value, patch$"
    for words, call in (
        ("has no parameter 'ptch'", lambda: arc.fill(grid, value=3, ptch=nothing)),
        ("got 'grid' twice", lambda: arc.fill(grid, 3, grid=nothing)),
        ("got no 'patch'", lambda: arc.fill(grid, value=3)),
        ("takes 3 arguments, not 5", lambda: arc.fill(grid, 3, nothing, 4, patch=nothing)),
    ):
        with pytest.raises(TypeError, match=rf"^fill\(\) {words}.*; {names}"):
            call()
    with pytest.raises(TypeError, match=r"^fill\(\(\(0, 1\),\), 3, patch=5\)$"):
        arc.fill(grid, 3, patch=5)
    assert arc.fill(patch=frozenset({(0, 0)}), grid=grid, value=3) == ((3, 1),)


def test_exceptions_say_which_call_it_was() -> None:
    with pytest.raises(TypeError, match=r"^objects\(\) takes 4 arguments \(grid, univalued, diagonal, without_bg\), not 3$"):
        arc.objects(((1,),), True, False)
    with pytest.raises(TypeError, match=r"^height\(\) takes 1 argument \(piece\), not 0$"):
        arc.height()
    with pytest.raises(StopIteration, match=r"^first\(\(\)\)$"):
        arc.first(())
    with pytest.raises(TypeError, match=r"^objects\(5, True, False, True\)$"):
        arc.objects(5, True, False, True)
    with pytest.raises(ValueError, match=r"^mostcommon\(\(\)\)$"):
        arc.mostcommon(())
    with pytest.raises(TypeError, match="…"):
        arc.add((tuple(range(100)),), (1, 2))
    with pytest.raises(TypeError, match=r"^p\(\(\)\)$"):
        mb.load(text="def p(I): return crop(I, ORIGIN, width(I))")["p"](())
