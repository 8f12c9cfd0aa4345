// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>

#include "zermelo/board/square.hpp"
#include "zermelo/board/square_set.hpp"

namespace zermelo {

/// A column of a board, counted from 0 at the left. Never converts to a `Rank` or to a number by itself.
class File {
  public:
    constexpr explicit File(unsigned index) : index_(static_cast<std::uint8_t>(index)) {}
    constexpr unsigned index() const { return index_; }
    friend constexpr auto operator<=>(File, File) = default;

  private:
    std::uint8_t index_;
};

/// A row of a board, counted from 0 at White's side (the bottom of a diagram).
class Rank {
  public:
    constexpr explicit Rank(unsigned index) : index_(static_cast<std::uint8_t>(index)) {}
    constexpr unsigned index() const { return index_; }
    friend constexpr auto operator<=>(Rank, Rank) = default;

  private:
    std::uint8_t index_;
};

/// The shape of a board of fixed size: its squares, and the squares that lie together.
///
/// Square (file, rank) has index rank × Width + file, so that a1 is 0. All of it is `constexpr`.
template <unsigned Width, unsigned Height, std::unsigned_integral Bits>
struct Geometry {
    static_assert(Width * Height <= sizeof(Bits) * 8);
    static constexpr unsigned width = Width;
    static constexpr unsigned height = Height;
    static constexpr unsigned square_count = Width * Height;
    using Set = SquareSet<Bits>;

    /// One square of this board: a square that knows its file and rank. There is no square off the board:
    /// `at` refuses it.
    class Square : public zermelo::Square {
      public:
        /// Precondition: it lies on the board.
        constexpr explicit Square(zermelo::Square square) : zermelo::Square(square) {}
        /// Precondition: both lie on the board.
        constexpr Square(File f, Rank r) : zermelo::Square(r.index() * Width + f.index()) {}
        static constexpr std::optional<Square> at(int file, int rank) {
            if (file < 0 || rank < 0 || file >= static_cast<int>(Width) || rank >= static_cast<int>(Height))
                return std::nullopt;
            return Square{File{static_cast<unsigned>(file)}, Rank{static_cast<unsigned>(rank)}};
        }
        /// Precondition: index < square_count.
        static constexpr Square from_index(unsigned index) { return Square{zermelo::Square{index}}; }

        constexpr File file() const { return File{this->index() % Width}; }
        constexpr Rank rank() const { return Rank{this->index() / Width}; }
        constexpr Set set() const { return Set::of(*this); }
        friend constexpr auto operator<=>(Square, Square) = default;
    };

    static constexpr Set all() {
        Set s;
        for (const zermelo::Square square : BoardSquares{square_count}) s |= Set::of(square);
        return s;
    }

    static constexpr Set file_set(File f) {
        Set s;
        for (unsigned r = 0; r < Height; ++r) s |= Square{f, Rank{r}}.set();
        return s;
    }

    static constexpr Set rank_set(Rank r) {
        Set s;
        for (unsigned f = 0; f < Width; ++f) s |= Square{File{f}, r}.set();
        return s;
    }

    /// The squares that a leaper of the given steps reaches from `from` on an empty board.
    template <std::size_t N>
    static constexpr Set leaps(Square from, const std::array<std::array<int, 2>, N>& steps) {
        Set s;
        for (const auto& step : steps) {
            const auto to = Square::at(static_cast<int>(from.file().index()) + step[0],
                                       static_cast<int>(from.rank().index()) + step[1]);
            if (to) s |= to->set();
        }
        return s;
    }

    /// The squares that a rider in the given directions reaches from `from` where `occupied` squares
    /// stop it; the first occupied square on each ray is included. Cost: O(rays × length).
    template <std::size_t N>
    static constexpr Set rides(Square from, Set occupied,
                               const std::array<std::array<int, 2>, N>& directions) {
        Set s;
        for (const auto& d : directions) {
            auto to = Square::at(static_cast<int>(from.file().index()) + d[0],
                                 static_cast<int>(from.rank().index()) + d[1]);
            while (to) {
                s |= to->set();
                if (occupied.contains(*to)) break;
                to = Square::at(static_cast<int>(to->file().index()) + d[0],
                                static_cast<int>(to->rank().index()) + d[1]);
            }
        }
        return s;
    }
};

/// The steps of the orthodox pieces, as (files, ranks).
inline constexpr std::array<std::array<int, 2>, 4> orthogonal_steps{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
inline constexpr std::array<std::array<int, 2>, 4> diagonal_steps{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
inline constexpr std::array<std::array<int, 2>, 8> king_steps{
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
inline constexpr std::array<std::array<int, 2>, 8> knight_steps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

}  // namespace zermelo
