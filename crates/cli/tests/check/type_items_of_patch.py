def solve(I):
    x1 = palette(I)
    O = ulcorner(x1)
    return O
