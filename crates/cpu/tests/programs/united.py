# Programs that unite what a function gave for each item: single copies, objects that share nothing, tuples of which some are empty; and
# what is asked about the boxes of all that.


def solve_single_copies(I):
    x1 = ofcolor(I, leastcolor(I))
    x2 = argmax(objects(I, F, T, T), size)
    x3 = mapply(lbind(shift, x1), initset((THREE, NEG_TWO)))
    x4 = mapply(lbind(shift, x2), initset((TWO, TWO)))
    x5 = merge(apply(lbind(shift, x2), initset(UNITY)))
    x6 = mapply(lbind(shift, merge(objects(I, T, F, F))), initset(DOWN))
    x7 = mapply(lbind(shift, shift(x1, (NEG_ONE, FIVE))), insert(ORIGIN, initset(ORIGIN)))
    x8 = (totuple(x3), totuple(x4), totuple(x5), first(x6), totuple(x7), paint(I, x4), paint(I, x6))
    return (x8, backdrop(x3), shape(x4), ulcorner(x5), lrcorner(x6), toindices(x4), combine(x3, x7), mostcolor(x6))


def solve_turned_objects(I):
    x1 = insert(vmirror, insert(dmirror, insert(hmirror, initset(cmirror))))
    x2 = merge(objects(I, F, T, T))
    x3 = rbind(rapply, x2)
    x4 = chain(normalize, first, compose(x3, initset))
    x5 = lbind(occurrences, I)
    x6 = fork(mapply, compose(lbind(lbind, shift), x4), compose(x5, x4))
    return (mapply(x6, x1), apply(compose(size, x6), x1))


def solve_objects_in_wide_grids(I):
    x1 = hconcat(hconcat(I, vmirror(I)), hconcat(I, I))
    x2 = hconcat(hconcat(x1, x1), hconcat(x1, hmirror(x1)))
    x3 = argmin(objects(I, F, T, T), size)
    x4 = argmax(objects(I, F, T, F), size)
    x5 = recolor(leastcolor(I), initset(ORIGIN))
    x6 = lbind(occurrences, x1)
    x7 = lbind(occurrences, x2)
    x8 = (x6(x3), x6(x4), x6(x5), x7(x3), x7(x4), x7(x5), occurrences(I, x3), occurrences(I, x4), occurrences(I, x5))
    return (x8, x7(upscale(x3, TWO)), x7(recolor(TEN, x3)), x7(recolor(300, x3)), occurrences(dmirror(x2), dmirror(x3)))


def solve_boxes(I):
    x1 = merge(objects(I, F, T, T))
    x2 = (x1, shift(x1, (100, NEG_ONE)), shift(shift(x1, (100, NEG_ONE)), (100, NEG_TWO)), shift(x1, (-120, 120)))
    x3 = (upscale(x1, TWO), normalize(x1), vmirror(x1), hmirror(shift(x1, (90, 90))), dmirror(x1), cmirror(x1), upscale(x1, 20))
    x4 = (asindices(I), toindices(x1), backdrop(x1), box(x1), inbox(x1), outbox(x1), delta(x1), recolor(THREE, x1))
    x5 = (toobject(outbox(x1), I), toobject(box(x1), I), asobject(I), sfilter(asobject(I), identity), corners(x1))
    x6 = combine(combine(x2, x3), combine(x4, x5))
    x7 = fork(astuple, shape, fork(astuple, ulcorner, lrcorner))
    x8 = fork(astuple, fork(astuple, square, portrait), fork(astuple, center, rbind(bordering, I)))
    return (apply(x7, x6), apply(x8, x6), apply(compose(x7, toindices), x6), apply(compose(x7, rbind(shift, (50, -50))), x6))


def solve_objects_that_share_nothing(I):
    x1 = objects(I, T, T, F)
    x2 = sfilter(x1, compose(rbind(greater, ONE), size))
    x3 = merge(x2)
    x4 = merge(remove(argmax(x1, size), x1))
    x5 = merge(partition(I))
    x6 = mfilter(objects(I, F, F, T), compose(even, size))
    x7 = merge(difference(x1, x2))
    x8 = merge(combine(x1, initset(asobject(I))))
    x9 = merge(colorfilter(x1, leastcolor(I)))
    x10 = merge(apply(lbind(recolor, TWO), x1))
    return (totuple(x3), totuple(x4), first(x5), paint(I, x6), totuple(x7), size(x8), paint(I, x8), toindices(x9), size(x10))


def solve_sets_side_by_side(I):
    x1 = ofcolor(I, leastcolor(I))
    x2 = asobject(I)
    x3 = shape(I)
    x4 = combine(x1, shift(x1, x3))
    x5 = combine(x2, shift(vmirror(x2), x3))
    x6 = combine(combine(x1, recolor(ONE, x1)), recolor(TWO, x1))
    x7 = combine(shift(recolor(ONE, x1), multiply(NEG_ONE, x3)), combine(recolor(TWO, x1), recolor(THREE, x1)))
    return (totuple(x4), totuple(x5), paint(I, x7), last(x7), size(toindices(x7)), shape(x5), x6)


def solve_tuples_of_which_some_are_empty(I):
    x1 = totuple(objects(I, T, F, T))
    x2 = mapply(toindices, x1)
    x3 = sfilter(x1, compose(flip, identity))
    x4 = mapply(toindices, x3)
    x5 = mapply(compose(lbind(mapply, toindices), lbind(sizefilter, objects(I, T, F, T))), interval(ZERO, FIVE, ONE))
    x6 = mapply(chain(lbind(mapply, toindices), lbind(sfilter, x1), lbind(matcher, size)), interval(ZERO, FIVE, ONE))
    x7 = mapply(fork(combine, chain(lbind(mapply, identity), lbind(sfilter, x1), lbind(matcher, size)), lbind(repeat, ORIGIN)), (ZERO, TWO))
    x8 = merge(((), x2, (), toindices(last(x1)), ()))
    return (combine(x2, x4), combine(x4, x2), combine(x4, x4), x5, x6, x7, x8, merge(((), ())), fill(I, TWO, x6), merge((x2, (), (ONE, TWO))))
