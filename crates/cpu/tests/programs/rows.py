def solve_rows_of_which_some_cells_stay(I):
    x1 = rbind(sfilter, compose(flip, matcher(identity, ZERO)))
    x2 = chain(positive, size, x1)
    x3 = sfilter(I, x2)
    x4 = apply(x1, I)
    x5 = sfilter(x4, size)
    x6 = apply(compose(x1, rbind(sfilter, even)), I)
    x7 = apply(compose(lbind(apply, decrement), x1), I)
    return (x3, x4, x5, x6, x7, apply(size, x4), apply(flip, x4), dedupe(x4), apply(dedupe, x4), apply(x1, x4), sfilter(I, compose(flip, x2)))

def solve_rows_put_together(I):
    x1 = rbind(sfilter, matcher(identity, mostcolor(I)))
    x2 = rbind(sfilter, compose(flip, matcher(identity, mostcolor(I))))
    x3 = apply(fork(combine, x1, x2), rot270(I))
    x4 = apply(fork(combine, x2, lbind(apply, even)), I)
    x5 = apply(chain(dedupe, fork(combine, identity, x1), rbind(sfilter, even)), I)
    x6 = apply(fork(combine, lbind(apply, even), lbind(apply, positive)), I)
    x7 = apply(fork(combine, identity, identity), apply(lbind(apply, lbind(astuple, THREE)), I))
    x8 = apply(fork(combine, identity, fork(combine, identity, identity)), upscale(I, FIVE))
    x9 = sfilter(I, compose(size, fork(combine, rbind(sfilter, even), rbind(sfilter, rbind(greater, SEVEN)))))
    return (rot90(x3), x4, x5, x6, x7, size(x8), x9)

def solve_rows_and_columns_that_are_not_empty(I):
    x1 = rbind(sfilter, compose(flip, matcher(identity, ZERO)))
    x2 = compose(dmirror, rbind(sfilter, chain(positive, size, x1)))
    return power(x2, FOUR)(I)

def solve_ends_of_rows_that_may_be_empty(I):
    x1 = rbind(sfilter, matcher(identity, mostcolor(I)))
    x2 = apply(compose(maximum, rbind(sfilter, even)), I)
    x3 = apply(compose(first, x1), I)
    return (x2, x3, apply(compose(last, x1), I))

def solve_rows_mapped(I):
    x1 = apply(lbind(apply, lbind(astuple, THREE)), I)
    x2 = apply(lbind(apply, increment), I)
    x3 = apply(lbind(apply, positive), I)
    x4 = apply(chain(size, rbind(sfilter, identity), lbind(apply, even)), I)
    x5 = apply(lbind(apply, lbind(multiply, multiply(TEN, TEN))), I)
    x6 = apply(chain(lbind(apply, maximum), rbind(sfilter, compose(even, last)), lbind(apply, lbind(astuple, THREE))), I)
    return (x1, x2, x3, x4, x5, x6, apply(lbind(apply, maximum), x1), apply(maximum, x1), apply(minimum, x1), apply(dedupe, x1), apply(last, x1), sfilter(x1, lbind(contained, astuple(THREE, ONE))), apply(lbind(apply, identity), x2), apply(maximum, x5))

def solve_rows_asked(I):
    x1 = compose(size, rbind(sfilter, matcher(identity, ZERO)))
    x2 = sfilter(I, compose(flip, lbind(contained, ZERO)))
    x3 = apply(fork(add, maximum, minimum), I)
    x4 = sfilter(I, fork(equality, first, last))
    x5 = apply(chain(lbind(greater, THREE), size, dedupe), I)
    x6 = sfilter(I, matcher(mostcommon, leastcommon(first(I))))
    return (x2, x3, x4, x5, x6, apply(mostcommon, I), apply(leastcommon, I), apply(dedupe, I), apply(x1, I), argmin(I, x1), argmax(I, x1), order(I, x1), valmax(I, x1), sfilter(I, matcher(first, ZERO)), sfilter(I, flip), sfilter(I, lbind(contained, T)))

def solve_cells_asked_one_colour_at_a_time(I):
    x1 = compose(size, rbind(rbind(interval, ONE), FIVE))
    x2 = apply(rbind(sfilter, x1), I)
    x3 = apply(lbind(apply, x1), I)
    x4 = apply(compose(rbind(sfilter, x1), rbind(sfilter, even)), I)
    x5 = apply(fork(equality, rbind(sfilter, even), rbind(sfilter, x1)), I)
    return (x2, x3, x4, x5, sfilter(I, compose(size, rbind(sfilter, x1))))

def solve_rows_side_by_side(I):
    x1 = papply(pair, I, vmirror(I))
    x2 = papply(pair, I, dmirror(I))
    x3 = papply(pair, apply(lbind(apply, increment), I), tophalf(I))
    x4 = papply(pair, hconcat(I, I), sfilter(I, compose(flip, matcher(first, ZERO))))
    x5 = papply(pair, x1, I)
    return (x1, x2, x3, x4, x5, apply(lbind(apply, maximum), x1), apply(lbind(apply, minimum), x2), apply(compose(size, rbind(sfilter, fork(equality, first, last))), x2))

def solve_rows_numbered(I):
    x1 = pair(interval(ZERO, height(I), ONE), I)
    x2 = sfilter(x1, compose(positive, first))
    x3 = apply(last, x2)
    x4 = sfilter(x1, compose(rbind(greater, ONE), first))
    x5 = sfilter(x1, fork(equality, first, compose(size, last)))
    x6 = pair(interval(ZERO, NINE, ONE), totuple(objects(I, T, F, T)))
    x7 = sfilter(x6, compose(flip, matcher(first, ZERO)))
    x8 = sfilter(x6, compose(compose(even, size), last))
    return (x2, x3, x4, x5, x7, x8, apply(first, x1), apply(last, x6), apply(compose(size, last), x6), sfilter(x6, last), argmax(x6, compose(size, last)), order(x1, compose(invert, first)), mapply(last, x7), apply(compose(color, last), x6))

def solve_rows_numbered_and_numbers_taken_away(I):
    x2 = pair(interval(ZERO, height(I), ONE), I)
    x3 = chain(lbind(apply, last), rbind(sfilter, compose(positive, first)), fork(pair, compose(rbind(lbind(interval, ZERO), ONE), size), identity))
    x4 = power(x3, THREE)
    x5 = pair(interval(height(I), -20, -3), I)
    x6 = sfilter(x5, compose(even, first))
    x7 = sfilter(x5, chain(positive, first, last))
    x8 = pair(interval(ZERO, ONE, ONE), I)
    x9 = pair(apply(double, interval(ZERO, 40, ONE)), crop(I, ORIGIN, (TWO, FOUR)))
    x10 = pair(apply(even, interval(ZERO, 40, ONE)), I)
    x11 = pair(interval(ZERO, 40, ONE), canvas(TWO, (30, 300)))
    x12 = sfilter(x11, compose(rbind(greater, TWO), first))
    x13 = (x2, x3(I), x4(hconcat(I, I)), x6, x7, x8, x9, x10, size(x11), apply(last, x12), apply(size, x6), apply(fork(equality, first, compose(size, last)), x5))
    x14 = (combine(x2, x5), merge(x6), dedupe(x2), first(x5), last(x5), contained(first(x2), x2), apply(compose(maximum, last), x5), order(x5, first), remove(first(x5), x5), equality(x5, x2))
    return (x13, x14, mostcommon(x2), sfilter(x5, compose(flip, identity)), papply(astuple, x2, x5), sfilter(x2, last), repeat(x5, TWO), pair(x5, I), pair(I, x5), mapply(last, x6))
