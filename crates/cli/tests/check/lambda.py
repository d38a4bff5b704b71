def solve(I):
    O = apply(lambda row: row, I)
    return O
