// SPDX-License-Identifier: MIT
// Measures the sizes of the tuning table on a device: one after the other, each at the best of those before.
#include "src/core/seconds.hpp"
#include "src/core/validate.hpp"
#include "src/opencl/device_sort.hpp"
#include "src/opencl/devices.hpp"
#include "src/opencl/errors.hpp"
#include "src/opencl/tuning_file.hpp"

#include <pradix/opencl.hpp>

#include <cstdio>
#include <random>

namespace pradix::opencl {

namespace {

// The smallest type of each width: unsigned integers are compared as they are.
key_type type_of_width(std::size_t key_bytes) {
    for (key_type const type : {key_type::u8, key_type::u16, key_type::u32, key_type::u64})
        if (pradix::key_bytes(type) == key_bytes)
            return type;
    return key_type::u128;
}

// Uniformly random items on the device, sorted out of place as often as one likes.
class workbench {
public:
    workbench(opened_device const& on, std::size_t key_bytes, std::size_t value_bytes, std::size_t count)
        : on_(on), queue_(on.context, on.device), what_{.type = type_of_width(key_bytes),
                                                        .count = count,
                                                        .value_bytes = value_bytes},
          keys_in_(random_buffer(count * key_bytes)), keys_out_(buffer(count * key_bytes)),
          values_in_(buffer(count * value_bytes)), values_out_(buffer(count * value_bytes)) {}

    // The median of some sorts, in seconds.
    double measure(tuning const& tuned) {
        std::uint64_t const bytes = workspace_bytes(what_, tuned);
        if (bytes > scratch_bytes_) {
            scratch_ = buffer(bytes);
            scratch_bytes_ = bytes;
        }
        constexpr std::size_t samples = 5;
        std::vector<double> seconds;
        for (std::size_t i = 0; i <= samples; ++i) {
            double const begin = core::seconds();
            sort(what_, {at(keys_in_), at(keys_out_), at(values_in_), at(values_out_)}, at(scratch_),
                 {on_.context, on_.device, queue_, {}, nullptr}, {}, tuned);
            queue_.finish();
            if (i > 0) // the first one compiles
                seconds.push_back(core::seconds() - begin);
        }
        std::nth_element(seconds.begin(), seconds.begin() + samples / 2, seconds.end());
        return seconds[samples / 2];
    }

private:
    cl::Buffer buffer(std::size_t bytes) const {
        return bytes == 0 ? cl::Buffer() : cl::Buffer(on_.context, CL_MEM_READ_WRITE, bytes);
    }
    cl::Buffer random_buffer(std::size_t bytes) const {
        std::mt19937_64 random; // NOLINT(cert-msc51-cpp): the same keys every time
        std::vector<std::uint64_t> words;
        try {
            words.resize((bytes + 7) / 8);
        } catch (std::bad_alloc const&) {
            throw out_of_memory("opencl::tune: the host lacks memory for " + std::to_string(what_.count) +
                                " items; measure fewer");
        }
        for (auto& each : words)
            each = random();
        cl::Buffer made = buffer(bytes);
        queue_.enqueueWriteBuffer(made, CL_TRUE, 0, bytes, words.data());
        return made;
    }
    static placed at(cl::Buffer const& buffer) { return {buffer(), 0}; }

