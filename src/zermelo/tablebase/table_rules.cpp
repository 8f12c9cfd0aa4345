// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/table_rules.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/extinction.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/hash.hpp"
#include "zermelo/rules/keys.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/tablebase/material.hpp"

namespace zermelo::tablebase {
namespace {

/// A start that cannot be read restricts nothing: the reader of rules has refused it.
engine::Setup start_of(const rules::Rules& rules) {
    return engine::parse_fen(rules.start_fen, rules).value_or(engine::Setup{});
}

template <typename Bits>
std::string reach_text(const engine::CompiledRules<Bits>& compiled) {
    std::string text;
    for (const Color c : both_colors)
        for (const rules::PieceKind k : compiled.kinds()) {
            const auto reach = within_reach(compiled, c, k);
            if (!reach) continue;
            text += fmt::format("{} {} =", name(c), compiled.letter(k));
            for (auto left = *reach; left.any();)
                text += " " + engine::name(compiled.place(left.take_first()));
            text += "\n";
        }
    return text;
}

}  // namespace

template <typename Bits>
std::optional<SquareSet<Bits>> within_reach(const engine::CompiledRules<Bits>& compiled, Color color,
                                            rules::PieceKind kind) {
    using Set = SquareSet<Bits>;
    const engine::PieceMoves<Bits>& piece = compiled.piece_moves(color, kind);
    const rules::Letter letter = compiled.letter(kind);
    // Wherever what it turned into has come to, or through a gate.
    if (compiled.rules.piece_demotion || compiled.rules.gates_from_hand) return std::nullopt;
    const bool begins = piece.promotes && piece.initial_region.any() &&
                        compiled.rules.kinds[kind.index()].has_initial_moves();
    if (!begins || !piece.hops.empty()) return std::nullopt;
    for (const auto& turned : turns_into(compiled.rules, color))
        if (std::find(turned.begin(), turned.end(), kind) != turned.end()) return std::nullopt;
    const engine::Setup start = start_of(compiled.rules);
    Set reached = piece.initial_region;
    if (compiled.rules.drops) reached |= piece.drop_squares;
    for (const Square s : BoardSquares{compiled.squares})
        if (start.men[rules::region_bit(compiled.place(s).file, compiled.place(s).rank)] ==
            engine::Man{color, letter})
            reached |= Set::of(s);
    for (Set left = reached; left.any();) {
        const Set to = targets(compiled, piece, left.take_first(), Set{}, compiled.board, compiled.board);
        left |= to & ~reached;
        reached |= to;
    }
    return reached;
}

Result<void> check_tables_know(const rules::Rules& rules) {
    const auto refused = [&](std::string_view what, std::string_view beside = "") {
        return failure(ErrorKind::bad_usage, fmt::format("there are no tables of games with {}{}, as {} has",
                                                         what, beside, rules.name));
    };
    const bool hands = hands_come_back(rules);
    using enum rules::InTables;
    for (const rules::Rule& rule : rules::all_rules()) {
        if (rules::knows(rule.in_tables, hands)) continue;
        const std::string_view beside = rule.in_tables == never ? "" : hands ? " and hands" : " but no hands";
        for (const Color side : both_colors)
            if (rule.acts(rules, side)) return refused(rule.key(side), beside);
    }
    const auto is_royal = [&](const auto& turned) { return rules.kind(turned.second)->royal; };
    if (!hands && !rules.drops && rules.has_hands() && rules.extinction_value)
        return refused("men in hand that are not dropped and yet count");
    if (std::any_of(rules.promoted_kind.begin(), rules.promoted_kind.end(), is_royal))
        return refused("men that become kings");
    if (hands) return {};
    const auto any_moves = [&](const auto& moves) {
        return std::any_of(rules.kinds.begin(), rules.kinds.end(), [&](const rules::Kind& kind) {
            return kind.pawn || std::any_of(kind.movements.begin(), kind.movements.end(), moves);
        });
    };
    // Men that come back for ever: neither their number nor that of those in hand falls or grows.
    if (rules.flip_enclosed != rules::Enclosing::none && any_moves([](const auto&) { return true; }))
        return refused("flipEnclosedPieces", " and men that move");
    // A move that changes nothing but whose turn it is.
    for (const rules::SideRules& side : rules.sides)
        if (rules.sittuyin_promotion &&
            std::any_of(side.promotion_pawns.begin(), side.promotion_pawns.end(),
                        [&](rules::Letter pawn) { return rules::contains(side.promotion_pieces, pawn); }))
            return refused("sittuyinPromotion", " and pawns that become what they are");
    if (rules.drops && rules.free_drops && any_moves([](const auto& m) { return m.captures; }))
        return refused("freeDrops", " and men that capture");
    return {};
}

bool judges_moves(const rules::Rules& rules) {
    const bool hands = hands_come_back(rules);
    // Who hops neither over nor onto its own kind does not go back as it came.
    if (std::any_of(rules.kinds.begin(), rules.kinds.end(),
                    [](const rules::Kind& kind) { return kind.name == "janggiCannon"; }))
        return true;
    return std::any_of(rules::all_rules().begin(), rules::all_rules().end(), [&](const rules::Rule& rule) {
        return rules::judges(rule.in_tables, hands) && rule.acts(rules);
    });
}

std::string table_text(const rules::Rules& rules) {
    const engine::Setup start = start_of(rules);
    engine::Setup terrain;
    terrain.files = rules.files;
    terrain.ranks = rules.ranks;
    terrain.holes = start.holes;
    terrain.barred = start.barred;
    rules::Rules without_start = rules;
    without_start.start_fen = print_fen(terrain);
    without_start.history = {};  // tables are of the game without it
    const Material at_start = start_material(rules);
    Material royal;
    royal.checks_left = at_start.checks_left;
    for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()})
        if (rules.kinds[k.index()].royal)
            for (const Color c : both_colors)
                royal.army(c)[k.index()] =
                    static_cast<std::uint8_t>(at_start.count(c, k) + at_start.hands[c][k.index()]);
    // A tier's name leaves out how many checks the start still asks for.
    const std::string checks = rules.check_counting
                                   ? fmt::format("checks = {} {}\n", at_start.checks_left[Color::white],
                                                 at_start.checks_left[Color::black])
                                   : "";
    const std::string reach =
        rules.files * rules.ranks <= 64
            ? reach_text(engine::CompiledRules<std::uint64_t>{rules, start.holes, start.barred})
            : reach_text(engine::CompiledRules<Bits256>{rules, start.holes, start.barred});
    std::string ends;  // by last men that may not be lost, which depends on how many a side begins with
    if (rules.extinction_pseudo_royal && !rules.blast)
        for (const Color c : both_colors)
            if (const engine::EndingKinds ending = engine::ending_kinds(rules, c); ending.any())
                ends += fmt::format("ends of {} = {} {}\n", name(c), fmt::join(ending.kinds, " "),
                                    ending.together ? "*" : "");
    return canonical_text(without_start) + fmt::format("royal = {}\n", text(royal, rules)) + checks + reach +
           ends + rules::later_meanings(rules);
}

Hash128 table_hash(const rules::Rules& rules) { return rules::hash_of(table_text(rules)); }

template std::optional<SquareSet<std::uint64_t>> within_reach(const engine::CompiledRules<std::uint64_t>&,
                                                              Color, rules::PieceKind);
template std::optional<SquareSet<Bits256>> within_reach(const engine::CompiledRules<Bits256>&, Color,
                                                        rules::PieceKind);

}  // namespace zermelo::tablebase
