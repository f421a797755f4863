# `cmake --install build --prefix DIR`: the program, the library (static and shared), its headers, and a CMake package.
#
#   find_package(Motley REQUIRED)
#   target_link_libraries(mine PRIVATE Motley::motley)          # planning and training; no MPI
#   target_link_libraries(mine PRIVATE Motley::mpi)             # and ranks as MPI processes
#
# Public headers are include/motley/*.h; what they include of src is installed in include/motley/internal.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
# What the folders' own lists have found, here again: targets of a package are known below its list only.
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)

# The library: all of src but the MPI transport. Objects are those of the folders' libraries.
set(objects "")
set(external "")
foreach(folder IN LISTS MOTLEY_SRC_FOLDERS)
  string(REPLACE "/" "_" target motley_${folder})
  get_target_property(type ${target} TYPE)
  if(folder STREQUAL "core/comm/mpi" OR NOT type STREQUAL "STATIC_LIBRARY")
    continue()
  endif()
  list(APPEND objects $<TARGET_OBJECTS:${target}>)
  foreach(isa avx2 avx512)
    if(TARGET ${target}_${isa})
      list(APPEND objects $<TARGET_OBJECTS:${target}_${isa}>)
    endif()
  endforeach()
  get_target_property(libraries ${target} LINK_LIBRARIES)
  list(FILTER libraries EXCLUDE REGEX "^(motley_|nlohmann_json)")
  list(APPEND external ${libraries})
endforeach()
list(REMOVE_DUPLICATES external)

foreach(kind static shared)
  string(TOUPPER ${kind} type)
  add_library(motley_${kind} ${type} ${objects})
  target_link_libraries(motley_${kind} PUBLIC ${external} ${CMAKE_DL_LIBS})
  target_include_directories(motley_${kind} INTERFACE
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/motley/internal>)
  target_compile_features(motley_${kind} INTERFACE cxx_std_20)
  set_target_properties(motley_${kind} PROPERTIES OUTPUT_NAME motley LINKER_LANGUAGE CXX)
endforeach()
set_target_properties(motley_shared PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
add_library(motley_mpi_archive STATIC $<TARGET_OBJECTS:motley_core_comm_mpi>)
set_target_properties(motley_mpi_archive PROPERTIES OUTPUT_NAME motley_mpi LINKER_LANGUAGE CXX)
find_package(MPI COMPONENTS CXX)
if(MPI_CXX_FOUND)
  target_link_libraries(motley_mpi_archive PUBLIC MPI::MPI_CXX)
endif()

# Sets `out` to the headers of src that the public headers include, directly or not.
function(motley_internal_headers out)
  file(GLOB pending CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/include/motley/*.h)
  set(found "")
  while(pending)
    list(POP_FRONT pending file)
    file(STRINGS ${file} lines REGEX "^#include \"(core|tensor|nbody)/")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "#include \"(.*)\".*" "\\1" header "${line}")
      if(NOT header IN_LIST found)
        list(APPEND found ${header})
        list(APPEND pending ${CMAKE_SOURCE_DIR}/src/${header})
      endif()
    endforeach()
  endwhile()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

motley_internal_headers(headers)
foreach(header IN LISTS headers)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${CMAKE_SOURCE_DIR}/src/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/motley/internal/${folder})
endforeach()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/motley DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS motley RUNTIME)
install(TARGETS motley_static motley_shared motley_mpi_archive EXPORT MotleyTargets)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Motley)
install(EXPORT MotleyTargets NAMESPACE Motley:: DESTINATION ${package})
set(MOTLEY_WITH_MPI ${MPI_CXX_FOUND})
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/MotleyConfig.cmake.in ${CMAKE_BINARY_DIR}/MotleyConfig.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/MotleyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/MotleyConfig.cmake ${CMAKE_BINARY_DIR}/MotleyConfigVersion.cmake DESTINATION ${package})
