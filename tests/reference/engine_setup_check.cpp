// SPDX-License-Identifier: GPL-3.0-or-later
// The check of a typed position, one square after the other.
#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "reference/engine.hpp"
#include "reference/engine_parts.hpp"

namespace zermelo::reference {
namespace {

bool contains(const std::string& letters, char letter) { return letters.find(letter) != std::string::npos; }

class Check {
  public:
    Check(const Setup& setup, const rules::Rules& rules) : setup_(setup), rules_(rules) {
        if (setup.files == rules.files && setup.ranks == rules.ranks) return;
        say(fmt::format("a board of {} files and {} ranks, expected {} and {}", setup.files, setup.ranks,
                        rules.files, rules.ranks));
        setup_.files = rules.files;
        setup_.ranks = rules.ranks;
    }

    std::vector<Violation> run() {
        edges();
        men();
        hands();
        royal_men();
        left_attacked();
        castling();
        gates();
        en_passant();
        beyond_fen();
        return std::move(found_);
    }

  private:
    void say(std::string message, std::optional<Place> place = std::nullopt) {
        found_.push_back({std::move(message), place});
    }

    bool beyond(Place place) const { return place.file >= rules_.files || place.rank >= rules_.ranks; }

    /// What lies beyond the edge of the board.
    void edges() {
        for (unsigned bit = 0; bit < rules::most_files * rules::most_ranks; ++bit) {
            const Place place{static_cast<std::uint8_t>(bit % rules::most_files),
                              static_cast<std::uint8_t>(bit / rules::most_files)};
            if (!beyond(place)) continue;
            if (setup_.men[bit]) say("a piece off the board", place);
            if (setup_.holes[bit]) say("a hole off the board", place);
            if (setup_.walls[bit]) say("a wall off the board", place);
            if (std::any_of(setup_.barred.begin(), setup_.barred.end(),
                            [&](const Barred& group) { return group.squares[bit]; }))
                say("a barred square off the board", place);
        }
        for (const Place place : setup_.en_passant)
            if (beyond(place)) say("an en passant square off the board", place);
    }

    /// What a FEN does not tell: passes of who may pass, castling and checks that count.
    void beyond_fen() {
        const auto passes = [&](Color side) {
            return rules_.side(side).pass || rules_.side(side).pass_on_stalemate;
        };
        const std::vector<bool> allowed{true, passes(!setup_.to_move),
                                        passes(!setup_.to_move) && passes(setup_.to_move)};
        if (setup_.passes >= allowed.size() || !allowed[setup_.passes])
            say("a pass that the rules do not allow");
        if (setup_.castled && rules_.castling_wins.empty())
            say("a win by castling that the rules do not have");
        if (setup_.strong_checks != 0 && !rules_.shatar_mate)
            say("strong checks, which the rules do not count");
    }

    /// What the side not to move must not have left where it can be captured.
    void left_attacked() {
        // Who passes where kings face each other ends the game, in check or not.
        if (rules_.bikjang && setup_.passes != 0 && royals_see(setup_, rules_)) return;
        const Color side = !setup_.to_move;
        const auto attacked = [&](const std::vector<At>& men) {
            return std::any_of(men.begin(), men.end(), [&](At square) {
                return is_attacked(setup_, rules_, square, setup_.to_move);
            });
        };
        if (attacked(royals(setup_, rules_, side)) || royals_face(setup_, rules_))
            say(fmt::format("the royal piece of {}, who is not to move, can be captured at once",
                            name(side)));
        else if (!may_have_lost_a_last() && last_men_attacked(setup_, rules_, side))
            say(fmt::format("a last piece of {}, who is not to move, can be captured at once", name(side)));
    }

    /// Whether the move before may have captured a last piece; such a move may leave last pieces attacked.
    bool may_have_lost_a_last() const {
        const auto lost = [&](rules::Letter letter) {
            return count(setup_, setup_.to_move, letter) <= rules_.extinction_count;
        };
        return (rules_.extinction_total && lost(0)) ||
               std::any_of(rules_.extinction_kinds.begin(), rules_.extinction_kinds.end(), lost);
    }

    void men() {
        for (unsigned rank = 0; rank < rules_.ranks; ++rank)
            for (unsigned file = 0; file < rules_.files; ++file) {
                const At square{static_cast<int>(file), static_cast<int>(rank)};
                if (const auto& man = man_on(setup_, square)) one_man(*man, square);
            }
    }

