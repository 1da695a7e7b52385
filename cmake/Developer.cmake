# SPDX-License-Identifier: MIT
# Flags that only this project's own targets see, never its consumers: link them to pradix_private.

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endif()

add_library(pradix_private INTERFACE)
target_compile_features(pradix_private INTERFACE cxx_std_20)
# A project that carries pradix and names no build type would get a sort that is many times slower.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  target_compile_options(pradix_private INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-O3>)
endif()
target_compile_options(pradix_private INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion>
  $<$<COMPILE_LANGUAGE:CUDA>:-Wall -Wextra>)
if(PRADIX_DEVELOPER)
  target_compile_options(pradix_private INTERFACE
    $<$<COMPILE_LANGUAGE:C,CXX>:-Werror>
    $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>)
endif()

# Sanitizers need every object built alike, so they are directory-wide.
if(PRADIX_SANITIZE)
  add_compile_options(-fsanitize=${PRADIX_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PRADIX_SANITIZE})
endif()

# For what tests run a moment only: with sanitizers, optimising it would take longer.
add_library(pradix_briefly_run INTERFACE)
if(PRADIX_SANITIZE)
  target_compile_options(pradix_briefly_run INTERFACE -O0)
endif()
