def solve(I):
    x1 = fgpartition(I)
    O = apply(even, x1)
    return O
