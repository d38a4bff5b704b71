# Functions that are called again: with what they gave, and with the same argument.


def solve_until_nothing_changes(I):
    x1 = compose(lbind(apply, last), rbind(sfilter, compose(positive, first)))
    x2 = compose(x1, fork(pair, compose(rbind(lbind(interval, ZERO), ONE), size), identity))
    x3 = chain(lbind(equality, ONE), compose(size, dedupe), first)
    x4 = compose(rbind(rbind(branch, identity), x2), x3)
    x5 = compose(first, fork(rapply, compose(initset, x4), identity))
    x6 = rbind(rbind(branch, identity), x5)
    x7 = compose(first, fork(rapply, chain(initset, x6, chain(positive, size, identity)), identity))
    x8 = power(x7, TEN)
    x9 = power(compose(rot90, x8), FOUR)
    return (x8(I), x9(I))


def solve_round_and_round(I):
    x1 = power(rot90, TEN)
    x2 = power(compose(identity, rot90), SEVEN)
    x3 = power(fork(paint, rot180, asobject), SIX)
    x4 = power(outbox, FIVE)
    x5 = power(fork(combine, identity, outbox), FOUR)
    x6 = power(lbind(multiply, NEG_ONE), SEVEN)
    x7 = power(rbind(shift, ORIGIN), SIX)
    x8 = ofcolor(I, leastcolor(I))
    return (x1(I), x2(I), x3(I), x4(x8), x5(x8), x6(UNITY), x6(THREE), x7(x8))


def solve_turned_until_it_fails(I):
    x1 = power(compose(tophalf, rot90), NINE)
    return x1(I)


def solve_shared_parts(I):
    x1 = fork(toobject, asindices, identity)
    x2 = compose(rbind(sfilter, compose(flip, matcher(first, ZERO))), x1)
    x3 = fork(paint, cmirror, x2)
    x4 = fork(paint, x3, chain(x2, hmirror, x3))
    x5 = fork(paint, x4, chain(x2, vmirror, x4))
    x6 = apply(x5, (I, rot90(I), rot180(I)))
    return (x6, x5(I), x5(dmirror(I)))


def solve_shared_sets(I):
    x1 = chain(toindices, rbind(sfilter, compose(flip, matcher(first, ZERO))), asobject)
    x2 = fork(intersection, x1, x1)
    x3 = fork(difference, compose(delta, x1), x1)
    x4 = fork(combine, x2, x3)
    x5 = compose(totuple, x4)
    x6 = fork(pair, x5, compose(totuple, x1))
    x7 = apply(x6, (I, hmirror(I), I))
    x8 = fork(pair, compose(totuple, x2), compose(totuple, x2))
    return (x7, apply(x8, (I, I, I)))


def solve_the_same_object(I):
    x2 = chain(first, identity, identity)
    x3 = fork(intersection, x2, x2)
    x4 = fork(astuple, compose(totuple, x3), compose(totuple, x2))
    return apply(x4, ((ofcolor(I, ZERO), ONE), (ofcolor(I, mostcolor(I)), TWO), (ofcolor(I, leastcolor(I)), THREE)))


def solve_shared_functions(I):
    x1 = lbind(matcher, first)
    x2 = compose(x1, mostcolor)
    x3 = fork(astuple, compose(lbind(sfilter, asobject(I)), x2), compose(lbind(mfilter, partition(I)), x2))
    x4 = compose(lbind(rbind, sfilter), x2)
    x5 = compose(size, fork(combine, compose(initset, x4), compose(initset, x4)))
    return apply(x5, (I, rot90(I), rot180(I)))


def solve_moved_places(I):
    x1 = apply(initset, ofcolor(I, leastcolor(I)))
    x2 = apply(tojvec, apply(increment, apply(double, interval(ZERO, width(I), ONE))))
    x3 = prapply(shift, x1, x2)
    x4 = prapply(shift, x1, ofcolor(I, mostcolor(I)))
    x5 = prapply(shift, x1, (ORIGIN, UNITY, ORIGIN))
    x6 = merge(x3)
    return (fill(I, FIVE, x6), totuple(x6), totuple(x3), totuple(merge(x4)), x5)
