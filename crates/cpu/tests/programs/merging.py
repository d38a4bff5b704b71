# Programs that merge many sets: tuples of whole sets, lines, neighbours, and what is painted of them.


def solve_tuples_of_sets(I):
    x1 = totuple(objects(I, T, F, F))
    x2 = mapply(toindices, x1)
    x3 = mapply(identity, x1)
    x4 = mapply(box, x1)
    x5 = mapply(rbind(shift, (NEG_TWO, FOUR)), x1)
    x6 = mapply(compose(outbox, rbind(shift, multiply(TEN, (TEN, TEN)))), x1)
    x7 = merge(x1)
    x8 = fill(I, FIVE, x2)
    x9 = paint(I, x3)
    x10 = underfill(I, SIX, x4)
    x11 = cover(I, x4)
    x12 = paint(I, x5)
    x13 = (size(x2), size(x6), uppermost(x4), lrcorner(x6), backdrop(x4), box(x6), toindices(x3), toindices(x4))
    return (x8, x9, x10, x11, x12, x13, x2, x6, x7, combine(x2, x4), equality(x3, x7), dedupe(x2))


def solve_tuples_of_sets_as_patches(I):
    x1 = totuple(objects(I, F, T, F))
    x2 = mapply(delta, x1)
    x3 = mapply(outbox, x1)
    x4 = (recolor(THREE, x3), shift(x3, (TWO, NEG_ONE)), combine(asindices(I), x3), recolor(TWO, merge(apply(corners, x1))))
    x5 = mapply(rbind(shift, UNITY), apply(initset, totuple(asindices(I))))
    x6 = mapply(compose(rbind(mapply, x1), lbind(lbind, recolor)), (ONE, TWO))
    return (x4, x5, fill(I, ONE, x5), recolor(ONE, x5), order(x3, identity), sfilter(x3, compose(even, first)), apply(first, x5), x2, x6, paint(I, x6))


def solve_tuples_of_tuples(I):
    x1 = totuple(ofcolor(I, leastcolor(I)))
    x2 = compose(rbind(mapply, x1), lbind(rbind, shoot))
    x3 = mapply(x2, (UNITY, UP, (TWO, ONE)))
    x4 = mapply(dneighbors, x1)
    x5 = mapply(neighbors, totuple(ofcolor(I, ZERO)))
    return (size(x3), fill(I, TWO, x3), recolor(TWO, x3), x4, fill(I, THREE, x5), shift(x5, ORIGIN))


def solve_tuple_of_wrong_things(I):
    x1 = totuple(objects(I, T, F, T))
    x2 = mapply(fork(branch, compose(rbind(greater, TWO), size), fork(astuple, toindices, identity)), x1)
    return x2


def solve_mixed_tuple(I):
    x1 = totuple(objects(I, T, F, T))
    x2 = mapply(rbind(astuple, FIVE), x1)
    x3 = merge((asindices(I), asobject(I)))
    x4 = merge((asindices(I), interval(ZERO, NINE, TWO), intersection(asindices(I), asobject(I))))
    return (x2, x3, x4, merge((asindices(I), asindices(I))))


def solve_shots(I):
    x1 = sfilter(asobject(I), compose(flip, matcher(first, mostcolor(I))))
    x2 = mapply(fork(recolor, first, compose(rbind(shoot, UNITY), last)), asobject(I))
    x3 = mapply(fork(recolor, first, compose(rbind(shoot, (NEG_ONE, ONE)), last)), x1)
    x4 = mapply(rbind(shoot, RIGHT), toindices(x1))
    x5 = mapply(rbind(shoot, (ONE, TWO)), toindices(x1))
    x6 = mapply(compose(lbind(recolor, FOUR), rbind(shoot, DOWN)), toindices(x1))
    x7 = mapply(lbind(shoot, UNITY), toindices(x1))
    x8 = mapply(rbind(shoot, ORIGIN), asindices(I))
    x9 = apply(rbind(shoot, (ONE, TWO)), asindices(I))
    x10 = apply(rbind(shoot, UP), toindices(x1))
    x11 = sfilter(x1, compose(lbind(shoot, ORIGIN), last))
    return (paint(I, x2), x3, x4, x5, x6, x7, x8, x9, x10, x11, underpaint(I, x3))


def solve_connections(I):
    x1 = sfilter(asobject(I), compose(even, compose(last, last)))
    x2 = product(toindices(x1), asindices(canvas(ZERO, TWO_BY_TWO)))
    x3 = apply(fork(connect, first, last), x2)
    x4 = mapply(fork(connect, first, last), x2)
    x5 = sfilter(x3, fork(either, vline, hline))
    x6 = product(x1, sfilter(x1, matcher(first, leastcolor(I))))
    x7 = fork(recolor, compose(first, first), fork(connect, compose(last, first), compose(last, last)))
    x8 = mapply(x7, x6)
    x9 = apply(x7, x6)
    return (x3, x4, merge(x3), x5, paint(I, x8), x8, x9, underpaint(I, x8), merge(x9))


def solve_neighbours(I):
    x1 = ofcolor(I, leastcolor(I))
    x2 = mapply(dneighbors, x1)
    x3 = mapply(ineighbors, x1)
    x4 = mapply(neighbors, asindices(I))
    x5 = apply(neighbors, x1)
    x6 = apply(dneighbors, asindices(I))
    x7 = mapply(vfrontier, x1)
    x8 = mapply(hfrontier, asindices(I))
    x9 = apply(vfrontier, asindices(I))
    x10 = mapply(compose(neighbors, rbind(multiply, multiply(TEN, TEN))), x1)
    x11 = mapply(compose(dneighbors, halve), asindices(I))
    x12 = apply(chain(size, lbind(intersection, x1), neighbors), asindices(I))
    return (x2, difference(x2, x1), x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, mapply(compose(first, dneighbors), x1))


