"""Boxes, frames, filling in."""

from puzzles.tools import (
    BLACK,
    GREY,
    around,
    blank,
    clone,
    frame,
    mostly_black,
    moved,
    need,
    scatter,
    solid,
    stamp,
    task,
    turn,
)


@task("d11a7ed0", "A ring of its own colour appears around every dot, two steps away.")
def dilated(rng, k):
    h, w = rng.randint(10, 15), rng.randint(10, 15)
    grid = blank(h, w)
    for cells in scatter(rng, h, w, [[(0, 0)]] * rng.randint(2, 4), gap=4):
        stamp(grid, cells, rng.randint(1, 9))
    out = clone(grid)
    for i, j in solid(h, w):
        if grid[i][j]:
            stamp(out, moved(frame(5, 5), i - 2, j - 2), grid[i][j])
    return grid, out


@task("b01dface", "Fill the frames: tall ones blue, wide ones red, square ones green.")
def bold_face(rng, k):
    h, w = rng.randint(12, 16), rng.randint(12, 16)
    side = rng.randint(3, 6)
    short, long = rng.randint(3, 4), rng.randint(5, 7)
    kinds = [((long, short), 1), ((short, long), 2), ((side, side), 3)] + [((3, 4), 2)] * (k % 2)
    places = scatter(rng, h, w, [frame(*dims) for dims, _ in kinds])
    grid = blank(h, w)
    out = clone(grid)
    for ((fh, fw), colour), cells in zip(kinds, places):
        stamp(grid, cells, 8)
        stamp(out, moved(solid(fh, fw), *min(cells)), colour)
        stamp(out, cells, 8)
    return grid, out


@task("d077ed1f", "Four dots are the corners of a rectangle: draw its outline in grey, fill it with their colour.")
def dotted(rng, k):
    h, w = rng.randint(10, 15), rng.randint(10, 15)
    sizes = [(rng.randint(3, 7), rng.randint(3, 7)) for _ in range(rng.randint(2, 3))]
    colours = rng.sample([1, 2, 3, 4, 6, 7, 8, 9], len(sizes))
    grid, out = blank(h, w), blank(h, w)
    for (fh, fw), colour, cells in zip(sizes, colours, scatter(rng, h, w, [frame(*dims) for dims in sizes])):
        top, left = min(cells)
        dots = moved([(0, 0), (0, fw - 1), (fh - 1, 0), (fh - 1, fw - 1)], top, left)
        stamp(grid, dots, colour)
        stamp(out, moved(solid(fh, fw), top, left), colour)
        stamp(out, cells, GREY)
        stamp(out, dots, colour)
    return grid, out


@task("c0bb1e5d", "Tall slabs get red upper corners, wide ones blue left corners, squares a green lower right corner.")
def cobbles(rng, k):
    h, w = rng.randint(10, 14), rng.randint(10, 14)
    side, short, long = rng.randint(2, 4), rng.randint(2, 3), rng.randint(4, 5)
    sizes = [(long, short), (short, long), (side, side)]
    grid, out = blank(h, w), blank(h, w)
    for (sh, sw), cells in zip(sizes, scatter(rng, h, w, [solid(*dims) for dims in sizes])):
        stamp(grid, cells, GREY)
        stamp(out, cells, GREY)
        if sh > sw:
            marks, colour = [(0, 0), (0, sw - 1)], 2
        elif sh < sw:
            marks, colour = [(0, 0), (sh - 1, 0)], 1
        else:
            marks, colour = [(sh - 1, sw - 1)], 3
        stamp(out, moved(marks, *min(cells)), colour)
    mostly_black(grid)
    return grid, out


@task("f0ca1d07", "Mark the centre of every slab in yellow.")
def focal_dot(rng, k):
    h, w = rng.randint(10, 15), rng.randint(10, 15)
    sizes = [(rng.choice([1, 3, 5]), rng.choice([3, 5, 7])) for _ in range(3)]
    grid = blank(h, w)
    out = clone(grid)
    for (sh, sw), cells in zip(sizes, scatter(rng, h, w, [solid(*dims) for dims in sizes])):
        colour = rng.choice([1, 2, 3, 6, 7, 8])
        top, left = min(cells)
        stamp(grid, cells, colour)
        stamp(out, cells, colour)
        stamp(out, [(top + sh // 2, left + sw // 2)], 4)
    mostly_black(grid)
    return grid, out


@task("5ea1ab1e", "Closed fences are filled with their own colour; fences with a gap turn grey.")
def sealable(rng, k):
    h, w = rng.randint(11, 15), rng.randint(11, 15)
    grid, out = blank(h, w), blank(h, w)
    sizes = [(rng.randint(3, 6), rng.randint(3, 6)) for _ in range(4)]
    for n, ((fh, fw), cells) in enumerate(zip(sizes, scatter(rng, h, w, [frame(*dims) for dims in sizes]))):
        colour = rng.choice([1, 2, 3, 8])
        stamp(grid, cells, colour)
        if n % 2 == 0:
            stamp(out, moved(solid(fh, fw), *min(cells)), colour)
        else:
            gap = moved([rng.choice([(0, fw // 2), (fh // 2, 0)])], *min(cells))
            stamp(grid, gap, BLACK)
            stamp(out, cells, GREY)
            stamp(out, gap, BLACK)
    mostly_black(grid)
    return grid, out


@task("5eedbed5", "Seeds in the upper half grow into upright crosses, seeds in the lower half into slanted ones.")
def seedbeds(rng, k):
    h, w = rng.choice([8, 10, 12, 14]), rng.randint(9, 13)
    grid = blank(h, w)
    for cells in scatter(rng, h, w, [[(0, 0)]] * rng.randint(4, 6), gap=2):
        stamp(grid, cells, rng.randint(1, 9))
    seeds = [(i, j) for i, j in solid(h, w) if grid[i][j]]
    need(seeds[1][0] < h // 2 <= seeds[-2][0])
    out = clone(grid)
    for i, j in seeds:
        slanted = [(i + di, j + dj) for di in (-1, 1) for dj in (-1, 1)]
        stamp(out, around(i, j) if i < h // 2 else slanted, grid[i][j])
    return grid, out
