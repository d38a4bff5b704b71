def solve(I):
    x1 = compose(identity, size)
    x2 = fgpartition(I)
    O = order(x2, x1)
    return O
