// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/brought_together.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

namespace zermelo::reference {
namespace {

using engine::Man;
using engine::Place;
using rules::Kind;
using rules::Letter;

class Changes {
  public:
    Changes(Random& random, const engine::Setup& setup, const rules::Rules& r)
        : random_(random), r_(r), s_(setup) {
        s_.en_passant.clear();
        list_what_may_be_done();
    }

    engine::Setup made(unsigned changes) && {
        for (; changes > 0; --changes) {
            side_ = random_.one_in(2) ? Color::white : Color::black;
            (this->*ways_[random_.below(ways_.size())])();
        }
        for (const Color side : both_colors)
            for (unsigned at = 0; at < s_.gates[side].size(); ++at)
                if (s_.gates[side][at] && (!s_.men[at] || s_.men[at]->color != side))
                    s_.gates[side].reset(at);
        return std::move(s_);
    }

  private:
    using Way = void (Changes::*)();

    /// What means something under these rules.
    void list_what_may_be_done() {
        ways_ = {&Changes::guarded_side_by_side,
                 &Changes::guarded_in_line,
                 &Changes::anybody_anywhere,
                 &Changes::few,
                 &Changes::many,
                 &Changes::turn,
                 &Changes::cornered};
        const auto add = [&](bool wanted, Way way, unsigned times = 1) {
            for (; wanted && times > 0; --times) ways_.push_back(way);
        };
        add(r_.castling, &Changes::castlers, 3);
        add(r_.castling && s_.hands && r_.castling_with_dropped, &Changes::castlers_in_hand, 3);
        add(!r_.extinction_kinds.empty(), &Changes::last_of_a_kind);
        add(!r_.extinction_kinds.empty() && r_.extinction_claim, &Changes::last_of_both, 3);
        add(s_.hands.has_value(), &Changes::full_hands, r_.must_drop ? 3 : 1);
        add(s_.hands && r_.pawn_drop_mate_illegal, &Changes::pawn_in_hand, 2);
        add(r_.has_walls(), &Changes::wall);
        add(r_.gating, &Changes::gates);
        add(r_.full_board_ends, &Changes::almost_full, 3);
        add(!r_.promotion_limit.empty(), &Changes::limited, 2);
        add(!r_.mutually_immune.empty(), &Changes::two_of_a_kind, 2);
        add(r_.rows.in_a_row + r_.rows.square + r_.rows.collinear != 0, &Changes::row, 2);
        for (const rules::SideRules& side : r_.sides) {
            add(!side.promotion_pawns.empty() || !r_.promoted_kind.empty(), &Changes::about_to_promote);
            add(side.flag_region.any(), &Changes::about_to_reach_the_flag);
            add(!side.en_passant_pawns.empty(), &Changes::passed_over, 2);
        }
    }

    unsigned number(unsigned least, unsigned most) {
        return least + static_cast<unsigned>(random_.below(most - least + 1));
    }
    template <typename Container>
    const auto& pick(const Container& from) {
        return from[random_.below(from.size())];
    }

    static unsigned bit(unsigned file, unsigned rank) { return rules::region_bit(file, rank); }
    unsigned any_bit() { return bit(number(0, s_.files - 1), number(0, s_.ranks - 1)); }
    bool is_free(unsigned at) const { return !s_.men[at] && !s_.holes[at] && !s_.walls[at]; }
    /// A square at most `most` files and ranks away.
    unsigned near(unsigned at, unsigned most = 1) {
        const auto moved = [&](unsigned where, unsigned size) {
            const unsigned step = number(0, 2 * most);
            return std::min(where + step < most ? 0 : where + step - most, size - 1);
        };
        return bit(moved(at % rules::max_files, s_.files), moved(at / rules::max_files, s_.ranks));
    }
    /// The rank that is the n-th for a side.
    unsigned rank_of(Color side, unsigned n) const { return side == Color::white ? n : s_.ranks - 1 - n; }

    /// Any of the squares with such a man.
    template <typename F>
    std::optional<unsigned> find(F wanted) {
        std::vector<unsigned> found;
        for (unsigned rank = 0; rank < s_.ranks; ++rank)
            for (unsigned file = 0; file < s_.files; ++file)
                if (const auto& man = s_.men[bit(file, rank)]; man && wanted(*man))
                    found.push_back(bit(file, rank));
        if (found.empty()) return std::nullopt;
        return pick(found);
    }
    bool is_royal(Man man) const {
        const Kind* kind = r_.kind(man.letter);
        return kind != nullptr && kind->royal;
    }
    bool guarded(Man man) const {
        return is_royal(man) || rules::contains(r_.extinction_kinds, man.letter) || r_.extinction_total;
    }
    std::optional<unsigned> find_guarded(Color side) {
        return find([&](Man man) { return man.color == side && guarded(man); });
    }

