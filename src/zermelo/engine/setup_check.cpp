// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/setup_check.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/castling.hpp"

namespace zermelo::engine {
namespace {

unsigned bit_of(Place place) { return rules::region_bit(place.file, place.rank); }

/// How many royal men a side has in hand.
std::size_t royals_in_hand(const Setup& setup, const rules::Rules& rules, Color side) {
    std::size_t count = 0;
    if (setup.hands)
        for (const auto& [letter, men] : (*setup.hands)[side])
            if (const rules::Kind* kind = rules.kind(letter); kind != nullptr && kind->royal) count += men;
    return count;
}

/// How many royal men a side has in a setup, on the board and in hand.
std::size_t count_royals(const Setup& setup, const rules::Rules& rules, Color side) {
    const auto on_board = std::count_if(setup.men.begin(), setup.men.end(), [&](const auto& man) {
        const rules::Kind* kind = man && man->color == side ? rules.kind(man->letter) : nullptr;
        return kind != nullptr && kind->royal;
    });
    return static_cast<std::size_t>(on_board) + royals_in_hand(setup, rules, side);
}

}  // namespace

/// One look at one setup. Precondition: the terrain of the setup is the game's.
template <typename Bits>
class SetupCheck {
  public:
    using Set = SquareSet<Bits>;
    using Enclosing = rules::Enclosing;

    SetupCheck(const Setup& setup, const Game<Bits>& game, Waived waived)
        : setup_(setup),
          game_(game),
          waived_(waived),
          compiled_(game.compiled()),
          rules_(game.rules()),
          position_(game.men_of(setup)) {}

