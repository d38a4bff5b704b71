def solve(I):
    return solve(hmirror(I))
