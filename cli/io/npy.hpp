// SPDX-License-Identifier: MIT
// The header of NumPy's .npy files, versions 1.0 to 3.0: a magic string, a length, and a Python dictionary as text.
#pragma once

#include <pradix/key.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pradix::cli {

/// How such files begin.
inline constexpr std::string_view npy_magic = "\x93NUMPY";

struct npy_header {
    std::string descr; ///< element type as NumPy writes it: "<u4", "|b1"
    bool fortran_order = false;
    std::vector<std::uint64_t> shape;
    std::string bytes; ///< the whole header as it stands in the file
};

/// Fills the memory from the file and returns how many bytes there were.
using byte_source = std::function<std::size_t(void* data, std::size_t size)>;

/// Reads the header and nothing behind it. Throws error naming `file` if it is not a valid .npy header.
npy_header read_npy_header(byte_source const& read, std::string_view file);

/// The type of a one-dimensional, little-endian array of numbers. Throws error saying what to do in NumPy for others.
key_type npy_key_type(npy_header const& header, std::string_view file);

/// Bytes of data that the header promises for an array in C order of plain elements; throws error for others.
std::size_t npy_data_bytes(npy_header const& header, std::string_view file);

/// The header of a one-dimensional array of keys. Throws error for types that NumPy does not have.
std::string make_npy_header(key_type type, std::size_t count);

} // namespace pradix::cli
