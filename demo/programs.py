"""Programs for the demo tasks, in the style of arc-dsl's solvers.

Every `solve_<task>` or `solve_<task>_<word>` solves all pairs of tasks/<task>.json. Programs
that fail on purpose are in failing.py. Run them with any `dsl` module that holds the 160
functions together with the usual constants (re-arc's dsl.py does).
"""

from dsl import *


# Gravity, sorting, counting


def solve_ca5caded(I):
    """Red sinks and blue floats: a column is its blue, then its black, then its red cells."""
    x1 = dmirror(I)
    x2 = rbind(sfilter, matcher(identity, ONE))
    x3 = rbind(sfilter, matcher(identity, ZERO))
    x4 = rbind(sfilter, matcher(identity, TWO))
    x5 = fork(combine, x2, x3)
    x6 = fork(combine, x5, x4)
    x7 = apply(x6, x1)
    O = dmirror(x7)
    return O


def solve_ca5caded_by_weight(I):
    """Red sinks and blue floats: sort by the weight v * (2 * v - 3), lightest on top."""
    x1 = rot270(I)
    x2 = rbind(subtract, THREE)
    x3 = compose(x2, double)
    x4 = fork(multiply, identity, x3)
    x5 = rbind(order, x4)
    x6 = apply(x5, x1)
    O = rot90(x6)
    return O


def solve_7a11e57a(I):
    """Sort the bars by their number of coloured cells."""
    x1 = dmirror(I)
    x2 = lbind(remove, ZERO)
    x3 = compose(size, x2)
    x4 = order(x1, x3)
    O = dmirror(x4)
    return O


def solve_7a11e57a_by_strips(I: Grid) -> Grid:
    """Sort the bars: cut the grid into strips, the one with most black comes first."""
    x1 = width(I)
    x2 = hsplit(I, x1)
    x3 = rbind(colorcount, ZERO)
    x4 = compose(invert, x3)
    x5 = order(x2, x4)
    x6 = mapply(dmirror, x5)
    O = dmirror(x6)
    return O


def solve_e5ca1a7e(I):
    """Count the colours and draw bars: a row is its coloured cells followed by black ones."""
    x1 = fgpartition(I)
    x2 = order(x1, size)
    x3 = valmax(x1, size)
    x4 = fork(repeat, color, size)
    x5 = lbind(repeat, ZERO)
    x6 = lbind(subtract, x3)
    x7 = chain(x5, x6, size)
    x8 = fork(combine, x4, x7)
    O = apply(x8, x2)
    return O


def solve_e5ca1a7e_by_lines(I):
    """Count the colours and draw bars: connect the ends of each bar and paint the lines."""
    x1 = fgpartition(I)
    x2 = order(x1, size)
    x3 = size(x2)
    x4 = interval(ZERO, x3, ONE)
    x5 = apply(toivec, x4)
    x6 = compose(decrement, size)
    x7 = apply(x6, x2)
    x8 = pair(x4, x7)
    x9 = papply(connect, x5, x8)
    x10 = apply(color, x2)
    x11 = mpapply(recolor, x10, x9)
    x12 = maximum(x7)
    x13 = increment(x12)
    x14 = astuple(x3, x13)
    x15 = canvas(ZERO, x14)
    O = paint(x15, x11)
    return O


def solve_d1ced1ce(I):
    """Flip upside down when the number of blue cells is even, else mirror left to right."""
    x1 = colorcount(I, ONE)
    x2 = even(x1)
    x3 = hmirror(I)
    x4 = vmirror(I)
    O = branch(x2, x3, x4)
    return O


def solve_d1ced1ce_by_choice(I):
    """Even number of blue cells: choose the mirror first, then look into it."""
    x1 = ofcolor(I, ONE)
    x2 = size(x1)
    x3 = branch(even(x2), hmirror, vmirror)
    O = x3(I)
    return O


def solve_511de511(I):
    """Red shapes slide to the left wall, blue shapes to the right wall."""
    x1 = objects(I, T, F, T)
    x2 = colorfilter(x1, TWO)
    x3 = colorfilter(x1, ONE)
    x4 = chain(tojvec, invert, leftmost)
    x5 = fork(shift, identity, x4)
    x6 = mapply(x5, x2)
    x7 = width(I)
    x8 = decrement(x7)
    x9 = lbind(subtract, x8)
    x10 = chain(tojvec, x9, rightmost)
    x11 = fork(shift, identity, x10)
    x12 = mapply(x11, x3)
    x13 = combine(x6, x12)
    x14 = canvas(ZERO, shape(I))
    O = paint(x14, x13)
    return O


