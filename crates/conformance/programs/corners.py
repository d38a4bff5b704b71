"""Programs for the corners of the language, each run in both dialects by Python and by megabatt.

Most of them raise, or come near to it, on purpose. Functions called `helper…` are used by the others.
"""

from dsl import *


def helper_two(a, b):
    return astuple(b, a)


def helper_chain(x):
    y = helper_two(x, ONE)
    return helper_two(y, x)


def helper_raises(x):
    y = divide(ONE, ZERO)
    return x


def helper_constant():
    return THREE


def helper_four(a, b, c, d):
    return combine(astuple(a, b), astuple(c, d))


def helper_five(a, b, c, d, e):
    return (a, b, c, d, e)


# Order of evaluation and dead lines.


def solve_dead_line_raises(I):
    x1 = first(())
    x2 = rot90(I)
    return x2


def solve_first_raise_decides(I):
    x1 = divide(ONE, ZERO)
    x2 = first(())
    return x1


def solve_inner_raise_decides(I):
    return add(first(()), divide(ONE, ZERO))


def solve_arguments_before_the_call(I):
    return height(divide(ONE, ZERO), I)


def solve_function_before_arguments(I):
    x1 = ZERO
    return x1(divide(ONE, ZERO))


def solve_name_bound_anew(I):
    I = rot90(I)
    I = hmirror(I)
    x = I
    x = (x, I)
    return x


def solve_returns_the_input(I):
    return I


def solve_returns_a_constant(I):
    x1 = size(I)
    return (NEG_ONE, T, None, (), (ORIGIN,), -5, 10)


def solve_returns_a_function(I):
    return (rot90, compose(first, rot90), helper_two)


def solve_nested_calls(I):
    return order(apply(color, objects(I, T, F, T)), compose(invert, identity))


# Calls that do not fit.


def solve_too_many_arguments(I):
    return rot90(I, I)


def solve_too_few_arguments(I):
    return fill(I, ONE)


def solve_calls_an_int(I):
    x1 = size(I)
    return x1(I)


def solve_calls_a_grid(I):
    return I(ZERO)


def solve_calls_none(I):
    x1 = index(I, (99, 99))
    return x1(I)


def solve_no_arguments(I):
    return rot90()


# Keywords.


def solve_keywords(I):
    x1 = fill(value=THREE, grid=I, patch=initset(ORIGIN))
    return paint(x1, obj=recolor(value=FIVE, patch=initset((1, 1))))


def solve_keyword_after_position(I):
    return crop(I, ORIGIN, dims=(2, 2))


def solve_keyword_twice(I):
    return crop(I, ORIGIN, start=(2, 2))


def solve_keyword_unknown(I):
    return rot90(piece=I)


def solve_keyword_missing(I):
    return crop(grid=I, dims=(1, 1))


def solve_dedupe_arc(I):
    return dedupe(tup=(1, True, 2, 1))


def solve_dedupe_rearc(I):
    return dedupe(iterable=(1, True, 2, 1))


def solve_branch_arc(I):
    return branch(portrait(I), a=ONE, b=TWO)


def solve_branch_rearc(I):
    return branch(portrait(I), if_value=ONE, else_value=TWO)


def solve_closure_keywords(I):
    x1 = rbind(crop, (2, 2))
    return x1(y=ORIGIN, x=I)


def solve_left_closure_keywords(I):
    x1 = lbind(crop, I)
    return x1(z=(1, 2), y=ORIGIN)


def solve_closure_keyword_unknown(I):
    x1 = compose(rot90, rot90)
    return x1(y=I)


def solve_composed_keyword(I):
    x1 = fork(astuple, height, width)
    return x1(x=I)


def solve_helper_keywords(I):
    return helper_two(b=height(I), a=width(I))


# Helpers as functions.


def solve_helpers(I):
    return (helper_two(ONE, TWO), helper_chain(height(I)), helper_constant(), helper_four(1, 2, 3, 4))


def solve_helper_bound(I):
    x1 = rbind(helper_two, height(I))
    x2 = lbind(helper_four, ZERO)
    return (x1(SEVEN), x2(ONE, TWO, THREE), apply(x1, palette(I)))


def solve_helper_of_five_bound(I):
    x1 = rbind(helper_five, ONE)
    return x1(ONE, TWO, THREE)


def solve_helper_of_none_bound(I):
    x1 = lbind(helper_constant, ONE)
    return x1(ONE, TWO, THREE)


def solve_helper_raises_inside(I):
    return apply(helper_raises, palette(I))


def solve_helper_sorted_by(I):
    return order(palette(I), rbind(helper_two, ONE))


def solve_helper_wrong_count(I):
    return helper_two(I)


# StopIteration and generators.


def solve_stop(I):
    return first(sfilter(I, rbind(contained, ())))


def solve_stop_in_generator(I):
    return apply(compose(first, rbind(repeat, ZERO)), I)


def solve_stop_in_sort_key(I):
    return order(I, compose(first, rbind(repeat, ZERO)))


def solve_stop_in_argmax(I):
    return argmax(I, compose(first, rbind(repeat, ZERO)))


def solve_extract_nothing_in_filter(I):
    return sfilter(I, rbind(extract, matcher(identity, NEG_ONE)))


def solve_argmax_of_nothing(I):
    return (argmax((), size), argmin(frontiers(I), size))


