def solve(I):
    x1 = height(I)
    O = vmirror(x1)
    return O