# Scaling, splitting, joining


def solve_5ca1ab1e(I):
    """Enlarge the picture by the number of cells of its rarest colour."""
    x1 = leastcolor(I)
    x2 = colorcount(I, x1)
    O = upscale(I, x2)
    return O


def solve_5ca1ab1e_in_two_steps(I):
    """Enlarge the picture by its least count of a colour: first its width, then its height."""
    x1 = palette(I)
    x2 = lbind(colorcount, I)
    x3 = apply(x2, x1)
    x4 = minimum(x3)
    x5 = hupscale(I, x4)
    O = vupscale(x5, x4)
    return O


def solve_5ca1ab1e_by_painting(I: Grid) -> Grid:
    """Enlarge the picture by its smallest part: paint the enlarged object on a canvas."""
    x1 = valmin(partition(I), size)
    x2 = multiply(shape(I), x1)
    x3 = canvas(value=ZERO, dimensions=x2)
    x4 = upscale(asobject(I), factor=x1)
    O = paint(grid=x3, obj=x4)
    return O


def solve_de5ca1ed(I):
    """Reduce the picture so that the grey block becomes a single cell."""
    x1 = fgpartition(I)
    x2 = merge(x1)
    x3 = subgrid(x2, I)
    x4 = ofcolor(I, FIVE)
    x5 = width(x4)
    O = downscale(x3, x5)
    return O


def solve_de5ca1ed_with_keywords(I):
    """Reduce the picture: the same with one multicoloured object and keyword arguments."""
    x1 = objects(grid=I, univalued=F, diagonal=T, without_bg=T)
    x2 = subgrid(patch=first(x1), grid=I)
    x3 = ofcolor(I, value=FIVE)
    O = downscale(x2, factor=height(x3))
    return O


def solve_acc01ade(I):
    """Put the picture in the middle of a black sheet twice its size."""
    x1 = shape(I)
    x2 = double(x1)
    x3 = canvas(ZERO, x2)
    x4 = halve(x1)
    x5 = asobject(I)
    x6 = shift(x5, x4)
    O = paint(x3, x6)
    return O


def solve_acc01ade_by_margins(I):
    """Put the picture on a sheet twice its size: add margins on all four sides."""
    x1 = divide(width(I), TWO)
    x2 = canvas(ZERO, (height(I), x1))
    x3 = hconcat(hconcat(x2, I), x2)
    x4 = divide(height(I), TWO)
    x5 = canvas(ZERO, (x4, width(x3)))
    O = vconcat(vconcat(x5, x3), x5)
    return O


def solve_1ace1ace(I):
    """Lace the halves: pair up their rows."""
    x1 = tophalf(I)
    x2 = bottomhalf(I)
    x3 = pair(x1, x2)
    O = merge(x3)
    return O


def solve_1ace1ace_at_once(I):
    """Lace the halves: pair and merge in a single call."""
    x1 = vsplit(I, TWO)
    O = mpapply(astuple, first(x1), last(x1))
    return O


def solve_b1f0ca15(I):
    """Fold the sheet along the grey wall: cyan where the left half meets the mirrored right."""
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = vmirror(x2)
    x4 = ofcolor(x1, SEVEN)
    x5 = ofcolor(x3, SEVEN)
    x6 = intersection(x4, x5)
    x7 = replace(x1, SEVEN, ZERO)
    O = fill(x7, EIGHT, x6)
    return O


def solve_b1f0ca15_cell_by_cell(I):
    """Fold the sheet: compare the halves cell by cell."""
    x1 = hsplit(I, TWO)
    x2 = first(x1)
    x3 = vmirror(last(x1))
    x4 = cellwise(x2, x3, ZERO)
    O = replace(x4, SEVEN, EIGHT)
    return O


def solve_51de51de(I):
    """Lay the turned bottom half over the top half: paint both, then wipe the common cells."""
    x1 = tophalf(I)
    x2 = rot180(bottomhalf(I))
    x3 = ofcolor(x1, SIX)
    x4 = ofcolor(x2, FOUR)
    x5 = intersection(x3, x4)
    x6 = fill(x1, FOUR, x4)
    O = fill(x6, ZERO, x5)
    return O


