def solve(I):
    x1 = compose(size, first)
    O = first(x1)
    return O
