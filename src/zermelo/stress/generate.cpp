// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/generate.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "zermelo/base/nearest.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/base/stop.hpp"

namespace zermelo::stress {

namespace {

using puzzles::Family;
using puzzles::Game;
using puzzles::Requirement;
using puzzles::Requirements;

/// The requirements that were made.
Requirement made(const Requirements& requirements) {
    Requirement result = Requirement::none;
    if (requirements.plies) result = result | Requirement::plies;
    if (requirements.men) result = result | Requirement::men;
    if (requirements.n) result = result | Requirement::n;
    if (requirements.pieces) result = result | Requirement::pieces;
    if (requirements.interpositions) result = result | Requirement::interpositions;
    return result;
}

std::string in_words(Requirement wanted) {
    std::string words;
    const auto add = [&](Requirement one, std::string_view name) {
        if (includes(wanted, one)) words += fmt::format("{}{}", words.empty() ? "" : ", ", name);
    };
    add(Requirement::plies, "plies");
    add(Requirement::men, "men");
    add(Requirement::n, "n");
    add(Requirement::pieces, "pieces");
    add(Requirement::interpositions, "interpositions");
    return words.empty() ? "none" : words;
}

/// The families to draw from in turn.
Result<std::vector<const Family*>> chosen(const puzzles::Puzzle& puzzle, const GenerationRequest& request) {
    const Requirement wanted = made(request.requirements);
    std::vector<const Family*> result;
    ZERMELO_CHECK(puzzle.check(request.requirements));
    if (request.family) {
        const Family* family = find_family(puzzle, *request.family);
        if (family == nullptr) {
            std::vector<std::string> known;
            for (const Family& each : puzzle.families()) known.emplace_back(each.name);
            return failure(
                ErrorKind::bad_usage,
                fmt::format("unknown family {} of {}{}", quoted(*request.family, 60, Unprintable::hex),
                            puzzle.name(), expected_one_of(*request.family, known)));
        }
        if (!includes(family->meets, wanted))
            return failure(ErrorKind::bad_usage,
                           fmt::format("{} with the family {}, expected of these: {}", in_words(wanted),
                                       family->name, in_words(family->meets)));
        result.push_back(family);
        return result;
    }
    Requirement known = Requirement::none;
    for (const Family& family : puzzle.families()) {
        known = known | family.meets;
        if (family.mixed && includes(family.meets, wanted)) result.push_back(&family);
    }
    if (!includes(known, wanted))
        return failure(ErrorKind::bad_usage, fmt::format("{} with {}, expected of these: {}",
                                                         in_words(wanted), puzzle.name(), in_words(known)));
    if (result.empty())
        return failure(
            ErrorKind::bad_usage,
            fmt::format("no family in the mix of {} meets all of {}, expected a requirement less, or "
                        "a family (`zermelo generate {} --list`)",
                        puzzle.name(), in_words(wanted), puzzle.name()));
    return result;
}

std::uint64_t count_of(const puzzles::Puzzle& puzzle, const GenerationRequest& request) {
    constexpr std::uint64_t in_a_mix = 100;
    if (request.games) return *request.games;
    const Family* family = request.family ? find_family(puzzle, *request.family) : nullptr;
    if (family == nullptr) return in_a_mix;
    return family->games != 0 ? family->games : puzzle.max_games();
}

puzzles::Options options_with(const std::stop_token& stop) {
    puzzles::Options options;
    options.stop = stop;
    return options;
}

/// A number for each name, so that the same seed gives every family other candidates (FNV-1a).
constexpr std::uint64_t number_of(std::string_view name) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return hash;
}

}  // namespace

const Family* find_family(const puzzles::Puzzle& puzzle, std::string_view name) {
    const auto all = puzzle.families();
    const auto found =
        std::find_if(all.begin(), all.end(), [name](const Family& family) { return family.name == name; });
    return found == all.end() ? nullptr : &*found;
}

bool RecentGames::add(const Game& game) {
    constexpr std::size_t small = 100;
    if (puzzle_.size(game).front() > small) return true;
    std::string text;
    puzzle_.write(game, text);
    const std::uint64_t print = XXH3_64bits(text.data(), text.size());
    if (older_.contains(print) || !newer_.insert(print).second) return false;
    if (newer_.size() == max_) {
        older_.swap(newer_);
        newer_.clear();
    }
    return true;
}

Result<GameStream> GameStream::open(const puzzles::Puzzle& puzzle, const GenerationRequest& request) {
    if (request.games == 0) return failure(ErrorKind::bad_usage, "0 games, expected at least 1");
    return chosen(puzzle, request).map([&](std::vector<const Family*>&& families) {
        return GameStream{puzzle, request, std::move(families)};
    });
}

GameStream::GameStream(const puzzles::Puzzle& puzzle, const GenerationRequest& request,
                       std::vector<const Family*> families)
    : puzzle_(&puzzle),
      requirements_(request.requirements),
      families_(std::move(families)),
      count_(count_of(puzzle, request)),
      solver_(puzzle.solver(options_with(request.stop))),
      stop_(request.stop),
      seeds_(request.seed),
      seed_(seeds_()),
      recent_(puzzle) {}

Result<Game> GameStream::draw_new(const Family& family) {
    constexpr int patience = 20;
    Random random{seed_ ^ number_of(family.name)};
    const puzzles::GameRequest request{random, requirements_, *solver_, puzzle_->max_load() / count_, stop_};
    auto game = family.make(request);
    for (int i = 0; i < patience && game && !recent_.add(*game); ++i) game = family.make(request);
    return game;
}

Result<Game> GameStream::next() {
    while (true) {
        ZERMELO_CHECK(unless_stopped(stop_));
        const std::size_t which = drawn_ % families_.size();
        auto game = draw_new(*families_[which]);
        if (game) {
            ++drawn_;
            seed_ = seeds_();
        } else if (families_.size() > 1) {
            families_.erase(families_.begin() + static_cast<std::ptrdiff_t>(which));
            continue;
        }
        return game;
    }
}

Result<std::vector<Game>> generate(const puzzles::Puzzle& puzzle, const GenerationRequest& request) {
    ZERMELO_TRY(auto stream, GameStream::open(puzzle, request));
    std::vector<Game> games;
    while (games.size() < stream.count()) {
        ZERMELO_TRY(auto game, stream.next());
        games.push_back(std::move(game));
    }
    return games;
}

}  // namespace zermelo::stress
