// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/tell/problem.hpp"

/// Solutions as Popeye 4.104 writes them, in English: what programs that read its output take (Olive, Py2Web,
/// YACPDB).
namespace zermelo::tell {

/// The twins with what they change, keys with `!`, tries with `?` and their refutations, threats and
/// variations, and lines, each move with its man (`S` a knight), from where and to where: `Sb1*c3 +`.
/// Neither the diagram, nor a first line with a version, nor a last one with a time. A move to a hand's
/// square or of another kind that Popeye does not have stands as in the customary notation.
std::string popeye_text(const SolvedProblem& problem);

/// The same for a document of a collection, which has the twins' stipulations elsewhere: Py2Web takes none in
/// the line that begins a twin.
std::string collection_text(const SolvedProblem& problem);

}  // namespace zermelo::tell
