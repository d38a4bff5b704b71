def solve_copies_over_copies(I):
    x1 = asobject(I)
    x2 = sfilter(x1, compose(flip, matcher(first, mostcolor(I))))
    x3 = product(interval(-4, 5, ONE), interval(-6, 6, TWO))
    x4 = mapply(lbind(shift, x2), x3)
    x5 = mapply(lbind(shift, x1), apply(lbind(multiply, astuple(TWO, THREE)), x3))
    x6 = mapply(lbind(shift, x1), sfilter(x3, chain(even, first, identity)))
    return (paint(I, x4), paint(I, x5), paint(I, x6), paint(canvas(ZERO, astuple(20, 25)), x5), x4)

def solve_merged_copies(I):
    x1 = asobject(I)
    x2 = apply(lbind(shift, x1), product(interval(ZERO, 9, TWO), interval(ZERO, 6, ONE)))
    x3 = merge(x2)
    x4 = sfilter(x2, compose(even, uppermost))
    x5 = merge(x4)
    x6 = canvas(FIVE, multiply(shape(I), TWO))
    return (paint(x6, x3), paint(x6, x5), x2, order(x4, leftmost))

def solve_lines_of_all_cells(I):
    x1 = asobject(I)
    x2 = fork(recolor, first, compose(rbind(shoot, UNITY), last))
    x3 = fork(recolor, first, compose(rbind(shoot, astuple(ONE, NEG_ONE)), last))
    x4 = mapply(x2, x1)
    x5 = mapply(fork(combine, x2, x3), x1)
    return (paint(I, x4), paint(I, x5), paint(canvas(ONE, astuple(12, 30)), x4), underpaint(I, x5))

def solve_lines_between_cells(I):
    x1 = sfilter(asobject(I), compose(flip, matcher(first, mostcolor(I))))
    x2 = apply(initset, x1)
    x3 = product(x2, x2)
    x4 = sfilter(x3, fork(equality, compose(color, first), compose(color, last)))
    x5 = fork(connect, compose(center, first), compose(center, last))
    x6 = fork(recolor, compose(color, first), x5)
    x7 = mapply(x6, x4)
    return (paint(I, x7), x7)

def solve_colours_over_each_other(I):
    x1 = palette(I)
    x2 = lbind(ofcolor, I)
    x3 = compose(merge, fork(lbind(prapply, connect), x2, x2))
    x4 = mapply(fork(recolor, identity, x3), x1)
    x5 = mapply(fork(recolor, identity, compose(outbox, x2)), x1)
    x6 = mapply(fork(recolor, identity, compose(backdrop, x2)), x1)
    return (paint(I, x4), paint(I, x5), paint(I, x6))

def solve_parts_of_large_grids(I):
    x1 = upscale(I, TEN)
    x2 = vconcat(vconcat(x1, x1), vconcat(x1, x1))
    x3 = hsplit(dmirror(x2), NINE)
    x4 = vsplit(x2, SEVEN)
    x5 = crop(x2, astuple(TWO, THREE), astuple(9, 12))
    x6 = merge(x3)
    return (x3, fill(x5, ONE, asindices(I)), asobject(x5), first(x4), paint(last(x4), asobject(I)), shape(x6), objects(x5, T, F, F), size(x4))

def solve_first_ones_on_the_background(I):
    x1 = asobject(I)
    x2 = sfilter(x1, compose(flip, matcher(first, mostcolor(I))))
    x3 = product(interval(-4, 5, ONE), interval(-6, 6, TWO))
    x4 = mapply(lbind(shift, x2), x3)
    x5 = mapply(lbind(shift, x1), x3)
    x6 = fork(recolor, first, compose(rbind(shoot, UNITY), last))
    x7 = mapply(x6, x1)
    x8 = combine(recolor(mostcolor(I), asindices(I)), combine(x2, recolor(SEVEN, x1)))
    x9 = canvas(mostcolor(I), astuple(17, 23))
    x10 = apply(lbind(underpaint, I), apply(initset, product(palette(I), x3)))
    return (underpaint(I, x4), underpaint(I, x5), underpaint(I, x7), underpaint(I, x8), underpaint(x9, x4), underpaint(x9, x7), underpaint(x9, x8), underpaint(fill(x9, NINE, x3), x5), x10)
