// SPDX-License-Identifier: MIT
#include "tests/gpu/device_engine.hpp"

#include "src/cuda/plans/range_plan.hpp"
#include "tests/gpu/captured_graph.hpp"
#include "tests/gpu/guarded_device.hpp"

#include <stdexcept>

namespace pradix::test {

namespace {

void expect(bool holds, char const* what) {
    if (!holds)
        throw std::logic_error(what);
}

class device_run {
public:
    device_run(device_case const& like, cuda::problem const& what)
        : like_(like), what_(what), tuned_(like.tuned ? *like.tuned : cuda::tune_for(what)),
          workspace_(like.least_scratch ? cuda::least_workspace_bytes(what, tuned_)
                                        : cuda::workspace_bytes(what, tuned_),
                     what.count % 7),
          count_(sizeof(std::uint64_t)) {}

    // The engine, with a workspace of its own; then all red zones are looked at.
    void operator()(cuda::item_arrays const& items, options const& how, std::uint64_t exact) {
        count_.put(&exact, sizeof exact);
        auto const sort_on = [&](cudaStream_t stream) {
            cuda::launch const run{
                .stream = stream,
                .workspace = {workspace_.data(), workspace_.size()},
                .count = like_.count_on_device ? reinterpret_cast<std::uint64_t const*>(count_.data()) : nullptr};
            cuda::sort(what_, items, run, how, tuned_);
        };
        like_.in_graph ? by_graph(sort_on) : sort_on(like_.stream);
        cuda::check(cudaStreamSynchronize(like_.stream), "sorting");
        expect(workspace_.intact(), "wrote beside the workspace on the device");
        expect(count_.intact(), "wrote beside the count");
    }

private:
    template <class Work>
    void by_graph(Work const& work) const {
        cuda::owned_stream const own = cuda::make_stream();
        cudaStream_t const stream = like_.stream != nullptr ? like_.stream : own.get();
        captured_graph const graph(stream, [&] { work(stream); });
        graph.replay();
    }

