# SPDX-License-Identifier: MIT
# cmake -D input=NAME.cl -D output=NAME.cl.hpp -P EmbedSource.cmake: a header with the text as `NAME_source`.
get_filename_component(name ${input} NAME_WE)
file(READ ${input} text)
file(WRITE ${output} "// Made from ${name}.cl by EmbedSource.cmake.
#pragma once

namespace pradix::gallery::opencl {

inline constexpr char ${name}_source[] = R\"cl(${text})cl\";

} // namespace pradix::gallery::opencl
")
