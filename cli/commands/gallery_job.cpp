// SPDX-License-Identifier: MIT
#include "cli/commands/gallery_job.hpp"

#include "cli/device_choice.hpp"
#include "cli/error.hpp"
#include "cli/key_flags.hpp"
#include "cli/key_text.hpp"
#include "cli/whole_number.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

#include <limits>

namespace pradix::cli {

namespace {

// What stands between commas, also if that is nothing.
std::vector<std::string> split(std::string_view list) {
    std::vector<std::string> parts;
    for (;;) {
        std::size_t const comma = list.find(',');
        parts.emplace_back(list.substr(0, comma));
        if (comma == list.npos)
            return parts;
        list.remove_prefix(comma + 1);
    }
}

} // namespace

void gallery_job::add_to(CLI::App& command) {
    command.add_option("NAME", algorithm, "The algorithm, as pradix gallery list names it")->required()->type_name("");
    command
        .add_option_function<std::string>(
            "--keys", [this](std::string const& list) { keys = split(list); },
            "Keys to sort: 7,14,4,1. If the first one is negative: --keys=-7,14")
        ->type_name("LIST");
    command.add_option("-t,--type", type, "Type of the keys: u32 u64 i32 i64 f32 f64. Default for --keys: u32")
        ->type_name("TYPE");
    add_bits(command, bits);
    auto const number = [&](std::string const& flag, unsigned& value, std::string const& text) {
        command.add_option(flag, value, text)
            ->transform(whole_number(1, std::numeric_limits<unsigned>::max()))
            ->type_name("N");
    };
    number("--radix-bits", how.radix_bits, "Bits of a digit, for algorithms that leave the choice: 1 to 8");
    number("--block", how.block, "Threads of a block, a power of two from 2 to 256");
    number("--groups", how.groups, "Groups of histogram-scan-reorder");
    command.add_option("--backend", backend, "opencl or cuda. Default: the one that has a device, CUDA first")
        ->type_name("NAME");
    command.add_option("--device", device, "Its number among the backend's devices (default 0) or part of its name")
        ->type_name("N|NAME");
}

gallery::platform gallery_job::platform() const {
    using gallery::platform;
    if (backend == "opencl")
        return platform::opencl;
    if (backend == "cuda")
        return platform::cuda;
    if (!backend.empty())
        fail("--backend: the gallery has no '{}'; it is opencl or cuda", backend);
    for (auto const each : {platform::cuda, platform::opencl})
        if (!gallery::devices(each).empty())
            return each;
    fail("gallery: neither CUDA nor OpenCL has a device here; install a driver, or PoCL (pocl-opencl-icd) for the CPU");
}

std::unique_ptr<gallery::machine> gallery_job::open_device(gallery::platform of) const {
    auto const devices = gallery::devices(of);
    if (devices.empty())
        fail("--backend {}: has no device here; install its driver, or omit --backend", gallery::name(of));
    return gallery::open(of, choose_device(device, devices, gallery::name(of)));
}

std::optional<key_type> gallery_job::wanted_type() const {
    if (type.empty())
        return std::nullopt;
    key_type const wanted = parse_key_type(type);
    if (!gallery::takes(wanted))
        fail("--type: the gallery does not sort {} keys; it is one of u32, u64, i32, i64, f32, f64", type);
    return wanted;
}

gallery::settings gallery_job::settings() const {
    gallery::settings complete = how;
    if (!bits.empty())
        complete.bits = parse_bits(bits);
    return complete;
}

key_array gallery_job::listed_keys() const {
    key_type const of = wanted_type().value_or(key_type::u32);
    std::size_t const width = key_bytes(of);
    key_array array{of, keys.size(), buffer(keys.size() * width)};
    for (std::size_t i = 0; i < keys.size(); ++i) {
        parse_result const got = parser_of(of)(keys[i], array.keys.data() + i * width);
        if (got != parse_result::ok)
            fail("--keys: {} {}; write for example --keys 7,14,4,1", in_quotes(keys[i]), complaint(got, of));
    }
    return array;
}

} // namespace pradix::cli
