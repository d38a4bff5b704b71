def solve_alike(I):
    x1 = objects(I, T, F, T)
    x2 = compose(lbind(matcher, normalize), normalize)
    x3 = chain(size, lbind(sfilter, x1), x2)
    x4 = argmin(x1, x3)
    x5 = apply(compose(lbind(sfilter, x1), x2), x1)
    x6 = apply(chain(merge, lbind(sfilter, x1), x2), x1)
    x7 = sfilter(x1, chain(lbind(sfilter, objects(I, T, T, F)), lbind(matcher, toindices), normalize))
    return astuple(astuple(x4, totuple(x5)), astuple(totuple(x6), x7))

def solve_within_reach(I):
    x1 = ofcolor(I, leastcolor(I))
    x2 = compose(fork(multiply, sign, identity), fork(subtract, first, last))
    x3 = chain(lbind(greater, THREE), maximum, x2)
    x4 = chain(lbind(sfilter, x1), lbind(compose, x3), lbind(lbind, astuple))
    x5 = apply(x4, x1)
    x6 = mapply(backdrop, x5)
    x7 = chain(lbind(sfilter, x6), lbind(compose, chain(positive, first, fork(subtract, first, last))), lbind(rbind, astuple))
    x8 = apply(compose(size, x7), asindices(I))
    x9 = apply(chain(lbind(sfilter, x1), lbind(compose, compose(even, first)), lbind(lbind, astuple)), x6)
    return astuple(astuple(totuple(x5), totuple(x6)), astuple(totuple(x8), totuple(x9)))

def solve_colours_around(I):
    x1 = asindices(I)
    x2 = rbind(toobject, I)
    x3 = sfilter(x1, chain(flip, lbind(contained, leastcolor(I)), chain(palette, x2, neighbors)))
    x4 = apply(chain(size, compose(palette, x2), dneighbors), x1)
    x5 = sfilter(shift(x1, UNITY), matcher(chain(palette, x2, ineighbors), palette(I)))
    x6 = sfilter(asobject(I), compose(rbind(contained, insert(leastcolor(I), initset(ZERO))), first))
    x7 = sfilter(asobject(I), compose(rbind(contained, insert(T, initset(FIVE))), first))
    return astuple(astuple(totuple(x3), x4), astuple(astuple(x5, x6), x7))

def solve_sides(I):
    x1 = apply(initset, sfilter(asobject(I), compose(flip, matcher(first, mostcolor(I)))))
    x2 = product(x1, x1)
    x3 = sfilter(x2, fork(equality, compose(color, first), compose(color, last)))
    x4 = fork(equality, compose(leftmost, first), compose(leftmost, last))
    x5 = fork(equality, compose(ulcorner, first), compose(lrcorner, last))
    x6 = sfilter(x3, fork(either, x4, x5))
    x7 = fork(recolor, compose(color, first), fork(connect, compose(center, first), compose(center, last)))
    x8 = mapply(x7, x6)
    x9 = apply(fork(add, chain(first, center, first), compose(rightmost, last)), x3)
    x10 = sfilter(x2, fork(greater, compose(uppermost, last), compose(leftmost, first)))
    return astuple(astuple(paint(I, x8), totuple(x8)), astuple(x9, totuple(x10)))

def solve_sides_of_objects(I):
    x1 = objects(I, T, F, T)
    x2 = product(x1, asindices(I))
    x3 = sfilter(x2, fork(equality, compose(ulcorner, first), last))
    x4 = sfilter(x2, fork(equality, compose(size, first), compose(first, last)))
    x5 = fork(both, fork(equality, compose(color, first), compose(first, last)), fork(greater, compose(size, first), compose(last, last)))
    return astuple(totuple(x3), astuple(totuple(x4), sfilter(x4, x5)))

def solve_gravity(I):
    x1 = fgpartition(I)
    x2 = apply(initset, asobject(I))
    x3 = sfilter(x2, compose(rbind(contained, apply(color, x1)), color))
    x4 = chain(first, lbind(colorfilter, x1), color)
    x5 = fork(shift, identity, fork(gravitate, identity, x4))
    x6 = mapply(x5, x3)
    x7 = apply(x5, objects(I, T, T, T))
    return astuple(totuple(x6), totuple(x7))

def solve_lists_of_cells(I):
    x1 = merge(fgpartition(I))
    x2 = apply(lbind(multiply, astuple(NEG_ONE, width(x1))), interval(ZERO, FIVE, ONE))
    x3 = mapply(lbind(shift, x1), x2)
    x4 = mapply(lbind(shift, x1), apply(invert, x2))
    x5 = combine(x3, x4)
    x6 = recolor(THREE, x5)
    x7 = toindices(x5)
    x8 = combine(mapply(neighbors, totuple(toindices(x1))), mapply(dneighbors, totuple(toindices(x1))))
    return astuple(astuple(x5, totuple(x6)), astuple(totuple(x7), astuple(paint(I, x5), x8)))

