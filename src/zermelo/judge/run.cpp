// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/run.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <utility>

#include <tbb/concurrent_queue.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>

#include "zermelo/base/in_order.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/judge/batch_reader.hpp"
#include "zermelo/judge/chunk_size.hpp"
#include "zermelo/judge/chunks.hpp"
#include "zermelo/puzzles/reader.hpp"

namespace zermelo::judge {

namespace {

using puzzles::Batch;
using puzzles::Decider;
using puzzles::Output;
using puzzles::Reader;

/// A part of the input on its way through the stages: games, and what they came to.
struct Chunk {
    Batch batch;
    std::shared_ptr<const char[]> keeps;  ///< the text, unless it is mapped
    std::uint64_t end_offset = 0;         ///< bytes of input up to the batch's end
    Output output;
};

/// The last stage: writes outputs in order and keeps the first error.
class Writer {
  public:
    Writer(const Source& source, Sink& sink, const Progress& progress)
        : source_(source), sink_(sink), progress_(progress) {
        if (const auto text = source.mapped()) {
            rest_ = *text;
            total_ = text->size();
        }
    }

    /// False once there is nothing more to do.
    bool take(const Output& output, std::uint64_t end_offset) {
        if (error_) return false;
        if (!output.text.empty()) {
            if (const auto written = sink_.write(output.text); !written) {
                error_ = written.error();
                return false;
            }
        }
        if (output.error) {
            error_ = output.error;
            return false;
        }
        games_ += output.games;
        release(end_offset);
        if (progress_) progress_(end_offset, total_);
        return true;
    }

    /// Whether nothing has ended the run yet.
    bool going() const { return !error_; }

    Result<std::uint64_t> result() const {
        if (error_) return tl::make_unexpected(*error_);
        return games_;
    }

  private:
    /// Gives back the memory of mapped input that is done, a large part at a time: each call interrupts the
    /// other threads, and giving back everything at the end keeps them waiting.
    void release(std::uint64_t done) {
        constexpr std::uint64_t part = std::uint64_t{32} << 20;
        if (!total_ || done - (*total_ - rest_.size()) < part) return;
        const auto size = static_cast<std::size_t>(done - (*total_ - rest_.size()));
        source_.release(rest_.substr(0, size));
        rest_.remove_prefix(size);
    }

    const Source& source_;
    Sink& sink_;
    const Progress& progress_;
    std::string_view rest_;  ///< the part of mapped input whose memory is still held
    std::optional<std::uint64_t> total_;
    std::optional<Error> error_;
    std::uint64_t games_ = 0;
};

/// Where chunks come from and where what they came to goes, both in the order of the input. Several threads
/// may decide chunks meanwhile: `next` and `take` may be called at the same time, each by one thread.
class ChunkQueue {
  public:
    virtual ~ChunkQueue() = default;
    /// The next chunk, undecided unless it has an error already; nothing at the end.
    virtual std::optional<Chunk> next() = 0;
    /// Takes the chunks back, decided. False once there is nothing more to do.
    virtual bool take(const Chunk& chunk) = 0;
};

/// Batches that the reader has cut: of streams, and wherever games are to be counted.
class StreamChunks final : public ChunkQueue {
  public:
    StreamChunks(BatchReader& reader, Writer& writer) : reader_(reader), writer_(writer) {}

    std::optional<Chunk> next() override {
        if (failed_) return std::nullopt;
        auto parcel = reader_.next();
        Chunk chunk;
        if (!parcel) {
            failed_ = true;
            chunk.output.error = parcel.error();
            return chunk;
        }
        if (!*parcel) return std::nullopt;
        return Chunk{(*parcel)->batch, std::move((*parcel)->keeps), (*parcel)->end_offset, {}};
    }
    bool take(const Chunk& chunk) override { return writer_.take(chunk.output, chunk.end_offset); }

