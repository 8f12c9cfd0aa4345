// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "zermelo/base/parse_number.hpp"
#include "zermelo/puzzles/explanation.hpp"
#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::testing {

/// A puzzle of the tests' own, written as a newcomer would: it takes every promise of `puzzles::Puzzle` at
/// its word. A game is a number of heaps, and a line with the stones of each; who takes the last stone wins.
class Heaps final : public puzzles::Puzzle {
  public:
    using Stones = std::vector<std::uint64_t>;  ///< in each heap
    static constexpr std::uint64_t max_heaps = 4;
    static constexpr std::uint64_t max_stones = 12;

    const puzzles::Description& description() const override {
        static constexpr puzzles::Description words{"heaps", "These tests", "Who takes the last stone?",
                                                    "Each side takes stones from one heap in turn.",
                                                    "g, then g games: a number of heaps, and a line with the "
                                                    "stones of each. Verdict: first or second."};
        return words;
    }
    std::uint64_t max_games() const override { return 1000; }
    std::optional<puzzles::Shape> shape(std::string_view first_line) const override {
        const std::size_t begin = first_line.find_first_not_of(" \t");
        const std::size_t end = first_line.find_last_not_of(" \t") + 1;
        const auto heaps = parse_number(first_line.substr(begin, end - begin));
        if (!heaps || *heaps < 1 || *heaps > max_heaps) return std::nullopt;
        return puzzles::Shape{1 + *heaps, *heaps};
    }
    Result<puzzles::Game> read(puzzles::Reader& reader, puzzles::Limits*) const override {
        ZERMELO_CHECK(reader.open_line("a game"));
        ZERMELO_TRY(const auto heaps, reader.number("the number of heaps", 1, max_heaps));
        ZERMELO_CHECK(reader.close_line());
        Stones stones;
        while (stones.size() < heaps) {
            ZERMELO_CHECK(reader.next_line("a heap"));
            ZERMELO_TRY(const auto heap, reader.number("the number of stones", 1, max_stones));
            ZERMELO_CHECK(reader.close_line());
            stones.push_back(heap);
        }
        return puzzles::Game{stones};
    }
    void write(const puzzles::Game& game, std::string& out) const override {
        out += fmt::format("{}\n", game.as<Stones>().size());
        for (const std::uint64_t heap : game.as<Stones>()) out += fmt::format("{}\n", heap);
    }
    std::unique_ptr<puzzles::Solver> solver(const puzzles::Options&) const override {
        return std::make_unique<HeapsSolver>();
    }
    puzzles::VerdictMatch match_verdict(std::string_view words) const override {
        return words == "first" || words == "second" ? puzzles::VerdictMatch::whole
                                                     : puzzles::VerdictMatch::none;
    }
    std::string_view verdicts() const override { return "first or second"; }
    puzzles::Game random_game(Random& random, const puzzles::GameBounds&) const override {
        Stones stones(1 + random.below(max_heaps));
        for (std::uint64_t& heap : stones) heap = 1 + random.below(max_stones);
        return puzzles::Game{stones};
    }
    std::uint64_t load(const puzzles::Game& game) const override { return game.as<Stones>().size(); }
    puzzles::Size size(const puzzles::Game& game) const override { return {game.as<Stones>().size()}; }
    std::vector<puzzles::Game> smaller(const puzzles::Game&) const override { return {}; }

  private:
    class HeapsSolver final : public puzzles::Solver {
      public:
        Result<std::string> verdict(const puzzles::Game& game) override {
            std::uint64_t sum = 0;
            for (const std::uint64_t heap : game.as<Stones>()) sum ^= heap;
            return std::string{sum != 0 ? "first" : "second"};
        }
        Result<Json> members(const puzzles::Game& game) override {
            return verdict(game).map([](std::string&& said) { return Json{{"verdict", said}}; });
        }
        Result<std::string> picture(const puzzles::Game& game) override {
            std::string out;
            for (const std::uint64_t heap : game.as<Stones>()) out += std::string(heap, 'o') + '\n';
            return verdict(game).map([&](std::string&& said) { return out + said + '\n'; });
        }
        Result<puzzles::Explanation> explain(const puzzles::Game& game) override {
            puzzles::Explanation out;
            ZERMELO_TRY(out.verdict, verdict(game));
            return out;
        }
    };
};

}  // namespace zermelo::testing
