// Kernels that are wrong on purpose: the emulator has to notice.
#define MEGABATT_EMULATOR
#include "emulator.hpp"
#include <cstring>

extern "C" const char *megabatt_emulate(void (*run)(void *), void *argument, uint32_t warps, uint32_t warps_in_block, uint64_t seed);

namespace {

struct Trial {
    uint32_t *out;
    bool synced;
};

// Each lane leaves something for its neighbour; without a sync the neighbour may come too early.
void hand_over(void *argument) {
    __shared__ uint32_t left[32];
    Trial *trial = (Trial *)argument;
    unsigned me = threadIdx.x & 31;
    put(&left[me], me + 1);
    if (trial->synced) __syncwarp();
    trial->out[me] = look(&left[(me + 1) & 31]);
    __syncwarp();
    put(&left[me], 0u);
}

// Lanes that go different ways come to different collectives.
void part_ways(void *) {
    if (threadIdx.x & 1) __ballot_sync(0xffffffffu, true);
    else __syncwarp();
}

// A lane that ends early leaves the others waiting.
void leave_early(void *) {
    if ((threadIdx.x & 31) == 5) return;
    __syncwarp();
}

} // namespace

extern "C" const char *megabatt_trial(const char *name, uint32_t *out, bool synced, uint64_t seed) {
    Trial trial = {out, synced};
    if (!strcmp(name, "hand over")) return megabatt_emulate(hand_over, &trial, 1, 1, seed);
    if (!strcmp(name, "part ways")) return megabatt_emulate(part_ways, &trial, 1, 1, seed);
    return megabatt_emulate(leave_early, &trial, 1, 1, seed);
}
