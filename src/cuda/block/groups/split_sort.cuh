// SPDX-License-Identifier: MIT
// Keys that are spread evenly over their range are sorted fastest by one split into about as many bins as there are
// keys; what shares a bin is then sorted by windows (window_sort.cuh). The split counts with shared atomics, so items
// come out of it in any order; their places, compared after the keys, make the sort stable. Narrow keys alone, compared
// whole, need no places: windows sort the keys themselves.
#pragma once

#include "src/cuda/block/groups/segment.cuh"
#include "src/cuda/block/groups/split_bins.cuh"
#include "src/cuda/block/groups/split_output.cuh"
#include "src/cuda/block/groups/split_ranks.cuh"
#include "src/cuda/block/groups/split_strays.cuh"
#include "src/cuda/block/groups/split_ties.cuh"
#include "src/cuda/block/reduce.cuh"
#include "src/cuda/warp/likely_bin.cuh"

namespace pradix::cuda {

// A block sorts up to Tile::size items, in time that depends on how many share a bin. MayBeFew: code for more than two
// rows of items, and for wide keys windows, are left out where these are not needed, which pays where a block sorts
// once.
template <class Bits, class Value, class Tile, bool Encoded, bool MayBeFew = Tile::blocks == 1>
class split_sort {
public:
    using space = split_space<Bits, Value, Tile>;

    __device__ split_sort(space& shared, arguments<Bits, Value> const& with, segment<Bits, Value, Encoded> const& items)
        : shared_(shared), with_(with), items_(items), output_(shared, with, items), compared_(with.compared()) {}

    // Returns false, with nothing written to the output, if too many keys share a bin. By all threads, which call
    // decided(whether bins will do) once keys are read, before anything is written. Where crowds are sorted, it may
    // come to nothing after that.
    template <class Decided>
    __device__ bool run(Decided const& decided) {
        ask_for_keys();
        output_.begin_to_copy_values(); // while keys are on their way
        encode_keys();
        bool const sorted = sort(decided);
        if (!sorted)
            output_.end_to_copy_values(); // to memory that is needed for something else
        return sorted;
    }

    // Of the bits that are compared, so many from the highest one in which any keys differ, once bins are chosen.
    __device__ unsigned differing_bits() const { return bins_.differing_bits(); }

private:
    static constexpr unsigned most_in_bin = space::most_in_bin;
    static constexpr unsigned threads = Tile::threads, rows = Tile::items;
    static constexpr bool at_once = segment<Bits, Value, Encoded>::template asks_at_once<Tile>;
    // Keys alone; those of a byte have a bin each.
    static constexpr bool fit_words = !has_values<Value> && sizeof(Bits) > 1 && sizeof(Bits) <= sizeof(std::uint32_t);
    static_assert(threads % rows_of_words == 0);
    static constexpr unsigned early_rows =
        MayBeFew ? std::min(rows, 2u) : rows; // those behind them are skipped together

    template <class Decided>
    __device__ bool sort(Decided const& decided) {
        choose_bins();
        if (!is_exact_ && items_.count >> min(bins_.differing_bits(), 31u) >= half_window) {
            decided(false);
            return false;
        }
        count_bins();
        bool const has_crowds = !is_exact_ && shared_.largest_bin > most_in_bin;
        if (has_crowds && (!space::sorts_crowds || ties_matter())) {
            decided(false);
            return false;
        }
        decided(true);
        scan_counts(has_crowds);
        if (is_exact_)
            sort_exactly();
        else if (sorts_keys_as_words())
            sort_keys_as_words();
        else if (looks_at_neighbours())
            sort_by_neighbours();
        else
            return sort_by_windows(has_crowds);
        return true;
    }

    template <class Work>
    __device__ void for_rows(Work const& work) const {
        each_row<threads, rows>(items_.count, work);
    }
    __device__ bool has_late_rows() const { return early_rows < rows && items_.count > early_rows * threads; }
    // Also those without an item, but for late rows if there are none.
    template <class Work>
    __device__ void for_loaded_rows(Work const& work) const {
#pragma unroll
        for (unsigned i = 0; i < early_rows; ++i)
            work(i);
        if (has_late_rows())
#pragma unroll
            for (unsigned i = early_rows; i < rows; ++i)
                work(i);
    }