    opened_device const& on_;
    cl::CommandQueue queue_;
    problem what_;
    cl::Buffer keys_in_, keys_out_, values_in_, values_out_, scratch_;
    std::uint64_t scratch_bytes_ = 0;
};

// Values to try for one size of the tuning.
struct axis {
    unsigned tuning::*size;
    std::vector<unsigned> values;
};

std::vector<axis> axes_of(tuning const& table, device_facts const& device) {
    std::vector<unsigned> groups;
    for (unsigned const each : {1u, 2u, 4u, 8u, 16u, 32u})
        groups.push_back(each * device.compute_units);
    if (table.shape == kernel_shape::chunks)
        return {
            {&tuning::radix_bits, {8, 10, 11, 12}}, {&tuning::line_items, {8, 16, 32, 64}}, {&tuning::groups, groups}};
    return {{&tuning::group_size, {64, 128, 256, 512, 1024}},
            {&tuning::items, {5, 7, 9, 11, 13, 15, 17, 19, 23}},
            {&tuning::groups, groups},
            {&tuning::radix_bits, {6, 7, 8}}};
}

std::string describe(tuned_row const& row) {
    char text[200];
    std::snprintf(text, sizeof text,
                  "keys of %zu bytes, values of %zu: radix bits %u, group size %u, items %u, line items %u, groups %u: "
                  "%.4f GKey/s",
                  row.key_bytes, row.value_bytes, row.tuned.radix_bits, row.tuned.group_size, row.tuned.items,
                  row.tuned.line_items, row.tuned.groups, row.speed.gkeys_per_s);
    return text;
}

// Fewer items a work-item until they fit into the device's memory.
tuning fitted(tuned_row row, device_facts const& device) {
    if (row.tuned.shape == kernel_shape::chunks)
        return row.tuned;
    while (row.tuned.items > 5 && !problem_of(row, device).empty())
        row.tuned.items -= 2;
    row.tuned.alone_items = row.tuned.tile();
    return row.tuned;
}

tuned_row best_row(opened_device const& on, device_facts const& device, std::size_t key_bytes, std::size_t value_bytes,
                   tuning_request const& request) {
    workbench bench(on, key_bytes, value_bytes, request.count);
    tuned_row best{key_bytes, value_bytes, tune(device, key_bytes, value_bytes)};
    auto const measure = [&](tuned_row& row) {
        row.speed = {request.count, static_cast<double>(request.count) / bench.measure(row.tuned) * 1e-9};
        if (request.told)
            request.told(describe(row));
    };
    measure(best);
    std::vector<tuning> tried{best.tuned};
    for (axis const& along : axes_of(best.tuned, device)) {
        tuned_row const start = best;
        for (unsigned const value : along.values) {
            tuned_row row = start;
            row.tuned.*along.size = value;
            row.tuned = fitted(row, device);
            if (std::ranges::count(tried, row.tuned) > 0 || !problem_of(row, device).empty())
                continue;
            tried.push_back(row.tuned);
            // Registers, say: the limits that a device tells are not all it has.
            try {
                measure(row);
            } catch (cl::Error const&) {
                continue;
            } catch (device_error const&) {
                continue;
            }
            if (row.speed.gkeys_per_s > best.speed.gkeys_per_s)
                best = row;
        }
    }
    return best;
}

void check(tuning_request const& request) {
    core::attempt const attempted{"opencl::tune", request.count, {}, "items"};
    if (request.count < 2)
        core::fail(attempted, "there is nothing to measure", "use a few million items");
    core::check_count(attempted, 16);
    if (request.types.empty() || request.value_bytes.empty())
        core::fail(attempted, "there are no types or no values", "leave these lists out, or name some");
    for (key_type const type : request.types)
        core::check_key_type(attempted, type);
    for (std::size_t const bytes : request.value_bytes)
        if (bytes != 0 && bytes != 4 && bytes != 8 && bytes != 16)
            core::fail(attempted, "values of " + std::to_string(bytes) + " bytes follow an index", "use 0, 4, 8 or 16");
    if (!request.path.empty())
        check_tuning_place(request.path);
}

// The device's own file. Its folder is ours to make.
std::filesystem::path default_path(device_facts const& device) {
    std::filesystem::path path = tuning_path(device);
    if (path.empty())
        throw invalid_argument("opencl::tune: there is no cache folder to keep the result in; name a file");
    std::error_code told_by_the_check;
    if (path.has_parent_path())
        std::filesystem::create_directories(path.parent_path(), told_by_the_check);
    check_tuning_place(path);
    return path;
}

// There are none in a file that is not there yet, or empty, as mktemp makes one.
std::vector<tuned_row> rows_so_far(std::filesystem::path const& path, device_facts const& device) {
    std::error_code missing;
    auto const bytes = std::filesystem::file_size(path, missing);
    return missing || bytes == 0 ? std::vector<tuned_row>() : read_tuning(path, device);
}

} // namespace

std::string tune(tuning_request const& request) {
    check(request);
    return attempting("opencl::tune", [&] {
        opened_device const on = open_device(request.device);
        device_facts const device = facts_of(on.device);
        std::filesystem::path const path =
            request.path.empty() ? default_path(device) : std::filesystem::path(request.path);
        std::vector<tuned_row> rows = rows_so_far(path, device);
        for (key_type const type : request.types)
            for (std::size_t const value_bytes : request.value_bytes) {
                std::size_t const width = key_bytes(type);
                std::erase_if(rows,
                              [&](auto& row) { return row.key_bytes == width && row.value_bytes == value_bytes; });
                rows.push_back(best_row(on, device, width, value_bytes, request));
                save_tuning(path, to_json(device, rows));
            }
        return path.string();
    });
}

} // namespace pradix::opencl
