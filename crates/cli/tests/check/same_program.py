def solve_by_rows(I):
    O = hmirror(I)
    return O


def solve_upside_down(grid):
    x1 = hmirror(grid)
    return x1
