def solve(I):
    O = objects(I, T, F)
    return O
