// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "zermelo/game/value.hpp"
#include "zermelo/plies.hpp"

namespace zermelo::tablebase {

/// How tables write values into bytes: 0 is a draw; even numbers are wins of the side to move, odd ones
/// losses, the greater the longer.
///
/// Where every win takes an odd number of plies and every loss an even one (nobody wins without a move), the
/// distance is the byte less one; elsewhere it is half of that, rounded down.
class ValueEncoding {
  public:
    static constexpr std::uint8_t draw = 0;
    /// The greatest byte that is a value. What is above may mark entries while tables are made.
    static constexpr std::uint8_t last = 253;

    constexpr explicit ValueEncoding(bool by_parity) : by_parity_(by_parity) {}

    constexpr bool by_parity() const { return by_parity_; }
    static constexpr bool is_win(std::uint8_t byte) { return byte != 0 && byte <= last && byte % 2 == 0; }
    static constexpr bool is_loss(std::uint8_t byte) { return byte <= last && byte % 2 == 1; }

    /// The bytes of a win and of a loss, or nothing if they do not fit. Precondition: by parity, a win's
    /// distance is odd and a loss's even.
    constexpr std::optional<std::uint8_t> win(std::uint64_t plies) const { return fit(plies, 1); }
    constexpr std::optional<std::uint8_t> loss(std::uint64_t plies) const { return fit(plies, 0); }
    /// The longest distance that fits.
    constexpr std::uint64_t longest() const { return by_parity_ ? last - 1U : (last - 1U) / 2 - 1; }

    /// Precondition: a win or a loss.
    constexpr unsigned plies(std::uint8_t byte) const { return by_parity_ ? byte - 1U : (byte - 1U) / 2; }
    /// What a child's win or loss is worth to its parent by this move: a ply more, the other way round.
    constexpr unsigned parent(std::uint8_t byte) const {
        return by_parity_ || byte % 2 == 0 ? byte + 1U : byte + 3U;
    }

    /// The byte of a game that is over.
    constexpr std::uint8_t ended(game::Outcome outcome) const {
        return outcome == game::Outcome::draw ? draw : *fit(0, outcome == game::Outcome::win ? 1 : 0);
    }

    constexpr game::Value value(std::uint8_t byte) const {
        if (byte == draw) return {};
        return {is_win(byte) ? game::Outcome::win : game::Outcome::loss, Plies{plies(byte)}};
    }
    friend constexpr bool operator==(ValueEncoding, ValueEncoding) = default;

  private:
    constexpr std::optional<std::uint8_t> fit(std::uint64_t plies, std::uint64_t won) const {
        if (plies > longest()) return std::nullopt;
        return static_cast<std::uint8_t>(by_parity_ ? plies + 1 : 2 * plies + 1 + won);
    }
    bool by_parity_;
};

/// What the children of a position make of it: the shortest win that a move leads to, or else the longest
/// loss, if none is a draw.
class BestOf {
  public:
    constexpr explicit BestOf(ValueEncoding encoding) : encoding_(encoding) {}

    /// Takes the byte of one more child.
    constexpr void add(std::uint8_t child) {
        if (child == ValueEncoding::draw)
            draw_ = true;
        else if (ValueEncoding::is_loss(child))
            win_ = win_ == 0 ? encoding_.parent(child) : std::min(win_, encoding_.parent(child));
        else
            loss_ = std::max(loss_, encoding_.parent(child));
    }
    /// Whether a child was a draw.
    constexpr bool draw() const { return draw_; }
    /// The bytes of the shortest win and of the longest loss so far; 0: none. Above `ValueEncoding::last`
    /// they do not fit.
    constexpr unsigned win() const { return win_; }
    constexpr unsigned loss() const { return loss_; }
    /// The position's byte, all children taken; a draw without any.
    constexpr unsigned value() const { return win_ != 0 ? win_ : draw_ ? ValueEncoding::draw : loss_; }

  private:
    ValueEncoding encoding_;
    unsigned win_ = 0;
    unsigned loss_ = 0;
    bool draw_ = false;
};

}  // namespace zermelo::tablebase
