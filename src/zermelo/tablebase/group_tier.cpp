// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/group_tier.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace zermelo::tablebase {
namespace {

tl::unexpected<Error> no_group(std::string message) {
    return failure(ErrorKind::bad_usage, std::move(message));
}

}  // namespace

template <typename Bits>
HandRules::HandRules(const engine::CompiledRules<Bits>& compiled) {
    const rules::Rules& rules = compiled.rules;
    const auto last = [&](rules::Letter letter) { return rules::contains(rules.extinction_kinds, letter); };
    bool lasts_turn = false;
    for (const auto& [from, into] : rules.promoted_kind) lasts_turn = lasts_turn || last(from) || last(into);
    bool en_passant = false;
    bool passes = false;
    for (const Color c : both_colors) {
        const rules::SideRules& side = rules.side(c);
        for (const rules::Letters& turning : {side.promotion_pawns, side.promotion_pieces})
            lasts_turn = lasts_turn || (!side.promotion_pawns.empty() && !side.promotion_pieces.empty() &&
                                        std::any_of(turning.begin(), turning.end(), last));
        passes = passes || side.pass || side.pass_on_stalemate;
        for (const rules::PieceKind k : compiled.kinds())
            en_passant = en_passant || (!compiled.sides[!c].en_passant_kinds.empty() &&
                                        !compiled.piece_moves(c, k).passing.empty());
    }
    const bool extinction = rules.extinction_value == game::Outcome::loss && rules.extinction_count == 0 &&
                            rules.extinction_opponent_count == 0 && !rules.extinction_claim &&
                            !rules.extinction_total && !rules.extinction_pseudo_royal;
    turns_by_engine = rules.piece_demotion || !rules.promotion_limit.empty();
    for (const Color c : both_colors)
        for (const rules::PieceKind k : compiled.kinds())
            turns_by_engine = turns_by_engine || (compiled.piece_moves(c, k).promotes &&
                                                  compiled.piece_moves(c, k).promoted_letter);
    unmoves_check_legality = !compiled.royal_kinds.empty() || rules.immobility_illegal ||
                             rules.must_capture || rules.must_drop || rules.undoubled_kind ||
                             rules.enclosing_drop != rules::Enclosing::none || rules.opposite_bishop_drops ||
                             rules.pawn_drop_mate_illegal || !rules.drop_checks || !rules.checking ||
                             rules.extinction_pseudo_royal || turns_by_engine || judges_moves(rules);
    captures_win = extinction && !lasts_turn && !unmoves_check_legality && !rules.blast && !en_passant &&
                   !passes && compiled.facts.captures_are_moves && !rules.extinction_kinds.empty();
    const bool mate_or_stalemate_wins =
        rules.checkmate_value == game::Outcome::win || rules.stalemate_value == game::Outcome::win ||
        (rules.stalemate_count && rules.stalemate_value != game::Outcome::draw) ||
        rules.material_counting != rules::MaterialCounting::none || !rules.castling_wins.empty() ||
        rules.rows.value == game::Outcome::loss;
    const bool safe_flag = rules.flag_safe && !rules.flag_move && rules.flag_count == 1;
    const auto flag_is_last = [&](Color c) {
        return rules.side(c).flag_piece && last(*rules.side(c).flag_piece);
    };
    missed_wins = captures_win && safe_flag && flag_is_last(Color::white) && flag_is_last(Color::black);
    const bool no_flag = !rules.flag_move && !rules.flag_safe;
    by_parity =
        !mate_or_stalemate_wins && (missed_wins || no_flag) && (!rules.extinction_value || captures_win);
}
template HandRules::HandRules(const engine::CompiledRules<std::uint64_t>&);
template HandRules::HandRules(const engine::CompiledRules<Bits256>&);

