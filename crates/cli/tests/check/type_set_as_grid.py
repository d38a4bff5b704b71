def solve(I):
    x1 = asindices(I)
    O = rot90(x1)
    return O
