// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/color.hpp"
#include "zermelo/error.hpp"
#include "zermelo/export.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/value.hpp"
#include "zermelo/variant.hpp"

namespace zermelo::library {
struct CompiledPosition;
}

namespace zermelo {

/// A legal position of a variant. It never changes: `play` gives the next one. Copies are cheap, and any
/// thread may use them. Moves are texts as UCI has them: "e2e4", "e7e8q".
class ZERMELO_API Position {
  public:
    /// The position in which the variant's game begins.
    static Position start(const Variant& variant);
    // Copied, not moved: no position is ever without its game.
    Position(const Position&) = default;
    Position& operator=(const Position&) = default;

    /// The position that a FEN describes. Errors (`ErrorKind::bad_input`): the FEN cannot be read, with the
    /// column; or each reason why it is no position of the variant.
    static tl::expected<Position, std::vector<Error>> of_fen(const Variant& variant, std::string_view fen);

    /// The variant that the position belongs to.
    Variant variant() const;
    /// The position as a FEN. Its counters of moves are always 0 and 1, and it does not say whether the last
    /// move was a pass.
    std::string fen() const;
    /// The side to move.
    Color to_move() const;

    /// All legal moves, in the order of their names; none if the game is over.
    std::vector<std::string> legal_moves() const;
    /// The position after a move. Errors (`ErrorKind::bad_usage`): the move is not legal.
    Result<Position> play(std::string_view move) const;
    /// The move in standard algebraic notation. Errors: as `play`.
    Result<std::string> san(std::string_view move) const;
    /// The legal move, as UCI has it, that `text` means in standard algebraic notation, or as UCI; "=",
    /// "+" and "#" may be left out. Errors (`ErrorKind::bad_usage`): no legal move is written so.
    Result<std::string> of_san(std::string_view text) const;

    /// Whether a royal piece of the side to move is attacked.
    bool is_check() const;
    /// What the side to move gets if the rules end the game here; empty while the game goes on.
    std::optional<Outcome> outcome() const;

    /// The number of sequences of legal moves that are `depth` plies long. Errors: more than 250 plies
    /// (`ErrorKind::bad_usage`); somebody asked to stop (`stopped`). Cost: in chess some 15 ns a sequence.
    Result<std::uint64_t> perft(Plies depth, const std::stop_token& stop = {}) const;

    /// Whether two positions are the same, under the same rules.
    ZERMELO_API friend bool operator==(const Position& a, const Position& b);

  private:
    friend struct Internals;
    explicit Position(std::shared_ptr<const library::CompiledPosition> compiled);

    std::shared_ptr<const library::CompiledPosition> compiled_;
};

}  // namespace zermelo
