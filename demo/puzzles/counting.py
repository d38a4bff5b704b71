"""Gravity, sorting, counting."""

from puzzles.tools import (
    BLACK,
    blank,
    blob,
    extent,
    flip_columns,
    flip_rows,
    mostly_black,
    moved,
    need,
    noise,
    solid,
    stamp,
    task,
    transpose,
    where,
)


@task("ca5caded", "In every column the red cells sink to the floor and the blue cells float to the top.")
def cascaded(rng, k):
    grid = noise(rng, rng.randint(5, 9), rng.randint(4, 9), [1, 2], 0.5)
    columns = []
    for column in transpose(grid):
        blue, red = column.count(1), column.count(2)
        columns.append([1] * blue + [BLACK] * (len(column) - blue - red) + [2] * red)
    return grid, transpose(columns)


@task("7a11e57a", "Sort the bars: shortest on the left, tallest on the right.")
def tallest(rng, k):
    h = rng.randint(6, 10)
    heights = rng.sample(range(1, h + 1), rng.randint(4, h - 1))
    need(heights != sorted(heights))
    bars = [[BLACK] * (h - n) + [rng.randint(1, 9)] * n for n in heights]
    return transpose(bars), transpose(sorted(bars, key=lambda bar: h - bar.count(BLACK)))


@task("e5ca1a7e", "Count the cells of each colour and draw the counts as bars, rarest colour on top.")
def escalate(rng, k):
    h, w, kinds = rng.randint(8, 11), rng.randint(8, 11), rng.randint(3, 5)
    colours, counts = rng.sample(range(1, 10), kinds), rng.sample(range(1, 9), kinds)
    spots = rng.sample(solid(h, w), sum(counts))
    grid = blank(h, w)
    for colour, n in zip(colours, counts):
        for _ in range(n):
            stamp(grid, [spots.pop()], colour)
    mostly_black(grid)
    longest = max(counts)
    bars = sorted(zip(counts, colours))
    return grid, [[colour] * n + [BLACK] * (longest - n) for n, colour in bars]


@task("d1ced1ce", "Even number of blue cells: flip upside down; odd number: mirror left to right.", train=4, test=2)
def dice(rng, k):
    grid = noise(rng, rng.randint(4, 7), rng.randint(4, 7), [1, 1, 2, 4, 8], 0.4)
    blue = len(where(grid, 1))
    need(blue % 2 == k % 2 and 2 <= blue)
    upside, sideways = flip_rows(grid), flip_columns(grid)
    need(upside != grid and sideways != grid and upside != sideways)
    return grid, upside if blue % 2 == 0 else sideways


@task("511de511", "Red shapes slide to the left wall, blue shapes to the right wall.")
def slide(rng, k):
    shapes = [blob(rng, rng.randint(3, 5)) for _ in range(rng.randint(3, 4))]
    h, w = sum(extent(shape)[0] + 1 for shape in shapes) - 1, rng.randint(9, 12)
    grid, out, top = blank(h, w), blank(h, w), 0
    for n, shape in enumerate(shapes):
        red = (n + k) % 2 == 0
        sh, sw = extent(shape)
        stamp(grid, moved(shape, top, rng.randint(1, w - sw - 1)), 2 if red else 1)
        stamp(out, moved(shape, top, 0 if red else w - sw), 2 if red else 1)
        top += sh + 1
    return grid, out
