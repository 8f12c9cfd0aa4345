// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "zermelo/base/hash128.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/play/evaluation.hpp"
#include "zermelo/search/budget.hpp"

namespace zermelo::play {

/// What the history of a game remembers of a position.
struct Past {
    Hash128 key;
    bool in_check = false;  ///< the side to move
};

/// What a search knows of positions that others may come to again: scores of what is left to search, and the
/// move to try first. It begins small and grows up to a size. One thread.
class Scores {
  public:
    enum class Kind : std::uint8_t { none, exact, at_least, at_most };
    struct Entry {
        std::uint64_t key = 0;
        std::int16_t score = 0;
        std::uint8_t depth = 0;
        Kind kind = Kind::none;
        engine::Move move{};
    };

    explicit Scores(std::size_t bytes) : max_(bytes / sizeof(Entry)) {}

    const Entry* find(const Hash128& key) const;
    void keep(const Hash128& key, Entry entry);

  private:
    void grow();

    std::size_t max_;
    std::size_t filled_ = 0;
    std::vector<Entry> entries_;
};

/// A search of captures and material by alpha and beta, ever deeper: the best move by `Evaluation`, as far as
/// is seen. It proves nothing. One thread.
///
/// What a depth means: every move is looked at for as many plies, a ply more after each check, and then
/// captures alone, for at most `loud_plies()`, while who has a move that is better than any capture may make
/// it. A position that has come before counts as the rules have it at the last repetition. Below a depth of
/// `exact_depth` that is exact; from there on moves that seldom matter are looked at less deeply.
template <typename Bits>
class Search {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;
    using Move = engine::Move;

    static constexpr unsigned max_depth = 60;
    static constexpr unsigned exact_depth = 3;
    static constexpr unsigned max_loud_plies = 8;
    /// Where there are more men captures answer captures almost without end.
    static constexpr unsigned many_men = 48;
    static constexpr unsigned few_loud_plies = 2;
    /// In this number of them who is in check looks at all moves.
    static constexpr unsigned loud_checks = 4;

    /// A move of the position that is searched.
    struct RootMove {
        Move move{};
        /// What is known of it otherwise: it counts as no less and no more. Where both are the same it is not
        /// looked at.
        Score least = -won_at_once;
        Score most = won_at_once;
        Score score = 0;           ///< for who makes it; of all but the best, no less than it is worth
        std::vector<Move> line{};  ///< what was expected after it, itself first, when it was the best
    };

    /// The table takes at most this number of bytes.
    Search(const Game& game, std::size_t bytes) : game_(game), evaluation_(game), scores_(bytes) {}

    const Game& game() const { return game_; }
    const Evaluation<Bits>& evaluation() const { return evaluation_; }

    /// Begins with a position: its legal moves, or some of them. `before`: the positions of the game before
    /// it, the latest last.
    void begin(const Position& root, std::vector<Past> before);
    /// For how many plies captures are looked at from this position on.
    unsigned loud_plies() const { return loud_plies_; }
    /// Looks at some legal moves of it to a depth, and puts the best `lines` first, in order. False: the
    /// budget has ended before; then the moves are in the order of what was found so far. A move takes a
    /// node. Precondition: every smaller depth was looked at.
    bool look(std::vector<RootMove>& moves, unsigned depth, std::size_t lines, search::Budget& budget);

  private:
    /// A move and how soon to try it.
    struct Scored {
        Move move;
        std::int32_t order;
    };
    static constexpr unsigned max_ply = 100;
    struct Ply {
        std::vector<Scored> moves;
        std::array<Move, 2> killers{};
        std::vector<Move> line;
    };

    Score look(const Position& p, int depth, unsigned ply, Score alpha, Score beta, bool may_pass);
    Score look_at_captures(const Position& p, unsigned left, unsigned ply, Score alpha, Score beta);
    /// Whether the position has come before, and then what that is worth to the side to move.
    std::optional<Score> repeated(Color to_move, unsigned ply) const;
    Score ended(const Position& p, unsigned ply) const;
    /// Writes what is expected: a move, and what was found for the ply after it.
    void expect(Move m, unsigned next, std::vector<Move>& line) const;
    bool stopped();
    void put_in_order(const Position& p, const engine::MoveList& moves, unsigned ply, const Move* first);
    /// The move to try next, which is then taken away.
    Move next(std::vector<Scored>& moves, std::size_t number) const;
    void reward(const Position& p, Move m, unsigned ply, int depth);
    std::int32_t& rewarded(const Position& p, Move m);

    Game game_;
    Evaluation<Bits> evaluation_;
    Scores scores_;
    Position root_;
    unsigned loud_plies_ = max_loud_plies;
    std::vector<Past> path_;  // the game, and then the line that is looked at
    std::size_t begun_ = 0;   // how many of them are the game's
    search::Budget* budget_ = nullptr;
    std::uint64_t granted_ = 0;
    bool stopped_ = false;
    std::array<Ply, max_ply + 2> plies_;
    std::vector<std::int32_t> rewards_;  // by man and where it goes
};

extern template class Search<std::uint64_t>;
extern template class Search<Bits256>;

}  // namespace zermelo::play
