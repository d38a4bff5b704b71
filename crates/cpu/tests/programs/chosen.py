# Functions that are chosen, put into a set, taken out again and called; and what is taken out of tuples on the way.


def solve_chosen(I):
    x1 = compose(rbind(rbind(branch, hmirror), rot90), square)
    x2 = compose(first, fork(rapply, compose(initset, x1), identity))
    x3 = compose(first, fork(rapply, chain(initset, rbind(rbind(branch, size), palette), portrait), dmirror))
    x4 = chain(first, fork(rapply, compose(initset, x1), rot180), vmirror)
    x5 = chain(first, rbind(rapply, I), compose(initset, x1))
    x6 = chain(first, rbind(rapply, asobject(I)), chain(initset, lbind(rbind, shift), shape))
    x7 = chain(first, rbind(rapply, I), initset)
    x8 = apply(x7, (rot90, asindices, size, mostcolor, palette, identity))
    x9 = compose(first, fork(rapply, initset, lbind(canvas, ZERO)))
    return (x2(I), x3(I), x4(I), x5(I), x6(I), x8, apply(x2, hsplit(I, TWO)), apply(x3, (I, rot90(I))))


def solve_chosen_functions_and_sets(I):
    x1 = compose(first, fork(rapply, compose(initset, lbind(lbind, shift)), toindices))
    x2 = chain(first, rbind(rapply, UNITY), chain(initset, lbind(lbind, shift), toindices))
    x3 = chain(first, rbind(rapply, rot90), compose(initset, lbind(lbind, compose)))
    x4 = apply(x2, totuple(objects(I, T, F, T)))
    x5 = fork(intersection, compose(x2, identity), x2)
    x6 = chain(first, rbind(rapply, I), compose(initset, x3))
    return (x4, apply(x2, objects(I, T, F, T)), x6(hmirror), apply(x5, totuple(partition(I))))


def solve_chosen_that_is_no_function(I):
    x1 = chain(first, rbind(rapply, I), compose(initset, size))
    return x1(I)


def solve_chosen_grid_that_is_no_function(I):
    return compose(first, fork(rapply, compose(initset, rot90), identity))(I)


def solve_chosen_that_fails(I):
    x1 = compose(rbind(rbind(branch, rbind(shoot, UNITY)), asindices), portrait)
    return compose(first, fork(rapply, compose(initset, x1), identity))(I)


def solve_chosen_of_one_argument(I):
    return chain(first, rbind(rapply, I), compose(initset, lbind(rbind, fill)))(THREE)


def solve_chosen_deep(I):
    x1 = power(initset, multiply(TEN, multiply(TEN, TWO)))(ORIGIN)
    x2 = power(initset, multiply(TEN, multiply(TEN, THREE)))(ORIGIN)
    x3 = compose(first, fork(rapply, compose(initset, lbind(rbind, equality)), identity))
    x4 = compose(first, fork(rapply, compose(initset, lbind(rbind, combine)), identity))
    x5 = chain(first, rbind(rapply, x2), compose(initset, lbind(lbind, equality)))
    x6 = power(compose(first, fork(rapply, compose(initset, lbind(power, initset)), identity)), ONE)
    x7 = power(lbind(compose, identity), multiply(TEN, multiply(TEN, TWO)))(rot90)
    x8 = chain(first, rbind(rapply, I), initset)
    return (x3(x1), x3(x2), size(x4(x1)), x5(x1), x5(x2), x8(x7))


def solve_chosen_again_and_again(I):
    x1 = compose(rbind(rbind(branch, tophalf), identity), chain(lbind(greater, THREE), height, identity))
    x2 = compose(first, fork(rapply, compose(initset, x1), identity))
    x3 = power(x2, TEN)
    x4 = chain(first, fork(rapply, compose(initset, compose(rbind(rbind(branch, lefthalf), identity), portrait)), rot90), x2)
    x5 = fork(hconcat, x4, compose(vmirror, x4))
    return (x3(I), power(x4, FIVE)(I), apply(x5, (I, rot90(I), I)), power(initset, FIVE)(rot90))


def solve_lent(I):
    x1 = ((I, (ONE, asobject(I))), (rot90(I), ORIGIN), (), ((), UNITY))
    x2 = chain(first, last, first)
    x3 = fork(paint, compose(first, first), chain(last, last, first))
    x4 = chain(last, compose(last, identity), compose(first, identity))
    x5 = fork(intersection, compose(last, last), compose(last, last))
    x6 = matcher(chain(last, identity, last), ONE)
    x7 = fork(astuple, compose(identity, first), last)
    return (x2(x1), x3(x1), x4(x1), x5(first(x1)), x6(last(x1)), x7(x1), apply(x7, (ORIGIN, UNITY, (I, I))))


def solve_lent_until_there_is_nothing(I):
    x1 = power(compose(first, identity), TEN)
    x2 = fork(astuple, compose(last, first), compose(size, identity))
    return (x2(((I, I), I)), x1(((((((((I,),),),),),),),)), chain(first, first, last)((I, ())))
