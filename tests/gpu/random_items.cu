// SPDX-License-Identifier: MIT
#include "tests/gpu/random_items.hpp"

#include "src/core/bits.hpp"
#include "src/core/with_bits.hpp"
#include "src/cuda/errors.hpp"
#include "tests/gpu/on_device.cuh"

namespace pradix::test {

namespace {

constexpr char const* kind_names[] = {"uniform",  "low entropy", "few",    "zipf",        "rising",      "falling",
                                      "constant", "dense",       "morton", "either sign", "bell-shaped", "share"};
constexpr char const* arrangement_names[] = {"mixed", "one after the other"};

__device__ std::uint64_t hash(std::uint64_t seed) {
    return random_bits{seed}();
}

// A zero before each bit.
__device__ std::uint64_t interleave(std::uint64_t bits) {
    std::uint64_t spread = 0;
    for (unsigned bit = 0; bit < 32; ++bit)
        spread |= (bits >> bit & 1) << 2 * bit;
    return spread;
}

// Around the middle, as the sum of some dice.
__device__ std::uint64_t dense(std::uint64_t any) {
    return ((any & 0xffff) + (any >> 16 & 0xffff) + (any >> 32 & 0xffff) + (any >> 48)) << 46 | hash(any) >> 18;
}

// Of a float of so many bits, or of the next size, that has this value: the highest ones.
__device__ std::uint64_t rank_of_float(double value, unsigned bits) {
    constexpr std::uint64_t sign = std::uint64_t{1} << 63;
    auto const pattern = bits > 32 ? static_cast<std::uint64_t>(__double_as_longlong(value))
                                   : std::uint64_t{__float_as_uint(static_cast<float>(value))} << 32;
    return (pattern & sign) != 0 ? ~pattern : pattern | sign;
}

// Of which the lowest or the highest bits are used, so many.
__device__ std::uint64_t number(key_mixture::part const& like, std::uint64_t i, std::uint64_t count, std::uint64_t any,
                                unsigned bits, bool lowest) {
    std::uint64_t const step = ~std::uint64_t{0} / count;
    auto const of_float = [&](double value) { return rank_of_float(value, bits) >> (lowest ? 64 - bits : 0); };
    switch (like.kind) {
    case key_kind::uniform:
        return any;
    case key_kind::low_entropy:
        return any & hash(any) & hash(~any);
    case key_kind::few:
        return hash(any % like.different);
    case key_kind::zipf: // the k-th most frequent key has a frequency of about 1 / k
        return hash(static_cast<std::uint64_t>(pow(double(like.different), double(any >> 11) * 0x1p-53)));
    case key_kind::rising:
        return step * i;
    case key_kind::falling:
        return ~(step * i);
    case key_kind::constant:
        return 0;
    case key_kind::dense:
        return dense(any);
    case key_kind::morton:
        return interleave(dense(any) >> 32) << 1 | interleave(dense(hash(any)) >> 32);
    case key_kind::either_sign: { // small numbers, whose upper half has copies of the sign
        std::uint64_t const small = any >> (lowest ? 64 - bits / 2 : bits / 2);
        return any >> 63 == 0 ? small : ~small;
    }
    case key_kind::bell_shaped: // floats around zero
        return of_float(static_cast<double>(dense(any)) * 0x1p-64 - 0.5);
    case key_kind::share: // floats from 0 to 1
        return of_float(static_cast<double>(any >> 11) * 0x1p-53);
    }
    return 0;
}

__device__ unsigned part_of(key_mixture const& like, std::uint64_t i, std::uint64_t any) {
    if (like.arranged == arrangement::one_after_the_other || like.size == 1)
        return static_cast<unsigned>(i / like.period % like.size);
    std::uint64_t const drawn = hash(~any);
    return drawn % like.period > 0 ? 0 : 1 + static_cast<unsigned>(drawn / like.period % (like.size - 1));
}

__device__ wide rank_of_key(key_mixture const& like, unsigned width, std::uint64_t i, std::uint64_t count) {
    std::uint64_t const any = hash(like.seed + i);
    key_mixture::part const& part = like.parts[part_of(like, i, any)];
    std::uint64_t const made =
        (number(part, i, count, any, min(width, 64u), like.fills_low_bits) >> part.shift) + part.base;
    if (width > 64)
        return like.fills_low_bits ? wide{made} : wide{made} << 64 | hash(made ^ any % 3);
    return like.fills_low_bits ? made : made >> (64 - width);
}

template <class Bits>
__global__ void make_keys(Bits* keys, key_type type, std::uint64_t count, key_mixture const like) {
    each_of_thread(count, [&](std::uint64_t i) {
        wide const bits = bits_of_rank(type, rank_of_key(like, width_of(type), i, count) & last_rank(type));
        keys[i] = static_cast<Bits>(type == key_type::boolean ? bits >> 7 : bits);
    });
}

__global__ void make_values(std::uint32_t* values, unsigned words, std::uint64_t count, value_content with) {
    each_of_thread(count * words, [&](std::uint64_t i) {
        values[i] = word_of_value(i / words, static_cast<unsigned>(i % words), with);
    });
}

__global__ void make_narrow_values(std::uint8_t* values, unsigned bytes, std::uint64_t count) {
    each_of_thread(count * bytes, [&](std::uint64_t i) { values[i] = byte_of_place(i / bytes, i % bytes); });
}

} // namespace

key_mixture key_mixture::draw(random_bits& random, std::uint64_t count) {
    key_mixture drawn{};
    drawn.size = 1 + static_cast<unsigned>(random.below(most_kinds));
    for (unsigned i = 0; i < drawn.size; ++i) {
        part& each = drawn.parts[i];
        each.kind = static_cast<key_kind>(random.below(std::size(kind_names)));
        each.shift = random.one_in(2) ? 0 : static_cast<unsigned>(random.below(64));
        each.base = random.one_in(2) ? 0 : random() >> random.below(64);
        each.different = 1 + random() % (count << random.below(3)) / (std::uint64_t{1} << random.below(20));
    }
    drawn.arranged = static_cast<arrangement>(random.below(std::size(arrangement_names)));
    drawn.period = 1 + (count >> random.below(core::bit_width(count))); // from 2 to all
    drawn.fills_low_bits = random.one_in(3);
    drawn.seed = random();
    return drawn;
}

std::string describe(key_mixture const& keys) {
    std::string text = std::string{"keys "} + arrangement_names[static_cast<unsigned>(keys.arranged)] + ", period " +
                       std::to_string(keys.period) + (keys.fills_low_bits ? ", low bits" : ", high bits");
    for (unsigned i = 0; i < keys.size; ++i)
        text += std::string{"; "} + kind_names[static_cast<unsigned>(keys.parts[i].kind)] + " >> " +
                std::to_string(keys.parts[i].shift) + " + " + std::to_string(keys.parts[i].base) + " of " +
                std::to_string(keys.parts[i].different);
    return text;
}

void make_keys_on_device(void* keys, key_type type, std::uint64_t count, key_mixture const& like) {
    core::with_bits(type, [&](auto zero) {
        make_keys<<<test_blocks, test_threads>>>(static_cast<decltype(zero)*>(keys), type, count, like);
    });
    cuda::check(cudaGetLastError(), "making keys");
}

void make_values_on_device(void* values, std::size_t value_bytes, std::uint64_t count, value_content with) {
    auto const bytes = static_cast<unsigned>(value_bytes);
    if (bytes < 4)
        make_narrow_values<<<test_blocks, test_threads>>>(static_cast<std::uint8_t*>(values), bytes, count);
    else
        make_values<<<test_blocks, test_threads>>>(static_cast<std::uint32_t*>(values), bytes / 4, count, with);
    cuda::check(cudaGetLastError(), "making values");
}

} // namespace pradix::test
