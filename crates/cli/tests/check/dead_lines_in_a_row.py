def solve(I):
    x1 = palette(I)
    x2 = size(x1)
    x3 = (x2, x2)
    O = hmirror(I)
    return O
