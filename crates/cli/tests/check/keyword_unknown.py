def solve(I):
    O = replace(I, replacee=ONE, by=TWO)
    return O
