def solve(I):
    x1 = hmirror(I)
    O = vconcat(I, x2)
    return O
