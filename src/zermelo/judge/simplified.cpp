// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/simplified.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include "zermelo/draw/hunt.hpp"
#include "zermelo/draw/text.hpp"
#include "zermelo/judge/decider.hpp"
#include "zermelo/judge/hunt_solver.hpp"
#include "zermelo/judge/json.hpp"
#include "zermelo/puzzles/queen_hunt/position.hpp"

namespace zermelo::judge {

namespace {

using queen_hunt::Kind;
using queen_hunt::Square;

constexpr std::uint64_t most_pieces = 5;  // a queen, two rooks, two minor pieces

struct Header {
    std::uint64_t white;
    std::uint64_t black;
    Plies bound;
    const char* start;
};

/// The line `w b m`.
Result<Header> read_header(Reader& reader, bool limits) {
    if (auto open = reader.open_line("a game, 'w b m'"); !open) return tl::make_unexpected(open.error());
    const char* const start = reader.next_word();
    const auto white = reader.number("the number of White's pieces", 1, most_pieces);
    if (!white) return tl::make_unexpected(white.error());
    const auto black = reader.number("the number of Black's pieces", 1, most_pieces);
    if (!black) return tl::make_unexpected(black.error());
    const auto bound = reader.number("m", 1, limits ? most_statement_plies.count() : ~std::uint64_t{0});
    if (!bound) return tl::make_unexpected(bound.error());
    if (auto closed = reader.close_line(); !closed) return tl::make_unexpected(closed.error());
    return Header{*white, *black, Plies{*bound}, start};
}

/// A word of one letter, and how messages speak of it.
struct Choice {
    std::string_view letters;
    std::string_view what;
    std::string_view expected;
};
constexpr Choice kind_letters{"QRBN", "a piece", "a piece, one of QRBN"};
constexpr Choice file_letters{"ABCD", "a file", "a file, one of ABCD"};
constexpr Choice rank_letters{"1234", "a rank", "a rank, one of 1234"};

/// The next word, by its place among the letters.
Result<unsigned> read_letter(Reader& reader, const Choice& choice) {
    const auto word = reader.word(choice.expected);
    if (!word) return tl::make_unexpected(word.error());
    const std::size_t index = word->size() == 1 ? choice.letters.find(word->front()) : std::string_view::npos;
    if (index == std::string_view::npos)
        return reader.error_at(word->data(), fmt::format("{} is not {}, expected one of {}", quoted(*word),
                                                         choice.what, choice.letters));
    return static_cast<unsigned>(index);
}

/// An army while it is read, held to the rules of armies piece by piece.
class ArmyCheck {
  public:
    /// What is wrong with one more piece of this kind; empty if nothing is.
    std::string_view add(Kind kind) {
        switch (kind) {
            case Kind::queen:
                return ++queens_ > 1 ? "a second queen, expected exactly one a side" : "";
            case Kind::rook:
                return ++rooks_ > 2 ? "a third rook, expected at most two a side" : "";
            case Kind::bishop:
            case Kind::knight:
                return ++minors_ > 2 ? "a third minor piece, expected at most two bishops and knights a side"
                                     : "";
        }
        return "";
    }
    bool has_queen() const { return queens_ == 1; }

  private:
    unsigned queens_ = 0;
    unsigned rooks_ = 0;
    unsigned minors_ = 0;
};

Result<void> read_army(Reader& reader, Color color, std::uint64_t pieces, const Header& header,
                       queen_hunt::Placement& placement) {
    ArmyCheck army;
    for (std::uint64_t i = 0; i < pieces; ++i) {
        if (auto open = reader.next_line("a piece, 't c r'"); !open) return open;
        const char* const start = reader.next_word();
        const auto kind = read_letter(reader, kind_letters);
        if (!kind) return tl::make_unexpected(kind.error());
        const auto file = read_letter(reader, file_letters);
        if (!file) return tl::make_unexpected(file.error());
        const auto rank = read_letter(reader, rank_letters);
        if (!rank) return tl::make_unexpected(rank.error());
        if (auto closed = reader.close_line(); !closed) return closed;
        if (const auto wrong = army.add(static_cast<Kind>(*kind)); !wrong.empty())
            return reader.error_at(start, std::string{wrong});
        if (!placement.add(color, static_cast<Kind>(*kind), Square{File{*file}, Rank{*rank}})) {
            return reader.error_at(start, fmt::format("a second piece on {}{}, expected one at most",
                                                      file_letters.letters[*file], *rank + 1));
        }
    }
    if (!army.has_queen()) {
        return reader.error_at(header.start,
                               fmt::format("{} has no queen, expected exactly one a side", name(color)));
    }
    return {};
}

class SimplifiedDecider final : public GameDecider {
  public:
    explicit SimplifiedDecider(const Options& options) : options_(options), solver_(options.hunt_tables) {}

  private:
    std::uint64_t decide_fast(Reader& reader, const Reach& reach, std::string& out) override;
    Result<void> decide_game(Reader& reader, std::uint64_t game, std::string& out) override;
    Result<void> tell(const queen_hunt::Position& position, Plies bound, std::uint64_t game,
                      std::string& out);

    /// What `ask` says of the solver. It makes tables on all threads of the arena that it is called in: where
    /// one thread was asked for, of an arena of one, which is not there before a bound is so long that tables
    /// may be.
    template <typename Ask>
    auto ask(Plies bound, const Ask& ask) {
        constexpr Plies without_tables{7};
        return options_.threads == 1 && bound > without_tables ? alone_.execute(ask) : ask();
    }

