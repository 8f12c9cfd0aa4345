// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/app/variants.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/search/answer.hpp"
#include "zermelo/tablebase/table_folder.hpp"

/// Forced wins: `zermelo prove` and `zermelo verify`.
namespace zermelo::app {

struct ProveOptions {
    std::optional<std::chrono::duration<double>> time = std::nullopt;
    std::optional<std::uint64_t> nodes = std::nullopt;
    std::size_t memory = std::size_t{64} << 20;  ///< bytes of the table of what was proved
    bool certificate = false;                    ///< make one, of a win
    std::optional<std::string> tables =
        std::nullopt;  ///< a folder; where it has the position, nothing is searched
};

using search::Verdict;

/// "win", "no_win", "unknown".
std::string_view name(Verdict verdict);

/// A first move and what comes of it.
struct FirstMove {
    std::string move;
    std::optional<Plies> plies;             ///< of a win, this move included
    std::optional<std::string> refutation;  ///< of none: a reply; nothing where the move ends the game
};

/// What came of an attempt to prove a win.
struct Proof {
    std::string variant;
    std::string fen;
    Plies limit;
    Verdict verdict = Verdict::unknown;
    std::optional<Plies> plies;        ///< of a win: the least number
    std::optional<Plies> none_within;  ///< proved: no win within so many
    std::optional<game::Value> value;  ///< of the position, whatever the limit: tables know it
    std::string stopped_by;            ///< of unknown: the limit that was reached
    std::vector<std::string> line;     ///< of a win: best play of both sides
    std::vector<FirstMove> winning;    ///< every first move that wins within the limit
    std::vector<FirstMove> tries;      ///< every other one
    bool complete = true;              ///< the line and the moves are all there: no limit cut them off
    std::string certificate;           ///< its text, if asked for and won
};

/// Whether the side to move can force a win within `limit` plies. Errors: as `position_of`; more than
/// `most_plies`; with tables, as `tablebase::TableFolder::existing`; a certificate that a limit left
/// unfinished, or that its own checker refuses (never seen, and marked as such).
Result<Proof> prove(Library& library, const PositionRequest& request, Plies limit,
                    const ProveOptions& options);

/// The proof in lines for people, the tries with their refutations too if asked for.
std::string text_of(const Proof& proof, bool tries);
/// The proof as one JSON object and line.
std::string json_of(const Proof& proof, bool tries);

/// The same from tables (see `ProveOptions::tables`), without limits; nothing where they do not have the
/// position. Errors: as `prove`; a table that cannot be read, is damaged or of other rules.
Result<std::optional<Proof>> prove_from_tables(const engine::AnyGameAt& game, Plies limit,
                                               const tablebase::TableFolder& tables);

/// Checks a certificate; says what it proves. Errors: the first thing that is wrong, with its line in `path`;
/// a variant that the library does not have.
Result<std::string> verify(Library& library, const std::string& path, Form form = Form::text);

}  // namespace zermelo::app