    void one_man(Man man, At square) {
        const Place place = square.place();
        if (rules_.kind(man.letter) == nullptr) {
            say(fmt::format("'{}' is no piece of this variant", man.letter), place);
            return;
        }
        if (setup_.holes[square.bit()]) say("a piece on a hole", place);
        if (setup_.walls[square.bit()]) say("a piece on a wall", place);
        const bool turned_over = rules_.flip_enclosed != rules::Enclosing::none &&
                                 may_stand(setup_, rules_, {!man.color, man.letter}, square);
        if (!may_stand(setup_, rules_, man, square) && !turned_over)
            say(fmt::format("'{}' of {} may not stand here", man.letter, name(man.color)), place);
        const rules::SideRules& side = rules_.side(man.color);
        if (rules_.mandatory_pawn_promotion && !rules_.sittuyin_promotion &&
            contains(side.promotion_pawns, man.letter) && !side.promotion_pieces.empty() &&
            side.promotion_region[square.bit()] && !comes_otherwise(man, square) &&
            !dropped_there(man, square))
            say(fmt::format("'{}' of {} must have promoted here", man.letter, name(man.color)), place);
        if (is_stuck(setup_, rules_, man, square) && !comes_otherwise(man, square))
            say(fmt::format("'{}' of {} could never move again here", man.letter, name(man.color)), place);
        former(man, place);
    }

    /// What a man was before must be able to have become what it is.
    void former(Man man, Place place) {
        if (man.turned_from == 0 && !man.promoted_pawn) return;
        const auto turned = rules_.promoted_kind.find(man.turned_from);
        const bool turns = turned != rules_.promoted_kind.end() && turned->second == man.letter;
        if (!rules_.keeps_former_kinds()) {
            say("a man with a former kind, which this game does not keep", place);
        } else if (man.turned_from != 0 && !turns) {
            say(fmt::format("'{}' of {} cannot have been '{}'", man.letter, name(man.color), man.turned_from),
                place);
        } else if (man.promoted_pawn && (man.turned_from != 0 || rules_.main_pawn(man.color) == 0)) {
            say(fmt::format("'{}' of {} cannot be a promoted pawn", man.letter, name(man.color)), place);
        }
    }

    void hands() {
        if (setup_.checks_left.has_value() != rules_.check_counting)
            say(rules_.check_counting ? "no checks that are left, expected those of both sides"
                                      : "checks that are left, but this game does not count them");
        if (setup_.hands.has_value() != rules_.has_hands())
            say(rules_.has_hands() ? "no hands, expected those of both sides"
                                   : "hands, but this game has no men in hand");
        if (!setup_.hands) return;
        std::size_t all = 0;
        for (const auto& man : setup_.men) all += man ? 1 : 0;
        for (const Color color : {Color::white, Color::black})
            for (const auto& [letter, men] : (*setup_.hands)[static_cast<unsigned>(color)]) {
                all += men;
                if (rules_.kind(letter) == nullptr)
                    say(fmt::format("'{}' in the hand of {} is no piece of this variant", letter,
                                    name(color)));
            }
        if (all > engine::most_in_hand)
            say(fmt::format("{} men on the board and in hand, expected at most {}", all,
                            engine::most_in_hand));
    }

    /// Whether a kind of pawn may have come from the hand to where it promotes.
    bool dropped_there(Man man, At square) const {
        return (rules_.drops || rules_.gates_from_hand) && rules_.side(man.color).drop_region[square.bit()] &&
               (!rules_.kind(man.letter)->pawn || rules_.promotion_zone_pawn_drops);
    }

    /// Whether a man may have come here by another move than those that turn it into something else, or that
    /// ask whether it can leave again: others turn into its kind there, it turned back or changed sides, or
    /// it castled or captured en passant.
    bool comes_otherwise(Man man, At square) const {
        const rules::SideRules& side = rules_.side(man.color);
        if (rules_.flip_enclosed != rules::Enclosing::none) return true;
        const rules::Kind& own = *rules_.kind(man.letter);
        if (rules_.first_leaps && (own.royal || own.name == "fers")) return true;
        if (contains(side.promotion_pieces, man.letter)) return true;
        for (const auto& [from, into] : rules_.promoted_kind)
            if (into == man.letter || (from == man.letter && rules_.piece_demotion)) return true;
        if (may_have_castled(man, square)) return true;
        if (!contains(side.en_passant_pawns, man.letter) || !side.en_passant_region[square.bit()])
            return false;
        // Who passes over the square first: only kinds with initial moves are asked.
        for (const rules::Kind& kind : rules_.kinds) {
            if (kind.royal || !kind.has_initial_moves()) continue;
            const Man passer{!man.color, kind.letter};
            for (const At origin : squares_and_walls())
                for (const At to : ends(passer, origin))
                    if (passes(passer, origin, square, to)) return true;
        }
        return false;
    }

