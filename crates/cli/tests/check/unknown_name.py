def solve(I):
    x1 = hmiror(I)
    return x1
