// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/game.hpp"

#include <utility>

#include "zermelo/api/internals.hpp"
#include "zermelo/engine/played_game.hpp"
#include "zermelo/library/compiled_game.hpp"

namespace zermelo {

struct Game::State {
    engine::PlayedGame played;
    std::uint64_t full_moves;  ///< at the start
};

Game::Game(const Variant& variant) : Game(Position::start(variant)) {}

Game::Game(const Position& start)
    : AnyPosition(start),
      state_(new State{engine::PlayedGame{Internals::of(start).at, Internals::of(start).half_moves,
                                          Internals::of(start).counting_limit},
                       Internals::of(start).full_moves}) {
    holds(state_->played);
}

Game::Game(const Game& other) : AnyPosition(other), state_(new State{*other.state_}) {
    holds(state_->played);
}

Game& Game::operator=(const Game& other) {
    if (this == &other) return *this;
    auto copy = std::make_unique<State>(*other.state_);
    AnyPosition::operator=(other);
    state_ = std::move(copy);
    holds(state_->played);
    return *this;
}

Game::~Game() = default;

Result<void> Game::play(Move move) {
    ZERMELO_CHECK(library::check_legal(at(), move));
    ZERMELO_CHECK(library::check_goes_on(state_->played));
    play_unchecked(move);
    return {};
}

Result<void> Game::play(std::string_view uci) {
    ZERMELO_TRY(const Move move, of_uci(uci));
    ZERMELO_CHECK(library::check_goes_on(state_->played));
    play_unchecked(move);
    return {};
}

void Game::play_unchecked(Move move) { moved_to(state_->played.play(move)); }

bool Game::unplay() {
    const bool taken_back = state_->played.unplay();
    moved_to(state_->played.at());
    return taken_back;
}

std::optional<Move> Game::last_move() const { return state_->played.last_move(); }
std::size_t Game::plies_played() const { return state_->played.plies(); }
std::vector<Move> Game::moves_played() const { return state_->played.moves(); }
unsigned Game::occurrences() const { return state_->played.occurrences(); }

std::optional<GameEnd> Game::end() const { return state_->played.end(); }
std::uint64_t Game::plies_without_progress() const { return state_->played.without_progress(); }
std::optional<Counting> Game::counting() const { return state_->played.counting(); }

Position Game::position() const {
    return Internals::position(
        library::position_of(Internals::variant_of(*this), state_->played, state_->full_moves));
}

}  // namespace zermelo
