// SPDX-License-Identifier: GPL-3.0-or-later
// The extension module `zermelo._core`: the functions of library/, oracle/ and tell/ as Python calls them.
// What people call is in python/zermelo/.
#include <nanobind/nanobind.h>

#include "zermelo/oracle/position_rows.hpp"
#include "zermelo/python/at_work.hpp"
#include "zermelo/python/errors.hpp"
#include "zermelo/python/variant.hpp"
#include "zermelo/version.hpp"

NB_MODULE(_core, module) {
    using namespace zermelo;
    module.doc() = "What python/zermelo/ is made of; not to be called from elsewhere.";
    module.attr("version") = std::string{version()}.c_str();
    module.attr("unknown_outcome") = static_cast<int>(oracle::unknown_outcome);
    // What is at work while the interpreter ends, or ended by a thread that never comes back, keeps its
    // objects.
    nanobind::set_leak_warnings(false);
    python::watch_forks();
    python::watch_end();
    python::bind_errors();
    python::bind_variant(module);
    python::bind_position(module);
    python::bind_game(module);
    python::bind_proofs(module);
    python::bind_problems(module);
    python::bind_tables(module);
    python::bind_environments(module);
    python::bind_puzzles(module);
}
