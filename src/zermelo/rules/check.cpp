// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/check.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <utility>

#include "zermelo/rules/parts.hpp"

namespace zermelo::rules {
namespace {

/// The value of the first of these keys that the section has, or else its name.
IniText place_of_keys(const IniSection& section, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys)
        if (const IniEntry* entry = section.find(key); entry != nullptr) return entry->value;
    return section.name;
}

using Errors = std::vector<Error>;

void add(Errors& errors, Location where, std::string message) {
    errors.push_back(error_at(where, std::move(message)).value());
}

void check_castling(const Rules& rules, const IniSection& section, Errors& errors) {
    if (!may_castle(rules)) return;
    const std::array<std::pair<std::string_view, unsigned>, 4> files{{
        {"castlingKingsideFile", rules.castling_kingside_file},
        {"castlingQueensideFile", rules.castling_queenside_file},
        {"castlingKingFile", rules.castling_king_file},
        {"castlingRookQueensideFile", rules.castling_rook_queenside_file},
    }};
    for (const auto& [key, file] : files)
        if (file >= rules.files)
            add(errors, place_of_keys(section, {key, "castling", "maxFile"}).where,
                std::string(key) + " lies outside the board, expected castling = false or another " +
                    std::string(key));
    if (rules.castling_rank >= rules.ranks)
        add(errors, place_of_keys(section, {"castlingRank", "castling", "maxRank"}).where,
            "castlingRank lies outside the board, expected castling = false or another castlingRank");
    if (rules.castling_queenside_file > rules.castling_kingside_file)
        add(errors, place_of_keys(section, {"castlingQueensideFile", "castlingKingsideFile"}).where,
            "castlingQueensideFile lies to the right of castlingKingsideFile");
}

void check_double_steps(const Rules& rules, const Rules* parent, const IniSection& section, Errors& errors) {
    const IniEntry* on = section.find("doubleStep");
    const auto nowhere = [](const Rules& some) {
        return some.sides[0].double_step_region.none() && some.sides[1].double_step_region.none();
    };
    if (on != nullptr && on->value.text == "true" && nowhere(rules))
        add(errors, on->value.where,
            "double steps are nowhere allowed, expected doubleStepRegionWhite and "
            "doubleStepRegionBlack, as the parent has none");
    const IniText region = place_of_keys(section, {"doubleStepRegionWhite", "doubleStepRegionBlack"});
    const bool named = region.where != section.name.where && region.text != "-";
    if (!named) return;
    if (on != nullptr && on->value.text == "false") {
        add(errors, region.where, "doubleStepRegion contradicts doubleStep = false");
    } else if (on == nullptr && parent != nullptr && nowhere(*parent)) {
        add(errors, region.where,
            "the parent has no double steps, expected doubleStep = true beside this key");
    }
}

void check_mobility(const Rules& rules, const IniSection& section, Errors& errors) {
    for (const Color side : both_colors)
        for (const auto& [letter, region] : rules.side(side).mobility)
            if (on_board(region, rules).none())
                add(errors, section.name.where,
                    "the squares that the parent leaves to " + std::string(name(side)) + "'s " +
                        rules.kind(letter)->name + " all lie outside this board");
}

void check_ends(const Rules& rules, const IniSection& section, Errors& errors) {
    const bool none = rules.extinction_kinds.empty() && !rules.extinction_total;
    if (none && (rules.extinction_value || rules.extinction_pseudo_royal))
        add(errors,
            place_of_keys(section, {"extinctionPieceTypes", "extinctionValue", "extinctionPseudoRoyal"})
                .where,
            "extinctionValue and extinctionPseudoRoyal need pieces, expected extinctionPieceTypes");
    if (rules.flag_count == 0)
        add(errors, place_of_keys(section, {"flagPieceCount"}).where,
            "no piece wins in the flag region, expected flagPieceCount of at least 1");
}

/// Royal pieces cannot go with rules that turn men over or take them off without capturing them.
void check_royal(const Rules& rules, const IniSection& section, Errors& errors) {
    if (std::none_of(rules.kinds.begin(), rules.kinds.end(), [](const Kind& kind) { return kind.royal; }))
        return;
    if (rules.flip_enclosed != Enclosing::none)
        add(errors, place_of_keys(section, {"flipEnclosedPieces", "king"}).where,
            "royal pieces cannot change sides, expected no king beside flipEnclosedPieces");
    if (rules.blast)
        add(errors, place_of_keys(section, {"blastOnCapture", "king"}).where,
            "royal pieces cannot explode, expected a commoner in place of the king beside blastOnCapture");
    const bool stone = std::any_of(rules.kinds.begin(), rules.kinds.end(), [&](const Kind& kind) {
        return kind.royal && contains(rules.petrifying, kind.letter);
    });
    if (stone)
        add(errors, place_of_keys(section, {"petrifyOnCaptureTypes", "king"}).where,
            "royal pieces cannot turn to stone, expected a commoner in place of the king in "
            "petrifyOnCaptureTypes");
}

/// Who may drop what is not in hand has no use for a hand that grows, and could always drop. And what is
/// captured goes to the hand as one kind.
void check_drops(const Rules& rules, const IniSection& section, Errors& errors) {
    const auto kinds_of_pawns = [&](const SideRules& side) {
        return side.promotion_pieces.empty() ? std::size_t{0} : side.promotion_pawns.size();
    };
    if (rules.captures_fill_hands() && !rules.drop_loop &&
        std::max(kinds_of_pawns(rules.sides[0]), kinds_of_pawns(rules.sides[1])) > 1)
        add(errors,
            place_of_keys(section,
                          {"promotionPawnTypes", "promotionPawnTypesWhite", "promotionPawnTypesBlack",
                           "pawnTypes", "capturesToHand", "capturesToOwner"})
                .where,
            "several kinds promote as pawns beside capturesToHand: a FEN does not tell as which of them a "
            "promoted "
            "man goes to the hand, expected one kind in promotionPawnTypes or dropLoop = true");
    if (rules.captures_to_hand && rules.captures_to_owner)
        add(errors, place_of_keys(section, {"capturesToOwner", "capturesToHand"}).where,
            "capturesToOwner does not go with capturesToHand: a captured man goes to one hand");
    if (!rules.free_drops) return;
    for (const auto& [key, on] : {std::pair<std::string_view, bool>{"capturesToHand", rules.captures_to_hand},
                                  {"capturesToOwner", rules.captures_to_owner}})
        if (on)
            add(errors, place_of_keys(section, {"freeDrops", key}).where,
                "freeDrops does not go with " + std::string(key) + ": men need not be in hand");
    if (rules.must_drop)
        add(errors, place_of_keys(section, {"freeDrops", "mustDrop"}).where,
            "freeDrops does not go with mustDrop: there is always a man to drop");
}

/// Men that turn round are a pair of kinds which is a man of neither in any other rule that asks for kinds
/// over time, and nothing else makes one of them of a man.
void check_turning(const Rules& rules, const IniSection& section, Errors& errors) {
    if (rules.turning_kind.empty()) return;
    const Location where = place_of_keys(section, {"turningPieceType"}).where;
    const auto refuse = [&](bool is_on, std::string_view what) {
        if (is_on) add(errors, where, "turningPieceType does not go with " + std::string(what));
    };
    Letters letters;
    for (const auto& [first, second] : rules.turning_kind)
        for (const Letter letter : {first, second}) {
            if (contains(letters, letter))
                add(errors, where,
                    "a piece stands in turningPieceType twice, expected pairs of different pieces");
            letters += letter;
        }
    const auto any = [&](const auto& holds) { return std::any_of(letters.begin(), letters.end(), holds); };
    refuse(any([&](Letter letter) { return rules.kind(letter)->royal; }), "the royal king");
    refuse(any([&](Letter letter) {
               return std::any_of(
                   rules.promoted_kind.begin(), rules.promoted_kind.end(),
                   [&](const auto& pair) { return pair.first == letter || pair.second == letter; });
           }),
           "promotedPieceType of the same pieces");
    for (const SideRules& side : rules.sides) {
        refuse(any([&](Letter letter) {
                   return contains(side.promotion_pawns, letter) || contains(side.promotion_pieces, letter);
               }),
               "promotion of the same pieces, expected others in promotionPawnTypes and promotionPieceTypes");
        refuse(may_castle(rules) && any([&](Letter letter) {
                   return side.castling_king == letter || contains(side.castling_rooks, letter);
               }),
               "castling of the same pieces");
    }
    refuse(any([&](Letter letter) { return contains(rules.extinction_kinds, letter); }),
           "extinctionPieceTypes of the same pieces");
    refuse(rules.has_walls(), "walls");
    refuse(rules.changes_sides(), "flipEnclosedPieces and andernachRule");
    refuse(rules.gates_from_hand || rules.first_leaps, "seirawanGating and cambodianMoves");
    refuse(rules.sittuyin_promotion, "sittuyinPromotion");
}

constexpr unsigned max_files_with_letters = 10;

/// Walls and gates by themselves: what they would mean beside these rules nobody has said.
void check_walls(const Rules& rules, const IniSection& section, Errors& errors) {
    const bool turning = rules.flip_enclosed != Enclosing::none;
    if (rules.has_walls() && (rules.drops || rules.has_hands() || turning || rules.gating))
        add(errors,
            place_of_keys(section, {"wallingRule", "petrifyOnCaptureTypes", "petrifyBlastPieces"}).where,
            "walls do not go with men in hand, drops, gates or men that change sides");
    if (rules.has_walls() && rules.immobility_illegal)
        add(errors, place_of_keys(section, {"immobilityIllegal"}).where,
            "immobilityIllegal does not go with walls: where a man could never move again would change in "
            "play");
    if (rules.wall_or_move && rules.walling != Walling::none && rules.walling != Walling::anywhere &&
        rules.walling != Walling::edge)
        add(errors, place_of_keys(section, {"wallOrMove", "wallingRule"}).where,
            "wallOrMove goes with wallingRule = static or edge: other walls depend on a move");
    if ((rules.gates_from_hand || rules.first_leaps) && !rules.gating)
        add(errors, place_of_keys(section, {"seirawanGating", "cambodianMoves", "gating"}).where,
            "seirawanGating and cambodianMoves need gating = true");
    if (rules.gates_from_hand &&
        (!rules.mandatory_pawn_promotion || !rules.promoted_kind.empty() || rules.sittuyin_promotion))
        add(errors,
            place_of_keys(section, {"seirawanGating", "mandatoryPawnPromotion", "promotedPieceType"}).where,
            "seirawanGating does not go with promotions that may be left out: a letter after a move would "
            "mean two things");
    if (rules.sittuyin_promotion && !rules.promoted_kind.empty())
        add(errors, place_of_keys(section, {"sittuyinPromotion", "promotedPieceType"}).where,
            "sittuyinPromotion does not go with promotedPieceType: a pawn would promote twice");
    if ((rules.gating || rules.castling_960) && rules.files > max_files_with_letters)
        add(errors, place_of_keys(section, {"gating", "chess960", "maxFile"}).where,
            "gating and chess960 need a board of at most 10 files: in a FEN the letter of the next is K");
    if (rules.gating && rules.castling_with_dropped)
        add(errors, place_of_keys(section, {"castlingDroppedPiece", "gating"}).where,
            "castlingDroppedPiece does not go with gating: a right to castle stands for gates of men that "
            "have not moved");
    if (rules.gating && rules.castling_960)
        add(errors, place_of_keys(section, {"gating", "chess960"}).where,
            "gating does not go with chess960: a letter of a file would mean two things");
}

/// Conditions of problem chess: what they would mean beside these rules nobody has said.
void check_conditions(const Rules& rules, const IniSection& section, Errors& errors) {
    std::string_view condition;
    unsigned conditions = 0;
    for (const auto& [key, on] : {std::pair<std::string_view, bool>{"koekoRule", rules.koeko},
                                  {"madrasiRule", rules.madrasi},
                                  {"andernachRule", rules.andernach}})
        if (on) {
            condition = key;
            ++conditions;
        }
    const auto longest = [&](const SideRules& side) { return side.longest_moves; };
    const bool measured = std::any_of(rules.sides.begin(), rules.sides.end(), longest);
    if (conditions == 0 && !measured) return;
    const auto refuse = [&](bool is_on, std::initializer_list<std::string_view> keys) {
        if (!is_on) return;
        const std::string key{conditions != 0 ? condition : "longestMoves"};
        add(errors, place_of_keys(section, keys).where,
            key + " does not go with " + std::string(*keys.begin()) +
                ": what both mean together is not known");
    };
    const auto passes = [&](const SideRules& side) { return side.pass || side.pass_on_stalemate; };
    refuse(rules.drops || rules.has_hands(), {"pieceDrops", "capturesToHand", "capturesToOwner"});
    refuse(rules.has_walls(), {"wallingRule", "petrifyOnCaptureTypes", "petrifyBlastPieces"});
    if (measured) {
        refuse(rules.must_capture, {"mustCapture"});
        refuse(std::any_of(rules.sides.begin(), rules.sides.end(), passes),
               {"pass", "passOnStalemate", "passWhite", "passBlack"});
        refuse(rules.gating, {"gating"});
        refuse(rules.sittuyin_promotion, {"sittuyinPromotion"});
    }
    if (conditions == 0) return;
    if (conditions > 1)
        add(errors, place_of_keys(section, {"andernachRule", "madrasiRule", "koekoRule"}).where,
            "koekoRule, madrasiRule and andernachRule do not go together: what they mean so is not known");
    refuse(rules.blast, {"blastOnCapture"});
    refuse(rules.flip_enclosed != Enclosing::none, {"flipEnclosedPieces"});
    refuse(rules.gating && !rules.andernach, {"gating"});
    refuse(rules.first_leaps, {"cambodianMoves"});
    refuse(rules.sittuyin_promotion, {"sittuyinPromotion"});
    refuse(rules.flying_general, {"flyingGeneral"});
    refuse(rules.makpong, {"makpongRule"});
    refuse(rules.bikjang, {"bikjangRule"});
    refuse(!rules.mutually_immune.empty(), {"mutuallyImmuneTypes"});
    refuse(rules.extinction_pseudo_royal, {"extinctionPseudoRoyal"});
}

/// The start FEN as `check` sees it; what is wrong with it is reported at the key, or at the section's name.
void check_start_of(const Rules& rules, const IniSection& section, const CheckStart& check, Errors& errors) {
    const auto checked = check(rules);
    if (checked) return;
    const std::string& message = checked.error().message;
    if (const IniEntry* entry = section.find("startFen"); entry != nullptr) {
        add(errors, entry->value.at(checked.error().where.value_or(Location{1, 1}).column - 1), message);
    } else if (section.parent) {
        add(errors, section.name.where,
            "the parent's start FEN does not fit: " + message + "; expected startFen");
    } else {
        add(errors, section.name.where, "no startFen, and that of chess does not fit: " + message);
    }
}

}  // namespace

std::vector<Error> contradictions(const Rules& rules, const Rules* parent, const IniSection& section,
                                  const CheckStart& check_start) {
    Errors errors;
    if (rules.kinds.empty())
        add(errors, section.name.where, "a variant without pieces, expected one at least");
    check_castling(rules, section, errors);
    check_mobility(rules, section, errors);
    check_royal(rules, section, errors);
    check_drops(rules, section, errors);
    check_turning(rules, section, errors);
    check_ends(rules, section, errors);
    check_double_steps(rules, parent, section, errors);
    check_walls(rules, section, errors);
    check_conditions(rules, section, errors);
    if (errors.empty() && check_start) check_start_of(rules, section, check_start, errors);
    return errors;
}

}  // namespace zermelo::rules
