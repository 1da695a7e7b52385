// SPDX-License-Identifier: MIT
// Random cases through the public calls, as large as users have them: any types, sizes next to every limit, mixtures of
// keys, in place or not, with much or little scratch, with a count on the device. They are made and checked there, so
// that a thousand take seconds. PRADIX_RANDOM_FIRST and PRADIX_RANDOM_COUNT choose others, by their numbers.
#include "src/cuda/memory.hpp"
#include "tests/gpu/check_on_device.hpp"
#include "tests/gpu/device_engine.hpp"
#include "tests/gpu/random_case.hpp"

#include <cstdlib>

namespace {

using namespace pradix;
using namespace pradix::test;

// Poisoned memory, and a zone on either side of it that stays so.
class poisoned_array {
public:
    poisoned_array(std::size_t bytes, std::size_t misplaced_bytes)
        : bytes_(bytes), before_(zone + misplaced_bytes), all_(before_ + bytes + zone),
          memory_(cuda::allocate_on_device(all_)) {
        cuda::check(cudaMemset(memory_.get(), std::to_integer<int>(poison), all_), "poisoning");
    }
    std::byte* data() const { return memory_.get() + before_; }
    std::size_t size() const { return bytes_; }
    void put(std::byte const* from, std::size_t bytes) const {
        cuda::check(cudaMemcpy(data(), from, bytes, cudaMemcpyDefault), "putting");
    }
    bool is_poison_but_for(std::size_t used) const {
        return are_all(memory_.get(), before_, poison) && are_all(data() + used, bytes_ - used + zone, poison);
    }

private:
    static constexpr std::size_t zone = 512;
    static constexpr std::byte poison{0xa5};
    std::size_t bytes_, before_, all_;
    cuda::device_memory memory_;
};

class run_of_case {
public:
    explicit run_of_case(random_case const& each)
        : each_(each), keys_in_(keys(each.most), keys(each.misplaced)),
          keys_out_(keys(each.most), keys(each.misplaced)), values_in_(values(each.most), values(each.misplaced)),
          values_out_(values(each.most), values(each.misplaced)), workspace_(each.workspace_bytes(), each.misplaced),
          count_(sizeof each.count, 0) {
        make_keys_on_device(keys_in_.data(), each.type, each.count, each.keys);
        if (each.what == operation::pairs)
            make_values_on_device(values_in_.data(), each.value_bytes, each.count, content());
        count_.put(reinterpret_cast<std::byte const*>(&each.count), sizeof each.count);
    }

    void sort() const {
        if (each_.in_place) { // what is sorted is a copy
            keys_out_.put(keys_in_.data(), keys(each_.count));
            values_out_.put(values_in_.data(), values(each_.count));
        }
        cuda::launch const run{.workspace = {workspace_.data(), workspace_.size()},
                               .count = each_.count_on_device ? reinterpret_cast<std::uint64_t const*>(count_.data())
                                                              : nullptr};
        auto const& [from_keys, from_values] =
            each_.in_place ? std::tie(keys_out_, values_out_) : std::tie(keys_in_, values_in_);
        bool const has_values = each_.value_bytes > 0;
        if (each_.what == operation::indices)
            cuda::detail::argsort(each_.type, from_keys.data(), each_.most, values_out_.data(), each_.value_bytes, run,
                                  each_.how);
        else
            cuda::detail::sort(each_.type, from_keys.data(), keys_out_.data(), each_.most,
                               has_values ? from_values.data() : nullptr, has_values ? values_out_.data() : nullptr,
                               each_.value_bytes, run, each_.how);
        cuda::check(cudaDeviceSynchronize(), "sorting");
    }

    // What is wrong then, or nothing. Where keys alone lie that differ in bits that are not compared, is not looked at.
    std::string wrong() const {
        bool const writes_keys = each_.what != operation::indices, reads_values = each_.what == operation::pairs;
        if (!keys_out_.is_poison_but_for(writes_keys ? keys(each_.count) : 0) ||
            !values_out_.is_poison_but_for(values(each_.count)))
            return "wrote beside the output";
        if (!keys_in_.is_poison_but_for(keys(each_.count)) ||
            !values_in_.is_poison_but_for(reads_values ? values(each_.count) : 0))
            return "wrote beside the input";
        if (!workspace_.is_poison_but_for(workspace_.size()) || !count_.is_poison_but_for(count_.size()))
            return "wrote beside the workspace or the count";
        if (each_.value_bytes == 0)
            return wrong_keys(each_.type, each_.count, keys_in_.data(), keys_out_.data(), each_.how);
        return wrong_items({each_.type, each_.count, keys_in_.data(), writes_keys ? keys_out_.data() : nullptr,
                            values_out_.data(), each_.value_bytes, content()},
                           each_.how);
    }

    bool has_keys_of(run_of_case const& other) const {
        return are_same(keys_out_.data(), other.keys_out_.data(), keys(each_.count));
    }

private:
    std::size_t keys(std::uint64_t items) const { return items * key_bytes(each_.type); }
    std::size_t values(std::uint64_t items) const { return items * each_.value_bytes; }
    value_content content() const {
        return each_.what == operation::pairs ? value_content::index_and_more : value_content::index;
    }

    random_case const each_;
    poisoned_array const keys_in_, keys_out_, values_in_, values_out_, workspace_, count_;
};

std::string wrong(random_case const& each) {
    run_of_case const run{each};
    run.sort();
    std::string found = run.wrong();
    if (!found.empty() || each.value_bytes > 0 || each.compares_all_bits())
        return found;
    // Of keys that are not told apart, where each came from is known where it has its place as value.
    random_case with_places = each;
    with_places.what = operation::pairs;
    with_places.value_bytes = 4;
    with_places.in_place = with_places.little_scratch = false;
    run_of_case const other{with_places};
    other.sort();
    found = other.wrong();
    return !found.empty() ? "with places: " + found : run.has_keys_of(other) ? "" : "not stable";
}

std::uint64_t number_from(char const* variable, std::uint64_t otherwise) {
    char const* const text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

class random_cases : public ::testing::TestWithParam<std::uint64_t> {};
constexpr std::uint64_t parts = 8; // for as many programs at once

TEST_P(random_cases, are_sorted) {
    SKIP_WITHOUT_CUDA_DEVICE();
    std::uint64_t const first = number_from("PRADIX_RANDOM_FIRST", 1), count = number_from("PRADIX_RANDOM_COUNT", 2400);
    for (std::uint64_t number = first + GetParam(); number < first + count; number += parts) {
        random_case const each = random_case::draw(number);
        ASSERT_EQ(wrong(each), "") << "PRADIX_RANDOM_FIRST=" << number << " PRADIX_RANDOM_COUNT=1: " << describe(each);
    }
}

INSTANTIATE_TEST_SUITE_P(parts, random_cases, ::testing::Range(std::uint64_t{0}, parts));

} // namespace