    std::vector<Violation> run() {
        size();
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

    void size() {
        if (setup_.files == rules_.files && setup_.ranks == rules_.ranks) return;
        say(fmt::format("a board of {} files and {} ranks, expected {} and {}", setup_.files, setup_.ranks,
                        rules_.files, rules_.ranks));
    }

    /// What lies beyond the edge of the board.
    void edges() {
        rules::Region barred;
        for (const Barred& group : setup_.barred) barred |= group.squares;
        for (unsigned bit = 0; bit < rules::max_files * rules::max_ranks; ++bit) {
            const Place place{static_cast<std::uint8_t>(bit % rules::max_files),
                              static_cast<std::uint8_t>(bit / rules::max_files)};
            if (!beyond(place)) continue;
            if (setup_.men[bit]) say("a piece off the board", place);
            if (setup_.holes[bit]) say("a hole off the board", place);
            if (setup_.walls[bit]) say("a wall off the board", place);
            if (barred[bit]) say("a barred square off the board", place);
        }
        for (const Place place : setup_.en_passant)
            if (beyond(place)) say("an en passant square off the board", place);
    }

    void men() {
        for (const Square square : BoardSquares{compiled_.squares})
            if (const auto& man = setup_.men[bit_of(compiled_.place(square))]) one_man(*man, square);
    }

    void one_man(Man man, Square square) {
        const Place place = compiled_.place(square);
        if (rules_.kind(man.letter) == nullptr) {
            say(fmt::format("'{}' is no piece of this variant", man.letter), place);
            return;
        }
        if (!compiled_.board.contains(square)) say("a piece on a hole", place);
        if (setup_.walls[bit_of(place)]) say("a piece on a wall", place);
        const bool turned_over = may_change_sides(man) && may_stand({!man.color, man.letter}, place);
        if (!may_stand(man, place) && !turned_over)
            say(fmt::format("'{}' of {} may not stand here", man.letter, name(man.color)), place);
        // Who changed sides was the other side's before, and must have been allowed there as such.
        const Man before{may_change_sides(man) ? !man.color : man.color, man.letter};
        if (should_promote(man, square) && should_promote(before, square))
            say(fmt::format("'{}' of {} must have promoted here", man.letter, name(man.color)), place);
        if (is_stuck(man, square) && is_stuck(before, square))
            say(fmt::format("'{}' of {} could never move again here", man.letter, name(man.color)), place);
        if (compiled_.piece_moves(man.color, compiled_.kind_of(man.letter)).turn_squares.contains(square))
            say(fmt::format("'{}' of {} must have turned round here", man.letter, name(man.color)), place);
        former(man, place);
    }

    bool may_turn(rules::Letter from, rules::Letter into) const {
        const auto turned = rules_.promoted_kind.find(from);
        return turned != rules_.promoted_kind.end() && turned->second == into;
    }

    /// What a man was before must be able to have become what it is.
    void former(Man man, Place place) {
        if (!man.turned_from && !man.promoted_pawn) return;
        if (!rules_.keeps_former_kinds()) {
            say("a man with a former kind, which this game does not keep", place);
        } else if (man.turned_from && !may_turn(*man.turned_from, man.letter)) {
            say(fmt::format("'{}' of {} cannot have been '{}'", man.letter, name(man.color),
                            *man.turned_from),
                place);
        } else if (man.promoted_pawn && (man.turned_from || !pawns_become(man))) {
            say(fmt::format("'{}' of {} cannot be a promoted pawn", man.letter, name(man.color)), place);
        }
    }

    void hands() {
        if (setup_.checks_left.has_value() != rules_.check_counting)
            say(rules_.check_counting ? "no checks that are left, expected those of both sides"
                                      : "checks that are left, but this game does not count them");
        if (setup_.checks_left && rules_.check_counting)
            for (const Color color : both_colors)
                if (const unsigned left = (*setup_.checks_left)[color]; left > max_checks)
                    say(fmt::format("{} needs {} checks, expected at most {}", name(color), left,
                                    max_checks));
        if (setup_.hands.has_value() != rules_.has_hands())
            say(rules_.has_hands() ? "no hands, expected those of both sides"
                                   : "hands, but this game has no men in hand");
        if (!setup_.hands) return;
        std::size_t all = static_cast<std::size_t>(std::count_if(
            setup_.men.begin(), setup_.men.end(), [](const auto& man) { return man.has_value(); }));
        for (const Color color : both_colors)
            for (const auto& [letter, count] : (*setup_.hands)[color]) {
                if (rules_.kind(letter) == nullptr)
                    say(fmt::format("'{}' in the hand of {} is no piece of this variant", letter,
                                    name(color)));
                else if (const rules::Letter held = rules_.before_turning(letter); held != letter)
                    say(fmt::format("'{}' in the hand of {}, expected '{}'", letter, name(color), held));
                all += count;
            }
        if (all > max_in_hand)
            say(fmt::format("{} men on the board and in hand, expected at most {}", all, max_in_hand));
    }

    /// Whether the square is neither barred to the man nor outside its mobility region. Asked of holes, too,
    /// which `PieceMoves::allowed` leaves out.
    bool may_stand(Man man, Place place) const {
        if (std::any_of(setup_.barred.begin(), setup_.barred.end(),
                        [&](const Barred& group) { return group.squares[bit_of(place)] && group.bars(man); }))
            return false;
        const auto& mobility = rules_.side(man.color).mobility;
        const auto region = mobility.find(man.letter);
        return region == mobility.end() || region->second[bit_of(place)];
    }

    bool may_change_sides(Man man) const {
        return rules_.changes_sides() && !compiled_.is_royal(compiled_.kind_of(man.letter));
    }

    /// Whether pawns of its side become such a man.
    bool pawns_become(Man man) const {
        const rules::SideRules& side = rules_.side(man.color);
        return !side.promotion_pawns.empty() && rules::contains(side.promotion_pieces, man.letter);
    }

    bool is_stuck(Man man, Square square) const {
        return compiled_.piece_moves(man.color, compiled_.kind_of(man.letter)).stuck.contains(square) &&
               !comes_otherwise(man, square);
    }

    /// Whether a man cannot be found unpromoted on a square: its kind promotes there, no others turn into its
    /// kind, and it neither came from the hand nor by what never promotes.
    bool should_promote(Man man, Square square) const {
        const rules::SideRules& side = rules_.side(man.color);
        return rules_.mandatory_pawn_promotion && !rules_.sittuyin_promotion &&
               rules::contains(side.promotion_pawns, man.letter) && !side.promotion_pieces.empty() &&
               side.promotion_region[bit_of(compiled_.place(square))] && !comes_otherwise(man, square) &&
               !may_come_from_hand(man, square) && !may_have_leapt(man, square) &&
               !may_have_captured_en_passant(man, square);
    }

    /// How many ranks a square lies before the one on which its side castles.
    int ranks_before_castling(Color color, Place place) const {
        const auto castling = static_cast<int>(rules_.castling_rank);
        return (color == Color::white ? place.rank : static_cast<int>(rules_.ranks) - 1 - place.rank) -
               castling;
    }

    bool may_come_from_hand(Man man, Square square) const {
        const Place place = compiled_.place(square);
        const rules::SideRules& side = rules_.side(man.color);
        const rules::Kind& kind = *rules_.kind(man.letter);
        const bool at_home = place.rank == (man.color == Color::white ? 0U : rules_.ranks - 1);
        const bool to_gate = rules_.gates_from_hand && ranks_before_castling(man.color, place) == 0;
        if ((!rules_.drops || (rules_.free_drops && kind.royal)) && !to_gate) return false;
        if (kind.pawn && at_home && !rules_.first_rank_pawn_drops) return false;
        if (kind.pawn && side.promotion_region[bit_of(place)] && !rules_.promotion_zone_pawn_drops)
            return false;
        if (kind.name == "rook" && !at_home && rules_.first_rank_rook_drops) return false;
        return side.drop_region[bit_of(place)];
    }

    /// Whether a leap from a gate, which promotes nothing, leads there.
    bool may_have_leapt(Man man, Square square) const {
        const int ranks = ranks_before_castling(man.color, compiled_.place(square));
        const rules::PieceKind kind = compiled_.kind_of(man.letter);
        return rules_.first_leaps &&
               ((compiled_.is_royal(kind) && ranks == 1) || (compiled_.named.fers == kind && ranks == 2));
    }

    /// Whether a man that did not come from the hand may be where its kind promotes, or could never move:
    /// others turn into its kind, or it castled.
    bool comes_otherwise(Man man, Square square) const {
        if (rules_.piece_demotion && rules_.promoted_kind.count(man.letter) != 0) return true;
        if (pawns_become(man)) return true;
        for (const auto& [from, into] : rules_.promoted_kind)
            if (into == man.letter) return true;
        return may_have_castled(man, square);
    }

    /// Whether a capture en passant, which promotes nothing, may have led there.
    bool may_have_captured_en_passant(Man man, Square square) const {
        const rules::SideRules& side = rules_.side(man.color);
        return rules::contains(side.en_passant_pawns, man.letter) &&
               side.en_passant_region[bit_of(compiled_.place(square))] && may_be_passed(square, !man.color);
    }

    /// Whether some man of a side has an initial move that passes over the square.
    bool may_be_passed(Square square, Color by) const {
        for (const auto& moves : compiled_.sides[by].piece_moves)
            for (const Square from : BoardSquares{static_cast<unsigned>(moves.passing.size())})
                for (Set to = moves.passing[from.index()]; to.any();)
                    if (between(compiled_, from, to.take_first()).contains(square)) return true;
        return false;
    }

    /// Whether castling puts such a man on this square.
    bool may_have_castled(Man man, Square square) const {
        if (!rules_.castling) return false;
        const rules::SideRules& side = rules_.side(man.color);
        for (const bool kingside : {true, false}) {
            const auto& ends = compiled_.castling_ends(man.color, kingside);
            if (!ends) continue;
            if (man.letter == side.castling_king && square == ends->king) return true;
            if (rules::contains(side.castling_rooks, man.letter) && square == ends->rook) return true;
        }
        return false;
    }

    /// As many royal pieces as the game begins with, or more where men turn into them.
    void royal_men() {
        const auto start = parse_fen(rules_.start_fen, rules_);
        if (!start) return;
        const bool more =
            std::any_of(rules_.promoted_kind.begin(), rules_.promoted_kind.end(),
                        [&](const auto& turning) { return rules_.kind(turning.second)->royal; });
        for (const Color color : both_colors) {
            const std::size_t expected = count_royals(*start, rules_, color);
            const Set found = game_.royals(position_, color);
            const std::size_t held = royals_in_hand(setup_, rules_, color);
            std::size_t counted = held;
            const std::size_t all = found.size() + held;
            const auto say_how_many = [&](std::optional<Place> place) {
                say(fmt::format("{} has {} royal pieces, expected {}", name(color), all, expected), place);
            };
            for (Set left = found; left.any();) {
                const Square square = left.take_first();
                if (++counted > expected && !more) say_how_many(compiled_.place(square));
            }
            const bool missing = all < expected && waived_ != Waived::missing_royals;
            if ((held > expected && !more) || missing) say_how_many(std::nullopt);
        }
    }

    /// What the side not to move must not have left where it can be captured.
    void left_attacked() {
        // Who passes where kings face each other ends the game, in check or not.
        if (rules_.bikjang && setup_.passes != 0 && game_.royals_face(position_)) return;
        const Color side = !setup_.to_move;
        const auto attacked = [&](Set men) { return game_.any_attacked(position_, men, setup_.to_move); };
        const bool face = rules_.flying_general && game_.royals_face(position_);
        if (face || attacked(game_.royals(position_, side)))
            say(fmt::format("the royal piece of {}, who is not to move, can be captured at once",
                            name(side)));
        else if (!may_have_lost_a_last() && game_.pseudo_royals_attacked(position_, side))
            say(fmt::format("a last piece of {}, who is not to move, can be captured at once", name(side)));
    }

    /// Whether the move before may have captured a last piece; such a move may leave last pieces attacked.
    bool may_have_lost_a_last() const {
        const auto lost = [&](Set men) { return men.size() <= rules_.extinction_count; };
        return (rules_.extinction_total && lost(position_.men(setup_.to_move))) ||
               std::any_of(compiled_.extinction_kinds.begin(), compiled_.extinction_kinds.end(),
                           [&](rules::PieceKind kind) { return lost(position_.men(setup_.to_move, kind)); });
    }

    void gates() {
        if (setup_.walls.any() && !rules_.has_walls()) say("walls, but this game makes none");
        if (setup_.holes.any() && rules_.has_walls()) say("holes, but this game has walls in their place");
        const bool petrifies = !rules_.petrifying.empty() || rules_.petrify_blast;
        if (rules_.walling == rules::Walling::duck && !petrifies && setup_.walls.count() > 1)
            say(fmt::format("{} walls, expected one at most", setup_.walls.count()));
        for (const Color color : both_colors) {
            const rules::Region& gates = setup_.gates[color];
            if (gates.any() && !rules_.gating) say("gates, but this game has none");
            for (unsigned bit = 0; gates.any() && bit < gates.size(); ++bit) {
                if (!gates[bit]) continue;
                const Place place{static_cast<std::uint8_t>(bit % rules::max_files),
                                  static_cast<std::uint8_t>(bit / rules::max_files)};
                if (!setup_.men[bit] || setup_.men[bit]->color != color)
                    say(fmt::format("a gate where no man of {} stands", name(color)), place);
                else if (rules_.gating && ranks_before_castling(color, place) != 0)
                    say(fmt::format("a gate of {}, expected on rank {} alone", name(color),
                                    color == Color::white ? rules_.castling_rank + 1
                                                          : rules_.ranks - rules_.castling_rank),
                        place);
            }
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
                const auto pair = castling_pair(compiled_, position_, side, kingside);
                const auto& file = setup_.castling_files[letters.find(letter)];
                if (!pair && compiled_.castling_home(side, kingside)) {
                    const CastlingPair& home = *compiled_.castling_home(side, kingside);
                    say(
                        fmt::format("castling letter '{}', but {} has no king on {} with a rook on {}, "
                                    "expected both there or the letter left out",
                                    letter, name(side), name(compiled_.place(home.king)),
                                    name(compiled_.place(home.rook))));
                } else if (!pair || (file && !castles_from(*file, *pair, side, kingside))) {
                    say(fmt::format("castling letter '{}', but {} has no king and rook to castle {}", letter,
                                    name(side), kingside ? "kingside" : "queenside"));
                }
            }
        }
    }

