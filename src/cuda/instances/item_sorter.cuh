// SPDX-License-Identifier: MIT
// The host side of a sort: which kernels run, on what, in which order.
#pragma once

#include "src/cuda/engine.hpp"
#include "src/cuda/errors.hpp"
#include "src/cuda/kernels/count_digits.cuh"
#include "src/cuda/kernels/count_in_one_block.cuh"
#include "src/cuda/kernels/count_patterns.cuh"
#include "src/cuda/kernels/divide_in_order.cuh"
#include "src/cuda/kernels/divide_uncounted.cuh"
#include "src/cuda/kernels/fill_patterns.cuh"
#include "src/cuda/kernels/follow_guess.cuh"
#include "src/cuda/kernels/order_positions.cuh"
#include "src/cuda/kernels/partition.cuh"
#include "src/cuda/kernels/partition_batch.cuh"
#include "src/cuda/kernels/partition_by_range.cuh"
#include "src/cuda/kernels/partition_by_rank.cuh"
#include "src/cuda/kernels/settle_ties.cuh"
#include "src/cuda/kernels/sort_cooperatively.cuh"
#include "src/cuda/kernels/sort_even_keys.cuh"
#include "src/cuda/kernels/sort_groups.cuh"
#include "src/cuda/kernels/sort_in_cluster.cuh"
#include "src/cuda/kernels/sort_large_groups.cuh"
#include "src/cuda/kernels/sort_rests.cuh"
#include "src/cuda/kernels/sort_tile.cuh"
#include "src/cuda/kernels/survey.cuh"
#include "src/cuda/kernels/try_guess.cuh"
#include "src/cuda/launch.cuh"
#include "src/cuda/state/workspace.hpp"

namespace pradix::cuda {

template <class Bits, class Value>
class item_sorter {
public:
    item_sorter(request const& what, tuning const& tuned, std::byte* workspace, cudaStream_t stream)
        : what_(what), given_(tuned), tuned_(fitted(tuned, device_)), workspace_(workspace), stream_(stream) {
        with_.keys_wanted = what.keys_out != nullptr;
        with_.most = what.count;
        with_.exact = what.exact;
        with_.first = what.first;
        with_.codec = core::make_codec<Bits>(what.type, what.direction, what.nans, {});
        bool const in_place = what.keys_in == what.keys_out || (has_values<Value> && what.values_in == what.values_out);
        with_.digits = tabulate(what.begin_bit, what.end_bit, in_place, has_values<Value> && what.values_in == nullptr);
        set(buffer::in, const_cast<void*>(what.keys_in), const_cast<void*>(what.values_in));
        set(buffer::out, what.keys_out, what.values_out);
    }

    void run() {
        if constexpr (sizeof(Bits) == 1 && !has_values<Value>)
            if (count_in_one_block<byte_counter<512, few_bytes>>() ||
                count_in_one_block<byte_counter<1024, most_counted_bytes>>())
                return;
        if constexpr (sizeof(Bits) == 2 && !has_values<Value>)
            if (count_in_one_block<sparse_counter<1024, few_words>>() ||
                count_in_one_block<sparse_counter<1024, most_counted_words>>())
                return;
        if constexpr (sizeof(Bits) <= 2 && !has_values<Value>)
            if (counts_patterns(what_, sizeof(Bits), tuned_))
                return count_and_fill();
        if (what_.in_ranges)
            return sort_in_ranges();
        if constexpr (clusters_pay(sizeof(Bits), value_bytes))
            if (sort_in_cluster())
                return;
        if (sorts_in_one_block(size_, tuned_))
            return what_.count <= single::size ? sort_in_one_block<single>() : sort_in_one_block<large_single>();
        if (what_.count <= tuned_.cooperative_items && sort_in_one_launch())
            return;
        tile_shape const shape = shape_for(what_.count, sizeof(Bits), value_bytes, tuned_);
        shape == small_shape    ? sort_in_passes<small>()
        : shape == medium_shape ? sort_in_passes<medium>()
                                : sort_in_passes<large>();
    }

private:
    static constexpr std::size_t value_bytes = cuda::value_bytes<Value>;
    static constexpr bool looks_first = sizeof(Bits) >= least_bytes_for_a_survey;
    static constexpr tile_shape small_shape = small_tile(sizeof(Bits), value_bytes);
    static constexpr tile_shape medium_shape = medium_tile(sizeof(Bits), value_bytes);
    static constexpr tile_shape large_shape = large_tile(sizeof(Bits), value_bytes);
    static constexpr tile_shape large_single_shape = large_single_tile(sizeof(Bits), value_bytes);
    using single = tile<single_tile.threads, single_tile.items, 1>;
    using large_single = tile<large_single_shape.threads, large_single_shape.items, 1>;
    using small = tile<small_shape.threads, small_shape.items, 2>;
    using medium = tile<medium_shape.threads, medium_shape.items, 2>;
    using large = tile<large_shape.threads, large_shape.items, 2>;
    using divided = tile<evenly_divided_tile.threads, evenly_divided_tile.items, 2>;
    using group = tile<group_tile.threads, group_tile.items, 2>;
    static constexpr bool divides_tiles = may_divide_tiles_evenly(sizeof(Bits), value_bytes);
    static constexpr bool skips_counting = may_divide_uncounted(sizeof(Bits), value_bytes);
    static constexpr bool has_large_groups = may_have_uneven_groups(sizeof(Bits), value_bytes);
    static constexpr tile_shape tie_shape = tie_tile(sizeof(Bits), value_bytes);
    using tie = tile<tie_shape.threads, tie_shape.items, tie_blocks>;
    using tied_group = tile<group_tile.threads, group_tile.items, 1>;
    using tile_of_share = tile<group_tile.threads, std::min(large_shape.items, 8u), 1>; // of a long run, piece by piece

