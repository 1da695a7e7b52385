// SPDX-License-Identifier: MIT
#include "bench/gpu/inputs.hpp"

#include "bench/gpu/numbers.cuh"
#include "bench/gpu/records.cuh"
#include "src/core/with_bits.hpp"
#include "src/cuda/memory.hpp"

#include <algorithm>

namespace pradix::bench::gpu {

namespace {

enum class distribution : unsigned char {
    uniform,
    and2,
    and4,
    zeros,
    sorted,
    reverse,
    few,
    repeated,
    rarely_repeated,
    mod,
    zipf,
    heavy,
    uneven,
    morton,
    nearly,
    sorted_but_one,
    few_but_one,
    twice,
    four_times,
    eight_times,
    twelve_times,
    sixteen_times,
    hundred,
    two_thousand,
    sixteen_thousand,
    quarter_million,
    few_or_any,
    mod_two_thousand,
    mod_fifty_thousand,
    mod_million,
    word_ids,
    mostly_zero,
    outliers,
    small_signed,
    sentinels,
    rounded,
    unit,
    normal,
    log_normal,
    power_law,
    times,
    times_or_zero,
    splats,
    rows,
    edges,
    words,
    surface,
    k_mers,
    uuids,
    events,
    log
};
constexpr char const* names[] = {
    "uniform",   "entropy:2",  "entropy:4",   "zeros",           "sorted",          "reverse",
    "few:16",    "few:65536",  "few:4194304", "mod:1000",        "zipf:1",          "heavy",
    "uneven",    "morton",     "nearly:1",    "sorted, but one", "few:16, but one", "times:2",
    "times:4",   "times:8",    "times:12",    "times:16",        "few:100",         "few:2000",
    "few:16384", "few:262144", "few or any",  "mod:2000",        "mod:50000",       "mod:1000000",
    "word ids",  "mostly:0",   "outliers",    "small, signed",   "sentinels",       "rounded",
    "unit",      "normal",     "log-normal",  "power law",       "timestamps",      "timestamps or 0",
    "splats",    "rows",       "edges",       "words",           "surface",         "k-mers",
    "uuids",     "events",     "log"};
constexpr unsigned not_in_matrix = 34; // of these, the last ones

constexpr unsigned blocks = 1056, threads = 256;

// 32 bits around the middle, as the sum of some dice.
__device__ std::uint32_t dense(std::uint64_t any) {
    return static_cast<std::uint32_t>(((any & 0xffff) + (any >> 16 & 0xffff) + (any >> 32 & 0xffff) + (any >> 48))
                                          << 14 |
                                      (random_bits(any) & 0x3fff));
}

// A zero before each bit.
__device__ std::uint64_t interleave(std::uint64_t bits) {
    bits = (bits | bits << 16) & 0x0000ffff0000ffff;
    bits = (bits | bits << 8) & 0x00ff00ff00ff00ff;
    bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0f;
    bits = (bits | bits << 2) & 0x3333333333333333;
    return (bits | bits << 1) & 0x5555555555555555;
}

// 64 bits of key i, the most significant ones first to be used by narrower keys, which have `bits`.
__device__ std::uint64_t key_of(distribution like, unsigned bits, std::uint64_t i, std::uint64_t count) {
    std::uint64_t const any = random_bits(8 * i);
    bool const is_the_one = i == count / 3 + 1;
    auto const one_of = [&](std::uint64_t different) { return random_bits(any % max(different, std::uint64_t{1})); };
    switch (like) {
    case distribution::and2:
        return any & random_bits(8 * i + 1);
    case distribution::and4:
        return any & random_bits(8 * i + 1) & random_bits(8 * i + 2) & random_bits(8 * i + 3);
    case distribution::zeros:
        return 0;
    case distribution::sorted:
        return ~std::uint64_t{0} / count * i;
    case distribution::reverse:
        return ~std::uint64_t{0} / count * (count - 1 - i);
    case distribution::few:
        return one_of(16);
    case distribution::repeated:
        return one_of(65536);
    case distribution::rarely_repeated:
        return one_of(4194304);
    case distribution::mod:
        return any % 1000 << (64 - bits);
    case distribution::zipf: // the k-th most frequent key has a frequency of about 1 / k
        return random_bits(static_cast<std::uint64_t>(pow(double(count), share_of(any))));
    case distribution::heavy: // nine of ten share their high half
        return random_bits(8 * i + 1) % 10 == 0 ? any : (any >> 32 | 0x5555555500000000);
    case distribution::uneven: // two of three have nothing behind their 16 leading bits
        return random_bits(8 * i + 1) % 3 == 0 ? any : any >> 48 << 48;
    case distribution::morton: // points that are dense around one of them
        return interleave(dense(random_bits(8 * i))) << 1 | interleave(dense(random_bits(8 * i + 1)));
    case distribution::nearly: // sorted, one of a hundred out of place
        return random_bits(8 * i + 1) % 100 == 0 ? any : ~std::uint64_t{0} / count * i;
    case distribution::sorted_but_one:
        return is_the_one ? any : ~std::uint64_t{0} / count * i;
    case distribution::few_but_one:
        return is_the_one ? any : one_of(16);
    case distribution::twice: // on average
        return one_of(count / 2);
    case distribution::four_times:
        return one_of(count / 4);
    case distribution::eight_times:
        return one_of(count / 8);
    case distribution::twelve_times:
        return one_of(count / 12);
    case distribution::sixteen_times:
        return one_of(count / 16);
    case distribution::hundred:
        return one_of(100);
    case distribution::two_thousand:
        return one_of(2000);
    case distribution::sixteen_thousand:
        return one_of(16384);
    case distribution::quarter_million:
        return one_of(262144);
    case distribution::few_or_any: // half of them
        return random_bits(8 * i + 1) % 2 == 0 ? any : one_of(65536);
    case distribution::mod_two_thousand:
        return any % 2000 << (64 - bits);
    case distribution::mod_fifty_thousand:
        return any % 50000 << (64 - bits);
    case distribution::mod_million:
        return any % 1000000 << (64 - bits);
    case distribution::word_ids: // the k-th most frequent one of 50,000 words
        return (static_cast<std::uint64_t>(pow(50000.0, share_of(any))) - 1) << (64 - bits);
    case distribution::mostly_zero: // nine of ten
        return random_bits(8 * i + 1) % 10 == 0 ? any : 0;
    case distribution::outliers: // one of a million is not small: the others have nothing in their high half
        return random_bits(8 * i + 1) >> 44 == 0 ? any : any >> bits / 2;
    case distribution::small_signed: // as images: a sign, copies of it, and numbers in the low half
        return (std::uint64_t{1} << 63) + static_cast<std::uint64_t>(static_cast<std::int64_t>(any) >> bits / 2);
    case distribution::sentinels: // one of a hundred has all bits set; the others have nothing in their high half
        return random_bits(8 * i + 1) % 100 == 0 ? ~std::uint64_t{0} : any >> bits / 2;
    case distribution::rounded: // nothing in the low half
        return any >> (64 - bits / 2) << (64 - bits / 2);
    default:
        return any;
    }
}

// The same of numbers: of the first 64 bits, or of all.
__device__ std::uint64_t key_of(number_kind kind, unsigned bits, bool is_float, std::uint64_t i) {
    std::uint64_t const any = random_bits(8 * i), other = random_bits(8 * i + 1);
    if (kind == number_kind::time || kind == number_kind::time_or_zero)
        return kind == number_kind::time_or_zero && is_missing(other) ? 0
                                                                      : period::in_bits(bits).time(any) << (64 - bits);
    if (!is_float)
        return integer_from(kind, bits, any, other) << (64 - bits);
    double const number = number_from(kind, any, other);
    return bits == 32 ? std::uint64_t{__float_as_uint(static_cast<float>(number))} << 32
                      : static_cast<std::uint64_t>(__double_as_longlong(number));
}

template <class Bits>
__global__ void fill(Bits* keys, std::uint64_t count, distribution like, bool is_float) {
    constexpr unsigned bits = sizeof(Bits) < 8 ? 8 * sizeof(Bits) : 64;
    for (std::uint64_t i = blockIdx.x * std::uint64_t{threads} + threadIdx.x; i < count; i += blocks * threads) {
        std::uint64_t const high =
            like < distribution::unit ? key_of(like, bits, i, count)
            : like < distribution::splats
                ? key_of(static_cast<number_kind>(unsigned(like) - unsigned(distribution::unit)), bits, is_float, i)
                : record_of(static_cast<record_kind>(unsigned(like) - unsigned(distribution::splats)), bits, i, count);
        if constexpr (sizeof(Bits) == 16)
            keys[i] = Bits{high} << 64 | (like == distribution::zeros ? 0 : random_bits(~high));
        else
            keys[i] = static_cast<Bits>(high >> (64 - 8 * sizeof(Bits)));
        constexpr Bits negative_zero = Bits{1} << (8 * sizeof(Bits) - 1);
        if (is_float && keys[i] == negative_zero) // CUB takes it for 0
            keys[i] = 0;
    }
}

template <class Word>
__global__ void number(Word* values, unsigned words, std::uint64_t count) {
    for (std::uint64_t i = blockIdx.x * std::uint64_t{threads} + threadIdx.x; i < count; i += blocks * threads)
        for (unsigned word = 0; word < words; ++word)
            values[i * words + word] = word == 0 ? static_cast<Word>(i) : 0;
}

__global__ void compare(unsigned char const* a, unsigned char const* b, std::size_t bytes, unsigned* differ) {
    auto const* const wide_a = reinterpret_cast<uint4 const*>(a);
    auto const* const wide_b = reinterpret_cast<uint4 const*>(b);
    bool found = false;
    for (std::size_t i = blockIdx.x * std::size_t{threads} + threadIdx.x; i < bytes / 16; i += blocks * threads) {
        uint4 const x = wide_a[i], y = wide_b[i];
        found |= x.x != y.x || x.y != y.y || x.z != y.z || x.w != y.w;
    }
    if (blockIdx.x == 0)
        for (std::size_t i = bytes / 16 * 16 + threadIdx.x; i < bytes; i += threads)
            found |= a[i] != b[i];
    if (found)
        *differ = 1;
}

} // namespace

std::vector<std::string> distributions() {
    return {std::begin(names), std::end(names)};
}

std::vector<std::string> distributions_of_matrix() {
    return {std::begin(names), std::end(names) - not_in_matrix};
}

void fill_keys(void* keys, key_type type, std::uint64_t count, std::string const& wanted) {
    auto const like = static_cast<distribution>(std::find(std::begin(names), std::end(names), wanted) - names);
    bool const is_float = type == key_type::f32 || type == key_type::f64;
    core::with_bits(
        type, [&]<class Bits>(Bits) { fill<<<blocks, threads>>>(static_cast<Bits*>(keys), count, like, is_float); });
    cuda::check(cudaGetLastError(), "filling keys");
}

void fill_positions(void* values, std::size_t value_bytes, std::uint64_t count) {
    if (value_bytes == 1)
        number<<<blocks, threads>>>(static_cast<std::uint8_t*>(values), 1, count);
    else if (value_bytes == 2)
        number<<<blocks, threads>>>(static_cast<std::uint16_t*>(values), 1, count);
    else
        number<<<blocks, threads>>>(static_cast<std::uint32_t*>(values), static_cast<unsigned>(value_bytes / 4), count);
    cuda::check(cudaGetLastError(), "filling values");
}

bool same_bytes(void const* a, void const* b, std::size_t bytes) {
    auto const differ = cuda::allocate_on_device(sizeof(unsigned));
    unsigned found = 0;
    cuda::check(cudaMemset(differ.get(), 0, sizeof found), "comparing");
    compare<<<blocks, threads>>>(static_cast<unsigned char const*>(a), static_cast<unsigned char const*>(b), bytes,
                                 reinterpret_cast<unsigned*>(differ.get()));
    cuda::check(cudaMemcpy(&found, differ.get(), sizeof found, cudaMemcpyDeviceToHost), "comparing");
    return found == 0;
}

} // namespace pradix::bench::gpu
