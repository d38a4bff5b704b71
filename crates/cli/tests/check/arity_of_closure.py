def solve(I):
    f = compose(size, objects)
    g = rbind(fill, asindices(I))
    O = g(I)
    return O
