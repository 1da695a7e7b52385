# SPDX-License-Identifier: MIT
# cmake -D output=FILE.cpp -D files=LIST -P EmbedKernels.cmake
# Writes the files as arrays of bytes: no quoting, no limit on the length of a string.

set(arrays "")
set(rows "")
foreach(file IN LISTS files)
  string(MAKE_C_IDENTIFIER ${file} identifier)
  string(REGEX REPLACE "^.*kernels/" "" name ${file})
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "constexpr char ${identifier}[] = {${bytes}};\n")
  string(APPEND rows "    {\"${name}\", {${identifier}, sizeof ${identifier}}},\n")
endforeach()
file(WRITE ${output} "// Made from the kernels by cmake/EmbedKernels.cmake.
#include \"src/opencl/source.hpp\"

namespace pradix::opencl {

namespace {

${arrays}
constexpr kernel_file files[] = {
${rows}};

} // namespace

std::span<kernel_file const> kernel_files() {
    return files;
}

} // namespace pradix::opencl
")
