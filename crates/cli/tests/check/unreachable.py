def solve(I):
    return I
    x1 = hmirror(I)