  private:
    BatchReader& reader_;
    Writer& writer_;
    bool failed_ = false;
};

/// Games of a mapped input, one chunk after the other, without looking ahead where they end: the next chunk
/// begins where the one before it, which must have been taken back, has ended.
class WholeChunks final : public ChunkQueue {
  public:
    WholeChunks(BatchReader& reader, Writer& writer)
        : reader_(reader), writer_(writer), rest_(reader.everything()) {}

    std::optional<Chunk> next() override {
        // Made in its place: GCC 12 takes an error that is moved along for one that may not be there.
        std::optional<Chunk> chunk{std::in_place};
        chunk->batch = rest_;
        chunk->batch.enough = rest_.begin + reader_.chunk_size().size();
        chunk->output.end = rest_.begin;
        return chunk;
    }
    bool take(const Chunk& chunk) override {
        const Output& output = chunk.output;
        if (!writer_.take(output, output.end) || output.games == rest_.games) return false;
        rest_.begin = output.end;
        rest_.first_game += output.games;
        rest_.games -= output.games;
        return true;
    }

  private:
    BatchReader& reader_;
    Writer& writer_;
    Batch rest_;
};

/// Chunks of a mapped input that begin where a game seems to begin, for many threads at once. A chunk counts
/// only if the one before it ended exactly there, so that what is written is what one thread would have
/// written. Ends before the first chunk for which that fails (or which has an error, or whose end cannot be
/// guessed), or with the text; the reader then goes on from there (`hand_over`).
class GuessedChunks final : public ChunkQueue {
  public:
    GuessedChunks(BatchReader& reader, Writer& writer, const puzzles::Puzzle& puzzle, unsigned threads)
        : reader_(reader), writer_(writer), puzzle_(puzzle), threads_(threads), next_(all_.begin) {}

    std::optional<Chunk> next() override {
        const std::size_t left = all_.text.size() - next_;
        if (left == 0) return std::nullopt;
        // Towards the end shorter ones, so that all threads end together.
        const std::size_t share = std::max(left / (std::size_t{4} * threads_), ChunkSize::least);
        const auto end = guess_end(all_.text, next_, std::min(share, reader_.chunk_size().size()), puzzle_);
        if (!end) return std::nullopt;
        std::optional<Chunk> chunk{std::in_place};
        chunk->batch = all_;
        chunk->batch.begin = std::exchange(next_, *end);
        chunk->batch.enough = next_;
        chunk->output.end = chunk->batch.begin;
        return chunk;
    }
    bool take(const Chunk& chunk) override {
        const Output& output = chunk.output;
        const std::size_t begin = chunk.batch.begin;
        if (output.error || output.games > games_left_ || begin < end_ ||
            Reader{all_.text.substr(end_, begin - end_)}.skip_blank_lines() ||
            !writer_.take(output, output.end))
            return false;
        end_ = output.end;
        games_left_ -= output.games;
        return true;
    }
    void hand_over() { reader_.skip(all_.games - games_left_, end_); }

