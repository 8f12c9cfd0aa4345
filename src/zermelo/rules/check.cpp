// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/check.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

#include "zermelo/rules/parts.hpp"

namespace zermelo::rules {
namespace {

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
            return error_at(place_of_keys(section, {key, "castling", "maxFile"}).where,
                            std::string(key) +
                                " lies outside the board, expected castling = false or another " +
                                std::string(key));
    if (rules.castling_rank >= rules.ranks)
        return error_at(
            place_of_keys(section, {"castlingRank", "castling", "maxRank"}).where,
            "castlingRank lies outside the board, expected castling = false or another castlingRank");
    if (rules.castling_queenside_file > rules.castling_kingside_file)
        return error_at(place_of_keys(section, {"castlingQueensideFile", "castlingKingsideFile"}).where,
                        "castlingQueensideFile lies to the right of castlingKingsideFile");
    return {};
}

Result<void> check_double_steps(const Rules* parent, const IniSection& section) {
    const IniEntry* on = section.find("doubleStep");
    const IniText region = place_of_keys(section, {"doubleStepRegionWhite", "doubleStepRegionBlack"});
    const bool named = region.where != section.name.where && region.text != "-";
    if (!named) return {};
    if (on != nullptr && on->value.text == "false")
        return error_at(region.where, "doubleStepRegion contradicts doubleStep = false");
    if (on == nullptr && parent != nullptr && parent->sides[0].double_step_region.none() &&
        parent->sides[1].double_step_region.none())
        return error_at(region.where,
                        "the parent has no double steps, expected doubleStep = true beside this key");
    return {};
}

Result<void> check_mobility(const Rules& rules, const IniSection& section) {
    for (const Color side : both_colors)
        for (const auto& [letter, region] : rules.side(side).mobility)
            if (on_board(region, rules).none())
                return error_at(section.name.where,
                                "the squares that the parent leaves to " + std::string(name(side)) + "'s " +
                                    rules.kind(letter)->name + " all lie outside this board");
    return {};
}

Result<void> check_ends(const Rules& rules, const IniSection& section) {
    const bool none = rules.extinction_kinds.empty() && !rules.extinction_total;
    if (none && (rules.extinction_value || rules.extinction_pseudo_royal))
        return error_at(
            place_of_keys(section, {"extinctionPieceTypes", "extinctionValue", "extinctionPseudoRoyal"})
                .where,
            "extinctionValue and extinctionPseudoRoyal need pieces, expected extinctionPieceTypes");
    if (rules.flag_count == 0)
        return error_at(place_of_keys(section, {"flagPieceCount"}).where,
                        "no piece wins in the flag region, expected flagPieceCount of at least 1");
    return {};
}

/// The start FEN as `check` sees it; what is wrong with it is reported at the key, or at the section's name.
Result<void> check_start_of(const Rules& rules, const IniSection& section, const CheckStart& check) {
    if (!check) return {};
    const auto checked = check(rules);
    if (checked) return {};
    const std::string& message = checked.error().message;
    if (const IniEntry* entry = section.find("startFen"); entry != nullptr)
        return error_at(entry->value.at(checked.error().where.value_or(Location{1, 1}).column - 1), message);
    if (section.parent)
        return error_at(section.name.where,
                        "the parent's start FEN does not fit: " + message + "; expected startFen");
    return error_at(section.name.where, "no startFen, and that of chess does not fit: " + message);
}

}  // namespace

Result<void> check_rules(const Rules& rules, const Rules* parent, const IniSection& section,
                         const CheckStart& check_start) {
    if (rules.kinds.empty())
        return error_at(section.name.where, "a variant without pieces, expected one at least");
    for (const auto& check : {check_castling, check_mobility, check_ends})
        ZERMELO_CHECK(check(rules, section));
    ZERMELO_CHECK(check_start_of(rules, section, check_start));
    return check_double_steps(parent, section);
}

}  // namespace zermelo::rules
