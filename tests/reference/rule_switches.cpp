// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/rule_switches.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "reference/random_variants.hpp"

namespace zermelo::reference {
namespace {

using rules::Kind;
using rules::Letter;
using rules::Region;
using rules::Rules;
using rules::SideRules;

/// Sees that there is a kind of a name, under the letter or any other that is free.
Letter with_kind(Rules& r, std::string_view name, std::string_view betza, Letter letter) {
    for (Kind& kind : r.kinds)
        if (kind.name == name) {
            kind.royal = name == "king";
            return kind.letter;
        }
    while (r.kind(letter) != nullptr) letter = letter == 'Z' ? 'A' : static_cast<Letter>(letter + 1);
    Kind kind;
    kind.letter = letter;
    kind.name = name;
    kind.betza = betza;
    kind.movements = rules::parse_betza(betza).value();
    kind.royal = name == "king";
    kind.pawn = name == "pawn";
    r.kinds.push_back(std::move(kind));
    return letter;
}
Letter with_king(Rules& r) { return with_kind(r, "king", "K", 'K'); }
Letter with_rook(Rules& r) { return with_kind(r, "rook", "R", 'R'); }
Letter with_pawn(Rules& r) { return with_kind(r, "pawn", "fmWfcF", 'P'); }

/// Takes the king away: a commoner takes its place in all roles.
void without_king(Rules& r) {
    for (Kind& kind : r.kinds)
        if (kind.royal) {
            kind.royal = false;
            kind.name = "commoner";
            kind.betza = "K";
            kind.movements = rules::parse_betza("K").value();
        }
}

/// A kind that is not royal.
Letter common(Random& random, Rules& r) {
    std::string letters;
    for (const Kind& kind : r.kinds)
        if (!kind.royal) letters += kind.letter;
    if (letters.empty()) return with_rook(r);
    return letters[random.below(letters.size())];
}
rules::Letters commons(Random& random, Rules& r) {
    rules::Letters letters;
    for (const Kind& kind : r.kinds)
        if (!kind.royal && random.one_in(2)) letters += kind.letter;
    if (letters.empty()) letters = common(random, r);
    return letters;
}

Region squares(Random& random, const Rules& r, unsigned sixteenths) {
    Region region;
    for (unsigned rank = 0; rank < r.ranks; ++rank)
        for (unsigned file = 0; file < r.files; ++file)
            if (random.below(16) < sixteenths) region.set(rules::region_bit(file, rank));
    region.set(rules::region_bit(number(random, 0, r.files - 1), number(random, 0, r.ranks - 1)));
    return region;
}
Region ranks(const Rules& r, bool white, unsigned first, unsigned last) {
    Region region;
    for (unsigned rank = first; rank <= std::min(last, r.ranks - 1); ++rank)
        for (unsigned file = 0; file < r.files; ++file)
            region.set(rules::region_bit(file, white ? rank : r.ranks - 1 - rank));
    return region;
}
const Region everywhere = Region{}.set();

template <auto Member>
bool flag_on(const Rules& r) {
    return r.*Member;
}
template <auto Member>
void flag_off(Rules& r) {
    r.*Member = false;
}
template <auto Member>
void flag_set(Random&, Rules& r) {
    r.*Member = true;
}
template <auto Member>
bool off_on(const Rules& r) {  // a rule that is there unless it is said to be off
    return !(r.*Member);
}
template <auto Member>
void off_off(Rules& r) {
    r.*Member = true;
}
template <auto Member>
void off_set(Random&, Rules& r) {
    r.*Member = false;
}

template <typename F>
bool any_side(const Rules& r, F f) {
    return f(r.sides[0], true) || f(r.sides[1], false);
}
template <typename F>
void each_side(Rules& r, F f) {
    f(r.sides[0], true);
    f(r.sides[1], false);
}

/// Who promotes, where and into what, if nobody does yet.
void with_promotion(Random& random, Rules& r) {
    each_side(r, [&](SideRules& side, bool white) {
        if (side.promotion_pawns.empty()) side.promotion_pawns = common(random, r);
        if (side.promotion_pieces.empty()) side.promotion_pieces = common(random, r);
        if (side.promotion_region.none()) side.promotion_region = ranks(r, white, r.ranks - 1, r.ranks - 1);
    });
}
void with_turns(Random& random, Rules& r) {
    with_promotion(random, r);
    if (r.promoted_kind.empty()) r.promoted_kind[common(random, r)] = common(random, r);
}
/// Captured men go to a hand: to that of who captures, unless they go to their owner's.
void with_captures_to_hand(Rules& r) { r.captures_to_hand = !r.captures_to_owner; }
void with_hands(Rules& r) {
    r.drops = true;
    if (!r.free_drops && !r.gates_from_hand) with_captures_to_hand(r);
}
/// A pair of kinds, of which one goes forward and the other back, and nothing else that makes them another.
void with_men_that_turn_round(Random& random, Rules& r) {
    const bool shogi = random.one_in(3);
    const Letter one =
        shogi ? with_kind(r, "shogiPawn", "fW", 'S') : with_kind(r, "customPiece20", "fmWfcF", 'U');
    const Letter other = with_kind(r, "customPiece21", shogi ? "bmNbcF" : "bmWbcF", 'V');
    r.turning_kind = {{one, other}};
    const auto without = [&](rules::Letters& letters) {
        std::erase_if(letters, [&](Letter letter) { return letter == one || letter == other; });
    };
    each_side(r, [&](SideRules& side, bool) {
        without(side.promotion_pawns);
        without(side.promotion_pieces);
        without(side.castling_rooks);
    });
    without(r.extinction_kinds);
    std::erase_if(r.promoted_kind, [&](const auto& pair) {
        return pair.first == one || pair.first == other || pair.second == one || pair.second == other;
    });
}
void with_castling(Random& random, Rules& r) {
    r.files = std::max(r.files, 4U);
    if (r.castling && any_side(r, [](const SideRules& s, bool) { return s.castling_king.has_value(); }))
        return;
    r.castling = true;
    const bool has_king = std::any_of(r.kinds.begin(), r.kinds.end(), [](const Kind& k) { return k.royal; });
    const Letter king = has_king ? with_king(r) : common(random, r);
    const Letter rook = with_rook(r);
    r.castling_rank = 0;
    r.castling_king_file = number(random, 1, r.files - 2);
    r.castling_queenside_file = number(random, 0, r.castling_king_file);
    r.castling_kingside_file = number(random, r.castling_king_file, r.files - 1);
    r.castling_rook_kingside_file = r.files - 1;
    r.castling_rook_queenside_file = 0;
    each_side(r, [&](SideRules& side, bool) {
        side.castling_king = king;
        side.castling_rooks = Letter{rook};
    });
}
void with_flags(Random& random, Rules& r) {
    each_side(r, [&](SideRules& side, bool white) {
        if (side.flag_region.none())
            side.flag_region =
                random.one_in(2) ? ranks(r, white, r.ranks - 1, r.ranks - 1) : squares(random, r, 3);
    });
}
void with_extinction(Random& random, Rules& r) {
    if (!r.extinction_value) r.extinction_value = random.one_in(3) ? game::Outcome::win : game::Outcome::loss;
    if (r.extinction_kinds.empty() && !r.extinction_total) r.extinction_kinds = Letter{common(random, r)};
}
void with_walls(Random& random, Rules& r) {
    using rules::Walling;
    static constexpr std::array ways{Walling::anywhere, Walling::arrow, Walling::past, Walling::edge,
                                     Walling::duck};
    if (r.walling == Walling::none) r.walling = ways[random.below(ways.size())];
    r.files = std::min(r.files, 5U);
    r.ranks = std::min(r.ranks, 5U);
}
void with_gates(Random&, Rules& r) { r.gating = true; }

constexpr auto draw = game::Outcome::draw;
constexpr auto loss = game::Outcome::loss;
constexpr auto win = game::Outcome::win;

bool royal(const Rules& r) {
    return std::any_of(r.kinds.begin(), r.kinds.end(), [](const Kind& k) { return k.royal; });
}

const auto switches = std::to_array<RuleSwitch>({
    {"king", "", royal, [](Rules& r) { for (Kind& k : r.kinds) k.royal = false; }, [](Random&, Rules& r) { with_king(r); }},
    {"mobilityRegion", "", [](const Rules& r) { return any_side(r, [](const SideRules& s, bool) { return !s.mobility.empty(); }); },
     [](Rules& r) { each_side(r, [](SideRules& s, bool) { s.mobility.clear(); }); },
     [](Random& random, Rules& r) { each_side(r, [&](SideRules& s, bool) { s.mobility[r.kinds[random.below(r.kinds.size())].letter] = squares(random, r, 12); }); }},
    {"promotionPawnTypes", "pawnTypes promotionPawnTypesWhite promotionPawnTypesBlack promotionPieceTypes promotionPieceTypesWhite promotionPieceTypesBlack promotionRegionWhite promotionRegionBlack",
     [](const Rules& r) { return any_side(r, [](const SideRules& s, bool) { return !s.promotion_pawns.empty() && !s.promotion_pieces.empty(); }); },
     [](Rules& r) { each_side(r, [](SideRules& s, bool) { s.promotion_pieces.clear(); s.promotion_pawns.clear(); }); }, with_promotion},
    {"mandatoryPawnPromotion", "", off_on<&Rules::mandatory_pawn_promotion>, off_off<&Rules::mandatory_pawn_promotion>,
     [](Random& random, Rules& r) { with_promotion(random, r); r.mandatory_pawn_promotion = false; }},
    {"promotedPieceType", "", [](const Rules& r) { return !r.promoted_kind.empty(); }, [](Rules& r) { r.promoted_kind.clear(); }, with_turns},
    {"mandatoryPiecePromotion", "", flag_on<&Rules::mandatory_piece_promotion>, flag_off<&Rules::mandatory_piece_promotion>,
     [](Random& random, Rules& r) { with_turns(random, r); r.mandatory_piece_promotion = true; }},
    {"pieceDemotion", "", flag_on<&Rules::piece_demotion>, flag_off<&Rules::piece_demotion>,
     [](Random& random, Rules& r) { with_turns(random, r); r.piece_demotion = true; }},
    {"piecePromotionOnCapture", "", flag_on<&Rules::piece_promotion_on_capture>, flag_off<&Rules::piece_promotion_on_capture>,
     [](Random& random, Rules& r) { with_turns(random, r); r.piece_promotion_on_capture = true; }},
    {"promotionLimit", "", [](const Rules& r) { return !r.promotion_limit.empty(); }, [](Rules& r) { r.promotion_limit.clear(); },
     [](Random& random, Rules& r) { with_promotion(random, r); for (const Letter l : r.sides[0].promotion_pieces) r.promotion_limit[l] = number(random, 1, 2); }},
    {"pieceDrops", "", flag_on<&Rules::drops>, flag_off<&Rules::drops>, [](Random&, Rules& r) { with_hands(r); }},
    {"freeDrops", "", flag_on<&Rules::free_drops>, flag_off<&Rules::free_drops>,
     [](Random&, Rules& r) { r.drops = r.free_drops = true; r.captures_to_hand = r.must_drop = false; }},
    {"capturesToHand", "", flag_on<&Rules::captures_to_hand>, flag_off<&Rules::captures_to_hand>,
     [](Random&, Rules& r) { r.captures_to_hand = true; r.free_drops = false; }},
    {"dropLoop", "", flag_on<&Rules::drop_loop>, flag_off<&Rules::drop_loop>,
     [](Random& random, Rules& r) { with_promotion(random, r); r.free_drops = false; with_captures_to_hand(r); r.drop_loop = true; }},
    {"dropPromoted", "", flag_on<&Rules::drop_promoted>, flag_off<&Rules::drop_promoted>,
     [](Random& random, Rules& r) { with_turns(random, r); with_hands(r); r.drop_promoted = true; }},
    {"firstRankPawnDrops", "", flag_on<&Rules::first_rank_pawn_drops>, flag_off<&Rules::first_rank_pawn_drops>,
     [](Random&, Rules& r) { with_pawn(r); with_hands(r); r.first_rank_pawn_drops = true; }},
    {"promotionZonePawnDrops", "", flag_on<&Rules::promotion_zone_pawn_drops>, flag_off<&Rules::promotion_zone_pawn_drops>,
     [](Random& random, Rules& r) { with_pawn(r); with_promotion(random, r); with_hands(r); r.promotion_zone_pawn_drops = true; }},
    {"sittuyinRookDrop", "", flag_on<&Rules::first_rank_rook_drops>, flag_off<&Rules::first_rank_rook_drops>,
     [](Random&, Rules& r) { with_rook(r); with_hands(r); r.first_rank_rook_drops = true; }},
    {"dropOppositeColoredBishop", "", flag_on<&Rules::opposite_bishop_drops>, flag_off<&Rules::opposite_bishop_drops>,
     [](Random&, Rules& r) { with_kind(r, "bishop", "B", 'L'); with_hands(r); r.opposite_bishop_drops = true; }},
    {"dropRegion", "dropRegionWhite dropRegionBlack", [](const Rules& r) { return any_side(r, [](const SideRules& s, bool) { return s.drop_region != everywhere; }); },
     [](Rules& r) { each_side(r, [](SideRules& s, bool) { s.drop_region = everywhere; }); },
     [](Random& random, Rules& r) { with_hands(r); each_side(r, [&](SideRules& s, bool) { s.drop_region = squares(random, r, 8); }); }},
    {"dropNoDoubled", "dropNoDoubledCount", [](const Rules& r) { return r.undoubled_kind.has_value(); }, [](Rules& r) { r.undoubled_kind.reset(); },
     [](Random& random, Rules& r) { with_hands(r); r.undoubled_kind = common(random, r); r.undoubled_count = number(random, 1, 2); }},
    {"dropChecks", "", off_on<&Rules::drop_checks>, off_off<&Rules::drop_checks>, [](Random&, Rules& r) { with_king(r); with_hands(r); r.drop_checks = false; }},
    {"mustDrop", "mustDropType", flag_on<&Rules::must_drop>, flag_off<&Rules::must_drop>,
     [](Random& random, Rules& r) { r.free_drops = false; r.drops = true; with_captures_to_hand(r); r.must_drop = true; r.must_drop_kind = random.one_in(2) ? std::optional{common(random, r)} : std::nullopt; }},
    {"castlingDroppedPiece", "", flag_on<&Rules::castling_with_dropped>, flag_off<&Rules::castling_with_dropped>,
     [](Random& random, Rules& r) { with_castling(random, r); with_hands(r); r.gating = false; r.castling_with_dropped = true; }},
    {"shogiPawnDropMateIllegal", "", flag_on<&Rules::pawn_drop_mate_illegal>, flag_off<&Rules::pawn_drop_mate_illegal>,
     [](Random&, Rules& r) { with_king(r); with_kind(r, "shogiPawn", "fW", 'S'); with_hands(r); r.pawn_drop_mate_illegal = true; }},
    {"immobilityIllegal", "", flag_on<&Rules::immobility_illegal>, flag_off<&Rules::immobility_illegal>,
     [](Random& random, Rules& r) { with_kind(r, "shogiPawn", "fW", 'S'); if (random.one_in(2)) with_kind(r, "shogiKnight", "fN", 'U'); r.immobility_illegal = true; }},
    {"enclosingDrop", "enclosingDropStart", [](const Rules& r) { return r.enclosing_drop != rules::Enclosing::none; }, [](Rules& r) { r.enclosing_drop = rules::Enclosing::none; },
     [](Random& random, Rules& r) {
         using rules::Enclosing;
         static constexpr std::array ways{Enclosing::reversi, Enclosing::ataxx, Enclosing::snort, Enclosing::anyside, Enclosing::top};
         with_hands(r);
         r.enclosing_drop = ways[random.below(ways.size())];
     }},
    {"flipEnclosedPieces", "", [](const Rules& r) { return r.flip_enclosed != rules::Enclosing::none; }, [](Rules& r) { r.flip_enclosed = rules::Enclosing::none; },
     [](Random& random, Rules& r) {
         using rules::Enclosing;
         static constexpr std::array ways{Enclosing::reversi, Enclosing::ataxx, Enclosing::quadwrangle};
         without_king(r);
         r.flip_enclosed = ways[random.below(ways.size())];
     }},
    {"doubleStep", "doubleStepRegionWhite doubleStepRegionBlack", [](const Rules& r) { return any_side(r, [](const SideRules& s, bool) { return s.double_step_region.any(); }); },
     [](Rules& r) { each_side(r, [](SideRules& s, bool) { s.double_step_region.reset(); }); },
     [](Random&, Rules& r) { with_pawn(r); r.ranks = std::max(r.ranks, 5U); each_side(r, [&](SideRules& s, bool white) { s.double_step_region = ranks(r, white, 0, 1); }); }},
    {"tripleStepRegion", "tripleStepRegionWhite tripleStepRegionBlack", [](const Rules& r) { return any_side(r, [](const SideRules& s, bool) { return s.triple_step_region.any(); }); },
     [](Rules& r) { each_side(r, [](SideRules& s, bool) { s.triple_step_region.reset(); }); },
     [](Random&, Rules& r) { with_pawn(r); r.ranks = std::max(r.ranks, 5U); each_side(r, [&](SideRules& s, bool white) { s.triple_step_region = ranks(r, white, 0, 1); }); }},
    {"enPassantTypes", "enPassantTypesWhite enPassantTypesBlack enPassantRegion enPassantRegionWhite enPassantRegionBlack",
     [](const Rules& r) { return any_side(r, [](const SideRules& s, bool) { return !s.en_passant_pawns.empty(); }); },
     [](Rules& r) { each_side(r, [](SideRules& s, bool) { s.en_passant_pawns.clear(); }); },
     [](Random&, Rules& r) {
         const Letter pawn = with_pawn(r);
         r.ranks = std::max(r.ranks, 4U);
         each_side(r, [&](SideRules& s, bool white) {
             s.en_passant_pawns = Letter{pawn};
             s.en_passant_region = everywhere;
             if (s.double_step_region.none()) s.double_step_region = ranks(r, white, 0, 1);
         });
     }},
    {"petrifyOnCaptureTypes", "", [](const Rules& r) { return !r.petrifying.empty(); }, [](Rules& r) { r.petrifying.clear(); },
     [](Random& random, Rules& r) { r.petrifying = commons(random, r); }},
    {"petrifyBlastPieces", "", flag_on<&Rules::petrify_blast>, flag_off<&Rules::petrify_blast>,
     [](Random&, Rules& r) { without_king(r); r.blast = r.petrify_blast = true; }},
    {"wallingRule", "", [](const Rules& r) { return r.walling != rules::Walling::none; }, [](Rules& r) { r.walling = rules::Walling::none; r.wall_or_move = false; }, with_walls},
    {"wallOrMove", "", flag_on<&Rules::wall_or_move>, flag_off<&Rules::wall_or_move>,
     [](Random& random, Rules& r) { with_walls(random, r); r.walling = random.one_in(2) ? rules::Walling::anywhere : rules::Walling::edge; r.wall_or_move = true; }},
    {"wallingRegion", "wallingRegionWhite wallingRegionBlack", [](const Rules& r) { return any_side(r, [](const SideRules& s, bool) { return s.wall_region != everywhere; }); },
     [](Rules& r) { each_side(r, [](SideRules& s, bool) { s.wall_region = everywhere; }); },
     [](Random& random, Rules& r) { with_walls(random, r); each_side(r, [&](SideRules& s, bool) { s.wall_region = squares(random, r, 8); }); }},
    {"gating", "", flag_on<&Rules::gating>, [](Rules& r) { r.gating = r.gates_from_hand = r.first_leaps = false; },
     [](Random& random, Rules& r) { r.gating = true; (random.one_in(2) ? r.gates_from_hand : r.first_leaps) = true; r.castling_960 = r.castling_with_dropped = false; }},
    {"seirawanGating", "", flag_on<&Rules::gates_from_hand>, flag_off<&Rules::gates_from_hand>,
     [](Random& random, Rules& r) { with_gates(random, r); r.gates_from_hand = true; r.castling_960 = r.castling_with_dropped = false; }},
    {"cambodianMoves", "", flag_on<&Rules::first_leaps>, flag_off<&Rules::first_leaps>,
     [](Random& random, Rules& r) { with_gates(random, r); with_kind(r, "fers", "F", 'F'); r.first_leaps = true; r.castling_960 = r.castling_with_dropped = false; }},
    {"sittuyinPromotion", "", flag_on<&Rules::sittuyin_promotion>, flag_off<&Rules::sittuyin_promotion>,
     [](Random& random, Rules& r) { with_promotion(random, r); r.sittuyin_promotion = true; }},
    {"diagonalLines", "", [](const Rules& r) { return r.diagonal_lines.any(); }, [](Rules& r) { r.diagonal_lines.reset(); },
     [](Random& random, Rules& r) { with_rook(r); r.diagonal_lines = squares(random, r, 10); }},
    {"bikjangRule", "", flag_on<&Rules::bikjang>, flag_off<&Rules::bikjang>, [](Random&, Rules& r) { with_king(r); r.bikjang = true; }},
    {"shatarMateRule", "", flag_on<&Rules::shatar_mate>, flag_off<&Rules::shatar_mate>, [](Random&, Rules& r) { with_king(r); r.shatar_mate = true; }},
    {"chess960", "", flag_on<&Rules::castling_960>, flag_off<&Rules::castling_960>,
     [](Random& random, Rules& r) { with_castling(random, r); r.files = std::min(r.files, 10U); r.gating = r.gates_from_hand = r.first_leaps = false; r.castling_960 = true; }},
    {"castling", "castlingKingsideFile castlingQueensideFile castlingRank castlingKingFile castlingKingPiece castlingKingPieceWhite castlingKingPieceBlack castlingRookKingsideFile castlingRookQueensideFile castlingRookPieces castlingRookPiecesWhite castlingRookPiecesBlack",
     flag_on<&Rules::castling>, flag_off<&Rules::castling>, with_castling},
    {"oppositeCastling", "", flag_on<&Rules::opposite_castling>, flag_off<&Rules::opposite_castling>,
     [](Random& random, Rules& r) { with_castling(random, r); r.opposite_castling = true; }},
    {"castlingWins", "", [](const Rules& r) { return !r.castling_wins.empty(); }, [](Rules& r) { r.castling_wins.clear(); },
     [](Random& random, Rules& r) { with_castling(random, r); r.castling_wins = "KQkq"; }},
    {"blastOnCapture", "", flag_on<&Rules::blast>, [](Rules& r) { r.blast = r.petrify_blast = false; }, [](Random&, Rules& r) { without_king(r); r.blast = true; }},
    {"blastImmuneTypes", "", [](const Rules& r) { return !r.blast_immune.empty(); }, [](Rules& r) { r.blast_immune.clear(); },
     [](Random& random, Rules& r) { without_king(r); r.blast = true; r.blast_immune = commons(random, r); }},
    {"mutuallyImmuneTypes", "", [](const Rules& r) { return !r.mutually_immune.empty(); }, [](Rules& r) { r.mutually_immune.clear(); },
     [](Random& random, Rules& r) { r.mutually_immune = commons(random, r); }},
    {"flyingGeneral", "", flag_on<&Rules::flying_general>, flag_off<&Rules::flying_general>, [](Random&, Rules& r) { with_king(r); r.flying_general = true; }},
    {"soldierPromotionRank", "", [](const Rules& r) { return r.soldier_rank != 0; }, [](Rules& r) { r.soldier_rank = 0; },
     [](Random& random, Rules& r) { with_kind(r, "soldier", "fsW", 'Z'); r.soldier_rank = number(random, 1, r.ranks - 1); }},
    {"makpongRule", "", flag_on<&Rules::makpong>, flag_off<&Rules::makpong>, [](Random&, Rules& r) { with_king(r); r.makpong = true; }},
    {"checking", "", off_on<&Rules::checking>, off_off<&Rules::checking>, [](Random&, Rules& r) { with_king(r); r.checking = false; }},
    {"mustCapture", "", flag_on<&Rules::must_capture>, flag_off<&Rules::must_capture>, flag_set<&Rules::must_capture>},
    {"longestMoves", "longestMovesWhite longestMovesBlack", [](const Rules& r) { return any_side(r, [](const SideRules& s, bool) { return s.longest_moves; }); },
     [](Rules& r) { each_side(r, [](SideRules& s, bool) { s.longest_moves = false; }); },
     [](Random& random, Rules& r) { r.must_capture = false; r.sides[0].longest_moves = random.one_in(2); r.sides[1].longest_moves = !r.sides[0].longest_moves || random.one_in(2); }},
    {"koekoRule", "", flag_on<&Rules::koeko>, flag_off<&Rules::koeko>, [](Random& random, Rules& r) { if (!random.one_in(4)) with_king(r); r.koeko = true; }},
    {"madrasiRule", "", flag_on<&Rules::madrasi>, flag_off<&Rules::madrasi>, [](Random& random, Rules& r) { if (!random.one_in(4)) with_king(r); r.madrasi = true; }},
    {"andernachRule", "", flag_on<&Rules::andernach>, flag_off<&Rules::andernach>, [](Random& random, Rules& r) { if (!random.one_in(4)) with_king(r); r.andernach = true; }},
    {"pass", "passWhite passBlack", [](const Rules& r) { return r.sides[0].pass || r.sides[1].pass; },
     [](Rules& r) { r.sides[0].pass = r.sides[1].pass = false; }, [](Random&, Rules& r) { r.sides[0].pass = r.sides[1].pass = true; }},
    {"passOnStalemate", "passOnStalemateWhite passOnStalemateBlack", [](const Rules& r) { return r.sides[0].pass_on_stalemate || r.sides[1].pass_on_stalemate; },
     [](Rules& r) { r.sides[0].pass_on_stalemate = r.sides[1].pass_on_stalemate = false; },
     [](Random&, Rules& r) { r.sides[0].pass = r.sides[1].pass = false; r.sides[0].pass_on_stalemate = r.sides[1].pass_on_stalemate = true; }},
    {"stalemateValue", "", [](const Rules& r) { return r.stalemate_value != draw; }, [](Rules& r) { r.stalemate_value = draw; },
     [](Random& random, Rules& r) { r.stalemate_value = random.one_in(2) ? loss : win; }},
    {"checkmateValue", "", [](const Rules& r) { return r.checkmate_value != loss; }, [](Rules& r) { r.checkmate_value = loss; },
     [](Random& random, Rules& r) { with_king(r); r.checkmate_value = random.one_in(2) ? draw : win; }},
    {"stalematePieceCount", "", flag_on<&Rules::stalemate_count>, flag_off<&Rules::stalemate_count>,
     [](Random& random, Rules& r) { r.stalemate_count = true; if (r.stalemate_value == draw) r.stalemate_value = random.one_in(2) ? loss : win; }},
    {"materialCounting", "", [](const Rules& r) { return r.material_counting != rules::MaterialCounting::none; },
     [](Rules& r) { r.material_counting = rules::MaterialCounting::none; },
     [](Random& random, Rules& r) {
         using rules::MaterialCounting;
         static constexpr std::array ways{MaterialCounting::unweighted, MaterialCounting::white_draw_odds, MaterialCounting::black_draw_odds, MaterialCounting::janggi};
         r.material_counting = ways[random.below(ways.size())];
     }},
    {"adjudicateFullBoard", "", flag_on<&Rules::full_board_ends>, flag_off<&Rules::full_board_ends>,
     [](Random& random, Rules& r) { r.files = std::min(r.files, 3U); r.ranks = std::min(r.ranks, 3U); if (!r.has_walls() && !random.one_in(4)) with_hands(r); if (random.one_in(2)) r.material_counting = rules::MaterialCounting::unweighted; r.full_board_ends = true; }},
    {"extinctionValue", "extinctionPieceTypes extinctionPieceCount", [](const Rules& r) { return r.extinction_value.has_value(); }, [](Rules& r) { r.extinction_value.reset(); }, with_extinction},
    {"extinctionOpponentPieceCount", "", [](const Rules& r) { return r.extinction_opponent_count != 0; }, [](Rules& r) { r.extinction_opponent_count = 0; },
     [](Random& random, Rules& r) { with_extinction(random, r); r.extinction_opponent_count = number(random, 1, 2); }},
    {"extinctionClaim", "", flag_on<&Rules::extinction_claim>, flag_off<&Rules::extinction_claim>,
     [](Random& random, Rules& r) { with_extinction(random, r); r.extinction_opponent_count = number(random, 0, 1); r.extinction_claim = true; }},
    {"extinctionPseudoRoyal", "", flag_on<&Rules::extinction_pseudo_royal>, flag_off<&Rules::extinction_pseudo_royal>,
     [](Random& random, Rules& r) { with_extinction(random, r); r.extinction_pseudo_royal = true; }},
    {"dupleCheck", "", flag_on<&Rules::duple_check>, flag_off<&Rules::duple_check>,
     [](Random& random, Rules& r) { with_extinction(random, r); r.extinction_count = 0; r.extinction_pseudo_royal = r.duple_check = true; }},
    {"flagRegion", "flagRegionWhite flagRegionBlack flagPiece flagPieceWhite flagPieceBlack flagPieceCount",
     [](const Rules& r) { return any_side(r, [](const SideRules& s, bool) { return s.flag_region.any(); }); },
     [](Rules& r) { each_side(r, [](SideRules& s, bool) { s.flag_region.reset(); }); }, with_flags},
    {"flagMove", "", flag_on<&Rules::flag_move>, flag_off<&Rules::flag_move>, [](Random& random, Rules& r) { with_flags(random, r); r.flag_move = true; }},
    {"flagPieceSafe", "", flag_on<&Rules::flag_safe>, flag_off<&Rules::flag_safe>, [](Random& random, Rules& r) { with_flags(random, r); r.flag_count = 1; r.flag_safe = true; }},
    {"flagPieceBlockedWin", "", flag_on<&Rules::flag_blocked>, flag_off<&Rules::flag_blocked>,
     [](Random& random, Rules& r) {
         each_side(r, [&](SideRules& s, bool) { s.flag_region = squares(random, r, 1); });
         r.flag_count = 2;
         r.flag_blocked = true;
     }},
    {"checkCounting", "", flag_on<&Rules::check_counting>, flag_off<&Rules::check_counting>,
     [](Random& random, Rules& r) { if (!r.extinction_pseudo_royal || random.one_in(2)) with_king(r); r.check_counting = true; }},
    {"connectN", "connectPieceTypes connectVertical connectHorizontal connectDiagonal connectValue", [](const Rules& r) { return r.rows.in_a_row != 0; }, [](Rules& r) { r.rows.in_a_row = 0; },
     [](Random& random, Rules& r) { r.rows.in_a_row = number(random, 2, 3); r.rows.vertical = r.rows.horizontal = true; }},
    {"connectNxN", "", [](const Rules& r) { return r.rows.square != 0; }, [](Rules& r) { r.rows.square = 0; }, [](Random&, Rules& r) { r.rows.square = 2; }},
    {"collinearN", "", [](const Rules& r) { return r.rows.collinear != 0; }, [](Rules& r) { r.rows.collinear = 0; },
     [](Random& random, Rules& r) { r.rows.collinear = number(random, 2, 3); r.rows.vertical = r.rows.horizontal = true; }},
    {"connectRegion", "connectRegion1White connectRegion2White connectRegion1Black connectRegion2Black",
     [](const Rules& r) { return any_side(r, [](const SideRules& s, bool) { return s.connect_regions[0].any() && s.connect_regions[1].any(); }); },
     [](Rules& r) { each_side(r, [](SideRules& s, bool) { s.connect_regions = {}; }); },
     [](Random& random, Rules& r) { each_side(r, [&](SideRules& s, bool) { s.connect_regions = {squares(random, r, 3), squares(random, r, 3)}; }); r.rows.vertical = r.rows.horizontal = true; }},
    {"capturesToOwner", "", flag_on<&Rules::captures_to_owner>, flag_off<&Rules::captures_to_owner>,
     [](Random&, Rules& r) { r.captures_to_owner = true; r.free_drops = r.captures_to_hand = false; }},
    {"turningPieceType", "", [](const Rules& r) { return !r.turning_kind.empty(); }, [](Rules& r) { r.turning_kind.clear(); }, with_men_that_turn_round},
});

}  // namespace

std::span<const RuleSwitch> rule_switches() { return switches; }

}  // namespace zermelo::reference
