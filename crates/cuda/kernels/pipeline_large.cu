#include "pipeline.cuh"

KERNEL(4) pipeline_large(const PipelineArgs args) {
    __shared__ Stage<Large> stage[4];
    run_pipeline<Large>(args, &stage[warp_in_block()], warp_number<4>());
}
