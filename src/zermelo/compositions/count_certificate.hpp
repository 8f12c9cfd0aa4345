// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/compositions/solve.hpp"
#include "zermelo/compositions/stipulation.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/search/budget.hpp"

/// How many solutions of help and series play there are, as text that can be checked without searching:
/// docs/certificates.md has the format.
namespace zermelo::compositions {

inline constexpr std::string_view first_line_of_count = "zermelo certificate 3";

/// What a certificate of a number claims: the solutions of one length.
struct CountClaim {
    std::string variant;
    std::string rules;     ///< their hash
    std::string position;  ///< the diagram with the side that begins to move, as `engine::position_text`
    Stipulation stipulation;
    Color attacker = Color::white;
    std::uint64_t count = 0;
    std::uint64_t positions = 0;  ///< how many lines follow
};

/// The most positions of a certificate; a checker keeps some 200 bytes of each.
inline constexpr std::uint64_t max_counted_positions = 2'000'000;

/// A stipulation as certificates have it: "h#3"; where a diagram is to be reached "dia4 rnbqkbnr/…", with
/// that diagram as `engine::position_text`.
std::string what_is_asked(const Stipulation& stipulation);

/// Whether there are certificates of a stipulation's numbers. Errors (bad_usage): play against a defender, an
/// introduction, a circuit.
Result<void> has_certificates(const Stipulation& stipulation);

/// Writes that `stipulation` has exactly `count` solutions of its whole length in a diagram. They are counted
/// once more, by playing every move; each position is kept, with the number of moves left.
/// Errors (bad_usage): as `has_certificates`; a series where men of a kind paralyse each other; more than
/// `max_counted_positions`; a limit; another count. Those of `sink`, and of `solve`. Cost: each position once
/// that can come about, times the moves in it and those after them.
Result<void> write_count(const engine::AnyGameAt& variant, const engine::Setup& diagram,
                         const Stipulation& stipulation, Color attacker, std::uint64_t count,
                         const search::Limits& limits, Sink& sink);

/// Checks such a certificate: write its text to it, in pieces, and then `finish`. Each line is a position,
/// how much is left to play, and a number of solutions, which has to be the sum of what the lines of the
/// positions after each move say; where one move is left, that of the moves that reach the goal. Nothing is
/// searched, nothing else believed.
/// Errors (bad_input, with the line): anything that `write_count` would not have written; other rules; a sum
/// that is another one, or lacks a line; what `find` returns.
class CountChecker : public Sink {
  public:
    /// Any position of a variant by its name, or why there is none.
    using Find = std::function<Result<engine::AnyGameAt>(const std::string& variant)>;
    explicit CountChecker(Find find) : find_(std::move(find)) {}

    Result<void> write(std::string_view bytes) override;
    Result<CountClaim> finish() const;

  private:
    struct Line {
        std::uint64_t count;
        std::uint64_t number;  ///< the line's in the text, from 1
    };

    Result<void> line(std::string_view line);
    Result<void> header(std::string_view line);
    Result<void> claim(std::string_view text);
    Result<void> position(std::string_view line);
    template <typename Bits>
    Result<void> sums_are_right(const engine::GameAt<Bits>& at) const;

    Find find_;
    std::optional<engine::AnyGameAt> variant_;
    CountClaim claim_;
    std::uint64_t number_ = 1;
    std::string begun_;
    std::unordered_map<std::string, Line> lines_;  ///< by what is left to play and the position
    std::vector<const std::pair<const std::string, Line>*> in_order_;
};

}  // namespace zermelo::compositions
