// SPDX-License-Identifier: MIT
#include "tests/support/check.hpp"

#include "tests/support/guarded.hpp"
#include "tests/support/oracle.hpp"

#include <pradix/sort.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

namespace pradix::test {
namespace {

using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

// The number of items, and sums over all of them that do not depend on their order.
struct checksum {
    std::uint64_t count = 0, sum = 0, mixed = 0;
    bool operator==(checksum const&) const = default;
};

// Item i is its key and, if there are values, its value.
checksum checksum_of(std::byte const* keys, std::size_t key_bytes, std::byte const* values, std::size_t value_bytes,
                     std::size_t count) {
    checksum total;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t hash = 0xcbf29ce484222325;
        auto const feed = [&](std::byte byte) { hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3; };
        std::for_each_n(keys + i * key_bytes, key_bytes, feed);
        std::for_each_n(values + i * value_bytes, value_bytes, feed);
        total.count += 1;
        total.sum += hash;
        total.mixed += random_bits{hash}();
    }
    return total;
}

// Everything that a row needs before the call, and the answer.
struct scene {
    scene(sort_case const& row, std::size_t payload_bytes, std::size_t workspace_bytes)
        : keys(row.count * key_bytes(row.type), row.misalignment), payload(row.count * payload_bytes, row.misalignment),
          workspace(workspace_bytes, row.misalignment), how(row.how) {
        fill_keys(keys.data(), row.type, row.count, row.like,
                  row.count * shape_count + static_cast<unsigned>(row.like));
        parts = compared_parts(row.type, keys.data(), row.count, how);
        order = stable_order(parts);
        sorted_keys = gathered(keys.data(), key_bytes(row.type), order);
        if (row.own_workspace)
            how.workspace = workspace.bytes();
    }

    AssertionResult red_zones_intact() const {
        if (!keys.red_zones_intact())
            return AssertionFailure() << "wrote beside the keys";
        if (!payload.red_zones_intact())
            return AssertionFailure() << "wrote beside the values or indices";
        if (!workspace.red_zones_intact())
            return AssertionFailure() << "wrote beside the workspace";
        return AssertionSuccess();
    }

    guarded_block keys, payload, workspace;
    options how;
    std::vector<wide> parts;        // of the input's keys, that are compared
    std::vector<std::size_t> order; // the stable one
    std::vector<std::byte> sorted_keys;
};

std::optional<std::size_t> first_difference(std::byte const* found, std::vector<std::byte> const& expected,
                                            std::size_t item_bytes) {
    auto const at = std::mismatch(expected.begin(), expected.end(), found).first;
    if (at == expected.end())
        return std::nullopt;
    return static_cast<std::size_t>(at - expected.begin()) / item_bytes;
}

bool may_reorder_equal_keys(options const& how) {
    return how.ties == stability::unstable;
}

// In order by the compared bits; what unstable sorts owe besides keeping the multiset.
AssertionResult in_order(sort_case const& row, std::byte const* keys) {
    auto const parts = compared_parts(row.type, keys, row.count, row.how);
    auto const at = std::is_sorted_until(parts.begin(), parts.end());
    if (at != parts.end())
        return AssertionFailure() << "key " << at - parts.begin() << " is smaller than the one before it";
    return AssertionSuccess();
}

AssertionResult failure(engine const& with, sort_case const& row, char const* operation, std::string const& what) {
    return AssertionFailure() << with.name << ", " << operation << ", " << describe(row) << ": " << what;
}

AssertionResult checked_sort(engine const& with, sort_case const& row, std::size_t value_bytes) {
    std::size_t const bytes = key_bytes(row.type);
    char const* const operation = value_bytes ? "sort_pairs" : "sort";
    scene s{row, value_bytes, with.workspace_bytes(row.type, row.count, value_bytes, row.how)};
    std::byte* const values = value_bytes ? s.payload.data() : nullptr;
    fill_values(s.payload.data(), value_bytes, row.count);
    auto const before = checksum_of(s.keys.data(), bytes, s.payload.data(), value_bytes, row.count);
    auto const sorted_values = gathered(s.payload.data(), value_bytes, s.order);

    with.sort(row.type, s.keys.data(), row.count, values, value_bytes, s.how);

    if (auto const intact = s.red_zones_intact(); !intact)
        return failure(with, row, operation, intact.message());
    if (checksum_of(s.keys.data(), bytes, s.payload.data(), value_bytes, row.count) != before)
        return failure(with, row, operation, "items were lost, doubled or changed");
    if (may_reorder_equal_keys(row.how)) {
        auto const ordered = in_order(row, s.keys.data());
        return ordered ? AssertionSuccess() : failure(with, row, operation, ordered.message());
    }
    if (auto const at = first_difference(s.keys.data(), s.sorted_keys, bytes))
        return failure(with, row, operation, "key " + std::to_string(*at) + " is wrong");
    if (auto const at = first_difference(s.payload.data(), sorted_values, std::max<std::size_t>(value_bytes, 1)))
        return failure(with, row, operation, "value " + std::to_string(*at) + " is wrong");
    return AssertionSuccess();
}

std::vector<std::size_t> read_indices(std::byte const* indices, std::size_t bytes, std::size_t count) {
    std::vector<std::size_t> result(count);
    for (std::size_t i = 0; i < count; ++i)
        std::memcpy(&result[i], indices + i * bytes, bytes);
    return result;
}

bool is_permutation_of_indices(std::vector<std::size_t> indices) {
    std::sort(indices.begin(), indices.end());
    for (std::size_t i = 0; i < indices.size(); ++i)
        if (indices[i] != i)
            return false;
    return true;
}

} // namespace

