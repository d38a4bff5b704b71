// CUDA's words for the host: a warp's 32 lanes are 32 stacks, and one runs at a time.
//
// Lanes change places at every collective, and, at random, wherever a kernel reads or writes memory that lanes share
// (`look`, `put`, the atomics). So a missing __syncwarp or two lanes that race give wrong answers here too, sooner or later.
#pragma once
#include <cstddef>
#include <cstdint>

#define DEVICE inline
#define CALLED inline
#define LOOP for
#define CONSTANT static const
#define KERNEL(warps) extern "C" void
#define DENSE_KERNEL(warps, blocks) extern "C" void
#define __shared__ static thread_local
#define __restrict__

struct Place {
    unsigned x;
};
extern thread_local Place threadIdx, blockIdx;

namespace emulator {
// Lets others go first, perhaps.
void maybe_yield();
// Waits until every lane of the warp has come to a collective of this kind, and gives what each of them brought.
// Lanes that come to different collectives are an error, as they would be on the device.
const uint64_t *meet(uint32_t kind, uint64_t brought);
} // namespace emulator

template <class T> inline T look(const T *at) {
    emulator::maybe_yield();
    return *at;
}
template <class T> inline void put(T *at, T value) {
    emulator::maybe_yield();
    *at = value;
}

inline unsigned emulated_lane() { return threadIdx.x & 31; }
enum Collective { SHUFFLE = 1, SHUFFLE_XOR, SHUFFLE_UP, SHUFFLE_DOWN, ANY, BALLOT, SYNC };

template <class T> T __shfl_sync(unsigned, T value, unsigned source) { return (T)emulator::meet(SHUFFLE, (uint64_t)value)[source & 31]; }
template <class T> T __shfl_xor_sync(unsigned, T value, unsigned flip) {
    return (T)emulator::meet(SHUFFLE_XOR, (uint64_t)value)[(emulated_lane() ^ flip) & 31];
}
template <class T> T __shfl_up_sync(unsigned, T value, unsigned by) {
    unsigned me = emulated_lane();
    const uint64_t *all = emulator::meet(SHUFFLE_UP, (uint64_t)value);
    return me >= by ? (T)all[me - by] : value;
}
template <class T> T __shfl_down_sync(unsigned, T value, unsigned by) {
    unsigned me = emulated_lane();
    const uint64_t *all = emulator::meet(SHUFFLE_DOWN, (uint64_t)value);
    return me + by < 32 ? (T)all[me + by] : value;
}
inline unsigned __ballot_sync(unsigned, bool value) {
    const uint64_t *all = emulator::meet(BALLOT, value);
    unsigned bits = 0;
    for (int k = 0; k < 32; k++) bits |= (unsigned)(all[k] & 1) << k;
    return bits;
}
inline bool __any_sync(unsigned mask, bool value) { return __ballot_sync(mask, value) != 0; }
inline void __syncwarp() { emulator::meet(SYNC, 0); }

inline unsigned __popc(unsigned x) { return __builtin_popcount(x); }
inline unsigned __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(unsigned x) { return x ? __builtin_clz(x) : 32; }
inline int __clzll(unsigned long long x) { return x ? __builtin_clzll(x) : 64; }
inline int __ffs(unsigned x) { return __builtin_ffs((int)x); }
inline int __ffsll(unsigned long long x) { return __builtin_ffsll((long long)x); }
inline unsigned __brev(unsigned x) {
    unsigned y = 0;
    for (int k = 0; k < 32; k++) y |= (x >> k & 1) << (31 - k);
    return y;
}
inline unsigned long long __brevll(unsigned long long x) {
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}

inline unsigned __byte_perm(unsigned low, unsigned high, unsigned choice) {
    unsigned long long both = (unsigned long long)high << 32 | low;
    unsigned made = 0;
    for (int k = 0; k < 4; k++) made |= (unsigned)(both >> 8 * (choice >> 4 * k & 7) & 255) << 8 * k;
    return made;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
    by &= 31;
    return by ? high << by | low >> (32 - by) : high;
}

template <class T> T atomicMin(T *at, T value) {
    emulator::maybe_yield();
    T old = *at;
    if (value < old) *at = value;
    return old;
}
template <class T> T atomicAdd(T *at, T value) {
    emulator::maybe_yield();
    T old = *at;
    *at = old + value;
    return old;
}
template <class T> T atomicXor(T *at, T value) {
    emulator::maybe_yield();
    T old = *at;
    *at = old ^ value;
    return old;
}
template <class T> T atomicOr(T *at, T value) {
    emulator::maybe_yield();
    T old = *at;
    *at = old | value;
    return old;
}
template <class T> T atomicCAS(T *at, T expected, T value) {
    emulator::maybe_yield();
    T old = *at;
    if (old == expected) *at = value;
    return old;
}
template <class T> T atomicExch(T *at, T value) {
    emulator::maybe_yield();
    T old = *at;
    *at = value;
    return old;
}
inline long long clock64() { return 0; }
inline unsigned multiprocessor() { return 0; }
