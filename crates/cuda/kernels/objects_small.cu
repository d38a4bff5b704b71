#include "objects.cuh"

DENSE_KERNEL(4, 8) objects_small(const ObjectsArgs args) {
    __shared__ ObjectsWork<Small> work[4];
    find_objects<Small>(args, &work[warp_in_block()], warp_number<4>());
}
