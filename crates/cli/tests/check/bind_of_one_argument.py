def solve(I):
    x1 = rbind(size, THREE)
    x2 = fgpartition(I)
    O = mapply(x1, x2)
    return O
