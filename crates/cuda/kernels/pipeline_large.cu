#include "pipeline.cuh"

KERNEL pipeline_large(const PipelineArgs args) {
    __shared__ Stage<Large> stage[WARPS];
    run_pipeline<Large>(args, &stage[warp_in_block()]);
}
