def solve(I):
    x1 = astuple(ONE, TWO)
    O = insert(THREE, x1)
    return O