def solve_51de51de_by_logic(I):
    """Lay the turned bottom half over the top half: a cell stays if in either, but not in both."""
    x1 = vsplit(I, TWO)
    x2 = first(x1)
    x3 = rot180(last(x1))
    x4 = rbind(contained, ofcolor(x2, SIX))
    x5 = rbind(contained, ofcolor(x3, FOUR))
    x6 = fork(either, x4, x5)
    x7 = fork(both, x4, x5)
    x8 = compose(flip, x7)
    x9 = fork(both, x6, x8)
    x10 = sfilter(asindices(x2), x9)
    x11 = difference(asindices(x2), x10)
    x12 = fill(x2, FOUR, ofcolor(x3, FOUR))
    O = fill(x12, ZERO, x11)
    return O


def solve_7ab1e5e7(I):
    """Fill in the table where the heads of row and column agree: rows times columns."""
    x1 = fgpartition(I)
    x2 = lbind(apply, first)
    x3 = compose(x2, toindices)
    x4 = lbind(apply, last)
    x5 = compose(x4, toindices)
    x6 = fork(product, x3, x5)
    x7 = fork(recolor, color, x6)
    x8 = mapply(x7, x1)
    O = underpaint(I, x8)
    return O


# Symmetry and periods


def solve_b1fac1a1(I):
    """Put a grey mirror image of the left half beside it."""
    x1 = lefthalf(I)
    x2 = vmirror(x1)
    x3 = asindices(x2)
    x4 = ofcolor(x2, ZERO)
    x5 = difference(x3, x4)
    x6 = fill(x2, FIVE, x5)
    O = hconcat(x1, x6)
    return O


def solve_b1fac1a1_by_underpainting(I):
    """Make the mirrored grid grey and slide it under the given one."""
    x1 = vmirror(I)
    x2 = merge(fgpartition(x1))
    x3 = recolor(FIVE, x2)
    O = underpaint(I, x3)
    return O


def solve_f1a7d15c(I):
    """Make a film strip: join the picture and its three turns from left to right."""
    x1 = hconcat(I, rot90(I))
    x2 = hconcat(x1, rot180(I))
    O = hconcat(x2, rot270(I))
    return O


def solve_f1a7d15c_by_rapply(I):
    """Make a film strip: apply four turns at once, then stack the turned columns."""
    x1 = (identity, rot90, rot180, rot270)
    x2 = rapply(x1, I)
    x3 = mapply(dmirror, x2)
    O = dmirror(x3)
    return O


def solve_d1a6da1e(I):
    """Repeat the upper wedge in the other three wedges."""
    x1 = dmirror(I)
    x2 = cmirror(I)
    x3 = rot180(I)
    x4 = asobject(x1)
    x5 = asobject(x2)
    x6 = asobject(x3)
    x7 = underpaint(I, x4)
    x8 = underpaint(x7, x5)
    O = underpaint(x8, x6)
    return O


def solve_7e55e11a(I):
    """Cut out the tile of the wallpaper: one period down, one period across."""
    x1 = asobject(I)
    x2 = vperiod(x1)
    x3 = hperiod(x1)
    x4 = astuple(x2, x3)
    O = crop(I, ORIGIN, x4)
    return O


def solve_7e55e11a_with_tuples(I):
    """Cut out the tile: both periods measured across, tuples written out."""
    x1 = hperiod(asobject(dmirror(I)))
    x2 = hperiod(asobject(I))
    O = crop(I, (0, 0), (x1, x2))
    return O


def solve_bea7ab1e(I):
    """Continue the rhythm: shift the known part by all multiples of its period."""
    x1 = fgpartition(I)
    x2 = merge(x1)
    x3 = hperiod(x2)
    x4 = width(I)
    x5 = interval(ZERO, x4, x3)
    x6 = apply(tojvec, x5)
    x7 = lbind(shift, x2)
    x8 = mapply(x7, x6)
    O = paint(I, x8)
    return O


def solve_bea7ab1e_by_power(I):
    """Continue the rhythm: append one bar ten times and cut off what is too much."""
    x1 = merge(fgpartition(I))
    x2 = hperiod(x1)
    x3 = crop(I, ORIGIN, astuple(height(I), x2))
    x4 = rbind(hconcat, x3)
    x5 = power(x4, TEN)
    x6 = x5(x3)
    O = crop(x6, ORIGIN, shape(I))
    return O


