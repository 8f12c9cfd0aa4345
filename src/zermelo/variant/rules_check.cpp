// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/variant/rules_check.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

#include "zermelo/variant/rules_parts.hpp"

namespace zermelo::variant {
namespace {

constexpr std::array<Color, 2> both_sides{Color::white, Color::black};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The value of the first of these keys that the section has, or else its name.
IniText place_of_keys(const IniSection& section, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys)
        if (const IniEntry* entry = section.find(key); entry != nullptr) return entry->value;
    return section.name;
}

Result<void> check_castling(const Rules& rules, const IniSection& section) {
    if (!may_castle(rules)) return {};
    const std::array<std::pair<std::string_view, unsigned>, 4> files{{
        {"castlingKingsideFile", rules.castling_kingside_file},
        {"castlingQueensideFile", rules.castling_queenside_file},
        {"castlingKingFile", rules.castling_king_file},
        {"castlingRookQueensideFile", rules.castling_rook_queenside_file},
    }};
    for (const auto& [key, file] : files)
        if (file >= rules.files)
            return offence(place_of_keys(section, {key, "castling", "maxFile"}).where,
                           std::string(key) +
                               " lies outside the board, expected castling = false or another " +
                               std::string(key));
    if (rules.castling_rank >= rules.ranks)
        return offence(
            place_of_keys(section, {"castlingRank", "castling", "maxRank"}).where,
            "castlingRank lies outside the board, expected castling = false or another castlingRank");
    if (rules.castling_queenside_file > rules.castling_kingside_file)
        return offence(place_of_keys(section, {"castlingQueensideFile", "castlingKingsideFile"}).where,
                       "castlingQueensideFile lies to the right of castlingKingsideFile");
    return {};
}

Result<void> check_double_steps(const Rules* parent, const IniSection& section) {
    const IniEntry* on = section.find("doubleStep");
    const IniText region = place_of_keys(section, {"doubleStepRegionWhite", "doubleStepRegionBlack"});
    const bool named = region.where != section.name.where && region.text != "-";
    if (!named) return {};
    if (on != nullptr && on->value.text == "false")
        return offence(region.where, "doubleStepRegion contradicts doubleStep = false");
    if (on == nullptr && parent != nullptr && parent->sides[0].double_step_region.none() &&
        parent->sides[1].double_step_region.none())
        return offence(region.where,
                       "the parent has no double steps, expected doubleStep = true beside this key");
    return {};
}

Result<void> check_mobility(const Rules& rules, const IniSection& section) {
    for (const Color side : both_sides)
        for (const auto& [letter, region] : rules.side(side).mobility)
            if (on_board(region, rules).none())
                return offence(section.name.where,
                               "the squares that the parent leaves to " + std::string(name(side)) + "'s " +
                                   rules.kind(letter)->name + " all lie outside this board");
    return {};
}

Result<void> check_ends(const Rules& rules, const IniSection& section) {
    const bool none = rules.extinction_kinds.empty() && !rules.extinction_total;
    if (none && (rules.extinction_value || rules.extinction_pseudo_royal))
        return offence(
            place_of_keys(section, {"extinctionPieceTypes", "extinctionValue", "extinctionPseudoRoyal"})
                .where,
            "extinctionValue and extinctionPseudoRoyal need pieces, expected extinctionPieceTypes");
    if (rules.flag_count == 0)
        return offence(place_of_keys(section, {"flagPieceCount"}).where,
                       "no piece wins in the flag region, expected flagPieceCount of at least 1");
    return {};
}

/// The board of the start FEN, square by square.
class BoardCheck {
  public:
    BoardCheck(const Rules& rules, const IniText& fen, bool inherited)
        : rules_(rules), fen_(fen), inherited_(inherited) {}

    Result<void> run() {
        for (; at_ < fen_.text.size() && fen_.text[at_] != ' '; ++at_) {
            if (auto step = square(fen_.text[at_]); !step) return step;
        }
        if (auto end = end_of_rank(); !end) return end;
        if (ranks_ != rules_.ranks)
            return refuse("the start FEN has " + std::to_string(ranks_) + " ranks, expected " +
                          std::to_string(rules_.ranks));
        return fields();
    }

  private:
    Result<void> square(char c) {
        if (c == '/') return end_of_rank();
        if (is_digit(c)) {
            if (c == '0') return refuse("a number of empty squares begins with 0, expected 1 or more");
            unsigned run = 0;
            std::size_t end = at_;
            for (; end < fen_.text.size() && is_digit(fen_.text[end]); ++end)
                run = std::min(1000U, run * 10 + static_cast<unsigned>(fen_.text[end] - '0'));
            files_ += run;
            if (files_ <= rules_.files) at_ = end - 1;
        } else {
            const char letter = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
            if (c == '[') return refuse("pieces in hand are not supported");
            if (c == '+' || c == '~') return refuse("marks of promoted pieces are not supported");
            if (c != '*' && rules_.kind(letter) == nullptr)
                return refuse(quoted(fen_.text.substr(at_, 1)) + " is no piece of this variant");
            ++files_;
        }
        if (files_ > rules_.files)
            return refuse("a rank of more than " + std::to_string(rules_.files) + " squares");
        return {};
    }

    Result<void> end_of_rank() {
        if (files_ != rules_.files)
            return refuse("a rank of " + std::to_string(files_) + " squares, expected " +
                          std::to_string(rules_.files));
        files_ = 0;
        ++ranks_;
        return {};
    }

    Result<void> fields() {
        const std::vector<IniText> all = words(fen_.part(at_));
        if (!all.empty() && all.front().text != "w" && all.front().text != "b") {
            at_ = static_cast<std::size_t>(all.front().text.data() - fen_.text.data());
            return refuse("no side to move, expected w or b");
        }
        return {};
    }

    Result<void> refuse(const std::string& message) const {
        if (inherited_)
            return offence(fen_.where,
                           "the parent's start FEN does not fit: " + message + "; expected startFen");
        return offence(fen_.at(at_), message);
    }

    const Rules& rules_;
    IniText fen_;
    bool inherited_;
    std::size_t at_ = 0;
    unsigned files_ = 0;
    unsigned ranks_ = 0;
};

Result<void> check_start(const Rules& rules, const IniSection& section) {
    const IniEntry* entry = section.find("startFen");
    if (entry == nullptr && !section.parent)
        return BoardCheck(rules, {rules.start_fen, section.name.where}, true)
            .run()
            .map_error([](Error error) {
                error.message = "no startFen, and that of chess does not fit";
                return error;
            });
    if (entry == nullptr) return BoardCheck(rules, {rules.start_fen, section.name.where}, true).run();
    return BoardCheck(rules, entry->value, false).run();
}

}  // namespace

Result<void> check_rules(const Rules& rules, const Rules* parent, const IniSection& section) {
    if (rules.kinds.empty())
        return offence(section.name.where, "a variant without pieces, expected one at least");
    for (const auto& check : {check_castling, check_mobility, check_ends, check_start})
        if (auto result = check(rules, section); !result) return result;
    return check_double_steps(parent, section);
}

}  // namespace zermelo::variant
