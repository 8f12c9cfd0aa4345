// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/analysis.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>
#include <variant>

#include "zermelo/oracle/tables_on_demand.hpp"
#include "zermelo/oracle/value_search.hpp"

namespace zermelo::oracle {

namespace {

/// Whether it is not known who wins, or how: then looks decide between moves.
bool is_open(const game::Bounds& bounds) { return !bounds.at_most(); }

/// The order to play by, of moves that are in the order of their looks: that a move draws does not make it
/// better than one that may win.
bool comes_before(const game::Bounds& a, const game::Bounds& b) {
    const auto rank = [](const game::Bounds& bounds) { return bounds.won() ? 0 : bounds.lost() ? 2 : 1; };
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    return !(is_open(a) && is_open(b)) && precedes(a, b);
}

/// Nodes of the first stretch of proofs, which is twice as long each time that it does not reach a depth.
constexpr std::uint64_t first_stretch = 1'000;

template <typename Bits>
class Analysis {
  public:
    using Position = engine::Position<Bits>;
    using Report = std::function<void(const AnalysisReport&)>;

    Analysis(const engine::GameAt<Bits>& at, const AnalysisRequest& request, OpenTables& tables,
             const Report& report)
        : at_(at),
          request_(request),
          tables_(tables),
          report_(report),
          budget_(std::in_place, search::Limits{request.time, request.nodes, request.stop}),
          demand_(request.memory->on_demand(at)),
          due_(request.time && demand_.nodes_left(*budget_, 0) == 0),
          search_(at.game, at.position, {search_limits(), request.wins_only, request.lines}, *request.memory),
          looks_(std::in_place, looks_limits()) {
        if (!request.moves.empty())
            std::erase_if(search_.moves(), [&](const auto& each) {
                return std::find(request.moves.begin(), request.moves.end(), each.move) ==
                       request.moves.end();
            });
        lines_.resize(search_.moves().size());
        by_tables_.resize(lines_.size());
        for (std::size_t i = 0; i < lines_.size(); ++i) numbers_.emplace(search_.moves()[i].move, i);
        take_over(request.memory->foreseen(at));
    }

    void run() {
        tell();
        ask_tables();
        bool proves = true;
        bool plays = !decided() && look();
        depth_ = Plies{1};  // moves that end the game are known
        tell_so_far();
        plays = plays && !request_.wins_only;
        Plies depth{1};
        std::uint64_t stretch = first_stretch;
        while ((proves || plays) && !decided()) {
            if (plays && (!proves || looks_->nodes_used() <= search_.nodes())) {
                plays = look();
                tell_so_far();
            } else if (prove(depth, stretch)) {
                depth_ = depth;
                tell_so_far();
                if (!decided() && !due_ && make_tables()) ask_tables();
                depth = depth + Plies{1};
                proves = depth <= request_.plies;
            } else {
                proves = !search_.stopped();
                stretch *= 2;
            }
        }
        demand_.count(search_.nodes());
        if (!decided() && due_ && make_tables()) ask_tables();
        tell();
    }

  private:
    using Lines = std::vector<std::vector<engine::Move>>;

    /// Takes over best play that is known: what was told of the game before the last moves stays true,
    /// however little time there is now.
    void take_over(std::vector<engine::Move> line) {
        const auto number = line.empty() ? numbers_.end() : numbers_.find(line.front());
        if (number == numbers_.end()) return;
        const auto outcome = line.size() % 2 == 1 ? game::Outcome::loss : game::Outcome::win;
        search_.moves()[number->second].after.add(game::Bounds{game::Value{outcome, Plies{line.size() - 1}}});
        lines_[number->second] = std::move(line);
    }

    void note(const Error& error) {
        if (!error_) error_ = error;
    }