    /// Walls may have come where a man was.
    Setup without_walls() const {
        Setup bare = setup_;
        bare.walls = {};
        return bare;
    }
    std::vector<At> squares_and_walls() const { return squares(without_walls()); }

    /// Where a man alone on the board can go from a square from which it has initial moves.
    std::vector<At> ends(Man man, At origin) const {
        const rules::SideRules& side = rules_.side(man.color);
        if (!side.double_step_region[origin.bit()] && !side.triple_step_region[origin.bit()]) return {};
        Setup alone = setup_;
        alone.men = {};
        alone.walls = {};
        alone.men[origin.bit()] = man;
        return quiet_targets(alone, rules_, origin);
    }

    bool passes(Man man, At origin, At square, At to) const {
        const auto passed = between(origin, to);
        return std::find(passed.begin(), passed.end(), square) != passed.end() &&
               is_initial(setup_, rules_, man, origin, to);
    }

    /// Whether castling puts such a man on this square.
    bool may_have_castled(Man man, At square) const {
        if (!rules_.castling) return false;
        const rules::SideRules& side = rules_.side(man.color);
        for (const bool kingside : {true, false}) {
            const auto ends = castling_ends(without_walls(), rules_, man.color, kingside);
            if (!ends) continue;
            if (man.letter == side.castling_king && square == ends->king) return true;
            if (contains(side.castling_rooks, man.letter) && square == ends->rook) return true;
        }
        return false;
    }

    std::size_t royals_in_hand(const Setup& setup, Color side) const {
        std::size_t found = 0;
        for (const rules::Kind& kind : rules_.kinds)
            if (kind.royal) found += in_hand(setup, side, kind.letter);
        return found;
    }

    /// Men on the board that may become royal.
    std::size_t heirs(const Setup& setup, Color side) const {
        std::size_t found = 0;
        for (const auto& [from, into] : rules_.promoted_kind)
            if (rules_.kind(into)->royal) found += count(setup, side, from);
        return found;
    }

    /// As many royal pieces as the game begins with, on the board and in hand; more where men become royal.
    void royal_men() {
        const auto start = engine::parse_fen(rules_.start_fen, rules_);
        if (!start) return;
        for (const Color color : {Color::white, Color::black}) {
            const auto first = royals(*start, rules_, color).size() + royals_in_hand(*start, color);
            const auto heirs_at_first = heirs(*start, color);
            const auto heirs_now = heirs(setup_, color);
            const auto expected = heirs_now > first + heirs_at_first ? 0 : first + heirs_at_first - heirs_now;
            const auto found = royals(setup_, rules_, color);
            const auto held = royals_in_hand(setup_, color);
            const std::string message = fmt::format("{} has {} royal pieces, expected {}", name(color),
                                                    found.size() + held, expected);
            for (std::size_t i = 0; i < found.size(); ++i)
                if (held + i >= expected) say(message, found[i].place());
            if (held > expected || found.size() + held < std::min(first, expected)) say(message);
        }
    }

    void gates() {
        if (setup_.walls.any() && !rules_.has_walls()) say("walls, but this game makes none");
        if (setup_.holes.any() && rules_.has_walls()) say("holes, but this game has walls in their place");
        const bool petrifies = !rules_.petrifying.empty() || rules_.petrify_blast;
        if (rules_.walling == rules::Walling::duck && !petrifies && setup_.walls.count() > 1)
            say(fmt::format("{} walls, expected one at most", setup_.walls.count()));
        for (const Color color : {Color::white, Color::black}) {
            const rules::Region& named = setup_.gates[color == Color::white ? 0 : 1];
            if (named.any() && !rules_.gating) say("gates, but this game has none");
            for (unsigned bit = 0; bit < named.size(); ++bit)
                if (named[bit] && (!setup_.men[bit] || setup_.men[bit]->color != color))
                    say(fmt::format("a gate where no man of {} stands", name(color)),
                        Place{static_cast<std::uint8_t>(bit % rules::most_files),
                              static_cast<std::uint8_t>(bit / rules::most_files)});
        }
        for (const auto& file : setup_.castling_files)
            if (file && !rules_.castling_960)
                say("a rook to castle by its file, but only the outermost castles");
    }

