// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/rules/castling_home.hpp"
#include "zermelo/rules/keys.hpp"
#include "zermelo/rules/parts.hpp"
#include "zermelo/rules/reader.hpp"

namespace zermelo::rules {
namespace {

/// "x", "x and y", "x, y and z".
std::string list(const std::vector<std::string>& items, std::string_view last = "and") {
    std::string result;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) result += i + 1 == items.size() ? " " + std::string(last) + " " : ", ";
        result += items[i];
    }
    return result;
}

std::string count_of(unsigned number, std::string_view noun) {
    return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

std::string result_of(game::Outcome outcome) {
    switch (outcome) {
        case game::Outcome::win:
            return "has won";
        case game::Outcome::loss:
            return "has lost";
        case game::Outcome::draw:
            break;
    }
    return "has drawn";
}

/// "1st", "22nd", "13th".
std::string ordinal(unsigned number) {
    const unsigned last = number % 100 / 10 == 1 ? 0 : number % 10;
    return std::to_string(number) + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

std::string file_name(unsigned file) { return std::string(1, static_cast<char>('a' + file)); }

class Describer {
  public:
    explicit Describer(const Rules& rules) : rules_(rules) {}

    std::string describe() {
        line(rules_.name + ": a board of " + count_of(rules_.files, "file") + " and " +
             count_of(rules_.ranks, "rank") + ".");
        line("Start: " + rules_.start_fen);
        line("");
        pieces();
        line("");
        promotion();
        pawns();
        castling();
        drops();
        blasts();
        walls();
        gates();
        duties();
        line("");
        ends();
        return std::move(text_);
    }

  private:
    void line(std::string_view words) {
        text_ += words;
        text_ += '\n';
    }

    /// The words of a rule's own entry, once; those that nobody asks for stand before what ends a game by its
    /// history.
    void say(std::string_view name) {
        const Rule& rule = rule_of(name);
        if (!rule.words.empty() && rule.acts(rules_) && said_.insert(name).second) line(rule.words);
    }

    std::string kind(Letter letter) const {
        const Kind* found = rules_.kind(letter);
        return found == nullptr ? std::string("?") : rules_.name_of(*found) + " (" + letter + ")";
    }

    std::string kinds(const Letters& letters, std::string_view last = "and") const {
        std::vector<std::string> names;
        for (const Letter letter : letters) names.push_back(kind(letter));
        return list(names, last);
    }

    std::string squares(const Region& region) const {
        return on_board(region, rules_).count() == static_cast<std::size_t>(rules_.files) * rules_.ranks
                   ? std::string("all squares")
                   : region_text(region, rules_);
    }

    /// A line for each side, or one for both if they have the same to say; nothing where a side has nothing.
    template <typename Words>
    void sides(Words words) {
        const std::string white = words(rules_.side(Color::white));
        const std::string black = words(rules_.side(Color::black));
        if (white == black) {
            if (!white.empty()) line("Both sides: " + white + ".");
            return;
        }
        for (const Color side : both_colors)
            if (const std::string& own = side == Color::white ? white : black; !own.empty())
                line(std::string(name(side)) + ": " + own + ".");
    }

    static std::string ways(const Movement& m) {
        return std::string(m.initial               ? "its first move"
                           : m.moves && m.captures ? "moves and captures"
                           : m.moves               ? "moves"
                                                   : "captures");
    }

    static std::string form(const Movement& m) {
        const std::string limit = m.limit == 0 ? std::string{} : " at most " + std::to_string(m.limit);
        switch (m.kind) {
            case Movement::Kind::leap:
                return "leaps";
            case Movement::Kind::lame:
                return "steps that a piece on the way blocks";
            case Movement::Kind::ride:
                return m.limit == 0 ? "rides" : "rides of" + limit + " steps";
            case Movement::Kind::hop:
                break;
        }
        if (m.limit == 1) return "hops to right behind a piece";
        return m.limit == 0 ? "hops over a piece" : "hops over a piece," + limit + " steps in all";
    }

    /// The movements in groups that differ in nothing but the direction.
    std::string movements(const Kind& kind) const {
        std::vector<std::string> groups;
        std::vector<std::string> steps;
        for (const Movement& m : kind.movements) {
            const std::string group = ways(m) + " by " + form(m);
            const std::string step = "(" + std::to_string(m.files) + "," + std::to_string(m.ranks) + ")";
            std::size_t i = 0;
            while (i < groups.size() && groups[i] != group) ++i;
            if (i == groups.size()) {
                groups.push_back(group);
                steps.emplace_back();
            }
            steps[i] += " " + step;
        }
        std::string result;
        for (std::size_t i = 0; i < groups.size(); ++i) result += (i == 0 ? "" : "; ") + groups[i] + steps[i];
        return result.empty() ? std::string("never moves") : result;
    }

    void pieces() {
        line("Pieces, with their steps as (files, ranks) seen by White:");
        for (const Kind& k : rules_.kinds)
            line("  " + kind(k.letter) + (k.royal ? ", royal" : "") + ", Betza " +
                 (k.betza.empty() ? "none" : k.betza) + ": " + movements(k) + ".");
        for (const Color side : both_colors)
            for (const auto& [letter, region] : rules_.side(side).mobility)
                line("  " + std::string(name(side)) + "'s " + kind(letter) + " may stand on " +
                     squares(region) + " only.");
        if (rules_.soldier_rank != 0)
            for (const Kind& k : rules_.kinds)
                if (k.name == "soldier")
                    line(kind(k.letter) + " steps sideways only from rank " +
                         std::to_string(rules_.soldier_rank + 1) + " on, as its side counts.");
    }

    void promotion() {
        const bool pairs = !rules_.promoted_kind.empty();
        sides([&](const SideRules& side) {
            const bool pawns = !side.promotion_pawns.empty() && !side.promotion_pieces.empty();
            if (on_board(side.promotion_region, rules_).none()) return std::string("no promotion");
            std::string words = pawns || pairs ? "the promotion region is " + squares(side.promotion_region)
                                               : std::string("no promotion");
            if (!side.promotion_pawns.empty() && side.promotion_pieces.empty() &&
                rules_.mandatory_pawn_promotion && !rules_.sittuyin_promotion)
                words +=
                    "; " + kinds(side.promotion_pawns) + " cannot enter " + squares(side.promotion_region);
            if (pawns)
                words +=
                    "; " + kinds(side.promotion_pawns) +
                    (rules_.mandatory_pawn_promotion ? " must promote there to " : " may promote there to ") +
                    kinds(side.promotion_pieces, "or");
            return words;
        });
        const std::string how = rules_.piece_promotion_on_capture ? "captures" : "moves";
        for (const auto& [from, to] : rules_.promoted_kind)
            line(kind(from) + (rules_.mandatory_piece_promotion ? " must turn into " : " may turn into ") +
                 kind(to) + " when it " + how + " into, within or out of the promotion region.");
        if (rules_.piece_demotion)
            line(std::string("What has turned so ") + (rules_.mandatory_piece_promotion ? "must" : "may") +
                 " turn back when it " + how + " there.");
        for (const auto& [letter, limit] : rules_.promotion_limit)
            line("A side with " + std::to_string(limit) + " of " + kind(letter) +
                 " on the board gets no more of it by promotion.");
        for (const auto& [first, second] : rules_.turning_kind)
            line(kind(first) + " that comes to where it could never move again is " + kind(second) +
                 " there, and the other way round; in a hand it is " + kind(first) + ".");
        say("immobilityIllegal");
    }

    void drops() {
        if (rules_.captures_to_hand)
            line(std::string("A captured man changes sides and goes to the hand of who captured it") +
                 (rules_.drop_loop ? ", as what it was on the board."
                  : rules_.main_pawn(Color::white) || !rules_.promoted_kind.empty()
                      ? ", as what it was before it promoted."
                      : "."));
        say("capturesToOwner");
        if (rules_.drops) ways_to_drop();
        flips();
    }

    void ways_to_drop() {
        line(rules_.free_drops ? "Instead of moving, a side may put a new man on an empty square."
                               : "Instead of moving, a side may put a man from its hand on an empty square.");
        sides([&](const SideRules& side) {
            return on_board(~side.drop_region, rules_).none()
                       ? std::string{}
                       : "men are dropped on " + squares(side.drop_region) + " only";
        });
        for (const Kind& k : rules_.kinds) {
            if (k.pawn && !(rules_.first_rank_pawn_drops && rules_.promotion_zone_pawn_drops))
                line(kind(k.letter) + " is not dropped " +
                     (rules_.first_rank_pawn_drops       ? "in its promotion region."
                      : rules_.promotion_zone_pawn_drops ? "on its side's first rank."
                                                         : "on its side's first rank or in its promotion "
                                                           "region."));
            if (k.name == "rook" && rules_.first_rank_rook_drops)
                line(kind(k.letter) + " is dropped on its side's first rank only.");
            if (k.name == "shogiPawn" && rules_.pawn_drop_mate_illegal)
                line(kind(k.letter) + " may not mate by a drop.");
            if (k.name == "bishop" && rules_.opposite_bishop_drops)
                line("The bishops of a side are dropped on squares of both colours, half on each.");
        }
        if (rules_.undoubled_kind)
            line(kind(*rules_.undoubled_kind) + " is not dropped on a file with " +
                 std::to_string(rules_.undoubled_count) + " of its side's.");
        if (rules_.drop_promoted) line("A man may be dropped as what it turns into.");
        enclosing_drop();
        if (!rules_.drop_checks) line("No drop may give check.");
        if (rules_.must_drop)
            line("Who can drop " +
                 (rules_.must_drop_kind ? kind(*rules_.must_drop_kind) : std::string("a man")) + " must.");
        if (rules_.castling_with_dropped && rules_.castling)
            line("Who drops king and rook on their first squares may castle with them.");
    }

    void enclosing_drop() {
        if (on_board(rules_.enclosing_drop_start, rules_).any())
            line("While one of " + squares(rules_.enclosing_drop_start) +
                 " is empty, men are dropped there.");
        switch (rules_.enclosing_drop) {
            case Enclosing::none:
            case Enclosing::quadwrangle:
                break;
            case Enclosing::reversi:
                line("A drop must enclose enemies in a row between it and a man of its side.");
                break;
            case Enclosing::ataxx:
                line("A drop must stand beside a man of its side.");
                break;
            case Enclosing::snort:
                line("No drop stands beside an enemy on its rank or file.");
                break;
            case Enclosing::anyside:
                line("A drop is pushed in from an edge, as far as it goes.");
                break;
            case Enclosing::top:
                line("A drop falls down its file.");
                break;
        }
    }

    void flips() {
        switch (rules_.flip_enclosed) {
            case Enclosing::reversi:
                line("Enemies that are enclosed between two men by a move change sides.");
                break;
            case Enclosing::ataxx:
                line("Enemies beside a man that has moved change sides.");
                break;
            case Enclosing::quadwrangle:
                line(
                    "Enemies beside a man that has moved, or was dropped beside another of its side, change "
                    "sides.");
                break;
            default:
                break;
        }
    }

    void pawns() {
        sides([&](const SideRules& side) {
            if (on_board(side.double_step_region, rules_).none()) return std::string("no double steps");
            return "double steps and initial moves from " + squares(side.double_step_region);
        });
        sides([&](const SideRules& side) {
            return on_board(side.triple_step_region, rules_).none()
                       ? std::string{}
                       : "triple steps from " + squares(side.triple_step_region);
        });
        const auto steps = [&](Color side) {
            return on_board(rules_.side(side).double_step_region | rules_.side(side).triple_step_region,
                            rules_)
                .any();
        };
        if (!steps(Color::white) && !steps(Color::black)) return;
        sides([&](const SideRules& side) {
            if (side.en_passant_pawns.empty() || on_board(side.en_passant_region, rules_).none())
                return std::string("no captures en passant");
            return kinds(side.en_passant_pawns) + " may capture en passant on " +
                   squares(side.en_passant_region);
        });
    }

    void castling() {
        if (!may_castle(rules_)) return line("No castling.");
        sides([&](const SideRules& side) {
            if (!side.castling_king || side.castling_rooks.empty()) return std::string("no castling");
            const Color color = &side == &rules_.side(Color::white) ? Color::white : Color::black;
            return "castling of " + kind(*side.castling_king) + " with " + kinds(side.castling_rooks, "or") +
                   " on rank " + std::to_string(rules_.castling_rank + 1) + " as it counts" + wings(color);
        });
        if (rules_.castling_960) line("Castling with any rook: it may stand on any file, and the king, too.");
        if (rules_.opposite_castling)
            line("Who castles takes the right to castle on the same wing from the opponent.");
    }

    /// From where to where king and rook castle.
    std::string wings(Color side) const {
        std::string text;
        for (const bool kingside : {true, false}) {
            const std::string to =
                file_name(kingside ? rules_.castling_kingside_file : rules_.castling_queenside_file);
            if (const auto home = castling_home(rules_, side, kingside))
                text += ", from file " + file_name(home->king) + " to " + to + " with the one on file " +
                        file_name(home->rook);
            else if (rules_.castling_960)
                text += ", to file " + to + (kingside ? " with one on its right" : " with one on its left");
        }
        return text;
    }

    void blasts() {
        if (rules_.blast) {
            std::string words =
                "A capture explodes: who captured leaves the board, and so do all men beside it";
            for (const Kind& k : rules_.kinds)
                if (k.pawn) words += " but " + kind(k.letter);
            line(words + ".");
            if (!rules_.blast_immune.empty())
                line("No explosion takes " + kinds(rules_.blast_immune, "or") + ".");
        }
        for (const Letter letter : rules_.mutually_immune)
            line(kind(letter) + " does not capture its own kind.");
    }

    void walls() {
        if (!rules_.petrifying.empty())
            line(kinds(rules_.petrifying, "or") + " that captures turns into a wall, which nobody enters.");
        say("petrifyBlastPieces");
        if (rules_.walling == Walling::none) return;
        line(std::string(rules_.wall_or_move
                             ? "Instead of moving, unless it is in check, a side may put a wall "
                             : "With every move a side puts a wall, which nobody enters, ") +
             where_walls_go() + ".");
        sides([&](const SideRules& side) {
            return on_board(~side.wall_region, rules_).none() ? std::string{}
                                                              : "walls stand on " + squares(side.wall_region);
        });
    }

    std::string where_walls_go() const {
        switch (rules_.walling) {
            case Walling::none:
            case Walling::anywhere:
                break;
            case Walling::arrow:
                return "where the man that moved could go next without capturing";
            case Walling::past:
                return "where the man that moved came from";
            case Walling::edge:
                return "on an empty square of the edge, or beside a wall by rank or file";
            case Walling::duck:
                return "on an empty square; the wall that was there before goes";
        }
        return "on an empty square";
    }

    void gates() {
        if (!rules_.gating) return;
        line(
            "The castling field of a FEN names the files of gates, too: of men on the first rank that have "
            "not moved.");
        if (rules_.andernach && rules_.castling)
            line(
                "A rook that changes sides on the square from which it castles may do so with a king that "
                "has "
                "its gate.");
        if (rules_.gates_from_hand)
            line("Who leaves a gate may put a man from the hand there in the same move.");
        if (rules_.first_leaps)
            line(
                "From its gate a king, unless in check, leaps like a knight to the side and one rank "
                "forward, and a fers two squares straight ahead, to empty squares; a king loses it when a "
                "rook comes to its rank or file.");
    }

    void duties() {
        say("mustCapture");
        sides([](const SideRules& side) {
            return std::string(side.longest_moves ? "makes one of the longest of its legal moves" : "");
        });
        say("koekoRule");
        say("madrasiRule");
        say("andernachRule");
        say("checking");
        say("flyingGeneral");
        if (on_board(rules_.diagonal_lines, rules_).any())
            line("Along the diagonals that join " + squares(rules_.diagonal_lines) +
                 " rook and janggiCannon go as along ranks, wazir and a king that is one step diagonally, a "
                 "soldier one step forward.");
        for (const Kind& k : rules_.kinds)
            if (k.name == "janggiCannon")
                line(kind(k.letter) + " neither hops over its own kind nor captures it.");
        say("bikjangRule");
        say("sittuyinPromotion");
        say("shatarMateRule");
        say("makpongRule");
        sides([](const SideRules& side) {
            return std::string(side.pass ? "may pass unless in check"
                               : side.pass_on_stalemate
                                   ? "may pass where there is no other move, unless in check"
                                   : "");
        });
    }

    void ends() {
        line("Who is to move, is attacked and has no move, " + result_of(rules_.checkmate_value) + ".");
        line("Who is to move, is not attacked and has no move, " + result_of(rules_.stalemate_value) +
             (rules_.stalemate_count
                  ? " if he has fewer men on the board; if more, the other way round; if as "
                    "many, it is a draw."
                  : "."));
        say("adjudicateFullBoard");
        switch (rules_.material_counting) {
            case MaterialCounting::none:
                break;
            case MaterialCounting::unweighted:
                line(
                    "Of drawn stalemates, two passes in a row and full boards, who has more men on "
                    "the board has won.");
                break;
            case MaterialCounting::white_draw_odds:
                line("Drawn stalemates, two passes in a row and full boards are won by White.");
                break;
            case MaterialCounting::black_draw_odds:
                line("Drawn stalemates, two passes in a row and full boards are won by Black.");
                break;
            case MaterialCounting::janggi:
                line(
                    "Of drawn stalemates, two passes in a row, kings that face each other and full boards "
                    "who has more points on the board has won: 13 a rook, 7 a janggiCannon, 5 a horse, 3 a "
                    "janggiElephant or wazir, 2 a soldier; White needs two points more, else "
                    "Black has won.");
                break;
        }
        if (rules_.extinction_pseudo_royal) {
            line("The last of " + extinct() + " may not be left attacked.");
            if (rules_.duple_check) line("Nor may all men of these kinds be left attacked together.");
        }
        if (rules_.extinction_value) {
            std::string words =
                "Who has " +
                (rules_.extinction_count == 0 ? std::string("none")
                                              : std::to_string(rules_.extinction_count) + " or fewer") +
                " left of " + extinct();
            if (rules_.extinction_opponent_count > 0)
                words += " while the opponent has " + std::to_string(rules_.extinction_opponent_count) +
                         " or more";
            line(words + ", " + result_of(*rules_.extinction_value) + ".");
            if (rules_.extinction_claim)
                line("Against the side to move this needs an opponent with one more of them.");
        }
        flags();
        if (may_castle(rules_))
            for (const Color side : both_colors) castling_end(side);
        say("checkCounting");
        rows();
        for (const Rule& rule : all_rules()) say(rule.name);
        history();
    }

    bool has_flag(Color side) const { return on_board(rules_.side(side).flag_region, rules_).any(); }

    bool flag_is_royal(Color side) const {
        const Kind* flag = rules_.kind(rules_.side(side).flag_piece);
        return flag != nullptr && flag->royal;
    }

    void flags() {
        for (const Color side : both_colors) {
            const SideRules& own = rules_.side(side);
            if (!has_flag(side)) continue;
            line(std::string(name(side)) + " wins with " + count_of(rules_.flag_count, "piece") + " of " +
                 (own.flag_piece ? kind(*own.flag_piece) : std::string("any kind")) + " on " +
                 squares(own.flag_region) + ".");
        }
        if (!has_flag(Color::white) && !has_flag(Color::black)) return;
        if (rules_.flag_blocked) line("Fewer are enough where the region is full of men.");
        if (rules_.flag_safe)
            line("If there are no more of them, none may be attacked" +
                 std::string(rules_.flag_move
                                 ? " for a win at once."
                                 : "; where both sides have them on their regions, it is a draw."));
        if (!rules_.flag_move) return;
        for (const Color side : both_colors)
            if (has_flag(side)) extra_move(side);
        const auto late = [&](Color side) { return has_flag(side) && !flag_is_royal(side); };
        if (has_flag(Color::white) && has_flag(Color::black) && (late(Color::white) || late(Color::black)))
            line("An opponent who comes there in that move is too late.");
    }

    /// When a side wins whose pieces have come to the region, where its opponent has one more move.
    void extra_move(Color side) {
        const std::string who{name(side)};
        if (!flag_is_royal(!side)) {
            line(who + (rules_.flag_safe ? " else wins" : " wins") +
                 " when it is to move again: the opponent has one more move.");
        } else if (side == Color::white && has_flag(Color::black)) {
            line(
                "The game ends at once unless Black's king can still come there in its next move; if it "
                "does, the game is a draw.");
        } else {
            line(who + " wins at once.");
        }
    }

    void castling_end(Color side) {
        std::vector<std::string> wings;
        for (const char right : rules_.castling_wins)
            if ((right == 'K' || right == 'Q') == (side == Color::white))
                wings.emplace_back(right == 'K' || right == 'k' ? "kingside" : "queenside");
        if (!wings.empty())
            line(std::string(name(side)) + " wins by castling " + list(wings, "or") +
                 ", and loses without the right to it.");
    }

    void rows() {
        const Rows& rows = rules_.rows;
        std::vector<std::string> ways;
        if (rows.vertical) ways.emplace_back("file");
        if (rows.horizontal) ways.emplace_back("rank");
        if (rows.diagonal) ways.emplace_back("diagonal");
        const std::string men = rows.any_kind ? "men" : "men of " + kinds(rows.kinds, "or");
        const auto made = [&](const std::string& what) {
            line("Who has made " + what + ", " + result_of(rows.value) + ".");
        };
        if (rows.in_a_row != 0 && !ways.empty())
            made("a row of " + std::to_string(rows.in_a_row) + " " + men + " side by side on a " +
                 list(ways, "or"));
        if (rows.collinear != 0 && !ways.empty())
            made("a line of " + std::to_string(rows.collinear) + " " + men + " on a " + list(ways, "or") +
                 ", whatever stands between them");
        if (rows.square != 0)
            made("a square of " + std::to_string(rows.square) + " by " + std::to_string(rows.square) +
                 " full of " + men);
        if (ways.empty()) return;
        sides([&](const SideRules& side) {
            const auto& regions = side.connect_regions;
            if (on_board(regions[0], rules_).none() || on_board(regions[1], rules_).none())
                return std::string{};
            return "who has joined " + squares(regions[0]) + " and " + squares(regions[1]) +
                   " by a chain of " + men + " that go on by " + list(ways, "or") + ", " +
                   result_of(rows.value);
        });
    }

    void history() {
        const HistoryRules& h = rules_.history;
        if (h.move_rule != 0) {
            line("After " + count_of(h.move_rule, "move") + " of both sides without progress the game is " +
                 drawn() + ".");
            sides_progress();
        }
        if (h.fold_rule != 0) {
            const std::string who = h.fold_value_is_whites ? "White " : "who is to move ";
            line("When a position has come for the " + ordinal(h.fold_rule) + " time, " +
                 (h.fold_value == game::Outcome::draw ? "the game is " + drawn()
                                                      : who + result_of(h.fold_value)) +
                 ".");
        }
        if (h.perpetual_check_loses) line("Who repeats positions by giving check all the time has lost.");
        if (h.moving_to_and_fro_loses) line("Who moves one man to and fro all the time has lost.");
        if (h.chasing_loses) line("Who repeats positions by attacking one man all the time has lost.");
        switch (h.counting) {
            case CountingRule::none:
                break;
            case CountingRule::makruk:
                counting("Makruk");
                break;
            case CountingRule::cambodian:
                counting("Cambodian chess");
                break;
            case CountingRule::asean:
                counting("ASEAN chess");
                break;
        }
        if (h.fold_rule == 0 && h.move_rule == 0) line("An endless game is a draw.");
        if (asks_for_history())
            line(
                "What has been played before is no part of a position: what a proof is worth then, "
                "docs/rules.md says under \"History\".");
    }

    bool asks_for_history() const {
        const HistoryRules& h = rules_.history;
        return h.move_rule != 0 || h.fold_rule != 0 || h.perpetual_check_loses || h.moving_to_and_fro_loses ||
               h.chasing_loses || h.counting != CountingRule::none;
    }

    /// What history makes of a draw.
    std::string drawn() const {
        return rules_.material_counting == MaterialCounting::none ? "a draw"
                                                                  : "counted like a drawn stalemate";
    }

    void sides_progress() {
        const auto& kinds_of = rules_.history.progress_kinds;
        const auto moves = [&](Color side) {
            const Letters& letters = kinds_of[index(side)];
            return letters.empty() ? std::string{}
                                   : " and moves of " + kinds(letters, "or") + " that it cannot take back";
        };
        const std::string progress = "progress is captures, drops, promotions";
        const std::string white = moves(Color::white);
        const std::string black = moves(Color::black);
        if (white == black) return line("Both sides: " + progress + white + ".");
        line("White: " + progress + white + ".");
        line("Black: " + progress + black + ".");
    }

    void counting(std::string_view game) {
        line("Moves against few men are counted as in " + std::string(game) +
             "; after too many the game is a draw.");
    }

    std::string extinct() const {
        std::vector<std::string> names;
        for (const Letter letter : rules_.extinction_kinds) names.push_back(kind(letter));
        if (rules_.extinction_total) names.emplace_back("all pieces together");
        return names.size() == 1 ? names.front() : "one of " + list(names);
    }

    const Rules& rules_;
    std::string text_;
    std::set<std::string_view> said_;
};

}  // namespace

std::string describe(const Rules& rules) { return Describer(rules).describe(); }

}  // namespace zermelo::rules
