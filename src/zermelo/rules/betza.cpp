// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/betza.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"

namespace zermelo::rules {
namespace {

constexpr unsigned longest_range = 15;  // the longest ride on the largest board

/// A leap of an atom: first the long way, then the short one.
struct Leap {
    int far = 0;
    int near = 0;
};

struct Atom {
    std::string_view name;
    bool rides;  ///< a rider without being doubled: R B Q
    std::array<Leap, 2> leaps;
    std::size_t count = 1;
};

constexpr std::array<Atom, 15> atoms{{
    {"W", false, {{{1, 0}}}},
    {"F", false, {{{1, 1}}}},
    {"D", false, {{{2, 0}}}},
    {"N", false, {{{2, 1}}}},
    {"A", false, {{{2, 2}}}},
    {"H", false, {{{3, 0}}}},
    {"L", false, {{{3, 1}}}},
    {"C", false, {{{3, 1}}}},
    {"J", false, {{{3, 2}}}},
    {"Z", false, {{{3, 2}}}},
    {"G", false, {{{3, 3}}}},
    {"R", true, {{{1, 0}}}},
    {"B", true, {{{1, 1}}}},
    {"K", false, {{{1, 0}, {1, 1}}}, 2},
    {"Q", true, {{{1, 0}, {1, 1}}}, 2},
}};

const Atom* atom_of(char letter) {
    const auto found =
        std::find_if(atoms.begin(), atoms.end(), [&](const Atom& a) { return a.name.front() == letter; });
    return found == atoms.end() ? nullptr : &*found;
}

/// Whether an atom begins with this: its letter, or the parenthesis of a step in numbers.
bool begins_atom(char c) { return c == '(' || atom_of(c) != nullptr; }

bool is_vertical(char c) { return c == 'f' || c == 'b' || c == 'v' || c == 'h'; }
bool is_horizontal(char c) { return c == 'l' || c == 'r' || c == 's' || c == 'h'; }
bool is_direction(char c) { return is_vertical(c) || is_horizontal(c); }

/// Two direction letters that belong together; a single letter is doubled.
struct Direction {
    char first = 0;
    char second = 0;
    std::size_t column = 0;  ///< the column of the first, from 0
    std::size_t letters = 1;
};

/// One of the eight ways to rotate or mirror a leap of `far` and `near`, and the directions that mean it. The
/// pairs are those of Fairy-Stockfish: the first letter is the long way of a knight, the second letter the
/// side, and so `fr` is the flat and `rf` the steep one of its two moves to the front and right.
struct Orientation {
    int files_far = 0, files_near = 0;
    int ranks_far = 0, ranks_near = 0;
    std::string_view pairs;  ///< the directions, two letters each
};
constexpr std::array<Orientation, 8> orientations{{
    {0, 1, 1, 0, "ffvvrfrvfhrhhr"},
    {0, -1, -1, 0, "bbvvlblvbhlhhr"},
    {1, 0, 0, -1, "rrssbrbsbhrhhr"},
    {-1, 0, 0, 1, "llssflfsfhlhhr"},
    {1, 0, 0, 1, "rrssfrfsfhrhhl"},
    {-1, 0, 0, -1, "llssblbsbhlhhl"},
    {0, 1, -1, 0, "bbvvrbrvbhrhhl"},
    {0, -1, 1, 0, "ffvvlflvfhlhhl"},
}};

bool means(const Orientation& way, const Direction& direction) {
    for (std::size_t i = 0; i + 1 < way.pairs.size(); i += 2)
        if (way.pairs[i] == direction.first && way.pairs[i + 1] == direction.second) return true;
    return false;
}

tl::unexpected<Error> error_at_column(std::size_t column, std::string message) {
    return failure(ErrorKind::bad_input, std::move(message), Location{1, column + 1});
}

std::string shown(char c) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte > 0x7e) return "a byte that is no letter";
    return std::string("'") + c + "'";
}

/// What the modifiers before an atom have said so far.
struct Modifiers {
    std::optional<std::size_t> move, capture, en_passant, lame, cannon, grasshopper,
        initial;  ///< columns from 0
    std::vector<Direction> directions;
    std::size_t begin = 0;  ///< column of the first modifier or of the atom
};