    /// Takes over what tables know of the moves.
    void ask_tables() {
        for (std::size_t i = 0; i < lines_.size() && !request_.stop.stop_requested(); ++i) {
            auto& move = search_.moves()[i];
            if (move.decided()) continue;
            const auto value = tables_.value(engine::GameAt<Bits>{at_.game, move.child});
            if (!value) note(value.error());
            if (!value || !*value) continue;
            ++probes_;
            move.after.add(game::Bounds{**value});
            by_tables_[i] = move.decided();
        }
    }

    /// Where tables are due, half of the time is for them.
    search::Limits search_limits() const {
        search::Limits limits = budget_->limits();
        if (due_) *limits.time /= 2;
        if (limits.nodes) *limits.nodes -= nodes_of_looks();
        return limits;
    }
    search::Limits looks_limits() const {
        search::Limits limits = search_limits();
        if (limits.nodes) limits.nodes = nodes_of_looks();
        return limits;
    }
    /// Half of a limit of nodes is for looks, where there are any.
    std::uint64_t nodes_of_looks() const {
        return request_.wins_only ? 0 : budget_->limits().nodes.value_or(0) / 2;
    }

    /// Makes tables, once it is time; true: they were made.
    bool make_tables() {
        const std::uint64_t left = demand_.nodes_left(*budget_, search_.nodes());
        if (left != 0 && !(left != TablesOnDemand<Bits>::never && gets_time())) return false;
        tables_.drop_made();  // those of other positions: there is room for one
        auto made = demand_.make(*budget_, {});
        if (!made && made.error().kind != ErrorKind::stopped) note(made.error());
        if (!made || !*made) return false;
        tables_.template keep<Bits>(*std::move(made));
        return true;
    }

    /// Asks for twice the time that tables take, as nodes have taken theirs, and takes all that there is.
    bool gets_time() {
        if (!request_.more_time || !demand_.work()) return false;
        const double share = static_cast<double>(*demand_.work()) / static_cast<double>(search_.nodes());
        const auto time = request_.more_time(
            std::chrono::duration_cast<std::chrono::steady_clock::duration>(2 * share * proving_));
        if (time) budget_.emplace(search::Limits{time, request_.nodes, request_.stop});
        return time.has_value();
    }

    /// Searches a depth with these nodes; false: they were not enough.
    bool prove(Plies depth, std::uint64_t nodes) {
        const auto begin = std::chrono::steady_clock::now();
        const bool done = search_.search_some(depth, nodes);
        proving_ += std::chrono::steady_clock::now() - begin;
        return done;
    }

    /// Looks at the moves that are not proved a ply deeper; false: it has come to an end.
    bool look() {
        using RootMove = typename play::Search<Bits>::RootMove;
        auto& search = request_.memory->template play<Bits>(at_.game);
        if (seen_ == 0) {
            search.begin(at_.position, request_.before);
            for (const auto& move : search_.moves()) looked_.push_back({.move = move.move});
        }
        // What is proved to lose is not looked at, as long as there is anything else.
        const auto lost = std::stable_partition(looked_.begin(), looked_.end(), [&](const RootMove& each) {
            return !searched(each.move).bounds().lost();
        });
        std::vector<RootMove> open{looked_.begin(), lost};
        for (RootMove& each : open) {
            const game::Bounds bounds = searched(each.move).bounds();
            if (bounds.is_never_won()) each.most = 0;
            if (bounds.is_never_lost()) each.least = 0;
        }
        const bool whole = search.look(open, seen_ + 1, request_.lines, *looks_);
        std::move(open.begin(), open.end(), looked_.begin());
        if (whole) ++seen_;
        return whole &&
               seen_ < std::min<std::uint64_t>(request_.plies.count(), play::Search<Bits>::max_depth);
    }

    const RootMove<Bits>& searched(engine::Move move) const { return search_.moves()[numbers_.at(move)]; }

    /// No move that is not decided can come before those asked for: there are as many wins, none longer than
    /// what all moves were searched for.
    bool decided() const {
        return search_.decided() ||
               search_.wins_within(depth_) >= std::min(request_.lines, search_.moves().size());
    }

