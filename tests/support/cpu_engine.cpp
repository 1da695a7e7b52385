// SPDX-License-Identifier: MIT
#include "tests/support/cpu_engine.hpp"

#include "src/cpu/backend.hpp"

#include <algorithm>
#include <stdexcept>

namespace pradix::test {
namespace {

std::byte* exact_workspace(cpu::problem const& what, cpu::tuning const& t, options const& how) {
    if (how.workspace.size() != cpu::workspace_bytes(what, t))
        throw std::logic_error("the test must pass the workspace that the engine asks for");
    return how.workspace.data();
}

engine cpu_engine(std::string name, cpu::tuning const& t) {
    auto const moving = [](key_type type, std::size_t count, std::size_t value_bytes) {
        return cpu::problem{.type = type, .count = count, .value_bytes = value_bytes};
    };
    auto const indexing = [](key_type type, std::size_t count) {
        return cpu::problem{.type = type, .count = count, .value_bytes = 0, .indices_only = true};
    };
    return {
        std::move(name),
        [=](key_type type, void* keys, std::size_t count, void* values, std::size_t value_bytes, options const& how) {
            auto const what = moving(type, count, value_bytes);
            cpu::sort(what, keys, values, how, t, exact_workspace(what, t, how));
        },
        [=](key_type type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
            options const& how) {
            auto const what = indexing(type, count);
            cpu::argsort(what, keys, indices, index_bytes, how, t, exact_workspace(what, t, how));
        },
        [=](key_type type, std::size_t count, std::size_t value_bytes, options const&) {
            return cpu::workspace_bytes(moving(type, count, value_bytes), t);
        },
        [=](key_type type, std::size_t count, options const&) {
            return cpu::workspace_bytes(indexing(type, count), t);
        },
    };
}

// Limits of this size stand in for those of a large input.
cpu::tuning shrunken(unsigned threads, std::size_t local_items, unsigned partition_bits) {
    cpu::tuning t = cpu::tune({.l2_bytes = 1 << 20, .threads = threads}, 8, 1 << 20);
    t.threads = threads;
    t.local_items = local_items;
    t.bucket_items = std::max<std::size_t>(local_items / 4, 1);
    t.partition_bits = partition_bits;
    t.counting_range = 0;
    t.part_items = 77;
    return t;
}

// Above this many keys, indices of 8 bytes are carried.
cpu::tuning with_narrow_indices(cpu::tuning t, std::uint64_t count) {
    t.narrow_indices = count;
    return t;
}

cpu::tuning with_counting(cpu::tuning t, std::size_t range) {
    t.counting_range = range;
    return t;
}

cpu::tuning past_cache(cpu::tuning t) {
    t.past_cache = true;
    return t;
}

} // namespace

std::vector<engine> const& shrunken_cpu_engines() {
    static std::vector<engine> const engines = {
        cpu_engine("all_in_cache", shrunken(1, 1 << 20, 8)),
        cpu_engine("one_thread_many_levels", shrunken(1, 30, 2)),
        cpu_engine("one_thread_counting", with_counting(past_cache(shrunken(1, 50, 4)), 1 << 12)),
        cpu_engine("two_threads_wide_indices", with_narrow_indices(past_cache(shrunken(2, 100, 6)), 1)),
        cpu_engine("three_threads_counting", with_counting(shrunken(3, 60, 5), 1 << 10)),
        cpu_engine("seven_threads_one_bit", with_narrow_indices(past_cache(shrunken(7, 25, 1)), 500)),
    };
    return engines;
}

} // namespace pradix::test