AssertionResult sorts_keys(engine const& with, sort_case const& row) {
    return checked_sort(with, row, 0);
}

AssertionResult sorts_pairs(engine const& with, sort_case const& row) {
    return checked_sort(with, row, row.value_bytes);
}

AssertionResult sorts_indices(engine const& with, sort_case const& row) {
    scene s{row, row.index_bytes, with.argsort_workspace_bytes(row.type, row.count, row.how)};
    std::vector<std::byte> const input(s.keys.data(), s.keys.data() + s.keys.size());

    with.argsort(row.type, s.keys.data(), row.count, s.payload.data(), row.index_bytes, s.how);

    if (auto const intact = s.red_zones_intact(); !intact)
        return failure(with, row, "argsort", intact.message());
    if (first_difference(s.keys.data(), input, key_bytes(row.type)))
        return failure(with, row, "argsort", "the keys were changed");
    auto const indices = read_indices(s.payload.data(), row.index_bytes, row.count);
    if (!is_permutation_of_indices(indices))
        return failure(with, row, "argsort", "the indices are no permutation");
    if (may_reorder_equal_keys(row.how)) {
        auto const ordered = in_order(row, gathered(s.keys.data(), key_bytes(row.type), indices).data());
        return ordered ? AssertionSuccess() : failure(with, row, "argsort", ordered.message());
    }
    auto const at = std::mismatch(indices.begin(), indices.end(), s.order.begin());
    if (at.first != indices.end())
        return failure(with, row, "argsort",
                       "index " + std::to_string(at.first - indices.begin()) + " is " + std::to_string(*at.first) +
                           ", not " + std::to_string(*at.second));
    return AssertionSuccess();
}

engine public_engine() {
    return {"pradix", detail::sort, detail::argsort, workspace_bytes, argsort_workspace_bytes};
}

std::string describe(sort_case const& row) {
    std::string text = std::string{name(row.type)} + ", " + std::to_string(row.count) + " keys, " +
                       std::string{shape_names[static_cast<std::size_t>(row.like)]};
    text += row.how.direction == order::descending ? ", descending" : ", ascending";
    if (row.how.bits != bit_range{})
        text += ", bits " + std::to_string(row.how.bits.begin) + ":" +
                (row.how.bits.end == bit_range::whole ? "whole" : std::to_string(row.how.bits.end));
    if (row.how.nans == nan_order::last)
        text += ", NaN last";
    if (may_reorder_equal_keys(row.how))
        text += ", unstable";
    text += ", " + std::to_string(row.how.threads) + " threads, " + std::to_string(row.value_bytes) + "-byte values, " +
            std::to_string(row.index_bytes) + "-byte indices, misaligned by " + std::to_string(row.misalignment);
    return text + (row.own_workspace ? ", own workspace" : "");
}

} // namespace pradix::test