class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {}

    Result<std::vector<Movement>> parse() {
        while (at_ < text_.size()) {
            ZERMELO_CHECK(part());
        }
        return std::move(movements_);
    }

  private:
    /// Modifiers, an atom, its range.
    Result<void> part() {
        Modifiers modifiers;
        modifiers.begin = at_;
        while (at_ < text_.size() && !begins_atom(text_[at_])) {
            ZERMELO_CHECK(modifier(modifiers));
        }
        if (at_ == text_.size())
            return error_at_column(at_, "the modifiers stand before nothing, expected a piece like W or N");
        if (text_[at_] != '(') return atom(modifiers, *atom_of(text_[at_]));
        ZERMELO_TRY(const Atom step, step_in_numbers());
        return atom(modifiers, step);
    }

    /// The atom of a step that is told by its two numbers, as (1,4), which begins here.
    Result<Atom> step_in_numbers() const {
        std::size_t at = at_ + 1;
        const auto number = [&]() -> int {
            int value = 0;
            const std::size_t begin = at;
            for (; at < text_.size() && is_digit(text_[at]); ++at)
                value = std::min(100, value * 10 + (text_[at] - '0'));
            return at == begin ? 100 : value;
        };
        const auto is_next = [&](char c) { return at < text_.size() && text_[at++] == c; };
        const int one = number();
        const bool comma = is_next(',');
        const int other = number();
        if (!comma || !is_next(')') || std::max(one, other) > static_cast<int>(longest_range) ||
            std::max(one, other) == 0)
            return error_at_column(at_,
                                   "expected a step like (1,4): two numbers up to 15 that are not both 0");
        return Atom{text_.substr(at_, at - at_), false, {{{std::max(one, other), std::min(one, other)}}}};
    }

    Result<void> modifier(Modifiers& m) {
        const char c = text_[at_];
        if (is_direction(c)) {
            m.directions.push_back(direction());
            return {};
        }
        std::optional<std::size_t>* flag = c == 'm'   ? &m.move
                                           : c == 'c' ? &m.capture
                                           : c == 'e' ? &m.en_passant
                                           : c == 'n' ? &m.lame
                                           : c == 'p' ? &m.cannon
                                           : c == 'g' ? &m.grasshopper
                                           : c == 'i' ? &m.initial
                                                      : nullptr;
        if (flag == nullptr) return unknown(c);
        if (*flag) return error_at_column(at_, shown(c) + " stands twice before one piece");
        *flag = at_++;
        return {};
    }

    Direction direction() {
        const char c = text_[at_];
        Direction result{c, c, at_, 1};
        ++at_;
        if (at_ == text_.size()) return result;
        const char next = text_[at_];
        if (next == c || (is_vertical(c) && is_horizontal(next)) || (is_horizontal(c) && is_vertical(next))) {
            result.second = next;
            result.letters = 2;
            ++at_;
        }
        return result;
    }

    Result<void> unknown(char c) {
        if (is_digit(c))
            return error_at_column(at_,
                                   "a number stands after a piece like R or W and is its range, at most 15");
        constexpr std::string_view elsewhere = "adjkoqtuxyz)[]";
        if (elsewhere.find(c) != std::string_view::npos)
            return error_at_column(
                at_, shown(c) +
                         " is Betza notation that is not supported, expected one of "
                         "W F D A N H L C J Z G K R B Q, a step like (1,4), or m c e n p g i f b l r v s h");
        return error_at_column(
            at_, shown(c) +
                     " is not Betza notation, expected one of "
                     "W F D A N H L C J Z G K R B Q, a step like (1,4), or m c e n p g i f b l r v s h");
    }

    Result<void> atom(const Modifiers& m, const Atom& atom) {
        const std::size_t column = at_;
        at_ += atom.name.size();
        std::optional<unsigned> range;  // 0: any
        std::size_t range_column = at_;
        if (text_.substr(at_).starts_with(atom.name)) {
            range = 0;
            at_ += atom.name.size();
        } else if (at_ < text_.size() && is_digit(text_[at_])) {
            unsigned value = 0;
            for (; at_ < text_.size() && is_digit(text_[at_]); ++at_)
                value = std::min(100U, value * 10 + static_cast<unsigned>(text_[at_] - '0'));
            if (value > longest_range)
                return error_at_column(range_column,
                                       "the range is too long, expected at most 15, or 0 for any");
            range = value;
        } else if (atom.rides) {
            range = 0;
        }

        if (m.cannon && m.grasshopper)
            return error_at_column(std::max(*m.cannon, *m.grasshopper), "'p' and 'g' exclude each other");
        const std::optional<std::size_t> hop = m.cannon ? m.cannon : m.grasshopper;
        if (m.lame && hop)
            return error_at_column(*m.lame,
                                   "'n' (lame) and " + shown(text_[*hop]) + " (hopper) exclude each other");
        if (m.lame && range && *range != 1)
            return error_at_column(*m.lame, "'n' (lame) is for single steps, not for riders");
        if (m.grasshopper && range.value_or(0) != 0)
            return error_at_column(range_column,
                                   "'g' lands right behind the piece that it hops over and takes no range");
        if (m.en_passant && (!m.capture || m.move))
            return error_at_column(*m.en_passant,
                                   "'e' (en passant) stands beside 'c' alone, and says nothing by itself: "
                                   "who captures en passant is said by enPassantTypes");
        if (m.initial && m.capture) return error_at_column(*m.capture, "initial moves ('i') never capture");

        Movement movement;
        if (hop) {
            movement.kind = Movement::Kind::hop;
            movement.limit = m.grasshopper ? 1 : range.value_or(0);
        } else if (range && *range != 1) {
            movement.kind = Movement::Kind::ride;
            movement.limit = *range;
        } else if (m.lame) {
            movement.kind = Movement::Kind::lame;
        }
        movement.initial = m.initial.has_value();
        movement.moves = m.move || !m.capture;
        movement.captures = !movement.initial && (m.capture || !m.move);
        return add(movement, atom, m, column);
    }

    Result<void> add(const Movement& movement, const Atom& atom, const Modifiers& m, std::size_t column) {
        const bool oblique = atom.leaps[0].near != 0 && atom.leaps[0].near != atom.leaps[0].far;
        const bool orthogonal = atom.count == 1 && atom.leaps[0].near == 0;
        std::vector<Direction> directions;
        for (const Direction& d : m.directions) {
            if ((d.first == 'h' || d.second == 'h') && !oblique)
                return no_direction(d, atom, column, "; 'h' is for leapers like N");
            if (orthogonal && d.first != d.second) {
                // `fsW` means what `fWsW` does.
                directions.push_back({d.first, d.first, d.column, d.letters});
                directions.push_back({d.second, d.second, d.column, d.letters});
            } else {
                directions.push_back(d);
            }
        }
        std::vector<bool> used(directions.size(), false);
        for (std::size_t i = 0; i < atom.count; ++i)
            for (const Orientation& way : orientations) {
                bool meant = directions.empty();
                for (std::size_t d = 0; d < directions.size(); ++d)
                    if (means(way, directions[d])) meant = used[d] = true;
                if (!meant) continue;
                const Leap leap = atom.leaps[i];
                Movement oriented = movement;
                oriented.files = way.files_far * leap.far + way.files_near * leap.near;
                oriented.ranks = way.ranks_far * leap.far + way.ranks_near * leap.near;
                // With nothing on the way to block it, a lame leap is a leap.
                if (oriented.kind == Movement::Kind::lame && leap.far == 1)
                    oriented.kind = Movement::Kind::leap;
                merge(oriented);
            }
        for (std::size_t d = 0; d < directions.size(); ++d)
            if (!used[d]) return no_direction(directions[d], atom, column, "");
        return {};
    }

    Result<void> no_direction(const Direction& d, const Atom& atom, std::size_t column,
                              std::string_view hint) {
        std::string message = std::string(text_.substr(d.column, d.letters)) + " is no direction of ";
        message += fmt::format("'{}'", atom.name);
        message += " in column " + std::to_string(column + 1);
        message += hint;
        return error_at_column(d.column, std::move(message));
    }

    /// Adds a movement, or joins it with one that differs only in moving or capturing.
    void merge(const Movement& movement) {
        Movement key = movement;
        key.moves = key.captures = false;
        const auto [place, is_new] = places_.try_emplace(key, movements_.size());
        if (is_new) return movements_.push_back(movement);
        Movement& old = movements_[place->second];
        old.moves = old.moves || movement.moves;
        old.captures = old.captures || movement.captures;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Movement> movements_;
    /// Where each stands, by all that it is but whether it moves and captures: a text has thousands.
    std::map<Movement, std::size_t> places_;
};

}  // namespace

Result<std::vector<Movement>> parse_betza(std::string_view text) { return Parser(text).parse(); }

std::vector<std::pair<int, int>> lame_path(int files, int ranks) {
    std::vector<std::pair<int, int>> path;
    const int file_step = files < 0 ? -1 : 1;
    const int rank_step = ranks < 0 ? -1 : 1;
    int file = 0;
    int rank = 0;
    while (file != files || rank != ranks) {
        const int longer = std::abs(files - file) - std::abs(ranks - rank);
        if (longer >= 0) file += file_step;
        if (longer <= 0) rank += rank_step;
        if (file != files || rank != ranks) path.emplace_back(file, rank);
    }
    return path;
}

}  // namespace zermelo::rules
