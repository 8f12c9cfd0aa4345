// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/source.hpp"
#include "zermelo/protocol/clock.hpp"
#include "zermelo/protocol/input.hpp"
#include "zermelo/protocol/output.hpp"
#include "zermelo/protocol/session.hpp"
#include "zermelo/protocol/thinking.hpp"

namespace zermelo::protocol {

/// The Chess Engine Communication Protocol, version 2, with variants that the engine defines.
///
/// Source: Tim Mann and H. G. Muller, Chess Engine Communication Protocol (with XBoard's additions up to
/// 4.9). What a command means here stands in docs/engine.md.
class XBoard {
  public:
    /// Options begin as the session has them.
    XBoard(Session session, Sink& output);
    ~XBoard();

    /// Serves a GUI until it says `quit`, its input ends, or nobody reads the output any more. At the end of
    /// the input a move that is being thought about is still made, as long as the GUI is not gone. Errors:
    /// of the output.
    Result<void> run(Source& input, const Gui& gui = {});

    /// Does what a line says; false: it says `quit`.
    bool command(std::string_view line);

  private:
    enum class Known : bool { no, yes };

    void identify();
    void define_variant();
    /// What is to be told of rules files.
    void tell_notes();
    Known set_up_game(std::string_view word, Words& words);
    Known set_limits(std::string_view word, Words& words);
    Known play_on(std::string_view word, Words& words);
    void set_level(Words& words);
    void set_option(Words& words);
    void set_variant(std::string_view name);
    void set_board(std::string_view fen);
    void user_move(std::string_view text);
    void ping(std::string_view number);
    void answer_pings();
    void hint();
    void statistics();
    void highlight(std::string_view square);

    /// Ends the thinking without a move, unless the move was made.
    void settle();
    /// Plays the move that the thinking has made here, too. Precondition: it has answered, or never will.
    void take_move();
    /// Thinks about a move, if the engine is to move, or goes on analysing.
    void go_on();
    void think();
    void analyse();
    void begin(const oracle::AnalysisRequest& request, Thinking::Time time, Thinking::Listener listener);
    /// Tells what is new in the first `lines` lines.
    void show(const Thought& thought, std::size_t lines);

    /// A move as this protocol writes it: `@@@@` a pass, O-O castling where any rook castles, and boards of
    /// ten ranks count them from 0.
    std::string name(engine::Move move) const;
    /// The same as UCI.
    std::string uci(std::string_view move) const;

    Session session_;
    Output output_;
    std::optional<Color> plays_ = std::nullopt;  ///< the engine's side; none: it only looks on
    bool analysing_ = false;
    bool over_told_ = false;          ///< the GUI has the result of the game as it stands
    std::atomic<bool> post_ = false;  ///< also looked at by who thinks
    Clocks clocks_{std::chrono::minutes{5}, {}, 40};
    std::optional<std::chrono::milliseconds> move_time_;
    Plies depth_ = oracle::max_plies;
    std::optional<std::string>
        moved_;  ///< UCI; written by the thinking's thread, and read once that is settled
    std::vector<std::string> pongs_;  ///< to be told after the move that is thought about
    std::string shown_;               ///< what was told last of this search, but for nodes and time
    std::optional<Thinking> thinking_;
};

}  // namespace zermelo::protocol
