def solve(I):
    x1 = asindices(I)
    x2 = combine(x1, x1)
    O = fill(I, FIVE, x2)
    return O
