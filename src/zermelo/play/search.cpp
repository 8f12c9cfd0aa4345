// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/play/search.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "zermelo/engine/played_game.hpp"

namespace zermelo::play {

namespace {

constexpr Score infinite = 32'000;
/// Beyond it a score says that the game is won or lost, and in how many plies.
constexpr Score decided = won_at_once - 1'000;
/// The order of moves: captures and promotions, then what refuted other moves, then what has been good
/// elsewhere.
constexpr std::int32_t loud = 1 << 24;
constexpr std::int32_t killer = 1 << 22;
constexpr std::int32_t max_reward = 1 << 20;

/// Scores of decided games count plies from the root; in the table they count them from their position.
Score from_here(Score score, unsigned ply) {
    return score > decided    ? score + static_cast<Score>(ply)
           : score < -decided ? score - static_cast<Score>(ply)
                              : score;
}
Score from_root(Score score, unsigned ply) {
    return score > decided    ? score - static_cast<Score>(ply)
           : score < -decided ? score + static_cast<Score>(ply)
                              : score;
}

/// What a game is worth to the side to move that is over a number of plies after the root.
Score of_outcome(game::Outcome outcome, unsigned ply) {
    const Score won = won_at_once - static_cast<Score>(ply);
    return outcome == game::Outcome::draw ? 0 : outcome == game::Outcome::win ? won : -won;
}

}  // namespace

auto Scores::find(const Hash128& key) const -> const Entry* {
    if (entries_.empty()) return nullptr;
    const Entry& entry = entries_[key.low & (entries_.size() - 1)];
    return entry.kind != Kind::none && entry.key == key.low ? &entry : nullptr;
}

void Scores::keep(const Hash128& key, Entry entry) {
    if (2 * filled_ >= entries_.size()) grow();
    if (entries_.empty()) return;
    Entry& place = entries_[key.low & (entries_.size() - 1)];
    if (place.kind == Kind::none) ++filled_;
    entry.key = key.low;
    if (place.key == key.low && place.kind != Kind::none && entry.move == engine::Move{})
        entry.move = place.move;
    place = entry;
}

void Scores::grow() {
    const std::size_t size = std::max<std::size_t>(2 * entries_.size(), std::size_t{1} << 12U);
    if (size > max_) return;
    std::vector<Entry> old(size);
    old.swap(entries_);
    filled_ = 0;
    for (const Entry& entry : old) {
        if (entry.kind == Kind::none) continue;
        Entry& place = entries_[entry.key & (size - 1)];
        if (place.kind == Kind::none) ++filled_;
        place = entry;
    }
}

template <typename Bits>
void Search<Bits>::begin(const Position& root, std::vector<Past> before) {
    root_ = root;
    loud_plies_ = root.men().size() > many_men ? few_loud_plies : max_loud_plies;
    path_ = std::move(before);
    begun_ = path_.size();
    for (Ply& ply : plies_) ply.killers = {};
    rewards_.resize(std::size_t{Position::man_codes} * game_.compiled().squares);
    for (std::int32_t& reward : rewards_) reward /= 8;
}

template <typename Bits>
bool Search<Bits>::stopped() {
    if (stopped_) return true;
    if (granted_ == 0) granted_ = budget_->take(32);
    if (granted_ == 0) return stopped_ = true;
    --granted_;
    return false;
}

template <typename Bits>
bool Search<Bits>::look(std::vector<RootMove>& moves, unsigned depth, std::size_t lines,
                        search::Budget& budget) {
    budget_ = &budget;
    granted_ = 0;
    stopped_ = false;
    path_.resize(begun_);
    path_.push_back({game_.key(root_), game_.in_check(root_)});
    for (std::size_t line = 0; line < std::min(lines, moves.size()) && !stopped_; ++line) {
        Score best = -infinite;
        std::size_t best_at = line;
        for (std::size_t i = line; i < moves.size(); ++i) {
            const Position child = game_.play(root_, moves[i].move);
            const int left = static_cast<int>(depth) - 1;
            plies_[1].line.clear();
            Score score = moves[i].least;
            if (moves[i].least < moves[i].most) {
                score = best == -infinite ? infinite : -look(child, left, 1, -best - 1, -best, true);
                if (score > best && !stopped_) score = -look(child, left, 1, -infinite, -best, true);
                score = std::clamp(score, moves[i].least, moves[i].most);
            }
            if (stopped_) break;
            moves[i].score = score;
            if (score <= best) continue;
            best = score;
            best_at = i;
            expect(moves[i].move, 1, moves[i].line);
            // The best so far comes first, so that it is there if the rest is not looked at.
            std::rotate(moves.begin() + static_cast<std::ptrdiff_t>(line),
                        moves.begin() + static_cast<std::ptrdiff_t>(best_at),
                        moves.begin() + static_cast<std::ptrdiff_t>(best_at) + 1);
            best_at = line;
        }
    }
    if (granted_ != 0) budget.give_back(std::exchange(granted_, 0));
    return !stopped_;
}

template <typename Bits>
std::optional<Score> Search<Bits>::repeated(Color to_move, unsigned ply) const {
    const Past& now = path_.back();
    constexpr std::size_t far_back = 120;
    const std::size_t size = path_.size();
    for (std::size_t back = 2; back < std::min(size, far_back); back += 2) {
        if (path_[size - 1 - back].key != now.key) continue;
        const rules::HistoryRules& history = game_.rules().history;
        if (history.perpetual_check_loses) {
            const auto perpetual = engine::PerpetualCheck::of(
                back, [&](std::size_t ago) { return path_[size - 1 - ago].in_check; });
            if (perpetual.by_one())
                return of_outcome(perpetual.by_us ? game::Outcome::loss : game::Outcome::win, ply);
        }
        if (history.fold_rule == 0) return 0;
        return of_outcome(engine::fold_outcome(history, to_move), ply);
    }
    return std::nullopt;
}

template <typename Bits>
Score Search<Bits>::ended(const Position& p, unsigned ply) const {
    return of_outcome(game_.end_unmoved(p).value_or(game::Outcome::draw), ply);
}

template <typename Bits>
void Search<Bits>::expect(Move m, unsigned next, std::vector<Move>& line) const {
    const std::vector<Move>& after = plies_[next].line;
    line = {m};
    line.insert(line.end(), after.begin(), after.end());
}

template <typename Bits>
void Search<Bits>::put_in_order(const Position& p, const engine::MoveList& moves, unsigned ply,
                                const Move* first) {
    auto& scored = plies_[ply].moves;
    scored.clear();
    const auto& killers = plies_[ply].killers;
    for (const Move m : moves) {
        std::int32_t order = 0;
        if (first != nullptr && m == *first) {
            order = 1 << 30;
        } else if (const auto gain = evaluation_.gain_of_loud(p, m)) {
            const Score worth = std::abs(evaluation_.worth_of_mover(p, m));
            order = std::abs(*gain) * 16 - worth + loud;
        } else if (m == killers[0] || m == killers[1]) {
            order = killer + (m == killers[0] ? 1 : 0);
        } else {
            order = rewarded(p, m);
        }
        scored.push_back({m, order});
    }
}

template <typename Bits>
auto Search<Bits>::next(std::vector<Scored>& moves, std::size_t number) const -> Move {
    std::size_t best = number;
    for (std::size_t i = number + 1; i < moves.size(); ++i)
        if (moves[i].order > moves[best].order) best = i;
    std::swap(moves[number], moves[best]);
    return moves[number].move;
}

template <typename Bits>
std::int32_t& Search<Bits>::rewarded(const Position& p, Move m) {
    const unsigned code = p.code_on(m.from);
    const bool moves = code != 0 && !m.is_drop();
    const unsigned man = moves ? code
                         : m.is_drop() && m.promotion != 0
                             ? Position::code(p.to_move(), game_.compiled().kind_of(m.promotion))
                             : 0;
    return rewards_[man * game_.compiled().squares + m.to.index()];
}

template <typename Bits>
void Search<Bits>::reward(const Position& p, Move m, unsigned ply, int depth) {
    if (evaluation_.gain_of_loud(p, m)) return;
    auto& killers = plies_[ply].killers;
    if (m != killers[0]) killers = {m, killers[0]};
    std::int32_t& reward = rewarded(p, m);
    reward += depth * depth;
    if (reward > max_reward)
        for (std::int32_t& each : rewards_) each /= 2;
}

template <typename Bits>
Score Search<Bits>::look(const Position& p, int depth, unsigned ply, Score alpha, Score beta, bool may_pass) {
    plies_[ply].line.clear();
    if (stopped()) return 0;
    const bool check = game_.in_check(p);
    if (check) ++depth;
    // That the first move comes back to a position is seen at every depth.
    if ((depth <= 0 && ply > 1) || ply >= max_ply) return look_at_captures(p, loud_plies_, ply, alpha, beta);

    const Hash128 key = game_.key(p);
    path_.push_back({key, check});
    struct Leave {
        std::vector<Past>& path;
        ~Leave() { path.pop_back(); }
    } const leave{path_};
    if (depth <= 0) {
        const auto score = repeated(p.to_move(), ply);
        return score ? *score : look_at_captures(p, loud_plies_, ply, alpha, beta);
    }
    const bool whole = beta - alpha > 1;
    std::optional<Move> first;
    if (const auto* const entry = scores_.find(key)) {
        if (entry->move != Move{}) first = entry->move;
        const Score score = from_root(entry->score, ply);
        if (entry->depth == depth && !whole && !repeated(p.to_move(), ply) &&
            (entry->kind == Scores::Kind::exact || (entry->kind == Scores::Kind::at_least && score >= beta) ||
             (entry->kind == Scores::Kind::at_most && score <= alpha)))
            return score;
    }
    engine::MoveList moves;
    game_.moves(p, moves);
    if (moves.empty()) return ended(p, ply);
    if (const auto score = repeated(p.to_move(), ply)) return *score;

    const bool deep = depth >= static_cast<int>(exact_depth);
    if (deep && may_pass && !whole && !check && evaluation_.moves_help() && std::abs(beta) < decided &&
        evaluation_.has_officers(p, p.to_move()) && evaluation_.of(p) >= beta) {
        const int reduced = depth - 3 - depth / 5;
        const Score score = -look(game_.passed(p), reduced, ply + 1, -beta, -beta + 1, false);
        if (stopped_) return 0;
        if (score >= beta) return std::min(score, decided);
    }

    put_in_order(p, moves, ply, first ? &*first : nullptr);
    Score best = -infinite;
    Move best_move{};
    const Score begun = alpha;
    for (std::size_t number = 0; number < moves.size(); ++number) {
        const Move m = next(plies_[ply].moves, number);
        const std::int32_t order = plies_[ply].moves[number].order;
        const Position child = game_.play(p, m);
        Score score = 0;
        if (number == 0) {
            score = -look(child, depth - 1, ply + 1, -beta, -alpha, true);
        } else {
            int less = 0;
            if (deep && number >= 3 && !check && order < killer && !game_.in_check(child))
                less = 1 + (number >= 12 && depth >= 6 ? 1 : 0);
            score = -look(child, depth - 1 - less, ply + 1, -alpha - 1, -alpha, true);
            if (less != 0 && score > alpha)
                score = -look(child, depth - 1, ply + 1, -alpha - 1, -alpha, true);
            if (score > alpha && score < beta) score = -look(child, depth - 1, ply + 1, -beta, -alpha, true);
        }
        if (stopped_) return 0;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        best_move = m;
        alpha = score;
        expect(m, ply + 1, plies_[ply].line);
        if (alpha < beta) continue;
        reward(p, m, ply, depth);
        break;
    }
    const auto kind = best >= beta   ? Scores::Kind::at_least
                      : best > begun ? Scores::Kind::exact
                                     : Scores::Kind::at_most;
    scores_.keep(key, {0, static_cast<std::int16_t>(from_here(best, ply)), static_cast<std::uint8_t>(depth),
                       kind, best_move});
    return best;
}

template <typename Bits>
Score Search<Bits>::look_at_captures(const Position& p, unsigned left, unsigned ply, Score alpha,
                                     Score beta) {
    plies_[ply].line.clear();
    if (stopped()) return 0;
    // A game that is over by what stands on the board has no moves, and this is the cheaper way to see it.
    if (const auto end = game_.end_at_once(p)) return of_outcome(*end, ply);
    bool all = left + loud_checks > loud_plies_ && left != 0 && game_.in_check(p);
    Score best = -infinite;
    engine::MoveList moves;
    if (!all && !evaluation_.must_capture()) {
        best = evaluation_.of(p);
        if (best >= beta || left == 0 || ply >= max_ply) return best;
        game_.moves(p, moves);
    } else {
        game_.moves(p, moves);
        if (moves.empty()) return ended(p, ply);
        const bool forced = evaluation_.must_capture() && evaluation_.gain_of_loud(p, moves[0]);
        if (left == 0 || ply >= max_ply || (!all && !forced)) return evaluation_.of(p);
        all = true;
    }
    alpha = std::max(alpha, best);
    put_in_order(p, moves, ply, nullptr);
    for (std::size_t number = 0; number < moves.size(); ++number) {
        const Move m = next(plies_[ply].moves, number);
        if (!all && plies_[ply].moves[number].order < loud / 2) break;
        const Score score = -look_at_captures(game_.play(p, m), left - 1, ply + 1, -beta, -alpha);
        if (stopped_) return 0;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        alpha = score;
        expect(m, ply + 1, plies_[ply].line);
        if (alpha >= beta) break;
    }
    return best;
}

template class Search<std::uint64_t>;
template class Search<Bits256>;

}  // namespace zermelo::play
