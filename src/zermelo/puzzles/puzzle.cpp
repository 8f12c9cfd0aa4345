// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/puzzle.hpp"

#include <fmt/format.h>

#include "zermelo/puzzles/game_decider.hpp"

namespace zermelo::puzzles {

bool Puzzle::begins_game(std::string_view, std::string_view) const { return false; }

std::unique_ptr<Decider> Puzzle::decider(const Options& options) const {
    return std::make_unique<GameDecider>(*this, options);
}

Result<std::unique_ptr<const Tables>> Puzzle::open_tables(const tablebase::TableFolder&) const {
    return failure(ErrorKind::bad_usage, fmt::format("tables for {}, which has none", name()));
}

std::uint64_t Puzzle::load(const Game&) const { return 0; }

Result<void> Puzzle::check(const Requirements&) const { return {}; }

bool Puzzle::each_by_size(const std::function<bool(Game)>&) const { return false; }

tl::unexpected<Error> not_found(std::string_view what, std::uint64_t tries) {
    return failure(
        ErrorKind::bad_usage,
        fmt::format("no {} found in {} tries, expected a requirement that is met more often", what, tries));
}

}  // namespace zermelo::puzzles
