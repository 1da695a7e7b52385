// SPDX-License-Identifier: MIT
// Few keys alone in one launch, divided into even pieces of their range: that it is done for any even range, and that
// the sort is right where it is not, or comes to nothing.
#include "src/cuda/images/even_pieces.hpp"
#include "tests/gpu/sort_and_look.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

enum class division { none, done, given_up };

template <class T>
class even_division : public ::testing::Test {
protected:
    static constexpr T most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::min();

    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }
    static T any(random_bits& random, std::size_t) { return static_cast<T>(random()); }

    static void check(char const* what, division expected, std::vector<T> const& keys,
                      std::size_t shared_bytes = cuda::tune(sizeof(T)).shared_bytes) {
        SCOPED_TRACE(::testing::Message() << what << ", " << keys.size());
        auto tuned = without_clusters(cuda::tune(sizeof(T))); // which sort few keys in another way
        tuned.shared_bytes = shared_bytes;
        for (bool const in_place : {false, true})
            EXPECT_EQ(sort_keys_and_look(keys, tuned, in_place, scratch::usual,
                                         [&](guarded_device const& used) { return of_last_sort(used, keys.size()); }),
                      expected)
                << (in_place ? "in place" : "out of place");
    }

private:
    // By how many keys have been given places.
    static division of_last_sort(guarded_device const& workspace, std::size_t count) {
        auto const reports = reports_of_last_sort<T>(workspace, count, 0);
        auto const areas = cuda::piece_areas::of(count, blocks_of_one_launch(count), cuda::group_tile.size(), 512);
        std::span const cursors(reports.cursors, areas.pieces);
        std::size_t const placed = std::accumulate(cursors.begin(), cursors.end(), std::size_t{0});
        bool const fit = std::ranges::all_of(cursors, [&](unsigned size) { return size <= areas.items; });
        return placed == 0 ? division::none : placed == count && fit ? division::done : division::given_up;
    }
};

using key_types = ::testing::Types<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>;
TYPED_TEST_SUITE(even_division, key_types);

TYPED_TEST(even_division, takes_keys_of_all_bits) {
    for (std::size_t const count : {5'121u, 6'000u, 8'191u, 65'537u, 131'072u, 300'000u, 524'288u, 1'000'000u, 1u << 20,
                                    1'048'577u, 1u << 21, (1u << 21) + 1, 3'145'728u})
        if (count <= cuda::tune(sizeof(TypeParam)).cooperative_items)
            this->check("uniform", division::done, make_keys<TypeParam>(count, this->any));
}

// Though there is no room for the counters by which longer arrays are divided.
TYPED_TEST(even_division, needs_little_shared_memory) {
    for (std::size_t const count : {20'011u, 500'009u, 1u << 20})
        this->check("uniform", division::done, make_keys<TypeParam>(count, this->any), cuda::least_shared_bytes);
}

