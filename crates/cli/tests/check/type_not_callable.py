def solve(I):
    x1 = palette(I)
    O = x1(I)
    return O