    void move_man(unsigned from, unsigned to) {
        if (from == to || s_.holes[to]) return;
        if (s_.men[to] && is_royal(*s_.men[to])) return;
        s_.walls.reset(to);
        s_.men[to] = s_.men[from];
        s_.men[from].reset();
    }
    /// Puts somebody where no king is.
    void put(unsigned at, Man man) {
        if (s_.holes[at] || (s_.men[at] && is_royal(*s_.men[at]))) return;
        s_.walls.reset(at);
        s_.men[at] = man;
    }
    /// Any man but a king.
    Man anybody() {
        while (true) {
            const Kind& kind = pick(r_.kinds);
            if (!kind.royal) return {random_.one_in(2) ? Color::white : Color::black, kind.letter};
            if (std::all_of(r_.kinds.begin(), r_.kinds.end(), [](const Kind& k) { return k.royal; }))
                return {Color::white, kind.letter};
        }
    }

    void guarded_side_by_side() {
        const auto one = find_guarded(side_);
        const auto other = find_guarded(!side_);
        if (one && other) move_man(*one, near(*other));
    }

    /// On one file, often with nobody between them.
    void guarded_in_line() {
        const auto one = find_guarded(side_);
        const auto other = find_guarded(!side_);
        if (!one || !other) return;
        const unsigned file = *other % rules::max_files;
        const unsigned rank = *one / rules::max_files;
        move_man(*one, bit(file, rank));
        if (random_.one_in(3)) return;
        const unsigned far = *other / rules::max_files;
        for (unsigned between = std::min(rank, far) + 1; between < std::max(rank, far); ++between)
            if (auto& man = s_.men[bit(file, between)]; man && !is_royal(*man)) man.reset();
    }

    void anybody_anywhere() {
        if (const auto man = find([&](Man m) { return m.color == side_; })) move_man(*man, any_bit());
    }

    void few() {
        for (auto& man : s_.men)
            if (man && !guarded(*man) && random_.one_in(2)) man.reset();
    }

    void many() {
        for (unsigned tries = 0; tries < s_.files * s_.ranks; ++tries)
            if (const unsigned at = any_bit(); is_free(at) && random_.one_in(2)) put(at, anybody());
    }

    /// A side with hardly anybody but a guarded man in a corner, and enemies around.
    void cornered() {
        for (auto& man : s_.men)
            if (man && man->color == side_ && !guarded(*man) && !random_.one_in(4)) man.reset();
        const auto man = find_guarded(side_);
        if (!man) return;
        const unsigned corner =
            bit(random_.one_in(2) ? 0 : s_.files - 1, random_.one_in(2) ? 0 : s_.ranks - 1);
        move_man(*man, corner);
        for (unsigned enemies = number(1, 3); enemies > 0; --enemies) {
            const unsigned at = near(corner, 2);
            if (at != corner) put(at, Man{!side_, anybody().letter});
        }
        s_.to_move = random_.one_in(2) ? side_ : !side_;
    }

    /// One more check, a pass, the other side to move.
    void turn() {
        if (s_.checks_left) s_.checks_left->both[random_.below(2)] = 1;
        if (r_.shatar_mate) s_.strong_checks = static_cast<unsigned>(random_.below(4));
        if (random_.one_in(4) && (r_.side(!s_.to_move).pass || r_.side(!s_.to_move).pass_on_stalemate))
            s_.passes = 1;
        if (random_.one_in(2)) s_.to_move = !s_.to_move;
    }

    bool castles(Color side) const {
        const rules::SideRules& own = r_.side(side);
        return own.castling_king && !own.castling_rooks.empty() && r_.castling_rank < s_.ranks;
    }
    /// Where the king castles from; any file of its rank where it may be any.
    unsigned king_home(Color side) {
        const unsigned file = r_.castling_960 && random_.one_in(2)
                                  ? number(0, s_.files - 1)
                                  : std::min(r_.castling_king_file, s_.files - 1);
        return bit(file, rank_of(side, r_.castling_rank));
    }

