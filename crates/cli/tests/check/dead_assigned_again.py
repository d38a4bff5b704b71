def solve(I):
    O = hmirror(I)
    O = vmirror(I)
    return O
