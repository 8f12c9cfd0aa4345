# SPDX-License-Identifier: GPL-3.0-or-later
#
# zermelo_embed(TARGET NAME FILES...)
#
# Compiles the bytes of FILES into TARGET, so that the program needs no folder of data beside it. They are reached by
#
#     #include "zermelo/base/embedded.hpp"
#     namespace zermelo::embedded { std::span<const EmbeddedFile> NAME(); }
#
# in the order given, each under its file name without the folder. Any bytes are allowed. A changed file is embedded
# again by the next build. This file is also the script that the build runs to write the one source file.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(ZERMELO_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

  function(zermelo_embed target name)
    set(paths "")
    foreach(file IN LISTS ARGN)
      get_filename_component(path ${file} ABSOLUTE)
      list(APPEND paths ${path})
    endforeach()
    if(NOT paths)
      message(FATAL_ERROR "zermelo_embed(${target} ${name}): no files")
    endif()
    set(output ${PROJECT_BINARY_DIR}/embedded/${name}.cpp)
    # The list of files is an input too: a file that is added or taken away is a change.
    set(list ${PROJECT_BINARY_DIR}/embedded/${name}.txt)
    string(REPLACE ";" "\n" lines "${paths}")
    file(CONFIGURE OUTPUT ${list} CONTENT "${lines}\n" @ONLY)
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -D NAME=${name} -D LIST=${list} -D OUTPUT=${output} -P ${ZERMELO_EMBED_SCRIPT}
      DEPENDS ${paths} ${list} ${ZERMELO_EMBED_SCRIPT}
      COMMENT "Embedding ${name}"
      VERBATIM)
    target_sources(${target} PRIVATE ${output})
  endfunction()
  return()
endif()

file(STRINGS ${LIST} paths)
set(entries "")
foreach(path IN LISTS paths)
  get_filename_component(file ${path} NAME)
  file(READ ${path} hex HEX)
  string(LENGTH "${hex}" digits)
  math(EXPR bytes "${digits} / 2")
  string(REGEX REPLACE "(..)" "\\\\x\\1" literal "${hex}")
  string(APPEND entries "    {\"${file}\", {\"${literal}\", ${bytes}}},\n")
endforeach()
file(WRITE ${OUTPUT} "// Written by cmake/Embed.cmake; do not edit.
#include \"zermelo/base/embedded.hpp\"

namespace zermelo::embedded {

std::span<const EmbeddedFile> ${NAME}();

namespace {
constexpr EmbeddedFile files[] = {
${entries}};
}  // namespace

std::span<const EmbeddedFile> ${NAME}() { return files; }

}  // namespace zermelo::embedded
")
