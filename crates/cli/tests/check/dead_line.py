def solve(I):
    x1 = palette(I)
    O = hmirror(I)
    return O