def solve_1a771ce5(I):
    """Remove the lattice: uniform rows and columns go."""
    O = compress(I)
    return O


def solve_1a771ce5_by_rows(I):
    """Remove the lattice: drop the grey rows, turn the grid over, drop them again."""
    x1 = repeat(FIVE, width(I))
    x2 = remove(x1, I)
    x3 = dmirror(x2)
    x4 = repeat(FIVE, width(x3))
    x5 = remove(x4, x3)
    O = dmirror(x5)
    return O


def solve_0be115c5(I):
    """Black rows turn blue, black columns red, their crossings green."""
    x1 = frontiers(I)
    x2 = mfilter(x1, hline)
    x3 = mfilter(x1, vline)
    x4 = intersection(x2, x3)
    x5 = fill(I, ONE, x2)
    x6 = fill(x5, TWO, x3)
    O = fill(x6, THREE, x4)
    return O


def solve_7e57ca5e(I):
    """Paint every copy of the corner sample grey, the sample itself excepted."""
    x1 = crop(I, ORIGIN, TWO_BY_TWO)
    x2 = asobject(x1)
    x3 = occurrences(I, x2)
    x4 = remove(ORIGIN, x3)
    x5 = asindices(x1)
    x6 = lbind(shift, x5)
    x7 = mapply(x6, x4)
    O = fill(I, FIVE, x7)
    return O


def solve_7e57ca5e_by_repainting(I):
    """Paint all copies grey, then paint the sample once more."""
    x1 = asobject(crop(I, (0, 0), (2, 2)))
    x2 = toindices(x1)
    x3 = occurrences(grid=I, obj=x1)
    x4 = prapply(add, x2, x3)
    x5 = fill(I, FIVE, x4)
    O = paint(x5, x1)
    return O


# Objects: choosing, recolouring


def solve_0ddba115(I):
    """Cut out the shape whose colour is rarest and give it the colour of the others."""
    x1 = objects(I, T, F, T)
    x2 = apply(color, totuple(x1))
    x3 = leastcommon(x2)
    x4 = mostcommon(x2)
    x5 = extract(x1, matcher(color, x3))
    x6 = subgrid(x5, I)
    O = replace(x6, x3, x4)
    return O


def solve_0ddba115_by_elimination(I):
    """Cut out the shape with the other colour: there are only two, and one is common."""
    x1 = objects(I, T, F, T)
    x2 = apply(color, totuple(x1))
    x3 = mostcommon(x2)
    x4 = other(dedupe(x2), x3)
    x5 = first(colorfilter(x1, x4))
    x6 = toobject(backdrop(x5), I)
    x7 = paint(canvas(ZERO, shape(x5)), normalize(x6))
    O = switch(x7, x3, x4)
    return O


def solve_5e1ec7ed(I):
    """Cut out the shape with the most colours."""
    x1 = objects(I, F, T, T)
    x2 = argmax(x1, numcolors)
    O = subgrid(x2, I)
    return O


def solve_5e1ec7ed_by_extract(I: Grid) -> Grid:
    """Cut out the shape with two colours: paint it on a canvas of its own."""
    x1: Objects = objects(I, F, T, T)
    x2 = lbind(equality, TWO)
    x3 = compose(x2, numcolors)
    x4: Object = extract(x1, x3)
    x5 = canvas(ZERO, shape(x4))
    O = paint(x5, normalize(x4))
    return O


def solve_a55e55ed(I):
    """Colour the three largest grey shapes: line all of them up, largest first."""
    x1 = objects(I, T, F, T)
    x2 = compose(invert, size)
    x3 = order(x1, x2)
    x4 = (ONE, TWO, THREE)
    x5 = mpapply(recolor, x4, x3)
    O = paint(I, x5)
    return O


def solve_a55e55ed_one_at_a_time(I):
    """Colour the three largest grey shapes: take the largest away and look again."""
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = argmax(x3, size)
    x5 = remove(x4, x3)
    x6 = argmax(x5, size)
    O = fill(fill(fill(I, ONE, x2), TWO, x4), THREE, x6)
    return O


