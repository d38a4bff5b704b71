def solve(I):
    x1 = repeat(I, ZERO)
    O = first(x1)
    return O
