"""Programs that see the demo pairs, and differs, each run by Python and by megabatt.

Some raise on purpose, or on some tasks. Functions called `helper…` are used by the others.
"""

from dsl import *


def helper_outputs(S, I, C):
    return apply(last, S)


def helper_colours(S):
    return merge(apply(palette, apply(first, S)))


# What S, I and C are.


def solve_demos_themselves(S, I, C):
    return S


def solve_target_is_none(S, I, C):
    return astuple(equality(C, None), C)


def solve_target_raises(S, I, C):
    return palette(C)


def solve_first_output(S, I, C):
    x1 = first(S)
    x2 = last(x1)
    return x2


def solve_grid_alone(I):
    return rot90(I)


# Learning from the demo pairs.


def solve_new_colour(S, I, C):
    x1 = apply(first, S)
    x2 = apply(last, S)
    x3 = merge(apply(palette, x1))
    x4 = merge(apply(palette, x2))
    x5 = difference(x4, x3)
    x6 = first(x5)
    x7 = leastcolor(I)
    O = replace(I, x7, x6)
    return O


def solve_same_turn(S, I, C):
    x1 = fork(equality, compose(rot90, first), last)
    x2 = apply(x1, S)
    x3 = contained(F, x2)
    x4 = branch(x3, identity, rot90)
    O = x4(I)
    return O


def solve_by_helper(S, I, C):
    x1 = helper_outputs(S, I, C)
    x2 = size(x1)
    O = upscale(I, x2)
    return O


def solve_by_helper_of_demos(S, I, C):
    x1 = helper_colours(S)
    x2 = dedupe(x1)
    O = order(x2, identity)
    return O


def solve_places_that_stay(S, I, C):
    x1 = compose(asobject, first)
    x2 = compose(asobject, last)
    x3 = fork(intersection, x1, x2)
    x4 = apply(x3, S)
    x5 = first(x4)
    x6 = toindices(x5)
    O = fill(I, ZERO, x6)
    return O


def solve_all_objects(S, I, C):
    x1 = rbind(rbind(rbind(objects, T), F), T)
    x2 = apply(first, S)
    x3 = first(x2)
    x4 = objects(x3, T, F, T)
    x5 = apply(toindices, x4)
    x6 = merge(x5)
    O = underfill(I, FIVE, x6)
    return O


def solve_set_of_demos(S, I, C):
    x1 = apply(shape, apply(first, S))
    x2 = apply(shape, apply(last, S))
    x3 = initset(first(x1))
    x4 = insert(last(x2), x3)
    O = combine(x4, initset(shape(I)))
    return O


# Failing.


def solve_dead_line_of_demos(S, I, C):
    x1 = first(first(first(S)))
    x2 = add(x1, S)
    return I


def solve_too_few_demos(S, I, C):
    x1 = remove(first(S), S)
    x2 = remove(first(x1), x1)
    x3 = remove(first(x2), x2)
    O = first(first(x3))
    return O


def solve_int(S, I, C):
    return size(S)


def solve_function(S, I, C):
    return rbind(add, size(S))


# Differs: I is what a program gave, C the target.


def differ_cells(S, I, C):
    x1 = asobject(I)
    x2 = asobject(C)
    x3 = intersection(x1, x2)
    return size(x3)


def differ_palette(S, I, C):
    x1 = difference(palette(I), palette(C))
    x2 = multiply(TEN, size(x1))
    O = subtract(multiply(TEN, TEN), x2)
    return astuple(O, x1)


def differ_same(S, I, C):
    return equality(I, C)


def differ_same_with_detail(S, I, C):
    return (equality(I, C), I, C)


def differ_demos(S, I, C):
    x1 = apply(last, S)
    x2 = merge(apply(palette, x1))
    x3 = dedupe(x2)
    x4 = contained(I, x1)
    O = branch(x4, ZERO, size(x3))
    return O


def differ_height(S, I, C):
    return subtract(height(I), height(C))


def differ_nothing(S, I, C):
    return None


def differ_pair(S, I, C):
    return shape(C)


def differ_objects(S, I, C):
    x1 = objects(I, T, F, T)
    x2 = objects(C, T, F, T)
    x3 = difference(x1, x2)
    return astuple(size(x3), x3)


def differ_of_differ(S, I, C):
    x1 = differ_cells(S, C, C)
    x2 = differ_cells(S, I, C)
    return subtract(x1, x2)
