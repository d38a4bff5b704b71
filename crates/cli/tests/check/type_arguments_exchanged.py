def solve(I):
    x1 = shape(I)
    O = canvas(x1, ZERO)
    return O
