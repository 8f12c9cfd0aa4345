// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the bytes are, a FEN is refused with a place in it, or read as a setup that prints and reads back
// as itself; and to say what is wrong with that setup, or to play on where nothing is, does no harm.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "zermelo/engine/setup_check.hpp"

#include "reference/engine.hpp"
#include "support/chess.hpp"

namespace {

using namespace zermelo;
using namespace zermelo::engine;
using namespace zermelo::rules;

/// Chess, a small board with promoted pieces, the largest board, and kin of shogi, makruk and xiangqi in one.
const std::array<rules::Rules, 4>& games() {
    static const std::array<rules::Rules, 4> all = [] {
        rules::Rules small = testing::plain_rules(
            3, 3, {testing::king(), testing::kind('S', "silver", "FfW"), testing::kind('G', "gold", "WfF")},
            "2k/3/K2 w");
        small.promoted_kind['S'] = 'G';
        rules::Rules large = testing::chess_rules();
        large.files = large.ranks = 16;
        large.start_fen = "k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15K w";
        testing::add_promotion(large, "Q");
        testing::add_double_step(large);
        rules::Rules kin = small;
        kin.kinds.push_back(testing::kind('N', "horse", "nN"));
        kin.drops = kin.captures_to_hand = kin.check_counting = true;
        kin.history.counting = rules::CountingRule::makruk;
        kin.start_fen = "2k/3/K2[] w - - 2+2 0 1";
        return std::array<rules::Rules, 4>{testing::chess_rules(), small, large, kin};
    }();
    return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const rules::Rules& rules = games()[data[0] % games().size()];
    const std::string_view text{reinterpret_cast<const char*>(data) + 1, size - 1};
    const auto setup = engine::parse_fen(text, rules);
    if (!setup) {
        const auto where = setup.error().where;
        if (!where || where->line != 1 || where->column < 1 || where->column > text.size() + 1) std::abort();
        return 0;
    }
    const auto again = engine::parse_fen(engine::print_fen(*setup), rules);
    if (!again || *again != *setup) std::abort();
    if (!engine::violations(*setup, rules).empty()) return 0;
    for (const engine::Move move : reference::moves(*setup, rules))
        if (!engine::violations(reference::play(*setup, rules, move), rules).empty()) std::abort();
    return 0;
}
