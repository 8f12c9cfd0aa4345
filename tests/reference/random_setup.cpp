// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "reference/engine.hpp"
#include "reference/random_variants.hpp"

namespace zermelo::reference {
namespace {

unsigned random_bit(Random& random, const rules::Rules& rules) {
    const auto file = static_cast<unsigned>(random.below(rules.files));
    return rules::region_bit(file, static_cast<unsigned>(random.below(rules.ranks)));
}

/// One man more or less in a hand.
void change_hand(Random& random, engine::Hand& hand, const rules::Kind& kind) {
    if (hand.count(kind.letter) == 0 || random.one_in(2)) {
        ++hand[kind.letter];
    } else if (--hand[kind.letter] == 0) {
        hand.erase(kind.letter);
    }
}

/// Another past of a man.
void change_former(Random& random, engine::Man& man, const rules::Rules& rules) {
    man.turned_from.reset();
    man.promoted_pawn = false;
    const bool promotes = rules::contains(rules.side(man.color).promotion_pieces, man.letter);
    if (promotes && random.one_in(2)) {
        man.promoted_pawn = true;
        return;
    }
    for (const auto& [from, into] : rules.promoted_kind)
        if (into == man.letter) man.turned_from = from;
}

/// Some change to the board or a hand; the caller takes it back if it brings in a violation.
engine::Setup changed(Random& random, const engine::Setup& setup, const rules::Rules& rules) {
    engine::Setup other = setup;
    const unsigned bit = random_bit(random, rules);
    const rules::Kind& kind = rules.kinds[random.below(rules.kinds.size())];
    if (rules.has_hands() && random.one_in(4)) {
        change_hand(random, other.hands->both[random.below(2)], kind);
        return other;
    }
    if (rules.keeps_former_kinds() && other.men[bit] && random.one_in(2)) {
        change_former(random, *other.men[bit], rules);
        return other;
    }
    switch (random.below(6)) {
        case 0:
            (rules.has_walls() ? other.walls : other.holes).flip(bit);
            break;
        case 1: {
            engine::Barred group;
            group.men = random.one_in(4) ? '*' : kind.letter;
            if (group.men != "*" && random.one_in(2)) group.men = static_cast<char>(kind.letter - 'A' + 'a');
            group.squares.set(bit);
            group.squares.set(random_bit(random, rules));
            other.barred.push_back(std::move(group));
            break;
        }
        case 2:
            other.men[bit].reset();
            break;
        case 3:
            other.men[bit] = engine::Man{random.one_in(2) ? Color::white : Color::black, kind.letter};
            break;
        default:
            std::swap(other.men[bit], other.men[random_bit(random, rules)]);
            break;
    }
    return other;
}

void change(Random& random, engine::Setup& setup, const rules::Rules& rules, std::uint64_t times) {
    for (; times > 0; --times) {
        engine::Setup other = changed(random, setup, rules);
        if (!violations(other, rules).empty()) {
            other.en_passant.clear();
            if (!violations(other, rules).empty()) other.castling.clear();
        }
        if (violations(other, rules).empty()) setup = std::move(other);
    }
}

bool castles(engine::Move move) {
    return move.type == engine::Move::Type::castle_kingside ||
           move.type == engine::Move::Type::castle_queenside;
}

/// Random moves; often they stop where one can castle or capture en passant, which is rare otherwise.
void play_on(Random& random, engine::Setup& setup, const rules::Rules& rules, std::uint64_t plies) {
    for (; plies > 0; --plies) {
        const auto moves = reference::moves(setup, rules);
        if (moves.empty() || (random.one_in(2) && std::any_of(moves.begin(), moves.end(), castles))) return;
        engine::Setup next = reference::play(setup, rules, moves[random.below(moves.size())]);
        if (random.one_in(2))
            for (const engine::Move move : moves)
                if (engine::Setup passed = reference::play(setup, rules, move); !passed.en_passant.empty()) {
                    next = std::move(passed);
                    plies = 1;
                    break;
                }
        if (!violations(next, rules).empty()) return;
        setup = std::move(next);
    }
}

}  // namespace

engine::Setup random_setup(Random& random, const rules::Rules& rules) {
    engine::Setup setup = engine::parse_fen(rules.start_fen, rules).value_or(engine::Setup{});
    if (random.one_in(2)) change(random, setup, rules, random.below(8));
    play_on(random, setup, rules, random.below(24));
    if (random.one_in(3)) {
        change(random, setup, rules, random.below(16));
        play_on(random, setup, rules, random.below(3));
    }
    // In its one form, as a FEN gives it; a FEN does not hold passes, nor who has won by castling.
    const unsigned passes = setup.passes;
    const bool castled = setup.castled;
    const unsigned strong_checks = setup.strong_checks;
    setup = engine::parse_fen(engine::print_fen(setup), rules).value_or(setup);
    setup.passes = passes;
    setup.castled = castled;
    setup.strong_checks = strong_checks;
    return setup;
}

}  // namespace zermelo::reference