    void castling() {
        const std::string_view letters = "KQkq";
        for (std::size_t i = 0; i < setup_.castling.size(); ++i) {
            const char letter = setup_.castling[i];
            if (letters.find(letter) == std::string_view::npos) {
                say(fmt::format("castling letter '{}', expected one of KQkq", letter));
            } else if (setup_.castling.find(letter) < i) {
                say(fmt::format("castling letter '{}' twice", letter));
            } else if (!rules_.castling) {
                say(fmt::format("castling letter '{}', but there is no castling in this variant", letter));
            } else {
                const Color side = letter == 'K' || letter == 'Q' ? Color::white : Color::black;
                const bool kingside = letter == 'K' || letter == 'k';
                const auto& file = setup_.castling_files[letters.find(letter)];
                Setup unnamed = setup_;
                unnamed.castling_files = {};
                const auto pair = castling_pair(unnamed, rules_, side, kingside);
                const auto home = castling_home(unnamed, rules_, side, kingside);
                if (!pair && home)
                    say(
                        fmt::format("castling letter '{}', but {} has no king on {} with a rook on {}, "
                                    "expected both there or the letter left out",
                                    letter, name(side), name(home->king.place()), name(home->rook.place())));
                else if (!pair || (file && !castles_from(*file, pair->king, side, kingside)))
                    say(fmt::format("castling letter '{}', but {} has no king and rook to castle {}", letter,
                                    name(side), kingside ? "kingside" : "queenside"));
            }
        }
    }

    /// Whether a rook that its file names stands on its side of the king.
    bool castles_from(unsigned file, At king, Color side, bool kingside) const {
        const At rook{static_cast<int>(file), king.rank};
        if (!on_board(setup_, rook) || (rook.file > king.file) != kingside || rook.file == king.file)
            return false;
        const auto& man = man_on(setup_, rook);
        return man && man->color == side && contains(rules_.side(side).castling_rooks, man->letter);
    }

    void en_passant() {
        std::optional<At> passer = told_passer();
        std::vector<At> passed;
        for (const Place place : setup_.en_passant) {
            if (beyond(place)) continue;
            const At square = at(place);
            if (square == passer && setup_.men[square.bit()]) continue;
            const auto behind = taken_en_passant(setup_, square);
            if (setup_.holes[square.bit()] || setup_.walls[square.bit()] || setup_.men[square.bit()]) {
                say("an en passant square that is not empty", place);
            } else if (!rules_.side(setup_.to_move).en_passant_region[square.bit()]) {
                say(fmt::format("{} may not capture en passant here", name(setup_.to_move)), place);
            } else if (!behind) {
                say("an en passant square without an enemy piece behind it", place);
            } else if (!have_passed({square}, *behind)) {
                say("an en passant square that the piece behind it cannot just have passed over", place);
            } else if (passer && *passer != *behind) {
                say("an en passant square of a second piece, expected those of one", place);
            } else {
                passer = behind;
                passed.push_back(square);
                if (!have_passed(passed, *passer))
                    say("an en passant square that was not passed over together with those before it", place);
            }
        }
        if (passer && passed.empty() && !have_passed({}, *passer))
            say("the square of a piece that cannot just have passed over another", passer->place());
    }

    /// The first enemy piece whose own square stands among the en passant squares.
    std::optional<At> told_passer() const {
        for (const Place place : setup_.en_passant)
            if (!beyond(place))
                if (const auto& man = setup_.men[at(place).bit()]; man && man->color != setup_.to_move)
                    return at(place);
        return std::nullopt;
    }

    /// Whether one initial move can just have led a piece over all these squares to where it stands.
    bool have_passed(const std::vector<At>& squares, At passer) const {
        const Man man = *man_on(setup_, passer);
        const rules::Kind* kind = rules_.kind(man.letter);
        if (kind == nullptr || kind->royal) return false;
        const auto origins = squares_and_walls();
        return std::any_of(origins.begin(), origins.end(), [&](At origin) {
            const auto& there = man_on(setup_, origin);
            const bool gated = there && rules_.gates_from_hand && there->color == man.color;
            if (there && !gated && !setup_.walls[origin.bit()]) return false;
            const auto passed = between(origin, passer);
            return std::all_of(squares.begin(), squares.end(),
                               [&](At square) {
                                   return std::find(passed.begin(), passed.end(), square) != passed.end();
                               }) &&
                   is_initial(setup_, rules_, man, origin, passer);
        });
    }

    Setup setup_;
    const rules::Rules& rules_;
    std::vector<Violation> found_;
};

}  // namespace

std::vector<Violation> violations(const Setup& setup, const rules::Rules& rules) {
    return Check{setup, rules}.run();
}

}  // namespace zermelo::reference
