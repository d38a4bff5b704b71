def solve(I):
    x1 = I
    O = hmirror(x1)
    return O
