// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/format.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace zermelo::queen_hunt {

namespace {

using puzzles::Reader;

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
    ZERMELO_TRY(const auto word, reader.word(choice.expected));
    const std::size_t index = word.size() == 1 ? choice.letters.find(word.front()) : std::string_view::npos;
    if (index == std::string_view::npos)
        return reader.error_at(word.data(), fmt::format("{} is not {}, expected one of {}",
                                                        puzzles::quoted(word), choice.what, choice.letters));
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
                       Placement& placement) {
    ArmyCheck army;
    for (std::uint64_t i = 0; i < pieces; ++i) {
        ZERMELO_CHECK(reader.next_line("a piece, 't c r'"));
        const char* const start = reader.next_word();
        ZERMELO_TRY(const auto kind, read_letter(reader, kind_letters));
        ZERMELO_TRY(const auto file, read_letter(reader, file_letters));
        ZERMELO_TRY(const auto rank, read_letter(reader, rank_letters));
        ZERMELO_CHECK(reader.close_line());
        if (const auto wrong = army.add(static_cast<Kind>(kind)); !wrong.empty())
            return reader.error_at(start, std::string{wrong});
        if (!placement.add(color, static_cast<Kind>(kind), Square{File{file}, Rank{rank}})) {
            return reader.error_at(start, fmt::format("a second piece on {}{}, expected one at most",
                                                      file_letters.letters[file], rank + 1));
        }
    }
    if (!army.has_queen()) {
        return reader.error_at(header.start,
                               fmt::format("{} has no queen, expected exactly one a side", name(color)));
    }
    return {};
}

}  // namespace

Result<Header> read_header(Reader& reader, bool limits) {
    ZERMELO_CHECK(reader.open_line("a game, 'w b m'"));
    const char* const start = reader.next_word();
    ZERMELO_TRY(const auto white, reader.number("the number of White's pieces", 1, max_pieces));
    ZERMELO_TRY(const auto black, reader.number("the number of Black's pieces", 1, max_pieces));
    ZERMELO_TRY(const auto bound,
                reader.number("m", 1, limits ? max_statement_plies.count() : ~std::uint64_t{0}));
    ZERMELO_CHECK(reader.close_line());
    return Header{white, black, Plies{bound}, start};
}

Result<HuntGame> read_game(Reader& reader, bool limits) {
    ZERMELO_TRY(const auto header, read_header(reader, limits));
    Placement placement;
    ZERMELO_CHECK(read_army(reader, Color::white, header.white, header, placement));
    ZERMELO_CHECK(read_army(reader, Color::black, header.black, header, placement));
    return HuntGame{placement.position().value(), header.bound};
}

void write_game(const HuntGame& game, std::string& out) {
    const auto pieces = game.position.pieces(Color::white);
    const auto whites =
        std::count_if(pieces.begin(), pieces.end(), [](const Piece& p) { return p.color == Color::white; });
    out += fmt::format("{} {} {}\n", whites, static_cast<std::ptrdiff_t>(pieces.size()) - whites,
                       game.bound.count());
    for (const Piece& piece : pieces)
        out += fmt::format("{} {} {}\n", letter(piece.kind), "ABCD"[piece.square.file().index()],
                           piece.square.rank().index() + 1);
}

}  // namespace zermelo::queen_hunt
