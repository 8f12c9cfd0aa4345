# SPDX-License-Identifier: GPL-3.0-or-later
#
# The toolchain of the module for browsers: Debian's Clang 22 with its libc++ for WASI (docs/dependencies.md).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-22)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_AR llvm-ar-22)
set(CMAKE_RANLIB llvm-ranlib-22)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# Debian has its libraries by the old name of the target.
set(CMAKE_C_FLAGS_INIT -Wno-deprecated)
set(CMAKE_CXX_FLAGS_INIT -Wno-deprecated)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
