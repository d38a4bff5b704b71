def solve(I):
    O = hsplit(I, 0)
    return O
