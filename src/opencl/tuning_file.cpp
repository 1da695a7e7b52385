// SPDX-License-Identifier: MIT
#include "src/opencl/tuning_file.hpp"

#include "src/opencl/disk_cache.hpp"
#include "src/opencl/replacement.hpp"

#include <pradix/error.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string_view>
#include <system_error>

namespace pradix::opencl {

namespace fs = std::filesystem;

namespace {

constexpr char schema[] = "pradix.opencl-tuning/1";

[[noreturn]] void fail(fs::path const& path, std::string const& wrong,
                       char const* advice = "remove it, and make it anew with pradix tune") {
    throw invalid_argument("OpenCL tuning file " + path.string() + ": " + wrong + "; " + advice);
}

constexpr std::string_view shape_names[] = {"chunks", "tiles", "ballots"}; // in the order of kernel_shape

std::string_view name_of(kernel_shape shape) {
    return shape_names[static_cast<std::size_t>(shape)];
}

kernel_shape shape_of(std::string const& name) {
    auto const* const found = std::ranges::find(shape_names, name);
    if (found == std::end(shape_names))
        throw std::runtime_error("shape \"" + name + "\" is none of chunks, tiles and ballots");
    return static_cast<kernel_shape>(found - shape_names);
}

tuned_row row_of(nlohmann::json const& from, device_facts const& device) {
    auto const& speed = from.at("measured");
    tuned_row row{from.at("key_bytes"), from.at("value_bytes"), {}, {speed.at("count"), speed.at("gkeys_per_s")}};
    row.tuned = {.shape = shape_of(from.at("shape")),
                 .radix_bits = from.at("radix_bits"),
                 .group_size = from.at("group_size"),
                 .items = from.at("items"),
                 .line_items = from.at("line_items"),
                 .groups = from.at("groups"),
                 .alone_items = from.at("alone_items"),
                 .cached_bytes = from.at("cached_bytes"),
                 .subgroup = device.subgroup};
    return row;
}

// Rows by the file and the device that they were read for; none if there was no file.
struct known_rows {
    std::mutex access;
    std::map<std::pair<fs::path, std::string>, std::vector<tuned_row>> of_files;
};

known_rows& known() {
    static auto* const all = new known_rows; // threads may sort for longer than main runs
    return *all;
}

void forget(fs::path const& path) {
    std::lock_guard const lock(known().access);
    std::erase_if(known().of_files, [&](auto const& each) {
        std::error_code missing;
        return each.first.first == path || fs::equivalent(each.first.first, path, missing);
    });
}

// As they are now.
std::vector<tuned_row> rows_in_use(fs::path const& path, device_facts const& device) {
    if (std::error_code unknown; fs::exists(path, unknown))
        return read_tuning(path, device);
    if (char const* const named = std::getenv("PRADIX_OPENCL_TUNING"); named != nullptr && path == named)
        fail(path, "PRADIX_OPENCL_TUNING names it, and it cannot be read", "name another one, or unset the variable");
    return {};
}

} // namespace

std::vector<tuned_row> read_tuning(fs::path const& path, device_facts const& device) {
    std::vector<tuned_row> rows;
    try {
        std::ifstream file(path);
        auto const all = nlohmann::json::parse(file, nullptr, false);
        if (!all.is_object() || !all.contains("schema"))
            fail(path, "it is not what pradix tune writes", "name another file");
        if (all.at("schema") != schema)
            fail(path, "its schema is not " + std::string(schema));
        for (auto const& each : all.at("rows"))
            rows.push_back(row_of(each, device));
    } catch (std::runtime_error const& problem) {
        if (dynamic_cast<error const*>(&problem) != nullptr)
            throw;
        fail(path, problem.what());
    } catch (nlohmann::json::exception const& problem) {
        fail(path, problem.what());
    }
    for (tuned_row const& row : rows)
        if (std::string const wrong = problem_of(row, device); !wrong.empty())
            fail(path, "the row for keys of " + std::to_string(row.key_bytes) + " bytes has " + wrong);
    return rows;
}

fs::path tuning_path(device_facts const& device) {
    if (char const* const named = std::getenv("PRADIX_OPENCL_TUNING"); named != nullptr && *named != '\0')
        return named;
    fs::path folder = cache_folder();
    if (folder.empty())
        return folder;
    return folder / ("opencl-tuning-" + digest(device.name + "\n" + device.driver + "\n" + schema) + ".json");
}

std::vector<tuned_row> tuned_rows(device_facts const& device) {
    fs::path const path = tuning_path(device);
    if (path.empty())
        return {};
    // Once, and not when it changes: scratch that somebody has asked for must remain enough.
    std::lock_guard const lock(known().access);
    auto& of_files = known().of_files;
    std::pair const key{path, device.name + "\n" + device.driver};
    auto found = of_files.find(key);
    if (found == of_files.end())
        found = of_files.emplace(key, rows_in_use(path, device)).first;
    return found->second;
}

std::optional<tuning> measured_tuning(device_facts const& device, std::size_t key_bytes, std::size_t value_bytes) {
    for (tuned_row const& row : tuned_rows(device))
        if (row.key_bytes == key_bytes && row.value_bytes == value_bytes)
            return row.tuned;
    return std::nullopt;
}

std::string to_json(device_facts const& device, std::vector<tuned_row> const& rows) {
    nlohmann::ordered_json object = {{"schema", schema},
                                     {"device", device.name},
                                     {"driver", device.driver},
                                     {"rows", nlohmann::ordered_json::array()}};
    for (tuned_row const& row : rows)
        object["rows"].push_back({{"key_bytes", row.key_bytes},
                                  {"value_bytes", row.value_bytes},
                                  {"shape", name_of(row.tuned.shape)},
                                  {"radix_bits", row.tuned.radix_bits},
                                  {"group_size", row.tuned.group_size},
                                  {"items", row.tuned.items},
                                  {"line_items", row.tuned.line_items},
                                  {"groups", row.tuned.groups},
                                  {"alone_items", row.tuned.alone_items},
                                  {"cached_bytes", row.tuned.cached_bytes},
                                  {"measured", {{"count", row.speed.count}, {"gkeys_per_s", row.speed.gkeys_per_s}}}});
    return object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void check_tuning_place(fs::path const& path) {
    replacement const trial(path); // removed at once
}

void save_tuning(fs::path const& path, std::string const& json) {
    replacement file(path);
    file.write(json);
    file.put_in_place();
    forget(path);
}

std::string problem_of(tuned_row const& row, device_facts const& device) {
    tuning const& t = row.tuned;
    auto const is = [](char const* name, auto value, std::string const& allowed) {
        return std::string(name) + " " + std::to_string(value) + ", not " + allowed;
    };
    bool const chunks = t.shape == kernel_shape::chunks;
    if (t.radix_bits < 4 || t.radix_bits > 12)
        return is("radix_bits", t.radix_bits, "4 to 12");
    if (chunks && t.group_size != 1)
        return is("group_size", t.group_size, "1, as chunks have");
    if (!chunks && (t.group_size < least_group_size || t.group_size > device.most_work_items ||
                    !std::has_single_bit(t.group_size)))
        return is("group_size", t.group_size,
                  "a power of two from " + std::to_string(least_group_size) + " to what the device can");
    if (t.shape == kernel_shape::ballots && t.subgroup.ballots == ballot_way::local_memory)
        return "shape ballots, which the device has not";
    if (t.shape == kernel_shape::ballots && t.group_size % t.subgroup.size != 0)
        return is("group_size", t.group_size, "a multiple of the device's sub-groups");
    if (t.items < 1 || t.items > 64 || (!chunks && t.tile() > 0xFFFF))
        return is("items", t.items, "1 to 64, with tiles under 65,536");
    if (chunks && (t.line_items > most_line_items || !std::has_single_bit(t.line_items)))
        return is("line_items", t.line_items, "a power of two up to 128");
    if (t.groups < 1 || t.groups > 1u << 20)
        return is("groups", t.groups, "1 to 1048576");
    if (!chunks && t.alone_items > t.tile())
        return is("alone_items", t.alone_items, "one tile at the most");
    if (std::size_t const local = local_bytes(t, row.key_bytes, row.value_bytes, 8); local > device.local_bytes)
        return is("local memory of", local, "as little as the device has");
    return {};
}

} // namespace pradix::opencl
