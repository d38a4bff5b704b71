#include "pipeline.cuh"

KERNEL pipeline_small(const PipelineArgs args) {
    __shared__ Stage<Small> stage[WARPS];
    run_pipeline<Small>(args, &stage[warp_in_block()]);
}
