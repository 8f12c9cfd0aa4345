// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/play/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "zermelo/base/random.hpp"

namespace zermelo::play {

namespace {

// In hundredths of a pawn. A man with few moves is worth 52 for each, and as they help one another more for
// many: in chess a knight is worth some 300, a bishop 340, a rook 470 and a queen 890.
constexpr double worth_of_a_move = 52;
constexpr double more_by_each_move = 0.9;
/// A man that may turn into a better one is worth this part of what it gains, wherever it stands.
constexpr double share_of_promotion = 0.04;
/// Each move more that a man has on its square than elsewhere; each file nearer to the middle, where it
/// promotes.
constexpr double place_by_a_move = 4;
constexpr double place_in_the_middle = 3;
constexpr Score castling_right = 12;
constexpr Score to_move = 8;
/// A man is worth this much more one step before a square that wins, half as much two steps before it.
constexpr double near_flag = 400;
/// Where checks are counted, this is divided by the number that is to go.
constexpr Score check_to_go = 480;
/// Where moves are counted, this many squares in a hundred have men.
constexpr std::uint64_t men_around = 30;
/// A man that can hardly move is worth no less.
constexpr Score min_worth = 30;

std::int16_t narrow(double value) {
    return static_cast<std::int16_t>(std::lround(std::clamp(value, -9e3, 9e3)));
}

}  // namespace

template <typename Bits>
Evaluation<Bits>::Evaluation(const engine::Game<Bits>& game)
    : game_(game),
      must_capture_(game.rules().must_capture),
      by_moves_(game.rules().walling != rules::Walling::none),
      plain_captures_(!game.rules().blast && game.rules().petrifying.empty() &&
                      !game.rules().changes_sides()) {
    const rules::Rules& rules = game_.rules();
    losing_ = rules.extinction_value == game::Outcome::win && rules.extinction_total;
    if (rules.extinction_value == game::Outcome::win && !rules.extinction_total)
        losing_ = rules.extinction_kinds.size() == rules.kinds.size();
    find_worths();
    for (const Color side : both_colors)
        for (const rules::PieceKind kind : game_.compiled().kinds()) find_places(side, kind);
    moves_help_ = !losing_ && !must_capture_ && !by_moves_ && !game_.compiled().royal_kinds.empty() &&
                  rules.stalemate_value != game::Outcome::win;
    if (const auto start = engine::parse_fen(rules.start_fen, rules))
        for (const auto& man : start->men)
            if (man && rules.kind(man->letter) != nullptr) {
                const rules::PieceKind kind = game_.compiled().kind_of(man->letter);
                if ((officers_[man->color] >> kind.index() & 1U) != 0)
                    officers_at_start_ += std::abs(worth(man->color, kind));
            }
}

template <typename Bits>
auto Evaluation<Bits>::squares_of(Color side, rules::PieceKind kind) const -> Set {
    const auto& compiled = game_.compiled();
    const auto& mobility = compiled.rules.side(side).mobility;
    const auto region = mobility.find(compiled.letter(kind));
    return region == mobility.end() ? compiled.board : compiled.crop(region->second) & compiled.board;
}

template <typename Bits>
auto Evaluation<Bits>::ways(Color side, rules::PieceKind kind) const -> Ways {
    const auto& compiled = game_.compiled();
    Ways ways(compiled.squares);
    for (Set left = squares_of(side, kind); left.any();) {
        const Square square = left.take_first();
        Position p;
        engine::UncheckedEditor<Bits> editor{p};
        editor.hold();
        editor.to_move(side);
        editor.put(square, side, kind);
        engine::MoveList moves;
        game_.pseudo_legal_moves(p, moves);
        for (const engine::Move m : moves)
            if (m.from == square && m.to != square) ways[square.index()] |= Set::of(m.to);
    }
    return ways;
}

template <typename Bits>
double Evaluation<Bits>::moves_among_men(Color side, rules::PieceKind kind, Set squares) const {
    const auto& compiled = game_.compiled();
    const int fillings = compiled.squares > 100 ? 1 : 3;
    // Each side from its own end of the board, so that men that move alike are worth the same.
    const auto as_side_sees = [&](Square square) {
        const engine::Place at = compiled.place(square);
        const unsigned rank = side == Color::white ? at.rank : compiled.ranks - 1 - at.rank;
        return Square{rank * compiled.files + at.file};
    };
    Random random{0x506C6179};
    std::uint64_t count = 0;
    for (int filling = 0; filling < fillings; ++filling)
        for (const Square place : BoardSquares{compiled.squares}) {
            const Square square = as_side_sees(place);
            Position p;
            engine::UncheckedEditor<Bits> editor{p};
            editor.hold();
            editor.to_move(side);
            for (const Square other : BoardSquares{compiled.squares}) {
                const Square at = as_side_sees(other);
                if (random.below(100) < men_around && at != square && compiled.board.contains(at))
                    editor.put(at, !side, kind);
            }
            if (!squares.contains(square)) continue;
            editor.put(square, side, kind);
            engine::MoveList moves;
            game_.pseudo_legal_moves(p, moves);
            Set to;
            for (const engine::Move m : moves)
                if (m.from == square && m.to != square && !m.is_drop()) to |= Set::of(m.to);
            count += to.size();
        }
    const auto places = static_cast<double>(squares.size()) * fillings;
    return places == 0 ? 0 : static_cast<double>(count) / places;
}

template <typename Bits>
Score Evaluation<Bits>::max_once_turned(Color side, rules::Letter letter, const Worths& worths) const {
    const auto& compiled = game_.compiled();
    const rules::SideRules& own = compiled.rules.side(side);
    Score most = 0;
    if (rules::contains(own.promotion_pawns, letter))
        for (const rules::Letter piece : own.promotion_pieces)
            most = std::max(most, worths[compiled.kind_of(piece).index()]);
    const auto& turned = compiled.rules.promoted_kind;
    if (const auto into = turned.find(letter); into != turned.end())
        most = std::max(most, worths[compiled.kind_of(into->second).index()]);
    return most;
}

template <typename Bits>
void Evaluation<Bits>::find_worths() {
    const auto& compiled = game_.compiled();
    for (const Color side : both_colors) {
        auto& worths = worths_[side];
        for (const rules::PieceKind kind : compiled.kinds()) {
            const double moves = moves_among_men(side, kind, squares_of(side, kind));
            const double worth = moves * (worth_of_a_move + more_by_each_move * moves);
            worths[kind.index()] = std::max(static_cast<Score>(std::lround(std::min(worth, 4e3))), min_worth);
        }
        const auto plain = worths;
        for (const rules::PieceKind kind : compiled.kinds()) {
            const rules::Letter letter = compiled.letter(kind);
            Score& worth = worths[kind.index()];
            const Score most = max_once_turned(side, letter, plain);
            if (most > worth) worth += static_cast<Score>(std::lround(share_of_promotion * (most - worth)));
            if (most == 0 && !compiled.is_royal(kind)) officers_[side] |= 1U << kind.index();
            if (losing_) worth = -100 - worth / 8;
            if (compiled.is_royal(kind)) worth = 0;
        }
    }
}

/// Adds for each square how near it is to a goal, in moves of a man alone on the board.
template <typename Bits>
void Evaluation<Bits>::add_nearness(std::vector<Worth>& places, const Ways& ways, Set goal, double early,
                                    double late) const {
    Set reached = goal;
    for (double share = 1; share > 0.005; share /= 2) {
        Set next;
        for (Set left = game_.compiled().board & ~reached; left.any();) {
            const Square square = left.take_first();
            if ((ways[square.index()] & reached).empty()) continue;
            next |= Set::of(square);
            Worth& place = places[square.index()];
            place.early = narrow(place.early + early * share);
            place.late = narrow(place.late + late * share);
        }
        if (next.empty()) return;
        reached |= next;
    }
}

template <typename Bits>
void Evaluation<Bits>::find_places(Color side, rules::PieceKind kind) {
    const auto& compiled = game_.compiled();
    const rules::Letter letter = compiled.letter(kind);
    const Ways ways = this->ways(side, kind);
    const Set stands = squares_of(side, kind);
    std::vector<Worth>& places = this->places(side, kind);
    places.resize(compiled.squares);
    const Score worth = this->worth(side, kind);
    const bool promotes = (officers_[side] >> kind.index() & 1U) == 0 && !compiled.is_royal(kind);
    double mean = 0;
    for (Set left = stands; left.any();) mean += ways[left.take_first().index()].size();
    mean /= std::max(1.0, static_cast<double>(stands.size()));
    for (Set left = compiled.board; left.any();) {
        const Square square = left.take_first();
        const engine::Place at = compiled.place(square);
        const double aside = std::abs(at.file - (compiled.files - 1) / 2.0);
        const double ahead =
            side == Color::white ? at.rank : static_cast<double>(compiled.ranks - 1) - at.rank;
        const double off_middle = aside + std::abs(at.rank - (compiled.ranks - 1) / 2.0);
        double early = worth;
        double late = worth;
        if (losing_) {
            // Where men stand matters little to who wants to lose them.
        } else if (compiled.is_royal(kind)) {
            early += 6 * aside - 10 * ahead;
            late -= 4 * off_middle;
        } else if (promotes) {
            early -= place_in_the_middle * aside;
        } else {
            const double more = place_by_a_move * (ways[square.index()].size() - mean);
            early += std::clamp(more, -40.0, 40.0);
            late += std::clamp(more, -40.0, 40.0);
        }
        places[square.index()] = {narrow(early), narrow(late)};
    }
    if (losing_) return;
    if (promotes) {
        const double gain = max_once_turned(side, letter, worths_[side]) - worth;
        if (gain > 0) add_nearness(places, ways, compiled.sides[side].promotion_region, gain / 6, gain / 4);
    }
    const auto& compiled_side = compiled.sides[side];
    if (compiled_side.flag_region.any() && (!compiled_side.flag_kind || *compiled_side.flag_kind == kind))
        add_nearness(places, ways, compiled_side.flag_region, near_flag / 4, near_flag);
}

template <typename Bits>
Score Evaluation<Bits>::of(const Position& p) const {
    const auto& compiled = game_.compiled();
    ByColor<Score> early{}, late{};
    Score officers = 0;
    for (const Color side : both_colors)
        for (Set men = p.men(side); men.any();) {
            const Square square = men.take_first();
            const unsigned code = p.code_on(square);
            if (code >= places_.size() || places_[code].empty()) continue;
            const Worth& worth = places_[code][square.index()];
            early[side] += worth.early;
            late[side] += worth.late;
            const rules::PieceKind kind = p.kind_on(square);
            if ((officers_[side] >> kind.index() & 1U) != 0) officers += std::abs(this->worth(side, kind));
        }
    const Color us = p.to_move();
    const Score begun = std::max(officers_at_start_, 1);
    const Score left = std::min(officers, begun);
    const std::int64_t mixed =
        std::int64_t{early[us] - early[!us]} * left + std::int64_t{late[us] - late[!us]} * (begun - left);
    auto score = static_cast<Score>(mixed / begun);
    const auto side_has = [&](Color side) {
        Score more = 0;
        if (compiled.rules.has_hands())
            for (const rules::PieceKind kind : compiled.kinds())
                if (const unsigned count = p.in_hand(side, kind); count != 0)
                    more += static_cast<Score>(count) * worth(side, kind) * 9 / 8;
        for (unsigned right = 0; right < 4; ++right)
            if (p.may_castle(right) && Position::side_of(right) == side) more += castling_right;
        if (compiled.rules.check_counting && p.checks_left(side) != 0)
            more += check_to_go / static_cast<Score>(p.checks_left(side));
        return more;
    };
    score += side_has(us) - side_has(!us) + (losing_ ? 0 : to_move);
    if (!compiled.rows.in_a_row.empty()) score += of_rows(p, us) - of_rows(p, !us);
    if (by_moves_) score += mobility(p);
    return std::clamp(score, -max_evaluation, max_evaluation);
}

/// Rows that a side alone has men in: four times as much for each man more.
template <typename Bits>
Score Evaluation<Bits>::of_rows(const Position& p, Color side) const {
    Score score = 0;
    for (const Set& row : game_.compiled().rows.in_a_row) {
        if ((row & (p.men(!side) | p.walls())).any()) continue;
        const unsigned men = (row & p.men(side)).size();
        if (men != 0) score += static_cast<Score>(1U << std::min(2 * (men - 1), 10U));
    }
    return game_.rules().rows.value == game::Outcome::win ? score : -score;
}

template <typename Bits>
Score Evaluation<Bits>::mobility(const Position& p) const {
    engine::MoveList own, others;
    game_.pseudo_legal_moves(p, own);
    game_.pseudo_legal_moves(game_.passed(p), others);
    return 5 * (static_cast<Score>(own.size()) - static_cast<Score>(others.size()));
}

template <typename Bits>
bool Evaluation<Bits>::captures(const Position& p, engine::Move m) const {
    if (m.type == engine::Move::Type::en_passant) return true;
    return m.from != m.to && p.men(!p.to_move()).contains(m.to);
}

template <typename Bits>
Score Evaluation<Bits>::worth_of_mover(const Position& p, engine::Move m) const {
    return p.men(p.to_move()).contains(m.from) ? worth(p.to_move(), p.kind_on(m.from)) : 0;
}

template <typename Bits>
std::optional<Score> Evaluation<Bits>::gain_of_loud(const Position& p, engine::Move m) const {
    using Type = engine::Move::Type;
    const Color us = p.to_move();
    const bool captures = this->captures(p, m);
    const bool promotes = m.promotion != 0 && (m.type == Type::normal || m.type == Type::en_passant);
    if (!captures && (!promotes || must_capture_)) return std::nullopt;
    const Score mover = worth_of_mover(p, m);
    Score gain = promotes ? worth(us, game_.compiled().kind_of(m.promotion)) - mover : 0;
    if (captures)
        gain += worth(!us, p.kind_on(m.type == Type::en_passant ? p.en_passant_victim() : m.to));
    else if (gain <= 0)
        return std::nullopt;
    if (must_capture_ || !plain_captures_ || gain + 50 >= mover) return gain;
    return game_.any_attacked(p, Set::of(m.to), !us) ? std::nullopt : std::optional{gain};
}

template <typename Bits>
bool Evaluation<Bits>::has_officers(const Position& p, Color side) const {
    for (Set men = p.men(side); men.any();)
        if ((officers_[side] >> p.kind_on(men.take_first()).index() & 1U) != 0) return true;
    return false;
}

template class Evaluation<std::uint64_t>;
template class Evaluation<Bits256>;

}  // namespace zermelo::play