    // Late rows together with early ones: asked for after these, they would come after them.
    __device__ void ask_for_keys() {
        first_ = items_.keys_in[0];
        if (has_late_rows())
            ask_for_rows<rows>();
        else
            ask_for_rows<early_rows>();
    }

    // Places behind the end hold some key once more: the last one, which needs no branch, or the first one, which needs
    // fewer registers.
    template <unsigned Rows>
    __device__ void ask_for_rows() {
        Bits const* const keys_in = items_.keys_in + threadIdx.x;
        unsigned const last = items_.count - 1;
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i)
            if constexpr (Tile::has_spare_registers) {
                images_[i] = items_.keys_in[min(i * threads + threadIdx.x, last)];
            } else {
                images_[i] = first_;
                if (holds_row<threads>(i, items_.count))
                    images_[i] = keys_in[i * threads];
            }
    }

    __device__ void encode_keys() {
        for_loaded_rows([&](unsigned i) { images_[i] = items_.image(with_, images_[i]); });
        first_ = items_.image(with_, first_);
        shared_.clear();
    }

    // In which any keys differ; or all, where there is a bin for each key. By all threads, and counters are clear then.
    __device__ Bits find_differing() {
        if constexpr (sizeof(Bits) == 1) {
            __syncthreads(); // counters are clear
            return static_cast<Bits>(~Bits{0});
        }
        Bits differing = 0;
        for_loaded_rows([&](unsigned i) { differing |= images_[i] ^ first_; });
        return or_in_block(differing, shared_.differing_of_warp);
    }

    __device__ void choose_bins() {
        constexpr unsigned bits = core::bit_width(space::split_bins) - 1;
        unsigned const below = bins_.choose(items_, find_differing() & compared_, with_.digits.begin(), bits);
        is_exact_ = !ties_matter() && below == 0;
    }

    // Whether keys that compare equal can be told apart: then their places decide.
    __device__ bool ties_matter() const {
        return has_values<Value> || compared_ != static_cast<Bits>(~Bits{0});
    }

    __device__ void count_bins() {
        auto const bin_of = [&](unsigned i) { return bins_.bin(images_[i]); };
        unsigned likely = no_bin;
        if (sizeof(Bits) == 1 || (space::sorts_crowds && items_.repeats))
            likely = likely_bin(bin_of(0));
        // Where crowds are of no use, counting ends with the first one.
        unsigned const many = !space::sorts_crowds && !is_exact_ ? most_in_bin : 0;
        unsigned const largest = likely != no_bin // for the whole warp
                                     ? rank_together<Tile>(shared_.keys.bin, items_.count, bin_of, ranks_, likely)
                                     : rank_each<Tile, at_once>(shared_.keys.bin, items_.count, bin_of, ranks_, many);
        if (unsigned const of_warp = __reduce_max_sync(all_lanes, largest);
            of_warp >= space::half_window && lane_of_thread() == 0)
            atomicMax(&shared_.largest_bin, of_warp + 1);
        __syncthreads(); // all keys are counted
    }

    __device__ void scan_counts(bool has_crowds) {
        unsigned largest_sorted = 0;
        auto const see = [&](unsigned count) { largest_sorted = max(largest_sorted, count > most_in_bin ? 0 : count); };
        shared_.scan_counts([&](uint4 four) {
            if (space::sorts_crowds && has_crowds)
                see(four.x), see(four.y), see(four.z), see(four.w);
        });
        if (largest_sorted > space::half_window)
            atomicMax(&shared_.largest_sorted, largest_sorted);
    }

    // Calls put(i, where the bin of key i begins), once counts are scanned.
    template <class Put>
    __device__ void with_bins(Put const& put) const {
        each_loaded_row<Tile, at_once>(
            items_.count, [&](unsigned i) { return shared_.keys.bin[bins_.bin(images_[i])]; }, put);
    }

