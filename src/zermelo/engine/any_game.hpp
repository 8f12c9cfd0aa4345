// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "zermelo/base/hash128.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/engine/move.hpp"
#include "zermelo/engine/setup.hpp"

namespace zermelo::engine {

/// A game and one of its positions.
template <typename Bits>
struct GameAt {
    Game<Bits> game;
    Position<Bits> position;
};

/// Whether and how a game is over.
struct Ending {
    std::optional<game::Outcome> outcome = std::nullopt;  ///< for the side to move; nothing: it goes on
    bool checkmate = false;
    bool stalemate = false;
};

/// The same for boards of any size: at most 64 squares go the fast way. What looks at one position after the
/// other asks its members and is compiled once; a search visits it, and is compiled for each size of the
/// board.
class AnyGameAt : public std::variant<GameAt<std::uint64_t>, GameAt<Bits256>> {
  public:
    using variant::variant;

    const rules::Rules& rules() const;
    /// The position as plain data, and as a FEN, in which the counters are `0 1`.
    Setup setup() const;
    std::string fen() const;
    Color to_move() const;
    bool in_check() const;
    /// For the side to move, if the game is over.
    std::optional<game::Outcome> end() const;
    Ending ending() const;
    /// Whether the rules show that every win is a mate or, where that wins, a stalemate.
    bool only_mates_win() const;
    /// As `Game::plies_left`.
    std::optional<Plies> plies_left() const;

    /// The man on a square, by colour and kind alone; nothing where none stands, or where there is no such
    /// square.
    std::optional<Man> man_on(Square square) const;
    /// The kind that the man on a square was before it turned or was promoted, where the rules keep that;
    /// nothing of any other one, or where none stands.
    std::optional<rules::Letter> former_kind(Square square) const;
    /// How many men of a kind a side has in hand; 0 where there is no such kind.
    unsigned in_hand(Color side, rules::Letter letter) const;
    /// As `Game::key`.
    Hash128 key() const;
    /// As `Game::key_after`, where this is the position after the move.
    Hash128 key_after(const AnyGameAt& before, const Hash128& key_before, Move move) const;

    /// The legal moves; none if the game is over.
    MoveList moves() const;
    /// The same in a list that is cleared first.
    void moves(MoveList& list) const;
    /// Whether any move, be it not even one of the board, is legal. Cost: as `Game::is_legal`.
    bool is_legal(Move move) const;
    /// How many they are, mostly without making them.
    std::uint64_t count() const;
    /// The legal move that is written so as UCI, if there is one. Cost: that of listing the moves.
    std::optional<Move> find_move(std::string_view uci) const;
    /// The legal move that people write so: as UCI or in standard algebraic notation, as `e8Q`, `Nf3!?`,
    /// `0-0` beside `e8=Q+` and `O-O`; it may tell more of where a man comes from than is needed (`Qd2xd7`,
    /// `e2-e4`), and the `x` of a capture and the `P` of a drop (`@f6`) may be missing. Cost: as `sans`.
    std::optional<Move> find_written_move(std::string_view text) const;
    /// The move that is written so as UCI among those that men have by themselves, legal or not:
    /// `Game::pseudo_legal_moves`.
    std::optional<Move> find_pseudo_legal_move(std::string_view uci) const;

    // Precondition of all below: the move is legal here.

    std::string uci(Move move) const;
    /// As the functions of these names in notation.hpp.
    std::string san(Move move) const;
    bool captures(Move move) const;
    /// Whether after the move the other side is in check.
    bool gives_check(Move move) const;
    /// Whether a move is progress as `HistoryRules` have it: a capture, a drop, a promotion, or a move of
    /// some kinds that leads where no move leads back from.
    bool is_progress(Move move) const;
    /// The same game after the move.
    AnyGameAt play(Move move) const;
    /// The same where there is such a game already, of which the position alone is written.
    /// Precondition: `after` is a position of this game, and not this one.
    void play(Move move, AnyGameAt& after) const;

    /// The names of some legal moves, fewer once `over` says true. Cost: as the function of this name in
    /// notation.hpp, if they are all.
    std::vector<std::string> sans(const MoveList& moves, const Over& over = {}) const;
    /// The moves of a line in standard algebraic notation. Precondition: `line` is a line of legal moves from
    /// here, as UCI. Cost: that of listing the moves of each position some times.
    std::vector<std::string> sans(std::span<const std::string> line) const;

    /// A byte for each square, as the function of this name in position.hpp.
    std::vector<std::uint8_t> men() const;

    /// Another position of the game, or everything that is wrong with it. Cost: where its terrain is another
    /// one, that of compiling the rules.
    tl::expected<AnyGameAt, std::vector<Violation>> set_up(const Setup& setup,
                                                           Waived waived = Waived::nothing) const;
};

/// Compiles the rules with the setup's terrain and takes its position, or says everything that is wrong with
/// it. Cost: some 10 µs a kind of piece on 8×8.
tl::expected<AnyGameAt, std::vector<Violation>> set_up(const rules::Rules& rules, const Setup& setup,
                                                       Waived waived = Waived::nothing);

}  // namespace zermelo::engine
