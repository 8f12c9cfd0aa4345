// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps a setup from being a legal position: a list of laws, each asked about every square, man, side or
// field that it could be broken by.
#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "reference/engine.hpp"
#include "reference/engine_parts.hpp"

namespace zermelo::reference {
namespace {

constexpr std::array sides{Color::white, Color::black};
constexpr std::string_view rights = "KQkq";
bool among(char letter, std::string_view letters) { return letters.find(letter) != std::string_view::npos; }
bool among(At square, const std::vector<At>& list) {
    return std::find(list.begin(), list.end(), square) != list.end();
}

/// All squares that a region can name, on the board or not.
std::vector<At> all_squares() {
    std::vector<At> all;
    for (int rank = 0; rank < static_cast<int>(rules::max_ranks); ++rank)
        for (int file = 0; file < static_cast<int>(rules::max_files); ++file) all.push_back({file, rank});
    return all;
}

/// The setup in question, and what all laws ask of it.
struct Case {
    const Setup& setup;
    const rules::Rules& rules;

    /// Whether the square lies within the edges; a hole does.
    bool within(At square) const {
        return square.file < static_cast<int>(setup.files) && square.rank < static_cast<int>(setup.ranks);
    }
    bool is_royal(rules::Letter letter) const {
        const rules::Kind* kind = rules.kind(letter);
        return kind != nullptr && kind->royal;
    }
    /// The rank on which a side castles, and where its gates are.
    int castling_rank(Color side) const {
        const int rank = static_cast<int>(rules.castling_rank);
        return side == Color::white ? rank : static_cast<int>(setup.ranks) - 1 - rank;
    }
};

/// How a man may have come to stand on a square, or to be what it is there, other than by a plain move.
struct Arrival {
    bool (*possible)(const Case&, Man, At);
    bool asks_for_moves;  ///< it may not be where the man could never move again
};

/// Whether men of a kind come from the hand to the square; whether they may stand there is another law.
bool is_open_to(const Case& c, Color side, const rules::Kind& kind, At square) {
    const rules::SideRules& own = c.rules.side(side);
    const bool at_home = square.rank == (side == Color::white ? 0 : static_cast<int>(c.setup.ranks) - 1);
    if (kind.pawn && at_home && !c.rules.first_rank_pawn_drops) return false;
    if (kind.pawn && own.promotion_region[square.bit()] && !c.rules.promotion_zone_pawn_drops) return false;
    if (kind.name == "rook" && !at_home && c.rules.first_rank_rook_drops) return false;
    return own.drop_region[square.bit()];
}

bool by_drop(const Case& c, Man man, At square) {
    return c.rules.drops &&
           std::any_of(c.rules.kinds.begin(), c.rules.kinds.end(), [&](const rules::Kind& kind) {
               const auto turned = c.rules.promoted_kind.find(kind.letter);
               const bool as_promoted = c.rules.drop_promoted && turned != c.rules.promoted_kind.end() &&
                                        turned->second == man.letter;
               return (kind.letter == man.letter || as_promoted) && !(c.rules.free_drops && kind.royal) &&
                      is_open_to(c, man.color, kind, square);
           });
}

bool through_a_gate(const Case& c, Man man, At square) {
    const rules::Kind* kind = c.rules.kind(man.letter);
    return c.rules.gates_from_hand && kind != nullptr && square.rank == c.castling_rank(man.color) &&
           is_open_to(c, man.color, *kind, square);
}

/// A king or fers has leapt from its gate, which promotes nothing.
bool by_first_leap(const Case& c, Man man, At square) {
    if (!c.rules.first_leaps) return false;
    const rules::Kind* kind = c.rules.kind(man.letter);
    const int steps = (square.rank - c.castling_rank(man.color)) * forward(man.color);
    return kind != nullptr && ((kind->royal && steps == 1) || (kind->name == "fers" && steps == 2));
}

bool by_castling(const Case& c, Man man, At square) {
    if (!c.rules.castling) return false;
    const rules::SideRules& side = c.rules.side(man.color);
    Setup before = c.setup;
    before.walls.reset();  // which may have come later
    for (const bool kingside : {true, false}) {
        const auto ends = castling_ends(before, c.rules, man.color, kingside);
        if (!ends) continue;
        if (square == ends->king && man.letter == side.castling_king) return true;
        if (square == ends->rook && among(man.letter, side.castling_rooks)) return true;
    }
    return false;
}

/// A pawn, or whatever promotes alike, has become this kind; or another kind has turned into it.
bool by_promotion(const Case& c, Man man, At) {
    const rules::SideRules& side = c.rules.side(man.color);
    if (!side.promotion_pawns.empty() && among(man.letter, side.promotion_pieces)) return true;
    return std::any_of(c.rules.promoted_kind.begin(), c.rules.promoted_kind.end(),
                       [&](const auto& pair) { return pair.second == man.letter; });
}

/// What it had turned into has turned back into it.
bool by_demotion(const Case& c, Man man, At) {
    return c.rules.piece_demotion && c.rules.promoted_kind.count(man.letter) != 0;
}

/// All squares but holes, since walls come and go.
std::vector<At> ground(const Case& c) {
    std::vector<At> all = all_squares();
    std::erase_if(all, [&](At square) { return !c.within(square) || c.setup.holes[square.bit()]; });
    return all;
}

/// The origins from which a man, alone on the board, makes an initial move to the square.
std::vector<At> origins(const Case& c, Man man, At to) {
    std::vector<At> found;
    const rules::Kind* kind = c.rules.kind(man.letter);
    if (kind == nullptr || kind->royal || !kind->has_initial_moves()) return found;
    for (const At from : ground(c))
        if (is_initial(c.setup, c.rules, man, from, to)) found.push_back(from);
    return found;
}

/// Whether an enemy could ever pass over the square, and this man capture it there.
bool en_passant(const Case& c, Man man, At square) {
    const rules::SideRules& side = c.rules.side(man.color);
    if (!among(man.letter, side.en_passant_pawns) || !side.en_passant_region[square.bit()]) return false;
    for (const rules::Kind& kind : c.rules.kinds)
        for (const At to : ground(c))
            for (const At from : origins(c, {!man.color, kind.letter}, to))
                if (among(square, between(from, to))) return true;
    return false;
}

/// All ways but that of a man that was the other side's.
constexpr std::array arrivals{
    Arrival{by_drop, true},       Arrival{through_a_gate, true}, Arrival{by_castling, false},
    Arrival{by_promotion, false}, Arrival{by_demotion, false},   Arrival{en_passant, true},
    Arrival{by_first_leap, true},
};

/// The man as each side may have brought it to its square.
std::vector<Man> as_brought(const Case& c, Man man) {
    std::vector<Man> brought{man};
    if ((c.rules.flip_enclosed != rules::Enclosing::none || c.rules.andernach) && !c.is_royal(man.letter)) {
        brought.push_back(man);
        brought.back().color = !man.color;
    }
    return brought;
}

bool must_have_promoted(const Case& c, Man man, At square) {
    const rules::SideRules& side = c.rules.side(man.color);
    if (!c.rules.mandatory_pawn_promotion || c.rules.sittuyin_promotion || side.promotion_pieces.empty() ||
        !among(man.letter, side.promotion_pawns) || !side.promotion_region[square.bit()])
        return false;
    return std::none_of(arrivals.begin(), arrivals.end(),
                        [&](const Arrival& arrival) { return arrival.possible(c, man, square); });
}

bool cannot_have_come(const Case& c, Man man, At square) {
    Setup bare = c.setup;  // no game with this law makes walls
    bare.walls.reset();
    if (!is_stuck(bare, c.rules, man, square)) return false;
    return std::none_of(arrivals.begin(), arrivals.end(), [&](const Arrival& arrival) {
        return !arrival.asks_for_moves && arrival.possible(c, man, square);
    });
}

// Laws of squares.

using Words = std::optional<std::string>;

Words nothing_off_the_board(const Case& c, At square, std::string_view what, bool is_there) {
    if (c.within(square) || !is_there) return std::nullopt;
    return fmt::format("{} off the board", what);
}
Words men_off_the_board(const Case& c, At square) {
    return nothing_off_the_board(c, square, "a piece", man_on(c.setup, square).has_value());
}
Words holes_off_the_board(const Case& c, At square) {
    return nothing_off_the_board(c, square, "a hole", c.setup.holes[square.bit()]);
}
Words walls_off_the_board(const Case& c, At square) {
    return nothing_off_the_board(c, square, "a wall", c.setup.walls[square.bit()]);
}
Words barred_off_the_board(const Case& c, At square) {
    const bool is_there = std::any_of(c.setup.barred.begin(), c.setup.barred.end(),
                                      [&](const Barred& group) { return group.squares[square.bit()]; });
    return nothing_off_the_board(c, square, "a barred square", is_there);
}
Words gates_without_men(const Case& c, At square, Color side) {
    const auto& man = man_on(c.setup, square);
    if (!c.setup.gates[side][square.bit()]) return std::nullopt;
    if (!man || man->color != side) return fmt::format("a gate where no man of {} stands", name(side));
    if (!c.rules.gating || square.rank == c.castling_rank(side)) return std::nullopt;
    return fmt::format("a gate of {}, expected on rank {} alone", name(side), c.castling_rank(side) + 1);
}
Words gates_without_men_of_white(const Case& c, At square) {
    return gates_without_men(c, square, Color::white);
}
Words gates_without_men_of_black(const Case& c, At square) {
    return gates_without_men(c, square, Color::black);
}
constexpr std::array square_laws{men_off_the_board,          holes_off_the_board,
                                 walls_off_the_board,        barred_off_the_board,
                                 gates_without_men_of_white, gates_without_men_of_black};

// Laws of men that stand on the board, of kinds that the variant has.

Words stands_on_no_hole(const Case& c, Man, At square) {
    if (!c.setup.holes[square.bit()]) return std::nullopt;
    return "a piece on a hole";
}
Words stands_on_no_wall(const Case& c, Man, At square) {
    if (!c.setup.walls[square.bit()]) return std::nullopt;
    return "a piece on a wall";
}
Words stands_where_it_may(const Case& c, Man man, At square) {
    for (const Man brought : as_brought(c, man))
        if (may_stand(c.setup, c.rules, brought, square)) return std::nullopt;
    return fmt::format("'{}' of {} may not stand here", man.letter, name(man.color));
}
Words has_promoted(const Case& c, Man man, At square) {
    for (const Man brought : as_brought(c, man))
        if (!must_have_promoted(c, brought, square)) return std::nullopt;
    return fmt::format("'{}' of {} must have promoted here", man.letter, name(man.color));
}
Words can_move_again(const Case& c, Man man, At square) {
    for (const Man brought : as_brought(c, man))
        if (!cannot_have_come(c, brought, square)) return std::nullopt;
    return fmt::format("'{}' of {} could never move again here", man.letter, name(man.color));
}
Words has_no_former_kind(const Case& c, Man man, At) {
    if (c.rules.keeps_former_kinds() || (!man.turned_from && !man.promoted_pawn)) return std::nullopt;
    return "a man with a former kind, which this game does not keep";
}
Words may_have_turned(const Case& c, Man man, At) {
    if (!c.rules.keeps_former_kinds() || !man.turned_from) return std::nullopt;
    const auto turned = c.rules.promoted_kind.find(*man.turned_from);
    if (turned != c.rules.promoted_kind.end() && turned->second == man.letter) return std::nullopt;
    return fmt::format("'{}' of {} cannot have been '{}'", man.letter, name(man.color), *man.turned_from);
}
Words may_be_a_pawn(const Case& c, Man man, At square) {
    const rules::SideRules& side = c.rules.side(man.color);
    if (!c.rules.keeps_former_kinds() || !man.promoted_pawn) return std::nullopt;
    if (may_have_turned(c, man, square)) return std::nullopt;  // which is told
    if (!side.promotion_pawns.empty() && among(man.letter, side.promotion_pieces) && !man.turned_from)
        return std::nullopt;
    return fmt::format("'{}' of {} cannot be a promoted pawn", man.letter, name(man.color));
}

Words has_turned_round(const Case& c, Man man, At square) {
    if (arrived(c.setup, c.rules, man, square) == man) return std::nullopt;
    return fmt::format("'{}' of {} must have turned round here", man.letter, name(man.color));
}

constexpr std::array man_laws{stands_on_no_hole, stands_on_no_wall, stands_where_it_may,
                              has_promoted,      can_move_again,    has_no_former_kind,
                              may_be_a_pawn,     may_have_turned,   has_turned_round};

// Laws of the whole.

using Found = std::vector<Violation>;

Found hands_as_the_game_has_them(const Case& c) {
    if (c.rules.has_hands() == c.setup.hands.has_value()) return {};
    if (c.rules.has_hands()) return {{"no hands, expected those of both sides", {}}};
    return {{"hands, but this game has no men in hand", {}}};
}

Found no_more_than_the_game_has(const Case& c) {
    Found found;
    const auto say = [&](bool broken, std::string words) {
        if (broken) found.push_back({std::move(words), {}});
    };
    const Setup& setup = c.setup;
    say(setup.walls.any() && !c.rules.has_walls(), "walls, but this game makes none");
    // Where captures make walls, too, there may be more.
    const bool one =
        c.rules.walling == rules::Walling::duck && c.rules.petrifying.empty() && !c.rules.petrify_blast;
    say(one && setup.walls.count() > 1, fmt::format("{} walls, expected one at most", setup.walls.count()));
    say(setup.holes.any() && c.rules.has_walls(), "holes, but this game has walls in their place");
    for (const rules::Region& gates : setup.gates)
        say(gates.any() && !c.rules.gating, "gates, but this game has none");
    for (const auto& file : setup.castling_files)
        say(file && !c.rules.castling_960, "a rook to castle by its file, but only the outermost castles");
    say(setup.castled && c.rules.castling_wins.empty(), "a win by castling that the rules do not have");
    say(setup.strong_checks != 0 && !c.rules.shatar_mate, "strong checks, which the rules do not count");
    say(setup.checks_left && !c.rules.check_counting,
        "checks that are left, but this game does not count them");
    return found;
}

Found checks_are_counted(const Case& c) {
    if (!c.rules.check_counting) return {};
    if (!c.setup.checks_left) return {{"no checks that are left, expected those of both sides", {}}};
    Found found;
    for (const Color side : sides)
        if (const unsigned left = (*c.setup.checks_left)[side]; left > engine::max_checks)
            found.push_back(
                {fmt::format("{} needs {} checks, expected at most {}", name(side), left, engine::max_checks),
                 {}});
    return found;
}

/// Who has passed just now, the side that is not to move, and the other before it, may pass.
Found passes_are_allowed(const Case& c) {
    if (c.setup.passes > 2) return {{"a pass that the rules do not allow", {}}};
    Color side = !c.setup.to_move;
    for (unsigned pass = 0; pass < c.setup.passes; ++pass, side = !side)
        if (const auto& own = c.rules.side(side); !own.pass && !own.pass_on_stalemate)
            return {{"a pass that the rules do not allow", {}}};
    return {};
}

Found kinds_in_hand(const Case& c) {
    Found found;
    if (!c.setup.hands) return found;
    for (const Color side : sides)
        for (const auto& [letter, men] : (*c.setup.hands)[side])
            if (c.rules.kind(letter) == nullptr)
                found.push_back(
                    {fmt::format("'{}' in the hand of {} is no piece of this variant", letter, name(side)),
                     {}});
    for (const auto& [one, other] : c.rules.turning_kind)
        for (const Color side : sides)
            if ((*c.setup.hands)[side].contains(other))
                found.push_back(
                    {fmt::format("'{}' in the hand of {}, expected '{}'", other, name(side), one), {}});
    return found;
}

Found not_too_many_men(const Case& c) {
    if (!c.setup.hands) return {};
    unsigned men = 0;
    for (const At square : all_squares()) men += man_on(c.setup, square) ? 1 : 0;
    for (const Color side : sides) men += in_hand(c.setup, side);
    if (men <= 255) return {};
    return {{fmt::format("{} men on the board and in hand, expected at most 255", men), {}}};
}

/// The royal pieces of a side: first those on the board, from a1 on, then those in hand.
std::vector<std::optional<Place>> all_royals(const Setup& setup, const rules::Rules& rules, Color side) {
    std::vector<std::optional<Place>> all;
    for (const At square : royals(setup, rules, side)) all.push_back(square.place());
    for (const rules::Kind& kind : rules.kinds)
        if (kind.royal) all.resize(all.size() + in_hand(setup, side, kind.letter));
    return all;
}

/// As many as the game begins with, and more only where men may become kings. Those in hand are the first to
/// be counted; of others each that is one too many is told.
Found royal_pieces(const Case& c) {
    Found found;
    const auto start = engine::parse_fen(c.rules.start_fen, c.rules);
    if (!start) return found;
    const bool more = std::any_of(c.rules.promoted_kind.begin(), c.rules.promoted_kind.end(),
                                  [&](const auto& pair) { return c.is_royal(pair.second); });
    for (const Color side : sides) {
        const std::size_t expected = all_royals(*start, c.rules, side).size();
        const auto all = all_royals(c.setup, c.rules, side);
        if (all.size() == expected || (more && all.size() > expected)) continue;
        const std::string words =
            fmt::format("{} has {} royal pieces, expected {}", name(side), all.size(), expected);
        const auto held = static_cast<std::size_t>(std::count(all.begin(), all.end(), std::nullopt));
        const std::size_t standing = all.size() - held;
        for (std::size_t i = expected > held ? expected - held : 0; i < standing; ++i)
            found.push_back({words, all[i]});
        if (held > expected || all.size() < expected) found.push_back({words, {}});
    }
    return found;
}

/// Where kings face each other a side may pass, in check, too: that ends the game.
bool has_passed_before_the_king(const Case& c) {
    return c.rules.bikjang && c.setup.passes > 0 && royals_see(c.setup, c.rules);
}

bool leaves_a_royal_attacked(const Case& c, Color side) {
    const auto all = royals(c.setup, c.rules, side);
    return royals_face(c.setup, c.rules) || std::any_of(all.begin(), all.end(), [&](At square) {
               return is_attacked(c.setup, c.rules, square, !side);
           });
}

/// Who takes the last of the enemy's men need not mind what attacks its own.
bool may_have_taken_a_last_man(const Case& c) {
    const auto few = [&](std::optional<rules::Letter> letter) {
        return count(c.setup, c.setup.to_move, letter) <= c.rules.extinction_count;
    };
    return std::any_of(c.rules.extinction_kinds.begin(), c.rules.extinction_kinds.end(), few) ||
           (c.rules.extinction_total && few(std::nullopt));
}

Found who_has_moved_left_nothing_attacked(const Case& c) {
    const Color moved = !c.setup.to_move;
    if (has_passed_before_the_king(c)) return {};
    const auto say = [&](std::string_view what) -> Found {
        return {
            {fmt::format("{} of {}, who is not to move, can be captured at once", what, name(moved)), {}}};
    };
    if (leaves_a_royal_attacked(c, moved)) return say("the royal piece");
    if (last_men_attacked(c.setup, c.rules, moved) && !may_have_taken_a_last_man(c))
        return say("a last piece");
    return {};
}

// Rights to castle.

/// The king and the rook of a right, whatever file it tells; and where both stand while they have it, if the
/// rules know such squares.
std::optional<CastlingPair> pair_of(const Case& c, std::size_t right) {
    Setup untold = c.setup;
    untold.castling_files = {};
    return castling_pair(untold, c.rules, right < 2 ? Color::white : Color::black, right % 2 == 0);
}
std::optional<CastlingPair> home_of(const Case& c, std::size_t right) {
    return castling_home(c.setup, c.rules, right < 2 ? Color::white : Color::black, right % 2 == 0);
}

/// Whether a side has a king and a rook for a right, and its file, where it is told, is that of such a rook.
bool right_is_good(const Case& c, std::size_t right) {
    const Color side = right < 2 ? Color::white : Color::black;
    const bool kingside = right % 2 == 0;
    const auto outermost = pair_of(c, right);
    if (!outermost || !c.setup.castling_files[right]) return outermost.has_value();
    const At rook{*c.setup.castling_files[right], outermost->king.rank};
    const int outwards = kingside ? rook.file - outermost->king.file : outermost->king.file - rook.file;
    if (outwards <= 0 || !on_board(c.setup, rook)) return false;
    const auto& man = man_on(c.setup, rook);
    return man && man->color == side && among(man->letter, c.rules.side(side).castling_rooks);
}

Found rights_to_castle(const Case& c) {
    Found found;
    const std::string& field = c.setup.castling;
    for (std::size_t i = 0; i < field.size(); ++i) {
        const char letter = field[i];
        const std::size_t right = rights.find(letter);
        const auto say = [&](std::string_view words) {
            found.push_back({fmt::format("castling letter '{}'{}", letter, words), {}});
        };
        if (right == std::string_view::npos) {
            say(", expected one of KQkq");
        } else if (field.find(letter) < i) {
            say(" twice");
        } else if (!c.rules.castling) {
            say(", but there is no castling in this variant");
        } else if (const auto home = home_of(c, right); home && !pair_of(c, right)) {
            say(fmt::format(
                ", but {} has no king on {} with a rook on {}, expected both there or the letter left "
                "out",
                right < 2 ? "White" : "Black", name(home->king.place()), name(home->rook.place())));
        } else if (!right_is_good(c, right)) {
            say(fmt::format(", but {} has no king and rook to castle {}side", right < 2 ? "White" : "Black",
                            right % 2 == 0 ? "king" : "queen"));
        }
    }
    return found;
}

// En passant squares.

/// Whether nobody stands where a man began who cannot have come there in the same move, through its gate.
bool is_left(const Case& c, At from, Color by) {
    const auto& man = man_on(c.setup, from);
    return !man || (c.rules.gates_from_hand && man->color == by && from.rank == c.castling_rank(by));
}

/// Whether one initial move can just have led a man over all these squares, or any, to where it stands. What
/// stood on other squares of its way is not asked: walls come and go.
bool can_have_passed(const Case& c, At passer, const std::vector<At>& over) {
    const Man man = *man_on(c.setup, passer);
    const auto starts = origins(c, man, passer);
    return std::any_of(starts.begin(), starts.end(), [&](At from) {
        const auto way = between(from, passer);
        return !way.empty() && is_left(c, from, man.color) &&
               std::all_of(over.begin(), over.end(), [&](At square) { return among(square, way); });
    });
}

Found en_passant_squares(const Case& c) {
    Found found;
    const Color us = c.setup.to_move;
    // The man that passed, if it is named; else the first square says which it is.
    std::optional<At> passer;
    for (const Place place : c.setup.en_passant)
        if (!passer && c.within(at(place)) && man_on(c.setup, at(place)) &&
            man_on(c.setup, at(place))->color != us)
            passer = at(place);
    const auto named = passer;
    if (named && !can_have_passed(c, *named, {}))
        found.push_back({"the square of a piece that cannot just have passed over another", named->place()});
    std::vector<At> over;
    for (const Place place : c.setup.en_passant) {
        const At square = at(place);
        const auto say = [&](std::string words) { found.push_back({std::move(words), place}); };
        if (!c.within(square)) {
            say("an en passant square off the board");
            continue;
        }
        if (square == named) {
            continue;
        }
        if (man_on(c.setup, square) || !on_board(c.setup, square)) {
            say("an en passant square that is not empty");
            continue;
        }
        if (!c.rules.side(us).en_passant_region[square.bit()]) {
            say(fmt::format("{} may not capture en passant here", name(us)));
            continue;
        }
        const auto behind = named ? named : nearest_behind(c.setup, square);
        if (!behind) {
            say("an en passant square without an enemy piece behind it");
            continue;
        }
        if (!can_have_passed(c, *behind, {square})) {
            say("an en passant square that the piece behind it cannot just have passed over");
            continue;
        }
        if (passer && passer != behind) {
            say("an en passant square of a second piece, expected those of one");
            continue;
        }
        passer = behind;
        over.push_back(square);
        if (!can_have_passed(c, *behind, over)) {
            say("an en passant square that was not passed over together with those before it");
            over.pop_back();
        }
    }
    if (!passer) return found;
    // It has moved: it is neither a king nor a rook that may castle any more.
    for (const char letter : rights) {
        const std::size_t right = rights.find(letter);
        if (!c.rules.castling || !among(letter, c.setup.castling)) continue;
        auto castlers = pair_of(c, right);
        if (!castlers) continue;
        if (const auto file = c.setup.castling_files[right]) castlers->rook.file = *file;
        if (castlers->king == *passer || castlers->rook == *passer)
            found.push_back({fmt::format("castling letter '{}', but the piece on {} has just moved", letter,
                                         name(passer->place())),
                             {}});
    }
    return found;
}

constexpr std::array laws{hands_as_the_game_has_them,
                          no_more_than_the_game_has,
                          checks_are_counted,
                          passes_are_allowed,
                          kinds_in_hand,
                          not_too_many_men,
                          royal_pieces,
                          who_has_moved_left_nothing_attacked,
                          rights_to_castle,
                          en_passant_squares};

}  // namespace

std::vector<Violation> violations(const Setup& setup, const rules::Rules& rules) {
    // What has another size is looked at as if it had the variant's.
    Setup sized = setup;
    sized.files = rules.files;
    sized.ranks = rules.ranks;
    const Case c{sized, rules};
    std::vector<Violation> all;
    if (setup.files != rules.files || setup.ranks != rules.ranks)
        all.push_back({fmt::format("a board of {} files and {} ranks, expected {} and {}", setup.files,
                                   setup.ranks, rules.files, rules.ranks),
                       {}});
    for (const At square : all_squares()) {
        for (const auto law : square_laws)
            if (Words words = law(c, square)) all.push_back({*words, square.place()});
        const auto& man = man_on(setup, square);
        if (!man || !c.within(square)) continue;
        if (rules.kind(man->letter) == nullptr) {
            all.push_back({fmt::format("'{}' is no piece of this variant", man->letter), square.place()});
            continue;
        }
        for (const auto law : man_laws)
            if (Words words = law(c, *man, square)) all.push_back({*words, square.place()});
    }
    for (const auto law : laws)
        for (const Violation& violation : law(c)) all.push_back(violation);
    return all;
}

}  // namespace zermelo::reference