    /// Whether a rook that its file names stands on its side of the king.
    bool castles_from(unsigned file, CastlingPair pair, Color side, bool kingside) const {
        const unsigned king = compiled_.place(pair.king).file;
        if (file >= compiled_.files || (kingside ? file <= king : file >= king)) return false;
        const Place place{static_cast<std::uint8_t>(file), compiled_.place(pair.king).rank};
        const auto& man = setup_.men[bit_of(place)];
        return compiled_.board.contains(compiled_.square(place)) && man && man->color == side &&
               rules::contains(rules_.side(side).castling_rooks, man->letter);
    }

    void en_passant() {
        const std::optional<Square> named = named_en_passant_victim();
        std::optional<Square> en_passant_victim = named;
        Set passed;
        for (const Place place : setup_.en_passant) {
            if (beyond(place)) continue;
            const Square square = compiled_.square(place);
            const bool man_there = setup_.men[bit_of(place)].has_value();
            if (square == en_passant_victim && man_there) continue;
            const auto behind = named ? named : nearest_behind(square);
            if (man_there || setup_.walls[bit_of(place)] || !compiled_.board.contains(square)) {
                say("an en passant square that is not empty", place);
            } else if (!rules_.side(setup_.to_move).en_passant_region[bit_of(place)]) {
                say(fmt::format("{} may not capture en passant here", name(setup_.to_move)), place);
            } else if (!behind) {
                say("an en passant square without an enemy piece behind it", place);
            } else if (!have_passed(Set::of(square), *behind)) {
                say("an en passant square that the piece behind it cannot just have passed over", place);
            } else if (en_passant_victim && *en_passant_victim != *behind) {
                say("an en passant square of a second piece, expected those of one", place);
            } else {
                en_passant_victim = behind;
                passed |= Set::of(square);
                if (!have_passed(passed, *en_passant_victim))
                    say("an en passant square that was not passed over together with those before it", place);
            }
        }
        if (en_passant_victim && passed.empty() && !have_passed({}, *en_passant_victim))
            say("the square of a piece that cannot just have passed over another",
                compiled_.place(*en_passant_victim));
        if (en_passant_victim) lost_by_passing(*en_passant_victim);
    }

