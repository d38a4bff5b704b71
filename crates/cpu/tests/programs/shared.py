def solve_symmetric_squares(I):
    x1 = interval(FOUR, ZERO, NEG_ONE)
    x2 = lbind(lbind, interval)
    x3 = fork(both, fork(equality, identity, rot90), fork(equality, identity, rot180))
    x4 = fork(both, x3, fork(either, fork(equality, cmirror, identity), fork(equality, identity, rot270)))
    x5 = initset(ORIGIN)
    x6 = rbind(branch, difference(x5, x5))
    x7 = chain(lbind(compose, backdrop), lbind(lbind(fork, insert), identity), lbind(compose, initset))
    x8 = chain(x7, lbind(rbind, add), decrement)
    x9 = compose(lbind(compose, rbind(subgrid, I)), x8)
    x10 = rbind(colorcount, mostcolor(I))
    x11 = chain(rbind(compose, x10), lbind(lbind, greater), fork(multiply, identity, identity))
    x12 = chain(rbind(compose, shape), lbind(rbind, equality), fork(astuple, identity, identity))
    x13 = compose(lbind(lbind(fork, both), x4), x12)
    x14 = fork(compose, fork(lbind(fork, both), x11, x13), x9)
    x15 = compose(lbind(compose, initset), lbind(rbind, astuple))
    x16 = fork(lbind(fork, x6), x14, x15)
    return mapply(fork(mapply, x16, chain(asindices, lbind(canvas, ZERO), rbind(astuple, FIVE))), x1)

def solve_squares_beyond(I):
    x1 = compose(initset, rbind(add, (TWO, FOUR)))
    x2 = compose(rbind(subgrid, I), compose(backdrop, fork(insert, identity, x1)))
    x3 = sfilter(asindices(I), compose(fork(equality, identity, hmirror), x2))
    x4 = sfilter(asindices(I), compose(fork(equality, dmirror, identity), x2))
    x5 = apply(compose(rbind(colorcount, ZERO), x2), asindices(I))
    return (x3, x4, x5, apply(fork(astuple, identity, compose(shape, x2)), asindices(I)))

def solve_shared_calls(I):
    x1 = objects(I, T, F, T)
    x2 = compose(normalize, rbind(sfilter, compose(even, compose(first, last))))
    x3 = compose(normalize, rbind(upscale, TWO))
    x4 = chain(rbind(shift, UNITY), toindices, x3)
    x5 = fork(intersection, x4, x4)
    x6 = fork(combine, compose(toindices, x3), compose(x5, identity))
    x7 = fork(difference, compose(toindices, x3), x5)
    x8 = fork(combine, chain(outbox, toindices, x3), x7)
    x9 = fork(shift, fork(combine, x2, compose(x2, identity)), compose(shape, x3))
    return (apply(x5, x1), apply(x8, x1), mapply(x6, x1), apply(x9, x1))

def solve_shared_failing(I):
    x1 = objects(I, T, F, F)
    x2 = chain(toindices, rbind(upscale, THREE), rbind(shift, UNITY))
    x3 = fork(combine, compose(delta, x2), chain(initset, first, compose(delta, x2)))
    return mapply(x3, x1)

def solve_shared_scalars(I):
    x1 = compose(rbind(canvas, (NINE, NINE)), first)
    x2 = fork(hconcat, compose(hmirror, x1), compose(vmirror, x1))
    x3 = compose(asindices, x1)
    x4 = fork(intersection, x3, x3)
    x5 = compose(lbind(upscale, I), first)
    return (apply(x2, totuple(asobject(I))), mapply(x4, totuple(asobject(I))), apply(fork(equality, compose(rot90, x5), compose(rot270, x5)), interval(ONE, FOUR, ONE)))

def solve_powers(I):
    x1 = apply(lbind(power, compose(outbox, outbox)), interval(ONE, NINE, ONE))
    x2 = apply(lbind(power, rbind(shift, UNITY)), interval(TWO, SEVEN, ONE))
    x3 = apply(lbind(power, fork(intersection, identity, identity)), interval(ONE, SEVEN, ONE))
    x4 = apply(lbind(power, inbox), interval(ONE, SEVEN, ONE))
    x5 = apply(lbind(power, trim), interval(ONE, THREE, ONE))
    x6 = apply(lbind(power, identity), interval(ONE, SIX, ONE))
    x7 = ofcolor(I, ZERO)
    x8 = rapply(x6, insert(ORIGIN, x7))
    x9 = intersection(first(x8), last(x8))
    return ((merge(rapply(x1, x7)), rapply(x2, x7)), (rapply(x3, x7), rapply(x4, x7)), (rapply(x5, I), x9))