    Options options_;
    HuntSolver solver_;
    tbb::task_arena alone_{1};
};

Result<void> SimplifiedDecider::decide_game(Reader& reader, std::uint64_t game, std::string& out) {
    const auto header = read_header(reader, options_.limits);
    if (!header) return tl::make_unexpected(header.error());
    queen_hunt::Placement placement;
    if (auto read = read_army(reader, Color::white, header->white, *header, placement); !read) return read;
    if (auto read = read_army(reader, Color::black, header->black, *header, placement); !read) return read;
    const queen_hunt::Position position = placement.position().value();
    if (options_.form == Form::verdict) {
        const auto wins = ask(header->bound, [&] { return solver_.wins_within(position, header->bound); });
        if (!wins) return tl::make_unexpected(wins.error());
        out += *wins ? "YES\n" : "NO\n";
        return {};
    }
    return tell(position, header->bound, game, out);
}

Result<void> SimplifiedDecider::tell(const queen_hunt::Position& position, Plies bound, std::uint64_t game,
                                     std::string& out) {
    if (options_.only_game && *options_.only_game != game) return {};
    const auto proof = ask(bound, [&] { return solver_.prove(position, bound); });
    if (!proof) return tl::make_unexpected(proof.error());
    const std::optional<HuntWin>& win = *proof;
    if (options_.form == Form::json) {
        append_line(out, {{"game", game},
                          {"verdict", win ? "YES" : "NO"},
                          {"limit_plies", bound.count()},
                          {"plies", win ? Json(win->plies.count()) : Json()},
                          {"move", win ? Json(text(win->move)) : Json()}});
        return {};
    }
    const std::string words = win ? fmt::format("YES: White wins in {} {}, first {}", win->plies.count(),
                                                win->plies == Plies{1} ? "ply" : "plies", text(win->move))
                                  : fmt::format("NO: no forced win within {} {}", bound.count(),
                                                bound == Plies{1} ? "ply" : "plies");
    out += draw::beside(draw::text(position, Color::white), words);
    return {};
}

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
bool add_plain_piece(const char* at, Color color, queen_hunt::Placement& placement) {
    const unsigned kind = kind_of_byte[static_cast<unsigned char>(at[0])];
    const auto file = static_cast<unsigned>(at[2] - 'A');
    const auto rank = static_cast<unsigned>(at[4] - '1');
    const bool plain = at[1] == ' ' && at[3] == ' ' && at[5] == '\n';
    if (!plain || kind == no_kind || file >= 4 || rank >= 4) return false;
    return placement.add(color, static_cast<Kind>(kind), Square{File{file}, Rank{rank}});
}

std::uint64_t SimplifiedDecider::decide_fast(Reader& reader, const Reach& reach, std::string& out) {
    if (options_.form != Form::verdict || options_.limits) return 0;
    constexpr std::ptrdiff_t least_header = 6;  // "w b m" with one digit each, and LF
    constexpr std::ptrdiff_t most_digits = 18;
    constexpr std::ptrdiff_t line_size = 6;
    std::uint64_t decided = 0;
    const char* at = reader.position();
    for (; decided < reach.games && at < reach.stop && reader.end() - at >= least_header; ++decided) {
        const auto white = static_cast<unsigned>(at[0] - '0');
        const auto black = static_cast<unsigned>(at[2] - '0');
        auto bound = static_cast<std::uint64_t>(at[4]) - '0';
        if (at[1] != ' ' || white - 1 >= most_pieces || black - 1 >= most_pieces) break;
        if (at[3] != ' ' || bound - 1 >= 9) break;
        const char* line = at + 5;
        const char* const last = line + std::min(most_digits, reader.end() - line) - 1;
        for (; line < last && *line >= '0' && *line <= '9'; ++line)
            bound = 10 * bound + static_cast<std::uint64_t>(*line - '0');
        if (*line++ != '\n') break;
        if (reader.end() - line < static_cast<std::ptrdiff_t>(white + black) * line_size) break;
        queen_hunt::Placement placement;
        bool good = true;
        for (unsigned i = 0; i < white; ++i, line += line_size)
            good &= add_plain_piece(line, Color::white, placement);
        for (unsigned i = 0; i < black; ++i, line += line_size)
            good &= add_plain_piece(line, Color::black, placement);
        const auto position = placement.position();
        if (!good || !position) break;
        const auto wins = ask(Plies{bound}, [&] { return solver_.wins_within(*position, Plies{bound}); });
        if (!wins) break;
        out += *wins ? "YES\n" : "NO\n";
        at = line;
    }
    reader.move_to(at);
    return decided;
}

class Simplified final : public Dialect {
  public:
    std::string_view name() const override { return "simplified"; }
    std::uint64_t most_games() const override { return 200; }
    std::optional<Shape> shape(std::string_view first_line) const override {
        Reader reader{first_line};
        const auto header = read_header(reader, false);
        if (!header) return std::nullopt;
        return Shape{1 + header->white + header->black, 0};
    }
    bool begins_game(std::string_view, std::string_view line) const override {
        return line.front() >= '0' && line.front() <= '9';
    }
    std::unique_ptr<Decider> decider(const Options& options) const override {
        return std::make_unique<SimplifiedDecider>(options);
    }
};

}  // namespace

const Dialect& simplified() {
    static const Simplified dialect;
    return dialect;
}

}  // namespace zermelo::judge
