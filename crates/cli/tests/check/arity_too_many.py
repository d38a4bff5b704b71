def solve(I):
    O = hmirror(I, I)
    return O
