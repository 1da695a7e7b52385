// SPDX-License-Identifier: MIT
#include "tests/gpu/random_case.hpp"

#include "src/core/bits.hpp"

#include <algorithm>

namespace pradix::test {

namespace {

// All orders of magnitude alike; one in four next to a power of two or to a multiple of 2^16, as limits of tiles and
// paths are.
std::uint64_t draw_count(random_bits& random, std::uint64_t most) {
    std::uint64_t const below = std::uint64_t{2} << random.below(core::bit_width(most));
    std::uint64_t const any = 1 + random() % below;
    if (!random.one_in(4))
        return std::min(any, most);
    std::uint64_t const limit = random.one_in(2) ? below / 2 : (any + 0x10000) & ~std::uint64_t{0xffff};
    return std::clamp<std::uint64_t>(limit + random.below(3) - 1, 1, most);
}

key_type draw_type(random_bits& random) {
    constexpr key_type often[] = {key_type::u32, key_type::u64, key_type::f32};
    return random.one_in(2) ? often[random.below(std::size(often))]
                            : static_cast<key_type>(random.below(key_type_count));
}

std::size_t draw_value_bytes(random_bits& random, operation what) {
    constexpr std::size_t of_pairs[] = {4, 4, 8, 8, 12, 16}, of_indices[] = {4, 8};
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
    random_bits random{number * 0x9e3779b97f4a7c15};
    random_case drawn{};
    drawn.what = static_cast<operation>(random.below(3));
    drawn.type = draw_type(random);
    drawn.value_bytes = draw_value_bytes(random, drawn.what);
    drawn.most = draw_count(random, most_bytes / std::max(key_bytes(drawn.type), drawn.value_bytes));
    drawn.count_on_device = random.one_in(4);
    drawn.count = drawn.count_on_device ? random() % (drawn.most + 1) : drawn.most;
    drawn.in_place = drawn.what != operation::indices && random.one_in(3);
    drawn.little_scratch = drawn.what != operation::indices && random.one_in(4);
    drawn.how.direction = random.one_in(2) ? order::descending : order::ascending;
    if (is_floating(drawn.type) && random.one_in(2))
        drawn.how.nans = nan_order::last;
    if (random.one_in(4))
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
