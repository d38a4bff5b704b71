// Calls: what they take, whom they reach. The same as `cpu::machine`, line by line.
#pragma once
#include "abi.cuh"
#include "op_numbers.cuh"
#include "sets.cuh"

// ---- fuel and memory ----

// All that is used has to stay below the limits with room to spare; a row that comes close is the CPU's, which says which limit
// strikes where.
DEVICE void charge(Vm &vm, u64 fuel) {
    vm.fuel += fuel;
    if (vm.fuel > vm.args->fuel_here) punt(vm, TOO_MUCH_FUEL);
}
DEVICE void hold(Vm &vm, u64 weight) {
    vm.memory += weight;
    if (vm.memory > vm.most_memory) vm.most_memory = vm.memory;
    if (vm.memory > vm.args->memory_limit) punt(vm, TOO_MUCH_FUEL);
}
DEVICE void made(Vm &vm, u64 weight) {
    charge(vm, weight);
    hold(vm, weight);
}
// Keeps one more result of a function beside the level; `kept` is the sum of their weights.
DEVICE void keep(Vm &vm, u64 &kept, u64 weight) {
    kept += weight;
    u64 level = vm.memory;
    hold(vm, kept);
    vm.memory = level;
}
// Room for a result of this weight is asked for before it is made.
DEVICE void reserve(Vm &vm, u64 weight) {
    if (weight > vm.args->fuel_limit - vm.fuel || vm.memory + weight > vm.args->memory_limit) punt(vm, TOO_MUCH_FUEL);
}

// ---- frames ----

// Python has a thousand; here is room for fewer.
#define MOST_FRAMES 150
#define MOST_NESTED 48

DEVICE void enter(Vm &vm, u32 frames) {
    vm.depth += frames;
    if (vm.depth > vm.deepest) vm.deepest = vm.depth;
    if (vm.depth > MOST_FRAMES) punt(vm, TOO_DEEP);
}
DEVICE void leave(Vm &vm, u32 frames) { vm.depth -= frames; }

// ---- functions ----

// A FUNC's word 0: kind (the operation that made it), arity of the bound function << 8; its parts from word 2 on.
#define FUNC_HEADER 2

DEVICE u32 maker_of(const Vm &vm, Val f) { return (u32)*words_of(vm, f) & 255; }
DEVICE u32 bound_arity(u32 arity) { return arity == 2 ? 1 : arity == 3 ? 2 : 3; }

// f.__code__.co_argcount; only of functions. Together.
DEVICE u32 arg_count(const Vm &vm, Val f) {
    if (tag(f) == OP) return vm.args->shapes[4 * op_of(f)];
    u32 maker = maker_of(vm, f);
    return maker == OP_rbind || maker == OP_lbind ? bound_arity((u32)(*words_of(vm, f) >> 8) & 255) : 1;
}

CALLED Val make_function(Vm &vm, u32 maker, u32 arity, Val a, Val b, Val c, u32 parts) {
    u32 at = take(vm, FUNC_HEADER + parts);
    CHECK(vm);
    u32 nesting = nesting_of(vm, a), other = nesting_of(vm, b);
    if (other > nesting) nesting = other;
    if (parts > 2 && nesting_of(vm, c) > nesting) nesting = nesting_of(vm, c);
    if (nesting >= MOST_FRAMES) return punt(vm, TOO_DEEP);
    u64 *words = vm.arena + at;
    words[0] = (u64)(nesting + 1) << 48 | arity << 8 | maker;
    words[1] = (u64)1 << 32 | 1;
    words[2] = a;
    words[3] = b;
    if (parts > 2) words[4] = c;
    return ref_val(FUNC, at);
}

CALLED Val call_op(Vm &vm, u32 op, const Val *args, u32 count);
CALLED Val call_function(Vm &vm, Val f, const Val *args, u32 count);

// f(*args). Together.
DEVICE Val call(Vm &vm, Val f, const Val *args, u32 count) {
    if (tag(f) == OP) return call_op(vm, op_of(f), args, count);
    if (tag(f) == FUNC) return call_function(vm, f, args, count);
    return raise(vm, TYPE_ERROR);
}
DEVICE Val call1(Vm &vm, Val f, Val x) { return call(vm, f, &x, 1); }

// f(*args) inside a generator expression: StopIteration comes out as RuntimeError. Together.
CALLED Val call_in_generator(Vm &vm, Val f, const Val *args, u32 count) {
    enter(vm, 1);
    CHECK(vm);
    u64 level = vm.memory;
    Val result = call(vm, f, args, count);
    if (vm.fail) {
        if (vm.fail == STOP_ITERATION) vm.fail = RUNTIME_ERROR;
        return NOTHING;
    }
    vm.memory = level;
    leave(vm, 1);
    return result;
}

