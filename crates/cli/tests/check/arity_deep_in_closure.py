def solve(I):
    x1 = rbind(shift, UNITY)
    x2 = fork(combine, x1, identity)
    x3 = compose(x2, astuple)
    x4 = partition(I)
    O = mapply(x3, x4)
    return O
