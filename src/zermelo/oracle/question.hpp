// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/found_value.hpp"
#include "zermelo/oracle/answer.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/prove.hpp"
#include "zermelo/search/outcome_search.hpp"
#include "zermelo/tablebase/made_tables.hpp"
#include "zermelo/tablebase/table_folder.hpp"

/// One question, one answer: what a position is worth, by tables, by search, or by tables that are made in
/// memory when they come sooner; and what of it stands in a game with a history.
namespace zermelo::oracle {

enum class Asked : std::uint8_t {
    /// Whether the side to move wins within `Question::plies`, or without them at any length; with all first
    /// moves that do, and what refutes the others.
    win,
    /// Who wins at any length, and in how many plies; of the moves what became known on the way.
    outcome,
    /// What every move is worth, as deep as `Question::plies`, or without them at any length.
    moves,
    /// What tables have, which is of the ideal game. Errors: they do not have the position's value.
    /// Precondition: the session has a folder of them.
    tables,
};

/// What is asked of a position, and what it may cost. A limit that is empty does not end a search.
struct Question {
    engine::AnyGameAt position;
    Asked asked = Asked::outcome;
    std::optional<Plies> plies = std::nullopt;  ///< how deep to look, at most `max_plies`; see `Asked`
    bool moves = true;                          ///< with what is known of the moves
    bool line = true;                           ///< with the line
    std::optional<std::chrono::duration<double>> time = std::nullopt;
    std::optional<std::uint64_t> nodes = std::nullopt;  ///< positions whose moves are tried
    std::stop_token stop = {};                          ///< somebody else's request to end
    std::size_t memory = std::size_t{256} << 20;        ///< bytes for what is proved
    unsigned threads = 0;                               ///< that search; one if 0
    Restriction restriction = {};                       ///< see `ProveOptions::restriction`
    Sink* certificate = nullptr;  ///< where that of what is found goes, in pieces, each checked before
    // A search for the outcome keeps these as `ValueOptions` says.
    std::optional<std::string> state = std::nullopt;
    std::chrono::duration<double> save_every{60};
    // What was played before, as `ProveOptions` has it:
    bool ideal = false;
    std::uint64_t half_moves = 0;
    std::optional<std::uint64_t> counting_left = std::nullopt;

    static Question of_win(engine::AnyGameAt position, std::optional<Plies> limit,
                           const ProveOptions& options);
    static Question of_outcome(engine::AnyGameAt position, const ValueOptions& options);
    static Question of_moves(engine::AnyGameAt position, std::optional<Plies> depth);
    static Question of_tables(engine::AnyGameAt position, bool moves, bool line);
};

/// How the search for an answer goes.
struct Progress {
    std::uint64_t nodes = 0;
    game::Bounds bounds;        ///< what is proved of the position
    bool stretch_done = false;  ///< told at the end of a stretch of a search for the outcome, and not in one
    /// How deep wins were looked for: of the side to move, where that is what is asked; of one side at least,
    /// where the outcome is; of both sides after each move, where the moves are.
    std::optional<Plies> depth = std::nullopt;
    const Answer* known = nullptr;  ///< what a question about the moves has by now, told after each depth
    search::Role asking =
        search::Role::attacker;  ///< whose win is looked for; `attacker`: the side to move's
    std::optional<ProofNumbers> win_search = std::nullopt;  ///< nothing before there are any
    std::optional<ProofNumbers> loss_search = std::nullopt;
    std::uint64_t remembered = 0;  ///< positions
    std::uint64_t room = 0;        ///< the positions that there is memory for
    // The numbers of first moves:
    std::size_t winning = 0;
    std::size_t losing = 0;
    std::size_t drawing = 0;
    std::size_t open = 0;
    /// Tables are being made in memory: of the search nothing is told.
    std::optional<tablebase::TierAtWork> making = std::nullopt;
    std::optional<Error> unsaved = std::nullopt;  ///< why the state could not be written the last time
};
/// Called once in a second or less often, at the end of a stretch or a depth, and while tables are made.
using Report = std::function<void(const Progress&)>;

/// Questions about positions, one after the other. Tables stay open, and a prover its memory, as long as the
/// positions are of one game; but each question is answered under its limits anew, and as if it were the
/// first. One thread.
class Session {
  public:
    /// `tables`: a folder to look into, of the rules of all positions.
    explicit Session(std::optional<tablebase::TableFolder> tables = std::nullopt);
    Session(Session&&) noexcept;
    ~Session();

    /// Everything told is proved, of the game with the history before the position, or, if it is ideal, of
    /// the game without. What the rules of history make doubtful is taken back, and the doubt is told. A
    /// table that cannot be read costs what it holds alone, which is searched (`Answer::table_error`).
    ///
    /// Errors: (bad_usage) more than `max_plies`, more than `max_threads`; (bad_input) more than
    /// `max_moves_listed` moves, where all are asked for; tables alone, where they do not have the position's
    /// value or it cannot be read; a state that cannot be read, is damaged or of another position
    /// (`StateReader::open`), or cannot be written at the start; a certificate that its own checker refuses.
    /// Cost: unbounded without limits. A request to stop is answered in some milliseconds, or what a node
    /// takes: on the largest boards full of riders that may be a second.
    Result<Answer> answer(const Question& question, const Report& report = {});

    struct Kept;

  private:
    std::optional<tablebase::TableFolder> tables_;
    std::unique_ptr<Kept> kept_;
};

}  // namespace zermelo::oracle
