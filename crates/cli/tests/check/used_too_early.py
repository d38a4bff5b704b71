def solve(I):
    O = vconcat(I, x1)
    x1 = hmirror(I)
    return O