def solve_all_connected(I):
    x1 = ofcolor(I, leastcolor(I))
    x2 = prapply(connect, x1, x1)
    x3 = prapply(connect, totuple(x1), combine(totuple(corners(asindices(I))), totuple(x1)))
    x4 = prapply(connect, initset(ORIGIN), shift(x1, astuple(TWO, NINE)))
    return astuple(astuple(totuple(x2), totuple(merge(x2))), astuple(totuple(x3), totuple(x4)))

def solve_equal_results(I):
    x1 = objects(I, T, F, T)
    x2 = fork(combine, compose(toindices, first), compose(toindices, last))
    x3 = product(x1, x1)
    x4 = apply(x2, x3)
    x5 = apply(fork(insert, compose(center, first), compose(initset, compose(center, last))), sfilter(x3, fork(hmatching, first, last)))
    x6 = apply(compose(initset, first), asindices(I))
    return astuple(astuple(totuple(x4), totuple(merge(x4))), astuple(apply(totuple, x5), totuple(x6)))

def solve_few(I):
    x1 = ofcolor(I, leastcolor(I))
    x2 = fork(combine, compose(lbind(shift, x1), tojvec), compose(lbind(shift, x1), toivec))
    x3 = mapply(x2, interval(TWO, FIVE, ONE))
    x4 = mapply(x2, astuple(ONE, NEG_TWO))
    x5 = mpapply(shift, repeat(x1, THREE), astuple(astuple(ONE, ONE), astuple(TWO, NEG_ONE)))
    x6 = mpapply(recolor, interval(ONE, THREE, ONE), repeat(x1, TWO))
    x7 = sfilter(x1, compose(lbind(greater, ZERO), first))
    x8 = astuple(mapply(neighbors, x7), apply(neighbors, x7))
    return astuple(astuple(astuple(x3, x4), astuple(x5, x6)), astuple(recolor(FIVE, x3), x8))

def solve_few_failing(I):
    x1 = mapply(asindices, astuple(I, I))
    x2 = mapply(identity, interval(TWO, FIVE, ONE))
    return astuple(x1, x2)

def solve_best_objects(I):
    x1 = objects(I, T, F, F)
    x2 = argmax(x1, compose(numcolors, delta))
    x3 = argmin(x1, chain(size, palette, rbind(toobject, I)))
    x4 = valmax(x1, fork(astuple, color, compose(size, delta)))
    x5 = valmin(x1, fork(equality, toindices, chain(backdrop, delta, toindices)))
    x6 = argmax(fgpartition(I), fork(multiply, height, width))
    x7 = argmin(partition(I), compose(size, delta))
    x8 = valmax(x1, chain(last, shape, lbind(subgrid, insert(astuple(ZERO, ORIGIN), asobject(I)))))
    return astuple(astuple(astuple(x2, x3), astuple(x4, x5)), astuple(astuple(x6, x7), x8))

def solve_best_by_corner(I):
    x1 = objects(I, T, T, T)
    x2 = argmax(x1, chain(ulcorner, rbind(shift, NEG_UNITY), toindices))
    x3 = valmin(x1, chain(urcorner, rbind(shift, astuple(NEG_ONE, TWO)), toindices))
    x4 = argmin(x1, compose(decrement, lrcorner))
    return astuple(astuple(x2, x3), x4)

def solve_best_that_fails(I):
    x1 = partition(I)
    x2 = argmax(x1, chain(first, delta, toindices))
    x3 = valmax(x1, compose(first, delta))
    return astuple(x2, x3)

def solve_best_of_two_kinds(I):
    x1 = objects(I, F, F, T)
    return argmin(x1, fork(either, compose(square, toindices), chain(ulcorner, toindices, identity)))

def solve_value_of_two_kinds(I):
    x1 = partition(I)
    return valmax(x1, fork(either, compose(portrait, toindices), chain(lrcorner, toindices, identity)))

def solve_patches_of_nothing(I):
    x1 = prapply(connect, ofcolor(I, leastcolor(I)), insert(UNITY, corners(asindices(I))))
    x2 = insert(merge(initset(difference(x1, x1))), x1)
    x3 = sfilter(x2, fork(either, vline, hline))
    x4 = mfilter(x2, vline)
    x5 = sfilter(x2, compose(even, height))
    x6 = apply(fork(add, shape, fork(multiply, width, size)), x2)
    return (x3, x4, x5, totuple(x6), sfilter(x2, square), sfilter(x2, portrait), argmax(x2, width), sfilter(x2, matcher(shape, ORIGIN)))

def solve_patches_of_nothing_that_fail(I):
    x1 = prapply(connect, ofcolor(I, leastcolor(I)), insert(UNITY, corners(asindices(I))))
    return apply(uppermost, x1)

def solve_first_failure_of_cells(I):
    x1 = fork(astuple, compose(lbind(divide, ONE), first), compose(first, first))
    return apply(x1, asobject(I))

def solve_first_failure_of_objects(I):
    x1 = fork(astuple, compose(lbind(divide, ONE), color), compose(first, color))
    return mapply(x1, objects(I, T, F, F))

def solve_first_failure_within_sets(I):
    x1 = fork(either, compose(lbind(divide, ONE), first), compose(first, first))
    return apply(rbind(sfilter, x1), fgpartition(replace(I, mostcolor(I), FIVE)))
