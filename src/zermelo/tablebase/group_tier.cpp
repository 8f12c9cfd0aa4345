// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/group_tier.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace zermelo::tablebase {
namespace {

tl::unexpected<Error> no_group(std::string message) {
    return failure(ErrorKind::bad_usage, std::move(message));
}

/// Whether men of a kind may turn into another one.
template <typename Bits>
bool may_turn(const engine::CompiledRules<Bits>& compiled, rules::Letter letter) {
    return std::any_of(both_colors.begin(), both_colors.end(), [&](Color c) {
        const engine::PieceMoves<Bits>& piece = compiled.piece_moves(c, compiled.kind_of(letter));
        return piece.promoted_letter || (piece.promotes && !piece.promotions.empty());
    });
}

}  // namespace

HandRules::HandRules(const rules::Rules& rules) {
    const auto last = [&](rules::Letter letter) { return rules::contains(rules.extinction_kinds, letter); };
    bool royal = false;
    for (const rules::Kind& kind : rules.kinds) royal = royal || kind.royal;
    bool lasts_turn = false;
    for (const auto& [from, into] : rules.promoted_kind) lasts_turn = lasts_turn || last(from) || last(into);
    for (const rules::SideRules& side : rules.sides)
        for (const rules::Letters& turning : {side.promotion_pawns, side.promotion_pieces})
            lasts_turn = lasts_turn || (!side.promotion_pawns.empty() && !side.promotion_pieces.empty() &&
                                        std::any_of(turning.begin(), turning.end(), last));
    const bool extinction = rules.extinction_value == game::Outcome::loss && rules.extinction_count == 0 &&
                            rules.extinction_opponent_count == 0 && !rules.extinction_claim &&
                            !rules.extinction_total && !rules.extinction_pseudo_royal;
    unmoves_check_legality = royal || rules.immobility_illegal || rules.must_capture ||
                             rules.undoubled_kind || rules.pawn_drop_mate_illegal || !rules.drop_checks ||
                             !rules.checking;
    captures_win = extinction && !lasts_turn && !unmoves_check_legality && !rules.extinction_kinds.empty();
    const bool mate_or_stalemate_wins =
        rules.checkmate_value == game::Outcome::win || rules.stalemate_value == game::Outcome::win;
    const bool safe_flag = rules.flag_safe && !rules.flag_move && rules.flag_count == 1;
    const auto flag_is_last = [&](Color c) {
        return rules.side(c).flag_piece && last(*rules.side(c).flag_piece);
    };
    missed_wins = captures_win && safe_flag && flag_is_last(Color::white) && flag_is_last(Color::black);
    const bool no_flag = !rules.flag_move && !rules.flag_safe;
    by_parity =
        !mate_or_stalemate_wins && (missed_wins || no_flag) && (!rules.extinction_value || captures_win);
}

Material pool_of(const Material& men, const rules::Rules& rules) {
    Material pool = men;  // White has the greater half of what may change hands
    for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()}) {
        if (rules.kinds[k.index()].royal) continue;
        const unsigned all = men.count(Color::white, k) + men.count(Color::black, k);
        pool.army(Color::white)[k.index()] = static_cast<std::uint8_t>((all + 1) / 2);
        pool.army(Color::black)[k.index()] = static_cast<std::uint8_t>(all / 2);
    }
    return pool;
}

Material pool_of(const engine::Setup& setup, const rules::Rules& rules) {
    Material men = in_hand(setup, rules);
    for (const auto& man : setup.men) {
        if (!man) continue;
        const rules::Letter at_first =
            man->promoted_pawn ? *rules.main_pawn(man->color) : man->turned_from.value_or(man->letter);
        if (const auto kind = kind_of(rules, at_first)) ++men.army(man->color)[kind->index()];
    }
    return pool_of(men, rules);
}

