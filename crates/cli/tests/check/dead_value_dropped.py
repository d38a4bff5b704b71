def solve(I):
    palette(I)
    return hmirror(I)
