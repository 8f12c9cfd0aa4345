// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "zermelo/base/source.hpp"
#include "zermelo/judge/chunk_size.hpp"
#include "zermelo/judge/line_scan.hpp"
#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::judge {

/// A batch, and what keeps its text alive while it is worked on (nothing for mapped input).
struct KeptBatch {
    puzzles::Batch batch;
    std::shared_ptr<const char[]> keeps;
    std::uint64_t end_offset = 0;  ///< bytes of input up to the batch's end
    bool final = false;            ///< the input ends with it
};

/// Cuts an input into batches of whole games, in order, reading streams as they come.
///
/// A mapped input is cut where it lies. A stream is cut as soon as a game is complete and no more bytes
/// wait, so that a person who types games gets verdicts as they type. Memory for streams: a buffer for
/// each batch in work, and as much as its longest game needs.
class BatchReader {
  public:
    /// `source` and `puzzle` must outlive the reader.
    BatchReader(Source& source, const puzzles::Puzzle& puzzle, const puzzles::Options& options);

    /// Reads the line with the number of games. To be called once, first.
    Result<void> start();

    /// The next batch; nothing after the last one. The last batch holds no game and all that follows the
    /// last game, or it holds the game in which the input ends or has_error.
    Result<std::optional<KeptBatch>> next();

    /// What the first line said. Precondition: `start` went well.
    std::uint64_t game_count() const { return game_count_; }

    /// All games of a mapped input as one batch, nothing cut, to be called instead of `next`. The decider
    /// then finds for itself where each game ends, and nobody looks at the text before it does.
    /// Preconditions: `start` went well; the input is mapped; no bound on a sum over the input is enforced.
    puzzles::Batch everything() const;

    /// Passes over games of `everything()` that somebody else has decided, up to an offset in its text.
    /// `next` goes on from there. Preconditions: as of `everything`; `next` was not called. Cost: counts the
    /// lines up to there if anything follows.
    void skip(std::uint64_t games, std::size_t end);

    /// About how much text makes a batch. Who decides batches reports how long they take.
    ChunkSize& chunk_size() { return chunk_size_; }

  private:
    std::string_view rest() const { return {window_ + begin_, size_ - begin_}; }
    Result<void> grow(std::size_t passed, std::uint64_t newlines);
    void scan();
    KeptBatch cut(std::size_t end, std::uint64_t newlines, std::uint64_t games, bool final);

    Source& source_;
    const puzzles::Puzzle& puzzle_;
    const puzzles::Options& options_;

    ChunkSize chunk_size_;

    // The window: the part of the input that is in memory. Everything before `begin_` has been handed out.
    std::shared_ptr<char[]> buffer_;
    std::size_t capacity_ = 0;
    const char* window_ = nullptr;
    std::size_t size_ = 0;
    std::size_t begin_ = 0;
    bool at_end_ = false;

    std::uint64_t column_ = 1;        ///< column of the input at `begin_`
    std::uint64_t line_ = 1;          ///< line of the input at `begin_`
    std::uint64_t games_before_ = 0;  ///< games handed out
    std::uint64_t game_count_ = 0;
    std::uint64_t load_before_ = 0;
    std::uint64_t offset_ = 0;  ///< offset in the input of `begin_`
    bool finished_ = false;

    // What the scan knows about the text from `begin_` on.
    struct Ahead {
        std::size_t scanned = 0;       ///< bytes of whole lines passed
        std::uint64_t newlines = 0;    ///< in them
        std::uint64_t open_lines = 0;  ///< lines still missing of the game it stands in
        std::size_t whole = 0;         ///< bytes up to the end of the last whole game
        std::uint64_t whole_newlines = 0;
        std::uint64_t whole_games = 0;
        std::uint64_t whole_load = 0;
        std::uint64_t open_load = 0;
        bool enough = false;     ///< a batch is full, or this was the last game
        bool has_error = false;  ///< the next game's first line does; it is passed
    };
    Ahead ahead_;
};

}  // namespace zermelo::judge
