// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/king_pawn/puzzle.hpp"

#include <fmt/format.h>

#include "zermelo/draw/text.hpp"
#include "zermelo/puzzles/king_pawn/decide.hpp"
#include "zermelo/puzzles/king_pawn/diagram.hpp"
#include "zermelo/puzzles/king_pawn/explanation.hpp"
#include "zermelo/puzzles/king_pawn/format.hpp"
#include "zermelo/puzzles/king_pawn/random.hpp"

namespace zermelo::king_pawn {

namespace {

using puzzles::Game;

constexpr puzzles::Description words{
    "cheesy", "BAPC 2006 preliminary and POJ 3455, \"Cheesy Chess\"",
    "Who wins king against pawn if White plays best?",
    "An 8×8 board. White has a king, Black a pawn; White moves first, nobody may pass. The king moves one "
    "step in\n"
    "any direction; the pawn moves exactly one step down and never captures. Squares are open, forbidden "
    "(nobody\n"
    "may enter) or dangerous (the pawn may enter, the king may not). The two squares diagonally below the "
    "pawn are\n"
    "dangerous too while it stands there. White wins by capturing the pawn, which needs the pawn's square "
    "to be\n"
    "open. If White is to move and has no move, Black wins. If the pawn is to move and cannot, Black wins "
    "on the\n"
    "bottom line and White elsewhere.",
    "The number of games; each game: 8 lines of 8 characters out of . F D, the top line first; `x y` of "
    "the\n"
    "king; `x y` of the pawn; x from the left and y from below, from 1. Verdict: White or Black."};

class CheesySolver final : public puzzles::Solver {
  public:
    Result<std::string> verdict(const Game& game) override {
        return std::string{name(winner(game.as<Position>()))};
    }
    Result<Json> members(const Game& game) override {
        const auto& position = game.as<Position>();
        return judgement_of(position, best_game(position));
    }
    Result<std::string> picture(const Game& game) override {
        const auto& position = game.as<Position>();
        const BestGame best = best_game(position);
        const std::string verdict = fmt::format("{}: {} ({})", name(best.winner), describe(best.end),
                                                puzzles::count_text(best.length.count(), "ply", "plies"));
        return draw::beside(board_text(position, best.walk), verdict, board_words(position, best.walk));
    }
    Result<puzzles::Explanation> explain(const Game& game) override {
        const auto& position = game.as<Position>();
        return explanation_of(position, best_game(position));
    }
};

class Cheesy final : public puzzles::Puzzle {
  public:
    const puzzles::Description& description() const override { return words; }
    std::uint64_t max_games() const override { return ~std::uint64_t{0}; }
    std::uint64_t fixed_lines() const override { return lines_a_game; }
    std::optional<puzzles::Shape> shape(std::string_view) const override {
        return puzzles::Shape{lines_a_game, 0};
    }
    bool begins_game(std::string_view previous, std::string_view line) const override {
        const auto is_place = [](std::string_view text) {
            return text.front() >= '0' && text.front() <= '9';
        };
        return is_place(previous) && !is_place(line);
    }
    Result<Game> read(puzzles::Reader& reader, puzzles::Limits*) const override {
        return read_game(reader).map([](const Position& position) { return Game{position}; });
    }
    void write(const Game& game, std::string& out) const override { write_game(game.as<Position>(), out); }

    std::unique_ptr<puzzles::Solver> solver(const puzzles::Options&) const override {
        return std::make_unique<CheesySolver>();
    }
    std::unique_ptr<puzzles::Decider> decider(const puzzles::Options& options) const override {
        return make_decider(*this, options);
    }

    puzzles::VerdictMatch match_verdict(std::string_view verdict) const override {
        const bool known = verdict == "White" || verdict == "Black";
        return known ? puzzles::VerdictMatch::whole : puzzles::VerdictMatch::none;
    }
    std::string_view verdicts() const override { return "White or Black"; }

    Game random_game(Random& random, const puzzles::GameBounds& bounds) const override {
        return Game{random_position(random, bounds.most[0])};
    }
    puzzles::Measures measures() const override { return {{{"marks", 0}, {}}}; }
    std::span<const puzzles::Family> families() const override { return king_pawn::families(); }
    puzzles::Size size(const Game& game) const override { return size_of(game.as<Position>()); }
    std::vector<Game> smaller(const Game& game) const override { return smaller_games(game.as<Position>()); }
    bool each_by_size(const std::function<bool(Game)>& visit) const override {
        return king_pawn::each_by_size(visit);
    }
};

}  // namespace

const puzzles::Puzzle& cheesy() {
    static const Cheesy puzzle;
    return puzzle;
}

}  // namespace zermelo::king_pawn