    /// King and rooks at home, with nobody between them; often those of both sides.
    void castlers() {
        const bool both = random_.one_in(2);
        s_.castling.clear();
        for (const Color side : {Color::white, Color::black}) {
            if ((!both && side != side_) || !castles(side)) continue;
            const unsigned rank = rank_of(side, r_.castling_rank);
            const unsigned home = king_home(side);
            const unsigned king_file = home % rules::max_files;
            if (const auto king = find([&](Man man) {
                    return man == Man{side, *r_.side(side).castling_king};
                }))
                move_man(*king, home);
            for (unsigned file = 0; file < s_.files; ++file)
                if (auto& man = s_.men[bit(file, rank)];
                    file != king_file && man && !is_royal(*man) && !random_.one_in(4))
                    man.reset();
            for (const bool kingside : {true, false}) {
                if (random_.one_in(3)) continue;
                unsigned file = kingside ? r_.castling_rook_kingside_file : r_.castling_rook_queenside_file;
                if (r_.castling_960 && random_.one_in(2))
                    file = kingside ? number(king_file, s_.files - 1) : number(0, king_file);
                file = std::min(file, s_.files - 1);
                if (file == king_file) continue;
                put(bit(file, rank), Man{side, pick(r_.side(side).castling_rooks)});
                s_.castling += side == Color::white ? (kingside ? 'K' : 'Q') : (kingside ? 'k' : 'q');
            }
        }
        if (!both) s_.to_move = side_;
    }

    /// A rook in hand and its king at home, or the other way round; no right yet.
    void castlers_in_hand() {
        if (!castles(side_)) return;
        const unsigned home =
            bit(std::min(r_.castling_king_file, s_.files - 1), rank_of(side_, r_.castling_rank));
        const Letter king = *r_.side(side_).castling_king;
        const Letter rook = pick(r_.side(side_).castling_rooks);
        const auto at = find([&](Man man) { return man == Man{side_, king}; });
        for (const unsigned file : {0U, s_.files - 1})
            if (const unsigned corner = bit(file, rank_of(side_, r_.castling_rank));
                corner != home && s_.men[corner] && !is_royal(*s_.men[corner]))
                s_.men[corner].reset();
        engine::Hand& hand = (*s_.hands)[side_];
        if (at && random_.one_in(3)) {
            s_.men[*at].reset();
            if (s_.men[home] && !is_royal(*s_.men[home])) s_.men[home].reset();
            hand[king] = 1;
            put(bit(random_.one_in(2) ? 0 : s_.files - 1, rank_of(side_, r_.castling_rank)),
                Man{side_, rook});
        } else {
            if (at) move_man(*at, home);
            hand[rook] = 1;
        }
        s_.to_move = side_;
        s_.castling.clear();
    }

    /// Leaves a side a number of a kind on the board, and none in hand.
    void leave(Color side, Letter letter, unsigned left) {
        for (auto& man : s_.men)
            if (man && man->color == side && man->letter == letter && !is_royal(*man)) {
                if (left == 0)
                    man.reset();
                else
                    --left;
            }
        if (s_.hands) (*s_.hands)[side].erase(letter);
    }
    void last_of_a_kind() { leave(side_, pick(r_.extinction_kinds), r_.extinction_count + 1); }
    void last_of_both() {
        const Letter letter = pick(r_.extinction_kinds);
        const bool soon = random_.one_in(3);  // one more has to go
        leave(side_, letter, r_.extinction_count + (soon ? 1 : 0));
        leave(!side_, letter, r_.extinction_opponent_count);
        s_.to_move = soon ? !side_ : side_;
    }

    void full_hands() {
        for (auto& hand : *s_.hands)
            for (const Kind& kind : r_.kinds)
                if (!kind.royal && random_.one_in(2)) hand[r_.before_turning(kind.letter)] = number(1, 2);
    }

    /// A pawn to drop before a king that has hardly a square.
    void pawn_in_hand() {
        cornered();
        for (const Kind& kind : r_.kinds)
            if (kind.name == "shogiPawn") (*s_.hands)[!side_][kind.letter] = 1;
        s_.to_move = !side_;
    }

    void wall() {
        const auto man = find([](Man) { return true; });
        if (!man) return;
        const unsigned at = near(*man);
        if (s_.men[at]) return;
        if (r_.walling == rules::Walling::duck) s_.walls.reset();
        s_.walls.set(at);
    }

    void gates() {
        const unsigned rank = rank_of(side_, r_.castling_rank < s_.ranks ? r_.castling_rank : 0);
        for (unsigned file = 0; file < s_.files; ++file)
            if (const auto& man = s_.men[bit(file, rank)]; man && man->color == side_ && random_.one_in(2))
                s_.gates[side_].set(bit(file, rank));
    }

    void almost_full() {
        if (s_.hands) full_hands();
        unsigned free = random_.one_in(2) ? 1 : number(0, 2);
        for (unsigned rank = 0; rank < s_.ranks; ++rank)
            for (unsigned file = 0; file < s_.files; ++file)
                if (const unsigned at = bit(file, rank); is_free(at)) {
                    if (free > 0 && random_.one_in(3))
                        --free;
                    else
                        put(at, anybody());
                }
    }

