// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/played_line.hpp"

namespace zermelo::engine {

PlayedLine::PlayedLine(const AnyGameAt& start) {
    plies_.push_back(std::make_unique<Ply>(Ply{start}));
    now_ = plies_.front().get();
}

PlayedLine::PlayedLine(const PlayedLine& other) : PlayedLine(other.plies_.front()->at) {
    for (std::size_t number = 1; number <= other.plies(); ++number) play(other.plies_[number]->move);
}

const AnyGameAt& PlayedLine::play(Move move) {
    if (now_->next == nullptr) add_ply();
    Ply& next = *now_->next;
    now_->at.play(move, next.at);
    next.move = move;
    next.keyed = false;
    now_ = &next;
    return next.at;
}

void PlayedLine::add_ply() {
    plies_.push_back(std::make_unique<Ply>(Ply{now_->at, now_->number + 1, now_}));
    now_->next = plies_.back().get();
}

const Hash128& PlayedLine::key(Ply& ply) {
    if (!ply.keyed) {
        const Ply* const before = ply.before;
        ply.key = before != nullptr && before->keyed ? ply.at.key_after(before->at, before->key, ply.move)
                                                     : ply.at.key();
        ply.keyed = true;
    }
    return ply.key;
}

std::vector<Move> PlayedLine::moves() const {
    std::vector<Move> moves;
    moves.reserve(plies());
    for (std::size_t number = 1; number <= plies(); ++number) moves.push_back(plies_[number]->move);
    return moves;
}

unsigned PlayedLine::occurrences() const {
    const Hash128& now = key();
    unsigned count = 0;
    for (Ply* ply = now_; ply != nullptr; ply = ply->before) count += key(*ply) == now ? 1 : 0;
    return count;
}

std::optional<std::size_t> PlayedLine::plies_since_progress() const {
    for (const Ply* ply = now_; ply->before != nullptr; ply = ply->before)
        if (ply->before->at.is_progress(ply->move)) return now_->number - ply->number;
    return std::nullopt;
}

}  // namespace zermelo::engine
