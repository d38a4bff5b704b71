def solve(I):
    x1 = chain(size, positive, color)
    x2 = objects(I, T, F, T)
    O = order(x2, x1)
    return O
