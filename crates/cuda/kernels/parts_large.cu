#include "parts.cuh"

KERNEL(4) parts_large(const ObjectsArgs args) {
    __shared__ PartsWork<Large> work[4];
    find_parts<Large>(args, &work[warp_in_block()], warp_number<4>());
}
