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
// A function of the program's file has this kind, its own arity, and in word 2 where its steps start. `src/programs/code.rs` makes them.
#define OF_FILE 255

DEVICE u32 maker_of(const Vm &vm, Val f) { return (u32)*words_of(vm, f) & 255; }
DEVICE u32 bound_arity(u32 arity) { return arity == 2 ? 1 : arity == 3 ? 2 : 3; }

// f.__code__.co_argcount; only of functions. Together.
DEVICE u32 arg_count(const Vm &vm, Val f) {
    if (tag(f) == OP) return vm.args->shapes[4 * op_of(f)];
    u32 maker = maker_of(vm, f);
    if (maker == OF_FILE) return (u32)(*words_of(vm, f) >> 8) & 255;
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

// What `power` makes is composed again and again; its levels are called one after the other here, not inside each other. The
// innermost function and how many levels there are below this one; all of them are entered. Together.
DEVICE Val innermost(Vm &vm, Val inner, u32 &levels) {
    LOOP (; tag(inner) == FUNC && maker_of(vm, inner) == OP_compose && !vm.fail; inner = words_of(vm, inner)[3]) {
        enter(vm, 1);
        charge(vm, 4);
        levels++;
    }
    return inner;
}

// The way back from the innermost of such levels, all but the outermost. Together.
CALLED Val outwards(Vm &vm, Val f, u32 levels, Val x, u64 level) {
    LOOP (; levels; levels--) {
        Val level_of_it = f;
        LOOP (u32 k = 0; k < levels; k++) level_of_it = words_of(vm, level_of_it)[3];
        x = call1(vm, words_of(vm, level_of_it)[2], x);
        CHECK(vm);
        vm.memory = level;
        hold(vm, bulk_of(vm, x));
        leave(vm, 1);
    }
    return x;
}

// programs.cu: the steps of a program or of a function of its file.
CALLED Val run_steps(Vm &vm, u32 start, const Val *inputs);

// Each kind of function that an operation makes ends with a call of its first part; what comes before differs. There is one place for each of these calls, since
// code that is written once is fetched once.
CALLED Val call_function(Vm &vm, Val f, const Val *args, u32 count) {
    if (arg_count(vm, f) != count) return raise(vm, TYPE_ERROR);
    enter(vm, 1);
    charge(vm, 4);
    if (++vm.nested > MOST_NESTED) punt(vm, TOO_DEEP);
    CHECK(vm);
    u64 level = vm.memory;
    const u64 *words = words_of(vm, f);
    u32 maker = (u32)words[0] & 255, levels = 0, given = 1;
    if (maker == OF_FILE) {
        if (++vm.nested > MOST_NESTED) punt(vm, TOO_DEEP);
        CHECK(vm);
        Val result = run_steps(vm, (u32)words[2], args);
        CHECK(vm);
        vm.memory = level;
        hold(vm, bulk_of(vm, result));
        vm.nested -= 2;
        leave(vm, 1);
        return result;
    }
    Val b = words[3], all[4];
    if (maker == OP_rbind || maker == OP_lbind || maker == OP_matcher) {
        u32 from = maker == OP_lbind;
        all[from ? 0 : count] = b;
        LOOP (u32 k = 0; k < count; k++) all[from + k] = args[k];
        given = maker == OP_matcher ? count : count + 1;
    } else {
        Val first = maker == OP_compose ? innermost(vm, b, levels) : maker == OP_chain ? words[4] : b;
        CHECK(vm);
        all[0] = call(vm, first, args, count);
        CHECK(vm);
        if (levels) all[0] = outwards(vm, f, levels, all[0], level);
        if (maker == OP_chain) all[0] = call1(vm, b, all[0]);
        if (maker == OP_fork) {
            all[1] = call(vm, words[4], args, count);
            given = 2;
        }
        CHECK(vm);
    }
    Val result = call(vm, words[2], all, given);
    CHECK(vm);
    if (maker == OP_matcher) {
        u64 one = weight_of(vm, result), other = weight_of(vm, b);
        charge(vm, one < other ? one : other);
        CHECK(vm);
        result = bool_val(equal(vm, result, b));
        CHECK(vm);
    }
    vm.memory = level;
    hold(vm, bulk_of(vm, result));
    vm.nested--;
    leave(vm, 1);
    return result;
}

// What a call's arguments weigh.
struct Given {
    u64 weight, bulk;
    u32 first, second;
    // The heaviest grid.
    u32 grid;
};
DEVICE Given weigh_args(const Vm &vm, const Val *args, u32 count) {
    Given given = {0, 0, 1, 1, 0};
    LOOP (u32 k = 0; k < count; k++) {
        u64 both = weights_of(vm, args[k]);
        u32 weight = (u32)both;
        given.weight += weight;
        given.bulk += both >> 32;
        if (k == 0) given.first = weight;
        if (k == 1) given.second = weight;
        if (tag(args[k]) == GRID && weight > given.grid) given.grid = weight;
    }
    return given;
}
// What the call takes before it starts.
DEVICE u64 cost_before(u32 cost, const Given &given) {
    u64 first = given.first, factor = cost == COST_SEARCH ? 32 : cost == COST_PRODUCT ? given.second : cost == COST_SORT ? highest(given.first) + 1 : 1;
    return 4 + (cost == COST_LINEAR ? given.weight : cost == COST_BYTES ? given.bulk : first * factor);
}

CALLED Val dispatch(Vm &vm, u32 op, const Val *args);

// Ticks since `start` for an operation. Lane 0.
CALLED void note_ticks(Vm &vm, u32 op, i64 start) {
    atomicAdd(&vm.args->profile[2 * op], (u64)(clock64() - start));
    atomicAdd(&vm.args->profile[2 * op + 1], (u64)1);
}

// As the row of `shapes` for an operation says it: arity, cost, whether it takes a grid for its rows, frames inside.
DEVICE u32 shape_of(const Vm &vm, u32 op) { return ((const u32 *)vm.args->shapes)[op]; }

CALLED Val call_op(Vm &vm, u32 op, const Val *args, u32 count) {
    u32 shape = shape_of(vm, op), cost = shape >> 8 & 255, why = 0;
    if ((shape & 255) != count) return raise(vm, TYPE_ERROR);
    const ProgramsArgs &limits = *vm.args;
    u64 level = vm.memory, fuel = vm.fuel + 4;
    u32 frames = 1;
    if (cost != COST_CONST) {
        Given given = weigh_args(vm, args, count);
        fuel += cost_before(cost, given) - 4;
        // Room for rows is asked for before they are made.
        if ((shape >> 16 & 255) && (given.grid + fuel > limits.fuel_limit || level + given.grid > limits.memory_limit)) why = TOO_MUCH_FUEL;
        frames += shape >> 24;
    }
    vm.fuel = fuel;
    vm.depth += frames;
    if (vm.depth > vm.deepest) vm.deepest = vm.depth;
    if (fuel > limits.fuel_here || is_late(vm)) why = TOO_MUCH_FUEL;
    if (limits.off[op >> 6] >> (op & 63) & 1) why = SWITCHED_OFF;
    if (++vm.nested > MOST_NESTED || vm.depth > MOST_FRAMES) why = TOO_DEEP;
    if (why) punt(vm, why);
    i64 start = limits.profile ? clock64() : 0;
    Val result = vm.fail ? NOTHING : dispatch(vm, op, args);
    if (limits.profile && lane() == 0) note_ticks(vm, op, start);
    if (vm.fail) {
        if (vm.fail == PUNT && vm.reason_op == 0xffff) vm.reason_op = op;
        return NOTHING;
    }
    if (cost != COST_CONST) {
        vm.memory = level;
        made(vm, bulk_of(vm, result));
    }
    vm.nested--;
    leave(vm, frames);
    return result;
}
