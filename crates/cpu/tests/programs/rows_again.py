def solve_rows_once(I):
    x1 = dedupe(I)
    x2 = dedupe(dmirror(I))
    x3 = vconcat(I, hmirror(I))
    x4 = dedupe(x3)
    x5 = dedupe(crop(I, ORIGIN, (ONE, ONE)))
    x6 = dedupe(vconcat(x3, vconcat(x3, vconcat(x3, x3))))
    return ((x1, x2), (x3, x4), (x5, x6), (dedupe(x1), size(x4)), (equality(x4, dedupe(I)), equality(x1, I)))


def solve_rows_common(I):
    x1 = vconcat(I, crop(I, ORIGIN, (ONE, width(I))))
    x2 = mostcommon(x1)
    x3 = leastcommon(vconcat(x1, I))
    x4 = mostcommon(I)
    x5 = leastcommon(I)
    x6 = mostcommon(vupscale(dmirror(I), THREE))
    return ((x2, x3), (x4, x5), (x6, contained(x2, I)), (mostcommon(dedupe(I)), leastcommon(x1)))


def solve_numbers_once(I):
    x1 = first(I)
    x2 = apply(dedupe, I)
    x3 = apply(mostcommon, I)
    x4 = apply(leastcommon, dmirror(I))
    x5 = combine(x1, last(I))
    x6 = apply(compose(size, dedupe), I)
    x7 = combine(x6, (TEN, TEN, multiply(TEN, TWO), NEG_ONE, NEG_ONE, NEG_ONE))
    x8 = dedupe(combine(x1, apply(even, x1)))
    return ((x2, x3), (x4, dedupe(x5)), (mostcommon(x5), leastcommon(x5)), (dedupe(x7), mostcommon(x7)), (x8, dedupe(x6)))


def solve_nothing_common(I):
    return mostcommon(sfilter(first(I), rbind(greater, TEN)))
