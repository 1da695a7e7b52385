// SPDX-License-Identifier: MIT
#include "tests/gpu/check_on_device.hpp"

#include "src/core/with_bits.hpp"
#include "src/cuda/memory.hpp"
#include "tests/gpu/on_device.cuh"

namespace pradix::test {

namespace {

// What a look at the items has found. Zero at first, but for the first wrong one.
struct findings {
    unsigned long long first_wrong = ~0ull;
    unsigned long long sum_in = 0, sum_out = 0; // of hashes of keys
};

template <class Bits>
__global__ void look_at_items(sorted_items const items, options const how, findings* found) {
    auto const* const keys_in = static_cast<Bits const*>(items.keys_in);
    auto const* const keys_out = static_cast<Bits const*>(items.keys_out);
    auto const* const values = static_cast<std::uint32_t const*>(items.values);
    auto const words = static_cast<unsigned>(items.value_bytes / sizeof *values);
    auto const part = [&](std::uint32_t place) {
        return compared_part(items.type, place_of_bits(items.type, keys_in[place], how), how);
    };
    each_of_thread(items.count, [&](std::uint64_t i) {
        std::uint32_t const place = values[i * words];
        bool right = place < items.count;
        for (unsigned word = 1; word < words; ++word)
            right &= values[i * words + word] == word_of_value(place, word, items.with);
        if (right && keys_out != nullptr)
            right = keys_out[i] == keys_in[place];
        if (right && i > 0)
            if (std::uint32_t const before = values[(i - 1) * words]; before < items.count) {
                wide const mine = part(place), of_before = part(before);
                right = of_before < mine || (of_before == mine && before < place);
            }
        if (!right)
            atomicMin(&found->first_wrong, i);
    });
}

template <class Bits>
__global__ void look_at_keys(Bits const* keys_in, Bits const* keys_out, key_type type, std::uint64_t count,
                             options const how, findings* found) {
    auto const hash = [](Bits key) {
        return random_bits{static_cast<std::uint64_t>(key) ^ static_cast<std::uint64_t>(wide{key} >> 64) * 3}();
    };
    auto const part = [&](Bits key) { return compared_part(type, place_of_bits(type, key, how), how); };
    unsigned long long sum_in = 0, sum_out = 0;
    each_of_thread(count, [&](std::uint64_t i) {
        sum_in += hash(keys_in[i]);
        sum_out += hash(keys_out[i]);
        if (i > 0 && part(keys_out[i - 1]) > part(keys_out[i]))
            atomicMin(&found->first_wrong, i);
    });
    atomicAdd(&found->sum_in, sum_in);
    atomicAdd(&found->sum_out, sum_out);
}

__global__ void look_at_bytes(std::byte const* some, std::byte const* others, std::byte value, std::size_t count,
                              findings* found) {
    each_of_thread(count, [&](std::uint64_t i) {
        if (some[i] != (others == nullptr ? value : others[i]))
            atomicMin(&found->first_wrong, i);
    });
}

__global__ void look_at_narrow_values(std::uint8_t const* values, std::size_t bytes, std::uint32_t const* places,
                                      std::uint64_t count, findings* found) {
    each_of_thread(count * bytes, [&](std::uint64_t i) {
        if (values[i] != byte_of_place(places[i / bytes], i % bytes))
            atomicMin(&found->first_wrong, i);
    });
}

// Calls launch(where to write what is found) and returns it.
template <class Launch>
findings look(Launch const& launch) {
    auto const memory = cuda::allocate_on_device(sizeof(findings));
    auto* const found = reinterpret_cast<findings*>(memory.get());
    findings all;
    cuda::check(cudaMemcpy(found, &all, sizeof all, cudaMemcpyHostToDevice), "checking");
    launch(found);
    cuda::check(cudaGetLastError(), "checking");
    cuda::check(cudaMemcpy(&all, found, sizeof all, cudaMemcpyDeviceToHost), "checking");
    return all;
}

std::string report(findings const& found, char const* what) {
    return found.first_wrong == ~0ull ? "" : std::string{what} + ' ' + std::to_string(found.first_wrong) + " is wrong";
}

} // namespace

std::string wrong_items(sorted_items const& items, options const& how) {
    findings found;
    core::with_bits(items.type, [&](auto zero) {
        found =
            look([&](findings* to) { look_at_items<decltype(zero)><<<test_blocks, test_threads>>>(items, how, to); });
    });
    return report(found, "item");
}

std::string wrong_keys(key_type type, std::uint64_t count, void const* keys_in, void const* keys_out,
                       options const& how) {
    findings found;
    core::with_bits(type, [&](auto zero) {
        using bits = decltype(zero);
        found = look([&](findings* to) {
            look_at_keys<<<test_blocks, test_threads>>>(static_cast<bits const*>(keys_in),
                                                        static_cast<bits const*>(keys_out), type, count, how, to);
        });
    });
    std::string const disorder = report(found, "key");
    return disorder.empty() && found.sum_in != found.sum_out ? "other keys than before" : disorder;
}

bool are_of_places(void const* values, std::size_t value_bytes, void const* places, std::uint64_t count) {
    return look([&](findings* to) {
               look_at_narrow_values<<<test_blocks, test_threads>>>(
                   static_cast<std::uint8_t const*>(values), value_bytes, static_cast<std::uint32_t const*>(places),
                   count, to);
           }).first_wrong == ~0ull;
}

bool are_all(std::byte const* bytes, std::size_t count, std::byte value) {
    return look([&](findings* to) {
               look_at_bytes<<<test_blocks, test_threads>>>(bytes, nullptr, value, count, to);
           }).first_wrong == ~0ull;
}

bool are_same(std::byte const* some, std::byte const* others, std::size_t count) {
    return look([&](findings* to) {
               look_at_bytes<<<test_blocks, test_threads>>>(some, others, std::byte{}, count, to);
           }).first_wrong == ~0ull;
}

} // namespace pradix::test