def solve_a55e55ed_by_numbers(I):
    """Colour the three largest grey shapes: find the three greatest numbers of cells first."""
    x1 = objects(I, T, F, T)
    x2 = apply(size, x1)
    x3 = maximum(x2)
    x4 = maximum(remove(x3, x2))
    x5 = maximum(remove(x4, remove(x3, x2)))
    x6 = recolor(ONE, merge(sizefilter(x1, x3)))
    x7 = recolor(TWO, merge(sizefilter(x1, x4)))
    x8 = recolor(THREE, merge(sizefilter(x1, x5)))
    O = paint(paint(paint(I, x6), x7), x8)
    return O


def solve_d15ab1ed(I):
    """Turn the sheet upside down and wipe away the shapes that are a single cell."""
    x1 = hmirror(I)
    x2 = objects(x1, T, F, T)
    x3 = merge(sizefilter(x2, ONE))
    O = cover(x1, x3)
    return O


def solve_d15ab1ed_by_keeping(I):
    """Paint the shapes of more than one cell on a fresh canvas and turn that upside down."""
    x1 = objects(I, T, F, T)
    x2 = rbind(greater, ONE)
    x3 = compose(x2, size)
    x4 = mfilter(x1, x3)
    x5 = canvas(mostcolor(I), shape(I))
    O = hmirror(paint(x5, x4))
    return O


def solve_c0a1e5ce(I):
    """Grey takes the colour found at half the height and half the width."""
    x1 = shape(I)
    x2 = halve(x1)
    x3 = index(I, x2)
    O = replace(I, FIVE, x3)
    return O


def solve_c0a1e5ce_by_center(I):
    """Grey takes the colour found at the centre of all cells."""
    O = replace(grid=I, replacee=FIVE, replacer=index(I, loc=center(asindices(I))))
    return O


def solve_5e7be51d(I):
    """Blue shapes adjacent to red turn green."""
    x1 = objects(I, T, F, T)
    x2 = colorfilter(x1, ONE)
    x3 = ofcolor(I, TWO)
    x4 = rbind(adjacent, x3)
    x5 = mfilter(x2, x4)
    O = fill(I, THREE, x5)
    return O


def solve_5e7be51d_by_neighbors(I):
    """Blue shapes turn green if they share a cell with the neighbours of red."""
    x1 = colorfilter(objects(I, T, F, T), ONE)
    x2 = mapply(dneighbors, ofcolor(I, TWO))
    x3 = lbind(intersection, x2)
    x4 = compose(x3, toindices)
    x5 = chain(positive, size, x4)
    O = fill(I, THREE, mfilter(x1, x5))
    return O


def solve_5ea1e7e1(I):
    """Blue shapes above the grey line turn green, those below yellow."""
    x1 = objects(I, T, F, T)
    x2 = colorfilter(x1, ONE)
    x3 = ofcolor(I, FIVE)
    x4 = uppermost(x3)
    x5 = lbind(greater, x4)
    x6 = compose(x5, lowermost)
    x7 = mfilter(x2, x6)
    x8 = fill(I, THREE, x7)
    O = replace(x8, ONE, FOUR)
    return O


def solve_5ea1e7e1_by_branch(I):
    """Blue shapes change colour by their place: a branch with two arguments bound."""
    x1 = objects(I, T, F, T)
    x2 = ofcolor(I, FIVE)
    x3 = toobject(x2, I)
    x4 = remove(x3, x1)
    x5 = compose(rbind(greater, lowermost(x2)), uppermost)
    x6 = rbind(rbind(branch, THREE), FOUR)
    x7 = compose(x6, x5)
    x8 = fork(recolor, x7, identity)
    x9 = insert(x3, apply(x8, x4))
    O = paint(canvas(ZERO, shape(I)), merge(x9))
    return O


def solve_ed6e1e55(I):
    """Take off the frame and swap the two colours inside."""
    x1 = trim(I)
    x2 = mostcolor(x1)
    x3 = leastcolor(x1)
    O = switch(x1, x2, x3)
    return O


def solve_ed6e1e55_by_partition(I):
    """Take off the frame and swap the colours of the two parts."""
    x1 = trim(I)
    x2 = partition(x1)
    x3 = valmin(x2, color)
    x4 = valmax(x2, color)
    O = switch(x1, a=x3, b=x4)
    return O


# Boxes, frames, filling in


def ring(patch: Patch) -> Indices:
    """Helper: the outline two steps around a patch."""
    inner = outbox(patch)
    return outbox(inner)


