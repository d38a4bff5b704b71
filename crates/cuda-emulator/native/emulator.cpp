// Runs a warp's lanes one at a time on stacks of their own, in an order that a seed decides.
#include "emulator.hpp"
#include <cstdio>
#include <cstring>
#include <ucontext.h>
#include <vector>

thread_local Place threadIdx, blockIdx;

namespace emulator {
namespace {

const size_t STACK = 256 * 1024;

#if defined(__x86_64__)
// Saves what a function must keep, and goes on where the other stack stopped. The C library's swapcontext would ask the
// kernel about signals every time, which is most of its cost.
asm(R"(
.text
.type megabatt_switch, @function
megabatt_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size megabatt_switch, .-megabatt_switch
)");
extern "C" void megabatt_switch(void **save, void *to);

struct Context {
    void *stack_pointer;
};
void prepare(Context &c, char *stack, void (*entry)()) {
    uintptr_t top = ((uintptr_t)stack + STACK) & ~(uintptr_t)15;
    void **at = (void **)top;
    *--at = nullptr;
    *--at = (void *)entry;
    for (int k = 0; k < 6; k++) *--at = nullptr;
    c.stack_pointer = at;
}
void change(Context &from, Context &to) { megabatt_switch(&from.stack_pointer, to.stack_pointer); }
#else
struct Context {
    ucontext_t context;
};
void prepare(Context &c, char *stack, void (*entry)()) {
    getcontext(&c.context);
    c.context.uc_stack.ss_sp = stack;
    c.context.uc_stack.ss_size = STACK;
    c.context.uc_link = nullptr;
    makecontext(&c.context, entry, 0);
}
void change(Context &from, Context &to) { swapcontext(&from.context, &to.context); }
#endif

struct Warp {
    Context home, lane[32];
    bool done[32], waiting[32];
    uint32_t kind[32];
    // What the lanes bring to a collective; two of each, since a quick lane may come to the next one before a slow one has read.
    uint64_t brought[2][32];
    uint32_t round[32];
    uint32_t current;
    uint64_t random;
    void (*run)(void *);
    void *argument;
    unsigned first_thread;
    const char *fault;
};
thread_local Warp warp;

uint64_t next_random() {
    warp.random ^= warp.random << 13;
    warp.random ^= warp.random >> 7;
    warp.random ^= warp.random << 17;
    return warp.random;
}

void go_home() { change(warp.lane[warp.current], warp.home); }

void lane_main() {
    warp.run(warp.argument);
    warp.done[warp.current] = true;
    go_home();
}

// When every lane that still runs waits, all have to wait for the same thing, and none may be gone.
bool release() {
    uint32_t kind = 0, waiting = 0, done = 0;
    for (uint32_t l = 0; l < 32; l++) {
        done += warp.done[l];
        if (warp.done[l]) continue;
        if (!warp.waiting[l]) return true;
        waiting++;
        if (kind && kind != warp.kind[l]) {
            warp.fault = "lanes came to different collectives";
            return false;
        }
        kind = warp.kind[l];
    }
    if (waiting && done) {
        warp.fault = "a lane ended while others waited for it at a collective";
        return false;
    }
    memset(warp.waiting, 0, sizeof warp.waiting);
    return true;
}

} // namespace

void maybe_yield() {
    if ((next_random() >> 40) % 8 == 0) go_home();
    threadIdx.x = warp.first_thread + warp.current;
}

const uint64_t *meet(uint32_t kind, uint64_t brought) {
    uint32_t me = warp.current, side = warp.round[me]++ & 1;
    warp.brought[side][me] = brought;
    warp.kind[me] = kind;
    warp.waiting[me] = true;
    do go_home();
    while (warp.waiting[me]);
    return warp.brought[side];
}

} // namespace emulator

// Runs `run(argument)` in all lanes of every warp. Gives what went wrong, or null.
extern "C" const char *megabatt_emulate(void (*run)(void *), void *argument, uint32_t warps, uint32_t warps_in_block, uint64_t seed) {
    using namespace emulator;
    static thread_local std::vector<char> stacks(32 * STACK);
    warp.run = run;
    warp.argument = argument;
    warp.random = seed * 2 + 1;
    warp.fault = nullptr;
    for (uint32_t number = 0; number < warps; number++) {
        blockIdx.x = number / warps_in_block;
        warp.first_thread = number % warps_in_block * 32;
        for (uint32_t l = 0; l < 32; l++) {
            warp.done[l] = warp.waiting[l] = false;
            warp.round[l] = 0;
            prepare(warp.lane[l], &stacks[l * STACK], lane_main);
        }
        for (uint32_t running = 32; running;) {
            // A random walk over all lanes: an odd stride meets each of them once.
            uint32_t start = next_random() >> 20 & 31, stride = (next_random() >> 20 & 15) * 2 + 1;
            running = 0;
            for (uint32_t k = 0; k < 32; k++) {
                uint32_t l = (start + k * stride) & 31;
                if (warp.done[l] || warp.waiting[l]) continue;
                warp.current = l;
                threadIdx.x = warp.first_thread + l;
                change(warp.home, warp.lane[l]);
            }
            for (uint32_t l = 0; l < 32; l++) running += !warp.done[l];
            if (!release()) return warp.fault;
        }
    }
    return nullptr;
}
