// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/rules_builder.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "zermelo/base/ascii.hpp"
#include "zermelo/rules/keys.hpp"

namespace zermelo::rules {
namespace {

static_assert(std::tuple_size_v<decltype(RulesBuilder::letters)> >= 37 + custom_pieces);

/// Renames every letter of the rules by `rename`, which gives nothing for what is to go.
template <typename Rename>
void rename_letters(Rules& rules, Rename rename) {
    for (const Rule& rule : all_rules())
        for (const unsigned side : {0U, 1U})
            if (rule.field.rename != nullptr && (side == 0 || rule.field.names != Names::one))
                rule.field.rename(rules, side, rename);
    for (Letters* const letters : {&rules.extinction_kinds, &rules.rows.kinds})
        *letters = renamed(*letters, rename);
    for (SideRules& side : rules.sides) {
        std::map<Letter, Region> mobility;
        for (const auto& [letter, region] : side.mobility)
            if (const std::optional<Letter> other = rename(letter)) mobility[*other] = region;
        side.mobility = std::move(mobility);
    }
    for (std::map<Letter, Letter>* const pairs : {&rules.promoted_kind, &rules.turning_kind}) {
        std::map<Letter, Letter> others;
        for (const auto& [from, to] : *pairs)
            if (rename(from) && rename(to)) others[*rename(from)] = *rename(to);
        *pairs = std::move(others);
    }
    std::map<Letter, unsigned> limits;
    for (const auto& [letter, limit] : rules.promotion_limit)
        if (const std::optional<Letter> other = rename(letter)) limits[*other] = limit;
    rules.promotion_limit = std::move(limits);
    std::map<Letter, std::string> names;
    for (auto& [letter, name] : rules.names)
        if (rename(letter)) names[*rename(letter)] = std::move(name);
    rules.names = std::move(names);
}

void set_rank(Region& region, unsigned rank) {
    for (unsigned file = 0; file < max_files; ++file) region.set(region_bit(file, rank));
}

/// Chess without its pieces.
RulesBuilder orphan() {
    RulesBuilder builder;
    const std::array<unsigned, 2> last_ranks{7, 0};
    const std::array<unsigned, 2> second_ranks{1, 6};
    for (std::size_t i = 0; i < 2; ++i) {
        SideRules& side = builder.rules.sides[i];
        set_rank(side.promotion_region, last_ranks[i]);
        set_rank(side.double_step_region, second_ranks[i]);
        side.en_passant_region.set();
        side.promotion_pawns = code_of(pawn_piece);
        side.en_passant_pawns = code_of(pawn_piece);
        side.castling_king = code_of(king_piece);
        side.castling_rooks = code_of(rook_piece);
        builder.rules.history.progress_kinds[i] = code_of(pawn_piece);
    }
    return builder;
}

/// One key that names a piece.
class PieceReader {
  public:
    PieceReader(RulesBuilder& builder, const IniSection& section) : builder_(builder), section_(section) {}

    Result<void> read(unsigned piece, const IniText& value) {
        if (value.text == "-") {
            remove(piece);
            return {};
        }
        if (value.text.empty() || !is_letter(value.text.front()))
            return error_at(value.where, quoted(value.text) +
                                             " is no letter, expected a letter from a to z, or - "
                                             "for a piece that the variant does not have");
        const NamedPiece* named = is_custom(piece) ? nullptr : &named_pieces()[piece];
        std::string notation = named == nullptr ? std::string{} : std::string(named->betza);
        if (value.text.size() > 1) {
            if (named != nullptr && piece != king_piece)
                return error_at(value.at(1),
                                "text after the letter, expected a piece with another movement as " +
                                    quoted("customPiece1 = " + std::string(value.text)));
            if (value.text[1] != ':')
                return error_at(value.at(1), quoted(value.text.substr(1, 1)) +
                                                 " after the letter, expected ':' and the Betza notation");
            const IniText betza = value.part(2);
            if (const auto movements = parse_betza(betza.text); !movements)
                return error_at(betza.at(movements.error().where.value_or(Location{}).column - 1),
                                movements.error().message);
            notation = betza.text;
        } else if (named == nullptr) {
            return error_at(value.at(1), "no movement, expected ':' and the Betza notation after the letter");
        }
        return add(piece, upper(value.text.front()), std::move(notation), value);
    }

  private:
    Result<void> add(unsigned piece, char letter, std::string notation, const IniText& value) {
        const auto [user, is_new] = users_.try_emplace(letter, User{piece, value});
        if (!is_new) {
            const IniText& later = user->second.value.where < value.where ? value : user->second.value;
            return error_at(later.where, "the letter " + quoted(later.text.substr(0, 1)) +
                                             " names two pieces of this section, " +
                                             key_of_piece(user->second.piece) + " and " +
                                             key_of_piece(piece));
        }
        if (const auto older = builder_.piece_of(letter)) {
            if (*older == piece && promotes_by_inheritance(piece))
                return error_at(value.where,
                                key_of_piece(piece) +
                                    " is named again, which in Fairy-Stockfish takes it out of the "
                                    "parent's promotionPieceTypes, expected promotionPieceTypes to be "
                                    "said again or this line to be left out");
            if (*older != piece) remove(*older);
        }
        if (named_otherwise(piece, notation)) builder_.rules.names.erase(code_of(piece));
        builder_.letters[piece] = letter;
        builder_.notation[piece] = std::move(notation);
        return {};
    }

