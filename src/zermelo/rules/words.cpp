// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

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

    std::string kind(Letter letter) const {
        const Kind* found = rules_.kind(letter);
        return found == nullptr ? std::string("?") : found->name + " (" + letter + ")";
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
        switch (m.form) {
            case Movement::Form::leap:
                return "leaps";
            case Movement::Form::lame:
                return "steps that a piece on the way blocks";
            case Movement::Form::ride:
                return m.limit == 0 ? "rides" : "rides of" + limit + " steps";
            case Movement::Form::hop:
                break;
        }
        if (m.limit == 1) return "hops to right behind a piece";
        return m.limit == 0 ? "hops over a piece" : "hops over a piece," + limit + " steps behind it";
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
    }

    void promotion() {
        const bool pairs = !rules_.promoted_kind.empty();
        sides([&](const SideRules& side) {
            const bool pawns = !side.promotion_pawns.empty() && !side.promotion_pieces.empty();
            if ((!pawns && !pairs) || on_board(side.promotion_region, rules_).none())
                return std::string("no promotion");
            std::string words = "the promotion region is " + squares(side.promotion_region);
            if (pawns)
                words +=
                    "; " + kinds(side.promotion_pawns) +
                    (rules_.mandatory_pawn_promotion ? " must promote there to " : " may promote there to ") +
                    kinds(side.promotion_pieces, "or");
            return words;
        });
        for (const auto& [from, to] : rules_.promoted_kind)
            line(kind(from) + " may turn into " + kind(to) +
                 " when it moves into, within or out of the promotion region.");
    }

    void pawns() {
        sides([&](const SideRules& side) {
            if (on_board(side.double_step_region, rules_).none()) return std::string("no double steps");
            return "double steps and initial moves from " + squares(side.double_step_region);
        });
        const auto steps = [&](Color side) {
            return on_board(rules_.side(side).double_step_region, rules_).any();
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
            if (side.castling_king == 0 || side.castling_rooks.empty()) return std::string("no castling");
            return "castling of " + kind(side.castling_king) + " with " + kinds(side.castling_rooks, "or");
        });
        const unsigned edge = std::min(rules_.castling_rook_kingside_file, rules_.files - 1);
        line("Castling: on rank " + std::to_string(rules_.castling_rank + 1) +
             " as each side counts, from file " + file_name(rules_.castling_king_file) + " to " +
             file_name(rules_.castling_kingside_file) + " with the rook of file " + file_name(edge) +
             ", or to " + file_name(rules_.castling_queenside_file) + " with that of file " +
             file_name(rules_.castling_rook_queenside_file) + ".");
    }

    void duties() {
        if (rules_.must_capture) line("Who can capture must.");
        if (!rules_.checking) line("No move may give check.");
        sides([](const SideRules& side) {
            return std::string(side.pass                ? "may pass unless in check"
                               : side.pass_on_stalemate ? "may pass where there is no other move"
                                                        : "");
        });
    }

    void ends() {
        line("Who is to move, is attacked and has no move, " + result_of(rules_.checkmate_value) + ".");
        line("Who is to move, is not attacked and has no move, " + result_of(rules_.stalemate_value) + ".");
        if (rules_.extinction_pseudo_royal) line("The last of " + extinct() + " may not be left attacked.");
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
        bool flags = false;
        for (const Color side : both_colors) {
            const SideRules& own = rules_.side(side);
            if (on_board(own.flag_region, rules_).none()) continue;
            flags = true;
            line(std::string(name(side)) + " wins with " + count_of(rules_.flag_count, "piece") + " of " +
                 (own.flag_piece == 0 ? std::string("any kind") : kind(own.flag_piece)) + " on " +
                 squares(own.flag_region) + ".");
        }
        if (flags && rules_.flag_move) extra_move();
        line("An endless game is a draw.");
    }

    void extra_move() {
        line("He wins when it is his turn again: the opponent has one more move.");
        const auto has_flag = [&](Color side) {
            return on_board(rules_.side(side).flag_region, rules_).any();
        };
        if (!has_flag(Color::white) || !has_flag(Color::black)) return;
        const Kind* last = rules_.kind(rules_.side(Color::black).flag_piece);
        line(last != nullptr && last->royal
                 ? "If Black's king comes there in that move the game is a draw; White's would be too late."
                 : "An opponent who comes there in that move is too late.");
    }

    std::string extinct() const {
        std::vector<std::string> names;
        for (const Letter letter : rules_.extinction_kinds) names.push_back(kind(letter));
        if (rules_.extinction_total) names.emplace_back("all pieces together");
        return names.size() == 1 ? names.front() : "one of " + list(names);
    }

    const Rules& rules_;
    std::string text_;
};

}  // namespace

std::string describe(const Rules& rules) { return Describer(rules).describe(); }

}  // namespace zermelo::rules
