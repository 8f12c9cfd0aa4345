// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/cstate.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include <fmt/format.h>

#include "zermelo/base/in_turn.hpp"
#include "zermelo/base/saturating.hpp"
#include "zermelo/base/source.hpp"
#include "zermelo/judge/check_verdict.hpp"
#include "zermelo/judge/decider.hpp"
#include "zermelo/judge/piece_lines.hpp"
#include "zermelo/judge/piece_text.hpp"
#include "zermelo/puzzles/check_state/check_state.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"

namespace zermelo::judge {

namespace {

constexpr std::uint64_t kings =
    2;  // both sides have one: there is no board with fewer pieces or of one square

struct Header {
    std::uint64_t n;
    std::uint64_t pieces;
    const char* start;
    const char* pieces_at;
};

std::uint64_t load_of(const CheckBounds& bounds, const Header& header) {
    return bounds.load_counts_n ? saturating_add(header.n, header.pieces) : header.pieces;
}

/// A number of at most 18 digits, and the one character behind it; false if it is anything else.
bool read_plain(const char*& at, const char* end, char behind, std::uint64_t& value) {
    const char* const start = at;
    value = 0;
    while (at != end && *at >= '0' && *at <= '9')
        value = value * 10 + static_cast<std::uint64_t>(*at++ - '0');
    return at != start && at - start <= 18 && at != end && *at++ == behind;
}

/// The line `n p` where it is written plainly and within the bounds that hold for every board: nearly all
/// are, and small boards come by the thousand. What it leaves is for `read_header`.
std::optional<Header> read_plain_header(Reader& reader) {
    Header header{};
    const char* at = reader.position();
    while (at != reader.end() && *at == '\n') ++at;
    header.start = at;
    if (!read_plain(at, reader.end(), ' ', header.n)) return std::nullopt;
    header.pieces_at = at;
    if (!read_plain(at, reader.end(), '\n', header.pieces)) return std::nullopt;
    if (header.n < 2 || header.pieces < kings || header.pieces > saturating_multiply(header.n, header.n))
        return std::nullopt;
    reader.move_to(at);
    return header;
}

/// The line `n p`, held to the bounds of `limits` if there are any.
Result<Header> read_header(Reader& reader, const CheckBounds* limits) {
    if (limits == nullptr) {
        if (const auto header = read_plain_header(reader)) return *header;
    }
    if (auto open = reader.open_line("a board, 'n p'"); !open) return tl::make_unexpected(open.error());
    Header header{};
    header.start = reader.next_word();
    const auto n = reader.number("the board's size n", limits != nullptr ? limits->least_n : 2,
                                 limits != nullptr ? limits->most_n : check_state::largest_board);
    if (!n) return tl::make_unexpected(n.error());
    header.n = *n;
    header.pieces_at = reader.next_word();
    std::uint64_t most = saturating_multiply(*n, *n);
    if (limits != nullptr) most = std::min(most, limits->most_pieces);
    const auto pieces = reader.number("the number of pieces p", kings, most);
    if (!pieces) return tl::make_unexpected(pieces.error());
    header.pieces = *pieces;
    if (auto closed = reader.close_line(); !closed) return tl::make_unexpected(closed.error());
    return header;
}

class CstateDecider final : public GameDecider {
  public:
    CstateDecider(const Options& options, const CheckBounds& bounds) : options_(options), bounds_(bounds) {}

  private:
    void begin_batch(const Batch& batch) override {
        load_ = batch.load;
        last_game_ = batch.first_game + batch.games - 1;
        readable_end_ = batch.readable_end;
        source_ = batch.source;
    }

    std::uint64_t decide_fast(Reader&, const Reach&, std::string&) override { return 0; }

    Result<void> decide_game(Reader& reader, std::uint64_t game, std::string& out) override;
    bool read_in_parts(Reader& reader, const Header& header);
    Result<void> read_in_order(Reader& reader, const Header& header);