    /// Who has passed over a square has moved.
    void lost_by_passing(Square en_passant_victim) {
        const std::string_view letters = "KQkq";
        for (std::size_t right = 0; right < letters.size() && rules_.castling; ++right) {
            if (setup_.castling.find(letters[right]) == std::string::npos) continue;
            const Color side = right < 2 ? Color::white : Color::black;
            const auto pair = castling_pair(compiled_, position_, side, right % 2 == 0);
            if (!pair) continue;
            Place rook = compiled_.place(pair->rook);
            rook.file = setup_.castling_files[right].value_or(rook.file);
            if (en_passant_victim == pair->king || compiled_.place(en_passant_victim) == rook)
                say(fmt::format("castling letter '{}', but the piece on {} has just moved", letters[right],
                                name(compiled_.place(en_passant_victim))));
        }
    }

    /// What a FEN does not tell: nothing that the rules do not have.
    void beyond_fen() {
        const auto may_pass = [&](Color c) { return compiled_.sides[c].may_pass; };
        if (setup_.passes > 2 || (setup_.passes >= 1 && !may_pass(!setup_.to_move)) ||
            (setup_.passes == 2 && !may_pass(setup_.to_move)))
            say("a pass that the rules do not allow");
        if (setup_.castled && rules_.castling_wins.empty())
            say("a win by castling that the rules do not have");
        if (setup_.strong_checks != 0 && !rules_.shatar_mate)
            say("strong checks, which the rules do not count");
    }

