def solve(I):
    x1 = objects(I, T, F, T)
    O = increment(x1)
    return O
