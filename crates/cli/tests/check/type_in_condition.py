def solve(I):
    x1 = partition(I)
    x2 = compose(even, palette)
    O = sfilter(x1, x2)
    return O
