// SPDX-License-Identifier: MIT
// Chooses the format of a file.
#include "cli/io/format.hpp"

#include "cli/error.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace pradix::cli {
namespace {

constexpr std::array<std::string_view, 4> format_names = {"raw", "npy", "text", "csv"};

} // namespace

std::string_view name(file_format format) {
    return format_names[static_cast<std::size_t>(format)];
}

std::string extension_of(std::string const& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return extension;
}

std::optional<file_format> format_of_extension(std::string const& path) {
    std::string const extension = extension_of(path);
    if (extension == ".npy")
        return file_format::npy;
    if (extension == ".csv" || extension == ".tsv")
        return file_format::csv;
    if (extension == ".txt")
        return file_format::text;
    return std::nullopt;
}

char usual_delimiter(std::string const& path) {
    return extension_of(path) == ".tsv" ? '\t' : ',';
}

file_format parse_format(std::string_view text, std::string_view option) {
    for (std::size_t i = 0; i < format_names.size(); ++i)
        if (format_names[i] == text)
            return static_cast<file_format>(i);
    fail("{}: there is no format '{}'; it is one of raw, npy, text, csv", option, text);
}

file_format choose_format(std::string const& path, std::string_view override_name) {
    if (override_name.empty())
        return format_of_extension(path).value_or(file_format::raw);
    return parse_format(override_name, "--format");
}

} // namespace pradix::cli
