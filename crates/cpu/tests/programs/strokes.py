# Programs that put sets together of lines and places.


def solve_crosses(I):
    x1 = ofcolor(I, leastcolor(I))
    x2 = fork(combine, hfrontier, vfrontier)
    x3 = mapply(x2, x1)
    x4 = apply(x2, x1)
    x5 = mapply(fork(combine, vfrontier, hfrontier), asindices(I))
    x6 = fork(combine, x2, initset)
    x7 = apply(compose(size, x6), x1)
    x8 = mapply(compose(lbind(recolor, THREE), x2), x1)
    return (x3, x4, totuple(x3), difference(x1, x3), difference(asindices(I), x5), mapply(x6, totuple(x1)), x7, paint(I, x8), x8)


def solve_stars(I):
    x1 = ofcolor(I, leastcolor(I))
    x2 = fork(combine, rbind(shoot, UNITY), rbind(shoot, NEG_UNITY))
    x3 = fork(combine, rbind(shoot, UP_RIGHT), rbind(shoot, DOWN_LEFT))
    x4 = fork(combine, x2, x3)
    x5 = mapply(x4, x1)
    x6 = mapply(fork(combine, x4, x4), x1)
    x7 = mapply(fork(combine, rbind(shoot, RIGHT), fork(combine, x3, rbind(shoot, DOWN))), x1)
    x8 = apply(fork(combine, rbind(shoot, RIGHT), rbind(shoot, multiply(RIGHT, TWO))), x1)
    return (x5, fill(I, ONE, x5), x6, x7, first(x7), x8, sfilter(x5, matcher(first, THREE)))


def solve_stars_in_colours(I):
    x1 = sfilter(asobject(I), compose(flip, matcher(first, mostcolor(I))))
    x2 = fork(recolor, first, compose(rbind(shoot, UNITY), last))
    x3 = fork(recolor, first, compose(rbind(shoot, DOWN_LEFT), last))
    x4 = fork(combine, x2, x3)
    x5 = mapply(x4, x1)
    x6 = fork(combine, x4, compose(lbind(recolor, SEVEN), compose(rbind(shoot, UP), last)))
    x7 = mapply(x6, x1)
    x8 = mapply(fork(combine, x2, compose(lbind(recolor, TWO), compose(vfrontier, last))), x1)
    return (x5, paint(I, x5), paint(I, x7), underpaint(I, x7), x7, paint(I, x8), apply(x4, x1), apply(x4, totuple(x1)))


def solve_halves_of_lines(I):
    x1 = objects(I, T, F, T)
    x2 = product(x1, x1)
    x3 = compose(center, first)
    x4 = compose(center, last)
    x5 = compose(halve, fork(add, x3, x4))
    x6 = fork(recolor, compose(color, first), fork(remove, x5, fork(connect, x3, x5)))
    x7 = fork(recolor, compose(color, last), fork(remove, x5, fork(connect, x4, x5)))
    x8 = fork(combine, fork(combine, x6, x7), chain(lbind(recolor, FIVE), initset, x5))
    x9 = apply(x8, x2)
    x10 = mapply(x8, x2)
    x11 = mfilter(x9, hline)
    return (x10, paint(I, x10), paint(I, x11), x11, argmax(x9, size), apply(x6, x2))


def solve_equal_sets(I):
    x1 = product(interval(ZERO, FIVE, ONE), interval(ZERO, FOUR, ONE))
    x2 = product(x1, totuple(x1))
    x3 = product(x1, shift(x1, UNITY))
    x4 = compose(initset, first)
    x5 = compose(initset, last)
    x6 = fork(combine, fork(connect, first, last), x4)
    x7 = fork(combine, x5, fork(combine, x4, fork(connect, first, last)))
    x8 = fork(remove, last, fork(connect, first, last))
    x9 = fork(combine, compose(hfrontier, first), compose(vfrontier, last))
    x10 = compose(positive, compose(size, x8))
    return (mapply(x6, x3), apply(x6, x3), mapply(x7, x3), apply(x7, x3), mapply(x8, x3), apply(x8, x3), apply(x9, x3), sfilter(x3, x8), size(sfilter(x3, x10)), size(x2), sfilter(x3, fork(equality, x6, x7)), apply(fork(combine, x4, x5), x3), mapply(fork(combine, x4, x5), x3))


def solve_places_in_tuples(I):
    x1 = asindices(I)
    x2 = totuple(ofcolor(I, leastcolor(I)))
    x3 = mapply(lbind(shift, ofcolor(I, mostcolor(I))), x2)
    x4 = mapply(dneighbors, x2)
    x5 = totuple(asobject(I))
    x6 = sfilter(x1, rbind(contained, x2))
    x7 = sfilter(x1, rbind(contained, x3))
    x8 = sfilter(x1, compose(flip, rbind(contained, x4)))
    x9 = sfilter(x1, rbind(contained, x5))
    x10 = mfilter(apply(initset, x1), compose(rbind(contained, x2), first))
    x11 = argmax(x1, rbind(contained, x2))
    return (x6, x7, x8, x9, x10, x11, sfilter(x2, rbind(contained, x4)), sfilter(asobject(I), rbind(contained, x5)), sfilter(x1, rbind(contained, (ZERO, ONE))), sfilter(x1, rbind(contained, insert(ONE, x1))))


def solve_strokes_far_away(I):
    x1 = ofcolor(I, leastcolor(I))
    x2 = shift(x1, multiply(astuple(TEN, TEN), multiply(TEN, multiply(TEN, TEN))))
    x3 = fork(combine, rbind(shoot, UNITY), rbind(shoot, DOWN))
    x4 = fork(combine, hfrontier, initset)
    return (mapply(x3, x2), mapply(x4, combine(x1, x2)), size(mapply(x3, combine(x1, x2))), mapply(fork(combine, rbind(shoot, multiply(UNITY, TEN)), initset), x1))


def solve_lines_in_sets(I):
    x1 = ofcolor(I, leastcolor(I))
    x2 = prapply(connect, x1, x1)
    x3 = prapply(connect, x1, shift(x1, UNITY))
    x4 = apply(fork(connect, first, last), product(x1, x1))
    x5 = compose(flip, fork(either, vline, hline))
    x6 = sfilter(x2, x5)
    x7 = mfilter(x3, hline)
    x8 = merge(sfilter(x4, fork(either, vline, compose(even, size))))
    x9 = apply(fork(combine, identity, box), remove(difference(x1, x1), x3))
    x10 = (merge(x2), merge(x3), merge(x4), merge(difference(x2, x6)), x7, x8)
    x11 = (equality(x2, x4), intersection(x2, x3), combine(x2, x3), argmax(x4, size), order(x6, size), contained(x1, x2))
    x12 = mapply(fork(sfilter, identity, compose(lbind(matcher, first), uppermost)), sfilter(x2, hline))
    return (x10, x11, x2, x4, x6, totuple(x3), x9, x12, apply(size, x3), paint(I, mapply(lbind(recolor, TWO), x3)), merge(prapply(connect, initset(UNITY), initset((TWO, FOUR)))))
