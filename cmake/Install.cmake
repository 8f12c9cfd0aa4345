# SPDX-License-Identifier: GPL-3.0-or-later
#
# What `cmake --install` puts where: the program, the library with its headers, what finds them, manuals and documents.
# Each file belongs to a component: `program`, `library` (what a program needs that was linked with it) or `development`.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Zermelo)

if(ZERMELO_PROGRAM)
  install(TARGETS zermelo RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()
install(FILES ${ZERMELO_GAMES} DESTINATION ${CMAKE_INSTALL_DATADIR}/zermelo/games COMPONENT program)
install(FILES LICENSE README.md CHANGELOG.md HACKING.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT program PATTERN web EXCLUDE)
install(DIRECTORY examples/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT program PATTERN cpp EXCLUDE)

install(TARGETS zermelo_shared EXPORT ZermeloShared
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS zermelo_static EXPORT ZermeloStatic
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY include/zermelo DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY examples/cpp DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT development)

set_target_properties(zermelo_shared PROPERTIES EXPORT_NAME zermelo)
foreach(kind Shared Static)
  install(EXPORT Zermelo${kind} NAMESPACE Zermelo:: DESTINATION ${package_dir} COMPONENT development)
endforeach()
configure_package_config_file(cmake/ZermeloConfig.cmake.in ${PROJECT_BINARY_DIR}/ZermeloConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ZermeloConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ZermeloConfig.cmake ${PROJECT_BINARY_DIR}/ZermeloConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT development)
# Told from where the file lies, so that the installed folder can be moved.
cmake_path(SET pkgconfig_dir ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY ${pkgconfig_dir} OUTPUT_VARIABLE include_from_pkgconfig)
configure_file(cmake/zermelo.pc.in zermelo.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/zermelo.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# Man pages and what shells complete words by, as the program tells them.
if(ZERMELO_PROGRAM)
  set(manuals ${PROJECT_BINARY_DIR}/manuals)
  add_custom_command(OUTPUT ${manuals}/made
    COMMAND ${PROJECT_SOURCE_DIR}/tools/manuals $<TARGET_FILE:zermelo> ${manuals}
    COMMAND ${CMAKE_COMMAND} -E touch ${manuals}/made
    DEPENDS zermelo tools/manuals VERBATIM)
  add_custom_target(manuals ALL DEPENDS ${manuals}/made)
  install(DIRECTORY ${manuals}/share/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR} COMPONENT program)
endif()

# What an installation needs, and not the tests.
add_custom_target(installed DEPENDS zermelo_static zermelo_shared)
if(ZERMELO_PROGRAM)
  add_dependencies(installed zermelo manuals)
endif()
