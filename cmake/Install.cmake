# SPDX-License-Identifier: MIT
# What `cmake --install` copies: headers, the library with its CMake package and pkg-config file, the tool if built.
# Every installed file finds its neighbours by relative paths, so the prefix may be moved afterwards.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pradix)

install(TARGETS pradix EXPORT pradixTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/pradix DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")

if(TARGET pradix_tool)
  file(RELATIVE_PATH tool_to_library "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
  set_target_properties(pradix_tool PROPERTIES INSTALL_RPATH "$ORIGIN/${tool_to_library}")
  install(TARGETS pradix_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# A static library leaves its own needs to whoever links it; a shared one has linked them already.
get_target_property(library_type pradix TYPE)
set(pradix_is_static OFF)
set(pradix_needs_cudart OFF)
set(pradix_needs_opencl OFF)
if(library_type STREQUAL "STATIC_LIBRARY")
  set(pradix_is_static ON)
  set(pkgconfig_private_libraries "-pthread -lstdc++ -lm")
  if(pradix_has_cuda)
    set(pradix_needs_cudart ON)
    string(APPEND pkgconfig_private_libraries " -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -lrt")
  endif()
  if(pradix_has_opencl)
    set(pradix_needs_opencl ON)
    string(APPEND pkgconfig_private_libraries " -lOpenCL")
  endif()
  string(APPEND pkgconfig_private_libraries " -ldl") # drivers are looked for in every build
endif()

install(EXPORT pradixTargets NAMESPACE pradix:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/pradixConfig.cmake.in ${PROJECT_BINARY_DIR}/pradixConfig.cmake
                              INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pradixConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pradixConfig.cmake ${PROJECT_BINARY_DIR}/pradixConfigVersion.cmake
        DESTINATION ${package_dir})

file(RELATIVE_PATH pkgconfig_to_prefix "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
foreach(directory IN ITEMS LIBDIR INCLUDEDIR) # which may be absolute
  set(pkgconfig_${directory} "\${prefix}")
  cmake_path(APPEND pkgconfig_${directory} "${CMAKE_INSTALL_${directory}}")
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/cmake/pradix.pc.in ${PROJECT_BINARY_DIR}/pradix.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/pradix.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
