def solve(I):
    return hmirror(I)


def solve(I):
    return vmirror(I)
