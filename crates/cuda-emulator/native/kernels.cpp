// The device's own kernel files, compiled for the host, and a door to each of them.
#define MEGABATT_EMULATOR
#include "emulator.hpp"
#include "objects_large.cu"
#include "objects_small.cu"
#include "parts_large.cu"
#include "parts_small.cu"
#include "pipeline_large.cu"
#include "pipeline_small.cu"
#include "programs.cu"
#include "turn_small.cu"
#include <cstring>

extern "C" const char *megabatt_emulate(void (*run)(void *), void *argument, uint32_t warps, uint32_t warps_in_block, uint64_t seed);

#define DOOR(kernel, Args, warps_in_block) \
    if (!strcmp(name, #kernel)) \
        return bytes != sizeof(Args) \
                   ? "the arguments have another size here and there" \
                   : megabatt_emulate([](void *args) { kernel(*(const Args *)args); }, args, warps, warps_in_block, seed);

// Runs a kernel by name. The arguments are one block of memory, as on the device.
extern "C" const char *megabatt_launch(const char *name, void *args, size_t bytes, uint32_t warps, uint64_t seed) {
    DOOR(pipeline_small, PipelineArgs, 4)
    DOOR(pipeline_large, PipelineArgs, 4)
    DOOR(turn_small, PipelineArgs, 8)
    DOOR(objects_small, ObjectsArgs, 4)
    DOOR(objects_large, ObjectsArgs, 1)
    DOOR(parts_small, ObjectsArgs, 4)
    DOOR(parts_large, ObjectsArgs, 4)
    DOOR(programs, ProgramsArgs, 4)
    return "the emulator has no kernel of this name";
}
