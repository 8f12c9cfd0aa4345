// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/analysis.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "zermelo/oracle/tables_on_demand.hpp"
#include "zermelo/oracle/value_search.hpp"

namespace zermelo::oracle {

namespace {

/// Replies to all moves of a position, of which each is played to see the mobility after it.
constexpr std::uint64_t max_replies = 50'000;

/// The order to play by: that a move draws does not make it better than one that may win.
bool comes_before(const AnalysisLine& a, const AnalysisLine& b) {
    const auto open = [](const AnalysisLine& line) { return !line.bounds.won() && !line.bounds.lost(); };
    // Two wins without a length are told apart by mobility, too.
    const bool unlimited = a.bounds.is_unlimited() && b.bounds.is_unlimited();
    const bool alike = unlimited && a.bounds.won() == b.bounds.won();
    return (open(a) && open(b)) || alike ? a.mobility > b.mobility
           : open(a)                     ? b.bounds.lost()
           : open(b)                     ? a.bounds.won()
                                         : precedes(a.bounds, b.bounds);
}

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
          search_(at.game, at.position, {search_limits(), request.wins_only, request.lines},
                  *request.memory) {
        if (!request.moves.empty())
            std::erase_if(search_.moves(), [&](const auto& each) {
                return std::find(request.moves.begin(), request.moves.end(), each.move) ==
                       request.moves.end();
            });
        lines_.resize(search_.moves().size());
        by_tables_.resize(lines_.size());
    }

    void run() {
        tell();
        ask_tables();
        weigh();
        depth_ = Plies{1};  // moves that end the game are known
        tell();
        for (Plies depth{1}; depth <= request_.plies && !decided(); depth = depth + Plies{1}) {
            if (!search_.search(depth)) break;
            depth_ = depth;
            tell();
            if (!decided() && !due_ && make_tables()) ask_tables();
        }
        demand_.count(search_.nodes());
        if (!decided() && due_ && make_tables()) ask_tables();
        tell();
    }

  private:
    using Lines = std::vector<std::vector<engine::Move>>;

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
        return limits;
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
        const auto now = std::chrono::steady_clock::now();
        const std::chrono::duration<double> used = now - begun_;
        const double share = static_cast<double>(*demand_.work()) / static_cast<double>(search_.nodes());
        const auto time = request_.more_time(
            std::chrono::duration_cast<std::chrono::steady_clock::duration>(2 * share * used));
        if (time) budget_.emplace(search::Limits{time, request_.nodes, request_.stop});
        return time.has_value();
    }

    /// Works out the mobility of the moves.
    void weigh() {
        mobility_.resize(lines_.size());
        std::uint64_t replies = 0;
        for (const auto& move : search_.moves()) {
            if (budget_->is_due()) return;
            if (!move.decided()) replies += at_.game.count(move.child);
        }
        for (std::size_t i = 0; i < lines_.size() && !budget_->is_due(); ++i)
            if (const auto& move = search_.moves()[i]; !move.decided())
                mobility_[i] = mobility(move.child, replies <= max_replies);
    }

    std::int64_t mobility(const Position& child, bool deep) const {
        engine::MoveList replies;
        at_.game.moves(child, replies);
        std::optional<std::uint64_t> least;
        for (const engine::Move reply : replies) {
            if (!deep) break;
            const Position next = at_.game.play(child, reply);
            const std::uint64_t moves = at_.game.end(next) ? 0 : at_.game.count(next);
            least = std::min(least.value_or(moves), moves);
        }
        return static_cast<std::int64_t>(least.value_or(0)) - static_cast<std::int64_t>(replies.size());
    }

    /// No move that is not decided can come before those asked for: there are as many wins, none longer than
    /// what all moves were searched for.
    bool decided() const {
        return search_.decided() ||
               search_.wins_within(depth_) >= std::min(request_.lines, search_.moves().size());
    }

    void tell() {
        AnalysisReport report{depth_, search_.nodes(), probes_, {}, decided(), {}};
        std::vector<std::pair<AnalysisLine, std::size_t>> ordered;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const auto& move = search_.moves()[i];
            ordered.push_back(
                {{move.move, move.bounds(), mobility_.empty() ? 0 : mobility_[i], {move.move}}, i});
        }
        const auto before = [](const auto& a, const auto& b) { return comes_before(a.first, b.first); };
        std::stable_sort(ordered.begin(), ordered.end(), before);
        for (std::size_t n = 0; n < std::min(request_.lines, ordered.size()); ++n) {
            auto& [line, i] = ordered[n];
            if (!line.bounds.at_most()) continue;
            if (lines_[i].empty()) find_line(i);
            // Where a limit has ended the look for the play after it, or a table fails, it is told alone.
            if (!lines_[i].empty()) line.moves = lines_[i];
        }
        for (auto& [line, i] : ordered) report.lines.push_back(std::move(line));
        report.error = error_;
        report_(report);
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
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::optional<search::Budget> budget_;  // its limits alone
    TablesOnDemand<Bits>& demand_;
    bool due_;  // to be made already
    ValueSearch<Bits> search_;
    Plies depth_{};
    std::uint64_t probes_ = 0;
    std::optional<Error> error_;
    // By the number of the move:
    Lines lines_;
    std::vector<std::int64_t> mobility_;
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
