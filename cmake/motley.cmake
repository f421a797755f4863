# The house's build functions: one library per folder of src, one test program per folder of tests.
#
#   motley_folder([LIBRARIES external...])      in src/FOLDER/CMakeLists.txt and apps/PROGRAM/CMakeLists.txt
#   motley_test(NAME [SOURCES ...] [LIBRARIES ...] [LABEL slow] [SPLIT|SLOW|LARGE ...])  in tests/FOLDER/CMakeLists.txt
#   motley_bench(NAME [OWN_MAIN] [SOURCES ...] [LIBRARIES ...])                in bench/FOLDER/CMakeLists.txt
#   motley_vector_sources(TARGET source...)     for each instruction set

# docs/layers.txt, read once: MOTLEY_FOLDERS in file order, and MOTLEY_ROW_<folder> for each.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/docs/layers.txt)
file(STRINGS ${CMAKE_SOURCE_DIR}/docs/layers.txt rows REGEX "^[^#]+:")
set(MOTLEY_FOLDERS "")
foreach(row IN LISTS rows)
  string(REGEX REPLACE "#.*" "" row "${row}")
  string(REGEX MATCH "^([^: ]+) *:(.*)$" matched "${row}")
  list(APPEND MOTLEY_FOLDERS ${CMAKE_MATCH_1})
  string(REGEX MATCHALL "[^ ]+" MOTLEY_ROW_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
endforeach()

# The folders of src that are there to be built.
set(MOTLEY_SRC_FOLDERS "")
foreach(folder IN LISTS MOTLEY_FOLDERS)
  if(EXISTS ${CMAKE_SOURCE_DIR}/src/${folder}/CMakeLists.txt)
    list(APPEND MOTLEY_SRC_FOLDERS ${folder})
  endif()
endforeach()

# Sets `out` to the .cpp files at and below the current folder, leaving out subfolders with a
# CMakeLists.txt of their own.
function(motley_sources out)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  file(GLOB_RECURSE lists CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt)
  list(REMOVE_ITEM lists ${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt)
  foreach(nested IN LISTS lists)
    get_filename_component(nested ${nested} DIRECTORY)
    list(FILTER sources EXCLUDE REGEX "^${nested}/")
  endforeach()
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# Compiles the sources of `target` in groups of `size` (0: all at once), where unity builds are on.
function(motley_unity target size)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${MOTLEY_UNITY} UNITY_BUILD_BATCH_SIZE ${size})
endfunction()

# Builds the current folder: src/tensor/ir becomes the library motley_tensor_ir, apps/motley the
# program build/motley. It links the folders of its row and the external libraries given here.
# A folder without sources (headers alone, or still empty) becomes an interface library.
function(motley_folder)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "LIBRARIES")
  file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  string(REGEX REPLACE "^src/(.*)$" "\\1" folder ${folder})
  if(NOT folder IN_LIST MOTLEY_FOLDERS)
    message(FATAL_ERROR "docs/layers.txt has no row for ${folder}")
  endif()

  set(row ${MOTLEY_ROW_${folder}})
  if(row STREQUAL "*" OR "motley" IN_LIST row)  # the public headers reach all of src
    set(row ${MOTLEY_SRC_FOLDERS})
  endif()
  set(libraries fmt::fmt ${arg_LIBRARIES})
  foreach(other IN LISTS row)
    if(NOT other IN_LIST MOTLEY_FOLDERS)
      message(FATAL_ERROR "docs/layers.txt: the row of ${folder} names ${other}, which has no row")
    endif()
    if(other IN_LIST MOTLEY_SRC_FOLDERS)
      string(REPLACE "/" "_" target motley_${other})
      list(APPEND libraries ${target})
    endif()
  endforeach()

  motley_sources(sources)
  if(folder MATCHES "^apps/(.*)")
    set(target ${CMAKE_MATCH_1})
    add_executable(${target} ${sources})
    motley_unity(${target} 12)
    # Subcommands parse and print: at -O1 they compile a quarter faster, and the libraries do the work.
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/include)
    target_link_libraries(${target} PRIVATE ${libraries})
    return()
  endif()
  string(REPLACE "/" "_" target motley_${folder})
  set(scope INTERFACE)
  if(sources)
    set(scope PUBLIC)
    add_library(${target} STATIC ${sources})
    motley_unity(${target} 12)
  else()
    add_library(${target} INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${target} ${scope} ${libraries})
endfunction()

# Compiles sources that are part of `target` once more for each wider instruction set of x86; see
# src/core/base/vector_isa.h.
function(motley_vector_sources target)
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    return()
  endif()
  set(avx2 -O3 -mavx2 -mfma)
  set(avx512 -O3 -mavx512f -mavx512dq -mavx512bw -mavx512vl -mavx2 -mfma -mprefer-vector-width=512)
  foreach(isa avx2 avx512)
    add_library(${target}_${isa} OBJECT ${ARGN})
    target_compile_options(${target}_${isa} PRIVATE ${${isa}})
    target_include_directories(${target}_${isa} PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/tests)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_${isa}>)
  endforeach()
