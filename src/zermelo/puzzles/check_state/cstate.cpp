// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <vector>

#include <fmt/format.h>

#include "zermelo/base/parallel_for.hpp"
#include "zermelo/base/saturating.hpp"
#include "zermelo/base/source.hpp"
#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/piece_lines.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"
#include "zermelo/puzzles/check_state/piece_text.hpp"
#include "zermelo/puzzles/check_state/puzzle.hpp"
#include "zermelo/puzzles/check_state/verdict.hpp"
#include "zermelo/puzzles/game_decider.hpp"

namespace zermelo::check_state {

namespace {

using puzzles::Game;
using puzzles::Reader;

/// Both sides have one: there is no board with fewer pieces or of one square.
constexpr std::uint64_t kings = 2;

std::uint64_t load_of(const CheckBounds& bounds, const Header& header) {
    return bounds.load_counts_n ? saturating_add(header.n, header.pieces) : header.pieces;
}

/// The line `n p`; with `limits`, held to the statement's bounds, that on the sum over the input included.
Result<Header> read_header(Reader& reader, const CheckBounds& bounds, puzzles::Limits* limits) {
    ZERMELO_CHECK(reader.open_line("a board, 'n p'"));
    Header header{};
    header.start = reader.next_word();
    ZERMELO_TRY(header.n, reader.number("the board's size n", limits != nullptr ? bounds.least_n : 2,
                                        limits != nullptr ? bounds.max_n : largest_board));
    const char* const pieces_at = reader.next_word();
    std::uint64_t most = saturating_multiply(header.n, header.n);
    if (limits != nullptr) most = std::min(most, bounds.max_pieces);
    ZERMELO_TRY(header.pieces, reader.number("the number of pieces p", kings, most));
    ZERMELO_CHECK(reader.close_line());
    if (limits == nullptr) return header;
    limits->load = saturating_add(limits->load, load_of(bounds, header));
    if (limits->load > bounds.max_load) {
        return reader.error_at(
            pieces_at, fmt::format("the sum of {} over all boards is {} here, expected at most {}",
                                   bounds.load_counts_n ? "n + p" : "p", limits->load, bounds.max_load));
    }
    return header;
}

/// Decides boards in the form in which they are packed, without making values of them.
class CstateDecider final : public puzzles::GameDecider {
  public:
    CstateDecider(const puzzles::Puzzle& puzzle, const puzzles::Options& options, const CheckBounds& bounds)
        : GameDecider(puzzle, options), bounds_(bounds) {}

  private:
    void begin_batch(const puzzles::Batch& batch) override {
        last_game_ = batch.first_game + batch.games - 1;
        readable_end_ = batch.readable_end;
        source_ = batch.source;
    }

    Result<void> decide_game(Reader& reader, std::uint64_t game, std::string& out) override;
    bool read_in_parts(Reader& reader, const Header& header);
    bool read_in_order(Reader& reader, const Header& header);