    /// Positions may have 100,000 moves: their order is found of what is small, and no play is told of most.
    void tell() {
        struct Told {
            game::Bounds bounds;
            play::Score score;
            std::size_t move;
            const std::vector<engine::Move>* expected;
        };
        std::vector<Told> ordered;
        ordered.reserve(lines_.size());
        for (const auto& looked : looked_) {
            const std::size_t i = numbers_.at(looked.move);
            ordered.push_back({search_.moves()[i].bounds(), looked.score, i, &looked.line});
        }
        for (std::size_t i = 0; i < lines_.size() && looked_.empty(); ++i)
            ordered.push_back({search_.moves()[i].bounds(), 0, i, nullptr});
        const auto before = [](const Told& a, const Told& b) { return comes_before(a.bounds, b.bounds); };
        if (!std::is_sorted(ordered.begin(), ordered.end(), before))
            std::stable_sort(ordered.begin(), ordered.end(), before);
        AnalysisReport report{
            depth_, Plies{seen_}, search_.nodes() + looks_->nodes_used(), probes_, {}, decided(), {}};
        report.lines.reserve(ordered.size());
        for (const auto& [bounds, score, i, expected] : ordered) {
            AnalysisLine& line = report.lines.emplace_back();
            line.move = search_.moves()[i].move;
            line.bounds = bounds;
            line.score = score;
            if (expected != nullptr && is_open(bounds)) line.moves = *expected;
            if (report.lines.size() > request_.lines) continue;
            if (bounds.at_most() && lines_[i].empty()) find_line(i);
            // Where a limit has ended the look for the play after it, or a table fails, it is told alone.
            if (bounds.at_most() && !lines_[i].empty()) line.moves = lines_[i];
            if (line.moves.empty()) line.moves = {line.move};
        }
        report.error = error_;
        if (const AnalysisLine& best = report.lines.front();
            best.bounds.exact() && best.bounds.at_most() == Plies{best.moves.size()})
            request_.memory->foresee(at_, best.moves);
        report_(report);
    }
    /// The same before the last time: somebody who has asked it to end waits for that one.
    void tell_so_far() {
        if (!request_.stop.stop_requested()) tell();
    }

    void find_line(std::size_t i) {
        const auto& move = search_.moves()[i];
        if (!by_tables_[i]) {
            // It takes little beside the search: that nodes are used up is no reason to tell nothing.
            search::Budget budget{{std::nullopt, std::nullopt, request_.stop}};
            lines_[i] = search_.line(move, &budget).value_or(std::vector<engine::Move>{});
            return;
        }
        const engine::GameAt<Bits> after{at_.game, move.child};
        const auto rest = tables_.line(after);
        if (!rest) note(rest.error());
        if (!rest || !*rest) return;
        lines_[i] = {move.move};
        lines_[i].insert(lines_[i].end(), (*rest)->begin(), (*rest)->end());
    }

    const engine::GameAt<Bits>& at_;
    const AnalysisRequest& request_;
    OpenTables& tables_;
    const Report& report_;
    std::chrono::duration<double> proving_{};
    std::optional<search::Budget> budget_;  // its limits alone
    TablesOnDemand<Bits>& demand_;
    bool due_;  // to be made already
    ValueSearch<Bits> search_;
    std::optional<search::Budget> looks_;
    unsigned seen_ = 0;                                          // plies
    std::vector<typename play::Search<Bits>::RootMove> looked_;  // the best first
    Plies depth_{};
    std::uint64_t probes_ = 0;
    std::optional<Error> error_;
    std::unordered_map<engine::Move, std::size_t> numbers_;  // in `search_`
    // By the number of the move:
    Lines lines_;
    std::vector<bool> by_tables_;
};

}  // namespace

void analyse(const engine::AnyGameAt& position, const AnalysisRequest& request, OpenTables& tables,
             const std::function<void(const AnalysisReport&)>& report) {
    std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) {
            Analysis<Bits>{at, request, tables, report}.run();
        },
        position);
}

}  // namespace zermelo::oracle