    /// The first enemy piece whose own square stands among the en passant squares.
    std::optional<Square> named_en_passant_victim() const {
        for (const Place place : setup_.en_passant) {
            if (beyond(place)) continue;
            const auto& man = setup_.men[bit_of(place)];
            if (man && man->color != setup_.to_move) return compiled_.square(place);
        }
        return std::nullopt;
    }

    std::optional<Square> nearest_behind(Square square) const {
        return game_.nearest_behind(position_, square);
    }

    /// Whether one initial move can just have led a piece over all these squares to where it stands.
    bool have_passed(Set squares, Square en_passant_victim) const {
        const Man man = *setup_.men[bit_of(compiled_.place(en_passant_victim))];
        if (rules_.kind(man.letter) == nullptr) return false;
        const auto& moves = compiled_.piece_moves(man.color, compiled_.kind_of(man.letter));
        // Where it began, nobody stands, or who came through its gate.
        const auto is_left = [&](Square from) {
            return !position_.men().contains(from) ||
                   (rules_.gates_from_hand && position_.men(man.color).contains(from) &&
                    ranks_before_castling(man.color, compiled_.place(from)) == 0);
        };
        for (const Square from : BoardSquares{static_cast<unsigned>(moves.initial.size())})
            if (moves.initial[from.index()].contains(en_passant_victim) && is_left(from)) {
                const Set way = between(compiled_, from, en_passant_victim);
                if (way.any() && (squares & ~way).empty()) return true;
            }
        return false;
    }

