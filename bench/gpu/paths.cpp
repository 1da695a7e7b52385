// SPDX-License-Identifier: MIT
#include "bench/gpu/paths.hpp"

#include "src/cuda/device_sort.hpp"

#include <algorithm>
#include <iterator>

namespace pradix::bench::gpu {

namespace {

constexpr std::uint64_t never = ~std::uint64_t{0};

std::size_t bytes_of_key(test_case const& each) {
    return key_bytes(each.what.type);
}
bool has_values(test_case const& each) {
    return each.what.value_bytes > 0;
}
cuda::sort_size size_of(test_case const& each) {
    return {each.count, bytes_of_key(each), each.what.value_bytes};
}
bool is_argsort(test_case const& each) {
    return each.what.op == operation::argsort;
}
// Which one launch might sort, and does not.
bool takes_passes(test_case const& each, cuda::tuning const& tuned) {
    return each.count > std::min<std::uint64_t>(
                            tuned.cooperative_items,
                            std::uint64_t{cuda::most_cooperating_blocks} *
                                cuda::largest_cooperative_tile(bytes_of_key(each), each.what.value_bytes).size());
}
bool may_look(test_case const& each, cuda::tuning const& tuned) {
    return bytes_of_key(each) >= cuda::least_bytes_for_a_survey && takes_passes(each, tuned);
}
cuda::tile_shape tile_of(test_case const& each, cuda::tuning const& tuned) {
    return cuda::shape_for(each.count, bytes_of_key(each), each.what.value_bytes, tuned);
}

constexpr path paths[] = {
    {"one block", [](cuda::tuning& t) { t.single_items = 0; },
     [](test_case const& each, cuda::tuning const&) { return each.count <= cuda::most_counted_bytes; }},
    {"cluster", [](cuda::tuning& t) { t.may_cluster = false; },
     [](test_case const& each, cuda::tuning const&) {
         return cuda::clusters_pay(bytes_of_key(each), each.what.value_bytes) &&
                each.count >= cuda::least_clustered_items &&
                each.count <= cuda::most_clustered_items(bytes_of_key(each));
     }},
    {"one launch", [](cuda::tuning& t) { t.cooperative_items = 0; },
     [](test_case const& each, cuda::tuning const& tuned) {
         return each.count > cuda::large_single_tile(4, 0).size() && !takes_passes(each, tuned);
     }},
    {"one launch of even keys", [](cuda::tuning& t) { t.even_items = 0; },
     [](test_case const& each, cuda::tuning const& tuned) {
         return cuda::may_divide_tiles_evenly(bytes_of_key(each), each.what.value_bytes) && may_look(each, tuned) &&
                each.count <= tuned.even_items;
     }},
    {"small tiles", [](cuda::tuning& t) { t.small_tiles = 0; },
     [](test_case const& each, cuda::tuning const& tuned) {
         auto const shape = cuda::small_tile(bytes_of_key(each), each.what.value_bytes);
         return takes_passes(each, tuned) && tile_of(each, tuned) == shape &&
                shape != cuda::medium_tile(bytes_of_key(each), each.what.value_bytes);
     }},
    {"medium tiles", [](cuda::tuning& t) { t.medium_items = t.medium_pairs = 0; },
     [](test_case const& each, cuda::tuning const& tuned) {
         auto const shape = tile_of(each, tuned);
         return takes_passes(each, tuned) && shape == cuda::medium_tile(bytes_of_key(each), each.what.value_bytes) &&
                shape != cuda::large_tile(bytes_of_key(each), each.what.value_bytes);
     }},
    {"counted bytes and words", [](cuda::tuning& t) { t.counting_items = never; },
     [](test_case const& each, cuda::tuning const& tuned) {
         return bytes_of_key(each) <= 2 && !has_values(each) && each.count >= tuned.counting_items;
     }},
    {"leading digits", [](cuda::tuning& t) { t.leading_items = t.wide_items = 0; }, may_look},
    {"wide digits", [](cuda::tuning& t) { t.wide_items = 0; },
     [](test_case const& each, cuda::tuning const& tuned) { return cuda::may_lead_widely(size_of(each), tuned); }},
    {"large groups", [](cuda::tuning& t) { t.large_group_items = t.many_large_items = never; },
     [](test_case const& each, cuda::tuning const& tuned) {
         return cuda::may_have_uneven_groups(bytes_of_key(each), each.what.value_bytes) &&
                each.count >= tuned.large_group_items;
     }},
    {"rests of counted keys", [](cuda::tuning& t) { t.rest_items = never; },
     [](test_case const& each, cuda::tuning const& tuned) {
         return cuda::may_leave_rests(bytes_of_key(each), each.what.value_bytes) && each.count >= tuned.rest_items;
     }},
    {"uncounted keys", [](cuda::tuning& t) { t.uncounted_items = never; },
     [](test_case const& each, cuda::tuning const& tuned) {
         return !has_values(each) && cuda::may_divide_uncounted(bytes_of_key(each), 0) &&
                each.count >= tuned.uncounted_items;
     }},
    {"equalized floats", [](cuda::tuning& t) { t.equalized_items = never; },
     [](test_case const& each, cuda::tuning const& tuned) {
         bool const are_floats = each.what.type == key_type::f32 || each.what.type == key_type::f64;
         return are_floats && !has_values(each) && each.count >= tuned.equalized_items;
     }},
    {"ranks of few keys", [](cuda::tuning& t) { t.ranked_items = never; },
     [](test_case const& each, cuda::tuning const& tuned) {
         return cuda::may_table_keys(bytes_of_key(each)) && has_values(each) && each.count >= tuned.ranked_items;
     }},
    {"buckets", [](cuda::tuning& t) { t.bucketed_items = never; },
     [](test_case const& each, cuda::tuning const& tuned) {
         return cuda::may_count_keys(bytes_of_key(each), each.what.value_bytes) && each.count >= tuned.bucketed_items;
     }},
    {"uncounted positions", [](cuda::tuning& t) { t.uncounted_positions = never; },
     [](test_case const& each, cuda::tuning const& tuned) {
         return is_argsort(each) && cuda::may_divide_uncounted(bytes_of_key(each), each.what.value_bytes) &&
                each.count >= tuned.uncounted_positions && each.count < tuned.positions_in_order;
     }},
    {"uncounted in order", [](cuda::tuning& t) { t.uncounted_in_order = never; },
     [](test_case const& each, cuda::tuning const& tuned) { return cuda::may_divide_in_order(size_of(each), tuned); }},
    {"positions in order", [](cuda::tuning& t) { t.positions_in_order = never; },
     [](test_case const& each, cuda::tuning const& tuned) {
         return is_argsort(each) && cuda::may_divide_in_order(size_of(each), tuned) &&
                each.count >= tuned.positions_in_order;
     }},
    {"set aside", [](cuda::tuning& t) { t.set_aside_items = never; },
     [](test_case const& each, cuda::tuning const& tuned) {
         return may_look(each, tuned) && each.count >= tuned.set_aside_items;
     }},
    {"outliers", [](cuda::tuning& t) { t.outlier_items = never; }, may_look},
    {"ties", [](cuda::tuning& t) { t.settled_items = never; },
     [](test_case const& each, cuda::tuning const& tuned) {
         return cuda::may_settle_ties(bytes_of_key(each)) && may_look(each, tuned);
     }},
};

// By a tuning that leave_out has changed.
pradix_build build_without(std::string const& name, void (*leave_out)(cuda::tuning&)) {
    auto const tuned_for = [=](cuda::problem const& what) {
        cuda::tuning tuned = cuda::tune_for(what);
        leave_out(tuned);
        return tuned;
    };
    auto const sorting = [](key_type type, std::size_t count, std::size_t value_bytes, bool in_place) {
        return cuda::problem{.type = type, .count = count, .value_bytes = value_bytes, .in_place = in_place};
    };
    auto const ordering = [](key_type type, std::size_t count, std::size_t index_bytes) {
        return cuda::problem{.type = type, .count = count, .value_bytes = index_bytes, .indices_only = true};
    };
    return {
        .name = name,
        .sort =
            [=](key_type type, void const* keys_in, void* keys_out, std::size_t count, void const* values_in,
                void* values_out, std::size_t value_bytes, cuda::launch const& run, options const& how) {
                auto const what = sorting(type, count, value_bytes, keys_in == keys_out);
                cuda::sort(what, {keys_in, keys_out, values_in, values_out}, run, how, tuned_for(what));
            },
        .argsort =
            [=](key_type type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
                cuda::launch const& run, options const& how) {
                auto const what = ordering(type, count, index_bytes);
                cuda::sort(what, {keys, nullptr, nullptr, indices}, run, how, tuned_for(what));
            },
        .workspace_bytes =
            [=](key_type type, std::size_t count, std::size_t value_bytes, placement where) {
                auto const what = sorting(type, count, value_bytes, where == placement::in_place);
                return cuda::workspace_bytes(what, tuned_for(what));
            },
        .argsort_workspace_bytes =
            [=](key_type type, std::size_t count, std::size_t index_bytes) {
                auto const what = ordering(type, count, index_bytes);
                return cuda::workspace_bytes(what, tuned_for(what));
            },
    };
}

} // namespace

std::vector<std::string> path_names() {
    std::vector<std::string> names{"all"};
    for (path const& each : paths)
        names.emplace_back(each.name);
    return names;
}

std::vector<path> paths_named(std::string const& name) {
    std::vector<path> found;
    std::copy_if(std::begin(paths), std::end(paths), std::back_inserter(found),
                 [&](path const& each) { return name == "all" || name == each.name; });
    return found;
}

pradix_build with_all_paths() {
    return build_without("pradix", [](cuda::tuning&) {});
}

pradix_build without(path const& left_out) {
    pradix_build made = build_without(std::string("without ") + left_out.name, left_out.leave_out);
    made.concerns = [=](test_case const& each) {
        return left_out.concerns(each, cuda::tune(key_bytes(each.what.type)));
    };
    return made;
}

} // namespace pradix::bench::gpu
