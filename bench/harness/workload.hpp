// SPDX-License-Identifier: MIT
// The data of one problem: a pristine input and one place to work in, whose contents every sample renews.
#pragma once

#include "bench/harness/check.hpp"
#include "bench/harness/experiment.hpp"

#include <memory>
#include <span>

namespace pradix::bench {

/// Bytes aligned to a cache line, on huge pages if they are many and the system has them, all written once so that no
/// sample meets a page for the first time. Throws out_of_memory naming `purpose`.
class memory_block {
public:
    memory_block() = default;
    memory_block(std::size_t bytes, std::string_view purpose);
    [[nodiscard]] std::byte* data() const { return data_.get(); }
    [[nodiscard]] std::span<std::byte> span() const { return {data_.get(), bytes_}; }

private:
    struct freed {
        void operator()(std::byte* data) const;
    };
    std::unique_ptr<std::byte[], freed> data_;
    std::size_t bytes_ = 0;
};

/// Where key and value lie in a record of a rival.
struct record_shape {
    std::size_t bytes, key_offset, value_offset;
};
record_shape shape_of(record_layout layout, std::size_t key_size, std::size_t value_size);

/// Arrays of `count` keys, and of values or indices that hold each key's position in its array. Short arrays come in
/// such numbers that a sample sorts many keys, so that no branch predictor learns one array by heart.
class workload {
public:
    workload(problem const& what, std::uint64_t seed, std::size_t keys_per_sample);

    [[nodiscard]] std::size_t arrays() const { return arrays_; }

    // Array `i` of the input and of the place to work in.
    [[nodiscard]] std::byte const* input_keys(std::size_t i) const { return input_.data() + i * key_row_; }
    [[nodiscard]] std::byte* keys(std::size_t i) const { return work_.data() + i * key_row_; }
    [[nodiscard]] std::byte* values(std::size_t i) const { return work_.data() + values_at_ + i * value_row_; }
    [[nodiscard]] std::byte* records(std::size_t i, record_shape const& shape) const {
        return work_.data() + i * what_.count * shape.bytes;
    }

    /// Copies the whole input to the place to work in, by as many threads as will sort it: its caches then hold it.
    void renew(unsigned threads) const;
    /// The same, as records, by one thread.
    void renew_records(record_shape const& shape) const;
    /// Writes one array of the input as records of its keys and their positions.
    void make_records(std::size_t array, record_shape const& shape, std::byte* out) const;

    /// Throws wrong_output if the keys and values are not the sorted input.
    void check_arrays(std::string const& who, demands const& wanted) const;
    void check_records(std::string const& who, record_shape const& shape, demands const& wanted) const;
    /// The same for the indices that stand where the values do.
    void check_indices(std::string const& who, demands const& wanted) const;

private:
    [[nodiscard]] item_view view(std::byte const* keys, std::byte const* values) const;
    void check(std::string const& who, std::size_t array, item_view const& items, demands const& wanted) const;

    problem what_;
    std::size_t key_size_, arrays_, key_row_, value_row_, values_at_; // values start on a line of their own
    memory_block input_, work_;
};

} // namespace pradix::bench
