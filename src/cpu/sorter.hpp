// SPDX-License-Identifier: MIT
// The sort as a whole: look at the keys, partition what does not fit in the cache by its most significant bits, and
// sort each bucket inside the cache. Buckets that are still too large are partitioned again, by all threads together
// if they are a large part of the work, else by one. docs/explanation/how-it-works.md has the picture.
#pragma once

#include "src/core/team.hpp"
#include "src/cpu/counting_sort.hpp"
#include "src/cpu/local_sort.hpp"
#include "src/cpu/order_of.hpp"
#include "src/cpu/partition.hpp"
#include "src/cpu/workspace.hpp"

#include <utility>

namespace pradix::cpu {

// Moves a range that is in order, in one or the other direction, from source to the same places of target, which may
// be the same array. The range is finished when the members have met again.
template <class Source, class Target>
void settle(core::member const& me, Source const& source, Target const& target, range const& r,
            sortedness const& order) {
    std::size_t const end = r.begin + r.count;
    if (order.ascending) {
        auto const [begin, stop] = me.chunk(r.begin, end);
        if (!source.holds_result())
            for (std::size_t i = begin; i < stop; ++i)
                target.store(i, source.load(i));
    } else { // each member exchanges a part of the front half with its mirror image
        auto const [begin, stop] = me.chunk(r.begin, r.begin + (r.count + 1) / 2);
        for (std::size_t i = begin; i < stop; ++i) {
            std::size_t const mirror = r.begin + end - 1 - i;
            if constexpr (std::is_same_v<Source, Target>) {
                source.exchange(i, mirror);
            } else {
                target.store(i, source.load(mirror));
                target.store(mirror, source.load(i));
            }
        }
    }
    me.meet(); // findings may be used again
}

template <class Array>
class sorter {
public:
    using item = typename Array::item_type;
    using bits = typename item::bits;

    sorter(Array const& array, std::size_t count, tuning const& t, sort_space<item> const& space)
        : array_(array), count_(count), tuning_(t), space_(space), low_(array.codec.low) {}

    void run() const {
        core::run_team(tuning_.threads, [this](core::member const& me) {
            range const everything{0, count_, core::bit_count<bits>, false, true};
            sort_range(me, space_.together, space_.threads[me.rank()], everything);
        });
    }

private:
    using own_space = thread_space<item>;
    using team_space = partition_space<bits>;

    // Calls work(source) with the place where the range's items are.
    template <class Work>
    void with_source(range const& r, Work const& work) const {
        if (r.in_scratch)
            work(scratch_view<item>{space_.items});
        else
            work(r.untouched ? array_ : array_.settled());
    }

    // Partitions the range and what remains too large of it until every item is in its place in the caller's arrays.
    // All members of the team run this in step: what they decide by, they all know.
    void sort_range(core::member const& me, team_space const& shared, own_space const& mine, range const& first) const {
        range* const pending = mine.pending + (&shared == &mine.alone ? most_pending(count_, tuning_) : 0);
        std::size_t count = 0;
        pending[count++] = first;
        while (count > 0) {
            range const current = pending[--count];
            with_source(current, [&](auto const& source) {
                sortedness const order = find_order(me, shared, source, current);
                if (!order.none())
                    return settle(me, source, array_.settled(), current, order);
                key_range<bits> const keys = find_range(me, shared, source, current);
                if constexpr (Array::keys_only)
                    if (counts_values(me, current, keys))
                        return counting_sort(me, shared, source, array_.settled(), current.begin,
                                             current.begin + current.count, keys.minimum,
                                             static_cast<std::size_t>(keys.width()) + 1);
                auto const bin_of = make_bin_map(keys.minimum, keys.maximum, low_, tuning_.partition_bits);
                if (current.in_scratch)
                    partition(me, shared, mine, source, current, bin_of, array_.settled());
                else
                    partition(me, shared, mine, source, current, bin_of, scratch_view<item>{space_.items});
                for (std::size_t bin = 0; bin < bin_of.bins; ++bin)
                    if (range const bucket = bucket_of(shared, current, bin_of, bin); is_for_team(me, bucket))
                        pending[count++] = bucket;
                sort_buckets(me, shared, mine, current, bin_of);
            });
        }
    }

    sortedness find_order(core::member const& me, team_space const& shared, auto const& source, range const& r) const {
        auto const [begin, end] = me.chunk(r.begin, r.begin + r.count);
        bool const identical = Array::keys_only && low_ == 0;
        shared.findings[me.rank()].order = look_at_order(source, r.begin, begin, end, low_, identical);
        me.meet(); // all findings are there
        sortedness order;
        for (unsigned rank = 0; rank < me.size(); ++rank)
            order &= shared.findings[rank].order;
        return order;
    }

