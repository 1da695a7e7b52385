// SPDX-License-Identifier: MIT
// Names of key types and the version.
#include <pradix/key.hpp>
#include <pradix/version.hpp>

#include <algorithm>
#include <iterator>

namespace pradix {

namespace {

constexpr std::string_view names[] = {"u8",  "u16",  "u32", "u64",  "u128", "i8",  "i16", "i32",
                                      "i64", "i128", "f16", "bf16", "f32",  "f64", "bool"};
static_assert(std::size(names) == key_type_count);

} // namespace

std::string_view name(key_type type) noexcept {
    auto const index = static_cast<std::size_t>(type);
    return index < std::size(names) ? names[index] : "unknown";
}

std::optional<key_type> key_type_from_name(std::string_view name) noexcept {
    auto const* const found = std::find(std::begin(names), std::end(names), name);
    if (found == std::end(names))
        return std::nullopt;
    return static_cast<key_type>(found - std::begin(names));
}

#define PRADIX_TEXT_OF(number) #number
#define PRADIX_TEXT(number) PRADIX_TEXT_OF(number)

char const* version() noexcept {
    return PRADIX_TEXT(PRADIX_VERSION_MAJOR) "." PRADIX_TEXT(PRADIX_VERSION_MINOR) "." PRADIX_TEXT(
        PRADIX_VERSION_PATCH);
}

} // namespace pradix
