def solve(I):
    x1 = partition(I)
    O = apply(x1, size)
    return O