    bool promotes_by_inheritance(unsigned piece) const {
        if (section_.find("promotionPieceTypes") != nullptr) return false;
        const std::array<std::string_view, 2> keys{"promotionPieceTypesWhite", "promotionPieceTypesBlack"};
        for (std::size_t i = 0; i < 2; ++i)
            if (section_.find(keys[i]) == nullptr &&
                contains(builder_.rules.sides[i].promotion_pieces, code_of(piece)))
                return true;
        return false;
    }

    /// A piece of the file's own that moves in another way is another piece.
    bool named_otherwise(unsigned piece, const std::string& notation) const {
        return is_custom(piece) && builder_.notation[piece] != notation;
    }

    void remove(unsigned piece) {
        builder_.rules.names.erase(code_of(piece));
        builder_.letters[piece] = 0;
        builder_.notation[piece].clear();
        for (SideRules& side : builder_.rules.sides) std::erase(side.promotion_pieces, code_of(piece));
    }

    RulesBuilder& builder_;
    const IniSection& section_;
    struct User {
        unsigned piece = 0;
        IniText value;
    };
    std::map<char, User> users_;  ///< the pieces that this section gave letters to
};

}  // namespace

std::optional<unsigned> RulesBuilder::piece_of(char letter) const {
    if (!is_letter(letter)) return std::nullopt;
    const auto found = std::find(letters.begin(), letters.end(), upper(letter));
    if (found == letters.end()) return std::nullopt;
    return static_cast<unsigned>(found - letters.begin());
}

std::optional<Letter> RulesBuilder::letter_of_code(Letter code) const {
    const Letter letter = letters[piece_of_code(code)];
    return letter == 0 ? std::nullopt : std::optional{letter};
}

RulesBuilder builder_of(const Rules* parent) {
    if (parent == nullptr) return orphan();
    RulesBuilder builder;
    builder.rules = *parent;
    builder.rules.kinds.clear();
    for (const Kind& kind : parent->kinds) {
        const unsigned piece = piece_of_key(kind.name);
        builder.letters[piece] = kind.letter;
        builder.notation[piece] = kind.betza;
    }
    rename_letters(builder.rules, [&](Letter letter) {
        const auto piece = builder.piece_of(letter);
        return piece ? std::optional{code_of(*piece)} : std::nullopt;
    });
    for (SideRules& side : builder.rules.sides) {
        if (builder.letters[pawn_piece] == 0 && side.promotion_pawns.empty())
            side.promotion_pawns = code_of(pawn_piece);
        if (builder.letters[pawn_piece] == 0 && side.en_passant_pawns.empty())
            side.en_passant_pawns = code_of(pawn_piece);
        if (builder.letters[king_piece] == 0 && !side.castling_king) side.castling_king = code_of(king_piece);
        if (builder.letters[rook_piece] == 0 && side.castling_rooks.empty())
            side.castling_rooks = code_of(rook_piece);
    }
    return builder;
}

std::vector<Error> lost_roles(const RulesBuilder& builder, const IniSection& section) {
    const Rules& rules = builder.rules;
    std::vector<Error> errors;
    const auto lost = [&](std::optional<Letter> code) { return code && !builder.letter_of_code(*code); };
    const auto refuse = [&](Letter code, std::string_view key) {
        errors.push_back(
            error_at(section.name.where, "the inherited " + std::string(key) + " names the piece " +
                                             key_of_piece(piece_of_code(code)) +
                                             ", which this variant does not have, expected a new " +
                                             std::string(key))
                .value());
    };
    for (const SideRules& side : rules.sides)
        if (lost(side.flag_piece) && side.flag_region.any()) refuse(*side.flag_piece, "flagPiece");
    if (rules.extinction_value || rules.extinction_pseudo_royal)
        for (const Letter code : rules.extinction_kinds)
            if (lost(code)) refuse(code, "extinctionPieceTypes");
    for (const auto& [from, to] : rules.promoted_kind)
        if (!lost(from) && lost(to)) refuse(to, "promotedPieceType");
    for (const auto& [from, to] : rules.turning_kind)
        if (lost(from) != lost(to)) refuse(lost(to) ? to : from, "turningPieceType");
    if (rules.must_drop && lost(rules.must_drop_kind)) refuse(*rules.must_drop_kind, "mustDropType");
    return errors;
}

Rules rules_of(const RulesBuilder& builder, const IniSection& section) {
    Rules rules = builder.rules;
    rename_letters(rules, [&](Letter code) { return builder.letter_of_code(code); });
    rules.name = section.name.text;
    for (unsigned piece = 0; piece < count_of_pieces(); ++piece) {
        if (builder.letters[piece] == 0) continue;
        Kind kind;
        kind.letter = builder.letters[piece];
        kind.name = key_of_piece(piece);
        kind.betza = builder.notation[piece];
        kind.movements = parse_betza(kind.betza).value();
        kind.royal = piece == king_piece;
        kind.pawn = piece == pawn_piece;
        rules.kinds.push_back(std::move(kind));
    }
    return rules;
}

std::vector<Error> read_pieces(RulesBuilder& builder, const IniSection& section) {
    std::vector<Error> errors;
    PieceReader reader(builder, section);
    // In Fairy-Stockfish's order, the king last: which piece loses its letter to which depends on it.
    for (unsigned i = 1; i <= count_of_pieces(); ++i) {
        const unsigned piece = i % count_of_pieces();
        const IniEntry* entry = section.find(key_of_piece(piece));
        if (entry == nullptr || entry->value.text.empty()) continue;
        if (auto read = reader.read(piece, entry->value); !read) errors.push_back(std::move(read.error()));
    }
    return errors;
}

}  // namespace zermelo::rules
