// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/batch_reader.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "zermelo/base/saturating.hpp"
#include "zermelo/puzzles/reader.hpp"

namespace zermelo::judge {

namespace {

using puzzles::Batch;
using puzzles::Reader;

constexpr std::size_t first_capacity = std::size_t{1} << 20;
// No record has one as long; without a limit, a stream without blanks and line ends would fill the memory.
constexpr std::size_t longest_word = std::size_t{1} << 20;
// Vector loads of the fast paths may run this far beyond the text.
constexpr std::size_t padding = 64;

std::size_t max_of_a_batch(const Source& source, const puzzles::Options& options) {
    if (options.max_of_a_chunk) return std::max(*options.max_of_a_chunk, ChunkSize::least);
    constexpr std::size_t most = std::size_t{1} << 18;
    constexpr std::size_t least = 1024;
    constexpr std::size_t batches_a_thread = 16;
    const auto text = source.mapped();
    return text ? std::clamp(text->size() / (batches_a_thread * options.threads), least, most) : most;
}

/// The only line of `scanned`, of which `text` is all, that is not blank; without its end.
std::string_view line_of(std::string_view text, const ScannedLines& scanned) {
    std::uint64_t blank_lines = scanned.newlines;
    if (text.ends_with('\n')) {
        --blank_lines;
        text.remove_suffix(1);
    }
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (blank_lines == 0) return text;
    const char* line = text.data() + text.size();
    while (line[-1] != '\n') --line;
    return {line, static_cast<std::size_t>(text.data() + text.size() - line)};
}

}  // namespace

BatchReader::BatchReader(Source& source, const puzzles::Puzzle& puzzle, const puzzles::Options& options)
    : source_(source), puzzle_(puzzle), options_(options), chunk_size_(max_of_a_batch(source, options)) {
    if (const auto text = source.mapped()) {
        window_ = text->data();
        size_ = text->size();
        at_end_ = true;
    }
}

/// Reads more of a stream. `passed` bytes of whole lines are known, with `newlines` line ends: what comes
/// after them is one line, as far as it is here, and must end some time.
Result<void> BatchReader::grow(std::size_t passed, std::uint64_t newlines) {
    const std::string_view line = rest().substr(passed);
    if (line.size() > longest_word &&
        line.find_first_of(" \t\r", line.size() - longest_word) == std::string_view::npos) {
        return failure(
            ErrorKind::bad_input,
            fmt::format("a word of more than {} bytes, expected a blank or a line end", longest_word),
            Location{line_ + newlines, 1});
    }
    if (size_ == capacity_) {
        // Batches in work keep the old buffer; what has not been handed out moves to a new one.
        const std::size_t kept = size_ - begin_;
        const std::size_t capacity = std::max(first_capacity, 2 * kept);
        std::shared_ptr<char[]> bigger{new char[capacity + padding]};
        if (kept != 0) std::memcpy(bigger.get(), window_ + begin_, kept);
        std::memset(bigger.get() + capacity, 0, padding);
        buffer_ = std::move(bigger);
        capacity_ = capacity;
        window_ = buffer_.get();
        size_ = kept;
        begin_ = 0;
    }
    // Waits for the first bytes, then takes what else is there already.
    do {
        ZERMELO_TRY(const auto got, source_.read(buffer_.get() + size_, capacity_ - size_));
        at_end_ = got == 0;
        size_ += got;
    } while (!at_end_ && size_ < capacity_ && source_.ready());
    return {};
}

Result<void> BatchReader::start() {
    const std::uint64_t most = options_.limits ? puzzle_.max_games() : ~std::uint64_t{0};
    while (true) {
        const ScannedLines first = scan_lines(rest(), 1, at_end_, options_.isa);
        if (first.lines == 0 && !at_end_) {
            ZERMELO_CHECK(grow(first.size, first.newlines));
            continue;
        }
        Reader reader{rest().substr(0, first.lines == 0 ? rest().size() : first.size)};
        ZERMELO_TRY(const auto count, reader.game_count(options_.limits ? 1 : 0, most));
        game_count_ = count;
        begin_ += first.size;
        offset_ += first.size;
        line_ += first.newlines;
        column_ = reader.location(reader.position()).column;  // 1 unless the input ends before the line does
        return {};
    }
}

Batch BatchReader::everything() const {
    Batch batch;
    batch.text = {window_, size_};
    batch.begin = begin_;
    batch.readable_end = window_ + size_;
    batch.games = game_count_;
    batch.source = &source_;
    return batch;
}

void BatchReader::skip(std::uint64_t games, std::size_t end) {
    if (games == 0) return;
    const std::string_view text(window_, size_);
    // The rule: all went well, and nobody will ask for a line, which takes a look at all text before it.
    finished_ = games == game_count_ && !Reader{text.substr(end)}.skip_blank_lines();
    if (finished_) return;
    const Location here = Reader{text}.location(window_ + end);
    line_ = here.line;
    column_ = here.column;
    games_before_ += games;
    offset_ += end - begin_;
    begin_ = end;
}

/// Passes over as many whole games as there are, up to a batch; resumes where it stopped.
void BatchReader::scan() {
    Ahead& a = ahead_;
    const std::string_view text = rest();
    const std::uint64_t left = game_count_ - games_before_;
    if (const std::uint64_t each = puzzle_.fixed_lines(); each != 0 && a.scanned == 0) {
        // All games alike: many at once, if a batch of them is here.
        const std::uint64_t many = std::min<std::uint64_t>(left, 1 + chunk_size_.size() / (each * 8));
        const ScannedLines all = scan_lines(text, many * each, at_end_, options_.isa);
        if (all.lines == many * each) {
            a = {all.size, all.newlines, 0, all.size, all.newlines, many, 0, 0, true, false};
            return;
        }
    }
    while (!a.enough) {
        if (a.open_lines == 0) {
            if (puzzle_.fixed_lines() != 0) {
                a.open_lines = puzzle_.fixed_lines();
            } else {
                const ScannedLines first = scan_lines(text.substr(a.scanned), 1, at_end_, options_.isa);
                if (first.lines == 0) {  // blank lines, as far as they are here
                    a.scanned += first.size;
                    a.newlines += first.newlines;
                    return;
                }
                const auto shape = puzzle_.shape(line_of(text.substr(a.scanned, first.size), first));
                a.scanned += first.size;
                a.newlines += first.newlines;
                if (!shape) {
                    a.has_error = true;
                    return;
                }
                a.open_lines = shape->lines - 1;
                a.open_load = shape->load;
            }
        }
        const ScannedLines more = scan_lines(text.substr(a.scanned), a.open_lines, at_end_, options_.isa);
        a.scanned += more.size;
        a.newlines += more.newlines;
        a.open_lines -= more.lines;
        if (a.open_lines != 0) return;
        a.whole = a.scanned;
        a.whole_newlines = a.newlines;
        ++a.whole_games;
        a.whole_load = saturating_add(a.whole_load, a.open_load);
        a.enough = a.whole >= chunk_size_.size() || a.whole_games == left;
    }
}

KeptBatch BatchReader::cut(std::size_t end, std::uint64_t newlines, std::uint64_t games, bool final) {
    KeptBatch parcel;
    parcel.batch.text = rest().substr(0, end);
    parcel.batch.readable_end = window_ + size_;
    parcel.batch.first = {line_, column_};
    parcel.batch.first_game = games_before_ + 1;
    parcel.batch.games = games;
    parcel.batch.load = load_before_;
    if (end != 0) {  // only the input's end can come before a line's
        const char* const next = window_ + begin_ + end;
        column_ = next[-1] == '\n' ? 1 : Reader{parcel.batch.text, parcel.batch.first}.location(next).column;
    }
    parcel.keeps = buffer_;
    parcel.final = final;
    begin_ += end;
    offset_ += end;
    parcel.end_offset = offset_;
    line_ += newlines;
    games_before_ += games;
    load_before_ = saturating_add(load_before_, ahead_.whole_load);
    ahead_ = {};
    finished_ = final;
    return parcel;
}

Result<std::optional<KeptBatch>> BatchReader::next() {
    if (finished_) return std::optional<KeptBatch>{};
    while (games_before_ < game_count_) {
        scan();
        const Ahead& a = ahead_;
        if (a.has_error) return cut(a.scanned, a.newlines, a.whole_games + 1, true);
        if (!a.enough && at_end_) return cut(rest().size(), a.newlines, a.whole_games + 1, true);
        if (a.enough || (a.whole_games != 0 && !source_.ready()))
            return cut(a.whole, a.whole_newlines, a.whole_games, false);
        ZERMELO_CHECK(grow(a.scanned, a.newlines));
    }
    // Only white space may follow: the decider looks at whole lines of it, and at the first word in full.
    while (true) {
        const ScannedLines blank = scan_lines(rest(), 1, at_end_, options_.isa);
        if (blank.lines != 0 || at_end_) return cut(rest().size(), blank.newlines, 0, true);
        if (blank.size != 0) return cut(blank.size, blank.newlines, 0, false);
        ZERMELO_CHECK(grow(0, 0));
    }
}

}  // namespace zermelo::judge
