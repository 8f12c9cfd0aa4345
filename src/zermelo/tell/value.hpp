// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/base/json.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/found_value.hpp"
#include "zermelo/oracle/question.hpp"
#include "zermelo/tell/certification.hpp"
#include "zermelo/tell/variants.hpp"

/// Who wins: `zermelo value`.
namespace zermelo::tell {

/// What is known of a position, and where it began: the game knows how to write its moves.
struct FoundValueAt : FoundValue, Certification {
    engine::AnyGameAt start;
};

/// The answer to a question about the outcome. Errors: as of `oracle::Session`.
Result<FoundValueAt> value(oracle::Session& session, const oracle::Question& question,
                           const oracle::Report& report = {});

/// Who wins from a position, and in how many plies. `named`: how messages name
/// the variant on a command line; by its name if empty. Errors: as there, and as
/// `tablebase::TableFolder::existing`.
///
/// `certificate`: as of `prove`; to `FoundValue::certificate` if it is null.
Result<FoundValueAt> value(const engine::AnyGameAt& position, const ValueOptions& options,
                           const oracle::Report& report = {}, const std::string& named = {},
                           Sink* certificate = nullptr);
/// The same of a position that a user names. Errors: as there and as `position_of`.
Result<FoundValueAt> value(library::Library& library, const PositionRequest& request,
                           const ValueOptions& options, const oracle::Report& report = {},
                           Sink* certificate = nullptr);

/// What is proved of an outcome in a word of docs/json.md: `win`, `loss`, `draw`, `no_win`, `no_loss`,
/// `unknown`.
std::string_view category(const Bounds& bounds);
/// The value in lines for people, moves in both notations.
std::string text_of(const FoundValueAt& found);
/// The same as the `value` of docs/json.md.
Json json_of(const FoundValueAt& found);
/// How a search for who wins goes, in a line without its end.
std::string outcome_search_text(const oracle::Progress& progress);

}  // namespace zermelo::tell
