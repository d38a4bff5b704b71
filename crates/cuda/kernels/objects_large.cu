#include "objects.cuh"

// The large class needs so much shared memory that a block has one warp.
KERNEL(1) objects_large(const ObjectsArgs args) {
    __shared__ ObjectsWork<Large> work[1];
    find_objects<Large>(args, work, warp_number<1>());
}
