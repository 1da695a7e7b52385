// SPDX-License-Identifier: MIT
#include "src/opencl/program.hpp"

#include "src/opencl/disk_cache.hpp"
#include "src/opencl/source.hpp"

#include <pradix/error.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>

namespace pradix::opencl {

namespace {

constexpr std::string_view chunk_files[] = {"sort_plan.h",    "group.cl",         "key.cl",
                                            "items.cl",       "scan.cl",          "finish.cl",
                                            "chunk/count.cl", "chunk/reorder.cl", "chunk/alone.cl"};
constexpr std::string_view tile_files[] = {"sort_plan.h",     "group.cl",     "key.cl",        "items.cl",
                                           "scan.cl",         "finish.cl",    "tile/count.cl", "tile/split.cl",
                                           "tile/reorder.cl", "tile/alone.cl"};
constexpr std::string_view ballot_files[] = {
    "sort_plan.h", "group.cl",      "key.cl",         "items.cl",          "ballot/subgroup.cl", "scan.cl",
    "finish.cl",   "tile/count.cl", "ballot/rank.cl", "ballot/reorder.cl", "ballot/alone.cl"};
constexpr std::string_view gather_files[] = {"gather.cl"};

std::string text_of(program_source const& source) {
    std::string text;
    for (std::string_view const wanted : source.files)
        for (kernel_file const& each : kernel_files())
            if (each.name == wanted)
                text.append(each.text).append("\n");
    return text;
}

template <class Number>
std::string define(char const* name, Number value) {
    return std::string(" -D ") + name + "=" + std::to_string(value);
}

char const* ballot_option(ballot_way ballots) {
    return ballots == ballot_way::khronos  ? " -D BALLOT_KHRONOS"
           : ballots == ballot_way::nvidia ? " -D BALLOT_NVIDIA"
                                           : "";
}

// One line, as messages are.
std::string flattened(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text.substr(0, 2000);
}

cl::Program compiled(cl::Context const& context, cl::Device const& device, std::string const& text,
                     std::string const& options) {
    cl::Program program(context, text);
    try {
        program.build(device, options.c_str());
    } catch (cl::BuildError const& error) {
        if (error.err() != CL_BUILD_PROGRAM_FAILURE)
            throw;
        std::string log;
        for (auto const& [where, words] : error.getBuildLog())
            log += words;
        throw device_error("building the OpenCL kernels for " + device.getInfo<CL_DEVICE_NAME>() +
                           ": the compiler says: " + flattened(log) +
                           "; please report this with the output of pradix info");
    }
    return program;
}

// Whatever the driver does not like about an old binary, there is the source.
bool restore(cl::Context const& context, cl::Device const& device, program_source const& source, std::string const& key,
             cl::Program& program) {
    auto const binary = load_program(key);
    if (!binary)
        return false;
    try {
        program = cl::Program(context, {device}, {*binary});
        program.build(device, source.options.c_str());
        return true;
    } catch (cl::Error const&) {
        return false;
    }
}

cl::Program loaded_or_compiled(cl::Context const& context, cl::Device const& device, program_source const& source) {
    std::string const text = text_of(source);
    std::string const key = device.getInfo<CL_DEVICE_NAME>() + "\n" + device.getInfo<CL_DEVICE_VERSION>() + "\n" +
                            device.getInfo<CL_DRIVER_VERSION>() + "\n" + source.options + "\n" + digest(text) + "\n";
    cl::Program program;
    if (restore(context, device, source, key, program))
        return program;
    program = compiled(context, device, text, source.options);
    auto const devices = program.getInfo<CL_PROGRAM_DEVICES>();
    auto const binaries = program.getInfo<CL_PROGRAM_BINARIES>();
    for (std::size_t i = 0; i < devices.size(); ++i)
        if (devices[i]() == device())
            save_program(key, binaries[i]);
    return program;
}

// Programs of this process. Never destroyed: drivers may be gone before static objects are.
struct program_cache {
    std::mutex access;
    std::map<std::tuple<cl_context, cl_device_id, std::string>, cl::Program> programs;

    static program_cache& instance() {
        static auto* const only = new program_cache;
        return *only;
    }
};

} // namespace

program_source sort_source(tuning const& tuned, std::size_t key_bytes, std::size_t value_bytes, unsigned offset_bytes) {
    bool const needs_subgroups = tuned.shape == kernel_shape::ballots && tuned.subgroup.ballots == ballot_way::khronos;
    std::string const options = (needs_subgroups ? "-cl-std=CL3.0" : "-cl-std=CL1.2") + define("KEY_BYTES", key_bytes) +
                                define("VALUE_BYTES", value_bytes) + define("OFFSET_BYTES", offset_bytes) +
                                define("BINS", tuned.bins()) + define("GROUP_SIZE", tuned.group_size);
    switch (tuned.shape) {
    case kernel_shape::chunks:
        return {chunk_files, options + define("LINE_ITEMS", tuned.line_items)};
    case kernel_shape::tiles:
        return {tile_files, options + define("ITEMS", tuned.items)};
    default:
        return {ballot_files, options + define("ITEMS", tuned.items) + define("SUBGROUP_SIZE", tuned.subgroup.size) +
                                  ballot_option(tuned.subgroup.ballots)};
    }
}

program_source gather_source(std::size_t unit_bytes, std::size_t index_bytes) {
    return {gather_files, "-cl-std=CL1.2" + define("UNIT_BYTES", unit_bytes) + define("INDEX_BYTES", index_bytes)};
}

cl::Program program_for(cl::Context const& context, cl::Device const& device, program_source const& source) {
    auto& cache = program_cache::instance();
    // Held while a program is built, so that it is built once.
    std::lock_guard const lock(cache.access);
    // The last file tells which source it is.
    std::string const what = std::string(source.files.back()) + source.options;
    auto const [at, is_new] = cache.programs.try_emplace({context(), device(), what});
    if (is_new)
        try {
            at->second = loaded_or_compiled(context, device, source);
        } catch (...) {
            cache.programs.erase(at);
            throw;
        }
    return at->second;
}

void release_programs() {
    auto& cache = program_cache::instance();
    std::lock_guard const lock(cache.access);
    cache.programs.clear();
}

} // namespace pradix::opencl
