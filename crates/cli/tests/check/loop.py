def solve(I):
    for row in I:
        x1 = row
    return I