    const Setup& setup_;
    const Game<Bits>& game_;
    Waived waived_;
    const CompiledRules<Bits>& compiled_;
    const rules::Rules& rules_;
    const Position<Bits> position_;
    std::vector<Violation> found_;
};

template <typename Bits>
std::vector<Violation> violations(const Setup& setup, const Game<Bits>& game, Waived waived) {
    const CompiledRules<Bits>& compiled = game.compiled();
    if (setup.holes == compiled.holes && setup.barred == compiled.barred)
        return SetupCheck<Bits>{setup, game, waived}.run();
    const Game<Bits> here{
        std::make_shared<const CompiledRules<Bits>>(game.rules(), setup.holes, setup.barred)};
    return SetupCheck<Bits>{setup, here, waived}.run();
}

std::string words(const std::vector<Violation>& violations, const rules::Rules& rules) {
    std::string message = fmt::format("not a position of {}: ", rules.name);
    for (const Violation& violation : violations)
        message += fmt::format("{}{}{}", &violation == &violations.front() ? "" : "; ",
                               violation.place ? name(*violation.place) + ": " : "", violation.message);
    return message;
}

template std::vector<Violation> violations(const Setup&, const Game<std::uint64_t>&, Waived);
template std::vector<Violation> violations(const Setup&, const Game<Bits256>&, Waived);

std::vector<Violation> violations(const Setup& setup, const rules::Rules& rules) {
    const auto on = [&]<typename Bits>(Bits) {
        return violations(
            setup, Game<Bits>{std::make_shared<const CompiledRules<Bits>>(rules, setup.holes, setup.barred)});
    };
    return rules.files * rules.ranks <= 64 ? on(std::uint64_t{}) : on(Bits256{});
}

}  // namespace zermelo::engine
