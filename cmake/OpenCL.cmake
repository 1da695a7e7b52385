# SPDX-License-Identifier: MIT
# Sets pradix_has_opencl.

set(pradix_has_opencl OFF)
if(PRADIX_OPENCL STREQUAL "AUTO")
  find_package(OpenCL 1.2 QUIET)
  find_package(nlohmann_json QUIET)
  find_path(PRADIX_OPENCL_BINDINGS CL/opencl.hpp)
  mark_as_advanced(PRADIX_OPENCL_BINDINGS)
  if(OpenCL_FOUND AND nlohmann_json_FOUND AND PRADIX_OPENCL_BINDINGS)
    set(pradix_has_opencl ON)
  endif()
elseif(PRADIX_OPENCL)
  find_package(OpenCL 1.2 REQUIRED)
  find_package(nlohmann_json REQUIRED)
  find_path(PRADIX_OPENCL_BINDINGS CL/opencl.hpp REQUIRED)
  set(pradix_has_opencl ON)
endif()

if(pradix_has_opencl)
  message(STATUS "OpenCL backend: with ${OpenCL_LIBRARIES}")
else()
  message(STATUS "OpenCL backend: not built (PRADIX_OPENCL is ${PRADIX_OPENCL}; AUTO needs an OpenCL loader, "
                 "CL/opencl.hpp and nlohmann_json)")
endif()

# pradix_embed(OUTPUT FILES...): a C++ file with the contents of kernels, in this order, for src/opencl/source.hpp.
function(pradix_embed output)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D output=${output} "-Dfiles=${ARGN}" -P ${PROJECT_SOURCE_DIR}/cmake/EmbedKernels.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/EmbedKernels.cmake
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "Embedding the OpenCL kernels" VERBATIM)
endfunction()