    __device__ void to_slots() {
        Bits* const keys = shared_.keys.keys;
        with_bins([&](unsigned i, unsigned begin) { keys[begin + ranks_[i]] = images_[i]; });
        __syncthreads(); // keys are in their slots
    }

    // A bin for each key: nothing is left to do in it.
    __device__ void sort_exactly() {
        to_slots();
        output_.write_slots();
    }

    __device__ bool sorts_keys_as_words() const {
        return fit_words && !ties_matter();
    }

    // Nothing has to be told but the keys themselves, which are compared whole.
    __device__ void sort_keys_as_words() {
        with_bins([&](unsigned i, unsigned begin) {
            shared_.words[word_at(begin + ranks_[i])] = static_cast<std::uint32_t>(images_[i]);
        });
        sort_in_windows<whole_word>(shared_.largest_bin);
        output_.write_words();
    }

    // Few keys hardly share bins.
    __device__ bool looks_at_neighbours() const {
        return MayBeFew && !has_values<Value> && !fit_words && !has_late_rows() && !ties_matter() && !items_.are_spread;
    }

    // Each key counts those in its bin that come before it.
    __device__ void sort_by_neighbours() {
        to_slots();
        if (items_.keys_out == nullptr)
            return;
        Bits const* const keys = shared_.keys.keys;
#pragma unroll 1
        for (unsigned slot = threadIdx.x; slot < items_.count; slot += threads) {
            Bits const key = keys[slot];
            unsigned const of_key = bins_.bin(key), begin = shared_.keys.bin[of_key];
            unsigned place = begin;
            for (unsigned i = begin, end = begin + shared_.size_of_bin(of_key, items_.count); i < end; ++i)
                place += keys[i] < key || (keys[i] == key && i < slot);
            items_.keys_out[place] = with_.codec.decode(key);
        }
    }

    __device__ bool sort_by_windows(bool has_crowds) {
        split_strays<Bits, Value, Tile> strays{shared_, items_.count};
        if (space::sorts_crowds && has_crowds) {
            scatter<true>();
            __syncthreads(); // keys and words are there
            for_rows([&](unsigned i) { strays.find(bins_.bin(images_[i]), ranks_[i], i * threads + threadIdx.x); });
            __syncthreads(); // all are found
            if (strays.are_too_many())
                return false;
        } else {
            scatter<false>();
        }
        sort_in_windows<item_word>(has_crowds ? shared_.largest_sorted : shared_.largest_bin);
        if (space::sorts_crowds && has_crowds)
            strays.settle();
        if (!bins_.fraction_is_whole())
            split_ties<Bits, Value, Tile>{shared_, items_.count, compared_}.settle();
        output_.write();
        return true;
    }

    // Words in bins of so many at most.
    template <class Word>
    __device__ void sort_in_windows(unsigned largest_bin) {
        sort_windows<threads, Word, space::window>(shared_.words, items_.count,
                                                   rounds_for<space::half_window>(largest_bin));
    }

    // Words to their bins; keys stay where they are. So do words of crowded bins while others are sorted, each in a bin
    // of its own.
    template <bool HasCrowds>
    __device__ void scatter() {
        Bits* const keys = shared_.keys.keys + threadIdx.x;
        with_bins([&](unsigned i, unsigned begin) {
            keys[i * threads] = images_[i];
            unsigned const slot = begin + ranks_[i], place = i * threads + threadIdx.x;
            shared_.words[word_at(slot)] =
                HasCrowds && shared_.size_of_bin(bins_.bin(images_[i]), items_.count) > most_in_bin
                    ? item_word::of(slot, 0, place)
                    : item_word::of(begin, bins_.fraction(images_[i]), place);
        });
    }

    space& shared_;
    arguments<Bits, Value> const& with_;
    segment<Bits, Value, Encoded> const& items_;
    split_output<Bits, Value, Tile, Encoded> output_;
    Bits compared_; // the bits that are compared
    Bits first_;    // image
    split_bins<Bits> bins_;
    Bits images_[rows];
    item_ranks<rows> ranks_; // in the bin
    bool is_exact_ = false;  // a bin holds equal keys that nothing can tell apart
};

} // namespace pradix::cuda
