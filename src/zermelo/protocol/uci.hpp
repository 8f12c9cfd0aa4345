// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/source.hpp"
#include "zermelo/protocol/clock.hpp"
#include "zermelo/protocol/counting.hpp"
#include "zermelo/protocol/input.hpp"
#include "zermelo/protocol/output.hpp"
#include "zermelo/protocol/session.hpp"
#include "zermelo/protocol/thinking.hpp"
#include "zermelo/protocol/wording.hpp"

namespace zermelo::protocol {

/// The Universal Chess Interface, with `UCI_Variant` and `VariantPath` as Fairy-Stockfish has them, and what
/// shogi's and xiangqi's GUIs speak instead, see `Wording`.
///
/// Source: Stefan Meyer-Kahlen, Description of the universal chess interface (April 2006); for variants,
/// Fairy-Stockfish's wiki. What a command means here stands in docs/engine.md.
class Uci {
  public:
    /// Options begin as the session has them.
    Uci(Session session, Sink& output, Wording wording = Wording::uci);
    ~Uci();

    /// Serves a GUI until it says `quit`, its input ends, or nobody reads the output any more. At the end of
    /// the input a search or a count that ends by itself is let to end, as long as the GUI is not gone.
    /// Errors: of the output.
    Result<void> run(Source& input, const Gui& gui = {});

    /// Does what a line says; false: it says `quit`.
    bool command(std::string_view line);

  private:
    void identify();
    void set_option(Words& words);
    Result<void> set_option(const std::string& name, const std::string& value);
    void set_position(Words& words);
    /// The start, or the position of a FEN, or of an SFEN.
    Result<void> set_up(const std::optional<std::string>& position, bool sfen);
    void go(Words& words);
    /// What `go` says.
    struct Go {
        oracle::AnalysisRequest request;
        Thinking::Time time;
        std::string limits{};  ///< but those of time, for a companion
        bool ponder = false;
        bool checkmate = false;                     ///< USI's `go mate`: the answer is the line, or none
        std::optional<Plies> perft = std::nullopt;  ///< counts the ways to play these, searches nothing
    };
    /// Errors (bad_input): a word without its number; none of the words is one of `go`'s; none of the moves
    /// that it asks for is legal.
    Result<Go> read_go(Words& words);
    void count(Plies depth);
    /// Reads a word of `go` that is about time, with its number; true: of the side to move. Errors: as
    /// `read_go`.
    Result<bool> read_clock(std::string_view word, Words& words, std::array<Clocks, 2>& clocks);
    void read_moves(Words& words, std::vector<engine::Move>& moves);
    /// The moves that UCCI's `banmoves` forbids here.
    void ban(Words& words);
    /// A move as the wording writes it.
    std::string name(engine::Move move) const;
    std::optional<engine::Move> find_move(std::string_view name) const;
    /// That there is no best move.
    void tell_none();
    /// USI's answer to `go mate`.
    std::string checkmate_text(const oracle::AnalysisLine& best) const;
    /// USI's `gameover`: nobody waits for an answer.
    void end_game();
    void stop();
    void ponder_hit();
    void complain(const Error& error);
    /// Tells a line of the companion's thinking as our own. Its mates are not proved, so they are only
    /// scores.
    void pass_on(std::string_view line);
    /// What is to be told of the files of rules that were read.
    void tell_notes();
    /// Tells what is new in the first `lines` lines.
    void show(const Thought& thought, std::size_t lines);
    /// Tells for which moves it is proved who wins, where that is new.
    void show_proofs(const oracle::AnalysisReport& report);
    std::string score(const oracle::AnalysisLine& line, bool decided) const;

    Session session_;
    Wording wording_;
    Output output_;
    bool ready_ = true;  ///< there is a position: the last one that was given could be set up
    bool show_wdl_ = false;
    bool pondering_ = false;
    bool milliseconds_ = true;                       ///< clocks count these, or seconds
    std::vector<engine::Move> banned_;               ///< not to be played here
    bool owed_ = false;                              ///< the answer to a `go infinite` where the game is over
    std::optional<Thinking::Clock::duration> time_;  ///< the time of the search, once it is released
    std::string shown_;   ///< what was told last of this search, but for nodes and time
    std::string proved_;  ///< what was told last of proofs of this search
    std::optional<Thinking> thinking_;
    std::optional<Counting> counting_;
};

}  // namespace zermelo::protocol