    const CheckBounds& bounds_;
    std::uint64_t last_game_ = 0;
    const char* readable_end_ = nullptr;
    const Source* source_ = nullptr;
    PieceList pieces_;
};

/// A large board is read by all threads at once, each its part of the lines. Works only where every line is
/// written plainly and the board is the batch's last game, so that its text ends where the batch does; a
/// board that long always is, if it is in order. False: nothing was read.
bool CstateDecider::read_in_parts(Reader& reader, const Header& header) {
    constexpr std::ptrdiff_t worth_it = std::ptrdiff_t{1} << 20;
    constexpr unsigned chunks_a_thread = 16;
    const char* const begin = reader.position();
    const char* end = reader.end();
    while (end - begin > 1 && static_cast<unsigned char>(end[-2]) <= ' ') --end;  // blank lines may follow
    const unsigned parts = options().threads;
    if (parts < 2 || end - begin < worth_it) return false;
    // More chunks than threads: who is held up takes fewer of them.
    const unsigned chunks = parts * chunks_a_thread;
    std::vector<const char*> cuts{begin};
    for (unsigned i = 1; i < chunks; ++i) {
        const char* cut = begin + (end - begin) / chunks * i;
        cut = std::find(cut, end, '\n');
        cuts.push_back(std::max(cuts.back(), cut == end ? end : cut + 1));
    }
    cuts.push_back(end);
    pieces_.begin(header.n, header.pieces, parts);
    std::atomic<std::uint64_t> lines = 0;
    std::atomic<bool> complete = true;
    parallel_for(parts, chunks, [&](unsigned part, unsigned chunk) {
        const char* at = cuts[chunk];
        const char* const stop = cuts[chunk + 1];
        lines += read_piece_lines(at, stop, readable_end_, header.pieces, header.n, pieces_.buffer(part),
                                  options().isa);
        if (at != stop) complete = false;
        // By all threads, not by one for the whole text at the end.
        const std::string_view done(cuts[chunk], static_cast<std::size_t>(stop - cuts[chunk]));
        if (source_ != nullptr) source_->release(done);
    });
    if (!complete || lines != header.pieces) return false;
    reader.move_to(end);
    return true;
}

/// False: there is an error.
bool CstateDecider::read_in_order(Reader& reader, const Header& header) {
    pieces_.begin(header.n, std::min(header.pieces, max_readable(reader)));
    PieceBuffer& buffer = pieces_.buffer(0);
    std::uint64_t read = 0;
    while (true) {
        const char* at = reader.position();
        read += read_piece_lines(at, reader.end(), readable_end_, header.pieces - read, header.n, buffer,
                                 options().isa);
        reader.move_to(at);
        if (read == header.pieces) return true;
        const auto line = read_piece_line(reader, header.n);
        if (!line) return false;
        buffer.add(line->x, line->y, line->code);
        ++read;
    }
}

Result<void> CstateDecider::decide_game(Reader& reader, std::uint64_t game, std::string& out) {
    if (options().format != puzzles::AnswerFormat::verdict)
        return GameDecider::decide_game(reader, game, out);
    ZERMELO_TRY(const Header header, read_header(reader, bounds_, limits()));
    const Reader start = reader;
    const bool read = (game == last_game_ && read_in_parts(reader, header)) || read_in_order(reader, header);
    if (!read || pieces_.has_defect()) {
        reader = start;
        ZERMELO_TRY(const PlainBoard board, read_board(reader, header));
        pieces_.assign(board);  // only an input that changes while it is read is in order now
    }
    append_verdict(check_state::decide(pieces_, options().isa), MoveCount::shown, out);
    out += '\n';
    return {};
}

class Cstate final : public CheckPuzzle {
  public:
    Cstate(const puzzles::Description& words, const CheckBounds& bounds)
        : CheckPuzzle(words, bounds, MoveCount::shown) {}
    std::optional<puzzles::Shape> shape(std::string_view first_line) const override {
        Reader reader{first_line};
        const auto header = read_header(reader, bounds(), nullptr);
        if (!header) return std::nullopt;
        return puzzles::Shape{saturating_add(header->pieces, 1), load_of(bounds(), *header)};
    }
    bool begins_game(std::string_view, std::string_view line) const override {
        Reader reader{line};
        return !reader.word().empty() && !reader.word().empty() && reader.word().empty();
    }
    /// Pieces keep the order in which they are written.
    Result<Game> read(Reader& reader, puzzles::Limits* limits) const override {
        ZERMELO_TRY(const Header header, read_header(reader, bounds(), limits));
        return read_board(reader, header).map([](PlainBoard&& board) { return Game{std::move(board)}; });
    }
    void write(const Game& game, std::string& out) const override {
        const auto& board = game.as<PlainBoard>();
        out += fmt::format("{} {}\n", board.n, board.pieces.size());
        for (const Piece& piece : board.pieces)
            out += fmt::format("{} {} {}\n", piece.column.number(), piece.row.number(),
                               letter_of(piece.color, piece.kind));
        out += '\n';
    }
    std::unique_ptr<puzzles::Decider> decider(const puzzles::Options& options) const override {
        return std::make_unique<CstateDecider>(*this, options, bounds());
    }
    std::string_view verdicts() const override {
        return "Safe, Impossible, {White|Black} Check - m Plausible Moves or {White|Black} Checkmate";
    }
};

constexpr puzzles::Description words2{
    "cstate2", "SPOJ CSTATE2, \"Chessboard State 2\"",
    "Is a king threatened on this n×n board, and how many moves rescue it?", check_rules,
    "t, then t boards: a line `n p`, p lines `x y c`, n up to 10^18. Verdict: Safe, Impossible,\n"
    "{White|Black} Check - m Plausible Moves or {White|Black} Checkmate. The statement's bounds: t up to\n"
    "12,000, n from 8 to 100,000, p up to 100,000, the sum of all n and p up to 450,000."};
constexpr puzzles::Description words3{
    "cstate3", "SPOJ CSTATE3, \"Chessboard State 3\"",
    "The question of cstate2, with larger bounds: is a king threatened, and how many moves rescue it?",
    check_rules,
    "As cstate2: t, then t boards: a line `n p`, p lines `x y c`. Verdict: Safe, Impossible,\n"
    "{White|Black} Check - m Plausible Moves or {White|Black} Checkmate. The statement's bounds: t up to\n"
    "12,000, n from 8 to 10^18, the sum of all p up to 1,000,000."};

}  // namespace

const puzzles::Puzzle& cstate2() {
    static const Cstate puzzle{words2, cstate2_bounds};
    return puzzle;
}

const puzzles::Puzzle& cstate3() {
    static const Cstate puzzle{words3, cstate3_bounds};
    return puzzle;
}

}  // namespace zermelo::check_state
