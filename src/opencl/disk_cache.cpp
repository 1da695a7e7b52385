// SPDX-License-Identifier: MIT
#include "src/opencl/disk_cache.hpp"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>
#include <unistd.h>

namespace pradix::opencl {

namespace fs = std::filesystem;

namespace {

std::string variable(char const* name) {
    char const* const text = std::getenv(name);
    return text == nullptr ? "" : text;
}

fs::path file_of(std::string const& key) {
    fs::path const folder = cache_folder();
    return folder.empty() ? fs::path() : folder / (digest(key) + ".program");
}

// What a file begins with. The key is there in full, for digests can collide; the binary's digest finds damage, which
// drivers do not always survive.
std::string header_of(std::string const& key, std::string_view binary) {
    return "pradix program 1\n" + std::to_string(key.size()) + " " + std::to_string(binary.size()) + " " +
           digest(binary) + "\n" + key;
}

std::string_view as_text(std::vector<unsigned char> const& binary) {
    return {reinterpret_cast<char const*>(binary.data()), binary.size()};
}

} // namespace

fs::path cache_folder() {
    if (std::getenv("PRADIX_CACHE_DIR") != nullptr)
        return variable("PRADIX_CACHE_DIR");
    if (std::string const base = variable("XDG_CACHE_HOME"); !base.empty())
        return fs::path(base) / "pradix";
    if (std::string const home = variable("HOME"); !home.empty())
        return fs::path(home) / ".cache" / "pradix";
    return {};
}

std::string digest(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (char const each : text)
        hash = (hash ^ static_cast<unsigned char>(each)) * 0x100000001b3;
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4)
        digits += "0123456789abcdef"[hash >> shift & 15];
    return digits;
}

std::optional<std::vector<unsigned char>> load_program(std::string const& key) {
    std::ifstream file(file_of(key), std::ios::binary);
    std::ostringstream read;
    read << file.rdbuf(); // which tells of no error but by what is missing
    std::string const all = read.str();
    std::size_t const key_at = all.find('\n', all.find('\n') + 1) + 1;
    if (!file.is_open() || key_at == 0 || all.size() < key_at + key.size())
        return std::nullopt;
    std::string_view const binary = std::string_view(all).substr(key_at + key.size());
    if (all.compare(0, key_at + key.size(), header_of(key, binary)) != 0)
        return std::nullopt;
    return std::vector<unsigned char>(binary.begin(), binary.end());
}

void save_program(std::string const& key, std::vector<unsigned char> const& binary) {
    fs::path const path = file_of(key);
    if (path.empty() || binary.empty())
        return;
    std::error_code ignored;
    fs::create_directories(path.parent_path(), ignored);
    // Under another name first: who reads at the same time sees the old file or the new one.
    fs::path const unfinished = path.string() + "." + std::to_string(getpid());
    std::ofstream file(unfinished, std::ios::binary);
    file << header_of(key, as_text(binary)) << as_text(binary);
    file.close();
    if (file)
        fs::rename(unfinished, path, ignored);
    if (!file || ignored)
        fs::remove(unfinished, ignored);
}

} // namespace pradix::opencl