def solve_d11a7ed0(I):
    """Draw a ring of its own colour around every dot: the outbox of the outbox."""
    x1 = objects(I, T, F, T)
    x2 = power(outbox, TWO)
    x3 = fork(recolor, color, x2)
    x4 = mapply(x3, x1)
    O = paint(I, x4)
    return O


def solve_d11a7ed0_by_helper(I):
    """Draw the rings with the help of a function of our own, used as an argument."""
    x1 = objects(I, T, F, T)
    x2 = fork(recolor, color, ring)
    O = paint(I, mapply(x2, x1))
    return O


def solve_d11a7ed0_topmost_first(I):
    """Draw the ring of the topmost dot by calling our own function, then the other rings."""
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, ulcorner)
    x3 = fill(I, color(x2), ring(x2))
    x4 = fork(recolor, color, ring)
    O = paint(x3, mapply(x4, remove(x2, x1)))
    return O


def solve_d11a7ed0_by_neighbors(I):
    """Draw the rings: the neighbours of neighbours that are not neighbours themselves."""
    x1 = objects(I, T, F, T)
    x2 = lbind(mapply, neighbors)
    x3 = compose(x2, neighbors)
    x4 = fork(difference, x3, neighbors)
    x5 = compose(x4, ulcorner)
    x6 = fork(recolor, color, x5)
    x7 = mapply(x6, x1)
    O = paint(I, x7)
    return O


def fill_inside(grid: Grid, frames: Objects, value: Integer) -> Grid:
    """Helper: fill what the frames enclose."""
    insides = mapply(delta, frames)
    return fill(grid, value, insides)


def solve_b01dface(I):
    """Fill tall frames blue, wide ones red and square ones green."""
    x1 = objects(I, T, F, T)
    x2 = sfilter(x1, portrait)
    x3 = compose(square, backdrop)
    x4 = sfilter(x1, x3)
    x5 = difference(x1, x2)
    x6 = difference(x5, x4)
    x7 = fill_inside(I, x2, ONE)
    x8 = fill_inside(x7, x6, TWO)
    O = fill_inside(x8, x4, THREE)
    return O


def solve_b01dface_in_layers(I: Grid) -> Grid:
    """Fill all frames red, then the tall ones blue and the square ones green."""
    x1 = objects(I, T, F, T)
    x2 = fill_inside(grid=I, frames=x1, value=TWO)
    x3 = fill_inside(x2, sfilter(x1, portrait), ONE)
    x4 = fork(equality, height, width)
    O = fill_inside(x3, sfilter(x1, x4), value=THREE)
    return O


def solve_b01dface_by_inbox(I):
    """Fill the frames by the sign of height minus width, using the box inside each."""
    x1 = objects(I, T, F, T)
    x2 = fork(subtract, height, width)
    x3 = compose(sign, x2)
    x4 = compose(backdrop, inbox)
    x5 = mapply(x4, sfilter(x1, matcher(x3, ONE)))
    x6 = mapply(x4, sfilter(x1, matcher(x3, NEG_ONE)))
    x7 = mapply(x4, sfilter(x1, matcher(x3, ZERO)))
    O = fill(fill(fill(I, ONE, x5), TWO, x6), THREE, x7)
    return O


def solve_d077ed1f(I):
    """Draw grey boxes through dots of one colour and fill what is inside with that colour."""
    x1 = fgpartition(I)
    x2 = mapply(box, x1)
    x3 = underfill(I, FIVE, x2)
    x4 = compose(backdrop, inbox)
    x5 = fork(recolor, color, x4)
    x6 = mapply(x5, x1)
    O = paint(x3, x6)
    return O


def solve_d077ed1f_by_frontiers(I):
    """Fill the rectangles, draw the lines through their corners in grey, put the dots back."""
    x1 = fgpartition(I)
    x2 = mapply(fork(recolor, color, backdrop), x1)
    x3 = paint(I, x2)
    x4 = lbind(mapply, hfrontier)
    x5 = lbind(mapply, vfrontier)
    x6 = fork(combine, x4, x5)
    x7 = compose(x6, corners)
    x8 = fork(intersection, backdrop, x7)
    x9 = fill(x3, FIVE, mapply(x8, x1))
    O = paint(x9, merge(x1))
    return O


