def solve(I):
    x1 = power(hmirror, ZERO)
    O = x1(I)
    return O
