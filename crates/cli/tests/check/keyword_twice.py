def solve(I):
    O = replace(I, ONE, TWO, replacee=THREE)
    return O
