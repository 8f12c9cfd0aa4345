// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/played_game.hpp"

namespace zermelo::engine {

PlayedGame::PlayedGame(const AnyGameAt& start) { plies_.push_back(std::make_unique<Ply>(Ply{start})); }

PlayedGame::PlayedGame(const PlayedGame& other) : played_(other.played_) {
    plies_.reserve(played_ + 1);
    for (std::size_t ply = 0; ply <= played_; ++ply)
        plies_.push_back(std::make_unique<Ply>(*other.plies_[ply]));
}

void PlayedGame::play(Move move) {
    if (played_ + 1 == plies_.size()) add_ply();
    Ply& next = *plies_[played_ + 1];
    plies_[played_]->at.play(move, next.at);
    next.move = move;
    next.keyed = false;
    ++played_;
}

void PlayedGame::add_ply() { plies_.push_back(std::make_unique<Ply>(Ply{at()})); }

std::vector<Move> PlayedGame::moves() const {
    std::vector<Move> moves;
    moves.reserve(played_);
    for (std::size_t ply = 1; ply <= played_; ++ply) moves.push_back(plies_[ply]->move);
    return moves;
}

unsigned PlayedGame::occurrences() const {
    const Hash128& now = key();
    unsigned count = 1;
    for (std::size_t ply = 0; ply < played_; ++ply) count += key(ply) == now ? 1 : 0;
    return count;
}

std::optional<std::size_t> PlayedGame::plies_since_progress() const {
    for (std::size_t ply = played_; ply > 0; --ply)
        if (plies_[ply - 1]->at.is_progress(plies_[ply]->move)) return played_ - ply;
    return std::nullopt;
}

}  // namespace zermelo::engine
