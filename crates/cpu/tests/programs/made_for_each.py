# Functions that are made for each item, and lines of which some places are left.


def solve_rows_between(I):
    x1 = ofcolor(I, leastcolor(I))
    x2 = apply(first, x1)
    x3 = difference(apply(first, asindices(I)), x2)
    x4 = chain(size, lbind(sfilter, x3), lbind(rbind, contained))
    x5 = lbind(lbind, astuple)
    x6 = compose(rbind(lbind(chain, compose(increment, minimum)), first), compose(x5, first))
    x7 = compose(rbind(lbind(chain, maximum), first), compose(x5, first))
    x8 = compose(rbind(matcher, ZERO), compose(lbind(compose, x4), fork(lbind(fork, rbind(interval, ONE)), x6, x7)))
    x9 = compose(lbind(sfilter, x1), x8)
    x10 = compose(lbind(order, x1), compose(lbind(compose, x4), fork(lbind(fork, rbind(interval, ONE)), x6, x7)))
    x11 = apply(toivec, insert(NEG_TWO, x2))
    return (apply(x9, x11), apply(x10, x11), apply(compose(size, x9), apply(toivec, interval(ZERO, height(I), TWO))))


def solve_places_like(I):
    x1 = ofcolor(I, leastcolor(I))
    x2 = chain(size, lbind(sfilter, x1), lbind(rbind, equality))
    x3 = chain(size, lbind(sfilter, asobject(I)), lbind(lbind, equality))
    return (sfilter(asindices(I), matcher(x2, ONE)), apply(x3, x1), argmax(x1, x2))


def solve_kept_along(I):
    x1 = sfilter(asobject(I), compose(flip, matcher(first, mostcolor(I))))
    x2 = chain(flip, fork(equality, compose(double, halve), identity), last)
    x3 = rbind(sfilter, fork(both, rbind(contained, asindices(I)), x2))
    x4 = fork(recolor, first, chain(x3, rbind(shoot, RIGHT), last))
    x5 = mapply(x4, x1)
    x6 = apply(chain(x3, rbind(shoot, UP_RIGHT), last), x1)
    x7 = apply(chain(size, x3, compose(hfrontier, last)), x1)
    x8 = mapply(compose(lbind(recolor, SEVEN), chain(x3, rbind(shoot, DOWN), last)), x1)
    x9 = chain(rbind(sfilter, matcher(first, NINE)), rbind(shoot, UNITY), last)
    x10 = mapply(fork(recolor, first, x9), x1)
    x11 = sfilter(x1, x9)
    return (paint(I, x5), totuple(x5), totuple(x6), x7, totuple(x8), totuple(x10), x11)


def solve_grids_that_have(I):
    x1 = combine(hsplit(I, THREE), vsplit(I, TWO))
    x2 = chain(size, lbind(sfilter, x1), compose(rbind(compose, palette), lbind(lbind, contained)))
    x3 = palette(I)
    x4 = combine(hsplit(upscale(I, SIX), THREE), vsplit(I, TWO))
    x5 = chain(size, lbind(sfilter, x4), compose(rbind(compose, palette), lbind(lbind, contained)))
    x6 = lbind(sfilter, interval(ZERO, TEN, ONE))
    x7 = combine(x3, interval(ZERO, NINE, TWO))
    return (sfilter(x3, matcher(x2, FIVE)), apply(x5, x3), argmax(x7, x5), x6(matcher(x2, TWO)), order(x7, x2))


def solve_of_ints(I):
    x1 = combine(palette(I), interval(NEG_TWO, SIX, ONE))
    x2 = apply(fork(astuple, double, compose(invert, decrement)), x1)
    x3 = sfilter(x1, chain(positive, decrement, rbind(multiply, THREE)))
    x4 = mapply(compose(rbind(shoot, RIGHT), toivec), x1)
    x5 = order(x1, compose(rbind(multiply, NEG_ONE), identity))
    x6 = apply(compose(toivec, halve), x1)
    return (totuple(x2), totuple(x3), totuple(x4), x5, argmin(x1, fork(multiply, identity, identity)), totuple(x6))


def solve_objects_near(I):
    x1 = objects(I, T, F, F)
    x2 = chain(chain(lbind(lbind(chain, positive), size), rbind(compose, backdrop), lbind(lbind, intersection)), backdrop, outbox)
    x3 = compose(lbind(sfilter, x1), x2)
    x4 = sfilter(x1, chain(positive, size, x3))
    x5 = chain(lbind(lbind(chain, even), size), lbind(rbind, difference), toindices)
    x6 = compose(lbind(sfilter, x1), x5)
    x7 = chain(lbind(lbind(chain, flip), positive), lbind(compose, size), lbind(lbind, intersection))
    return (x4, apply(compose(merge, x3), x4), apply(compose(size, x3), x1), mapply(x6, x1), argmax(x1, compose(size, x6)), sfilter(x1, chain(size, lbind(sfilter, x1), compose(x7, outbox))))


