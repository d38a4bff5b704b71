"""Programs that fail on purpose, one for each way a program can go wrong.

`solve_<task>_fails_<exception>` raises that exception on every pair of its task;
`solve_<task>_wrong_<what>` runs through and returns a wrong answer on at least one pair.
"""

from dsl import *


def solve_0ddba115_fails_stopiteration(I):
    """StopIteration: no shape has the colour ten, so extract finds nothing."""
    x1 = objects(I, T, F, T)
    x2 = matcher(color, TEN)
    x3 = extract(x1, x2)
    O = subgrid(x3, I)
    return O


def solve_ba5eba11_fails_runtimeerror(I):
    """RuntimeError: first raises StopIteration on an empty set, inside the generator of apply."""
    x1 = objects(I, F, T, T)
    x2 = matcher(first, NINE)
    x3 = rbind(sfilter, x2)
    x4 = compose(first, x3)
    x5 = apply(x4, x1)
    O = paint(I, x5)
    return O


def solve_b1f0ca15_fails_indexerror(I):
    """IndexError: cellwise compares the whole grid with its left half, which is too narrow."""
    x1 = lefthalf(I)
    x2 = cellwise(I, x1, ZERO)
    O = replace(x2, SEVEN, EIGHT)
    return O


def solve_5ca1ab1e_fails_typeerror(I):
    """TypeError: the factor is a tuple, and range wants an integer."""
    x1 = shape(I)
    O = upscale(I, x1)
    return O


def solve_f1d6e7ed_fails_valueerror(I):
    """ValueError: there is no orange cell, and min of nothing has no value."""
    x1 = ofcolor(I, THREE)
    x2 = ofcolor(I, SEVEN)
    x3 = manhattan(x1, x2)
    x4 = toivec(x3)
    O = move(I, recolor(THREE, x1), x4)
    return O


def solve_d11a7ed0_fails_recursionerror(I):
    """RecursionError: power counts down to one and steps past it when started at zero."""
    x1 = objects(I, T, F, T)
    x2 = power(outbox, ZERO)
    x3 = fork(recolor, color, x2)
    x4 = mapply(x3, x1)
    O = paint(I, x4)
    return O


def solve_7a11e57a_fails_zerodivisionerror(I):
    """ZeroDivisionError: a grid cannot be split into zero strips."""
    x1 = numcolors(I)
    x2 = subtract(x1, x1)
    x3 = hsplit(I, x2)
    O = merge(x3)
    return O


def solve_ed6e1e55_fails_attributeerror(I):
    """AttributeError: dedupe needs a tuple; the frozenset of colours has no index method."""
    x1 = trim(I)
    x2 = palette(x1)
    x3 = dedupe(x2)
    O = switch(x1, first(x3), last(x3))
    return O


def solve_1ace1ace_fails_zerodivisionerror_in_a_dead_line(I):
    """ZeroDivisionError: nothing uses x3, but Python runs that line and so it raises."""
    x1 = tophalf(I)
    x2 = bottomhalf(I)
    x3 = divide(height(I), ZERO)
    x4 = pair(x1, x2)
    O = merge(x4)
    return O


def solve_b1f0ca15_wrong_colour(I):
    """Wrong answer: the common cells stay orange where the task wants them cyan."""
    x1 = lefthalf(I)
    x2 = vmirror(righthalf(I))
    O = cellwise(x1, x2, ZERO)
    return O


def solve_de5ca1ed_wrong_size(I):
    """Wrong answer: always halves the picture, right only where the grey block is 2 by 2."""
    x1 = merge(fgpartition(I))
    x2 = subgrid(x1, I)
    O = downscale(x2, TWO)
    return O


def solve_d1ced1ce_wrong_on_odd(I):
    """Wrong answer: never looks at the number of blue cells, right only where it is even."""
    O = hmirror(I)
    return O


def solve_c0a1e5ce_wrong_type(I):
    """Wrong answer: returns the colour, a number, and not a grid."""
    O = index(I, halve(shape(I)))
    return O
