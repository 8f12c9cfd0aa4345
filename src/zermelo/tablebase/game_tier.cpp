// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/game_tier.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "zermelo/engine/attacks.hpp"
#include "zermelo/tablebase/table_rules.hpp"

namespace zermelo::tablebase {
namespace {

tl::unexpected<Error> refused(std::string message) {
    return failure(ErrorKind::bad_usage, std::move(message));
}

}  // namespace

template <typename Bits>
Result<GameTier<Bits>> GameTier<Bits>::make(std::shared_ptr<const TierRules<Bits>> rules,
                                            const Material& material) {
    const rules::Rules& game_rules = rules->game.rules();
    const std::string name = text(material, game_rules);
    if (const auto why = violation(material, game_rules)) return refused(fmt::format("{}: {}", name, *why));
    if (const unsigned squares = rules->game.compiled().board.size();
        material.men() + material.walls > squares)
        return refused(fmt::format("{}: {} men and {} walls on {} squares", name, material.men(),
                                   material.walls, squares));
    if (game_rules.castling_with_dropped &&
        (game_rules.free_drops || material.hands != decltype(material.hands){}))
        return refused(fmt::format("{}: drops give the right to castle, which no table has", name));
    if (over(material, game_rules))
        return refused(fmt::format("{}: the game is over in every position", name));
    if (const rules::Letters circle = circling_kinds(material, game_rules); !circle.empty())
        return refused(
            fmt::format("{}: {} turn into other pieces and back, expected promotion one way", name, circle));
    const KindSets kinds = kinds_of(material, game_rules);
    for (const Color c : both_colors)
        for (const rules::Letter letter : rules->endless[c])
            if (kinds[c][rules->game.compiled().kind_of(letter).index()])
                return refused(fmt::format("{}: '{}' can move to and fro for ever, to be captured en passant",
                                           name, letter));
    Plan plan;
    plan.material = material;
    plan.men = material.men();
    for (unsigned n = 0; n < 2; ++n) {
        if (n == 1 && rules->swap && material == material.swapped()) break;
        ZERMELO_TRY(auto table,
                    make_table(*rules, material, n == 0 ? Color::white : Color::black, plan.swap_maps));
        plan.tables.push_back(std::move(table));
    }
    using Differs = typename Plan::Differs;
    const auto differ = [&](Differs in, rules::PieceKind kind, const ByColor<std::uint8_t>& counts) {
        if (counts[Color::white] == counts[Color::black]) return;
        plan.differs = in;
        plan.distinguishing_kind = kind;
        plan.distinguishing_count = counts[Color::white];
    };
    differ(Differs::in_checks, rules::PieceKind{0}, material.checks_left);
    for (const Differs in : {Differs::in_hand, Differs::on_board})
        for (const rules::PieceKind k : rules::PieceKinds{max_kinds}) {
            const auto& men = in == Differs::on_board ? material.armies : material.hands;
            differ(in, k, {{men[Color::white][k.index()], men[Color::black][k.index()]}});
        }
    plan.looked_at =
        game_rules.walling != rules::Walling::none || game_rules.check_counting || game_rules.drops;
    plan.has_duck = game_rules.walling == rules::Walling::duck;
    plan.walls_stay =
        game_rules.walling != rules::Walling::none && !plan.has_duck && !game_rules.wall_or_move;
    engine::UncheckedEditor<Bits> empty{plan.empty_board};
    if (game_rules.has_hands()) empty.hold();
    for (const Color c : both_colors) {
        if (game_rules.check_counting) empty.checks_left(c, material.checks_left[c]);
        for (const rules::PieceKind k : rules->game.compiled().kinds())
            if (const unsigned held = material.hands[c][k.index()]; held != 0) empty.hand(c, k, held);
    }
    note_sub_tiers(*rules, plan);
    return GameTier{std::move(rules), std::make_shared<const Plan>(std::move(plan))};
}

template <typename Bits>
Result<typename GameTier<Bits>::Table> GameTier<Bits>::make_table(const TierRules<Bits>& rules,
                                                                  const Material& material, Color to_move,
                                                                  bool& swap_maps) {
    const engine::CompiledRules<Bits>& compiled = rules.game.compiled();
    std::vector<typename Placements::Group> groups;
    std::vector<Color> colors;
    std::vector<rules::PieceKind> kinds;
    const auto name = [&] { return text(material, compiled.rules); };
    const auto put = [&](Color c, rules::PieceKind kind) -> std::optional<std::string> {
        const unsigned men = material.count(c, kind);
        if (men == 0) return std::nullopt;
        const Set allowed = rules.found[c][kind.index()];
        if (men > Placements::max_men) return fmt::format("over {} men of a kind", Placements::max_men);
        if (groups.size() == Placements::max_groups)
            return fmt::format("over {} kinds of men on both sides", Placements::max_groups);
        if (allowed.size() < men)
            return fmt::format("{} '{}' of {} on {} squares", men, compiled.letter(kind), zermelo::name(c),
                               allowed.size());
        groups.push_back({allowed, men});
        colors.push_back(c);
        kinds.push_back(kind);
        return std::nullopt;
    };
    // Royal men first, so that they are the leading pieces: theirs are the numbers in every tier.
    for (const bool royal : {true, false})
        for (const Color c : both_colors)
            for (const rules::PieceKind k : compiled.kinds())
                if (compiled.is_royal(k) == royal)
                    if (const auto why = put(c, k)) return refused(fmt::format("{}: {}", name(), *why));

    std::optional<std::size_t> walls;
    if (material.walls != 0) {
        if (material.walls > Placements::max_men)
            return refused(fmt::format("{}: over {} walls", name(), Placements::max_men));
        if (groups.size() == Placements::max_groups)
            return refused(fmt::format("{}: over {} kinds of men and walls", name(), Placements::max_groups));
        walls = groups.size();
        groups.push_back({compiled.board, material.walls});
        colors.push_back(Color::white);
        kinds.push_back(rules::PieceKind{0});
    }

    std::vector<SquareMap> maps = symmetries(compiled, kinds_of(material, compiled.rules));
    std::erase_if(maps, [&](const SquareMap& map) {
        return std::any_of(groups.begin(), groups.end(),
                           [&](const auto& g) { return mapped(map, g.allowed) != g.allowed; });
    });
    swap_maps = rules.swap && std::find(maps.begin(), maps.end(), *rules.swap) == maps.end();
    // No position has a royal piece of the side not to move attacked where nothing can come between.
    const auto possible = [&](const Sets& lead) {
        if (rules.judged) return true;  // other rules may spare it
        Position p;
        engine::UncheckedEditor<Bits> board{p};
        for (std::size_t i = 0; i < groups.size(); ++i)
            if (i != walls) board.put_all(lead[i], colors[i], kinds[i]);
        bool attacked = false;
        for (Set royals = rules.game.royals(p, !to_move); royals.any();)
            for_each_attack(compiled, p, royals.take_first(), to_move,
                            [&](Square, Set path) { attacked = attacked || path.empty(); });
        return !attacked;
    };
    Table table{Placements{compiled.squares, groups, std::move(maps), possible}, to_move, {}, {}, {}, {}};
    if (table.placements.size() >= std::uint64_t{1} << 62U)
        return refused(fmt::format("{}: over 2^62 placements", name()));
    for (const unsigned g : table.placements.order()) {
        if (g == walls)
            table.walls = table.kinds.size();
        else
            table.part[colors[g]][kinds[g].index()] = static_cast<std::uint8_t>(table.colors.size());
        table.colors.push_back(colors[g]);
        table.kinds.push_back(kinds[g]);
    }
    return table;
}

template <typename Bits>
void GameTier<Bits>::note_sub_tiers(const TierRules<Bits>& rules, Plan& plan) {
    const rules::Rules& game_rules = rules.game.rules();
    const auto kept = [&](const Material& m) { return rules.swap ? canonical(m, game_rules) : m; };
    const auto add = [&](const Material& of) {
        for (const Material& m : tablebase::sub_materials(of, game_rules))
            if (std::find(plan.sub_tiers.begin(), plan.sub_tiers.end(), kept(m)) == plan.sub_tiers.end())
                plan.sub_tiers.push_back(kept(m));
    };
    add(plan.material);
    if (game_rules.extinction_pseudo_royal)
        for (std::size_t i = 0; i < plan.sub_tiers.size(); ++i) add(Material{plan.sub_tiers[i]});
    const auto draw = [&](Random& random) {
        for (std::uint64_t& part : plan.key_parts) part = random();
        for (const Color c : both_colors) {
            plan.check_keys[c] = random();
            for (std::uint64_t& part : plan.hand_keys[c]) part = random();
        }
    };
    const auto each_key = [&](SubTierIndex i, const auto& note) {
        const auto key = [&](const Material& m) {
            std::uint64_t sum = m.walls * plan.key_parts[0];
            for (const Color c : both_colors) {
                sum += m.checks_left[c] * plan.check_keys[c];
                for (const rules::PieceKind k : rules.game.compiled().kinds())
                    sum += m.count(c, k) * plan.key_parts[Position::code(c, k)] +
                           m.hands[c][k.index()] * plan.hand_keys[c][k.index()];
            }
            return sum;
        };
        const Material& material = plan.sub_tiers[i.number()];
        note(key(material));
        if (rules.swap) note(key(material.swapped()));
    };
    plan.sub_tier_indices = keyed_numbers<SubTierIndex>(plan.sub_tiers.size(), 2, draw, each_key);
}

template <typename Bits>
bool GameTier<Bits>::holds(const Position& p) const {
    const bool hands = hands_run_out(game().rules());
    const auto has = [&](const Material& m) {
        for (const Color c : both_colors) {
            if (plan_->looked_at && p.checks_left(c) != m.checks_left[c]) return false;
            for (const rules::PieceKind k : game().compiled().kinds())
                if (p.men(c, k).size() != m.count(c, k) ||
                    (hands && p.in_hand(c, k) != m.hands[c][k.index()]))
                    return false;
        }
        return p.walls().size() == m.walls;
    };
    return has(plan_->material) || (rules_->swap && has(plan_->material.swapped()));
}

template <typename Bits>
std::vector<typename GameTier<Bits>::Man> GameTier<Bits>::men_in_order() const {
    const Table& table = plan_->tables[0];
    std::vector<Man> men;
    for (const bool royal : {true, false})
        for (std::size_t i = 0; i < table.kinds.size(); ++i)
            if (game().compiled().is_royal(table.kinds[i]) == royal)
                men.insert(men.end(), material().count(table.colors[i], table.kinds[i]),
                           {table.colors[i], table.kinds[i]});
    return men;
}

template <typename Bits>
bool GameTier<Bits>::royals_lead() const {
    const Table& table = plan_->tables[0];
    return table.placements.leading() == 2 && game().compiled().is_royal(table.kinds[0]) &&
           game().compiled().is_royal(table.kinds[1]);
}

template <typename Bits>
void GameTier<Bits>::set_up(Guard& guard, const Position& p) const {
    const engine::CompiledRules<Bits>& compiled = game().compiled();
    const Color us = p.to_move();
    const Set royals = game().royals(p, us);
    guard.each_parent = rules_->judged || plan_->has_duck || !compiled.facts.plain_legality ||
                        royals.size() > 1 ||
                        (compiled.rules.must_capture && !compiled.facts.takes_what_it_attacks);
    for (const auto& hoppers : compiled.sides[!us].attackers.hoppers)
        guard.each_parent = guard.each_parent || p.men(!us, hoppers.kind).any();
    if (guard.each_parent) return;
    guard.men = compiled.rules.must_capture ? p.men(us) : royals;
    for (Set left = guard.men; left.any();)
        for_each_attack(compiled, p, left.take_first(), !us, [&](Square attacker, Set path) {
            if (guard.count == Guard::max_threats)
                guard.each_parent = true;
            else
                guard.threats[guard.count++] = {attacker, path, path & p.occupied()};
        });
}

template <typename Bits>
typename GameTier<Bits>::Set GameTier<Bits>::unattacked(const Guard& guard, const Position& p,
                                                        rules::PieceKind kind, Square to, Set origins) const {
    for (unsigned i = 0; i < guard.count; ++i) {
        const auto& threat = guard.threats[i];
        if (threat.attacker != to && (threat.between & ~Set::of(to)).empty()) origins &= threat.path;
    }
    for (Set left = guard.men; origins.any() && left.any();)
        origins &=
            ~rules_->unmoves.attackers(!p.to_move(), kind, left.take_first(), p.occupied() ^ Set::of(to));
    return origins;
}

template <typename Bits>
bool GameTier<Bits>::arrives(Color c, rules::PieceKind kind, Square to) const {
    if (rules_->judged) return true;  // the engine tells
    const engine::CompiledRules<Bits>& compiled = game().compiled();
    const engine::PieceMoves<Bits>& piece = compiled.piece_moves(c, kind);
    const bool must_turn = piece.promotes && compiled.rules.mandatory_pawn_promotion &&
                           compiled.sides[c].promotion_region.contains(to);
    const rules::Letter own = compiled.letter(kind);
    return !must_turn || piece.promoted_letter == own || rules::contains(piece.promotions, own);
}

/// A man that promotes to its own kind has not passed over anything, as far as the rules go.
template <typename Bits>
bool GameTier<Bits>::turns_into_itself(const Position& parent, Move move) const {
    move.promotion = game().compiled().letter(parent.kind_on(move.from));
    return game().is_legal(parent, move);
}

template <typename Bits>
bool GameTier<Bits>::free_to_move(const Position& parent) const {
    return game().guards_its_own(parent) &&
           !(game().compiled().rules.must_capture && game().can_capture(parent));
}

template <typename Bits>
bool GameTier<Bits>::moves_there(const Position& parent, Move move) const {
    const engine::CompiledRules<Bits>& compiled = game().compiled();
    if (compiled.facts.ends_beyond_material && game().end_at_once(parent)) return false;
    if (rules_->judged && !game().is_legal(parent, move) && !turns_into_itself(parent, move)) return false;
    const auto& passing = compiled.piece_moves(parent.to_move(), parent.kind_on(move.from)).passing;
    if (!passing.empty() && passing[move.from.index()].contains(move.to) &&
        game().play(parent, move).en_passant().any() && !turns_into_itself(parent, move))
        return false;
#ifndef NDEBUG
    MoveList list;
    game().moves(parent, list);
    assert(std::any_of(list.begin(), list.end(), [&](const Move& m) {
        return m.from == move.from && m.to == move.to && m.type == move.type;
    }));
#endif
    return true;
}

template class GameTier<std::uint64_t>;
template class GameTier<Bits256>;

}  // namespace zermelo::tablebase
