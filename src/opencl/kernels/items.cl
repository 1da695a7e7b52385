// SPDX-License-Identifier: MIT
// Where the items of a sort are. They go from `in` to `out`, by way of scratch, and skip passes that would not move
// them; so each pass leaves a note where it has put them.

#define SORT_ARGUMENTS                                                                                                 \
    __global uchar *keys_in, __global uchar *keys_out, __global uchar *values_in, __global uchar *values_out,          \
        __global uchar *workspace, sort_plan plan

enum { at_in, at_out, at_scratch };

typedef struct {
    __global KEY* keys;
#if VALUE_BYTES
    __global VALUE* values;
    bool are_positions; // the values are not in memory: they are 0, 1, 2 ...
#endif
} item_arrays;

item_arrays arrays_at(uint place, SORT_ARGUMENTS) {
    item_arrays found;
    found.keys = (__global KEY*)(place == at_in    ? keys_in + plan.keys_in
                                 : place == at_out ? keys_out + plan.keys_out
                                                   : workspace + plan.scratch_keys);
#if VALUE_BYTES
    found.values = (__global VALUE*)(place == at_in    ? values_in + plan.values_in
                                     : place == at_out ? values_out + plan.values_out
                                                       : workspace + plan.scratch_values);
    found.are_positions = plan.make_indices && place == at_in;
#endif
    return found;
}

#define ARRAYS_AT(place) arrays_at(place, keys_in, keys_out, values_in, values_out, workspace, plan)

#if VALUE_BYTES
VALUE value_at(item_arrays const* from, ulong position) {
    return from->are_positions ? (VALUE)position : from->values[position];
}
#endif

__global uint* places_of(__global uchar* workspace, sort_plan const* plan) {
    return (__global uint*)(workspace + plan->places);
}

uint place_before(uint pass, __global uchar* workspace, sort_plan const* plan) {
    return pass == 0 ? at_in : places_of(workspace, plan)[pass];
}

// Where a pass puts what it finds at `from`. The first one must not write what it reads, and if all passes move the
// items, the last one puts them to `out`.
uint place_after(uint pass, uint from, sort_plan const* plan) {
    if (from == at_in)
        return plan->in_place || (plan->passes - pass) % 2 == 0 ? at_scratch : at_out;
    return from == at_scratch ? at_out : at_scratch;
}

// One group of each pass tells the next one.
void note_place_after(uint pass, uint place, __global uchar* workspace, sort_plan const* plan) {
    if (get_global_id(0) == 0)
        places_of(workspace, plan)[pass + 1] = place;
}

// The items [begin, end) that the group has to do.
typedef struct {
    ulong begin, end;
} item_range;

item_range chunk_of(uint group, sort_plan const* plan) {
    item_range const found = {min(group * plan->chunk, plan->count), min((group + 1) * plan->chunk, plan->count)};
    return found;
}
