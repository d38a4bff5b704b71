def solve_of_one_shape(I):
    x1 = objects(I, T, F, T)
    x2 = objects(I, F, T, F)
    x3 = sfilter(x1, fork(equality, toindices, backdrop))
    x4 = sfilter(x1, fork(equality, box, toindices))
    x5 = mfilter(x1, fork(equality, toindices, fork(connect, ulcorner, lrcorner)))
    x6 = fork(combine, fork(connect, ulcorner, urcorner), fork(connect, ulcorner, llcorner))
    x7 = sfilter(x2, fork(either, fork(equality, toindices, x6), fork(equality, corners, toindices)))
    x8 = sfilter(apply(toindices, x1), compose(flip, fork(equality, toindices, fork(connect, llcorner, urcorner))))
    return astuple(astuple(totuple(x3), totuple(x4)), astuple(totuple(x5), astuple(totuple(x7), totuple(x8))))

def solve_what_is_left(I):
    x1 = objects(I, T, F, T)
    x2 = apply(compose(size, fork(difference, toindices, box)), x1)
    x3 = apply(compose(size, fork(intersection, outbox, fork(combine, corners, toindices))), x1)
    x4 = matcher(compose(size, fork(difference, fork(connect, ulcorner, urcorner), toindices)), ZERO)
    x5 = fork(both, x4, compose(flip, fork(contained, lrcorner, toindices)))
    x6 = argmax(x1, x5)
    x7 = order(x1, chain(size, identity, fork(combine, fork(connect, ulcorner, lrcorner), toindices)))
    x8 = sfilter(x1, compose(positive, compose(size, fork(difference, backdrop, fork(combine, box, toindices)))))
    return astuple(astuple(x2, x3), astuple(astuple(x6, x7), totuple(x8)))

def solve_one_place_more(I):
    x1 = objects(I, T, T, T)
    x2 = sfilter(x1, fork(equality, toindices, fork(remove, lrcorner, backdrop)))
    x3 = sfilter(x1, fork(equality, fork(insert, center, toindices), backdrop))
    x4 = apply(fork(contained, center, toindices), x1)
    x5 = fork(insert, compose(decrement, ulcorner), toindices)
    x6 = argmin(x1, compose(size, fork(difference, x5, fork(remove, ulcorner, toindices))))
    x7 = sfilter(x1, fork(contained, center, compose(toindices, identity)))
    x8 = valmax(x1, compose(size, fork(remove, center, corners)))
    return astuple(astuple(totuple(x2), totuple(x3)), astuple(astuple(x4, x6), astuple(totuple(x7), x8)))

def solve_sets_of_places(I):
    x1 = objects(I, T, F, T)
    x2 = fork(difference, backdrop, toindices)
    x3 = apply(x2, x1)
    x4 = mapply(fork(intersection, toindices, box), x1)
    x5 = mapply(fork(recolor, color, corners), x1)
    x6 = sfilter(x1, x2)
    x7 = apply(toindices, x1)
    return astuple(astuple(totuple(x3), totuple(x4)), astuple(totuple(x5), astuple(totuple(x6), totuple(x7))))

def solve_over_and_over(I):
    x1 = objects(I, T, F, T)
    x2 = chain(size, rbind(shift, UNITY), fork(difference, backdrop, toindices))
    x3 = apply(x2, x1)
    x4 = valmax(x1, x2)
    x5 = sfilter(x1, x2)
    x6 = argmin(x1, x2)
    x7 = order(x5, x2)
    x8 = astuple(sfilter(x1, fork(both, x2, x2)), mfilter(x1, x2))
    return astuple(astuple(x3, x4), astuple(astuple(totuple(x5), x6), astuple(x7, x8)))

def solve_of_nothing_that_fails(I):
    x0 = asindices(I)
    x1 = insert(difference(x0, x0), objects(I, T, F, T))
    return sfilter(x1, fork(equality, toindices, fork(connect, ulcorner, lrcorner)))
