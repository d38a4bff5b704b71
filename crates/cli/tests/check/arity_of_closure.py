def solve(I):
    x1 = asindices(I)
    x2 = rbind(fill, x1)
    O = x2(I)
    return O
