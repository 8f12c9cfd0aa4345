// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/base/random.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::reference {

/// A number from `least` to `most`.
inline unsigned number(Random& random, unsigned least, unsigned most) {
    return least + static_cast<unsigned>(random.below(most - least + 1));
}

/// Rules of a game that nobody ever played, for tests and fuzzing: boards of 2×2 to 8×8, one in eight of up
/// to 16×16, pieces of random Betza notation, and every other rule switched on now and then; in every third
/// game, most of them on smaller boards, those of hands, drops, men that turn and men that change sides. They
/// are such as `read_rules` makes: consistent, with a start FEN without violations.
rules::Rules random_rules(Random& random);

/// A setup without violations: a position from a game of random moves, often with some men put elsewhere or
/// into a hand, and with holes and barred squares. The game may be over in it.
/// Precondition: the rules' start FEN has no violation.
engine::Setup random_setup(Random& random, const rules::Rules& rules);

}  // namespace zermelo::reference