TYPED_TEST(even_division, takes_any_range) {
    using T = TypeParam;
    auto const check = [&](char const* what, division expected, T first, std::uint64_t size) {
        for (std::size_t const count : {20'011u, 500'009u})
            this->check(what, expected, make_keys<T>(count, [&](random_bits& random, std::size_t) {
                            return static_cast<T>(first + static_cast<T>(random.below(size)));
                        }));
    };
    check("a million from 0 on", division::done, 0, 1'000'000);
    check("across a power of two", division::done, (T{1} << 28) - 123'456, 234'567);
    check("to the end", division::done, static_cast<T>(this->most - 999'999), 1'000'000);
    check("from the beginning", division::done, this->least, 1'000'000);
    check("around zero", this->least < 0 ? division::done : division::none, static_cast<T>(-500'000), 1'000'000);
    check("so few bits that two passes would do", division::none, 5, 50'000);
}

TYPED_TEST(even_division, leaves_alone_what_looks_ordered_or_uneven) {
    using T = TypeParam;
    for (std::size_t const count : {20'011u, 500'009u}) {
        auto keys = make_keys<T>(count, this->any);
        std::sort(keys.begin(), keys.end());
        this->check("in order", division::none, keys);
        std::reverse(keys.begin(), keys.end());
        this->check("in reverse order", division::none, keys);
        this->check("all the same", division::none, std::vector<T>(count, T{77}));
        this->check("half of them the same", division::none, make_keys<T>(count, [](random_bits& random, std::size_t) {
                        return random.one_in(2) ? T{5} : static_cast<T>(random());
                    }));
    }
}

// What samples look like is even, whatever there is between them.
TYPED_TEST(even_division, has_outliers_at_either_end_and_gives_up_keys_for_which_there_is_no_place) {
    using T = TypeParam;
    for (std::size_t const count : {20'011u, 500'009u, 1'000'003u}) {
        auto const unless_sampled = [&](std::function<T(random_bits&, std::size_t)> const& other) {
            return make_keys<T>(count, [&, apart = count / 512](random_bits& random, std::size_t i) {
                return i % apart == 0 ? static_cast<T>((1u << 29) + random.below(1u << 28)) : other(random, i);
            });
        };
        this->check("one key beyond all others", division::done, unless_sampled([](random_bits& random, std::size_t i) {
                        return static_cast<T>(i == 12'345 ? 1u << 30 : (1u << 29) + random.below(1u << 28));
                    }));
        this->check("one key before all others", division::done, unless_sampled([](random_bits& random, std::size_t i) {
                        return static_cast<T>(i == 12'345 ? 0 : (1u << 29) + random.below(1u << 28));
                    }));
        this->check("one key in a thousand anywhere", division::done,
                    unless_sampled([](random_bits& random, std::size_t i) {
                        return static_cast<T>(i % 1000 == 7 ? random() : (1u << 29) + random.below(1u << 28));
                    }));
        this->check("more in a piece than it has room for", division::given_up,
                    unless_sampled([](random_bits& random, std::size_t) {
                        return static_cast<T>((1u << 29) + (random.one_in(2) ? 12'345'678 : random.below(1u << 28)));
                    }));
        this->check("all in one piece", division::given_up, unless_sampled([](random_bits& random, std::size_t) {
                        return static_cast<T>((1u << 29) + 12'345'678 + random.below(1u << 16));
                    }));
    }
}

// Most areas would turn out to be too small, once all keys are divided.
TYPED_TEST(even_division, sees_that_keys_repeat_before_it_divides_many) {
    using T = TypeParam;
    if (sizeof(T) != 4)
        GTEST_SKIP() << "many keys of 8 bytes are not divided tile by tile";
    constexpr std::size_t count = 4'000'001;
    cuda::tuning const tuned = cuda::tune(sizeof(T));
    auto const divides = [&](std::uint64_t different) {
        auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t) {
            return static_cast<T>(static_cast<std::uint32_t>(random.below(different)) * 0x2545f491u);
        });
        return sort_keys_and_look(keys, tuned, false, scratch::usual, [&](guarded_device const& used) {
            cuda::device_arena arena(used.data());
            auto const cut = cuda::cutting::of(count, cuda::shape_for(count, sizeof(T), 0, tuned), tuned);
            auto const space =
                cuda::engine_workspace::take(arena, {.items = cuda::scratch_items({count, sizeof(T), 0}, tuned),
                                                     .key_bytes = sizeof(T),
                                                     .look_back_words = std::size_t{cut.portion_tiles} * cuda::bins,
                                                     .groups = cuda::prefixes});
            std::vector<unsigned> cursors(16); // of as many pieces, and there are more
            cuda::check(cudaMemcpy(cursors.data(), space.group_cursors, cursors.size() * sizeof(unsigned),
                                   cudaMemcpyDeviceToHost),
                        "looking");
            return std::ranges::any_of(cursors, [](unsigned cursor) { return cursor > 0; });
        });
    };
    EXPECT_FALSE(divides(60'000));
    EXPECT_FALSE(divides(count / 8));
    EXPECT_TRUE(divides(count / 3));
    EXPECT_TRUE(divides(50'000'000));
}

// More keys, tile by tile, if they have 4 bytes. If that comes to nothing, other launches sort them.
TYPED_TEST(even_division, takes_many_tiles) {
    using T = TypeParam;
    auto tuned = cuda::tune(sizeof(T));
    tuned.cooperative_items = 0;
    auto const check = [&](char const* what, bool expected, std::size_t count, auto const& key) {
        auto const keys = make_keys<T>(count, key);
        for (bool const in_place : {false, true})
            EXPECT_EQ(sort_keys_and_check(keys, tuned, in_place) == taken::no_pass, expected && sizeof(T) == 4)
                << what << ", " << count << (in_place ? ", in place" : "");
    };
    for (std::size_t const count : {20'011u, 1'100'003u, 3'000'001u, 9'000'011u})
        check("uniform", true, count, this->any);
    for (std::size_t const count : {1'100'003u, 3'000'001u}) {
        auto const ten_million_or = [&](std::function<T(random_bits&, std::size_t)> const& other) {
            return [&, other, apart = count / 512](random_bits& random, std::size_t i) {
                return i % apart < 2 ? static_cast<T>((1u << 29) + random.below(10'000'000)) : other(random, i);
            };
        };
        check("ten million different ones", true, count, ten_million_or([](random_bits& random, std::size_t) {
                  return static_cast<T>((1u << 29) + random.below(10'000'000));
              }));
        check("one key beyond all others", true, count, ten_million_or([](random_bits& random, std::size_t i) {
                  return static_cast<T>(i == 1'012'345 ? 1u << 30 : (1u << 29) + random.below(10'000'000));
              }));
        check("more in a piece than it has room for", false, count,
              ten_million_or([](random_bits& random, std::size_t) {
                  return static_cast<T>((1u << 29) + random.below(random.one_in(100) ? 4'096 : 10'000'000));
              }));
        // Each of the tiles has keys of few pieces, in no order.
        check("clustered", false, count, [](random_bits& random, std::size_t i) {
            return static_cast<T>((i / 4096 * 0x9e3779b9u & 0xfff000) | random.below(1u << 12));
        });
    }
}

} // namespace
