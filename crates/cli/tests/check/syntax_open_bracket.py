def solve(I):
    x1 = hmirror(I
    return x1
