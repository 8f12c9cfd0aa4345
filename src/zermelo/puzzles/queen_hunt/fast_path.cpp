// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "zermelo/puzzles/game_decider.hpp"
#include "zermelo/puzzles/queen_hunt/format.hpp"
#include "zermelo/puzzles/queen_hunt/puzzle.hpp"
#include "zermelo/puzzles/queen_hunt/solver.hpp"

namespace zermelo::queen_hunt {

namespace {

class HuntGameDecider final : public puzzles::GameDecider {
  public:
    using GameDecider::GameDecider;

  private:
    std::uint64_t decide_fast(puzzles::Reader& reader, const Reach& reach, std::string& out) override;
};

/// The kind of each letter, or `no_kind`.
constexpr unsigned no_kind = 4;
constexpr std::array<std::uint8_t, 256> kind_of_byte = [] {
    std::array<std::uint8_t, 256> kinds{};
    kinds.fill(no_kind);
    for (const Kind kind : {Kind::queen, Kind::rook, Kind::bishop, Kind::knight})
        kinds[static_cast<unsigned char>(letter(kind))] = static_cast<std::uint8_t>(kind);
    return kinds;
}();

/// `t c r` and LF at `at`, put down for `color`; false if it is anything else.
bool add_plain_piece(const char* at, Color color, Placement& placement) {
    const unsigned kind = kind_of_byte[static_cast<unsigned char>(at[0])];
    const auto file = static_cast<unsigned>(at[2] - 'A');
    const auto rank = static_cast<unsigned>(at[4] - '1');
    const bool plain = at[1] == ' ' && at[3] == ' ' && at[5] == '\n';
    if (!plain || kind == no_kind || file >= 4 || rank >= 4) return false;
    return placement.add(color, static_cast<Kind>(kind), Square{File{file}, Rank{rank}});
}

std::uint64_t HuntGameDecider::decide_fast(puzzles::Reader& reader, const Reach& reach, std::string& out) {
    if (options().format != puzzles::AnswerFormat::verdict || options().limits) return 0;
    constexpr std::ptrdiff_t least_header = 6;  // "w b m" with one digit each, and LF
    constexpr std::ptrdiff_t max_digits = 18;
    constexpr std::ptrdiff_t line_size = 6;
    auto& hunts = static_cast<HuntSolver&>(solver());
    std::uint64_t decided = 0;
    const char* at = reader.position();
    for (; decided < reach.games && at < reach.stop && reader.end() - at >= least_header; ++decided) {
        const auto white = static_cast<unsigned>(at[0] - '0');
        const auto black = static_cast<unsigned>(at[2] - '0');
        auto bound = static_cast<std::uint64_t>(at[4]) - '0';
        if (at[1] != ' ' || white - 1 >= max_pieces || black - 1 >= max_pieces) break;
        if (at[3] != ' ' || bound - 1 >= 9) break;
        const char* line = at + 5;
        const char* const last = line + std::min(max_digits, reader.end() - line) - 1;
        for (; line < last && *line >= '0' && *line <= '9'; ++line)
            bound = 10 * bound + static_cast<std::uint64_t>(*line - '0');
        if (*line++ != '\n') break;
        if (reader.end() - line < static_cast<std::ptrdiff_t>(white + black) * line_size) break;
        Placement placement;
        bool good = true;
        for (unsigned i = 0; i < white; ++i, line += line_size)
            good &= add_plain_piece(line, Color::white, placement);
        for (unsigned i = 0; i < black; ++i, line += line_size)
            good &= add_plain_piece(line, Color::black, placement);
        const auto position = placement.position();
        if (!good || !position) break;
        const auto wins = hunts.wins_within(*position, Plies{bound});
        if (!wins) break;
        out += *wins ? "YES\n" : "NO\n";
        at = line;
    }
    reader.move_to(at);
    return decided;
}

}  // namespace

std::unique_ptr<puzzles::Decider> make_decider(const puzzles::Puzzle& puzzle,
                                               const puzzles::Options& options) {
    return std::make_unique<HuntGameDecider>(puzzle, options);
}

}  // namespace zermelo::queen_hunt
