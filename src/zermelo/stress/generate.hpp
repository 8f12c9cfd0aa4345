// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::stress {

/// What to generate. The same puzzle and request give the same games on every machine.
struct GenerationRequest {
    std::uint64_t seed = 1;
    std::optional<std::string_view> family;  ///< a mix of all that meet the requirements if absent
    std::optional<std::uint64_t> games;      ///< the family's own number if absent, 100 for a mix
    puzzles::Requirements requirements;
    std::stop_token stop = {};  ///< a request to draw no more: an error then
};

/// Games that were drawn already: small families would give the same ones often. It remembers a fingerprint
/// of each of the last `most` games at least, and of less than twice as many: some 40 MB.
class RecentGames {
  public:
    explicit RecentGames(const puzzles::Puzzle& puzzle, std::size_t most = std::size_t{1} << 19U)
        : puzzle_(puzzle), max_(most) {}
    /// Whether the game is none of those remembered; then it is one of them. Large games, which no two draws
    /// make alike, are not looked at.
    bool add(const puzzles::Game& game);

  private:
    const puzzles::Puzzle& puzzle_;
    std::size_t max_;
    // When there are this number of newer ones, they become the older ones, and those are forgotten.
    std::unordered_set<std::uint64_t> newer_;
    std::unordered_set<std::uint64_t> older_;
};

/// The games of a request, one after the other, in memory that does not grow with their number. Within the
/// statement's bounds unless the request itself goes beyond them.
///
/// Each game is drawn from a seed of its own, and none is one of the last half million before it unless new
/// ones are hard to find. A mix goes on without a family that finds no game.
class GameStream {
  public:
    /// Errors (`ErrorKind::bad_usage`): an unknown family, a requirement that it or no game can meet. The
    /// puzzle, and the family's name in the request, must outlive the stream.
    static Result<GameStream> open(const puzzles::Puzzle& puzzle, const GenerationRequest& request);

    /// How many games there are in all.
    std::uint64_t count() const { return count_; }
    /// The next game. Precondition: fewer than `count()` were drawn. Errors: those of `Family::make`.
    Result<puzzles::Game> next();

  private:
    GameStream(const puzzles::Puzzle& puzzle, const GenerationRequest& request,
               std::vector<const puzzles::Family*> families);
    /// A game that has not been drawn before, unless it takes long to find one.
    Result<puzzles::Game> draw_new(const puzzles::Family& family);

    const puzzles::Puzzle* puzzle_;
    puzzles::Requirements requirements_;
    std::vector<const puzzles::Family*> families_;  // from which games are drawn in turn
    std::uint64_t count_;
    std::uint64_t drawn_ = 0;
    std::unique_ptr<puzzles::Solver> solver_;
    std::stop_token stop_;
    Random seeds_;
    std::uint64_t seed_;
    RecentGames recent_;
};

/// All games of a request. Errors: those of `GameStream`.
Result<std::vector<puzzles::Game>> generate(const puzzles::Puzzle& puzzle, const GenerationRequest& request);

/// The family called `name`, or nothing.
const puzzles::Family* find_family(const puzzles::Puzzle& puzzle, std::string_view name);

}  // namespace zermelo::stress