    Options options_;
    const CheckBounds& bounds_;
    std::uint64_t load_ = 0;
    std::uint64_t last_game_ = 0;
    const char* readable_end_ = nullptr;
    const Source* source_ = nullptr;
    check_state::PieceList pieces_;
};

/// A large board is read by all threads at once, each its part of the lines. Works only where every line is
/// written plainly and the board is the batch's last game, so that its text ends where the batch does; a
/// board that long always is, if it is in order. False: nothing was read.
bool CstateDecider::read_in_parts(Reader& reader, const Header& header) {
    constexpr std::ptrdiff_t worth_it = std::ptrdiff_t{1} << 20;
    constexpr unsigned stretches_a_thread = 16;
    const char* const begin = reader.position();
    const char* end = reader.end();
    while (end - begin > 1 && static_cast<unsigned char>(end[-2]) <= ' ') --end;  // blank lines may follow
    const unsigned parts = options_.threads;
    if (parts < 2 || end - begin < worth_it) return false;
    // More stretches than threads: who is held up takes fewer of them.
    const unsigned stretches = parts * stretches_a_thread;
    std::vector<const char*> cuts{begin};
    for (unsigned i = 1; i < stretches; ++i) {
        const char* cut = begin + (end - begin) / stretches * i;
        cut = std::find(cut, end, '\n');
        cuts.push_back(std::max(cuts.back(), cut == end ? end : cut + 1));
    }
    cuts.push_back(end);
    pieces_.begin(header.n, header.pieces, parts);
    std::atomic<std::uint64_t> lines = 0;
    std::atomic<bool> complete = true;
    take_in_turn(parts, stretches, [&](unsigned part, unsigned stretch) {
        const char* at = cuts[stretch];
        const char* const stop = cuts[stretch + 1];
        lines += read_piece_lines(at, stop, readable_end_, header.pieces, header.n, pieces_.shard(part),
                                  options_.isa);
        if (at != stop) complete = false;
        // By all threads, not by one for the whole text at the end.
        const std::string_view done(cuts[stretch], static_cast<std::size_t>(stop - cuts[stretch]));
        if (source_ != nullptr) source_->release(done);
    });
    if (!complete || lines != header.pieces) return false;
    reader.move_to(end);
    return true;
}

Result<void> CstateDecider::read_in_order(Reader& reader, const Header& header) {
    const auto believable = static_cast<std::uint64_t>(reader.end() - reader.position()) / 6 + 1;
    pieces_.begin(header.n, std::min(header.pieces, believable));
    check_state::Shard& shard = pieces_.shard(0);
    const Reader start = reader;
    std::uint64_t read = 0;
    while (true) {
        const char* at = reader.position();
        read += read_piece_lines(at, reader.end(), readable_end_, header.pieces - read, header.n, shard,
                                 options_.isa);
        reader.move_to(at);
        if (read == header.pieces) return {};
        const auto piece = read_piece_line(reader, header.n);
        if (!piece) return tl::make_unexpected(first_offence(start, header.start, header.n, header.pieces));
        shard.add(piece->x, piece->y, piece->code);
        ++read;
    }
}

Result<void> CstateDecider::decide_game(Reader& reader, std::uint64_t game, std::string& out) {
    const auto header = read_header(reader, options_.limits ? &bounds_ : nullptr);
    if (!header) return tl::make_unexpected(header.error());
    load_ = saturating_add(load_, load_of(bounds_, *header));
    if (options_.limits && load_ > bounds_.most_load) {
        return reader.error_at(header->pieces_at,
                               fmt::format("the sum of {} over all boards is {} here, expected at most {}",
                                           bounds_.load_counts_n ? "n + p" : "p", load_, bounds_.most_load));
    }
    const Reader start = reader;
    if (game != last_game_ || !read_in_parts(reader, *header)) {
        if (auto read = read_in_order(reader, *header); !read) return read;
    }
    if (pieces_.find_defect())
        return tl::make_unexpected(first_offence(start, header->start, header->n, header->pieces));
    write_verdict(pieces_, options_, game, Count::told, out);
    return {};
}

class Cstate final : public Dialect {
  public:
    explicit Cstate(const CheckBounds& bounds) : bounds_(bounds) {}
    std::string_view name() const override { return bounds_.name; }
    std::uint64_t most_games() const override { return bounds_.most_games; }
    std::optional<Shape> shape(std::string_view first_line) const override {
        Reader reader{first_line};
        const auto header = read_header(reader, nullptr);
        if (!header) return std::nullopt;
        return Shape{saturating_add(header->pieces, 1), load_of(bounds_, *header)};
    }
    bool begins_game(std::string_view, std::string_view line) const override {
        Reader reader{line};
        return !reader.word().empty() && !reader.word().empty() && reader.word().empty();
    }
    std::unique_ptr<Decider> decider(const Options& options) const override {
        return std::make_unique<CstateDecider>(options, bounds_);
    }

  private:
    const CheckBounds& bounds_;
};

}  // namespace

const Dialect& cstate2() {
    static const Cstate dialect{cstate2_bounds};
    return dialect;
}

const Dialect& cstate3() {
    static const Cstate dialect{cstate3_bounds};
    return dialect;
}

}  // namespace zermelo::judge