    static_assert(group::size == group_tile.size());
    static_assert(std::max({sizeof(sort_tile_space<Bits, Value, large_single>),
                            sizeof(partition_space<Bits, Value, small>),
                            sizeof(range_partition_space<Bits, Value, large>), sizeof(survey_space<Bits>),
                            guess_space<Bits>::bytes(false)}) <= least_shared_bytes);

    // Else there would be devices that can count leading digits, but not divide by them.
    template <class Space>
    static constexpr bool fits_where_keys_are_counted = sizeof(Space) <= guess_space<Bits>::bytes(true);

    // Leaves out the paths that need more shared memory than a block has on the device. What is left needs no more
    // scratch.
    static tuning fitted(tuning tuned, launch_device const& device) {
        std::size_t const most = tuned.shared_bytes = std::min(tuned.shared_bytes, device.shared_bytes);
        if (most < std::max(sizeof(sort_space<Bits, Value, group>), guess_space<Bits>::bytes(true)))
            tuned.leading_items = tuned.wide_items = 0;
        if constexpr (cuda::may_settle_ties(sizeof(Bits)))
            if (most < sizeof(tied_run_space<Bits, Value, tile_of_share, tied_group>))
                tuned.settled_items = ~std::uint64_t{0};
        if constexpr (sizeof(Bits) <= 2)
            if (most < sizeof(pattern_counters<Bits>))
                tuned.counting_items = ~std::uint64_t{0};
        return tuned;
    }

    void set(buffer which, void* keys, void* values) {
        with_.keys[static_cast<unsigned>(which)] = static_cast<Bits*>(keys);
        if constexpr (has_values<Value>)
            with_.values[static_cast<unsigned>(which)] = static_cast<Value*>(values);
    }

    // Divided by leading digits, these make so many groups at most; 0: by all digits. One launch counts no prefixes,
    // for which some devices have no room.
    unsigned most_groups_of_one_launch() const { return cuda::most_groups(size_, given_); }
    unsigned most_groups() const {
        if (with_.digits.size <= most_undivided_digits || (is_wide() && !may_skip_counting()))
            return 0;
        return cuda::most_groups(size_, tuned_);
    }
    // At the keys, whether passes can be saved.
    bool looks() const { return looks_first && what_.may_guess && pays_survey(with_.digits.size, what_.count); }
    bool may_cluster() const { return device_.has_clusters && tuned_.may_cluster; }
    bool is_wide() const { return may_lead_widely(size_, tuned_); }
    bool may_skip_counting() const {
        if (!skips_counting || with_.digits.in_place || what_.in_ranges || !what_.may_guess)
            return false;
        return has_values<Value> ? may_divide_in_order() || may_divide_positions()
                                 : with_.has_only_keys() && what_.count >= tuned_.uncounted_items;
    }
    bool may_have_outliers() const {
        return may_spread(sizeof(Bits)) && with_.leading.possible && looks() &&
               with_.digits.are_bytes_of(sizeof(Bits)) && what_.count >= tuned_.outlier_items;
    }
    // With values, if there is a pass by their ranks.
    bool may_table_keys() const {
        return cuda::may_table_keys(sizeof(Bits)) && with_.leading.possible &&
               with_.digits.are_bytes_of(sizeof(Bits)) && (!has_values<Value> || may_rank_keys());
    }
    bool may_rank_keys() const {
        return !what_.in_ranges && looks() && what_.count >= tuned_.ranked_items &&
               shape_for(what_.count, sizeof(Bits), value_bytes, tuned_) == large_shape;
    }
    // A quarter of the scratch has to have room for what is noted of them.
    bool may_count_buckets() const {
        if constexpr (cuda::may_count_keys(sizeof(Bits), value_bytes))
            return with_.leading.possible && !with_.leading.are_wide && !with_.digits.in_place && looks() &&
                   with_.has_only_keys() && what_.count >= tuned_.bucketed_items &&
                   what_.count / 4 * sizeof(Bits) >= bins * different_keys<Bits>::words * sizeof(unsigned);
        return false;
    }
    bool may_equalize() const {
        bool const may = cuda::may_equalize(sizeof(Bits), value_bytes) ||
                         (may_equalize_narrow(sizeof(Bits), value_bytes) && with_.leading.may_skip_counting);
        return may && may_be_uneven() && with_.codec.is_of_floats() && what_.count >= tuned_.equalized_items;
    }
    bool may_have_large_groups() const {
        return has_large_groups && may_be_uneven() &&
               (what_.count >= tuned_.large_group_items || with_.leading.may_equalize);
    }
    bool may_have_many_large_groups() const {
        return with_.leading.may_have_large_groups && what_.count >= tuned_.many_large_items;
    }
    bool may_be_uneven() const {
        return with_.leading.possible && !with_.leading.are_wide && what_.may_guess && with_.has_only_keys();
    }
    // As words, in any order.
    bool may_divide_positions() const {
        return with_.has_positions() && !is_wide() && what_.count >= tuned_.uncounted_positions;
    }
    bool may_divide_in_order() const {
        return has_values<Value> && with_.digits.are_bytes_of(sizeof(Bits)) &&
               cuda::may_divide_in_order(size_, tuned_) &&
               (!with_.digits.makes_values || what_.count >= tuned_.positions_in_order);
    }

