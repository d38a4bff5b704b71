def solve(I):
    O = hmirror(I)