/// Goes through all ways to distribution the men of a pool out.
template <typename Bits>
class GroupTier<Bits>::Distributor {
  public:
    Distributor(const Rules& rules, Plan& plan)
        : rules_(rules),
          compiled_(rules.game.compiled()),
          plan_(plan),
          leading_(compiled_.squares, symmetries()) {}

    /// Errors: as of `make`.
    Result<void> distribution() {
        note_shares();
        ZERMELO_CHECK(choose(0, 0));
        if (plan_.distributions.empty()) return no_group(name() + ": the game is over in all its positions");
        if (plan_.size >= too_many_placements) return no_group(name() + ": over 2^62 placements");
        return {};
    }

  private:
    /// Where men of a kind may be: on the board in a form of some side, or in a side's hand.
    struct Share {
        rules::PieceKind base;
        Color color;
        std::optional<PieceForm> form;
        unsigned count = 0;
    };

    std::string name() const { return text(plan_.pool, compiled_.rules); }

    std::vector<SquareMap> symmetries() const {
        KindSets kinds;
        for (const auto& forms : plan_.forms)
            for (const PieceForm& form : forms)
                for (auto& side : kinds) side.set(form.kind.index());
        auto maps = tablebase::symmetries(compiled_, kinds);
        std::erase_if(maps, [&](const SquareMap& map) {
            for (const Color c : both_colors)
                for (const rules::PieceKind k : compiled_.kinds())
                    if (kinds[Color::white][k.index()] && mapped(map, found(c, k)) != found(c, k))
                        return true;
            return false;
        });
        return maps;
    }
    /// Whether men of a kind stay with their side, on the board: royal ones, and where the capture of either
    /// side's one man ends the game.
    bool stays(rules::PieceKind kind) const {
        if (compiled_.is_royal(kind)) return true;
        return plan_.hand_rules.captures_win && plan_.last_kinds[kind.index()] &&
               plan_.pool.count(Color::white, kind) == 1 && plan_.pool.count(Color::black, kind) == 1;
    }
    Set found(Color c, rules::PieceKind kind) const { return rules_.found[c][kind.index()]; }

    /// Those of one kind lie side by side; those that stay come first, so that they lead in the numbers.
    void note_shares() {
        for (const bool staying : {true, false})
            for (const rules::PieceKind base : compiled_.kinds()) {
                if (stays(base) != staying || plan_.forms[base.index()].empty()) continue;
                for (const Color c : both_colors) {
                    for (const PieceForm& form : plan_.forms[base.index()])
                        shares_.push_back({base, c, form});
                    if (!staying) shares_.push_back({base, c, std::nullopt});
                }
            }
    }

    /// Deals out what is left of the kind of a share, and all kinds after it.
    Result<void> choose(std::size_t at, unsigned given) {
        if (at == shares_.size()) return add();
        Share& share = shares_[at];
        const bool staying = stays(share.base);
        const unsigned all =
            staying ? plan_.pool.count(share.color, share.base)
                    : plan_.pool.count(Color::white, share.base) + plan_.pool.count(Color::black, share.base);
        const bool ends = at + 1 == shares_.size() || shares_[at + 1].base != share.base ||
                          (staying && shares_[at + 1].color != share.color);
        for (share.count = ends ? all - given : 0; given + share.count <= all; ++share.count)
            ZERMELO_CHECK(choose(at + 1, ends ? 0 : given + share.count));
        return {};
    }

    bool over() const {
        Material men;
        for (const Share& share : shares_) {
            const rules::PieceKind kind = share.form ? share.form->kind : share.base;
            men.army(share.color)[kind.index()] =
                static_cast<std::uint8_t>(men.count(share.color, kind) + share.count);
        }
        return tablebase::over(men, compiled_.rules);
    }

