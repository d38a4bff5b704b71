#include "pipeline.cuh"

KERNEL(4) pipeline_small(const PipelineArgs args) {
    __shared__ Stage<Small> stage[4];
    run_pipeline<Small>(args, &stage[warp_in_block()], warp_number<4>());
}