endfunction()

# Declares the program NAME of the current tests or bench folder. SOURCES default to `pattern`,
# LIBRARIES to the folder's own library (tests/core/io links motley_core_io).
function(motley_check_program name pattern)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;LIBRARIES")
  if(NOT arg_SOURCES)
    file(GLOB arg_SOURCES CONFIGURE_DEPENDS ${pattern})
  endif()
  if(NOT arg_LIBRARIES)
    file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
    string(REGEX REPLACE "^[^/]*/(.*)$" "\\1" folder ${folder})
    string(REPLACE "/" "_" arg_LIBRARIES motley_${folder})
  endif()
  add_executable(${name} ${arg_SOURCES})
  motley_unity(${name} 12)
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE MOTLEY_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
endfunction()

# A test's own sources compile a fifth faster at -O1, and the libraries do the work.
set(MOTLEY_TEST_OPTIONS $<$<CONFIG:Release>:-O1>)

# Seconds that a fast and a slow test have before they count as stuck, on a machine that is busy with other
# things: several times what they take.
set(MOTLEY_FAST_SECONDS 240)
set(MOTLEY_SLOW_SECONDS 1800)
if(MOTLEY_SANITIZE)
  set(MOTLEY_FAST_SECONDS 600)
  set(MOTLEY_SLOW_SECONDS 18000)
endif()

# Adds the ctest entry `name`: the tests of the program `target` that `filter` (--gtest_filter) selects.
# A filter that selects none fails.
function(motley_test_entry name target filter label)
  add_test(NAME ${name} COMMAND ${target} --gtest_brief=1 --gtest_filter=${filter})
  set(timeout ${MOTLEY_FAST_SECONDS})
  if(NOT label STREQUAL "fast")
    set(timeout ${MOTLEY_SLOW_SECONDS})
  endif()
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT ${timeout}
                       ENVIRONMENT "${MOTLEY_TEST_ENVIRONMENT}"
                       FAIL_REGULAR_EXPRESSION "] 0 tests from 0 test suites ran")
endfunction()

# The GoogleTest program test_NAME. Without SOURCES: every test_*.cpp here. Its tests are one ctest entry,
# NAME. LABEL slow: a program and an entry of `make test-all` alone; else the entry is fast. Where that takes
# too long, some tests get entries of their own, and NAME runs the others:
#
#   SPLIT ENTRY FILTER ...   more fast entries, which run in parallel
#   SLOW ENTRY FILTER ...    entries of `make test-all` alone
#   LARGE ENTRY FILTER ...   the same, for tests that read ../shared; ctest lists them as skipped without it
function(motley_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "SOURCES;LIBRARIES;SPLIT;SLOW;LARGE")
  motley_check_program(test_${name} test_*.cpp SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES})
  target_link_libraries(test_${name} PRIVATE GTest::gtest_main)
  target_compile_options(test_${name} PRIVATE ${MOTLEY_TEST_OPTIONS})
  if(NOT arg_LABEL)
    set(arg_LABEL fast)
  elseif(arg_LABEL STREQUAL "slow")
    set_target_properties(test_${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    set_property(GLOBAL APPEND PROPERTY MOTLEY_SLOW_PROGRAMS test_${name})
  endif()
  set(apart "")
  foreach(kind SPLIT SLOW LARGE)
    set(label slow)
    if(kind STREQUAL "SPLIT")
      set(label fast)
    endif()
    while(arg_${kind})
      list(POP_FRONT arg_${kind} entry filter)
      motley_test_entry(${entry} test_${name} ${filter} ${label})
      if(kind STREQUAL "LARGE")
        set_tests_properties(${entry} PROPERTIES SKIP_REGULAR_EXPRESSION "SKIPPED")
      endif()
      list(APPEND apart ${filter})
    endwhile()
  endforeach()
  list(JOIN apart ":" apart)
  motley_test_entry(${name} test_${name} "*-${apart}" ${arg_LABEL})
endfunction()

# The program bench_NAME, run by `make bench`; one of Google Benchmark unless it has its own main.
# Without SOURCES: every bench_*.cpp here.
function(motley_bench name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "OWN_MAIN" "" "SOURCES;LIBRARIES")
  motley_check_program(bench_${name} bench_*.cpp SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES})
  if(NOT arg_OWN_MAIN)
    target_link_libraries(bench_${name} PRIVATE benchmark::benchmark_main)
  endif()
  set_property(GLOBAL APPEND PROPERTY MOTLEY_BENCHES bench_${name})
endfunction()