def solve_c0bb1e5d(I):
    """Mark corners: upper ones of tall slabs, left ones of wide slabs, one of square slabs."""
    x1 = objects(I, T, F, T)
    x2 = sfilter(x1, portrait)
    x3 = sfilter(x1, square)
    x4 = difference(difference(x1, x2), x3)
    x5 = combine(apply(ulcorner, x2), apply(urcorner, x2))
    x6 = combine(apply(ulcorner, x4), apply(llcorner, x4))
    x7 = fill(I, TWO, x5)
    x8 = fill(x7, ONE, x6)
    O = fill(x8, THREE, apply(lrcorner, x3))
    return O


def solve_c0bb1e5d_by_choice(I):
    """Mark corners: a slab that is not square chooses two functions and a colour."""
    x1 = objects(I, T, F, T)
    x2 = sfilter(x1, fork(equality, height, width))
    x3 = fill(I, THREE, apply(lrcorner, x2))
    x4 = rbind(rbind(branch, (ulcorner, llcorner)), (ulcorner, urcorner))
    x5 = compose(x4, portrait)
    x6 = fork(rapply, x5, identity)
    x7 = rbind(rbind(branch, ONE), TWO)
    x8 = compose(x7, portrait)
    x9 = fork(recolor, x8, x6)
    O = paint(x3, mapply(x9, difference(x1, x2)))
    return O


def solve_f0ca1d07(I):
    """Mark the centre of every slab."""
    x1 = objects(I, T, F, T)
    x2 = compose(initset, center)
    x3 = mapply(x2, x1)
    O = fill(I, FOUR, x3)
    return O


def solve_f0ca1d07_by_mass(I):
    """Mark the centre of mass of every slab."""
    x1 = objects(I, T, F, T)
    x2 = apply(centerofmass, x1)
    O = fill(I, FOUR, x2)
    return O


def solve_5ea1ab1e(I):
    """Fill the fences that are a whole box with their own colour, turn the others grey."""
    x1 = objects(I, T, F, T)
    x2 = fork(equality, toindices, box)
    x3 = sfilter(x1, x2)
    x4 = difference(x1, x3)
    x5 = fork(recolor, color, backdrop)
    x6 = mapply(x5, x3)
    x7 = paint(I, x6)
    O = fill(x7, FIVE, merge(x4))
    return O


def solve_5ea1ab1e_by_regions(I):
    """Find the regions cut off from the border; the fences adjacent to them are closed."""
    x1 = colorfilter(objects(I, univalued=T, diagonal=F, without_bg=F), ZERO)
    x2 = rbind(bordering, I)
    x3 = difference(x1, sfilter(x1, x2))
    x4 = objects(grid=I, univalued=T, diagonal=F, without_bg=T)
    x5 = sfilter(x4, rbind(adjacent, merge(x3)))
    x6 = fork(recolor, color, backdrop)
    x7 = fill(I, FIVE, merge(x4))
    O = paint(x7, mapply(x6, x5))
    return O


def solve_5eedbed5(I):
    """Seeds in the upper half grow upright crosses, seeds in the lower half slanted ones."""
    x1 = objects(I, T, F, T)
    x2 = halve(height(I))
    x3 = compose(lbind(greater, x2), uppermost)
    x4 = sfilter(x1, x3)
    x5 = difference(x1, x4)
    x6 = compose(dneighbors, ulcorner)
    x7 = compose(ineighbors, ulcorner)
    x8 = mapply(fork(recolor, color, x6), x4)
    x9 = mapply(fork(recolor, color, x7), x5)
    O = paint(I, combine(x8, x9))
    return O


# Lines, shooting, moving


def solve_ba5eba11(I):
    """Each dart flies on in the direction from its red tail to its blue tip."""
    x1 = objects(I, F, T, T)
    x2 = matcher(first, ONE)
    x3 = rbind(sfilter, x2)
    x4 = matcher(first, TWO)
    x5 = rbind(sfilter, x4)
    x6 = fork(position, x5, x3)
    x7 = compose(ulcorner, x3)
    x8 = fork(shoot, x7, x6)
    x9 = mapply(x8, x1)
    O = underfill(I, THREE, x9)
    return O


def solve_6e0de51c(I):
    """Join the two dots of each colour with a straight grey line."""
    x1 = apply(toindices, fgpartition(I))
    x2 = fork(connect, first, last)
    x3 = mapply(x2, x1)
    O = underfill(I, FIVE, x3)
    return O