  private:
    BatchReader& reader_;
    Writer& writer_;
    const puzzles::Puzzle& puzzle_;
    unsigned threads_;
    const Batch all_ = reader_.everything();
    std::size_t next_;              ///< where the next chunk begins: of the thread that calls `next`
    std::size_t end_ = all_.begin;  ///< the end of what was written; belongs to the thread that calls `take`
    std::uint64_t games_left_ = all_.games;
};

/// Decides a batch, and learns from it.
void decide_batch(Decider& decider, const Batch& batch, Output& output, ChunkSize& chunk_size) {
    const auto start = std::chrono::steady_clock::now();
    const std::size_t begin = output.end;
    decider.decide(batch, output);
    chunk_size.took(output.end - begin, std::chrono::steady_clock::now() - start);
}

/// One chunk after the other, by this thread.
void run_in_turn(ChunkQueue& queue, Decider& decider, ChunkSize& chunk_size) {
    std::string text;
    while (auto chunk = queue.next()) {
        chunk->output.text = std::move(text);
        chunk->output.text.clear();
        if (!chunk->output.error) decide_batch(decider, chunk->batch, chunk->output, chunk_size);
        if (!queue.take(*chunk)) return;
        text = std::move(chunk->output.text);
    }
}

// How many chunks a thread may be ahead of the first that is not decided: a game may take as long as all
// these. What was decided is kept meanwhile, and of a stream the text, too.
constexpr std::size_t mapped_chunks_ahead = 256;
constexpr std::size_t stream_chunks_ahead = 64;

/// All threads of the arena at once.
void run_together(ChunkQueue& queue, const puzzles::Puzzle& puzzle, const puzzles::Options& options,
                  ChunkSize& chunk_size, std::size_t chunks_ahead) {
    tbb::enumerable_thread_specific<std::unique_ptr<Decider>> deciders;
    std::atomic<bool> done = false;            // the queue wants no more
    tbb::concurrent_queue<std::string> spare;  // memory that was written to is cheaper than new
    const auto next = [&] { return done ? std::nullopt : queue.next(); };
    const auto decide = [&](Chunk& chunk) {
        auto& decider = deciders.local();
        if (!decider) decider = puzzle.decider(options);
        if (done || chunk.output.error) return;
        static_cast<void>(spare.try_pop(chunk.output.text));
        // A decider may set all threads on one large board and wait for them; isolated, its own thread does
        // not take up another chunk meanwhile and turn to the same decider again.
        tbb::this_task_arena::isolate([&] { decide_batch(*decider, chunk.batch, chunk.output, chunk_size); });
    };
    const auto take = [&](Chunk& chunk) {
        if (done) return;
        done = !queue.take(chunk);
        chunk.output.text.clear();
        spare.push(std::move(chunk.output.text));
    };
    in_order(chunks_ahead * options.threads, next, decide, take);
}

Result<std::uint64_t> decide_all(Source& source, const puzzles::Puzzle& puzzle,
                                 const puzzles::Options& options, Sink& sink, const Progress& progress) {
    puzzles::Options effective = options;
    effective.threads = threads_or_all(effective.threads);
    BatchReader reader{source, puzzle, effective};
    ZERMELO_CHECK(reader.start());
    Writer writer{source, sink, progress};
    // A bound on a sum over the input needs the games in order; everything else can do without a scan.
    const bool whole = source.mapped() && !effective.limits;
    StreamChunks stream{reader, writer};
    const auto in_turn = [&] {
        const auto decider = puzzle.decider(effective);
        if (!whole) return run_in_turn(stream, *decider, reader.chunk_size());
        WholeChunks chunks{reader, writer};
        run_in_turn(chunks, *decider, reader.chunk_size());
    };
    const auto together = [&] {
        if (whole &&
            effective.format == puzzles::AnswerFormat::verdict) {  // the other forms say each game's number
            GuessedChunks chunks{reader, writer, puzzle, effective.threads};
            run_together(chunks, puzzle, effective, reader.chunk_size(), mapped_chunks_ahead);
            chunks.hand_over();
        }
        if (writer.going()) run_together(stream, puzzle, effective, reader.chunk_size(), stream_chunks_ahead);
    };
    if (effective.threads == 1) {
        in_turn();
        return writer.result();
    }
    ThreadPool pool{effective.threads};
    pool.execute([&] {
        if (whole && reader.game_count() == 1) {
            in_turn();  // a large board is read by all threads
        } else {
            together();
        }
    });
    return writer.result();
}

}  // namespace

Result<std::uint64_t> run(Source& source, const puzzles::Puzzle& puzzle, const puzzles::Options& options,
                          Sink& sink, const Progress& progress) {
    auto decided = decide_all(source, puzzle, options, sink, progress);
    // Where bytes were lost there are zeros, with which no game is in order: so far the verdicts are right.
    if (!decided && decided.error().kind == ErrorKind::bad_input)
        if (const auto loss = source.loss()) return tl::make_unexpected(*loss);
    return decided;
}

}  // namespace zermelo::judge
