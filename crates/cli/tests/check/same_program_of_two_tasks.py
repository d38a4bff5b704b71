def solve_67a3c6ac(I):
    O = vmirror(I)
    return O


def solve_00000001(I):
    O = vmirror(I)
    return O
