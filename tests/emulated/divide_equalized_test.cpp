// SPDX-License-Identifier: MIT
// Floats of 4 bytes that are equalized as they are divided, and their groups sorted and undone: the kernels one after
// the other, on an equalizer that no survey has made.
#include "src/cuda/kernels/divide_uncounted.cuh"
#include "src/cuda/kernels/sort_rests.cuh"
#include "tests/emulated/division.hpp"

#include <bit>
#include <limits>

namespace {

using namespace pradix;
using namespace pradix::cuda;
using test::emulated::run_grid;
using key = std::uint32_t;

// From -3 to 5, but for what is near zero, the same number of groups for each piece.
narrow_equalizer even_pieces(core::key_order<key> const& codec) {
    auto const image = [&](float number) { return codec.encode(std::bit_cast<key>(number)); };
    auto const [first, last] = std::minmax({image(-3), image(5)});
    auto const [below, above] = std::minmax({image(-0x1p-9f), image(0x1p-11f)});
    narrow_equalizer made{};
    auto const fold = zero_fold<key>::between(below, above, greater_zero<key>(codec));
    made.to.pieces = image_pieces<key>::of(fold, fold.apply(first), fold.apply(last));
    unsigned const pieces = made.to.pieces.size();
    for (unsigned i = 0; i < pieces; ++i)
        made.place(i, narrow_equalizer::groups / pieces * i, narrow_equalizer::groups / pieces);
    for (unsigned part = 0; part < narrow_equalizer::parts; ++part)
        made.find_piece_of(part);
    return made;
}

class equalized_division {
public:
    explicit equalized_division(std::vector<float> const& outliers) {
        with_.codec = core::make_codec<key>(key_type::f32, order::descending, {}, {});
        state_->spreading.narrow_equalizer = even_pieces(with_.codec);
        state_->spreading.unfolded.begin(equalizer().to.pieces);
        for (unsigned piece = 0; piece < equalizer().to.pieces.size(); ++piece)
            state_->spreading.unfolded.place(equalizer(), piece);
        make_keys(outliers);
        with_.most = keys_.size();
        with_.keys_wanted = true;
        with_.digits = tabulate(0, 32, false, false);
        with_.leading = {.may_equalize = true,
                         .group_starts = starts_.data(),
                         .prefix_counts = unsorted_.data(),
                         .group_cursors = cursors_.data()};
        with_.keys[static_cast<unsigned>(buffer::in)] = keys_.data();
        with_.keys[static_cast<unsigned>(buffer::out)] = sorted_.data();
        with_.keys[static_cast<unsigned>(buffer::scratch)] = scratch_.data();
        with_.state = state_.get();
        state_->prefix.uncounted = {narrow_equalizer::rest_bits, narrow_equalizer::prefix_width};
        state_->prefix.are_spread = state_->spreading.equalizes = true;
        range_of_others(with_) = equalizer().to.pieces.all();
        state_->outliers.count(noted::by_division).most = most_outliers;
    }

    // The second pass by few blocks, which take turns.
    void divide() {
        auto const tiles = static_cast<unsigned>((keys_.size() + tile_of_pass::size - 1) / tile_of_pass::size);
        run_grid(tiles, tile_of_pass::threads, 1,
                 [&] { divide_into_buckets<tile_input::equalizable_keys, key, no_value, tile_of_pass, bins>(with_); });
        run_grid(4, tile_of_pass::threads, 2, [&] { divide_into_groups<key, no_value, tile_of_pass, bins>(with_); });
        ASSERT_FALSE(state_->prefix.lacks_room);
        ASSERT_EQ(cursors_, groups_) << "keys of each group";
    }
    void sort_groups() {
        plan();
        if (testing::Test::HasFatalFailure())
            return;
        run_grid(3, tile_of_group::threads, 3,
                 [&] { sort_rests<equalizable_items, key, no_value, tile_of_group>(with_); });
        ASSERT_EQ(state_->prefix.unsorted[0], 0u);
        run_grid(3, 512, 4, [&] { end_with_outliers<512>(dynamic_space<outlier_space>(), with_); });
    }
    void expect_sorted() {
        std::ranges::sort(keys_, {}, [&](key each) { return with_.codec.encode(each); });
        EXPECT_EQ(sorted_, keys_);
    }

private:
    using tile_of_pass = tile<512, 16, 1>;
    using tile_of_group = tile<rest_tile(sizeof(key)).threads, rest_tile(sizeof(key)).items, 1>;

    narrow_equalizer const& equalizer() const { return state_->spreading.narrow_equalizer; }

    unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
    // Of images that a group has, any one.
    key image_in(unsigned group) {
        for (;;) {
            key const image =
                equalizer().undo(group << narrow_equalizer::rest_bits | below(1u << narrow_equalizer::rest_bits));
            if (group_of(image) == group)
                return image;
        }
    }
    unsigned group_of(key image) const { return equalizer().to.apply_nearest(image) >> narrow_equalizer::rest_bits; }
    void note(key image) {
        keys_.push_back(with_.codec.decode(image));
        ++groups_[group_of(image)];
    }
    // In random order, groups of six to ten keys, which areas have room for, and a few larger ones; some of these have
    // the same one, and some others two of them. The last piece ends within its groups.
    void make_keys(std::vector<float> const& outliers) {
        unsigned const pieces = equalizer().to.pieces.size(),
                       of_others = narrow_equalizer::groups / pieces * (pieces - 1);
        for (unsigned group = 0; group < of_others; ++group) {
            unsigned const size = group % 9'973 == 2 ? 20 : 6 + below(5);
            unsigned const alike = group % 5 == 0 ? size : group % 7 == 0 ? 2 : 1;
            key const one = image_in(group);
            for (unsigned i = 0; i < size; ++i)
                note(i < alike ? one : image_in(group));
        }
        for (float const each : outliers)
            note(with_.codec.encode(std::bit_cast<key>(each)));
        std::ranges::shuffle(keys_, random_);
        sorted_.resize(keys_.size());
        scratch_.resize(keys_.size());
    }
    void plan() {
        ASSERT_GT(state_->prefix.overflowing_runs, 0u);
        run_grid(narrow_equalizer::groups / bins, follow_threads, 5,
                 [&] { plan_areas(dynamic_space<group_planner_space>(), with_); });
    }

    std::mt19937_64 random_{1};
    std::vector<key> keys_, sorted_, scratch_;
    std::vector<unsigned> groups_ = std::vector<unsigned>(narrow_equalizer::groups), cursors_ = groups_,
                          starts_ = groups_, unsorted_ = groups_;
    std::unique_ptr<control> state_ = std::make_unique<control>();
    arguments<key, no_value> with_{};
};

TEST(divide_equalized, sorts_keys_and_outliers) {
    constexpr float small = std::numeric_limits<float>::denorm_min();
    equalized_division division{{7e30f, -7e30f, 5.5f, small, -1e-20f}};
    division.divide();
    if (HasFatalFailure())
        return;
    division.sort_groups();
    division.expect_sorted();
}

} // namespace
