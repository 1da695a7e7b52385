// SPDX-License-Identifier: MIT
// What settles ties tile by tile, once passes by leading digits are over: short runs are put in order, each longer one
// that is not in order is listed once.
#include "src/cuda/block/ties/tie_tile.cuh"
#include "tests/emulated/sorted_by_kernel.hpp"
#include "tests/emulated/stable_items.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;
using namespace pradix::test::emulated;

// Runs that share all bits from here on have so many items, by turns.
constexpr unsigned shift = 16;
constexpr std::size_t sizes_of_runs[] = {1, 2, 3, 31, 32, 33, 64, 127, 128, 129, 130, 300, 1, 1, 2500, 5121, 5, 40};

struct tie_case {
    key_type type;
    std::size_t count;
    std::size_t first_size; // which of these sizes comes first; behind them: all have 64, so that tiles begin with one
    bool descends;
    bit_range bits{};
};

template <class Bits, class Value>
class settled {
public:
    static constexpr bool pairs = cuda::has_values<Value>;
    static constexpr cuda::tile_shape shape = cuda::tie_tile(sizeof(Bits), cuda::value_bytes<Value>);
    using tile = cuda::tile<shape.threads, shape.items, cuda::tie_blocks>;

    explicit settled(tie_case const& like) : like_(like), keys_(like.count), values_(pairs ? like.count : 0) {
        unsigned const width = 8 * sizeof(Bits);
        unsigned const end = like.bits.end == bit_range::whole ? width : like.bits.end;
        with_.most = like.count;
        with_.digits = cuda::tabulate(like.bits.begin, end, true, false);
        with_.codec =
            core::make_codec<Bits>(like.type, like.descends ? order::descending : order::ascending, nan_order{}, {});
        make_runs();
        with_.keys[static_cast<unsigned>(cuda::buffer::out)] = keys_.data();
        with_.values[static_cast<unsigned>(cuda::buffer::out)] = values_.data();
        with_.state = state_.get();
        for (auto& row : words_)
            row.resize(3 * like.count + 100'000);
        crossing_.resize(cuda::tie_lists::words_of_crossing(like.count, tile::size));
    }

    // As settle_ties does, by three blocks, and then what was listed.
    void run(std::uint64_t seed) {
        std::uint32_t* const words[2] = {words_[0].data(), words_[1].data()};
        auto const lists = cuda::tie_lists::take(words, crossing_.data(), like_.count);
        cuda::tie_plan const plan{true, shift, 3};
        auto const tiles = static_cast<unsigned>((like_.count + tile::size - 1) / tile::size);
        run_grid(3, tile::threads, seed, [&] {
            auto& shared = *reinterpret_cast<cuda::tie_space<Bits, tile>*>(cuda::memory);
            for (unsigned each = blockIdx.x; each < tiles; each += gridDim.x) {
                cuda::tie_tile_sort<Bits, Value, tile>{shared, with_, plan, lists, each}.run();
                __syncthreads();
            }
        });
        listed_.clear();
        for (unsigned i = 0; i < state_->ties.runs; ++i)
            listed_.push_back(lists.runs[i]);
        for (unsigned i = 0; i < state_->ties.long_runs; ++i)
            listed_.push_back({lists.long_runs[i].first, lists.long_runs[i].size});
    }

    void check() {
        for (cuda::tied_run const& run : listed_) {
            EXPECT_GT(run.size, cuda::most_tied_items);
            sort_stably(keys_, values_, run.first, run.size, image_of());
        }
        expect_same_items(keys_, values_, expected_keys_, expected_values_);
        std::vector<std::size_t> firsts;
        for (cuda::tied_run const& run : listed_)
            firsts.push_back(run.first);
        std::sort(firsts.begin(), firsts.end());
        EXPECT_EQ(firsts, unordered_long_runs_);
    }

private:
    Bits image(Bits key) const { return with_.codec.encode(key) & with_.compared(); }
    auto image_of() const {
        return [this](Bits key) { return image(key); };
    }

    // In order by their leading bits, each run as chance has it.
    void make_runs() {
        random_bits random{like_.count};
        Bits leading = 1;
        for (std::size_t i = 0, turn = like_.first_size; i < like_.count; ++leading, ++turn) {
            std::size_t const begin = i, sizes = std::size(sizes_of_runs);
            std::size_t const size = like_.first_size < sizes ? sizes_of_runs[turn % sizes] : 64;
            for (; i < std::min(begin + size, like_.count); ++i) {
                keys_[i] = with_.codec.decode(static_cast<Bits>(leading << shift | (random() & 0xffff)));
                if constexpr (pairs)
                    values_[i] = cuda::position<Value>(i);
            }
            std::size_t const made = i - begin;
            auto const first = keys_.begin() + static_cast<std::ptrdiff_t>(begin);
            if (made > cuda::most_tied_items && !std::is_sorted(first, first + static_cast<std::ptrdiff_t>(made),
                                                                [&](Bits a, Bits b) { return image(a) < image(b); }))
                unordered_long_runs_.push_back(begin);
        }
        expected_keys_ = keys_;
        expected_values_ = values_;
        sort_stably(expected_keys_, expected_values_, 0, like_.count, image_of());
    }

    tie_case like_;
    std::vector<Bits> keys_, expected_keys_;
    std::vector<Value> values_, expected_values_;
    std::vector<std::size_t> unordered_long_runs_;
    std::vector<cuda::tied_run> listed_;
    std::unique_ptr<cuda::control> state_ = std::make_unique<cuda::control>();
    std::vector<std::uint32_t> words_[2], crossing_;
    cuda::arguments<Bits, Value> with_{};
};

template <class Bits, class Value>
void settle(key_type type, bit_range bits = {}) {
    constexpr std::size_t tile = settled<Bits, Value>::tile::size;
    std::uint64_t seed = 1;
    for (std::size_t const count : {std::size_t{0}, std::size_t{1}, std::size_t{129}, tile, tile + 1, tile + 127,
                                    tile + 128, tile + 129, 3 * tile + 128, 6 * tile + 5, 9 * tile})
        for (std::size_t first_size = 0; first_size <= std::size(sizes_of_runs); first_size += 3) {
            SCOPED_TRACE(::testing::Message()
                         << count << " items, sizes from number " << first_size << ", seed " << ++seed);
            settled<Bits, Value> runs({type, count, first_size, seed % 2 == 0, bits});
            runs.run(seed);
            ASSERT_NO_FATAL_FAILURE(runs.check());
        }
}

TEST(tie_tile, settles_keys_of_8_bytes) {
    settle<std::uint64_t, cuda::no_value>(key_type::u64);
    settle<std::uint64_t, std::uint32_t>(key_type::f64);
}
TEST(tie_tile, settles_keys_of_16_bytes) {
    settle<core::uint128, cuda::value_16>(key_type::i128);
}
TEST(tie_tile, compares_no_bits_but_those_asked_for) {
    settle<std::uint64_t, std::uint64_t>(key_type::u64, {3, 50});
}

} // namespace
