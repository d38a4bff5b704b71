#include "parts.cuh"

KERNEL(4) parts_small(const ObjectsArgs args) {
    __shared__ PartsWork<Small> work[4];
    find_parts<Small>(args, &work[warp_in_block()], warp_number<4>());
}
