"""Scaling, splitting, joining."""

from collections import Counter

from puzzles.tools import BLACK, GREY, around, blank, clone, mostly_black, need, noise, solid, stamp, task, turn, where


@task("5ca1ab1e", "Enlarge the picture by the number of cells of its rarest colour.")
def scalable(rng, k):
    factor = (2, 3, 4, 3)[k]
    h, w = rng.randint(3, 4), rng.randint(4, 5)
    grid = noise(rng, h, w, rng.sample(range(1, 10), 2), 0.8)
    counts = sorted(Counter(value for row in grid for value in row).values())
    need(len(counts) == 3 and counts[0] == factor < counts[1])
    return grid, [[value for value in row for _ in range(factor)] for row in grid for _ in range(factor)]


@task("de5ca1ed", "Reduce the picture so that the one grey block becomes a single cell.")
def descaled(rng, k):
    scale = (2, 3, 2, 4)[k]
    h, w = rng.randint(3, 4), rng.randint(3, 4)
    picture = noise(rng, h, w, rng.sample([1, 2, 3, 4, 6, 7, 8, 9], 3))
    stamp(picture, [(rng.randrange(h), rng.randrange(w))], GREY)
    rows, columns = h * scale + rng.randint(2, 4), w * scale + rng.randint(2, 4)
    grid = blank(rows, columns)
    top, left = rng.randint(0, rows - h * scale), rng.randint(0, columns - w * scale)
    for i, j in solid(h * scale, w * scale):
        grid[top + i][left + j] = picture[i // scale][j // scale]
    mostly_black(grid)
    return grid, picture


@task("acc01ade", "Put the picture in the middle of a black sheet twice its size.")
def accolade(rng, k):
    h, w = rng.choice([4, 6, 8]), rng.choice([4, 6, 8])
    grid = noise(rng, h, w, rng.sample(range(1, 10), 3), 0.7)
    out = blank(2 * h, 2 * w)
    for i, j in solid(h, w):
        out[i + h // 2][j + w // 2] = grid[i][j]
    return grid, out


@task("1ace1ace", "Lace the two halves: rows of the top half and of the bottom half take turns.")
def lace(rng, k):
    h, w = rng.randint(2, 5), rng.randint(4, 8)
    top, bottom = noise(rng, h, w, [1, 8], 0.7), noise(rng, h, w, [2, 4], 0.7)
    return top + bottom, [row for both in zip(top, bottom) for row in both]


@task("b1f0ca15", "Fold the sheet along the grey wall: cyan where two orange cells meet.")
def bifocals(rng, k):
    h, w = rng.randint(3, 7), rng.randint(3, 6)
    left, right = noise(rng, h, w, [7], 0.55), noise(rng, h, w, [7], 0.55)
    grid = [a + [GREY] + b for a, b in zip(left, right)]
    out = [[8 if x == y == 7 else BLACK for x, y in zip(a, reversed(b))] for a, b in zip(left, right)]
    need(where(out, 8))
    return grid, out


@task("51de51de", "Turn the bottom half around and lay it over the top half: cells that collide vanish.")
def side_by_side(rng, k):
    h, w = rng.randint(3, 6), rng.randint(3, 8)
    top, bottom = noise(rng, h, w, [6], 0.5), noise(rng, h, w, [4], 0.5)
    turned = turn(turn(bottom))
    out = [[x + y if BLACK in (x, y) else BLACK for x, y in zip(a, b)] for a, b in zip(top, turned)]
    return top + bottom, out


@task("7ab1e5e7", "A table: where the head of the row and the head of the column agree, fill in their colour.")
def table_set(rng, k):
    h, w = rng.randint(6, 9), rng.randint(6, 10)
    colours = rng.sample([1, 2, 3, 4, 6, 7, 8, 9], 4)
    grid = blank(h, w)
    grid[0][0] = GREY
    for j in range(1, w):
        grid[0][j] = rng.choice(colours)
    for i in range(1, h):
        grid[i][0] = rng.choice(colours)
    out = clone(grid)
    for i in range(1, h):
        for j in range(1, w):
            if grid[i][0] == grid[0][j]:
                out[i][j] = grid[i][0]
    need(out != grid)
    mostly_black(grid)
    return grid, out
