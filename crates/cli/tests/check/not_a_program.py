def between(a, b):
    return add(a, b)


def solve(I):
    return I
