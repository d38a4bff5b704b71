def solve(I):
    x1 = palette(I)
    x2 = size(x1)
    x3 = palette(I)
    x4 = size(x3)
    O = canvas(ZERO, astuple(x2, x4))
    return O
