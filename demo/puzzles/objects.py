"""Objects: choosing, recolouring."""

from puzzles.tools import (
    BLACK,
    GREY,
    around,
    blank,
    blob,
    clone,
    component,
    cutout,
    flip_rows,
    frame,
    inside,
    moved,
    need,
    scatter,
    stamp,
    task,
    turn,
    where,
)


@task("0ddba115", "Cut out the one shape with a colour of its own and paint it like the others.")
def oddballs(rng, k):
    h, w = rng.randint(9, 13), rng.randint(9, 13)
    common, odd = rng.sample(range(1, 10), 2)
    shapes = scatter(rng, h, w, [blob(rng, rng.randint(6, 8)) for _ in range(rng.randint(4, 6))])
    grid = blank(h, w)
    for n, cells in enumerate(shapes):
        stamp(grid, cells, odd if n == 0 else common)
    out = [[common if value else BLACK for value in row] for row in cutout(grid, shapes[0])]
    need(len(out) >= 3 and len(out[0]) >= 3)
    return grid, out


@task("5e1ec7ed", "Cut out the one shape that is made of two colours.")
def selected(rng, k):
    h, w = rng.randint(9, 13), rng.randint(9, 13)
    shapes = scatter(rng, h, w, [blob(rng, rng.randint(5, 8)) for _ in range(rng.randint(3, 5))])
    grid = blank(h, w)
    for cells in shapes:
        stamp(grid, cells, rng.randint(1, 9))
    chosen = shapes[0]
    own = grid[chosen[0][0]][chosen[0][1]]
    second = rng.choice([colour for colour in range(1, 10) if colour != own])
    stamp(grid, rng.sample(chosen, rng.randint(1, 3)), second)
    out = cutout(grid, chosen)
    need(len(out) >= 3 and len(out[0]) >= 3)
    return grid, out


@task("a55e55ed", "A podium for the grey shapes: the largest turns blue, the second red, the third green.")
def assessed(rng, k):
    h, w = rng.randint(9, 13), rng.randint(9, 13)
    sizes = rng.sample(range(2, 10), rng.randint(4, 6))
    shapes = scatter(rng, h, w, [blob(rng, n) for n in sizes])
    grid = blank(h, w)
    for cells in shapes:
        stamp(grid, cells, GREY)
    out = clone(grid)
    ranked = sorted(shapes, key=len, reverse=True)
    for colour, cells in zip((1, 2, 3), ranked):
        stamp(out, cells, colour)
    return grid, out


@task("d15ab1ed", "Wipe away the single specks, then turn the sheet upside down.")
def disabled(rng, k):
    h, w = rng.randint(9, 14), rng.randint(9, 14)
    sizes = [rng.randint(3, 7) for _ in range(3)] + [1] * rng.randint(4, 8)
    grid, clean = blank(h, w), blank(h, w)
    for cells in scatter(rng, h, w, [blob(rng, n) for n in sizes]):
        colour = rng.randint(1, 9)
        stamp(grid, cells, colour)
        if len(cells) > 1:
            stamp(clean, cells, colour)
    return grid, flip_rows(clean)


@task("c0a1e5ce", "Grey shapes take the colour of the cell in the very middle of the grid.")
def coalesce(rng, k):
    h, w = rng.choice([7, 9, 11, 13]), rng.choice([7, 9, 11, 13])
    middle = (h // 2, w // 2)
    shapes = scatter(rng, h, w, [blob(rng, rng.randint(3, 5)) for _ in range(3)], taken=[(*middle, 1, 1)])
    colour = rng.choice([1, 2, 3, 4, 6, 7, 8, 9])
    grid, out = blank(h, w), blank(h, w)
    for cells in shapes:
        stamp(grid, cells, GREY)
        stamp(out, cells, colour)
    stamp(grid, [middle], colour)
    stamp(out, [middle], colour)
    return grid, out


@task("5e7be51d", "Blue shapes with a red cell right beside them turn green.")
def set_beside(rng, k):
    h, w = rng.randint(10, 14), rng.randint(10, 14)
    grid = blank(h, w)
    for cells in scatter(rng, h, w, [blob(rng, rng.randint(3, 6)) for _ in range(4)]):
        stamp(grid, cells, 1)
    for i, j in rng.sample(where(grid, BLACK), 7):
        grid[i][j] = 2
    out = clone(grid)
    touched = alone = 0
    for start in where(grid, 1):
        cells = component(grid, start)
        if start != min(cells):
            continue
        if any(inside(grid, *near) and grid[near[0]][near[1]] == 2 for cell in cells for near in around(*cell)):
            stamp(out, cells, 3)
            touched += 1
        else:
            alone += 1
    need(touched >= 1 and alone >= 1)
    return grid, out


@task("5ea1e7e1", "The grey line is the sea level: shapes above it turn green, shapes below it yellow.")
def sea_level(rng, k):
    w, above, below = rng.randint(8, 12), rng.randint(4, 8), rng.randint(4, 8)
    grid = blank(above + 1 + below, w)
    out = clone(grid)
    for top, height, colour in ((0, above, 3), (above + 1, below, 4)):
        for cells in scatter(rng, height, w, [blob(rng, rng.randint(2, 5)) for _ in range(2)]):
            stamp(grid, moved(cells, top, 0), 1)
            stamp(out, moved(cells, top, 0), colour)
    grid[above] = [GREY] * w
    out[above] = [GREY] * w
    return grid, out


@task("ed6e1e55", "Take off the frame and swap the two colours inside.")
def edgeless(rng, k):
    h, w = rng.randint(4, 8), rng.randint(4, 8)
    edge, a, b = rng.sample(range(10), 3)
    picture = [[a if rng.random() < 0.65 else b for _ in range(w)] for _ in range(h)]
    need(len(where(picture, a)) > len(where(picture, b)) > 0)
    grid = [[edge] * (w + 2)] + [[edge] + row + [edge] for row in picture] + [[edge] * (w + 2)]
    return grid, [[b if value == a else a for value in row] for row in picture]
