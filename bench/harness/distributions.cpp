// SPDX-License-Identifier: MIT
// The shapes of input data. A key is first drawn as a place: its position among the type's finite keys in ascending
// order. That makes uniform, sorted and distinct keys a matter of integers; a bijection then turns places into bits.
#include "bench/harness/distributions.hpp"

#include "bench/harness/constant_key.hpp"
#include "bench/harness/key_space.hpp"
#include "bench/harness/parallel.hpp"
#include "src/core/number_in.hpp"

#include <pradix/error.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace pradix::bench {
namespace {

struct shape_form {
    shape kind;
    std::string_view name;
    bool has_parameter, whole;
    double initial, lowest, highest;
};

constexpr double largest = std::numeric_limits<double>::max();
constexpr std::array<shape_form, 8> forms{{
    {shape::uniform, "uniform", false, false, 0, 0, 0},
    {shape::entropy, "entropy", true, true, 2, 1, 8},
    {shape::zipf, "zipf", true, false, 1, std::numeric_limits<double>::min(), 1000},
    {shape::sorted, "sorted", false, false, 0, 0, 0},
    {shape::reverse, "reverse", false, false, 0, 0, 0},
    {shape::few, "few", true, true, 16, 1, 1e15},
    {shape::constant, "constant", true, false, 0, -largest, largest},
    {shape::nearly, "nearly", true, false, 1, 0, 100},
}};

// Larger whole numbers may be none that a double can be.
constexpr double largest_exact = 0x1p53;

constexpr double zipf_ranks = 1e6;

// Streams of random words that one key may draw from: 8 for entropy in the high and in the low word, one for choices.
constexpr std::size_t low_stream = 8;
constexpr std::size_t choice_stream = 16;

// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014): a bijection that makes a counter look random.
constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

constexpr std::uint64_t scale(std::uint64_t word, wide size) {
    return static_cast<std::uint64_t>((word * size) >> 64);
}

constexpr double unit(std::uint64_t word) {
    return static_cast<double>(word >> 11) * 0x1p-53;
}

class generator {
public:
    generator(key_type type, std::size_t count, std::uint64_t seed) : space_(type), count_(count) {
        for (std::size_t stream = 0; stream < bases_.size(); ++stream)
            bases_[stream] = mix(seed + mix(stream + 1));
    }

    [[nodiscard]] key_bits uniform(std::uint64_t index, std::size_t draw = 0) const {
        return {space_.bits(scale(word(index, draw), space_.size)), word(index, low_stream + draw)};
    }

    [[nodiscard]] key_bits entropy(std::uint64_t index, std::size_t words) const {
        key_bits result = uniform(index);
        for (std::size_t draw = 1; draw < words; ++draw) {
            key_bits const next = uniform(index, draw);
            result = {result.high & next.high, result.low & next.low};
        }
        return result;
    }

    // A random key from part `index` of `parts` equal parts of the range.
    [[nodiscard]] key_bits spread(std::uint64_t index, std::uint64_t parts) const {
        wide const begin = boundary(index, parts), end = boundary(index + 1, parts);
        std::uint64_t const place = static_cast<std::uint64_t>(begin) + scale(word(index, 0), end - begin);
        return {space_.bits(place), word(index, low_stream)};
    }

    [[nodiscard]] key_bits sorted(std::uint64_t index) const { return spread(index, count_); }

    [[nodiscard]] key_bits few(std::uint64_t index, std::uint64_t values) const {
        return spread(scale(word(index, choice_stream), values), values);
    }

    // Inverts the cumulative density of r^-s over [1, ranks + 1).
    [[nodiscard]] key_bits zipf(std::uint64_t index, double s) const {
        double const u = unit(word(index, choice_stream));
        double const end = zipf_ranks + 1;
        double const rank =
            s == 1 ? std::exp(u * std::log(end)) : std::pow(1 + u * (std::pow(end, 1 - s) - 1), 1 / (1 - s));
        return uniform(static_cast<std::uint64_t>(std::min(rank, zipf_ranks)));
    }

    [[nodiscard]] key_bits nearly(std::uint64_t index, double share) const {
        return unit(word(index, choice_stream)) < share ? uniform(index) : sorted(index);
    }

    [[nodiscard]] std::uint64_t distinct(double values) const {
        return static_cast<std::uint64_t>(std::min(values, static_cast<double>(space_.size)));
    }

private:
    [[nodiscard]] std::uint64_t word(std::uint64_t index, std::size_t stream) const {
        return mix(bases_[stream] + index * 0x9e3779b97f4a7c15);
    }

