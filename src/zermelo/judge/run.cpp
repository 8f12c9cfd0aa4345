// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/run.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <utility>

#include <tbb/concurrent_queue.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/info.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include "zermelo/base/team.hpp"
#include "zermelo/judge/feed.hpp"
#include "zermelo/judge/pace.hpp"
#include "zermelo/judge/reader.hpp"
#include "zermelo/judge/stretches.hpp"

namespace zermelo::judge {

namespace {

/// A parcel on its way through the stages, or the error that the feed met in its place.
struct Item {
    Parcel parcel;
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
    bool take(const Item& item) { return take(item.output, item.parcel.end_offset); }

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
    std::string_view rest_;  ///< of mapped input, whose memory is still held
    std::optional<std::uint64_t> total_;
    std::optional<Error> error_;
    std::uint64_t games_ = 0;
};

/// The next item, or nothing at the end of the input.
std::optional<Item> next_item(Feed& feed) {
    auto parcel = feed.next();
    if (!parcel) {
        Item item;
        item.output.error = parcel.error();
        return item;
    }
    if (!*parcel) return std::nullopt;
    return Item{std::move(**parcel), {}};
}

/// Decides a batch, and learns from it.
void decide_batch(Decider& decider, const Batch& batch, Output& output, Pace& pace) {
    const auto start = std::chrono::steady_clock::now();
    const std::size_t begin = output.end;
    decider.decide(batch, output);
    pace.took(output.end - begin, std::chrono::steady_clock::now() - start);
}

// How many pieces a thread may be ahead of the first that is not decided: a game may take as long as all
// these. What was decided is kept meanwhile, and of a stream the text, too.
constexpr std::size_t mapped_pieces_ahead = 256;
constexpr std::size_t stream_pieces_ahead = 64;

/// Decides a batch inside a task. A decider may set all threads on one large board and wait for them;
/// isolated, its own thread does not take up another batch meanwhile and turn to the same decider again.
void decide_alone(Decider& decider, const Batch& batch, Output& output, Pace& pace) {
    tbb::this_task_arena::isolate([&] { decide_batch(decider, batch, output, pace); });
}

/// Games of a mapped input, a stretch after the other, without looking ahead where they end.
void run_through(Feed& feed, const Dialect& dialect, const Options& options, Writer& writer) {
    Batch batch = feed.everything();
    const auto decider = dialect.decider(options);
    Output output;
    while (true) {
        batch.enough = batch.begin + feed.pace().size();
        output.text.clear();
        output.games = 0;
        output.end = batch.begin;
        decide_batch(*decider, batch, output, feed.pace());
        if (!writer.take(output, output.end) || output.games == batch.games) return;
        batch.begin = output.end;
        batch.first_game += output.games;
        batch.games -= output.games;
    }
}

/// All threads at once, each at a place where a game seems to begin. A stretch counts only if the one before
/// it ended exactly there, so that what is written is what one thread would have written. Ends before the
/// first stretch for which that fails (or which offends, or whose end cannot be guessed), or with the text;
/// the feed then goes on from there.
void run_ahead(Feed& feed, const Dialect& dialect, const Options& options, Writer& writer) {
    const Batch all = feed.everything();
    Batch rest = all;
    tbb::enumerable_thread_specific<std::unique_ptr<Decider>> deciders;
    std::atomic<bool> done = false;            // the writer wants no more
    tbb::concurrent_queue<std::string> spare;  // memory that was written to is cheaper than new
    struct Stretch {
        std::size_t begin = 0;
        std::size_t end = 0;
        Output output;
    };
    using Handle = std::shared_ptr<Stretch>;
    std::size_t next = all.begin;
    const auto hand_out = [&](tbb::flow_control& control) -> Handle {
        const std::size_t left = all.text.size() - next;
        if (!done && left != 0) {
            // Towards the end shorter ones, so that all threads end together.
            const std::size_t share = std::max(left / (std::size_t{4} * options.threads), Pace::least);
            const std::size_t size = std::min(share, feed.pace().size());
            if (const auto end = guess_end(all.text, next, size, dialect)) {
                const std::size_t begin = std::exchange(next, *end);
                return std::make_shared<Stretch>(Stretch{begin, *end, {}});
            }
        }
        control.stop();
        return nullptr;
    };
    const auto decide = [&](Handle stretch) {
        auto& decider = deciders.local();
        if (!decider) decider = dialect.decider(options);
        Batch part = all;
        part.begin = stretch->begin;
        part.enough = stretch->end;
        stretch->output.end = part.begin;
        static_cast<void>(spare.try_pop(stretch->output.text));
        if (!done) decide_alone(*decider, part, stretch->output, feed.pace());
        return stretch;
    };
    const auto write = [&](const Handle& stretch) {
        if (done) return;
        const Output& output = stretch->output;
        done = output.error || output.games > rest.games || stretch->begin < rest.begin ||
               Reader{rest.text.substr(rest.begin, stretch->begin - rest.begin)}.skip_blank_lines() ||
               !writer.take(output, output.end);
        if (done) return;
        rest.begin = output.end;
        rest.games -= output.games;
        stretch->output.text.clear();
        spare.push(std::move(stretch->output.text));
    };
    tbb::parallel_pipeline(mapped_pieces_ahead * options.threads,
                           tbb::make_filter<void, Handle>(tbb::filter_mode::serial_in_order, hand_out) &
                               tbb::make_filter<Handle, Handle>(tbb::filter_mode::parallel, decide) &
                               tbb::make_filter<Handle, void>(tbb::filter_mode::serial_in_order, write));
    feed.skip(all.games - rest.games, rest.begin);
}

void run_alone(Feed& feed, const Dialect& dialect, const Options& options, Writer& writer) {
    const auto decider = dialect.decider(options);
    std::string text;
    while (auto item = next_item(feed)) {
        item->output.text = std::move(text);
        item->output.text.clear();
        if (!item->output.error) decide_batch(*decider, item->parcel.batch, item->output, feed.pace());
        if (!writer.take(*item)) return;
        text = std::move(item->output.text);
    }
}

void run_together(Feed& feed, const Dialect& dialect, const Options& options, Writer& writer) {
    tbb::enumerable_thread_specific<std::unique_ptr<Decider>> deciders;
    bool failed = false;             // reading did; only the first stage looks
    std::atomic<bool> done = false;  // the writer wants no more
    using Handle = std::shared_ptr<Item>;
    const auto read = [&](tbb::flow_control& control) -> Handle {
        if (!failed && !done) {
            if (auto item = next_item(feed)) {
                failed = item->output.error.has_value();
                return std::make_shared<Item>(std::move(*item));
            }
        }
        control.stop();
        return nullptr;
    };
    const auto decide = [&](Handle item) {
        auto& decider = deciders.local();
        if (!decider) decider = dialect.decider(options);
        if (!done && !item->output.error)
            decide_alone(*decider, item->parcel.batch, item->output, feed.pace());
        return item;
    };
    const auto write = [&](const Handle& item) {
        if (!writer.take(*item)) done = true;
    };
    tbb::parallel_pipeline(stream_pieces_ahead * options.threads,
                           tbb::make_filter<void, Handle>(tbb::filter_mode::serial_in_order, read) &
                               tbb::make_filter<Handle, Handle>(tbb::filter_mode::parallel, decide) &
                               tbb::make_filter<Handle, void>(tbb::filter_mode::serial_in_order, write));
}

Result<std::uint64_t> decide_all(Source& source, const Dialect& dialect, const Options& options, Sink& sink,
                                 const Progress& progress) {
    Options effective = options;
    if (effective.threads == 0) effective.threads = static_cast<unsigned>(tbb::info::default_concurrency());
    Feed feed{source, dialect, effective};
    if (const auto started = feed.start(); !started) return tl::make_unexpected(started.error());
    Writer writer{source, sink, progress};
    // A bound on a sum over the input needs the games in order; everything else can do without a skim.
    const bool whole = source.mapped() && !effective.limits;
    if (effective.threads == 1) {
        if (whole) {
            run_through(feed, dialect, effective, writer);
        } else {
            run_alone(feed, dialect, effective, writer);
        }
        return writer.result();
    }
    Team team{effective.threads};
    team.execute([&] {
        if (whole && feed.game_count() == 1) {
            run_through(feed, dialect, effective, writer);  // a large board is read by all threads
            return;
        }
        if (whole && effective.form == Form::verdict)  // the other forms tell each game's number
            run_ahead(feed, dialect, effective, writer);
        if (writer.going()) run_together(feed, dialect, effective, writer);
    });
    return writer.result();
}

}  // namespace

Result<std::uint64_t> run(Source& source, const Dialect& dialect, const Options& options, Sink& sink,
                          const Progress& progress) {
    auto decided = decide_all(source, dialect, options, sink, progress);
    // Where bytes were lost there are zeros, with which no game is in order: so far the verdicts are right.
    if (!decided && decided.error().kind == ErrorKind::bad_input)
        if (const auto loss = source.loss()) return tl::make_unexpected(*loss);
    return decided;
}

}  // namespace zermelo::judge