CALLED Val call_function(Vm &vm, Val f, const Val *args, u32 count) {
    if (arg_count(vm, f) != count) return raise(vm, TYPE_ERROR);
    enter(vm, 1);
    charge(vm, 4);
    if (++vm.nested > MOST_NESTED) punt(vm, TOO_DEEP);
    CHECK(vm);
    u64 level = vm.memory;
    const u64 *words = words_of(vm, f);
    Val a = words[2], b = words[3], result = NOTHING;
    switch ((u32)words[0] & 255) {
    case OP_compose: {
        // What `power` makes is composed again and again; its levels are called one after the other here, not inside each other.
        u32 levels = 0;
        Val inner = b;
        for (; tag(inner) == FUNC && maker_of(vm, inner) == OP_compose && !vm.fail; inner = words_of(vm, inner)[3]) {
            enter(vm, 1);
            charge(vm, 4);
            levels++;
        }
        CHECK(vm);
        Val x = call(vm, inner, args, count);
        CHECK(vm);
        for (; levels; levels--) {
            Val level_of_it = f;
            for (u32 k = 0; k < levels; k++) level_of_it = words_of(vm, level_of_it)[3];
            x = call1(vm, words_of(vm, level_of_it)[2], x);
            CHECK(vm);
            vm.memory = level;
            hold(vm, bulk_of(vm, x));
            leave(vm, 1);
        }
        result = call1(vm, a, x);
        break;
    }
    case OP_chain: {
        Val x = call(vm, words[4], args, count);
        CHECK(vm);
        x = call1(vm, b, x);
        CHECK(vm);
        result = call1(vm, a, x);
        break;
    }
    case OP_matcher: {
        Val x = call(vm, a, args, count);
        CHECK(vm);
        u64 one = weight_of(vm, x), other = weight_of(vm, b);
        charge(vm, one < other ? one : other);
        CHECK(vm);
        result = bool_val(equal(vm, x, b));
        break;
    }
    case OP_rbind: {
        Val all[4];
        for (u32 k = 0; k < count; k++) all[k] = args[k];
        all[count] = b;
        result = call(vm, a, all, count + 1);
        break;
    }
    case OP_lbind: {
        Val all[4];
        all[0] = b;
        for (u32 k = 0; k < count; k++) all[k + 1] = args[k];
        result = call(vm, a, all, count + 1);
        break;
    }
    case OP_fork: {
        Val two[2];
        two[0] = call(vm, b, args, count);
        CHECK(vm);
        two[1] = call(vm, words[4], args, count);
        CHECK(vm);
        result = call(vm, a, two, 2);
        break;
    }
    default: return punt(vm, NO_SUCH_OP);
    }
    CHECK(vm);
    vm.memory = level;
    hold(vm, bulk_of(vm, result));
    vm.nested--;
    leave(vm, 1);
    return result;
}

// What the call takes before it starts.
DEVICE u64 cost_before(const Vm &vm, u32 cost, const Val *args, u32 count) {
    u64 sum = 4, first = count > 0 ? weight_of(vm, args[0]) : 1;
    switch (cost) {
    case COST_LINEAR:
        for (u32 k = 0; k < count; k++) sum += weight_of(vm, args[k]);
        return sum;
    case COST_BYTES:
        for (u32 k = 0; k < count; k++) sum += bulk_of(vm, args[k]);
        return sum;
    case COST_SEARCH: return sum + 32 * first;
    case COST_PRODUCT: return sum + first * (count > 1 ? weight_of(vm, args[1]) : 1);
    case COST_STEPS: return sum + first;
    case COST_SORT: return sum + first * ((u64)highest(first) + 1);
    default: return sum;
    }
}

CALLED Val dispatch(Vm &vm, u32 op, const Val *args);

CALLED Val call_op(Vm &vm, u32 op, const Val *args, u32 count) {
    const u8 *shape = vm.args->shapes + 4 * op;
    if (shape[0] != count) return raise(vm, TYPE_ERROR);
    enter(vm, 1);
    if (++vm.nested > MOST_NESTED) punt(vm, TOO_DEEP);
    // Others wait for a row that takes long. Where it ends does not show: the CPU starts it anew.
    if (__any_sync(ALL_LANES, clock64() - vm.started > (i64)vm.args->ticks_here)) punt(vm, TOO_MUCH_FUEL);
    if (vm.args->off[op >> 6] >> (op & 63) & 1) punt(vm, SWITCHED_OFF);
    charge(vm, cost_before(vm, shape[1], args, count));
    u64 level = vm.memory;
    u32 inner = shape[3];
    if (shape[1] != COST_CONST) {
        if (shape[2])
            for (u32 k = 0; k < count; k++)
                if (tag(args[k]) == GRID) reserve(vm, weight_of(vm, args[k]));
        enter(vm, inner);
    }
    i64 start = vm.args->profile ? clock64() : 0;
    Val result = vm.fail ? NOTHING : dispatch(vm, op, args);
    if (vm.args->profile && lane() == 0) {
        atomicAdd(&vm.args->profile[2 * op], (u64)(clock64() - start));
        atomicAdd(&vm.args->profile[2 * op + 1], (u64)1);
    }
    if (vm.fail) {
        if (vm.fail == PUNT && vm.reason_op == 0xffff) vm.reason_op = op;
        return NOTHING;
    }
    if (shape[1] != COST_CONST) {
        leave(vm, inner);
        vm.memory = level;
        made(vm, bulk_of(vm, result));
    }
    vm.nested--;
    leave(vm, 1);
    return result;
}
