def solve_a(I):
    x1 = hmirror(I)
    x2 = vmirror(I)
    O = hconcat(x1, x2)
    return O


def solve_b(I):
    x1 = vmirror(I)
    x2 = hmirror(I)
    O = hconcat(x2, x1)
    return O
