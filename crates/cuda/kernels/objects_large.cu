#include "objects.cuh"

// The large class needs so much shared memory that a block has two warps.
KERNEL(2) objects_large(const ObjectsArgs args) {
    __shared__ ObjectsWork<Large> work[2];
    find_objects<Large>(args, &work[warp_in_block()], warp_number<2>());
}
