// SPDX-License-Identifier: MIT
#include "bench/gpu/cases.hpp"

#include "bench/gpu/inputs.hpp"

#include <algorithm>

namespace pradix::bench::gpu {

namespace {

constexpr items of_matrix[] = {
    {operation::sort, key_type::u8, 0},         {operation::sort, key_type::u16, 0},
    {operation::sort, key_type::u32, 0},        {operation::sort, key_type::u64, 0},
    {operation::sort, key_type::f32, 0},        {operation::sort, key_type::f64, 0},
    {operation::sort, key_type::u128, 0},       {operation::sort_pairs, key_type::u32, 4},
    {operation::sort_pairs, key_type::u64, 4},  {operation::sort_pairs, key_type::u64, 8},
    {operation::sort_pairs, key_type::u32, 16}, {operation::argsort, key_type::u32, 4},
    {operation::argsort, key_type::f32, 4},     {operation::argsort, key_type::u64, 4},
};

// Measured where they are asked for by name.
constexpr items others[] = {
    {operation::sort_pairs, key_type::u8, 4},   {operation::sort_pairs, key_type::u8, 8},
    {operation::sort_pairs, key_type::u16, 4},  {operation::sort_pairs, key_type::u16, 8},
    {operation::sort_pairs, key_type::u32, 8},  {operation::sort_pairs, key_type::u64, 16},
    {operation::sort_pairs, key_type::u128, 4}, {operation::sort_pairs, key_type::u128, 8},
    {operation::sort_pairs, key_type::u32, 1},  {operation::sort_pairs, key_type::u32, 2},
    {operation::sort_pairs, key_type::u32, 3},  {operation::sort_pairs, key_type::u32, 12},
    {operation::sort_pairs, key_type::u32, 24}, {operation::sort_pairs, key_type::u32, 32},
    {operation::argsort, key_type::u8, 4},      {operation::argsort, key_type::u16, 4},
    {operation::argsort, key_type::f64, 4},     {operation::argsort, key_type::u128, 4},
};

bool has_all_distributions(items const& what) {
    bool const integers = what.type == key_type::u32 || what.type == key_type::u64;
    return integers && (what.op == operation::sort || what.value_bytes == key_bytes(what.type));
}

std::vector<std::uint64_t> all_counts(items const& what) {
    std::vector<std::uint64_t> counts{1'000'000, 10'000'000, 100'000'000};
    for (unsigned power = 10; power <= 28; power += 2)
        counts.push_back(std::uint64_t{1} << power);
    bool const narrow = what.type == key_type::u32 && what.value_bytes <= 4;
    if (narrow || (what.type == key_type::u64 && what.value_bytes == 0))
        counts.push_back(std::uint64_t{1} << 30);
    std::sort(counts.begin(), counts.end());
    return counts;
}

std::vector<std::uint64_t> const counts_of_other_keys{1u << 16, 1u << 20, 1u << 24, 1u << 28};

} // namespace

std::string name(operation op) {
    return op == operation::sort ? "sort" : op == operation::sort_pairs ? "sort_pairs" : "argsort";
}

std::string name(items const& what) {
    std::string const key{pradix::name(what.type)};
    switch (what.op) {
    case operation::sort:
        return key;
    case operation::argsort:
        return "argsort " + key;
    default:
        return key + " + " +
               (what.value_bytes == 8   ? "u64"
                : what.value_bytes == 4 ? "u32"
                                        : std::to_string(what.value_bytes));
    }
}

std::vector<test_case> matrix(selection const& wanted) {
    std::vector<test_case> cases;
    auto const add_items = [&](items const& what) {
        if (what.op == operation::argsort && wanted.where == placement::in_place)
            return;
        auto const add = [&](std::vector<std::uint64_t> const& counts, std::string const& keys) {
            for (bit_range const& bits : wanted.bits.empty() ? std::vector{bit_range{}} : wanted.bits)
                if (bits.end_for(0) <= 8 * key_bytes(what.type))
                    for (std::uint64_t const count : counts)
                        cases.push_back({what, count, keys, bits, wanted.direction, wanted.where});
        };
        std::vector<std::uint64_t> const counts = wanted.counts.empty() ? all_counts(what) : wanted.counts;
        std::vector<std::uint64_t> const of_others = wanted.counts.empty() ? counts_of_other_keys : wanted.counts;
        if (!wanted.keys.empty()) {
            for (std::string const& keys : wanted.keys)
                add(counts, keys);
        } else {
            add(counts, "uniform");
            if (has_all_distributions(what))
                for (std::string const& keys : distributions_of_matrix())
                    if (keys != "uniform")
                        add(of_others, keys);
        }
    };
    auto const is_named = [&](items const& what) {
        return std::find(wanted.items.begin(), wanted.items.end(), name(what)) != wanted.items.end();
    };
    for (items const& what : of_matrix)
        if (wanted.items.empty() || is_named(what))
            add_items(what);
    for (items const& what : others)
        if (is_named(what))
            add_items(what);
    return cases;
}

} // namespace pradix::bench::gpu
