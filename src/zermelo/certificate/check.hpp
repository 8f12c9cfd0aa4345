// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/certificate/certificate.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/plies.hpp"

namespace zermelo::certificate {

/// A game whose positions and moves are texts: all that the checker knows about it, and believes.
class TextGame {
  public:
    struct Move {
        std::string text;
        std::string position;  ///< where it leads to
    };
    struct View {
        std::optional<game::Outcome> end;  ///< for the side to move, if the game is over
        std::vector<Move> moves;           ///< every legal move once, no two with the same text; none if over
    };

    virtual ~TextGame() = default;
    virtual std::string variant() const = 0;
    /// A text that no other rules have.
    virtual std::string hash() const = 0;
    /// A position. The same position always has the same text, and no other position has it.
    /// Errors: the text is not one of a legal position, or not as `Move::position` has it.
    virtual Result<View> view(std::string_view position) const = 0;
};

/// What a certificate was found to prove: in `position` the side to move forces a win in `plies`, or, where
/// there are none, no win of any length.
struct Proved {
    std::string position;
    std::optional<Plies> plies;
    std::size_t nodes = 0;
};

/// Checks a certificate without searching and without believing anything that it says.
///
/// It proves that the side to move wins in at most `plies`; it is not a proof that there is no shorter win.
/// Or it proves that it has no win: whatever it does, the other side has a move that leads back to a position
/// of the certificate, or the game is over and not won. Errors (bad_input, with the line that `write` gives
/// it): other rules; at a node: an illegal position, a game that is not over, or over and not won, where that
/// is claimed, or won where no win is; an illegal move; a move left out or doubled; a node that is not there,
/// or not where the move leads to; of a win, a length that does not follow from those of the nodes below (so
/// cycles have no place); a node that the first one does not lead to. Cost: one list of moves a node.
Result<Proved> check(const Certificate& certificate, const TextGame& game);
/// The same of a text. Errors: those of `parse`, too.
Result<Proved> check(std::string_view text, const TextGame& game);

}  // namespace zermelo::certificate
