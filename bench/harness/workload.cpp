// SPDX-License-Identifier: MIT
// Makes, renews and checks the data of one problem.
#include "bench/harness/workload.hpp"

#include "bench/harness/parallel.hpp"

#include <pradix/error.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>

namespace pradix::bench {
namespace {

constexpr std::size_t line = 64, huge_page = std::size_t{2} << 20;

void write_positions(std::byte* out, std::size_t count, std::size_t value_bytes, std::size_t first) {
    for (std::size_t i = 0; i < count; ++i, out += value_bytes) {
        std::uint64_t const position = first + i;
        std::memset(out, 0, value_bytes);
        std::memcpy(out, &position, std::min<std::size_t>(value_bytes, 8));
    }
}

} // namespace

memory_block::memory_block(std::size_t bytes, std::string_view purpose) : bytes_(bytes) {
    std::size_t const alignment = bytes >= 2 * huge_page ? huge_page : line;
    std::size_t const rounded = (std::max(bytes, line) + alignment - 1) / alignment * alignment;
    data_.reset(static_cast<std::byte*>(std::aligned_alloc(alignment, rounded)));
    if (data_ == nullptr)
        throw out_of_memory("bench: cannot allocate " + std::to_string((bytes >> 20) + 1) + " MiB for " +
                            std::string(purpose) + "; choose a smaller n");
#ifdef MADV_HUGEPAGE
    if (alignment == huge_page)
        madvise(data(), rounded, MADV_HUGEPAGE);
#endif
    in_parallel(bytes, std::size_t{1} << 22,
                [this](std::size_t first, std::size_t last) { std::memset(data() + first, 0, last - first); });
}

void memory_block::freed::operator()(std::byte* data) const {
    std::free(data);
}

record_shape shape_of(record_layout layout, std::size_t key_size, std::size_t value_size) {
    std::size_t const half = std::max(key_size, value_size); // each part is aligned to its own size
    if (layout == record_layout::value_first)
        return {2 * half, half, 0};
    return {2 * half, 0, half};
}

workload::workload(problem const& what, std::uint64_t seed, std::size_t keys_per_sample)
    : what_(what), key_size_(key_bytes(what.type)), arrays_(std::max<std::size_t>(1, keys_per_sample / what.count)),
      key_row_(what.count * key_size_), value_row_(what.count * what.value_bytes),
      values_at_((arrays_ * key_row_ + 63) / 64 * 64), input_(values_at_ + arrays_ * value_row_, "the input") {
    std::size_t const items = arrays_ * what.count;
    std::size_t const pair = what.value_bytes == 0 ? 0 : 2 * std::max(key_size_, what.value_bytes);
    work_ = memory_block(std::max(input_.span().size(), items * pair), "the arrays to sort");

    std::byte* const values = input_.data() + values_at_;
    if (arrays_ == 1) {
        fill(what.type, input_.data(), what.count, what.input, seed);
        in_parallel(what.count, 1 << 16, [&](std::size_t first, std::size_t last) {
            write_positions(values + first * what.value_bytes, last - first, what.value_bytes, first);
        });
        return;
    }
    for (std::size_t array = 0; array < arrays_; ++array) {
        fill_part(what.type, input_.data() + array * key_row_, 0, what.count, what.count, what.input, seed + array);
        write_positions(values + array * value_row_, what.count, what.value_bytes, 0);
    }
}

void workload::renew(unsigned threads) const {
    in_parallel(
        input_.span().size(), std::size_t{1} << 22,
        [this](std::size_t first, std::size_t last) {
            std::memcpy(work_.data() + first, input_.data() + first, last - first);
        },
        threads);
}

void workload::renew_records(record_shape const& shape) const {
    for (std::size_t array = 0; array < arrays_; ++array)
        make_records(array, shape, records(array, shape));
}

void workload::make_records(std::size_t array, record_shape const& shape, std::byte* out) const {
    std::byte const* const keys = input_keys(array);
    // Fixed sizes compile to plain moves; rivals only have records of 4- and 8-byte parts.
    auto const make = [&]<class K, class V>(K key, V value) {
        for (std::size_t i = 0; i < what_.count; ++i, out += shape.bytes) {
            std::memcpy(&key, keys + i * sizeof(K), sizeof(K));
            value = static_cast<V>(i);
            std::memcpy(out + shape.key_offset, &key, sizeof(K));
            std::memcpy(out + shape.value_offset, &value, sizeof(V));
        }
    };
    bool const wide_key = key_size_ == 8, wide_value = what_.value_bytes == 8;
    if (wide_key)
        wide_value ? make(std::uint64_t{}, std::uint64_t{}) : make(std::uint64_t{}, std::uint32_t{});
    else
        wide_value ? make(std::uint32_t{}, std::uint64_t{}) : make(std::uint32_t{}, std::uint32_t{});
}

item_view workload::view(std::byte const* keys, std::byte const* values) const {
    return {what_.type, what_.count, keys, key_size_, values, what_.value_bytes, what_.value_bytes};
}

void workload::check(std::string const& who, std::size_t array, item_view const& items, demands const& wanted) const {
    std::byte const* const values = input_.data() + values_at_ + array * value_row_;
    std::string wrong = order_problem(items, wanted);
    if (wrong.empty() && fingerprint(items) != fingerprint(view(input_keys(array), values)))
        wrong = "the output does not hold the items of the input";
    if (!wrong.empty())
        throw wrong_output(who + ": wrong result of " + std::string(name(what_.op)) + " of " +
                           std::to_string(what_.count) + " " + std::string(pradix::name(what_.type)) + " keys, " +
                           to_string(what_.input) + ": " + wrong + "; its time is not reported");
}

void workload::check_arrays(std::string const& who, demands const& wanted) const {
    for (std::size_t array = 0; array < arrays_; ++array)
        check(who, array, view(keys(array), values(array)), wanted);
}

void workload::check_records(std::string const& who, record_shape const& shape, demands const& wanted) const {
    for (std::size_t array = 0; array < arrays_; ++array) {
        std::byte const* const first = records(array, shape);
        check(who, array,
              {what_.type, what_.count, first + shape.key_offset, shape.bytes, first + shape.value_offset, shape.bytes,
               what_.value_bytes},
              wanted);
    }
}

void workload::check_indices(std::string const& who, demands const& wanted) const {
    std::vector<std::byte> gathered(key_row_);
    for (std::size_t array = 0; array < arrays_; ++array) {
        for (std::size_t i = 0; i < what_.count; ++i) {
            std::uint64_t index = 0;
            std::memcpy(&index, values(array) + i * what_.value_bytes, what_.value_bytes);
            index = std::min<std::uint64_t>(index, what_.count - 1); // the fingerprint finds an index out of range
            std::memcpy(gathered.data() + i * key_size_, input_keys(array) + index * key_size_, key_size_);
        }
        check(who, array, view(gathered.data(), values(array)), wanted);
    }
}

} // namespace pradix::bench