    // size * index / parts; the division is kept to numbers that mostly fit 64 bits, where it is fast.
    [[nodiscard]] wide boundary(std::uint64_t index, std::uint64_t parts) const {
        return index * (space_.size / parts) + (wide{index} * static_cast<std::uint64_t>(space_.size % parts)) / parts;
    }

    key_space space_;
    std::uint64_t count_;
    std::array<std::uint64_t, choice_stream + 1> bases_{};
};

template <std::size_t Bytes, class Make>
void store(std::byte* out, std::size_t first, std::size_t part, Make const& make) {
    for (std::size_t i = 0; i < part; ++i, out += Bytes) {
        key_bits const key = make(first + i);
        if constexpr (Bytes == 16) {
            std::memcpy(out, &key.low, 8);
            std::memcpy(out + 8, &key.high, 8);
        } else {
            std::memcpy(out, &key.high, Bytes); // the low bytes of a little-endian word
        }
    }
}

template <class Make>
void store(key_type type, void* keys, std::size_t first, std::size_t part, Make const& make) {
    auto* const out = static_cast<std::byte*>(keys);
    switch (key_bytes(type)) {
    case 1:
        return store<1>(out, first, part, make);
    case 2:
        return store<2>(out, first, part, make);
    case 4:
        return store<4>(out, first, part, make);
    case 8:
        return store<8>(out, first, part, make);
    default:
        return store<16>(out, first, part, make);
    }
}

std::string plain(double value) {
    std::array<char, 32> text;
    auto const end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

} // namespace

distribution parse_distribution(std::string_view text) {
    if (text == "zeros")
        return {shape::constant, 0};
    std::size_t const colon = text.find(':');
    for (shape_form const& form : forms) {
        if (text.substr(0, colon) != form.name)
            continue;
        if (colon == text.npos)
            return {form.kind, form.initial};
        std::string_view const digits = text.substr(colon + 1);
        auto const value = core::number_in<double>(digits);
        bool const in_range = value && *value >= form.lowest && *value <= form.highest;
        if (!form.has_parameter || !in_range || (form.whole && *value != std::trunc(*value)))
            continue;
        bool const is_whole = digits.find_first_not_of("0123456789", digits.starts_with('-') ? 1 : 0) == digits.npos;
        bool const keeps_digits = form.kind == shape::constant && is_whole && std::abs(*value) >= largest_exact;
        return {form.kind, *value, std::string(keeps_digits ? digits : "")};
    }
    throw invalid_argument("distribution '" + std::string(text) + "': not known; use one of " +
                           std::string(distribution_forms));
}

std::string to_string(distribution const& what) {
    shape_form const& form = forms[static_cast<std::size_t>(what.kind)];
    std::string text(form.name);
    if (form.has_parameter)
        text.append(1, ':').append(what.digits.empty() ? plain(what.parameter) : what.digits);
    return text;
}

void fill_part(key_type type, void* keys, std::size_t first, std::size_t part, std::size_t count,
               distribution const& what, std::uint64_t seed) {
    generator const source(type, count, seed);
    auto const write = [&](auto const& make) {
        in_parallel(part, 1 << 16, [&](std::size_t begin, std::size_t end) {
            store(type, static_cast<std::byte*>(keys) + begin * key_bytes(type), first + begin, end - begin, make);
        });
    };
    switch (what.kind) {
    case shape::uniform:
        return write([&](std::size_t i) { return source.uniform(i); });
    case shape::entropy:
        return write(
            [&, words = static_cast<std::size_t>(what.parameter)](auto i) { return source.entropy(i, words); });
    case shape::zipf:
        return write([&](std::size_t i) { return source.zipf(i, what.parameter); });
    case shape::sorted:
        return write([&](std::size_t i) { return source.sorted(i); });
    case shape::reverse:
        return write([&](std::size_t i) { return source.sorted(count - 1 - i); });
    case shape::few:
        return write([&, values = source.distinct(what.parameter)](auto i) { return source.few(i, values); });
    case shape::constant:
        return write([key = constant_key(type, what)](std::size_t) { return key; });
    case shape::nearly:
        return write([&](std::size_t i) { return source.nearly(i, what.parameter / 100); });
    }
}

void fill(key_type type, void* keys, std::size_t count, distribution const& what, std::uint64_t seed) {
    fill_part(type, keys, 0, count, count, what, seed);
}

} // namespace pradix::bench
