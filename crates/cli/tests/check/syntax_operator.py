def solve(I):
    x1 = = I
    return x1
