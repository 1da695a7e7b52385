// SPDX-License-Identifier: MIT
// The compiled core behind <pradix/sort.hpp>: check, choose the backend, find scratch, sort.
#include "src/api/checked_sort.hpp"
#include "src/api/registry.hpp"
#include "src/core/scratch.hpp"
#include "src/core/seconds.hpp"
#include "src/core/validate.hpp"
#include "src/cpu/backend.hpp"
#include "src/cuda/backend.hpp"
#include "src/opencl/backend.hpp"

#include <pradix/sort.hpp>

#include <cstring>

namespace pradix {

namespace {

// Nothing is compared: the input order is the answer.
bool compares_nothing(options const& how, key_type type) {
    return how.bits.begin == how.bits.end_for(static_cast<unsigned>(8 * key_bytes(type)));
}

template <class T>
void write_identity(void* indices, std::size_t count) {
    auto* const to = static_cast<std::byte*>(indices); // of any alignment
    for (std::size_t i = 0; i < count; ++i) {
        auto const index = static_cast<T>(i);
        std::memcpy(to + i * sizeof(T), &index, sizeof(T));
    }
}

// Notes the time of a sort that has no transfers, if it is wanted.
class stopwatch {
public:
    explicit stopwatch(timing* spent) : spent_(spent) {
        if (spent_ != nullptr)
            spent_->where = backend::cpu;
    }
    stopwatch(stopwatch const&) = delete;
    stopwatch& operator=(stopwatch const&) = delete;
    ~stopwatch() {
        if (spent_ != nullptr)
            spent_->sorting = core::seconds() - begin_;
    }

private:
    timing* spent_;
    double begin_ = core::seconds();
};

} // namespace

namespace api {

void sort_checked(core::attempt const& attempted, key_type type, void* keys, std::size_t count, void* values,
                  std::size_t value_bytes, options const& how) {
    backend const where = choose_backend(how.where, count * (key_bytes(type) + value_bytes));
    if (how.spent != nullptr)
        *how.spent = {};
    if (count < 2 || compares_nothing(how, type))
        return;
    if (where == backend::cuda &&
        cuda::sort_host(type, keys, count, values, value_bytes, how, is_any_backend(how.where)))
        return;
    if (where == backend::opencl)
        return opencl::sort_host(type, keys, count, values, value_bytes, how);
    stopwatch const time(how.spent);
    cpu::problem const problem{type, count, value_bytes};
    cpu::tuning const tuning = cpu::tune_for(problem, how);
    core::scratch const scratch(attempted, cpu::workspace_bytes(problem, tuning), how.workspace);
    cpu::sort(problem, keys, values, how, tuning, scratch.data());
}

} // namespace api

namespace detail {

void sort(key_type type, void* keys, std::size_t count, void* values, std::size_t value_bytes, options const& how) {
    core::attempt const attempted{value_bytes ? "sort_pairs" : "sort", count, type};
    core::check_key_type(attempted, type);
    core::check_options(attempted, type, how);
    core::check_arrays(
        attempted,
        {{"keys", keys, count, key_bytes(type)}, {"values", values, count, value_bytes}, core::workspace_of(how)});
    core::check_count(attempted, value_bytes);
    api::sort_checked(attempted, type, keys, count, values, value_bytes, how);
}

void argsort(key_type type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
             options const& how) {
    core::attempt const attempted{"argsort", count, type};
    core::check_key_type(attempted, type);
    core::check_options(attempted, type, how);
    core::check_index_bytes(attempted, index_bytes);
    core::check_arrays(
        attempted,
        {{"keys", keys, count, key_bytes(type)}, {"indices", indices, count, index_bytes}, core::workspace_of(how)});
    core::check_count(attempted, index_bytes);
    backend const where = api::choose_backend(how.where, count * (key_bytes(type) + index_bytes));
    if (how.spent != nullptr)
        *how.spent = {};
    if (count < 2 || compares_nothing(how, type))
        return index_bytes == 4 ? write_identity<std::uint32_t>(indices, count)
                                : write_identity<std::uint64_t>(indices, count);
    if (where == backend::cuda &&
        cuda::argsort_host(type, keys, count, indices, index_bytes, how, api::is_any_backend(how.where)))
        return;
    if (where == backend::opencl)
        return opencl::argsort_host(type, keys, count, indices, index_bytes, how);
    stopwatch const time(how.spent);
    cpu::problem const problem{.type = type, .count = count, .value_bytes = 0, .indices_only = true};
    cpu::tuning const tuning = cpu::tune_for(problem, how);
    core::scratch const scratch(attempted, cpu::workspace_bytes(problem, tuning), how.workspace);
    cpu::argsort(problem, keys, indices, index_bytes, how, tuning, scratch.data());
}

} // namespace detail

std::size_t workspace_bytes(key_type type, std::size_t count, std::size_t value_bytes, options const& how) {
    core::attempt const attempted{"workspace_bytes", count, type};
    core::check_key_type(attempted, type);
    core::check_options(attempted, type, how);
    core::check_count(attempted, value_bytes);
    if (count < 2 || compares_nothing(how, type) || how.where == backend::cuda)
        return 0;
    if (how.where == backend::opencl)
        return opencl::host_workspace_bytes(type, count, value_bytes, how);
    cpu::problem const problem{type, count, value_bytes};
    return cpu::workspace_bytes(problem, cpu::tune_for(problem, how));
}

std::size_t argsort_workspace_bytes(key_type type, std::size_t count, options const& how) {
    core::attempt const attempted{"argsort_workspace_bytes", count, type};
    core::check_key_type(attempted, type);
    core::check_options(attempted, type, how);
    core::check_count(attempted, 0);
    if (count < 2 || compares_nothing(how, type) || how.where == backend::cuda)
        return 0;
    if (how.where == backend::opencl)
        return opencl::host_argsort_workspace_bytes(type, count, how);
    cpu::problem const problem{.type = type, .count = count, .value_bytes = 0, .indices_only = true};
    return cpu::workspace_bytes(problem, cpu::tune_for(problem, how));
}

} // namespace pradix
