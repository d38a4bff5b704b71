def solve(I):
    return len(I)