def solve_valmax_of_nothing(I):
    return valmax((), identity)


# Recursion and big numbers.


def solve_power_zero(I):
    return power(rot90, ZERO)


def solve_power_negative(I):
    return power(rot90, NEG_TWO)


def solve_power_true(I):
    x1 = power(rot90, T)
    return x1(I)


def solve_power_of_nothing(I):
    return power(I, ONE)


def solve_power_pair(I):
    return power(rot90, (1, 1))


def solve_power_many(I):
    x1 = power(increment, 400)
    return x1(height(I))


def solve_power_too_many(I):
    x1 = power(increment, 1100)
    return x1(height(I))


def solve_power_of_power(I):
    x1 = power(power(increment, 20), 20)
    return x1(ZERO)


def solve_power_of_power_too_deep(I):
    x1 = power(increment, 600)
    x2 = compose(x1, x1)
    x3 = compose(compose(x2, x2), identity)
    return (x1(ZERO), x2(ZERO), x3(ZERO))


def solve_deep_on_the_inside(I):
    x1 = power(increment, 450)
    x2 = power(lbind(apply, x1), ONE)
    return x2((ZERO, ONE))


def solve_doubled_beyond_64_bits(I):
    x1 = power(double, 70)
    return x1(ONE)


def solve_doubled_within_64_bits(I):
    x1 = power(double, 61)
    return (x1(ONE), x1(NEG_ONE), initset(x1(ONE)), invert(x1(TWO)))


# Sets: None, bools, identity, functions.


def solve_none_in_a_set(I):
    x1 = insert(index(I, (99, 0)), asindices(I))
    return (first(x1), x1)


def solve_one_and_true(I):
    x1 = insert(T, initset(ONE))
    x2 = insert(ONE, initset(T))
    return (x1, x2, equality(x1, x2), combine(x2, palette(I)), dedupe((T, ONE, F, ZERO)))


def solve_minus_one_and_two(I):
    return (insert(NEG_ONE, initset(NEG_TWO)), insert(NEG_TWO, initset(NEG_ONE)), insert((0, -1), initset((0, -2))))


def solve_intersection_with_itself(I):
    x1 = asindices(I)
    x2 = asindices(I)
    return (intersection(x1, x1), intersection(x1, x2), first(intersection(x1, x1)), first(intersection(x1, x2)))


def solve_intersection_with_a_copy(I):
    x1 = ofcolor(I, mostcolor(I))
    return (intersection(x1, identity(x1)), intersection(x1, sfilter(x1, first)), difference(x1, x1))


def solve_functions_as_items(I):
    x1 = (rot90, rot180, hmirror)
    return (rapply(x1, I), contained(rot90, x1), size(initset(rot90)), other((rot90, dmirror), rot90))


def solve_closures_are_unequal(I):
    x1 = compose(rot90, rot90)
    x2 = compose(rot90, rot90)
    return (equality(x1, x2), equality(x1, x1), size(insert(x1, initset(x2))), contained(x1, (x2, x1)))


def solve_sets_of_sets(I):
    x1 = objects(I, T, T, F)
    x2 = initset(x1)
    return (merge(x2), first(x1), order(x1, identity), argmax(x1, identity), maximum(x1))


def solve_sorts_what_cannot_be_sorted(I):
    return order((ONE, (1, 2), T), identity)


def solve_max_by_inclusion(I):
    x1 = apply(toindices, partition(I))
    return (argmax(x1, backdrop), order(x1, backdrop), valmin(x1, delta))


# Grids that are none.


def solve_empty_grid(I):
    x1 = canvas(ZERO, (0, 0))
    return (x1, rot90(x1), hmirror(x1), vconcat(x1, I), hconcat(x1, I), tophalf(x1))


def solve_empty_grid_has_no_colour(I):
    return mostcolor(canvas(ZERO, (0, 0)))


def solve_rows_of_nothing(I):
    x1 = canvas(ZERO, (3, 0))
    return (x1, height(x1), width(x1), rot90(x1), asindices(x1), compress(x1))


def solve_ragged(I):
    x1 = vconcat(I, repeat((1, 2), TWO))
    return (x1, rot90(x1), height(x1), palette(x1), ofcolor(x1, ONE), tophalf(x1))


def solve_ragged_index(I):
    return cellwise(I, vconcat(trim(I), ((),)), ZERO)


def solve_strange_cells(I):
    x1 = fill(I, NEG_ONE, initset(ORIGIN))
    x2 = fill(x1, T, initset((0, 1)))
    x3 = replace(x2, ZERO, (1, 2))
    return (x2, palette(x2), mostcolor(x2), x3, palette(x3), objects(x2, T, F, F))


def solve_grid_of_bools(I):
    x1 = apply(lbind(apply, positive), I)
    return (x1, palette(x1), ofcolor(x1, ONE), objects(x1, T, F, T), mostcolor(x1))


def solve_large_grid(I):
    x1 = upscale(I, FIVE)
    return (shape(x1), objects(crop(x1, ORIGIN, (45, 45)), T, F, T), mostcolor(x1))


def solve_interval_too_long_to_count(I):
    x1 = interval(NINE, -9223372036854775800, TWO)
    return interval(NINE, -9223372036854775807, NEG_ONE)
