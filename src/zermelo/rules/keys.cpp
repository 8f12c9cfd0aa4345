// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/keys.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

#include "zermelo/base/ascii.hpp"
#include "zermelo/rules/parts.hpp"
#include "zermelo/rules/values.hpp"
#include "zermelo/rules/way_names.hpp"

namespace zermelo::rules {
namespace {

// --- types of values

/// How values of a type are read, and how a canonical text writes them.
template <typename T>
struct Type {
    Result<T> (*read)(const RulesBuilder&, const IniText&);
    std::string (*text)(const T&, const Rules&);
    Needs needs = Needs::nothing;
};

/// A rule that has a name for each of its ways.
template <const auto& Ways>
auto one_of(const RulesBuilder& /*builder*/, const IniText& text) {
    using Way = typename std::remove_cvref_t<decltype(Ways)>::value_type::second_type;
    std::string expected;
    for (const auto& [name, way] : Ways) {
        if (name == text.text) return Result<Way>{way};
        expected += (expected.empty() ? "" : ", ") + std::string(name);
    }
    return Result<Way>{
        error_at(text.where, quoted(text.text) + " is not known here, expected one of " + expected)};
}

/// Rights to castle, as in a FEN; - for none.
Result<std::string> castling_rights(const RulesBuilder& /*builder*/, const IniText& text) {
    std::string rights;
    if (text.text == "-") return rights;
    constexpr std::string_view all = "KQkq";
    for (std::size_t i = 0; i < text.text.size(); ++i)
        if (all.find(text.text[i]) == std::string_view::npos || text.text.find(text.text[i]) < i)
            return error_at(text.at(i), quoted(text.text.substr(i, 1)) +
                                            " is no right to castle, expected letters out of KQkq, or -");
    for (const char right : all)
        if (text.text.find(right) != std::string_view::npos) rights += right;
    return rights;
}

Result<std::string> any_text(const RulesBuilder& /*builder*/, const IniText& text) {
    return std::string(text.text);
}

std::string text_of(game::Outcome outcome) {
    return outcome == game::Outcome::win ? "win" : outcome == game::Outcome::loss ? "loss" : "draw";
}
std::string or_dash(const std::string& text) { return text.empty() ? "-" : text; }
std::string number_text(const unsigned& number, const Rules&) { return std::to_string(number); }
/// Files and ranks are counted from 0 here and from 1 there.
std::string place_text(const unsigned& place, const Rules&) { return std::to_string(place + 1); }
std::string letters_text(const Letters& letters, const Rules&) { return or_dash(lower(letters)); }
template <char None>
std::string letter_text(const std::optional<Letter>& letter, const Rules&) {
    return {letter ? lower(*letter) : None};
}

namespace type {
constexpr Type<bool> boolean{values::boolean,
                             [](const bool& b, const Rules&) { return std::string(b ? "true" : "false"); }};
constexpr Type<unsigned> count{values::count, number_text};
constexpr Type<unsigned> files{values::files, number_text};
constexpr Type<unsigned> ranks{values::ranks, number_text};
constexpr Type<unsigned> file{values::file, place_text, Needs::board};
constexpr Type<unsigned> rank{values::rank, place_text, Needs::board};
constexpr Type<unsigned> rook_file{values::rook_file, place_text};
constexpr Type<unsigned> last_rook_file{values::rook_file, [](const unsigned& last, const Rules& r) {
                                            return std::to_string(std::min(last + 1, r.files));
                                        }};
constexpr Type<game::Outcome> outcome{values::outcome,
                                      [](const game::Outcome& o, const Rules&) { return text_of(o); }};
constexpr Type<std::optional<game::Outcome>> outcome_or_none{
    values::outcome_or_none, [](const std::optional<game::Outcome>& o, const Rules&) {
        return o ? text_of(*o) : std::string("none");
    }};
constexpr Type<Region> region{values::region, region_text, Needs::board};
constexpr Type<Letters> letters{values::letters, letters_text, Needs::pieces};
constexpr Type<Letters> common_letters{values::common_letters, letters_text, Needs::pieces};
constexpr Type<std::optional<Letter>> letter_or_none{values::letter_or_none, letter_text<'-'>, Needs::pieces};
constexpr Type<std::optional<Letter>> letter_or_any{values::letter_or_any, letter_text<'*'>, Needs::pieces};
constexpr Type<std::string> rights{castling_rights,
                                   [](const std::string& text, const Rules&) { return or_dash(text); }};
constexpr Type<std::string> fen{any_text, [](const std::string& text, const Rules&) { return text; }};
template <const auto& Ways>
constexpr Type<typename std::remove_cvref_t<decltype(Ways)>::value_type::second_type> way{
    one_of<Ways>, [](const auto& way, const Rules&) { return std::string(name_of(Ways, way)); }};
}  // namespace type

// --- fields

/// A part of the rules: a member of them, of a part of them or of a side's, or what a function finds.
template <auto First, auto... Rest>
auto& part(auto& rules, unsigned side) {
    if constexpr (requires { First(rules, side); })
        return First(rules, side);
    else if constexpr (requires { rules.sides[side].*First; })
        return rules.sides[side].*First;
    else
        return ((rules.*First).*....*Rest);
}

template <const auto& Type, auto... Part>
Result<void> set(RulesBuilder& builder, const IniText& text, unsigned sides) {
    ZERMELO_TRY(const auto value, Type.read(builder, text));
    for (unsigned side = 0; side < 2; ++side)
        if ((sides >> side & 1U) != 0) part<Part...>(builder.rules, side) = value;
    return {};
}

template <auto... Part>
bool differ(const Rules& a, const Rules& b, Color side) {
    const auto i = index(side);
    return part<Part...>(a, i) != part<Part...>(b, i);
}

template <const auto& Type, auto... Part>
constexpr auto renamer() {
    decltype(Field::rename) rename = nullptr;
    if constexpr (Type.needs == Needs::pieces)
        rename = [](Rules& rules, unsigned side, const std::function<std::optional<Letter>(Letter)>& to) {
            auto& value = part<Part...>(rules, side);
            if constexpr (std::is_same_v<decltype(value), Letters&>)
                value = renamed(value, to);
            else if (value)
                value = to(*value);
        };
    return rename;
}

/// A field of a type, which is written where it says something else than without it.
template <const auto& Type, auto... Part>
constexpr Field field{
    set<Type, Part...>, Type.needs,
    [](const Rules& rules, Color side) { return Type.text(part<Part...>(rules, index(side)), rules); },
    renamer<Type, Part...>(), differ<Part...>};

template <Result<void> (*Read)(RulesBuilder&, const IniText&)>
Result<void> whole(RulesBuilder& builder, const IniText& text, unsigned /*sides*/) {
    return Read(builder, text);
}

template <auto... Part>
constexpr Field flag = field<type::boolean, Part...>;

/// A field with a reader and a text of its own; without a part a key that changes nothing, or other fields.
template <Result<void> (*Read)(RulesBuilder&, const IniText&)>
constexpr Field read_alone(Needs needs = Needs::nothing) {
    return {whole<Read>, needs};
}
template <Result<void> (*Read)(RulesBuilder&, const IniText&), auto... Part>
constexpr Field own(std::string (*text)(const Rules&, Color), Needs needs) {
    Field field{whole<Read>, needs, text};
    if constexpr (sizeof...(Part) != 0) field.differ = differ<Part...>;
    return field;
}

/// The same, with names of both sides, and with one for both of them besides.
constexpr Field sides(Field field) {
    field.names = Names::sides;
    return field;
}
constexpr Field both(Field field) {
    field.names = Names::both;
    return field;
}
/// The same, which older texts have in any case.
constexpr Field always(Field field) {
    field.always = true;
    return field;
}
/// The same, written only where something else is so.
constexpr Field where(bool (*written)(const Rules&), Field field) {
    field.written = written;
    return field;
}

bool castles(const Rules& r) { return r.castling; }
constexpr Field castling_place(Field field) { return where(may_castle, always(field)); }
bool walls_stand(const Rules& r) { return r.walling != Walling::none; }
bool counts_moves(const Rules& r) { return r.history.move_rule != 0; }
bool has_double_steps(const Rules& r) {
    return on_board(r.sides[0].double_step_region | r.sides[1].double_step_region, r).any();
}

template <std::size_t Which>
constexpr auto joined = [](auto& r, unsigned side) -> auto& { return r.sides[side].connect_regions[Which]; };
constexpr auto progress = [](auto& r, unsigned side) -> auto& { return r.history.progress_kinds[side]; };

// --- fields that are read and written by themselves

Result<void> pawn_types(RulesBuilder& builder, const IniText& text) {
    ZERMELO_TRY(const auto value, values::common_letters(builder, text));
    for (SideRules& side : builder.rules.sides) side.promotion_pawns = side.en_passant_pawns = value;
    builder.rules.history.progress_kinds = {value, value};
    return {};
}

/// Pairs of letters as in `p:g b:-`; a pair changes only its own piece.
Result<void> pairs(RulesBuilder& builder, const IniText& text, std::map<Letter, Letter>& of) {
    for (const IniText& word : words(text)) {
        if (word.text.size() != 3 || word.text[1] != ':')
            return error_at(word.where,
                            quoted(word.text) + " is no pair of pieces, expected pairs like p:g or p:-");
        std::array<unsigned, 2> pieces{};
        for (std::size_t i = 0; i < 2; ++i) {
            if (i == 1 && word.text[2] == '-') continue;
            ZERMELO_TRY(const auto found, values::piece(builder, word, 2 * i));
            if (i == 0 && found == king_piece)
                return error_at(word.at(0), "the royal king does not turn into another piece");
            pieces[i] = found;
        }
        if (word.text[2] == '-') {
            of.erase(code_of(pieces[0]));
        } else {
            of[code_of(pieces[0])] = code_of(pieces[1]);
        }
    }
    return {};
}

template <auto Pairs>
Result<void> read_pairs(RulesBuilder& builder, const IniText& text) {
    return pairs(builder, text, builder.rules.*Pairs);
}

template <auto Pairs>
std::string pairs_text(const Rules& rules, Color) {
    std::string pairs;
    for (const auto& [from, to] : rules.*Pairs)
        pairs += (pairs.empty() ? "" : " ") + lower({&from, 1}) + ":" + lower({&to, 1});
    return or_dash(pairs);
}

/// The number of men of a kind, as in `q:1 r:2`, within a size_t's worth of sense.
Result<void> promotion_limits(RulesBuilder& builder, const IniText& text) {
    for (const IniText& word : words(text)) {
        ZERMELO_TRY(const unsigned found, values::piece(builder, word, 0));
        if (word.text.size() < 3 || word.text[1] != ':')
            return error_at(word.where,
                            quoted(word.text) + " is no limit of a piece, expected pairs like q:1");
        ZERMELO_TRY(const unsigned limit, values::count(builder, word.part(2)));
        if (limit == 0) {
            builder.rules.promotion_limit.erase(code_of(found));
        } else {
            builder.rules.promotion_limit[code_of(found)] = limit;
        }
    }
    return {};
}

std::string limits_text(const Rules& rules, Color) {
    std::string limits;
    for (const auto& [letter, limit] : rules.promotion_limit)
        limits += (limits.empty() ? "" : " ") + lower({&letter, 1}) + ":" + std::to_string(limit);
    return or_dash(limits);
}

Result<void> double_step(RulesBuilder& builder, const IniText& text) {
    ZERMELO_TRY(const bool value, values::boolean(builder, text));
    if (!value)
        for (SideRules& side : builder.rules.sides) side.double_step_region.reset();
    return {};
}

std::string steps_text(const Rules& rules, Color) { return has_double_steps(rules) ? "true" : "false"; }

/// '*' is all pieces together, counted as one more kind.
Result<void> extinction_types(RulesBuilder& builder, const IniText& text) {
    // Each '*' is blanked out; the places of the letters stay as they are.
    std::string without(text.text);
    std::replace(without.begin(), without.end(), '*', ' ');
    ZERMELO_TRY(const auto value, values::letters(builder, {without, text.where}));
    builder.rules.extinction_kinds = value;
    builder.rules.extinction_total = text.text.find('*') != std::string_view::npos;
    return {};
}

std::string extinction_text(const Rules& rules, Color) {
    return or_dash(lower(rules.extinction_kinds) + (rules.extinction_total ? "*" : ""));
}
Result<void> row_kinds(RulesBuilder& builder, const IniText& text) {
    builder.rules.rows.any_kind = text.text.find('*') != std::string_view::npos;
    if (builder.rules.rows.any_kind && text.text != "*")
        return error_at(text.where, "'*' is every piece, expected it alone");
    if (builder.rules.rows.any_kind) return {};
    ZERMELO_TRY(builder.rules.rows.kinds, values::letters(builder, text));
    return {};
}

std::string row_kinds_text(const Rules& rules, Color) {
    return rules.rows.any_kind ? "*" : letters_text(rules.rows.kinds, rules);
}

Result<void> pocket_size(RulesBuilder& builder, const IniText& text) {
    ZERMELO_TRY(builder.rules.pocket_size, values::count(builder, text));
    return {};
}

/// An error at the first character that does not fit, which says `what` was expected.
Result<void> check_characters(const IniText& text, bool (*fits)(char), const char* what) {
    const auto odd = std::find_if_not(text.text.begin(), text.text.end(), fits);
    if (odd == text.text.end()) return {};
    return error_at(text.at(static_cast<std::size_t>(odd - text.text.begin())), what);
}

/// A template that has no men of its own shows those of chess.
Result<void> variant_template(RulesBuilder& builder, const IniText& text) {
    ZERMELO_CHECK(check_characters(
        text, [](char c) { return is_lower(c) || is_digit(c) || c == '-'; },
        "no name of a template, expected small letters, digits and '-'"));
    builder.rules.look_name = text.text;
    return {};
}

/// What players call pieces, as in `l:lion e:drunk-elephant`.
Result<void> piece_names(RulesBuilder& builder, const IniText& text) {
    constexpr std::size_t longest = 24;
    for (const IniText& word : words(text)) {
        ZERMELO_TRY(const unsigned found, values::piece(builder, word, 0));
        std::string name(word.text.substr(std::min<std::size_t>(word.text.size(), 2)));
        if (name.empty() || word.text[1] != ':' || name.size() > longest ||
            !std::all_of(name.begin(), name.end(), [](char c) { return is_lower(c) || c == '-'; }))
            return error_at(word.where,
                            quoted(word.text) +
                                " is no name of a piece, expected pairs like l:lion or e:drunk-elephant, "
                                "of up to 24 small letters and '-'");
        std::replace(name.begin(), name.end(), '-', ' ');
        builder.rules.names[code_of(found)] = std::move(name);
    }
    return {};
}

Result<void> checked_table(RulesBuilder& /*builder*/, const IniText& text) {
    return check_characters(
        text, [](char c) { return c >= 0x21 && c <= 0x7e; },
        "no table of pieces, expected letters, dots and signs without blanks");
}

Result<void> checked_worths(RulesBuilder& builder, const IniText& text) {
    for (const IniText& word : words(text)) {
        ZERMELO_CHECK(values::piece(builder, word, 0));
        const std::string_view digits = word.text.size() > 2 ? word.text.substr(2) : std::string_view{};
        if (word.text.size() < 3 || word.text[1] != ':' || digits.size() > 7 ||
            digits.find_first_not_of("0123456789") != std::string_view::npos)
            return error_at(word.where,
                            quoted(word.text) + " is no piece's value, expected pairs like n:800");
    }
    return {};
}

// --- the rules

using enum Shortcut;
using enum InTables;
using R = Rules;
using S = SideRules;
using H = HistoryRules;
constexpr Shortcuts all = all_shortcuts;
constexpr Shortcuts judged_attacks =
    all_but(plain_legality, last_man_legality, nobody_guarded, captures_decide, takes_what_it_attacks);
constexpr Shortcuts new_end = all_but(ends_by_material, captures_decide);

constexpr auto rules_table = std::to_array<Rule>({
    {"maxFile", always(field<type::files, &R::files>), known, all},
    {"maxRank", always(field<type::ranks, &R::ranks>), known, all},
    {"pawnTypes", read_alone<pawn_types>(Needs::pieces), known, all},
    {"startFen", always(field<type::fen, &R::start_fen>), known, all},
    {"promotionRegion", sides(always(field<type::region, &S::promotion_region>)), known, all},
    {"promotionPawnTypes", both(always(field<type::common_letters, &S::promotion_pawns>)), known, all},
    {"promotionPieceTypes", both(always(field<type::common_letters, &S::promotion_pieces>)), known, all},
    {"promotedPieceType",
     own<read_pairs<&R::promoted_kind>, &R::promoted_kind>(pairs_text<&R::promoted_kind>, Needs::pieces),
     known, all_but(captures_decide)},
    {"turningPieceType",
     own<read_pairs<&R::turning_kind>, &R::turning_kind>(pairs_text<&R::turning_kind>, Needs::pieces),
     with_hands,
     all_but(plain_quiets, plain_moves, last_men_stay, last_man_legality, captures_decide,
             takes_what_it_attacks, uses_up)},
    {"mandatoryPawnPromotion", always(flag<&R::mandatory_pawn_promotion>), known, all},
    {"doubleStep", always(own<double_step>(steps_text, Needs::nothing)), known, all},
    {"doubleStepRegion", where(has_double_steps, sides(always(field<type::region, &S::double_step_region>))),
     known, all},
    {"tripleStepRegion", sides(field<type::region, &S::triple_step_region>), known, all},
    {"enPassantRegion", both(always(field<type::region, &S::en_passant_region>)), known, all},
    {"enPassantTypes", both(always(field<type::letters, &S::en_passant_pawns>)), known,
     all_but(captures_decide)},
    {"mandatoryPiecePromotion", flag<&R::mandatory_piece_promotion>, judged_or_known, all},
    {"pieceDemotion", flag<&R::piece_demotion>, with_hands, all_but(plain_quiets)},
    {"piecePromotionOnCapture", flag<&R::piece_promotion_on_capture>, known, all},
    {"promotionLimit", own<promotion_limits, &R::promotion_limit>(limits_text, Needs::pieces),
     judged_or_known, all},
    {"pieceDrops", flag<&R::drops>, known, all_but(last_man_legality)},
    {"freeDrops", flag<&R::free_drops>, known, all_but(plain_drops)},
    {"capturesToHand", flag<&R::captures_to_hand>, known, all},
    {"capturesToOwner", flag<&R::captures_to_owner>, known, all,
     "A captured man goes back to the hand of its own side."},
    {"dropLoop", flag<&R::drop_loop>, known, all},
    {"dropPromoted", flag<&R::drop_promoted>, known, all},
    {"firstRankPawnDrops", flag<&R::first_rank_pawn_drops>, known, all},
    {"promotionZonePawnDrops", flag<&R::promotion_zone_pawn_drops>, known, all},
    {"sittuyinRookDrop", flag<&R::first_rank_rook_drops>, known, all},
    {"dropOppositeColoredBishop", flag<&R::opposite_bishop_drops>, known, all_but(plain_drops)},
    {"dropRegion", sides(field<type::region, &S::drop_region>), known, all},
    {"dropNoDoubled", field<type::letter_or_none, &R::undoubled_kind>, known, all},
    {"dropNoDoubledCount", field<type::count, &R::undoubled_count>, known, all},
    {"dropChecks", flag<&R::drop_checks>, known, all_but(plain_drops)},
    {"mustDrop", flag<&R::must_drop>, judged_or_known, all_but(free_choice, plain_drops)},
    {"mustDropType", field<type::letter_or_any, &R::must_drop_kind>, known, all},
    {"castlingDroppedPiece", flag<&R::castling_with_dropped>, known, all},
    {"shogiPawnDropMateIllegal", flag<&R::pawn_drop_mate_illegal>, known, all},
    {"immobilityIllegal", flag<&R::immobility_illegal>, judged_or_known, all,
     "No man goes to where it could never move again."},
    {"enclosingDrop", field<type::way<enclosing_drop_ways>, &R::enclosing_drop>, known, all_but(plain_drops)},
    {"enclosingDropStart", field<type::region, &R::enclosing_drop_start>, known, all},
    {"flipEnclosedPieces", field<type::way<flip_enclosed_ways>, &R::flip_enclosed>, without_hands,
     all_but(plain_quiets, last_men_stay, only_mates_win, last_man_legality, captures_decide)},
    {"castling", always(flag<&R::castling>), known, all},
    {"chess960", where(castles, flag<&R::castling_960>), known, all},
    {"castlingKingPiece", where(castles, both(always(field<type::letter_or_none, &S::castling_king>))), known,
     all},
    {"castlingRookPieces", where(castles, both(always(field<type::letters, &S::castling_rooks>))), known,
     all},
    {"castlingKingsideFile", castling_place(field<type::file, &R::castling_kingside_file>), known, all},
    {"castlingQueensideFile", castling_place(field<type::file, &R::castling_queenside_file>), known, all},
    {"castlingRank", castling_place(field<type::rank, &R::castling_rank>), known, all},
    {"castlingKingFile", castling_place(field<type::file, &R::castling_king_file>), known, all},
    {"castlingRookKingsideFile", castling_place(field<type::last_rook_file, &R::castling_rook_kingside_file>),
     known, all},
    {"castlingRookQueensideFile", castling_place(field<type::rook_file, &R::castling_rook_queenside_file>),
     known, all},
    {"mustCapture", always(flag<&R::must_capture>), known, all_but(free_choice, plain_drops),
     "Who can capture must."},
    {"checking", always(flag<&R::checking>), known, all_but(plain_legality, nobody_guarded),
     "No move may give check."},
    {"longestMoves", both(flag<&S::longest_moves>), judged_without_hands,
     all_but(free_choice, captures_decide)},
    {"koekoRule", flag<&R::koeko>, judged_without_hands, judged_attacks,
     "A move ends beside another man, and a man attacks what it could capture so."},
    {"madrasiRule", flag<&R::madrasi>, judged_without_hands, judged_attacks,
     "A man that an enemy of its kind attacks, royal pieces aside, does not move and attacks nobody else."},
    {"andernachRule", flag<&R::andernach>, judged_without_hands,
     all_but(plain_moves, last_men_stay, plain_legality, last_man_legality, captures_decide,
             takes_what_it_attacks, uses_up),
     "Who captures changes sides, royal pieces aside."},
    {"oppositeCastling", flag<&R::opposite_castling>, known, all},
    {"blastOnCapture", flag<&R::blast>, known, all_but(plain_moves, last_men_stay, captures_decide)},
    {"blastImmuneTypes", field<type::letters, &R::blast_immune>, known, all},
    {"mutuallyImmuneTypes", field<type::letters, &R::mutually_immune>, judged,
     all_but(captures_decide, takes_what_it_attacks)},
    {"flyingGeneral", flag<&R::flying_general>, judged, all,
     "Royal pieces may not face each other along an open rank or file."},
    {"soldierPromotionRank", field<type::rank, &R::soldier_rank>, known, all},
    {"makpongRule", flag<&R::makpong>, judged, all_but(plain_legality),
     "A royal piece in check moves only to capture the one piece that gives check."},
    {"petrifyOnCaptureTypes", field<type::letters, &R::petrifying>, without_hands,
     all_but(plain_moves, last_men_stay, plain_legality, captures_decide)},
    {"petrifyBlastPieces", flag<&R::petrify_blast>, without_hands,
     all_but(plain_moves, plain_legality, captures_decide), "Men that an explosion takes turn into walls."},
    {"wallingRule", field<type::way<walling_ways>, &R::walling>, without_hands,
     all_but(plain_legality, last_man_legality, captures_decide)},
    {"wallOrMove", where(walls_stand, flag<&R::wall_or_move>), judged_without_hands, all_but(uses_up)},
    {"wallingRegion", where(walls_stand, both(field<type::region, &S::wall_region>)), without_hands, all},
    {"gating", flag<&R::gating>, known, all_but(plain_quiets, uses_up)},
    {"seirawanGating", flag<&R::gates_from_hand>, known, all_but(free_choice, plain_drops)},
    {"cambodianMoves", flag<&R::first_leaps>, known,
     all_but(usual_quiets, plain_legality, last_man_legality, uses_up)},
    {"sittuyinPromotion", flag<&R::sittuyin_promotion>, judged_without_hands,
     all_but(usual_quiets, plain_legality, last_man_legality, captures_decide, uses_up),
     "Instead of moving, a pawn in the promotion region, or the last one anywhere, promotes in its place or "
     "where the new kind goes from there without capturing, if then it attacks nobody and gives no check."},
    {"diagonalLines", field<type::region, &R::diagonal_lines>, judged, all},
    {"bikjangRule", flag<&R::bikjang>, judged, all_but(plain_legality),
     "Who is to move while the kings face each other must end that, or pass: that ends the game."},
    {"shatarMateRule", flag<&R::shatar_mate>, never, all_but(nothing_noted, plain_mates),
     "Mate by knights alone is lost for who mates; mate is a draw unless one of the checks that led to it "
     "without a break was by rook, bers or knight."},
    {"pass", both(always(flag<&S::pass>)), known, all_but(usual_quiets, ends_by_material, captures_decide)},
    {"passOnStalemate", both(always(flag<&S::pass_on_stalemate>)), known,
     all_but(free_choice, ends_by_material, captures_decide)},
    {"stalemateValue", always(field<type::outcome, &R::stalemate_value>), known, all},
    {"checkmateValue", always(field<type::outcome, &R::checkmate_value>), known, all},
    {"stalematePieceCount", flag<&R::stalemate_count>, known,
     all_but(plain_mates, only_mates_win, captures_decide)},
    {"materialCounting", field<type::way<material_counting_ways>, &R::material_counting>, known,
     all_but(plain_mates, only_mates_win, captures_decide)},
    {"adjudicateFullBoard", flag<&R::full_board_ends>, known, new_end,
     "A full board ends the game in a draw."},
    {"extinctionValue", always(field<type::outcome_or_none, &R::extinction_value>), known, all},
    {"extinctionPieceTypes",
     always(own<extinction_types, &R::extinction_kinds>(extinction_text, Needs::pieces)), known, all},
    {"extinctionPieceCount", always(field<type::count, &R::extinction_count>), known, all},
    {"extinctionOpponentPieceCount", always(field<type::count, &R::extinction_opponent_count>), known,
     all_but(last_men_stay, captures_decide)},
    {"extinctionClaim", always(flag<&R::extinction_claim>), known,
     all_but(ends_by_material, last_men_stay, captures_decide)},
    {"extinctionPseudoRoyal", always(flag<&R::extinction_pseudo_royal>), known,
     all_but(plain_legality, nobody_guarded, captures_decide)},
    {"flagPiece", both(always(field<type::letter_or_any, &S::flag_piece>)), known, all},
    {"flagRegion", both(always(field<type::region, &S::flag_region>)), known, new_end},
    {"flagPieceCount", always(field<type::count, &R::flag_count>), known, all},
    {"flagMove", always(flag<&R::flag_move>), known, all},
    {"flagPieceSafe", flag<&R::flag_safe>, known, all},
    {"flagPieceBlockedWin", flag<&R::flag_blocked>, known, all},
    {"dupleCheck", flag<&R::duple_check>, judged, all_but(last_man_legality)},
    {"checkCounting", flag<&R::check_counting>, without_hands,
     all_but(nothing_noted, ends_by_material, captures_decide),
     "The FEN says how many checks each side still needs: who has given them has won."},
    {"castlingWins", field<type::rights, &R::castling_wins>, known,
     all_but(nothing_noted, ends_by_material, captures_decide)},
    {"connectN", field<type::count, &R::rows, &Rows::in_a_row>, known, new_end},
    {"connectNxN", field<type::count, &R::rows, &Rows::square>, known, new_end},
    {"collinearN", field<type::count, &R::rows, &Rows::collinear>, known, new_end},
    {"connectPieceTypes", own<row_kinds, &R::rows, &Rows::any_kind>(row_kinds_text, Needs::pieces), known,
     all},
    {"connectVertical", flag<&R::rows, &Rows::vertical>, known, all},
    {"connectHorizontal", flag<&R::rows, &Rows::horizontal>, known, all},
    {"connectDiagonal", flag<&R::rows, &Rows::diagonal>, known, all},
    {"connectValue", field<type::outcome, &R::rows, &Rows::value>, known, all},
    {"connectRegion1", sides(field<type::region, joined<0>>), known, new_end},
    {"connectRegion2", sides(field<type::region, joined<1>>), known, new_end},
    {"nMoveRule", field<type::count, &R::history, &H::move_rule>, known, all},
    {"nMoveRuleTypes", where(counts_moves, both(always(field<type::letters, progress>))), known, all},
    {"nFoldRule", field<type::count, &R::history, &H::fold_rule>, known, all},
    {"nFoldValue", field<type::outcome, &R::history, &H::fold_value>, known, all},
    {"nFoldValueAbsolute", flag<&R::history, &H::fold_value_is_whites>, known, all},
    {"perpetualCheckIllegal", flag<&R::history, &H::perpetual_check_loses>, known, all},
    {"moveRepetitionIllegal", flag<&R::history, &H::moving_to_and_fro_loses>, known, all},
    {"chasingRule", field<type::way<chasing_ways>, &R::history, &H::chasing_loses>, known, all},
    {"countingRule", field<type::way<counting_ways>, &R::history, &H::counting>, known, all},
    {"variantTemplate", read_alone<variant_template>()},
    {"pieceNames", read_alone<piece_names>(Needs::pieces)},
    {"pieceToCharTable", read_alone<checked_table>()},
    {"pocketSize", read_alone<pocket_size>()},
    {"pieceValueMg", read_alone<checked_worths>(Needs::pieces)},
    {"pieceValueEg", read_alone<checked_worths>(Needs::pieces)},
});

/// The keys of all rules, those of the board's size first.
const std::vector<Key>& keys() {
    static const std::vector<Key> made = [] {
        std::vector<Key> keys;
        for (const Rule& rule : rules_table) {
            const Field& field = rule.field;
            if (field.names != Names::sides)
                keys.push_back({std::string(rule.name), field.read, field.needs});
            for (const Color side : both_colors)
                if (field.names != Names::one)
                    keys.push_back({rule.key(side), field.read, field.needs, 1U << index(side)});
        }
        return keys;
    }();
    return made;
}
constexpr std::size_t sizes = 2;

/// The rules of nobody, in which no key says anything.
const Rules& neutral() {
    static const Rules rules;
    return rules;
}

constexpr std::string_view mobility = "mobilityRegion";

}  // namespace

bool Rule::acts(const Rules& rules, Color side) const {
    return field.differ != nullptr && field.differ(rules, neutral(), side) &&
           (field.written == nullptr || field.written(rules));
}

std::string Rule::key(Color side) const {
    return std::string(name) + (field.names == Names::one ? std::string{} : std::string(zermelo::name(side)));
}

std::span<const Rule> all_rules() { return rules_table; }

const Rule& rule_of(std::string_view name) {
    return *std::find_if(rules_table.begin(), rules_table.end(),
                         [&](const Rule& rule) { return rule.name == name; });
}

Shortcuts shortcuts_of(const Rules& rules) {
    Shortcuts left = all;
    for (const Rule& rule : rules_table)
        if (rule.leaves != all && rule.acts(rules)) left.bits &= rule.leaves.bits;
    return left;
}

std::span<const Key> size_keys() { return std::span{keys()}.first(sizes); }
std::span<const Key> rule_keys() { return std::span{keys()}.subspan(sizes); }

std::string mobility_key_name(Color side, unsigned piece) {
    return std::string(mobility) + std::string(name(side)) + capitalised(key_of_piece(piece));
}

std::optional<MobilityKey> mobility_key(std::string_view key) {
    if (!key.starts_with(mobility)) return std::nullopt;
    for (const Color side : both_colors)
        for (unsigned piece = 0; piece < count_of_pieces(); ++piece)
            if (mobility_key_name(side, piece) == key) return MobilityKey{side, piece};
    return std::nullopt;
}

Result<void> apply_mobility(RulesBuilder& builder, MobilityKey key, const IniText& value) {
    if (builder.letters[key.piece] == 0)
        return error_at(value.where,
                        "this variant has no " + key_of_piece(key.piece) + " whose squares to name");
    ZERMELO_TRY(auto region, values::region(builder, value));
    auto& mobility_of = builder.rules.sides[static_cast<unsigned>(key.side)].mobility;
    // As in Fairy-Stockfish, naming no square takes the limits away.
    if (region.none()) {
        mobility_of.erase(code_of(key.piece));
    } else {
        mobility_of[code_of(key.piece)] = region;
    }
    return {};
}

std::vector<std::string> all_keys() {
    std::vector<std::string> names;
    for (const Key& key : keys()) names.emplace_back(key.name);
    for (unsigned piece = 0; piece < count_of_pieces(); ++piece) names.push_back(key_of_piece(piece));
    for (const ForeignKey& key : foreign_keys()) names.emplace_back(key.name);
    for (const Color side : both_colors)
        for (unsigned piece = 0; piece < count_of_pieces(); ++piece)
            names.push_back(mobility_key_name(side, piece));
    return names;
}

}  // namespace zermelo::rules
