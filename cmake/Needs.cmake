# SPDX-License-Identifier: GPL-3.0-or-later
#
# What is needed from elsewhere, and what to say where it is missing. In place of find_package and pkg_check_modules,
#
#     zermelo_find_package(NAME ARGUMENTS...)
#     zermelo_find_module(NAME MODULE)
#
# look for it quietly and end with one sentence that names the package to install.

# A package's name for CMake, its own name, and what Debian and Ubuntu, Fedora, Arch and Homebrew call it.
# docs/install.md has the lines that install all that a build needs.
set(ZERMELO_NEEDS
  "fmt|fmt|libfmt-dev|fmt-devel|fmt|fmt"
  "tl-expected|tl::expected|libexpected-dev|expected-devel|tl-expected|tl-expected"
  "nlohmann_json|JSON for Modern C++|nlohmann-json3-dev|json-devel|nlohmann-json|nlohmann-json"
  "TBB|oneTBB|libtbb-dev|tbb-devel|onetbb|tbb"
  "CLI11|CLI11|libcli11-dev|cli11-devel|cli11|cli11"
  "PkgConfig|pkg-config|pkgconf|pkgconf-pkg-config|pkgconf|pkgconf"
  "xxhash|xxHash|libxxhash-dev|xxhash-devel|xxhash|xxhash"
  "zstd|Zstandard|libzstd-dev|libzstd-devel|zstd|zstd"
  "yaml|LibYAML|libyaml-dev|libyaml-devel|libyaml|libyaml"
  "microhttpd|GNU libmicrohttpd|libmicrohttpd-dev|libmicrohttpd-devel|libmicrohttpd|libmicrohttpd"
  "GTest|GoogleTest|libgtest-dev|gtest-devel|gtest|googletest"
  "benchmark|Google Benchmark|libbenchmark-dev|google-benchmark-devel|benchmark|google-benchmark"
  "Python|Python 3.11 or newer with its headers|python3-dev|python3-devel|python|python"
  "Python3|Python 3|python3|python3|python|python")

# Ends the configuration: `name` is missing.
function(zermelo_missing name)
  if(name STREQUAL nanobind)
    message(FATAL_ERROR "zermelo needs nanobind for its Python module: install nanobind with pip for ${Python_EXECUTABLE}")
  endif()
  foreach(need IN LISTS ZERMELO_NEEDS)
    if(need MATCHES "^${name}[|](.*)[|](.*)[|](.*)[|](.*)[|](.*)$")
      message(FATAL_ERROR "zermelo needs ${CMAKE_MATCH_1}: install ${CMAKE_MATCH_2} (Debian, Ubuntu), "
        "${CMAKE_MATCH_3} (Fedora), ${CMAKE_MATCH_4} (Arch) or ${CMAKE_MATCH_5} (Homebrew)")
    endif()
  endforeach()
  message(FATAL_ERROR "cmake/Needs.cmake: nothing is said of ${name}")
endfunction()

macro(zermelo_find_package name)
  find_package(${name} ${ARGN} QUIET)
  if(NOT ${name}_FOUND)
    zermelo_missing(${name})
  endif()
endmacro()

macro(zermelo_find_module name module)
  pkg_check_modules(${name} QUIET IMPORTED_TARGET GLOBAL ${module})
  if(NOT ${name}_FOUND)
    zermelo_missing(${name})
  endif()
endmacro()
