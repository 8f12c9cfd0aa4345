// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/unmoves.hpp"

namespace zermelo::tablebase {

template <typename Bits>
Unmoves<Bits>::Unmoves(const engine::CompiledRules<Bits>& compiled) : compiled_(compiled) {
    const unsigned squares = compiled.squares;
    for (const Color c : both_colors)
        for (const rules::PieceKind k : compiled.kinds()) {
            const engine::PieceMoves<Bits>& piece = compiled.piece_moves(c, k);
            Back b;
            if (!piece.leaps.empty()) {
                b.quiet_leaps.resize(squares);
                b.capture_leaps.resize(squares);
                for (const Square s : BoardSquares{squares}) {
                    for (Set to = piece.leaps[s.index()].quiet; to.any();)
                        b.quiet_leaps[to.take_first().index()] |= Set::of(s);
                    for (Set to = piece.leaps[s.index()].capture; to.any();)
                        b.capture_leaps[to.take_first().index()] |= Set::of(s);
                }
            }
            for (const auto& lame : piece.lame) {
                std::vector<LameLeap> by_target(squares);
                for (const Square s : BoardSquares{squares})
                    if (lame.by_square[s.index()].to.any())
                        by_target[lame.by_square[s.index()].to.first().index()] = {
                            Set::of(s), lame.by_square[s.index()].path};
                if (lame.quiet) b.quiet_lame.push_back(by_target);
                if (lame.capture) b.capture_lame.push_back(by_target);
            }
            for (const auto& ride : piece.rides) {
                const Ray back{ride.line, ride.down, ride.up};
                if (ride.quiet) b.quiet_rays.push_back(back);
                if (ride.capture) b.capture_rays.push_back(back);
            }
            backs_[c].push_back(std::move(b));
        }
}

template class Unmoves<std::uint64_t>;
template class Unmoves<Bits256>;

}  // namespace zermelo::tablebase