    device_case const& like_;
    cuda::problem const& what_;
    cuda::tuning tuned_;
    guarded_device workspace_, count_;
};

std::uint64_t most_items(device_case const& like, std::size_t count) {
    return like.count_on_device ? count + like.spare_items : count;
}

void sort_on_device(device_case const& like, key_type type, void* keys, std::size_t count, void* values,
                    std::size_t value_bytes, options const& how) {
    std::uint64_t const most = most_items(like, count);
    std::size_t const bytes = key_bytes(type);
    guarded_device const keys_in(most * bytes, bytes), keys_out(most * bytes, 3 * bytes);
    guarded_device const values_in(most * value_bytes, value_bytes), values_out(most * value_bytes, 5 * value_bytes);
    keys_in.put(keys, count * bytes);
    values_in.put(values, count * value_bytes);
    auto const input = keys_in.contents();

    cuda::problem const what{
        .type = type, .count = most, .value_bytes = value_bytes, .indices_only = false, .in_place = like.in_place};
    guarded_device const& to_keys = like.in_place ? keys_in : keys_out;
    guarded_device const& to_values = like.in_place ? values_in : values_out;
    device_run run(like, what);
    run({keys_in.data(), to_keys.data(), value_bytes ? values_in.data() : nullptr,
         value_bytes ? to_values.data() : nullptr},
        how, count);

    expect(to_keys.intact(count * bytes), "wrote beside the keys on the device");
    expect(to_values.intact(count * value_bytes), "wrote beside the values on the device");
    expect(like.in_place || keys_in.contents() == input, "changed the input keys");
    to_keys.get(keys, count * bytes);
    to_values.get(values, count * value_bytes);
}

void argsort_on_device(device_case const& like, key_type type, void const* keys, std::size_t count, void* indices,
                       std::size_t index_bytes, options const& how) {
    std::uint64_t const most = most_items(like, count);
    std::size_t const bytes = key_bytes(type);
    guarded_device const keys_in(most * bytes, bytes), out(most * index_bytes, index_bytes);
    keys_in.put(keys, count * bytes);
    auto const input = keys_in.contents();
    cuda::problem const what{.type = type, .count = most, .value_bytes = index_bytes, .indices_only = true};
    device_run run(like, what);
    run({keys_in.data(), nullptr, nullptr, out.data()}, how, count);
    expect(keys_in.contents() == input, "changed the keys");
    expect(out.intact(count * index_bytes), "wrote beside the indices on the device");
    out.get(indices, count * index_bytes);
}

} // namespace

bool has_cuda_device() {
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
}

engine device_engine(std::string name, device_case const& like) {
    auto const no_host_memory = [](auto&&...) { return std::size_t{0}; };
    return {
        std::move(name),
        [=](key_type type, void* keys, std::size_t count, void* values, std::size_t value_bytes, options const& how) {
            sort_on_device(like, type, keys, count, values, value_bytes, how);
        },
        [=](key_type type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
            options const& how) { argsort_on_device(like, type, keys, count, indices, index_bytes, how); },
        no_host_memory,
        no_host_memory,
    };
}

cuda::tuning shrunken_to_small_tiles() {
    cuda::tuning t = cuda::tune(4);
    t.single_items = t.cooperative_items = t.even_items = t.leading_items = t.wide_items = 0;
    t.counting_items = ~std::uint64_t{0};
    return t;
}

cuda::tuning shrunken_to_large_tiles() {
    cuda::tuning t = shrunken_to_small_tiles();
    t.small_tiles = t.medium_items = t.medium_pairs = 0;
    t.narrow_indices = 1000;
    return t;
}

cuda::tuning shrunken_to_medium_tiles() {
    cuda::tuning t = shrunken_to_small_tiles();
    t.small_tiles = 0;
    return t;
}

cuda::tuning shrunken_to_portions() {
    cuda::tuning t = shrunken_to_small_tiles();
    t.portion_items = 2 * cuda::small_tile(4, 0).size();
    return t;
}

cuda::tuning shrunken_to_cooperation() {
    cuda::tuning t = cuda::tune(4);
    t.single_items = 0;
    t.counting_items = ~std::uint64_t{0};
    return t;
}

cuda::tuning shrunken_to_cooperation_of_two() {
    cuda::tuning t = shrunken_to_cooperation();
    t.cooperating_blocks = 2;
    return t;
}

cuda::tuning shrunken_to_one_cooperating_block() {
    cuda::tuning t = shrunken_to_cooperation();
    t.cooperating_blocks = 1;
    return t;
}

cuda::tuning shrunken_to_cooperation_by_all_digits() {
    cuda::tuning t = shrunken_to_cooperation();
    t.leading_items = t.wide_items = 0;
    return t;
}

cuda::tuning shrunken_to_leading_digits() {
    cuda::tuning t = shrunken_to_small_tiles();
    t.leading_items = ~std::uint64_t{0};
    t.rest_items = 0;
    return t;
}

cuda::tuning shrunken_to_even_keys() {
    cuda::tuning t = shrunken_to_leading_digits();
    t.even_items = ~std::uint64_t{0};
    return t;
}

cuda::tuning shrunken_to_ranges() {
    cuda::tuning t = shrunken_to_small_tiles();
    t.ranged_items = cuda::least_ranged_items;
    return t;
}

cuda::tuning shrunken_to_batches() {
    cuda::tuning t = shrunken_to_leading_digits();
    t.ranged_items = cuda::least_ranged_items;
    return t;
}

cuda::tuning shrunken_to_least_shared_memory() {
    cuda::tuning t = cuda::tune(4);
    t.single_items = t.counting_items = 0;
    t.shared_bytes = cuda::least_shared_bytes;
    t.may_cluster = false;
    return t;
}

cuda::tuning shrunken_to_counting() {
    cuda::tuning t = cuda::tune(2);
    t.single_items = t.cooperative_items = t.counting_items = 0;
    return t;
}

} // namespace pradix::test
