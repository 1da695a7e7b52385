# SPDX-License-Identifier: MIT
# Sets pradix_has_cuda, and enables the language if so.

set(pradix_has_cuda OFF)
if(PRADIX_CUDA STREQUAL "AUTO")
  include(CheckLanguage)
  check_language(CUDA)
  find_package(CUDAToolkit 12 QUIET)
  if(CMAKE_CUDA_COMPILER AND CUDAToolkit_FOUND)
    set(pradix_has_cuda ON)
  endif()
elseif(PRADIX_CUDA)
  set(pradix_has_cuda ON)
endif()

if(pradix_has_cuda)
  set(CMAKE_CUDA_ARCHITECTURES ${PRADIX_CUDA_ARCHITECTURES})
  enable_language(CUDA)
  find_package(CUDAToolkit 12 REQUIRED)
  # Kernels are optimised in every build: a debug build of them measures and finds other things than users run.
  string(APPEND CMAKE_CUDA_FLAGS_DEBUG " -O3 -lineinfo")
  message(STATUS "CUDA backend: nvcc ${CMAKE_CUDA_COMPILER_VERSION}, for ${CMAKE_CUDA_ARCHITECTURES}")
else()
  message(STATUS "CUDA backend: not built (PRADIX_CUDA is ${PRADIX_CUDA}; AUTO needs nvcc 12 or later)")
endif()
