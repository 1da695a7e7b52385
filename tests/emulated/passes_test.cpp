// SPDX-License-Identifier: MIT
// Any keys by all the digits that they need: digits are counted, and then there is a launch for each pass and portion,
// of tiles that look back at those before them.
#include "src/cuda/kernels/count_digits.cuh"
#include "src/cuda/kernels/partition.cuh"
#include "tests/emulated/launched_portions.hpp"
#include "tests/emulated/sorted_by_kernel.hpp"
#include "tests/support/passes.hpp"

#include <memory>

namespace {

using namespace pradix;
using namespace pradix::cuda;
using namespace pradix::test;
using namespace pradix::test::emulated;

using tile_of_pass = tile<256, 4, 2>;

// What stands between arguments and a sort in passes.
struct passes_case {
    std::size_t portion_tiles = 1000;
    unsigned likely_implied = 0; // digits, a bit each, by the highest four bits
};

template <class Bits, class Value>
class sort_in_passes {
public:
    sort_in_passes(passes_case const& like, arguments<Bits, Value> const& with, std::uint64_t seed)
        : with_(with), seed_(seed), launches_(with.most, like.portion_tiles, seed), keys_(with.most),
          values_(has_values<Value> ? with.most : 0) {
        with_.state = state_.get();
        with_.keys[static_cast<unsigned>(buffer::scratch)] = keys_.data();
        with_.values[static_cast<unsigned>(buffer::scratch)] = values_.data();
        with_.leading.tile_items = tile_of_pass::size;
        unsigned const width = std::min(most_implying_bits, with.digits.digits[with.digits.size - 1].width);
        state_->implied.likely = {{with.digits.end() - width, width}, like.likely_implied};
    }

    // Returns the plan that was followed.
    pass_plan const& run() {
        run_grid(2, count_threads, seed_, [&] { count_digits<Bits, Value>(with_); });
        launches_.run(with_.digits.launches(),
                      [&](portion const& part) { partition<Bits, Value, tile_of_pass>(with_, part); });
        return state_->plan;
    }

private:
    arguments<Bits, Value> with_;
    std::uint64_t seed_;
    launched_portions<tile_of_pass> launches_;
    std::unique_ptr<control> state_ = std::make_unique<control>();
    std::vector<Bits> keys_;
    std::vector<Value> values_;
};

template <class Bits, class Value>
void sort_any(key_type type, std::initializer_list<std::size_t> counts, passes_case const& like = {},
              bit_range bits = {}) {
    sort_all_shapes<Bits, Value>(
        type, counts,
        [&](auto const& with, std::uint64_t seed) {
            sort_in_passes{like, with, seed}.run();
        },
        bits);
}

TEST(passes, sort_keys) {
    sort_any<std::uint8_t, no_value>(key_type::i8, {1, 1025});
    sort_any<std::uint16_t, no_value>(key_type::f16, {3000});
    sort_any<std::uint32_t, no_value>(key_type::u32, {2, 5003});
    sort_any<std::uint64_t, no_value>(key_type::f64, {2049});
}
TEST(passes, sort_pairs) {
    sort_any<std::uint8_t, std::uint64_t>(key_type::u8, {2500});
    sort_any<std::uint32_t, std::uint32_t>(key_type::f32, {1024, 4097});
    sort_any<std::uint64_t, value_16>(key_type::i64, {2000});
    sort_any<core::uint128, std::uint32_t>(key_type::u128, {1025});
}

TEST(passes, sort_by_some_bits) {
    sort_any<std::uint32_t, no_value>(key_type::u32, {3000}, {}, {5, 21});
    sort_any<std::uint64_t, std::uint32_t>(key_type::i64, {3000}, {}, {31, 64});
    sort_any<std::uint16_t, std::uint32_t>(key_type::u16, {3000}, {}, {3, 3});
}

// Where bins of a portion go, the one before has found out.
TEST(passes, sort_in_portions) {
    for (std::size_t const tiles : {1u, 2u})
        sort_any<std::uint32_t, std::uint32_t>(key_type::u32, {5000}, {.portion_tiles = tiles});
}

// Whatever samples may have said.
TEST(passes, do_not_believe_that_digits_are_implied) {
    sort_any<std::uint32_t, no_value>(key_type::f32, {3000}, {.likely_implied = 7});
    sort_any<std::uint64_t, std::uint32_t>(key_type::i64, {3000}, {.likely_implied = 127});
    sort_any<core::uint128, no_value>(key_type::i128, {1025}, {.likely_implied = 0x7fff});
    sort_any<std::uint64_t, std::uint32_t>(key_type::u64, {3000}, {.likely_implied = 3}, {40, 64});
}

// Passes that expect most tiles to be whole, a bit each.
template <class Bits, class Value>
void expect_whole_tiles_in(unsigned passes, std::vector<Bits> const& keys, key_type type, kernel_case how,
                           passes_case const& like = {}) {
    how.count = keys.size();
    EXPECT_TRUE((sorts_keys<Value>(keys, how, type, [&](auto const& with, std::uint64_t seed) {
        sort_in_passes<Bits, Value> sort{like, with, seed};
        EXPECT_EQ(whole_passes(sort.run(), with.digits.launches()), passes);
    })));
}

// Some keys, next to where tiles begin, have another upper half than all others.
template <class Bits, class Value>
void sort_outliers(key_type type, kernel_case const& how, passes_case const& like = {}) {
    constexpr unsigned size = sizeof(Bits), upper = (1u << size) - (1u << size / 2);
    constexpr Bits lower_half = core::low_mask<Bits>(4 * size);
    auto keys = make_keys<Bits>(10 * tile_of_pass::size, [](random_bits& random, std::size_t) {
        return static_cast<Bits>(random.wide_number() & lower_half);
    });
    for (std::size_t const at : {2 * tile_of_pass::size - 1, 7 * tile_of_pass::size})
        keys[at] ^= static_cast<Bits>(~lower_half / 3);
    expect_whole_tiles_in<Bits, Value>(upper, keys, type, how, like);
}

TEST(passes, move_whole_tiles_of_keys_with_few_outliers) {
    sort_outliers<std::uint32_t, std::uint32_t>(key_type::f32, {.in_place = true});
    sort_outliers<std::uint32_t, no_value>(key_type::u32, {.descends = true});
    sort_outliers<std::uint64_t, value_16>(key_type::i64, {});
    sort_outliers<std::uint32_t, std::uint32_t>(key_type::u32, {}, {.portion_tiles = 2});
}

// Runs of some tiles, and one key in none of them.
template <class Bits, class Value>
void sort_nearly(key_type type, bit_range bits, kernel_case how) {
    auto keys = make_keys<Bits>(17'500, [&](random_bits&, std::size_t i) {
        return static_cast<Bits>(static_cast<Bits>(how.descends ? 3 - i / 6000 : 1 + i / 6000) << bits.begin);
    });
    keys[8000] = 0;
    how.bits = bits;
    expect_whole_tiles_in<Bits, Value>(1, keys, type, how);
    for (std::size_t const at : {20u, 7000u, 9000u, 15'100u}) // all blocks see some
        keys[at] = 0;
    expect_whole_tiles_in<Bits, Value>(0, keys, type, how);
}

TEST(passes, move_whole_tiles_of_keys_nearly_in_order) {
    sort_nearly<std::uint8_t, std::uint32_t>(key_type::u8, {0, 8}, {});
    sort_nearly<std::uint8_t, std::uint64_t>(key_type::i8, {0, 8}, {.in_place = true, .descends = true});
    sort_nearly<std::uint32_t, std::uint32_t>(key_type::u32, {20, 24}, {});
}

} // namespace
