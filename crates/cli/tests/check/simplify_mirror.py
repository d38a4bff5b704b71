def solve(I):
    x1 = vmirror(I)
    O = vmirror(x1)
    return O