def solve_nearest_of_many(I):
    x1 = totuple(ofcolor(upscale(I, TWO), ZERO))
    x2 = combine(x1, repeat((NINE, NEG_TWO), ONE))
    x3 = chain(rbind(apply, apply(initset, x2)), lbind(rbind, manhattan), initset)
    x4 = fork(greater, compose(minimum, x3), compose(rbind(manhattan, initset(UNITY)), initset))
    return (sfilter(asindices(I), x4), sfilter(asindices(hconcat(I, I)), compose(even, compose(maximum, x3))))

def solve_set_of_copies(I):
    x1 = objects(I, F, T, T)
    x2 = argmax(x1, size)
    x3 = sfilter(asindices(I), compose(even, first))
    x4 = apply(lbind(shift, normalize(x2)), x3)
    x5 = sfilter(x4, chain(positive, size, compose(lbind(intersection, toindices(x2)), toindices)))
    x6 = sfilter(x4, compose(positive, rbind(colorcount, color(x2))))
    x8 = remove(first(x4), x4)
    x9 = combine(x4, insert(x2, x8))
    return ((merge(x4), merge(x5)), (x4, size(x6)), (order(x4, leftmost), apply(toindices, x8)), (x9, contained(last(totuple(x4)), x4)))

def solve_items_of_copies(I):
    x1 = ofcolor(I, mostcolor(I))
    x2 = apply(lbind(shift, x1), x1)
    x3 = sfilter(x2, matcher(chain(even, first, ulcorner), F))
    x4 = intersection(first(x2), first(x3))
    x5 = intersection(first(x2), first(totuple(x2)))
    x6 = merge(apply(rbind(shift, UNITY), x3))
    x7 = paint(I, recolor(THREE, merge(x3)))
    x8 = difference(x2, x3)
    return ((x3, x4), (x5, x6), (x7, x8), (argmin(x2, centerofmass), mostcommon(x2)), (mfilter(x2, compose(even, size)), x2))

def solve_free_boxes(I):
    x1 = product(interval(ONE, FIVE, ONE), interval(ONE, SEVEN, ONE))
    x2 = chain(lbind(recolor, mostcolor(I)), asindices, lbind(canvas, NEG_ONE))
    x3 = compose(lbind(occurrences, I), x2)
    x4 = mapply(x3, x1)
    x5 = mapply(x3, sfilter(x1, compose(even, first)))
    x6 = mapply(chain(lbind(occurrences, I), lbind(recolor, SEVEN), compose(asindices, lbind(canvas, ONE))), x1)
    x7 = apply(x3, sfilter(x1, chain(even, last, decrement)))
    return ((x4, x5), (x6, x7), mapply(x3, initset((add(NINE, NINE), ONE))))

def solve_divided(I):
    x1 = asindices(I)
    x2 = sfilter(x1, fork(equality, identity, compose(rbind(multiply, THREE), rbind(divide, THREE))))
    x3 = apply(compose(rbind(divide, NEG_TWO), rbind(subtract, FIVE)), x1)
    x4 = apply(rbind(divide, (TWO, THREE)), x1)
    x5 = apply(compose(lbind(divide, NINE), increment), x1)
    return ((x2, x3), (x4, x5), apply(compose(lbind(divide, NINE), first), x1))

def solve_stacked_copies(I):
    x1 = repeat(I, multiply(NINE, FIVE))
    x2 = repeat(canvas(THREE, shape(I)), multiply(NINE, NINE))
    x3 = combine(x1, x2)
    x4 = combine(x3, astuple(I, hmirror(I)))
    x5 = merge(x4)
    x6 = hsplit(dmirror(merge(x3)), SEVEN)
    x7 = combine(x1, repeat(dmirror(I), multiply(NINE, NINE)))
    x8 = apply(height, x7)
    return ((x5, merge(x6)), (size(x4), first(x4)), (last(x3), x8), (mostcommon(x4), crop(x5, (NINE, ONE), (NINE, ONE))))

def solve_copies_of_two_widths(I):
    x1 = combine(repeat(I, multiply(NINE, FIVE)), repeat(hconcat(I, I), multiply(NINE, FIVE)))
    return (merge(x1), dedupe(x1), sfilter(x1, matcher(width, width(I))), contained(I, x1), x1)

def solve_shared_objects(I):
    x1 = compose(rbind(rbind(rbind(objects, F), F), T), hmirror)
    x2 = fork(intersection, compose(first, x1), compose(first, x1))
    x3 = fork(intersection, x1, x1)
    x4 = fork(combine, chain(rbind(shift, RIGHT), merge, x1), compose(merge, x1))
    x5 = fork(remove, compose(rbind(argmax, rightmost), x1), x1)
    x6 = fork(astuple, chain(first, totuple, x1), chain(first, totuple, x1))
    x7 = x6(I)
    return ((x2(I), x3(I)), (x4(I), x5(I)), (intersection(first(x7), last(x7)), apply(x2, (I, rot90(I), I))))
