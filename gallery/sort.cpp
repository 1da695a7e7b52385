// SPDX-License-Identifier: MIT
#include "gallery/sort.hpp"

#include "src/core/key_codec.hpp"

#include <pradix/error.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

namespace pradix::gallery {

namespace {

constexpr unsigned largest_block = 256;
constexpr std::size_t local_bytes = 32 * 1024; // of shared memory, which every device has
constexpr unsigned keys_of_item = 64;          // that histogram-scan-reorder aims at
constexpr unsigned most_groups = 1024;

[[noreturn]] void fail(algorithm const& with, std::string const& wrong, std::string const& advice) {
    throw invalid_argument("gallery, " + std::string(with.name) + ": " + wrong + "; " + advice);
}

void check_bits(algorithm const& with, key_type type, bit_range bits) {
    unsigned const width = static_cast<unsigned>(8 * key_bytes(type));
    unsigned const end = bits.end_for(width);
    if (bits.begin > end || end > width)
        fail(with,
             "bits " + std::to_string(bits.begin) + " to " + std::to_string(end) + " are no range of the bits of " +
                 std::string(name(type)),
             "choose begin <= end <= " + std::to_string(width));
}

// A power of two, as its algorithms need it.
unsigned most_threads(machine const& on) {
    return std::bit_floor(on.most_threads());
}

void check_settings(algorithm const& with, machine const& on, settings const& how) {
    if (how.radix_bits != 0 && with.most_radix_bits == 0)
        fail(with, "the bits of a digit are no choice here", "omit the radix bits");
    if (how.radix_bits > with.most_radix_bits)
        fail(with, std::to_string(how.radix_bits) + " radix bits are too many",
             "choose 1 to " + std::to_string(with.most_radix_bits));
    if (how.block != 0 && with.block == 0)
        fail(with, "the threads of a block are no choice here", "omit the block");
    unsigned const largest = std::min(largest_block, most_threads(on));
    if (how.block != 0 && (how.block == 1 || how.block > largest || !std::has_single_bit(how.block)))
        fail(with, "a block of " + std::to_string(how.block) + " threads cannot be",
             "choose a power of two from 2 to " + std::to_string(largest));
    if (how.groups != 0 && !with.has_groups)
        fail(with, "the number of groups is no choice here", "omit the groups");
    if (how.groups > most_groups)
        fail(with, std::to_string(how.groups) + " groups are too many",
             "choose at most " + std::to_string(most_groups));
    if (how.arrays != 1 && with.most != limit::warp)
        fail(with, "sorts one array at a time", "omit the number of arrays");
}

void check_count(algorithm const& with, machine const& on, std::size_t count, std::size_t arrays) {
    std::size_t const most = most_keys(with, on);
    if (count > most)
        fail(with, std::to_string(count) + " keys are over its limit of " + std::to_string(most) + " on " + on.name(),
             with.most == limit::memory ? "sort fewer" : "sort fewer, or take an algorithm whose limit is memory");
    if (arrays > (std::size_t{1} << 31) / std::max<std::size_t>(count, 1))
        fail(with, std::to_string(arrays) + " arrays are too many", "sort them in several calls");
}

// Divides the keys among items: one for every keys_of_item keys, in as many groups as that takes, unless asked
// otherwise.
void divide(algorithm const& with, settings const& how, job& work) {
    auto const counts_bytes = [&] { return (std::size_t{work.block} << work.radix_bits) * sizeof(std::uint32_t); };
    while (how.block == 0 && counts_bytes() > local_bytes)
        work.block /= 2;
    if (counts_bytes() > local_bytes)
        fail(with,
             "the counts of " + std::to_string(work.block) + " items with " + std::to_string(work.radix_bits) +
                 " radix bits do not fit in shared memory",
             "choose a smaller block or fewer bits");
    std::size_t const group = std::size_t{work.block} * keys_of_item;
    std::size_t const fitting = std::clamp<std::size_t>((work.count + group - 1) / group, 1, most_groups);
    work.groups = how.groups != 0 ? how.groups : static_cast<unsigned>(fitting);
    std::size_t const items = std::size_t{work.groups} * work.block;
    work.padded = (work.count + items - 1) / items * items;
}

// Each block counts each digit, and scans number the counters by 32 bits.
void check_counters(algorithm const& with, job const& work) {
    if (with.most_radix_bits == 0 || with.has_groups || work.block == 0)
        return;
    std::size_t const blocks = (work.count + work.block - 1) / work.block;
    if (blocks > (std::size_t{1} << 31) >> work.radix_bits)
        fail(with,
             std::to_string(blocks) + " blocks with " + std::to_string(work.radix_bits) +
                 " radix bits are too many counters",
             "choose a larger block or fewer bits");
}

job make_job(algorithm const& with, machine const& on, key_type type, std::size_t count, settings const& how) {
    job work{.count = count, .padded = count * how.arrays, .arrays = how.arrays};
    work.key_bytes = static_cast<unsigned>(key_bytes(type));
    work.begin_bit = how.bits.begin;
    work.end_bit = how.bits.end_for(8 * work.key_bytes);
    work.radix_bits = how.radix_bits != 0 ? how.radix_bits : with.radix_bits;
    work.block = how.block != 0 ? how.block : std::min(with.block, most_threads(on));
    if (with.has_groups)
        divide(with, how, work);
    check_counters(with, work);
    return work;
}

template <class Bits>
double sort_bits(algorithm const& with, machine& on, key_type type, void* keys, job work, trace* traced) {
    auto const codec = core::make_codec<Bits>(type, order::ascending, nan_order::by_bits, {});
    std::vector<Bits> images(work.padded);
    std::size_t const count = work.count * work.arrays;
    std::memcpy(images.data(), keys, count * sizeof(Bits));
    if (with.encodes) {
        work.flip = codec.flip;
        work.negative = codec.negative;
    } else {
        for (Bits& key : images)
            key = codec.encode(key);
    }
    std::fill(images.begin() + static_cast<std::ptrdiff_t>(count), images.end(),
              with.encodes ? codec.decode(static_cast<Bits>(~Bits{0})) : static_cast<Bits>(~Bits{0}));
    double const seconds = on.sort(with, work, images.data(), traced);
    if (with.encodes && traced) // the first array holds keys that are not encoded yet, the last one decoded ones
        for (numbers* each : {&traced->passes.front().keys, &traced->passes.back().moves.back().keys})
            for (std::uint64_t& key : *each)
                key = codec.encode(static_cast<Bits>(key));
    if (!with.encodes)
        for (Bits& key : images)
            key = codec.decode(key);
    std::memcpy(keys, images.data(), count * sizeof(Bits));
    return seconds;
}

} // namespace

bool takes(key_type type) {
    return key_bytes(type) == 4 || key_bytes(type) == 8;
}

std::size_t most_keys(algorithm const& with, machine const& on) {
    return with.most == limit::warp ? 32 : with.most == limit::block ? most_threads(on) : std::size_t{1} << 30;
}

double sort(algorithm const& with, machine& on, key_type type, void* keys, std::size_t count, settings const& how,
            trace* traced) {
    if (!takes(type))
        fail(with, "keys of type " + std::string(name(type)) + " are not in the gallery",
             "use u32, u64, i32, i64, f32 or f64");
    check_bits(with, type, how.bits);
    check_settings(with, on, how);
    check_count(with, on, count, how.arrays);
    if (traced && how.arrays != 1)
        fail(with, "a trace of several arrays would not be readable", "trace one array");
    job const work = make_job(with, on, type, count, how);
    if (count == 0 || how.arrays == 0 || work.begin_bit == work.end_bit)
        return 0;
    return work.key_bytes == 4 ? sort_bits<std::uint32_t>(with, on, type, keys, work, traced)
                               : sort_bits<std::uint64_t>(with, on, type, keys, work, traced);
}

} // namespace pradix::gallery