Families families_of(const rules::Rules& rules) {
    Families first{};
    std::iota(first.begin(), first.end(), std::uint8_t{0});
    const auto join = [&](rules::Letter a, rules::Letter b) {
        const auto one = kind_of(rules, a);
        const auto other = kind_of(rules, b);
        if (!one || !other) return;
        const auto [less, more] = std::minmax(first[one->index()], first[other->index()]);
        std::replace(first.begin(), first.end(), std::uint8_t{more}, std::uint8_t{less});
    };
    for (const Color c : both_colors) {
        const rules::SideRules& side = rules.side(c);
        const auto promotes = [&](rules::Letter letter) {
            return rules::contains(side.promotion_pawns, letter) && !side.promotion_pieces.empty();
        };
        // What the man is in a hand after it has turned, and after it has turned once more.
        const auto turned = [&](rules::Letter held, rules::Letter into) {
            if (rules.drop_loop) join(held, into);
            if (promotes(into)) join(held, *rules.main_pawn(c));
            if (rules.promoted_kind.contains(into)) join(held, into);
        };
        for (const rules::Kind& kind : rules.kinds) {
            if (kind.royal) continue;
            if (promotes(kind.letter)) {
                join(kind.letter, *rules.main_pawn(c));
                for (const rules::Letter into : side.promotion_pieces) turned(*rules.main_pawn(c), into);
            }
            if (const auto into = rules.promoted_kind.find(kind.letter); into != rules.promoted_kind.end())
                turned(kind.letter, into->second);
        }
    }
    return first;
}

Material pool_of(const Material& men, const rules::Rules& rules) {
    const Families families = families_of(rules);
    Material pool;
    for (const Color c : both_colors)
        for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()}) {
            const auto held = kind_of(rules, rules.before_turning(rules.kinds[k.index()].letter));
            std::uint8_t& count = pool.army(c)[families[held->index()]];
            count = static_cast<std::uint8_t>(count + men.count(c, k));
        }
    if (rules.captures_to_owner) return pool;
    // White has the greater half of what may change hands.
    for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()}) {
        if (rules.kinds[k.index()].royal) continue;
        const unsigned all = pool.count(Color::white, k) + pool.count(Color::black, k);
        pool.army(Color::white)[k.index()] = static_cast<std::uint8_t>((all + 1) / 2);
        pool.army(Color::black)[k.index()] = static_cast<std::uint8_t>(all / 2);
    }
    return pool;
}

Material pool_of(const engine::Setup& setup, const rules::Rules& rules) {
    Material men = in_hand(setup, rules);
    for (const auto& man : setup.men) {
        if (!man) continue;
        const rules::Letter held = rules.drop_loop      ? man->letter
                                   : man->promoted_pawn ? *rules.main_pawn(man->color)
                                                        : man->turned_from.value_or(man->letter);
        if (const auto kind = kind_of(rules, held)) ++men.army(man->color)[kind->index()];
    }
    return pool_of(men, rules);
}

/// Finds out what the men of a pool may be, and what their moves lead to.
template <typename Bits>
class GroupTier<Bits>::FormFinder {
  public:
    FormFinder(const Rules& rules, Plan& plan)
        : rules_(rules), compiled_(rules.game.compiled()), plan_(plan) {}

    /// Errors: as of `make`.
    Result<void> run() {
        for (const Color c : both_colors)
            for (const rules::PieceKind k : compiled_.kinds())
                if (held(plan_.families[k.index()])) find(c, {k, 0});
        const rules::Rules& game_rules = compiled_.rules;
        plan_.any_unindexed = game_rules.extinction_pseudo_royal || game_rules.blast;
        plan_.asks_engine = plan_.hand_rules.unmoves_check_legality;
        for (const Color c : both_colors) {
            plan_.any_unindexed = plan_.any_unindexed || compiled_.sides[c].may_pass;
            for (const auto& forms : plan_.forms[c])
                for (const PieceForm& form : forms) ZERMELO_CHECK(note(c, form));
            ZERMELO_CHECK(check_castling(c));
        }
        return {};
    }

