// SPDX-License-Identifier: MIT
// What sorts runs of items that tie and do not fit a block: some blocks share one, step by step.
#include "src/cuda/block/ties/long_run_sort.cuh"
#include "tests/emulated/stable_items.hpp"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::test;
using namespace pradix::test::emulated;

constexpr unsigned left_digits = 4, shift = left_digits * cuda::radix_bits; // runs share all bits from here on
// One block has the first, and with the last ones more blocks have a share than there are.
constexpr unsigned sizes_of_runs[] = {5'121, 40'000, 6'000, 70'001};
constexpr unsigned between_runs = 100;

struct long_runs_case {
    key_type type;
    unsigned digits; // in which keys differ, a bit each
    bool descends = false;
};

// Runs between other items, as their lists are made by tie_tile.cuh.
template <class Bits, class Value>
class long_runs {
public:
    static constexpr bool pairs = cuda::has_values<Value>;
    using tile = cuda::tile<cuda::group_tile.threads, 8, 1>;

    explicit long_runs(long_runs_case const& like) : plan_{true, shift, like.digits} {
        with_.digits = cuda::tabulate(0, 8 * sizeof(Bits), true, false);
        with_.codec = core::make_codec<Bits>(like.type, like.descends ? order::descending : order::ascending, {}, {});
        make_items();
        with_.most = keys_.size();
        with_.keys_wanted = true;
        with_.state = state_.get();
        scratch_keys_.resize(keys_.size());
        scratch_values_.resize(values_.size());
        set(cuda::buffer::out, keys_, values_);
        set(cuda::buffer::scratch, scratch_keys_, scratch_values_);
        for (auto& row : words_)
            row.resize(keys_.size());
        list_runs();
    }

    void sort(unsigned blocks, std::uint64_t seed) {
        run_grid(blocks, tile::threads, seed, [&] {
            auto& shared = *reinterpret_cast<cuda::long_run_space<Bits, Value, tile>*>(cuda::memory);
            cuda::long_run_sort<Bits, Value, tile>{shared, with_, plan_, lists_}.run();
        });
    }

    void check() {
        for (std::size_t run = 0; run < std::size(sizes_of_runs); ++run)
            sort_stably(expected_keys_, expected_values_, lists_.long_runs[run].first, lists_.long_runs[run].size,
                        [&](Bits key) { return with_.codec.encode(key); });
        expect_same_items(keys_, values_, expected_keys_, expected_values_);
    }

private:
    void set(cuda::buffer which, std::vector<Bits>& keys, std::vector<Value>& values) {
        with_.keys[static_cast<unsigned>(which)] = keys.data();
        with_.values[static_cast<unsigned>(which)] = values.data();
    }

    // Digits in which keys do not differ are the same in all of a run.
    void make_items() {
        random_bits random{plan_.digits};
        Bits differing = 0;
        for (unsigned digit = 0; digit < left_digits; ++digit)
            if ((plan_.digits >> digit & 1) != 0)
                differing |= Bits{cuda::bins - 1} << digit * cuda::radix_bits;
        Bits leading = Bits{0x8003} << (8 * sizeof(Bits) - 16) | Bits{0x5a5a5a5a};
        for (unsigned const size : sizes_of_runs) {
            for (unsigned i = 0; i < size + between_runs; ++i) {
                // Few values of each digit, so that many keys are equal.
                Bits const any = random.one_in(2) ? Bits{random()} : Bits{random() & random() & 0x0f0f0f0f};
                keys_.push_back(with_.codec.decode((leading & ~differing) | (any & differing)));
            }
            leading += Bits{1} << shift;
        }
        if constexpr (pairs)
            for (std::size_t i = 0; i < keys_.size(); ++i)
                values_.push_back(cuda::position<Value>(i));
        expected_keys_ = keys_;
        expected_values_ = values_;
    }

    void list_runs() {
        std::uint32_t* const words[2] = {words_[0].data(), words_[1].data()};
        lists_ = cuda::tie_lists::take(words, nullptr, keys_.size());
        cuda::tie_state& ties = state_->ties;
        unsigned first = between_runs / 2;
        for (unsigned const size : sizes_of_runs) {
            unsigned const members = cuda::tie_lists::members_of(size);
            lists_.long_runs[ties.long_runs] = {first, size, members, ties.members, ties.rows, 0};
            std::fill_n(lists_.run_of_member + ties.members, members, ties.long_runs++);
            ties.members += members;
            ties.rows += members > 1 ? members : 0;
            first += size + between_runs;
        }
    }

    cuda::tie_plan plan_;
    cuda::tie_lists lists_{};
    std::vector<Bits> keys_, scratch_keys_, expected_keys_;
    std::vector<Value> values_, scratch_values_, expected_values_;
    std::unique_ptr<cuda::control> state_ = std::make_unique<cuda::control>();
    std::vector<std::uint32_t> words_[2];
    cuda::arguments<Bits, Value> with_{};
};

// Odd and even numbers of passes; the digits in between are shared.
template <class Bits, class Value>
void sort_runs(key_type type) {
    std::uint64_t seed = 1;
    for (unsigned const digits : {0b1u, 0b1010u, 0b1101u})
        for (bool const descends : {false, true}) {
            unsigned const blocks = ++seed % 3 + 1;
            SCOPED_TRACE(::testing::Message() << "digits " << digits << ", " << blocks << " blocks");
            long_runs<Bits, Value> runs({type, digits, descends});
            runs.sort(blocks, seed);
            runs.check();
        }
}

TEST(long_runs, of_keys_alone_are_sorted_by_blocks_together) {
    sort_runs<std::uint64_t, cuda::no_value>(key_type::u64);
}
TEST(long_runs, of_doubles_keep_the_order_of_positions) {
    sort_runs<std::uint64_t, std::uint32_t>(key_type::f64);
}
TEST(long_runs, of_wide_keys_are_sorted_with_values) {
    sort_runs<core::uint128, std::uint64_t>(key_type::i128);
}

} // namespace
