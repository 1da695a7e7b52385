// SPDX-License-Identifier: MIT
// Random cases through the public calls, as large as users have them: any types, sizes next to where paths begin,
// mixtures of keys, in place or not, with much or little scratch, with a count on the device. They are made and checked
// there, so that a thousand take seconds. PRADIX_RANDOM_FIRST and PRADIX_RANDOM_COUNT choose others, by their numbers.
#include "tests/gpu/check_on_device.hpp"
#include "tests/gpu/device_engine.hpp"
#include "tests/gpu/guarded_device.hpp"
#include "tests/gpu/random_case.hpp"

#include <cstdlib>
#include <exception>

namespace {

using namespace pradix;
using namespace pradix::test;

class run_of_case {
public:
    explicit run_of_case(random_case const& each)
        : each_(each), keys_in_(keys(each.most), keys(each.misplaced)),
          keys_out_(writes_keys() ? keys(each.most) : 0, keys(each.misplaced)),
          values_in_(reads_values() ? values(each.most) : 0, values(each.misplaced)),
          values_out_(values(each.most), values(each.misplaced)), workspace_(each.workspace_bytes(), each.misplaced),
          count_(sizeof each.count) {
        make_input(keys_in_, values_in_);
        count_.put(&each.count, sizeof each.count);
    }

    void sort() const {
        if (each_.in_place) { // what is sorted is a copy
            keys_out_.copy(keys_in_, keys(each_.count));
            values_out_.copy(values_in_, reads_values() ? values(each_.count) : 0);
        }
        cuda::launch const run{.workspace = {workspace_.data(), workspace_.size()},
                               .count = each_.count_on_device ? reinterpret_cast<std::uint64_t const*>(count_.data())
                                                              : nullptr};
        guarded_device const& from_keys = each_.in_place ? keys_out_ : keys_in_;
        guarded_device const& from_values = each_.in_place ? values_out_ : values_in_;
        if (each_.what == operation::indices)
            cuda::detail::argsort(each_.type, from_keys.data(), each_.most, values_out_.data(), each_.value_bytes, run,
                                  each_.how);
        else
            cuda::detail::sort(each_.type, from_keys.data(), keys_out_.data(), each_.most,
                               reads_values() ? from_values.data() : nullptr,
                               reads_values() ? values_out_.data() : nullptr, each_.value_bytes, run, each_.how);
        cuda::check(cudaDeviceSynchronize(), "sorting");
    }

    // What is wrong then, or nothing. Where keys alone lie that differ in bits that are not compared, is not looked at.
    std::string wrong() const {
        if (!keys_out_.intact(writes_keys() ? keys(each_.count) : 0) || !values_out_.intact(values(each_.count)))
            return "wrote beside the output";
        if (!workspace_.intact() || !count_.intact())
            return "wrote beside the workspace or the count";
        if (!is_input_unchanged())
            return "changed the input";
        if (!each_.tells_places())
            return wrong_keys(each_.type, each_.count, keys_in_.data(), keys_out_.data(), each_.how);
        return wrong_items({each_.type, each_.count, keys_in_.data(), writes_keys() ? keys_out_.data() : nullptr,
                            values_out_.data(), each_.value_bytes, content()},
                           each_.how);
    }

    // Whether these are the items of the other case, whose values are their places.
    bool are_those_of(run_of_case const& other) const {
        return are_same(keys_out_.data(), other.keys_out_.data(), keys(each_.count)) &&
               are_of_places(values_out_.data(), each_.value_bytes, other.values_out_.data(), each_.count);
    }

private:
    std::size_t keys(std::uint64_t items) const { return items * key_bytes(each_.type); }
    std::size_t values(std::uint64_t items) const { return items * each_.value_bytes; }
    bool writes_keys() const { return each_.what != operation::indices; }
    bool reads_values() const { return each_.what == operation::pairs; }
    value_content content() const { return reads_values() ? value_content::index_and_more : value_content::index; }

    void make_input(guarded_device const& in_keys, guarded_device const& in_values) const {
        make_keys_on_device(in_keys.data(), each_.type, each_.count, each_.keys);
        if (reads_values())
            make_values_on_device(in_values.data(), each_.value_bytes, each_.count, content());
    }
    bool is_input_unchanged() const {
        guarded_device const same_keys(keys(each_.count)), same_values(reads_values() ? values(each_.count) : 0);
        make_input(same_keys, same_values);
        std::uint64_t count = 0;
        count_.get(&count, sizeof count);
        return count == each_.count && keys_in_.intact(same_keys.size()) && values_in_.intact(same_values.size()) &&
               are_same(keys_in_.data(), same_keys.data(), same_keys.size()) &&
               are_same(values_in_.data(), same_values.data(), same_values.size());
    }

    random_case const each_;
    guarded_device const keys_in_, keys_out_, values_in_, values_out_, workspace_, count_;
};

std::string wrong(random_case const& each) {
    run_of_case const run{each};
    run.sort();
    std::string found = run.wrong();
    if (!found.empty() || each.tells_places() || (each.value_bytes == 0 && each.compares_all_bits()))
        return found;
    // Where each came from is known where it has its place as value.
    random_case with_places = each;
    with_places.what = operation::pairs;
    with_places.value_bytes = 4;
    with_places.in_place = with_places.little_scratch = false;
    run_of_case const other{with_places};
    other.sort();
    found = other.wrong();
    return !found.empty() ? "with places: " + found : run.are_those_of(other) ? "" : "not stable";
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
        std::string found;
        try {
            found = wrong(each);
        } catch (std::exception const& problem) {
            found = problem.what();
        }
        ASSERT_EQ(found, "") << "PRADIX_RANDOM_FIRST=" << number << " PRADIX_RANDOM_COUNT=1: " << describe(each);
    }
}

INSTANTIATE_TEST_SUITE_P(parts, random_cases, ::testing::Range(std::uint64_t{0}, parts));

} // namespace