def solve_painted_unions(I):
    x1 = asobject(I)
    x2 = product(interval(NEG_ONE, TWO, ONE), interval(NEG_TWO, ONE, ONE))
    x3 = mapply(lbind(shift, x1), x2)
    x4 = paint(I, x3)
    x5 = mapply(lbind(shift, sfilter(x1, matcher(first, leastcolor(I)))), x2)
    x6 = paint(I, combine(x5, x1))
    x7 = paint(hconcat(I, I), merge(apply(lbind(shift, x1), x2)))
    x8 = paint(I, combine(x3, recolor(NINE, x5)))
    x9 = mapply(compose(lbind(shift, x1), last), product(initset(ONE), apply(identity, x2)))
    x10 = mapply(lbind(shift, x3), (ORIGIN, UNITY, (ZERO, NEG_ONE)))
    return (x4, x6, x7, x8, paint(I, x9), paint(I, x10), underpaint(I, x3), mapply(lbind(shift, x1), apply(rbind(multiply, (ONE, THREE)), x2)))


def solve_sets_of_functions(I):
    x1 = insert(vmirror, insert(hmirror, insert(dmirror, initset(identity))))
    x2 = product(interval(ONE, FOUR, ONE), x1)
    x3 = sfilter(asobject(I), compose(flip, matcher(first, mostcolor(I))))
    x4 = chain(first, rbind(rapply, x3), compose(initset, last))
    x5 = mapply(fork(shift, x4, compose(lbind(multiply, (ONE, NEG_ONE)), first)), x2)
    x6 = mapply(compose(toindices, x4), x2)
    x7 = mapply(compose(lbind(sfilter, x6), compose(lbind(lbind, equality), first)), x2)
    x8 = mapply(fork(astuple, first, last), x2)
    x9 = mapply(compose(rbind(astuple, x3), x4), x2)
    x10 = mapply(chain(rbind(apply, (ORIGIN, UNITY)), lbind(lbind, shift), x4), x2)
    return (x5, paint(I, x5), x6, x7, size(x8), x9, x10, fill(I, THREE, x6), combine(x6, toindices(x3)))


def solve_sets_of_functions_that_fail(I):
    x1 = insert(vmirror, insert(leastcolor, insert(dmirror, initset(height))))
    x2 = chain(first, rbind(rapply, asobject(I)), initset)
    x3 = mapply(chain(dneighbors, ulcorner, x2), x1)
    return x3


def solve_sets_of_functions_of_two_kinds(I):
    x1 = insert(toindices, insert(vmirror, insert(dmirror, initset(palette))))
    return mapply(chain(first, rbind(rapply, asobject(I)), initset), x1)


def solve_tuples_of_copies(I):
    x1 = ofcolor(I, leastcolor(I))
    x2 = apply(lbind(multiply, (NEG_TWO, TWO)), interval(ZERO, NINE, ONE))
    x3 = mapply(lbind(shift, x1), x2)
    x4 = mapply(lbind(shift, asobject(I)), x2)
    x5 = mapply(lbind(shift, x1), (ORIGIN, UNITY, ORIGIN, (ZERO, NEG_ONE)))
    x6 = mapply(lbind(shift, x1), apply(rbind(multiply, multiply(TEN, TEN)), x2))
    x7 = compose(rbind(mapply, x2), lbind(lbind, shift))
    x8 = mapply(compose(x7, lbind(shift, x1)), ofcolor(I, mostcolor(I)))
    x9 = (recolor(FIVE, x3), shift(x3, UNITY), recolor(TWO, x4), shift(x4, UNITY), recolor(THREE, x5), shift(x6, NEG_UNITY))
    x10 = (fill(I, ONE, x3), paint(I, x4), fill(I, TWO, x4), underfill(I, SIX, x5), cover(I, x3), fill(I, THREE, x6))
    x11 = (size(x3), ulcorner(x3), shape(x4), size(x6), first(x5), last(x3), toindices(x4), dedupe(x5), combine(x3, x5), combine(x1, x3))
    return (x9, x10, x11, x3, x4, x6, x8, equality(x3, mapply(lbind(shift, x1), x2)), merge((x3, x5)), paint(I, recolor(FOUR, x3)), mapply(x7, (x1, x1)))


def solve_lines_between_the_same(I):
    x1 = ofcolor(I, leastcolor(I))
    x2 = asindices(I)
    x3 = prapply(connect, x1, x1)
    x4 = prapply(connect, x2, x2)
    x5 = prapply(connect, totuple(x1), totuple(x1))
    x6 = prapply(connect, combine(totuple(x1), totuple(x1)), totuple(x1))
    x7 = prapply(connect, (ORIGIN, UNITY, ORIGIN), (ORIGIN, UNITY, ORIGIN))
    x8 = prapply(connect, x1, totuple(x1))
    return (x3, size(x4), merge(x4), x5, x6, x7, x8, merge(x3), paint(I, recolor(FIVE, merge(x3))), sfilter(x4, vline))


def solve_painting_a_tuple_of_copies_of_places(I):
    x1 = ofcolor(I, leastcolor(I))
    return paint(I, mapply(lbind(shift, x1), (ORIGIN, UNITY)))


def solve_painting_a_tuple_of_sets_of_places(I):
    return paint(I, mapply(lbind(ofcolor, I), interval(ZERO, TEN, ONE)))
