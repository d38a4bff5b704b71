#include "objects.cuh"

// Grids take very different times, so each has a block of its own, which goes when it is done.
DENSE_KERNEL(1, 30) objects_small(const ObjectsArgs args) {
    __shared__ ObjectsWork<Small> work[1];
    find_objects<Small>(args, work, warp_number<1>());
}