def solve_own_items(I):
    x1 = sfilter(asobject(I), compose(flip, matcher(first, mostcolor(I))))
    x2 = apply(fork(connect, first, last), product(toindices(x1), ofcolor(I, leastcolor(I))))
    x3 = sfilter(x2, fork(either, vline, hline))
    x4 = fork(equality, identity, compose(double, halve))
    x5 = chain(rbind(compose, first), lbind(compose, x4), compose(lbind(rbind, subtract), uppermost))
    x6 = chain(rbind(compose, last), lbind(compose, x4), compose(lbind(lbind, subtract), leftmost))
    x7 = fork(sfilter, identity, fork(lbind(fork, both), x5, x6))
    x8 = objects(I, T, T, F)
    x9 = compose(rbind(lbind(chain, positive), last), compose(lbind(rbind, subtract), ulcorner))
    x10 = chain(rbind(lbind(chain, even), compose(last, last)), lbind(rbind, add), rightmost)
    x11 = chain(lbind(lbind(chain, x4), increment), lbind(lbind, multiply), height)
    x12 = fork(sfilter, identity, compose(rbind(compose, first), x11))
    x13 = chain(rbind(compose, first), lbind(rbind, divide), leftmost)
    x14 = fork(sfilter, identity, fork(lbind(fork, either), x10, chain(rbind(compose, first), lbind(rbind, greater), size)))
    x15 = compose(size, fork(sfilter, identity, x6))
    return (mapply(x7, x3), totuple(mapply(x12, x3)), apply(x14, x8), apply(x15, x3), order(x3, x15), mapply(fork(sfilter, identity, x10), x8), totuple(apply(fork(sfilter, identity, x5), x3)))


def solve_own_items_that_fail(I):
    x1 = apply(fork(connect, first, last), product(ofcolor(I, leastcolor(I)), corners(asindices(I))))
    x2 = sfilter(x1, size)
    x3 = chain(rbind(compose, first), lbind(rbind, divide), leftmost)
    return mapply(fork(sfilter, identity, x3), x2)


def solve_rows_of_none(I):
    x1 = asindices(I)
    x2 = difference(apply(first, x1), apply(first, x1))
    x3 = chain(size, lbind(sfilter, x2), lbind(rbind, contained))
    x4 = fork(rbind(interval, ONE), first, last)
    x5 = lbind(sfilter, difference(x1, x1))
    x6 = chain(x5, lbind(compose, flip), lbind(lbind, equality))
    x7 = sfilter(x1, chain(flip, x5, lbind(rbind, equality)))
    x8 = fork(add, x3, fork(subtract, last, first))
    return (sfilter(x1, matcher(compose(x3, x4), ZERO)), apply(compose(x3, x4), x1), apply(x6, x1), x7, argmax(x1, compose(size, x6)), apply(x8, x1))


def solve_grouped_by_number(I):
    x1 = product(interval(ONE, increment(height(I)), ONE), interval(TWO, SIX, ONE))
    x2 = fork(multiply, first, last)
    x3 = apply(x2, x1)
    x4 = compose(lbind(sfilter, x1), lbind(matcher, x2))
    x5 = apply(x4, x3)
    x6 = apply(compose(size, x4), insert(multiply(TEN, TEN), x3))
    x7 = apply(compose(lbind(sfilter, asobject(I)), lbind(matcher, first)), palette(I))
    x8 = argmax(palette(I), chain(size, lbind(sfilter, asobject(I)), lbind(matcher, first)))
    x9 = apply(compose(lbind(sfilter, objects(I, T, F, T)), lbind(matcher, size)), interval(ZERO, FIVE, ONE))
    x10 = apply(compose(lbind(sfilter, asindices(I)), lbind(matcher, fork(equality, first, last))), interval(NEG_ONE, THREE, ONE))
    x11 = apply(compose(lbind(sfilter, asindices(I)), lbind(matcher, identity)), interval(ZERO, THREE, ONE))
    x12 = sfilter(x3, chain(flip, lbind(sfilter, x3), lbind(matcher, double)))
    x13 = apply(compose(lbind(sfilter, x1), lbind(matcher, chain(first, totuple, initset))), x3)
    return (x5, x6, x7, x8, x9, x10, x11, x12, x13, apply(compose(totuple, x4), x3))


def solve_grouped_by_what_fails(I):
    x1 = insert(ZERO, initset(UNITY))
    x2 = compose(lbind(sfilter, x1), lbind(matcher, first))
    return apply(x2, interval(ZERO, height(I), ONE))


def solve_boxes_of_one_size(I):
    x1 = product(interval(ONE, FIVE, ONE), interval(ONE, FOUR, ONE))
    x2 = fork(multiply, first, last)
    x3 = apply(compose(lbind(sfilter, x1), lbind(matcher, x2)), apply(x2, x1))
    x4 = chain(lbind(occurrences, I), lbind(recolor, leastcolor(I)), compose(asindices, lbind(canvas, NEG_ONE)))
    x5 = compose(size, lbind(mapply, x4))
    x6 = sfilter(x3, compose(positive, x5))
    x7 = sfilter(insert(difference(x1, x1), x3), compose(positive, x5))
    x8 = sfilter(x3, fork(equality, x5, size))
    x9 = sfilter(x3, fork(greater, x5, chain(size, lbind(mapply, x4), identity)))
    return (x6, totuple(x6), size(x7), x8, argmax(x3, x5), x9, apply(x5, x3))


def solve_parts_beyond_the_end(I):
    x1 = palette(I)
    x2 = compose(rbind(compose, palette), lbind(lbind, contained))
    x3 = compose(rbind(lbind(chain, size), x2), lbind(lbind, sfilter))
    x4 = lbind(apply, rbind(sfilter, positive))
    x5 = combine(vsplit(I, FOUR), hsplit(I, FIVE))
    x6 = combine(hsplit(I, SEVEN), hsplit(I, height(I)))
    x7 = chain(size, lbind(sfilter, x1), fork(matcher, x3, size))
    x8 = chain(lbind(sfilter, x1), fork(matcher, x3, compose(decrement, size)), identity)
    x9 = hsplit(I, multiply(THREE, THREE))
    x10 = vsplit(I, multiply(THREE, FIVE))
    return (x7(x5), x7(x6), x7(x9), x7(x10), x8(x9), x8(x10), apply(x7, (x5, x9)), x7(hsplit(I, 80)), x7((I, ())))
