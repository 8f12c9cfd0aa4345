// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/placements.hpp"
#include "zermelo/puzzles/queen_hunt/puzzle.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"

namespace zermelo::queen_hunt {

namespace {

using puzzles::Game;

/// Both armies, man by man, and what `size_of` says of the men's kinds.
struct Men {
    std::vector<std::pair<Color, Kind>> men{};
    std::vector<bool> twins{};
    std::uint64_t weight = 0;

    void add(Color color, Kind kind, unsigned count) {
        for (unsigned i = 0; i < count; ++i) {
            men.emplace_back(color, kind);
            twins.push_back(i > 0);
            weight += weight_of(kind);
        }
    }
};

std::vector<Men> all_men() {
    std::vector<Men> all;
    for (const ArmyCounts& white : all_armies)
        for (const ArmyCounts& black : all_armies) {
            Men& men = all.emplace_back();
            for (const auto& [color, army] :
                 {std::pair{Color::white, white}, std::pair{Color::black, black}}) {
                men.add(color, Kind::queen, 1);
                men.add(color, Kind::rook, army.rooks);
                men.add(color, Kind::bishop, army.bishops);
                men.add(color, Kind::knight, army.knights);
            }
        }
    return all;
}

bool each_placed(const puzzles::Placements& board, const Men& men, std::uint64_t sum, Plies bound,
                 const std::function<bool(Game)>& visit) {
    return board.each(men.twins, sum, [&](std::span<const zermelo::Square> squares) {
        Placement placement;
        for (std::size_t i = 0; i < squares.size(); ++i)
            placement.add(men.men[i].first, men.men[i].second, Square{squares[i]});
        return visit(Game{HuntGame{*placement.position(), bound}});
    });
}

}  // namespace

bool each_by_size(const std::function<bool(Game)>& visit) {
    const puzzles::Placements board{puzzles::distances_from_corner<Board>};
    const std::vector<Men> all = all_men();
    const std::uint64_t max_weight = weight_of(Kind::queen) * 2 * max_pieces;
    // The numbers of `size_of`, from the first to the last.
    for (std::size_t count = 2; count <= 2 * max_pieces; ++count)
        for (Plies bound{1}; bound <= max_statement_plies; bound = Plies{bound.count() + 1})
            for (std::uint64_t weight = 0; weight <= max_weight; ++weight)
                for (std::uint64_t sum = 0; sum <= board.max_sum(count); ++sum)
                    for (const Men& men : all)
                        if (men.men.size() == count && men.weight == weight &&
                            !each_placed(board, men, sum, bound, visit))
                            return false;
    return true;
}

}  // namespace zermelo::queen_hunt
