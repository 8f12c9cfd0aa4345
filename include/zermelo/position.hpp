// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/color.hpp"
#include "zermelo/error.hpp"
#include "zermelo/export.hpp"
#include "zermelo/move.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/square.hpp"
#include "zermelo/value.hpp"
#include "zermelo/variant.hpp"

namespace zermelo::engine {
class AnyGameAt;
class PlayedGame;
}  // namespace zermelo::engine
namespace zermelo::library {
class CompiledVariant;
struct CompiledPosition;
}  // namespace zermelo::library

namespace zermelo {

/// A man on the board.
struct Piece {
    Color color = Color::white;
    char letter = 'P';  ///< its kind, in upper case, as the rules name it
    /// The kind that it was before it turned or was promoted, where the rules keep that: what it is in the
    /// hand of who captures it.
    std::optional<char> former{};
    friend constexpr bool operator==(const Piece&, const Piece&) = default;
};

/// What can be asked of a position, be it one that stays (`Position`) or one that play changes (`Game`).
class ZERMELO_API AnyPosition {
  public:
    /// The variant that the position belongs to.
    Variant variant() const;
    /// The position as a FEN. Its counters of moves are always 0 and 1, and it does not say whether the last
    /// move was a pass.
    std::string fen() const;
    /// The side to move.
    Color to_move() const;
    /// The man on a square; nothing where none stands, or where there is no such square.
    std::optional<Piece> piece_at(Square square) const;
    /// How many men of a kind, by its letter, a side has in hand; 0 where nobody has a hand.
    unsigned in_hand(Color side, char letter) const;
    /// A number for the position: equal positions of a variant have equal ones, others different ones but by
    /// an accident of one in 2^64 a pair. Counters of moves are no part of a position. It stays the same from
    /// run to run of one version. Cost: in chess some 60 ns, of a `Game` after each move half of that.
    std::uint64_t hash() const;

    /// All legal moves, none if the game is over, in the caller's list, which is cleared first. Nothing is
    /// allocated for up to `MoveList::inline_capacity` moves, or where the list has held as many before.
    void moves(MoveList& list) const;
    /// The same as a new list.
    MoveList moves() const;
    /// Their names as UCI, in the order of these: for programs that speak in texts. Cost: some microseconds.
    std::vector<std::string> legal_moves() const;
    /// Whether a move, whatever made it, is one of them. Cost: less than listing them all.
    bool is_legal(Move move) const;

    // Precondition of the next four: the move is legal here. What they answer of another one means nothing.

    /// Whether the move captures, en passant too.
    bool is_capture(Move move) const;
    /// Whether after the move a royal piece of the other side is attacked. Cost: that of playing it.
    bool gives_check(Move move) const;
    /// The move as UCI writes it: "e2e4", "e7e8q", "P@e4". docs/cpp.md names what other variants add.
    std::string uci(Move move) const;
    /// The move in standard algebraic notation. Cost: some microseconds.
    std::string san(Move move) const;

    /// The legal move that is written so as UCI. Errors (`ErrorKind::bad_usage`): there is none. Cost: about
    /// a microsecond.
    Result<Move> of_uci(std::string_view text) const;
    /// The legal move that people write so, in standard algebraic notation or as UCI; "=", "+" and "#" may be
    /// left out. Errors (`ErrorKind::bad_usage`): no legal move is written so. Cost: some 10 µs.
    Result<Move> of_san(std::string_view text) const;

    /// Whether a royal piece of the side to move is attacked.
    bool is_check() const;
    /// What the side to move gets if the rules end the game here; empty while the game goes on. What only the
    /// history of a game ends, as the third time of a position, `Game::end` says.
    std::optional<Outcome> outcome() const;

    /// The number of sequences of legal moves that are `depth` plies long. Errors: more than 250 plies
    /// (`ErrorKind::bad_usage`); somebody asked to stop (`stopped`). Cost: in chess some 15 ns a sequence.
    Result<std::uint64_t> perft(Plies depth, const std::stop_token& stop = {}) const;
    /// The same by the first move, in the order of `moves`. Errors: as `perft`; no plies (`bad_usage`).
    Result<std::vector<std::pair<Move, std::uint64_t>>> perft_divided(Plies depth,
                                                                      const std::stop_token& stop = {}) const;

    /// Whether two positions are the same, under the same rules.
    ZERMELO_API friend bool operator==(const AnyPosition& a, const AnyPosition& b);

  protected:
    // Who holds the position decides how it is copied, and keeps `at` where it is.
    AnyPosition(std::shared_ptr<const library::CompiledVariant> variant, const engine::AnyGameAt& at);
    AnyPosition(const AnyPosition&) = default;
    AnyPosition& operator=(const AnyPosition&) = default;
    ~AnyPosition() = default;

    const engine::AnyGameAt& at() const { return *at_; }
    /// From now on it is that one, of the same variant.
    void moved_to(const engine::AnyGameAt& at) { at_ = &at; }
    /// From now on it is the last position of a game, which stays where it is.
    void holds(const engine::PlayedGame& played);

  private:
    friend struct Internals;
    std::shared_ptr<const library::CompiledVariant> variant_;
    const engine::AnyGameAt* at_;
    const engine::PlayedGame* played_ = nullptr;  // a `Game` has one, which keeps hashes
};

/// A legal position of a variant. It never changes: `play` gives the next one. Copies are cheap, and any
/// thread may use them. It is what `prove`, `value` and tables are asked about; who plays many moves one
/// after the other takes a `Game`, which is ten times as fast.
class ZERMELO_API Position : public AnyPosition {
  public:
    /// The position in which the variant's game begins.
    static Position start(const Variant& variant);
    // Copied, not moved: no position is ever without its game.
    Position(const Position&) = default;
    Position& operator=(const Position&) = default;

    /// The position that a FEN describes. Errors (`ErrorKind::bad_input`): the FEN cannot be read, with the
    /// column; or each reason why it is no position of the variant.
    static tl::expected<Position, std::vector<Error>> of_fen(const Variant& variant, std::string_view fen);

    /// The position after a move. Errors (`ErrorKind::bad_usage`): the move is not legal.
    Result<Position> play(Move move) const;
    /// The same of a move that is written as UCI.
    Result<Position> play(std::string_view uci) const;

  private:
    friend struct Internals;
    explicit Position(std::shared_ptr<const library::CompiledPosition> compiled);

    std::shared_ptr<const library::CompiledPosition> compiled_;
};

}  // namespace zermelo
