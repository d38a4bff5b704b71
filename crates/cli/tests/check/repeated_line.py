def solve(I):
    x1 = shape(I)
    x2 = canvas(ZERO, x1)
    x3 = shape(I)
    x4 = canvas(ONE, x3)
    O = hconcat(x2, x4)
    return O