    void limited() {
        for (const auto& [letter, most] : r_.promotion_limit)
            for (unsigned left = number(0, most + 1); left > 0; --left)
                if (const unsigned at = any_bit(); is_free(at)) put(at, Man{side_, letter});
        about_to_promote();
    }

    void two_of_a_kind() {
        const Letter letter = pick(r_.mutually_immune);
        const Man man{side_, letter};
        if (is_royal(man)) return guarded_side_by_side();
        const unsigned at = any_bit();
        const unsigned other = near(at, 2);
        if (at == other) return;
        put(at, man);
        put(other, Man{!side_, letter});
    }

    /// Men of one side in a line or a square, but one, who stands near it.
    void row() {
        const Letter letter = r_.rows.kinds.empty() ? anybody().letter : pick(r_.rows.kinds);
        if (is_royal(Man{side_, letter})) return;
        const unsigned at = any_bit();
        const unsigned length = std::max({r_.rows.in_a_row, r_.rows.square, r_.rows.collinear, 2U});
        const unsigned files = r_.rows.square != 0 ? 2 : random_.one_in(2) ? length : 1;
        const unsigned ranks = r_.rows.square != 0 ? 2 : files == 1 ? length : 1;
        for (unsigned file = 0; file < files; ++file)
            for (unsigned rank = 0; rank < ranks; ++rank) {
                const unsigned f = at % rules::max_files + file;
                const unsigned k = at / rules::max_files + rank;
                if (f < s_.files && k < s_.ranks && !random_.one_in(3)) put(bit(f, k), Man{side_, letter});
            }
        put(near(at, 2), Man{side_, letter});
        s_.to_move = side_;
    }

    /// Moves one of these beside one of the squares.
    template <typename F>
    void bring(F wanted, const rules::Region& squares) {
        if (const auto man = find(wanted))
            for (unsigned tries = 0; tries < 8; ++tries)
                if (const unsigned at = any_bit(); !s_.men[at] && squares[near(at)])
                    return move_man(*man, at);
    }
    void about_to_promote() {
        const rules::SideRules& own = r_.side(side_);
        const auto turns = [&](Man man) {
            return man.color == side_ && (rules::contains(own.promotion_pawns, man.letter) ||
                                          r_.promoted_kind.count(man.letter) != 0);
        };
        bring(turns, own.promotion_region);
    }
    void about_to_reach_the_flag() {
        const rules::SideRules& own = r_.side(side_);
        const auto counts = [&](Man man) {
            return man.color == side_ && (!own.flag_piece || man.letter == own.flag_piece);
        };
        bring(counts, own.flag_region);
    }

    /// A pawn that has just made a double step, and one of the other side that may capture it.
    void passed_over() {
        const rules::SideRules& own = r_.side(side_);
        const rules::SideRules& other = r_.side(!side_);
        if (other.en_passant_pawns.empty() || own.double_step_region.none() || s_.ranks < 4) return;
        const Kind* pawn = nullptr;
        for (const Kind& kind : r_.kinds)
            if (kind.pawn) pawn = &kind;
        if (pawn == nullptr) return;
        for (unsigned tries = 0; tries < 8; ++tries) {
            const unsigned file = number(0, s_.files - 1);
            const unsigned first = number(0, s_.ranks - 3);
            const unsigned from = bit(file, rank_of(side_, first));
            const unsigned passed = bit(file, rank_of(side_, first + 1));
            const unsigned to = bit(file, rank_of(side_, first + 2));
            const auto can_be_empty = [&](unsigned at) {
                return !s_.holes[at] && !s_.walls[at] && (!s_.men[at] || !is_royal(*s_.men[at]));
            };
            if (!own.double_step_region[from] || !other.en_passant_region[passed]) continue;
            if (!can_be_empty(from) || !can_be_empty(passed) || !can_be_empty(to)) continue;
            s_.men[from].reset();
            s_.men[passed].reset();
            put(to, Man{side_, pawn->letter});
            if (file > 0 && (file + 1 == s_.files || random_.one_in(2)))
                put(to - 1, Man{!side_, pick(other.en_passant_pawns)});
            else if (file + 1 < s_.files)
                put(to + 1, Man{!side_, pick(other.en_passant_pawns)});
            s_.en_passant = {
                Place{static_cast<std::uint8_t>(file), static_cast<std::uint8_t>(rank_of(side_, first + 1))}};
            s_.to_move = !side_;
            return;
        }
    }

    Random& random_;
    const rules::Rules& r_;
    engine::Setup s_;
    Color side_ = Color::white;
    std::vector<Way> ways_;
};

}  // namespace

engine::Setup brought_together(Random& random, const engine::Setup& setup, const rules::Rules& rules) {
    return Changes{random, setup, rules}.made(1 + static_cast<unsigned>(random.below(4)));
}

}  // namespace zermelo::reference