    key_range<bits> find_range(core::member const& me, team_space const& shared, auto const& source,
                               range const& r) const {
        std::size_t const end = r.begin + r.count;
        if (auto const guessed = guess_range(source, r.begin, end, low_, r.high, 1024))
            return *guessed;
        auto const [chunk_begin, chunk_end] = me.chunk(r.begin, end);
        shared.findings[me.rank()].keys = look_at_range(source, chunk_begin, chunk_end, low_);
        me.meet(); // all findings are there
        key_range<bits> keys;
        for (unsigned rank = 0; rank < me.size(); ++rank)
            keys.include(shared.findings[rank].keys);
        return keys;
    }

    // Whether counting the values beats moving the keys.
    bool counts_values(core::member const& me, range const& r, key_range<bits> const& keys) const {
        return low_ == 0 && keys.width() < tuning_.counting_range &&
               static_cast<std::size_t>(keys.width()) < r.count / me.size();
    }

    // Stable: chunks of the range go in the order of their ranks, items of a chunk in their order.
    void partition(core::member const& me, team_space const& shared, own_space const& mine, auto const& source,
                   range const& r, bin_map<bits> const& bin_of, auto const& target) const {
        auto const [begin, end] = me.chunk(r.begin, r.begin + r.count);
        std::size_t* const counts = shared.counts + me.rank() * shared.row;
        std::fill_n(counts, bin_of.bins, 0);
        count_bins(source, begin, end, bin_of, counts);
        me.meet(); // all counts are there
        std::size_t position = r.begin;
        for (std::size_t bin = 0; bin < bin_of.bins; ++bin) {
            if (me.rank() == 0)
                shared.starts[bin] = position;
            for (unsigned rank = 0; rank < me.size(); ++rank) {
                if (rank == me.rank())
                    mine.buffers.positions[bin] = position;
                position += shared.counts[rank * shared.row + bin];
            }
        }
        if (me.rank() == 0) {
            shared.starts[bin_of.bins] = position;
            *shared.next_bucket = 0;
        }
        for (std::size_t part = begin; part < end; part += tuning_.part_items)
            scatter_bins(source, part, std::min(end, part + tuning_.part_items), bin_of, target, mine.buffers,
                         tuning_.past_cache);
        me.meet(); // all items are in their buckets, starts are known
    }

    range bucket_of(team_space const& shared, range const& r, bin_map<bits> const& bin_of, std::size_t bin) const {
        return {shared.starts[bin], shared.starts[bin + 1] - shared.starts[bin], bin_of.shift, !r.in_scratch, false};
    }

    // Larger than the cache, and so much of the work that one thread alone would keep the others waiting.
    bool is_for_team(core::member const& me, range const& bucket) const {
        return bucket.count > tuning_.local_items && bucket.high > low_ &&
               (me.size() == 1 || bucket.count > count_ / (2 * me.size()));
    }

    // Finishes the buckets that are not for the team, each by the next thread that is free.
    void sort_buckets(core::member const& me, team_space const& shared, own_space const& mine, range const& r,
                      bin_map<bits> const& bin_of) const {
        for (std::size_t bin; (bin = (*shared.next_bucket)++) < bin_of.bins;) {
            range const bucket = bucket_of(shared, r, bin_of, bin);
            if (bucket.count == 0 || is_for_team(me, bucket))
                continue;
            if (bucket.high <= low_)
                with_source(bucket, [&](auto const& source) {
                    settle(core::member{}, source, array_.settled(), bucket, {.ascending = true, .descending = false});
                });
            else if (bucket.count > tuning_.local_items)
                sort_range(core::member{}, mine.alone, mine, bucket);
            else
                with_source(bucket, [&](auto const& source) {
                    local_sort(source, array_.settled(), bucket.begin, bucket.count, low_, bucket.high, mine.front,
                               mine.back, tuning_.past_cache);
                });
        }
        finish_streams();
        me.meet(); // the buckets are finished, and starts may be used again
    }

    Array array_;
    std::size_t count_;
    tuning tuning_;
    sort_space<item> space_;
    unsigned low_;
};

// Sorts a range that fits in the cache on the calling thread; `front` and `back` hold `count` items each.
template <class Array, class Item = typename Array::item_type>
void sort_small(Array array, std::size_t count, Item* front, Item* back) {
    unsigned const low = array.codec.low;
    sortedness const order = look_at_order(array, 0, 0, count, low, Array::keys_only && low == 0);
    if (!order.none())
        return settle(core::member{}, array, array.settled(), range{0, count, 0, false, true}, order);
    unsigned high = core::bit_count<decltype(array.codec.base)>;
    if (!guess_range(array, 0, count, low, high, 32)) {
        auto const keys = look_at_range(array, 0, count, low);
        array.codec = array.codec.rebased(keys.minimum);
        high = core::bit_width(keys.width());
    }
    local_sort(array, array, 0, count, low, high, front, back, false);
}

} // namespace pradix::cpu
