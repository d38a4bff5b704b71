def solve(I):
    x1 = shape(I)
    O = greater(x1, THREE)
    return O
