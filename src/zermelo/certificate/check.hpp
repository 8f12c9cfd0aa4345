// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/certificate/certificate.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/plies.hpp"

namespace zermelo::certificate {

/// A game whose positions and moves are texts: all that the checker knows about it, and believes.
class TextGame {
  public:
    struct Move {
        std::string text;
        std::string position;  ///< where it leads to
    };
    struct View {
        std::optional<game::Outcome> end;  ///< for the side to move, if the game is over
        std::vector<Move> moves;           ///< every legal move once, no two with the same text; none if over
    };

    virtual ~TextGame() = default;
    virtual std::string variant() const = 0;
    /// A text that no other rules have.
    virtual std::string hash() const = 0;
    /// A position. The same position always has the same text, and no other position has it.
    /// Errors: the text is not one of a legal position, or not as `Move::position` has it.
    virtual Result<View> view(std::string_view position) const = 0;
};

/// What a certificate was found to prove of a position: a win or a loss within a number of plies, that there
/// is none of either of any length, or both of these, which is a draw.
struct Proved {
    std::string position;
    game::Bounds bounds;
    std::size_t nodes = 0;
};

/// Checks a certificate without searching and without believing anything that it says, while its text comes:
/// write the text to it in pieces, then `finish`.
///
/// It proves that a side, the attacker, wins in at most that number of plies; it is not a proof that there is
/// no shorter win. Or it proves that it has no win: whatever it does, the other side has a move that leads
/// back to a position of the certificate, or the game is over and not won. One of no win of the side to move
/// may be followed by one of no win of the other side in the same position. Errors (bad_input, with the
/// line): those of `Reader`; other rules; at a node: an illegal position, a game that is not over, or over
/// and not won, where that is claimed, or won where no win is; an illegal move; a move left out or doubled; a
/// node that is not there, or not where the move leads to; of a win, a length that does not follow from those
/// of the nodes below (so cycles have no place); a node that the first one does not lead to; and what `find`
/// returns.
///
/// Cost: one list of moves a node. Memory: the text of each position once, some 30 bytes a node and four a
/// move; some 60 more of a node while it is known only from moves. Nothing of the header's numbers is taken.
class Checker : public Sink {
  public:
    /// The game of a certificate's header, or why there is none.
    using Find = std::function<Result<std::unique_ptr<const TextGame>>(const Header&)>;
    explicit Checker(Find find)
        : find_(std::move(find)),
          reader_([this](const Header& header) { return begin(header); },
                  [this](const Node& node) { return add(node); }) {}
    Checker(const Checker&) = delete;
    Checker& operator=(const Checker&) = delete;
    ~Checker() override = default;

    Result<void> write(std::string_view bytes) override { return reader_.write(bytes); }
    /// What was written is all.
    Result<Proved> finish() const;

  private:
    /// A position of the certificate: whose number came as that of a line, or of a move's end.
    struct Place {
        const char* text = nullptr;
        std::uint32_t length = 0;
        Side to_move = Side::attacker;
        std::string_view position() const { return {text, length}; }
    };
    struct Known {
        Place place;
        std::uint32_t plies;
        std::uint32_t first_edge;  ///< fewer than 2^30 fit into a certificate
    };

    Result<void> begin(const Header& header);
    Result<void> end_of_first(const Header& next);
    tl::unexpected<Error> at(std::size_t node, std::string message) const;
    Result<void> add(const Node& node);
    Result<void> look_at(const Node& node);
    Result<void> lead(const TextGame::Move& move, const Edge& edge, Side to_move);
    /// What the nodes prove when all of them are there.
    Result<game::Bounds> claim() const;
    Result<void> lengths_follow() const;
    Result<void> all_are_reached() const;
    Place kept(std::string_view position, Side to_move);
    template <typename F>
    void for_each_child(std::size_t node, F&& f) const;

    Find find_;
    Reader reader_;
    std::unique_ptr<const TextGame> game_;
    Header header_;
    std::size_t before_ = 0;  ///< lines of the first certificate, where this is the second
    game::Bounds proved_;     ///< by the first
    std::pmr::monotonic_buffer_resource texts_;
    // Nothing in these is moved while they grow.
    std::deque<Known> nodes_;
    std::deque<std::uint32_t> edges_;                    ///< where the edges of all nodes in turn lead
    std::unordered_map<std::uint32_t, Place> promised_;  ///< where moves lead whose line has not come yet
};

}  // namespace zermelo::certificate
