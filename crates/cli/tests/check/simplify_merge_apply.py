def solve(I):
    x1 = fgpartition(I)
    x2 = apply(box, x1)
    x3 = merge(x2)
    O = fill(I, FIVE, x3)
    return O
