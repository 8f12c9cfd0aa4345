// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/explain/check.hpp"
#include "zermelo/explain/hunt.hpp"
#include "zermelo/judge/json.hpp"
#include "zermelo/puzzles/king_pawn/decide.hpp"
#include "zermelo/stress/case.hpp"

/// What the pieces of `zermelo explain` share: its text, its fields and its pictures.
namespace zermelo::app {

/// Whether the dialect tells how many moves save a king.
inline judge::Count count_of(const judge::Dialect& dialect) {
    const bool rows = stress::format_of(dialect) == stress::Format::rows;
    return rows ? judge::Count::untold : judge::Count::told;
}

/// What accounts hold, as the fields of an object: moves of hunts as "b2a3"; squares of the other games as
/// the judge counts them, pieces by its letters.
judge::Json fields_of(const explain::HuntAccount& account);
judge::Json fields_of(const explain::CheckAccount& account);
judge::Json fields_of(const king_pawn::Account& account);

}  // namespace zermelo::app