  private:
    bool held(std::uint8_t family) const {
        return plan_.pool.army(Color::white)[family] + plan_.pool.army(Color::black)[family] != 0;
    }
    /// A form, and all that it turns into.
    void find(Color c, PieceForm form) {
        auto& forms =
            plan_.forms[c][plan_.families[kind_in_hand(compiled_, c, form.kind, form.former).index()]];
        if (std::find(forms.begin(), forms.end(), form) != forms.end()) return;
        forms.push_back(form);
        const engine::PieceMoves<Bits>& piece = compiled_.piece_moves(c, form.kind);
        const bool keeps = compiled_.rules.keeps_former_kinds();
        const auto turn = [&](rules::Letter into, unsigned former, Move::Type type) {
            const Turn turned{form, {compiled_.kind_of(into), static_cast<std::uint8_t>(former)}, type};
            auto& turns = plan_.turns[c];
            if (std::find(turns.begin(), turns.end(), turned) == turns.end()) turns.push_back(turned);
            find(c, turned.after);
        };
        if (piece.promotes)
            for (const rules::Letter into : piece.promotions)
                turn(into, keeps ? promoted_pawn : 0, Move::Type::normal);
        if (piece.turned_round) find(c, {*piece.turned_round, 0});
        if (piece.promoted_letter)
            turn(*piece.promoted_letter, keeps ? form.kind.index() + 1 : 0, Move::Type::normal);
        if (compiled_.rules.piece_demotion && form.former != 0 && form.former != promoted_pawn)
            turn(compiled_.letter(rules::PieceKind{form.former - 1U}), 0, Move::Type::demotion);
    }
    Result<void> note(Color c, PieceForm form) {
        const engine::PieceMoves<Bits>& piece = compiled_.piece_moves(c, form.kind);
        plan_.taken[c][kind_in_hand(compiled_, c, form.kind, form.former).index()].push_back(form);
        const bool passed_over = !piece.passing.empty() && !compiled_.sides[!c].en_passant_kinds.empty();
        plan_.any_unindexed = plan_.any_unindexed || passed_over;
        plan_.asks_engine = plan_.asks_engine || passed_over || !piece.hops.empty();
        if (rules::contains(rules_.endless[c], compiled_.letter(form.kind)))
            return no_group(fmt::format("{}: '{}' can move to and fro for ever, to be captured en passant",
                                        text(plan_.pool, compiled_.rules), compiled_.letter(form.kind)));
        return {};
    }
    /// No table holds a position with the right to castle.
    Result<void> check_castling(Color c) const {
        const rules::Rules& game_rules = compiled_.rules;
        if (!game_rules.castling || !game_rules.castling_with_dropped) return {};
        const auto has = [&](rules::Letter letter) {
            return std::any_of(plan_.forms[c].begin(), plan_.forms[c].end(), [&](const auto& forms) {
                return std::any_of(forms.begin(), forms.end(), [&](const PieceForm& form) {
                    return compiled_.letter(form.kind) == letter;
                });
            });
        };
        const rules::SideRules& side = game_rules.side(c);
        if (!side.castling_king || !has(*side.castling_king) ||
            std::none_of(side.castling_rooks.begin(), side.castling_rooks.end(), has))
            return {};
        return no_group(fmt::format("{}: a drop may give the right to castle, with which there are no tables",
                                    text(plan_.pool, game_rules)));
    }

    const Rules& rules_;
    const engine::CompiledRules<Bits>& compiled_;
    Plan& plan_;
};

