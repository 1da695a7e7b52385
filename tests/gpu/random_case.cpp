// SPDX-License-Identifier: MIT
#include "tests/gpu/random_case.hpp"

#include "src/core/bits.hpp"
#include "src/cuda/plans/tuning.hpp"

#include <algorithm>
#include <vector>

namespace pradix::test {

namespace {

// Up to where a path or a size of tile is taken, and where items are cut into tiles.
std::vector<std::uint64_t> limits(std::size_t key_bytes, std::size_t value_bytes) {
    cuda::tuning const tuned = cuda::tune(key_bytes);
    std::vector<std::uint64_t> all{cuda::single_tile.size(),
                                   cuda::large_single_tile(key_bytes, value_bytes).size(),
                                   cuda::most_clustered_items(key_bytes),
                                   cuda::few_bytes,
                                   cuda::most_counted_bytes,
                                   cuda::least_counted_words,
                                   cuda::few_words,
                                   cuda::most_counted_words,
                                   cuda::small_tile(key_bytes, value_bytes).size() * tuned.small_tiles,
                                   cuda::large_tile(key_bytes, value_bytes).size() * cuda::most_tiles_at_once,
                                   tuned.even_items,
                                   tuned.medium_items,
                                   tuned.medium_pairs,
                                   tuned.counting_items,
                                   tuned.large_group_items,
                                   tuned.many_large_items,
                                   tuned.rest_items,
                                   tuned.uncounted_items,
                                   tuned.uncounted_positions,
                                   tuned.uncounted_in_order,
                                   tuned.set_aside_items,
                                   tuned.ranged_items};
    for (cuda::tile_shape const each : cuda::cooperative_tiles(key_bytes, value_bytes))
        all.push_back(std::uint64_t{cuda::most_cooperating_blocks} * each.size());
    return all;
}

// All orders of magnitude alike; one in four at a limit or next to it.
std::uint64_t draw_count(random_bits& random, std::size_t key_bytes, std::size_t value_bytes) {
    std::uint64_t const most = random_case::most_bytes / std::max({key_bytes, value_bytes, std::size_t{4}});
    if (random.one_in(4)) {
        auto const all = limits(key_bytes, value_bytes);
        return std::min<std::uint64_t>(all[random.below(all.size())] + random.below(3) - 1, most);
    }
    return std::min(1 + random() % (std::uint64_t{2} << random.below(core::bit_width(most))), most);
}

key_type draw_type(random_bits& random) {
    constexpr key_type often[] = {key_type::u32, key_type::u64, key_type::f32};
    return random.one_in(2) ? often[random.below(std::size(often))]
                            : static_cast<key_type>(random.below(key_type_count));
}

std::size_t draw_value_bytes(random_bits& random, operation what) {
    constexpr std::size_t of_pairs[] = {1, 2, 3, 4, 4, 8, 8, 12, 16, 40}, of_indices[] = {4, 8};
    return what == operation::keys    ? 0
           : what == operation::pairs ? of_pairs[random.below(std::size(of_pairs))]
                                      : of_indices[random.below(std::size(of_indices))];
}

bit_range draw_bits(random_bits& random, unsigned width) {
    auto const begin = static_cast<unsigned>(random.below(width));
    return {begin, begin + static_cast<unsigned>(random.below(width - begin + 1))};
}

} // namespace

random_case random_case::draw(std::uint64_t number) {
    random_bits random{number};
    random_case drawn{};
    drawn.what = static_cast<operation>(random.below(3));
    drawn.type = draw_type(random);
    drawn.value_bytes = draw_value_bytes(random, drawn.what);
    drawn.most = draw_count(random, key_bytes(drawn.type), drawn.value_bytes);
    drawn.count_on_device = random.one_in(4);
    drawn.count = drawn.count_on_device ? random() % (drawn.most + 1) : drawn.most;
    drawn.in_place = drawn.what != operation::indices && random.one_in(3);
    drawn.little_scratch = drawn.what != operation::indices && random.one_in(4);
    drawn.how.direction = random.one_in(2) ? order::descending : order::ascending;
    if (is_floating(drawn.type) && random.one_in(2))
        drawn.how.nans = nan_order::last;
    if (drawn.how.nans == nan_order::by_bits && random.one_in(4))
        drawn.how.bits = draw_bits(random, width_of(drawn.type));
    drawn.misplaced = random.one_in(2) ? 0 : random.below(4);
    drawn.keys = key_mixture::draw(random, std::max<std::uint64_t>(drawn.count, 1));
    return drawn;
}

std::size_t random_case::workspace_bytes() const {
    placement const where = in_place ? placement::in_place : placement::out_of_place;
    return what == operation::indices ? cuda::argsort_workspace_bytes(type, most, value_bytes)
           : little_scratch           ? cuda::least_workspace_bytes(type, most, value_bytes, where)
                                      : cuda::workspace_bytes(type, most, value_bytes, where);
}

std::string describe(random_case const& each) {
    constexpr char const* operations[] = {"keys", "pairs", "indices"};
    std::string text = std::string{operations[static_cast<unsigned>(each.what)]} + " of " +
                       std::string{name(each.type)} + " with values of " + std::to_string(each.value_bytes) +
                       " bytes, " + std::to_string(each.count) + " items";
    text += each.count_on_device ? " of " + std::to_string(each.most) : "";
    text += each.in_place ? ", in place" : "";
    text += each.little_scratch ? ", little scratch" : "";
    text += each.how.direction == order::descending ? ", descending" : "";
    text += each.how.nans == nan_order::last ? ", NaNs last" : "";
    text += each.compares_all_bits()
                ? ""
                : ", bits " + std::to_string(each.how.bits.begin) + ":" + std::to_string(each.how.bits.end);
    return text + ", misplaced by " + std::to_string(each.misplaced) + "; " + describe(each.keys);
}

} // namespace pradix::test
