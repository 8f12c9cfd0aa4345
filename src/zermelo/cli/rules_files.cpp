// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/rules_files.hpp"

#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"

namespace zermelo::cli {

void RulesFiles::add_to(CLI::App& command) {
    command
        .add_option("--variant-path", paths, "A rules file whose variants can be named too; may be repeated")
        ->check(file_name())
        ->allow_extra_args(false)
        ->option_text("FILE.ini");
    command.add_flag(
        "--lenient", lenient,
        "Rules files as Fairy-Stockfish reads them: repeated, empty and older keys; a warning each");
}

Result<library::Library> RulesFiles::open() const {
    return library::Library::open(paths, {reading(), {}, [](const rules::RulesSection& section) {
                                              for (const Error& warning : section.warnings)
                                                  complain(tell::warning_line(warning) + "\n");
                                          }});
}

}  // namespace zermelo::cli