/// Goes through all ways to deal the men of a pool out.
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
    /// Where men of a family may be: on the board in a form of some side, or in a side's hand as a kind.
    struct Share {
        rules::PieceKind family;
        Color color;
        PieceForm form;
        bool held = false;
        unsigned count = 0;
    };

    std::string name() const { return text(plan_.pool, compiled_.rules); }

    std::vector<SquareMap> symmetries() const {
        KindSets kinds;
        for (const auto& families : plan_.forms)
            for (const auto& forms : families)
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
    /// Whether they stay with it on the board or in its hand.
    bool stays_owned(rules::PieceKind kind) const { return stays(kind) || compiled_.rules.captures_to_owner; }
    Set found(Color c, rules::PieceKind kind) const { return rules_.found[c][kind.index()]; }

    /// Those of one family lie side by side; those that stay come first, so that they lead in the numbers.
    void note_shares() {
        for (const bool staying : {true, false})
            for (const rules::PieceKind family : compiled_.kinds()) {
                if (stays(family) != staying || plan_.forms[Color::white][family.index()].empty()) continue;
                for (const Color c : both_colors) {
                    for (const PieceForm& form : plan_.forms[c][family.index()])
                        shares_.push_back({family, c, form});
                    if (staying) continue;
                    for (const rules::PieceKind k : compiled_.kinds())
                        if (plan_.families[k.index()] == family.index())
                            shares_.push_back({family, c, {k, 0}, true});
                }
            }
    }

    /// Deals out what is left of the family of a share, and all families after it.
    Result<void> choose(std::size_t at, unsigned given) {
        if (at == shares_.size()) return add();
        Share& share = shares_[at];
        const bool owned = stays_owned(share.family);
        const unsigned all = owned ? plan_.pool.count(share.color, share.family)
                                   : plan_.pool.count(Color::white, share.family) +
                                         plan_.pool.count(Color::black, share.family);
        const bool ends = at + 1 == shares_.size() || shares_[at + 1].family != share.family ||
                          (owned && shares_[at + 1].color != share.color);
        for (share.count = ends ? all - given : 0; given + share.count <= all; ++share.count)
            ZERMELO_CHECK(choose(at + 1, ends ? 0 : given + share.count));
        return {};
    }

    bool over() const {
        Material men;
        for (const Share& share : shares_) {
            std::uint8_t& count = men.army(share.color)[share.form.kind.index()];
            count = static_cast<std::uint8_t>(count + share.count);
        }
        return tablebase::over(men, compiled_.rules);
    }

    Result<void> add() {
        std::vector<typename Placements::Group> groups;
        std::vector<Men> men;
        std::vector<Held> held;
        unsigned on_board = 0;
        for (const Share& share : shares_) {
            if (share.held) {
                held.push_back({share.color, share.form.kind, share.count});
                continue;
            }
            if (share.count == 0) continue;
            const Set allowed = found(share.color, share.form.kind);
            if (allowed.size() < share.count) return {};
            if (share.count > Placements::max_men || groups.size() == Placements::max_groups)
                return no_group(name() + ": over 16 kinds of men, or over 16 men of one");
            groups.push_back({allowed, share.count});
            men.push_back({share.color, share.form});
            on_board += share.count;
        }
        if (groups.empty() || on_board > compiled_.board.size() || over()) return {};
        if (plan_.distributions.size() == max_distributions)
            return no_group(fmt::format("{}: over {} ways to deal the men out", name(), max_distributions));
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
    auto plan = std::make_shared<Plan>(compiled);
    plan->pool = pool;
    plan->swaps =
        rules->swap && (!game_rules.captures_to_owner || pool.army(Color::white) == pool.army(Color::black));
    ZERMELO_CHECK((FormFinder{*rules, *plan}.run()));
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
    if (plan_->hand_rules.turns_by_engine) return true;
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
bool GroupTier<Bits>::is_parent(const Position& parent, Move move, unsigned former) const {
    if (plan_->hand_rules.captures_win && takes_last(parent, parent.to_move())) return false;
    if (game().compiled().facts.ends_at_once && game().end_at_once(parent)) return false;
    if (game().has_row(parent, parent.to_move())) return false;
    if (!plan_->asks_engine) return true;
    if (plan_->hand_rules.unmoves_check_legality && !game().guards_its_own(parent)) return false;
    if (!game().is_legal(parent, move)) return false;
    if (!plan_->hand_rules.turns_by_engine && !(plan_->any_unindexed && may_be_unindexed(parent, move)))
        return true;
    const Position child = play(parent, move);
    return is_indexed(child) && child.former(move.to) == former;
}

template class GroupTier<std::uint64_t>;
template class GroupTier<Bits256>;

}  // namespace zermelo::tablebase