    // Sizes say nothing of keys and values yet.
    engine_workspace take_workspace(workspace_sizes sizes) {
        sizes.key_bytes = sizeof(Bits);
        sizes.value_bytes = value_bytes;
        sizes.keys_wanted = with_.keys_wanted;
        device_arena memory(workspace_);
        auto const space = engine_workspace::take(memory, sizes);
        set(buffer::scratch, space.keys, space.values);
        if (!with_.keys_wanted)
            set(buffer::out, space.last_keys, what_.values_out);
        with_.state = space.state;
        leading_digits& leading = with_.leading = {};
        leading.possible = sizes.groups > 0;
        leading.are_wide = sizes.groups > prefixes;
        leading.may_leave_rests = sizes.groups == prefixes && cuda::may_leave_rests(sizeof(Bits), value_bytes) &&
                                  with_.has_only_keys() && what_.count >= tuned_.rest_items;
        leading.may_settle_ties = sizes.tie_words > 0;
        leading.may_table_keys = may_table_keys();
        leading.group_starts = space.group_starts;
        leading.prefix_counts = space.prefix_counts;
        leading.group_cursors = space.group_cursors;
        return space;
    }

    void clear(void* memory, std::size_t bytes) const {
        check(cudaMemsetAsync(memory, 0, bytes, stream_), "clearing the workspace");
    }
    // The same by a kernel that runs anyway.
    static zeros zeros_from(void* memory, std::size_t bytes) {
        return {static_cast<uint4*>(memory), static_cast<unsigned>(bytes / sizeof(uint4))};
    }

    // By as many blocks as the device holds at once.
    template <auto Kernel, class Tile, class Space, class... Arguments>
    void enqueue_everywhere(Arguments const&... arguments) const {
        enqueue<Kernel>(device_, stream_, device_.multiprocessors * Tile::blocks, Tile::threads, sizeof(Space),
                        arguments...);
    }

    // sort_in_one_launch.cuh
    template <class Tile>
    void sort_in_one_block();
    template <class Counter>
    bool count_in_one_block();
    bool sort_in_cluster();
    template <class Tile>
    bool sort_in_cluster_of();
    template <unsigned Shape = 0>
    bool sort_in_one_launch();
    template <class Tile, class Group>
    bool sort_cooperatively(unsigned blocks);
    bool sort_even_keys_in_one_launch(engine_workspace const& space);

    // sort_in_passes.cuh
    template <class Tile>
    void sort_in_passes();
    void let_set_aside();
    arguments<Bits, Value> of_passes() const;

    // sort_steps.cuh
    void count_and_fill();
    void guess_and_try(engine_workspace const& space, bool is_clear);
    unsigned blocks_to_count(unsigned of_multiprocessor) const;
    template <unsigned Bins>
    void divide_uncounted(engine_workspace const& space);
    template <tile_input Input, unsigned Bins>
    void enqueue_first_division(unsigned tiles);
    template <unsigned Bins>
    void divide_in_order(engine_workspace const& space);
    void sort_all_groups();
    template <class Items>
    void sort_rests_of();
    void sort_groups_in_areas();
    void settle_all_ties(engine_workspace const& space);

    // sort_in_ranges.cuh
    void sort_in_ranges();
    void sort_batches(portion part, unsigned tiles, engine_workspace const& space);
    void sort_range(std::uint64_t const* size, std::uint64_t const* first);

    request const& what_;
    sort_size const size_{what_.count, sizeof(Bits), value_bytes};
    launch_device device_ = launch_device::of(what_.device);
    tuning const& given_;
    tuning tuned_; // fitted to the device
    std::byte* workspace_;
    cudaStream_t stream_;
    arguments<Bits, Value> with_{};
};

} // namespace pradix::cuda
