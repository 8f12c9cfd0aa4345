// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "zermelo/engine/move.hpp"

namespace zermelo::engine {

/// Where generated moves go: into a list,
struct ListSink {
    MoveList& list;
    template <typename Set>
    void plain(Square from, Set to) {
        while (to.any()) add(from, to.take_first(), 0);
    }
    template <typename Set>
    void promote(Square from, Set to, char letter) {
        while (to.any()) add(from, to.take_first(), letter);
    }
    template <typename Set>
    void drop(Set to, char letter, Move::Type type) {
        while (to.any()) {
            const Square at = to.take_first();
            list.push_back({at, at, letter, type});
        }
    }
    void special(Move m) { list.push_back(m); }
    /// A move with each of some squares for what it brings besides.
    template <typename Set>
    void gated(Move m, char what, Set gates) {
        m.gated = what;
        while (gates.any()) {
            m.gate = gates.take_first();
            list.push_back(m);
        }
    }
    static constexpr bool one_is_enough = false;
    static bool done() { return false; }

  private:
    void add(Square from, Square to, char promotion) {
        list.push_back({from, to, promotion, Move::Type::normal});
    }
};

/// or into their number,
struct CountSink {
    std::uint64_t count = 0;
    template <typename Set>
    void plain(Square, const Set& to) {
        count += to.size();
    }
    template <typename Set>
    void promote(Square, const Set& to, char) {
        count += to.size();
    }
    template <typename Set>
    void drop(const Set& to, char, Move::Type) {
        count += to.size();
    }
    void special(Move) { ++count; }
    template <typename Set>
    void gated(Move, char, const Set& gates) {
        count += gates.size();
    }
    static constexpr bool one_is_enough = false;
    static bool done() { return false; }
};

/// or only into one of them.
struct AnySink {
    bool found = false;
    Move move{};  ///< it, if one is found
    template <typename Set>
    void plain(Square from, const Set& to) {
        if (to.any()) special({from, to.first(), 0, Move::Type::normal});
    }
    template <typename Set>
    void promote(Square from, const Set& to, char letter) {
        if (to.any()) special({from, to.first(), letter, Move::Type::normal});
    }
    template <typename Set>
    void drop(const Set& to, char letter, Move::Type type) {
        if (to.any()) special({to.first(), to.first(), letter, type});
    }
    void special(Move m) {
        found = true;
        move = m;
    }
    template <typename Set>
    void gated(Move m, char what, const Set& gates) {
        if (gates.empty()) return;
        m.gated = what;
        m.gate = gates.first();
        special(m);
    }
    static constexpr bool one_is_enough = true;  ///< what comes after the first move does not matter
    bool done() const { return found; }
};

/// Which moves: all, captures alone, those of men on the board, or drops.
enum class Wanted : std::uint8_t { all, captures, board, drops };

}  // namespace zermelo::engine
