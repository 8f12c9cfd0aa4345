// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/puzzle.hpp"

#include <algorithm>

#include "zermelo/puzzles/queen_hunt/format.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"
#include "zermelo/puzzles/queen_hunt/solver.hpp"
#include "zermelo/puzzles/queen_hunt/table_files.hpp"

namespace zermelo::queen_hunt {

namespace {

using puzzles::Game;
using puzzles::Reader;

constexpr puzzles::Description words{
    "simplified", "HackerRank, \"Simplified Chess Engine\"",
    "Can White force the capture of Black's queen within m plies, however Black plays?",
    "A 4×4 board, files A-D, ranks 1-4. No kings, no pawns. Each side has one queen, at most two rooks and "
    "at\n"
    "most two minor pieces (bishops and knights). Pieces move and capture as in chess. White moves first.\n"
    "Capturing the enemy queen wins at once. There is no check: a queen may be left or put where it can be\n"
    "taken. No draw by repetition, no passing. Every move by either side counts 1 (a ply), so an even m is\n"
    "worth the same as m-1.",
    "g, then g games: a line `w b m`, w lines with White's pieces and b lines with Black's, each `t c r`\n"
    "(t in QNBR, c in ABCD, r in 1234; printed squares are a1 to d4). Verdict: YES or NO.\n"
    "The statement's bounds: g up to 200, m up to 6."};

class Simplified final : public puzzles::Puzzle {
  public:
    const puzzles::Description& description() const override { return words; }
    std::uint64_t max_games() const override { return 200; }
    std::optional<puzzles::Shape> shape(std::string_view first_line) const override {
        Reader reader{first_line};
        const auto header = read_header(reader, false);
        if (!header) return std::nullopt;
        return puzzles::Shape{1 + header->white + header->black, 0};
    }
    bool begins_game(std::string_view, std::string_view line) const override {
        return line.front() >= '0' && line.front() <= '9';
    }
    Result<Game> read(Reader& reader, puzzles::Limits* limits) const override {
        return read_game(reader, limits != nullptr).map([](const HuntGame& game) { return Game{game}; });
    }
    void write(const Game& game, std::string& out) const override { write_game(game.as<HuntGame>(), out); }

    std::unique_ptr<puzzles::Solver> solver(const puzzles::Options& options) const override {
        return std::make_unique<HuntSolver>(static_cast<const HuntTables*>(options.tables), options.threads,
                                            options.stop);
    }
    std::unique_ptr<puzzles::Decider> decider(const puzzles::Options& options) const override {
        return make_decider(*this, options);
    }
    std::optional<std::string_view> table_variant() const override { return "simplified"; }
    Result<std::unique_ptr<const puzzles::Tables>> open_tables(
        const tablebase::TableFolder& folder) const override {
        return HuntTables::open(folder).map([](std::unique_ptr<const HuntTables>&& tables) {
            return std::unique_ptr<const puzzles::Tables>{std::move(tables)};
        });
    }

    puzzles::VerdictMatch match_verdict(std::string_view verdict) const override {
        return verdict == "YES" || verdict == "NO" ? puzzles::VerdictMatch::whole
                                                   : puzzles::VerdictMatch::none;
    }
    std::string_view verdicts() const override { return "YES or NO"; }

    Game random_game(Random& random, const puzzles::GameBounds& bounds) const override {
        const Position position = random_position(random, bounds.most[0]);
        return Game{HuntGame{position,
                             Plies{1 + random.below(std::min(bounds.most[1], max_statement_plies.count()))}}};
    }
    puzzles::Measures measures() const override { return {{{"men", 2}, {"m", 1}}}; }
    std::span<const puzzles::Family> families() const override { return queen_hunt::families(); }
    puzzles::Size size(const Game& game) const override { return size_of(game.as<HuntGame>()); }
    std::vector<Game> smaller(const Game& game) const override { return smaller_games(game.as<HuntGame>()); }
    bool each_by_size(const std::function<bool(Game)>& visit) const override {
        return queen_hunt::each_by_size(visit);
    }
};

}  // namespace

const puzzles::Puzzle& simplified() {
    static const Simplified puzzle;
    return puzzle;
}

}  // namespace zermelo::queen_hunt