def solve_6e0de51c_all_pairs(I):
    """Join every dot with every dot of its colour, then paint the dots again."""
    x1 = fgpartition(I)
    x2 = lbind(prapply, connect)
    x3 = fork(x2, toindices, toindices)
    x4 = compose(merge, x3)
    x5 = fill(I, FIVE, mapply(x4, x1))
    O = paint(x5, merge(x1))
    return O


def solve_c0c0bead(I):
    """Red beads shoot to the left, blue beads shoot down over the red lines."""
    x1 = rbind(shoot, LEFT)
    x2 = rbind(shoot, DOWN)
    x3 = mapply(x1, ofcolor(I, TWO))
    x4 = mapply(x2, ofcolor(I, ONE))
    x5 = fill(I, TWO, x3)
    O = fill(x5, ONE, x4)
    return O


def solve_c0c0bead_by_connecting(I):
    """Connect red beads with the left wall and blue beads with the floor."""
    x1 = compose(toivec, first)
    x2 = fork(connect, identity, x1)
    x3 = lbind(astuple, decrement(height(I)))
    x4 = compose(x3, last)
    x5 = fork(connect, x4, identity)
    x6 = fill(I, TWO, mapply(x2, ofcolor(I, TWO)))
    O = fill(x6, ONE, mapply(x5, ofcolor(I, ONE)))
    return O


def solve_fade0ff5(I):
    """Every shape casts a grey shadow one step down and to the right."""
    x1 = fgpartition(I)
    x2 = merge(x1)
    x3 = shift(x2, UNITY)
    O = underfill(I, FIVE, x3)
    return O


def solve_fade0ff5_behind(I):
    """Cast the shadow first, then paint the shapes over it."""
    x1 = merge(objects(I, F, T, T))
    x2 = fill(I, FIVE, shift(x1, directions=(1, 1)))
    O = paint(x2, x1)
    return O


def solve_f1d6e7ed(I):
    """The green shape moves to the pink block until they touch; grey marks where it was."""
    x1 = ofcolor(I, THREE)
    x2 = ofcolor(I, SIX)
    x3 = recolor(THREE, x1)
    x4 = gravitate(x3, x2)
    x5 = move(I, x3, x4)
    O = underfill(x5, FIVE, x1)
    return O


def solve_f1d6e7ed_by_distance(I):
    """The green shape moves by its distance to the pink block, less one."""
    x1 = ofcolor(I, THREE)
    x2 = ofcolor(I, SIX)
    x3 = decrement(manhattan(x1, x2))
    x4 = subtract(center(x2), center(x1))
    x5 = sign(x4)
    x6 = hmatching(x1, x2)
    x7 = branch(x6, RIGHT, DOWN)
    x8 = multiply(x5, x7)
    x9 = multiply(x8, x3)
    x10 = shift(toobject(x1, I), x9)
    x11 = replace(I, THREE, FIVE)
    O = paint(x11, x10)
    return O


def solve_f1d6e7ed_by_walls(I):
    """The green shape moves: subtract facing sides, up or down if the two share a column."""
    x1 = vmatching(ofcolor(I, THREE), ofcolor(I, SIX))
    x2 = branch(x1, identity, dmirror)
    x3 = x2(I)
    x4 = ofcolor(x3, THREE)
    x5 = ofcolor(x3, SIX)
    x6 = greater(uppermost(x5), lowermost(x4))
    x7 = decrement(subtract(uppermost(x5), lowermost(x4)))
    x8 = increment(subtract(lowermost(x5), uppermost(x4)))
    x9 = toivec(branch(x6, x7, x8))
    x10 = fill(x3, FIVE, x4)
    x11 = fill(x10, THREE, shift(x4, x9))
    O = x2(x11)
    return O


def solve_0ff10ad5(I):
    """The ball jumps over the wall: as far as it can fall, and two steps more."""
    x1 = recolor(TWO, ofcolor(I, TWO))
    x2 = ofcolor(I, FIVE)
    x3 = gravitate(x1, x2)
    x4 = power(crement, TWO)
    x5 = x4(x3)
    O = move(I, x1, x5)
    return O


def solve_0ff10ad5_by_landing(I):
    """The ball jumps over the wall: find the cell behind the one it flies over."""
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, FIVE)
    x3 = sign(gravitate(x1, x2))
    x4 = intersection(shoot(first(x1), x3), x2)
    x5 = add(first(x4), x3)
    x6 = cover(I, x1)
    O = fill(x6, TWO, initset(x5))
    return O
