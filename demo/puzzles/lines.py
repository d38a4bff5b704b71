"""Lines, shooting, moving."""

from puzzles.tools import (
    BLACK,
    GREY,
    around,
    blank,
    blob,
    clone,
    extent,
    inside,
    moved,
    need,
    scatter,
    solid,
    stamp,
    task,
    turn,
    where,
)


@task("ba5eba11", "Each dart (red tail, blue tip) flies on and leaves a green trail on black cells.")
def darts(rng, k):
    h, w = rng.randint(9, 14), rng.randint(9, 14)
    ways = rng.sample([(di, dj) for di in (-1, 0, 1) for dj in (-1, 0, 1) if di or dj], rng.randint(2, 3))
    spans = [solid(abs(di) + 1, abs(dj) + 1) for di, dj in ways]
    grid, trails = blank(h, w), []
    for (di, dj), box in zip(ways, scatter(rng, h, w, spans, gap=2)):
        rows, columns = sorted({i for i, _ in box}), sorted({j for _, j in box})
        tail = (rows[0] if di >= 0 else rows[-1], columns[0] if dj >= 0 else columns[-1])
        tip = (tail[0] + di, tail[1] + dj)
        stamp(grid, [tail], 2)
        stamp(grid, [tip], 1)
        trail = [(tip[0] + n * di, tip[1] + n * dj) for n in range(1, 20)]
        trails += [cell for cell in trail if inside(grid, *cell)]
    out = clone(grid)
    stamp(out, [(i, j) for i, j in trails if grid[i][j] == BLACK], 3)
    need(len(where(out, 3)) >= 5)
    return grid, out


@task("6e0de51c", "Join the two dots of each colour with a straight grey line.")
def geodesic(rng, k):
    h, w = rng.randint(9, 14), rng.randint(9, 14)
    grid, out = blank(h, w), blank(h, w)
    steps = [(0, 1), (1, 0), (1, 1), (1, -1)]
    rng.shuffle(steps)
    for colour, (di, dj) in zip(rng.sample([1, 2, 3, 4, 6, 7, 8, 9], 4), steps[: rng.randint(3, 4)]):
        i, j, n = rng.randrange(h), rng.randrange(w), rng.randint(3, 7)
        line = [(i + m * di, j + m * dj) for m in range(n + 1)]
        need(all(inside(out, *cell) and out[cell[0]][cell[1]] == BLACK for cell in line))
        stamp(out, line, GREY)
        for board in (grid, out):
            stamp(board, [line[0], line[-1]], colour)
    return grid, out


@task("c0c0bead", "Red beads draw a line to the left wall, blue beads one to the floor; blue runs over red.")
def cocoa_beads(rng, k):
    h, w = rng.randint(7, 13), rng.randint(7, 13)
    rows, columns = rng.sample(range(h), rng.randint(2, 3)), rng.sample(range(w), rng.randint(2, 3))
    grid, out = blank(h, w), blank(h, w)
    for i in rows:
        bead = rng.choice([j for j in range(2, w) if j not in columns])
        stamp(grid, [(i, bead)], 2)
        stamp(out, [(i, j) for j in range(bead + 1)], 2)
    for j in columns:
        bead = rng.choice([i for i in range(h - 2) if i not in rows])
        stamp(grid, [(bead, j)], 1)
        stamp(out, [(i, j) for i in range(bead, h)], 1)
    return grid, out


@task("fade0ff5", "Every shape casts a grey shadow one step down and to the right.")
def shadow(rng, k):
    h, w = rng.randint(8, 13), rng.randint(8, 13)
    grid = blank(h, w)
    for cells in scatter(rng, h, w, [blob(rng, rng.randint(3, 7)) for _ in range(3)]):
        stamp(grid, cells, rng.choice([1, 2, 3, 4, 6, 7, 8, 9]))
    out = clone(grid)
    for i in range(1, h):
        for j in range(1, w):
            if grid[i][j] == BLACK and grid[i - 1][j - 1] != BLACK:
                out[i][j] = GREY
    return grid, out


@task("f1d6e7ed", "The green shape moves to the pink block until they touch; grey marks where it was.", train=4)
def fidgeted(rng, k):
    shape, length = blob(rng, rng.randint(2, 4)), rng.randint(5, 7)
    sh, sw = extent(shape)
    h, w = rng.randint(10, 14), length + rng.randint(2, 6)
    left = rng.randint(0, w - length)
    block = moved(solid(2, length), h - 2, left)
    start = moved(shape, rng.randint(0, h - 6 - sh), rng.randint(left, left + length - sw))
    stop = start
    while not any(near in block for cell in stop for near in around(*cell)):
        stop = moved(stop, 1, 0)
    grid = blank(h, w)
    stamp(grid, block, 6)
    out = clone(grid)
    stamp(grid, start, 3)
    stamp(out, start, GREY)
    stamp(out, stop, 3)
    for _ in range(k):  # show a new direction in every pair
        grid, out = turn(grid), turn(out)
    return grid, out


@task("0ff10ad5", "The red ball jumps over the grey wall and lands right behind it.", train=4)
def offload(rng, k):
    h, w = rng.randint(8, 13), rng.randint(8, 13)
    wall, length = rng.randint(3, h - 2), rng.randint(4, w - 1)
    left = rng.randint(0, w - length)
    ball = (rng.randint(0, wall - 2), rng.randint(left, left + length - 1))
    grid = blank(h, w)
    stamp(grid, [(wall, left + j) for j in range(length)], GREY)
    out = clone(grid)
    stamp(grid, [ball], 2)
    stamp(out, [(wall + 1, ball[1])], 2)
    for _ in range(k):
        grid, out = turn(grid), turn(out)
    return grid, out
