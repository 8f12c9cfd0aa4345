// SPDX-License-Identifier: GPL-3.0-or-later
// Positions from plain data and back.
#include <algorithm>

#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/castling.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/engine/setup_check.hpp"

namespace zermelo::engine {

namespace {

constexpr std::string_view right_letters = "KQkq";  // by `Position::right`

}  // namespace

template <typename Bits>
typename Game<Bits>::Position Game<Bits>::men_of(const Setup& setup) const {
    Position p;
    if (rules().has_hands() || rules().keeps_former_kinds() || rules().gating) {
        p.holds_more_ = true;
        p.holdings_ = {};
    }
    const rules::PieceKind unknown{static_cast<unsigned>(compiled_->letters.size())};
    p.walls_ = compiled_->crop(setup.walls);
    for (Set left = compiled_->board & ~p.walls_; left.any();) {
        const Square s = left.take_first();
        const Place at = compiled_->place(s);
        const auto& man = setup.men[rules::region_bit(at.file, at.rank)];
        if (!man) continue;
        const rules::PieceKind kind =
            rules().kind(man->letter) == nullptr ? unknown : compiled_->kind_of(man->letter);
        if (kind.index() >= p.kinds_.size()) continue;
        p.put(s, man->color, kind);
        if (!p.holds_more_) continue;
        if (man->promoted_pawn) {
            p.holdings_.former[s.index()] = Holdings<Bits>::promoted_pawn;
        } else if (rules().kind(man->turned_from) != nullptr) {
            p.holdings_.former[s.index()] =
                static_cast<std::uint8_t>(compiled_->kind_of(*man->turned_from).index() + 1);
        }
    }
    if (setup.hands && p.holds_more_)
        for (const Color c : both_colors)
            for (const auto& [letter, count] : (*setup.hands)[c])
                if (rules().kind(letter) != nullptr)
                    p.hand(c, compiled_->kind_of(letter)) =
                        static_cast<std::uint8_t>(std::min(count, max_in_hand));
    p.to_move_ = setup.to_move;
    return p;
}

template <typename Bits>
tl::expected<typename Game<Bits>::Position, std::vector<Violation>> Game<Bits>::position(
    const Setup& setup, Waived waived) const {
    std::vector<Violation> wrong = violations(setup, *this, waived);
    if (setup.holes != compiled_->holes || setup.barred != compiled_->barred)
        wrong.push_back(
            {"holes or barred squares differ from the game's, expected the same terrain", std::nullopt});
    if (!wrong.empty()) return tl::make_unexpected(std::move(wrong));
    Position p = men_of(setup);
    p.passes_ = static_cast<std::uint8_t>(setup.passes);
    p.castled_ = setup.castled;
    if (setup.checks_left)
        for (const Color c : both_colors)
            p.checks_left_[c] = static_cast<std::uint8_t>(std::min((*setup.checks_left)[c], max_checks));
    for (unsigned r = 0; r < 4; ++r) {
        if (setup.castling.find(right_letters[r]) == std::string::npos) continue;
        const Color color = Position::side_of(r);
        auto pair = castling_pair(*compiled_, p, color, r % 2 == 0);
        if (!pair) continue;
        if (const auto file = setup.castling_files[r])
            pair->rook = compiled_->square({*file, compiled_->place(pair->king).rank});
        p.castling_ = static_cast<std::uint8_t>(p.castling_ | 1U << r);
        p.castling_rooks_[r] = pair->rook;
        p.castling_kings_[color] = pair->king;
    }
    p.strong_checks_ = static_cast<std::uint8_t>(setup.strong_checks);
    if (rules().gating)
        for (const Color c : both_colors)
            if (!rules().gates_from_hand || rules().captures_fill_hands() || has_anything_in_hand(p, c))
                p.holdings_.gates[c] = (compiled_->crop(setup.gates[c]) & p.men(c)) | gates_of_castlers(p, c);
    // Squares on which nobody can capture would make different positions of the same one.
    const auto& side = compiled_->sides[p.to_move_];
    Set field;
    for (const Place at : setup.en_passant) field |= Set::of(compiled_->square(at));
    for (const rules::PieceKind k : side.en_passant_kinds)
        for (Set men = p.men(p.to_move_, k); men.any();)
            p.en_passant_ |= field & ~p.occupied() &
                             capture_only(*compiled_, compiled_->piece_moves(p.to_move_, k), men.take_first(),
                                          p.occupied());
    if (p.en_passant_.any()) {
        const Set named = field & p.occupied();
        p.en_passant_victim_ = named.any() ? named.first() : *nearest_behind(p, p.en_passant_.first());
        settle_en_passant(p);
    }
    return p;
}

/// Gates that the rights to castle of a side say already.
template <typename Bits>
typename Game<Bits>::Set Game<Bits>::gates_of_castlers(const Position& p, Color side) const {
    Set gates;
    for (const bool kingside : {true, false})
        if (const unsigned right = Position::right(side, kingside); p.may_castle(right))
            gates |= Set::of(p.castling_king(side)) | Set::of(p.castling_rook(right));
    return gates;
}

template <typename Bits>
Setup Game<Bits>::setup(const Position& p) const {
    Setup setup = compiled_->empty_setup();
    setup.to_move = p.to_move_;
    setup.passes = p.passes_;
    setup.castled = p.castled_;
    if (rules().check_counting)
        setup.checks_left = {{p.checks_left_[Color::white], p.checks_left_[Color::black]}};
    for (const Color c : both_colors)
        for (Set men = p.men(c); men.any();) {
            const Square s = men.take_first();
            const Place at = compiled_->place(s);
            Man man{c, compiled_->letter(p.kind_on(s))};
            const unsigned former = p.former(s);
            man.promoted_pawn = former == Holdings<Bits>::promoted_pawn;
            if (former != 0 && !man.promoted_pawn)
                man.turned_from = compiled_->letter(rules::PieceKind{former - 1});
            setup.men[rules::region_bit(at.file, at.rank)] = man;
        }
    if (rules().has_hands()) {
        setup.hands.emplace();
        for (const Color c : both_colors)
            for (const rules::PieceKind kind : compiled_->kinds())
                if (const unsigned count = p.in_hand(c, kind); count != 0)
                    (*setup.hands)[c][compiled_->letter(kind)] = count;
    }
    const auto region_of = [&](Set squares) {
        rules::Region region;
        while (squares.any()) {
            const Place at = compiled_->place(squares.take_first());
            region.set(rules::region_bit(at.file, at.rank));
        }
        return region;
    };
    setup.walls = region_of(p.walls_);
    setup.strong_checks = p.strong_checks_;
    for (const Color c : both_colors) setup.gates[c] = region_of(p.gates(c) & ~gates_of_castlers(p, c));
    for (unsigned r = 0; r < 4; ++r) {
        if (!p.may_castle(r)) continue;
        setup.castling += right_letters[r];
        const auto outermost = castling_pair(*compiled_, p, r < 2 ? Color::white : Color::black, r % 2 == 0);
        if (rules().castling_960 && outermost && outermost->rook != p.castling_rooks_[r])
            setup.castling_files[r] = compiled_->place(p.castling_rooks_[r]).file;
    }
    Set field = p.en_passant_;
    for (Set squares = p.en_passant_; squares.any();)
        if (nearest_behind(p, squares.take_first()) != p.en_passant_victim_)
            field |= Set::of(p.en_passant_victim_);
    while (field.any()) setup.en_passant.push_back(compiled_->place(field.take_first()));
    return setup;
}

#define ZERMELO_INSTANTIATE(Bits)                                                                            \
    template Game<Bits>::Position Game<Bits>::men_of(const Setup&) const;                                    \
    template tl::expected<Position<Bits>, std::vector<Violation>> Game<Bits>::position(const Setup&, Waived) \
        const;                                                                                               \
    template Game<Bits>::Set Game<Bits>::gates_of_castlers(const Position&, Color) const;                    \
    template Setup Game<Bits>::setup(const Position&) const
ZERMELO_INSTANTIATE(std::uint64_t);
ZERMELO_INSTANTIATE(Bits256);
#undef ZERMELO_INSTANTIATE

}  // namespace zermelo::engine