    Result<void> add() {
        std::vector<typename Placements::Group> groups;
        std::vector<Men> men;
        std::vector<Held> held;
        unsigned on_board = 0;
        for (const Share& share : shares_) {
            if (!share.form) {
                held.push_back({share.color, share.base, share.count});
                continue;
            }
            if (share.count == 0) continue;
            const Set allowed = found(share.color, share.form->kind);
            if (allowed.size() < share.count) return {};
            if (share.count > Placements::max_men || groups.size() == Placements::max_groups)
                return no_group(name() + ": over 16 kinds of men, or over 16 men of one");
            groups.push_back({allowed, share.count});
            men.push_back({share.color, *share.form});
            on_board += share.count;
        }
        if (groups.empty() || on_board > compiled_.board.size() || over()) return {};
        if (plan_.distributions.size() == max_distributions)
            return no_group(
                fmt::format("{}: over {} ways to distribution the men out", name(), max_distributions));
        Distribution distribution{Placements{leading_, groups}, {}, std::move(held), plan_.size};
        if (distribution.placements.size() == 0) return {};
        for (const unsigned g : distribution.placements.order()) distribution.men.push_back(men[g]);
        plan_.size = std::min(too_many_placements, plan_.size + distribution.placements.size());
        plan_.distributions.push_back(std::move(distribution));
        return {};
    }

    const Rules& rules_;
    const engine::CompiledRules<Bits>& compiled_;
    Plan& plan_;
    SharedLeadingPieces<Bits> leading_;
    std::vector<Share> shares_;
};

template <typename Bits>
Result<GroupTier<Bits>> GroupTier<Bits>::make(std::shared_ptr<const Rules> rules, const Material& pool) {
    const engine::CompiledRules<Bits>& compiled = rules->game.compiled();
    const rules::Rules& game_rules = compiled.rules;
    const std::string name = text(pool, game_rules);
    auto plan = std::make_shared<Plan>(game_rules);
    plan->pool = pool;
    const KindSets kinds = kinds_of(pool, game_rules);
    for (const rules::PieceKind k : compiled.kinds()) {
        if (!(kinds[Color::white] | kinds[Color::black])[k.index()]) continue;
        for (const Color c : both_colors) {
            const engine::PieceMoves<Bits>& piece = compiled.piece_moves(c, k);
            if (!piece.hops.empty() || !piece.initial.empty())
                return no_group(
                    fmt::format("{}: there are no tables with hands of '{}', which hops or begins "
                                "with moves of its own",
                                name, compiled.letter(k)));
            // In the hand every promoted man is the same pawn again.
            if (piece.promotes &&
                (compiled.sides[Color::white].main_pawn != k || compiled.sides[Color::black].main_pawn != k ||
                 piece.promoted_letter || !compiled.piece_moves(!c, k).promotes))
                return no_group(
                    fmt::format("{}: there are no tables with hands in which '{}' promotes beside "
                                "other pawns, on one side alone or turns otherwise, too",
                                name, compiled.letter(k)));
        }
        const bool here = pool.count(Color::white, k) + pool.count(Color::black, k) != 0;
        const auto turned = game_rules.promoted_kind.find(compiled.letter(k));
        // In the hand a man that had turned twice would not be what it was at first.
        rules::Letters becomes;
        for (const Color c : both_colors)
            if (compiled.piece_moves(c, k).promotes) becomes += compiled.piece_moves(c, k).promotions;
        if (turned != game_rules.promoted_kind.end()) becomes += turned->second;
        if (std::any_of(becomes.begin(), becomes.end(),
                        [&](rules::Letter into) { return may_turn(compiled, into); }))
            return no_group(fmt::format("{}: '{}' turns twice", name, compiled.letter(k)));
        if (here) plan->forms[k.index()].push_back({k, 0});
        if (here && compiled.piece_moves(Color::white, k).promotes)
            for (const Color c : both_colors)
                for (const rules::Letter letter : compiled.piece_moves(c, k).promotions) {
                    const PieceForm form{compiled.kind_of(letter), promoted_pawn};
                    auto& forms = plan->forms[k.index()];
                    if (std::find(forms.begin(), forms.end(), form) == forms.end()) forms.push_back(form);
                }
        if (here && turned != game_rules.promoted_kind.end())
            plan->forms[k.index()].push_back(
                {compiled.kind_of(turned->second), static_cast<std::uint8_t>(k.index() + 1)});
    }
    for (const rules::Letter letter : game_rules.extinction_kinds)
        plan->last_kinds[compiled.kind_of(letter).index()] = true;
    if (plan->hand_rules.missed_wins)
        for (const Color c : both_colors)
            if (const auto flag = compiled.kind_of(*game_rules.side(c).flag_piece);
                pool.count(Color::white, flag) + pool.count(Color::black, flag) != 2)
                return no_group(
                    fmt::format("{}: expected one '{}' on each side", name, compiled.letter(flag)));
    ZERMELO_CHECK((Distributor{*rules, *plan}.distribution()));
    const auto draw = [&](Random& random) {
        for (auto& keys : plan->board_keys)
            for (std::uint64_t& key : keys) key = random();
        for (auto& keys : plan->hand_keys)
            for (std::uint64_t& key : keys) key = random();
    };
    const auto each_key = [&](DistributionIndex i, const auto& note) {
        const Distribution& distribution = plan->distributions[i.number()];
        std::uint64_t key = 0;
        const PlacementCursor cursor{distribution.placements, 0};
        for (std::size_t m = 0; m < distribution.men.size(); ++m)
            key += plan->board_keys[key_row(distribution.men[m].form.former)][Position::code(
                       distribution.men[m].color, distribution.men[m].form.kind)] *
                   cursor.sets()[m].size();
        for (const Held& held : distribution.held)
            key += plan->hand_keys[held.color][held.kind.index()] * held.count;
        note(key);
    };
    plan->indices = keyed_numbers<DistributionIndex>(plan->distributions.size(), 1, draw, each_key);
    return GroupTier{std::move(rules), std::move(plan)};
}

template <typename Bits>
bool GroupTier<Bits>::may_turn_so(Color c, const Unmove& unmove, Square from) const {
    const engine::CompiledRules<Bits>& compiled = game().compiled();
    const engine::PieceMoves<Bits>& piece = compiled.piece_moves(c, unmove.before.kind);
    const Set region = compiled.sides[c].promotion_region;
    if (piece.promotes) {
        const bool entering = region.contains(unmove.to);
        if (unmove.promotion == 0)
            return !(entering && compiled.rules.mandatory_pawn_promotion) && !piece.stuck.contains(unmove.to);
        return entering && rules::contains(piece.promotions, unmove.promotion) &&
               compiled.piece_moves(c, compiled.kind_of(unmove.promotion)).allowed.contains(unmove.to);
    }
    const bool turning = (region.contains(from) || region.contains(unmove.to)) &&
                         (unmove.captures || !compiled.rules.piece_promotion_on_capture);
    if (unmove.promotion != 0)
        return turning &&
               compiled.piece_moves(c, compiled.kind_of(unmove.promotion)).allowed.contains(unmove.to);
    const bool must = piece.promoted_letter && compiled.rules.mandatory_piece_promotion && turning;
    return !must && !piece.stuck.contains(unmove.to);
}

template <typename Bits>
bool GroupTier<Bits>::is_parent(const Position& parent, Move move) const {
    if (plan_->hand_rules.captures_win && takes_last(parent, parent.to_move())) return false;
    if (game().compiled().facts.ends_at_once && game().end_at_once(parent)) return false;
    if (!plan_->hand_rules.unmoves_check_legality) return true;
    if (!game().guards_its_own(parent)) return false;
    MoveList list;
    game().moves(parent, list);
    return std::find(list.begin(), list.end(), move) != list.end();
}

template class GroupTier<std::uint64_t>;
template class GroupTier<Bits256>;

}  // namespace zermelo::tablebase
