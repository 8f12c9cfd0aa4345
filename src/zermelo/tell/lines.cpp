// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/lines.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>

#include "zermelo/base/in_order.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/judge/chunk_size.hpp"
#include "zermelo/tell/errors.hpp"

namespace zermelo::tell {

namespace {

/// Some lines of the input on their way through the stages, and what they came to.
struct Lines {
    std::string text;
    std::uint64_t first_line = 1;
    std::string output;
    LineCounts counts;
};

/// Cuts an input into runs of whole lines, as they come.
class LineFeed {
  public:
    explicit LineFeed(Source& source) : source_(source) {
        if (const auto text = source.mapped()) {
            rest_ = *text;
            at_end_ = true;
        }
    }

    /// About `size` bytes of the next lines; less where no more wait to be read. Nothing at the end.
    Result<std::optional<Lines>> next(std::size_t size) {
        while (true) {
            if (skipping_) skip();
            if (const std::size_t end = end_of_lines(size); end > 0) return take(end);
            if (at_end_ && rest_.empty()) return std::nullopt;
            if (at_end_) return take(rest_.size());
            if (rest_.size() > longest_line) {
                skipping_ = true;
                return take(rest_.size());
            }
            ZERMELO_CHECK(read());
        }
    }

  private:
    /// The end of the first line that ends after at least `size` bytes or, without one, of the last line that
    /// ends. 0: none does.
    std::size_t end_of_lines(std::size_t size) const {
        std::size_t end = rest_.find('\n', size - 1);
        if (end == std::string_view::npos) end = rest_.rfind('\n');
        return end == std::string_view::npos ? 0 : end + 1;
    }

    Lines take(std::size_t size) {
        Lines lines;
        lines.text = rest_.substr(0, size);
        lines.first_line = line_;
        line_ += static_cast<std::uint64_t>(std::count(lines.text.begin(), lines.text.end(), '\n'));
        rest_.remove_prefix(size);
        release();
        return lines;
    }

    /// Passes over what is left of a line that was too long.
    void skip() {
        const std::size_t end = rest_.find('\n');
        skipping_ = end == std::string_view::npos;
        rest_.remove_prefix(skipping_ ? rest_.size() : end + 1);
        if (!skipping_) ++line_;
    }

    Result<void> read() {
        constexpr std::size_t at_a_time = std::size_t{1} << 16U;
        std::string next{rest_};
        const std::size_t before = next.size();
        next.resize(before + at_a_time);
        ZERMELO_TRY(const std::size_t got, source_.read(next.data() + before, at_a_time));
        next.resize(before + got);
        at_end_ = got == 0;
        buffer_ = std::move(next);
        rest_ = buffer_;
        return {};
    }

    /// Gives back the memory of mapped input that is done.
    void release() {
        constexpr std::size_t part = std::size_t{32} << 20U;
        const auto text = source_.mapped();
        if (!text || text->size() - rest_.size() - released_ < part) return;
        source_.release(text->substr(released_, part));
        released_ += part;
    }

    Source& source_;
    std::string buffer_;  ///< holds what `rest_` shows of a stream
    std::string_view rest_;
    std::uint64_t line_ = 1;
    std::size_t released_ = 0;
    bool at_end_ = false;
    bool skipping_ = false;
};

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

/// An error of a line, as a line.
std::string error_line(const Error& error, std::uint64_t line, std::string_view input, OutputFormat format) {
    return format == OutputFormat::json ? json_of_line(error, input, line)
                                        : diagnostic_of_line(error, input, line) + "\n";
}

void answer_all(Lines& lines, const AnswerLine& answer, std::string_view input, OutputFormat format) {
    std::uint64_t number = lines.first_line;
    for (std::string_view left = lines.text; !left.empty(); ++number) {
        std::string_view line = left.substr(0, left.find('\n'));
        left.remove_prefix(std::min(line.size() + 1, left.size()));
        // A stream keeps only the beginning of a line that is too long, and that may be blank.
        if (line.size() <= longest_line && is_blank(line)) continue;
        if (line.ends_with('\r')) line.remove_suffix(1);
        auto answered =
            line.size() <= longest_line
                ? answer(line)
                : failure(ErrorKind::bad_input,
                          fmt::format("a line of over {} bytes, expected at most that", longest_line),
                          Location{1, 1});
        if (answered) {
            lines.output += answered->text;
            ++lines.counts.answered;
            lines.counts.undecided += answered->decided ? 0 : 1;
            if (!lines.counts.table_error) lines.counts.table_error = std::move(answered->table_error);
        } else {
            lines.output += error_line(answered.error(), number, input, format);
            ++(answered.error().kind == ErrorKind::io ? lines.counts.failed : lines.counts.bad);
        }
    }
}

/// A run of `answer_lines`.
class Run {
  public:
    Run(Source& input, Sink& output, const LinesRequest& request)
        : input_(input), output_(output), request_(request), feed_(input) {}

    Result<LineCounts> run() {
        const unsigned threads = threads_or_all(request_.threads);
        if (threads == 1) {
            const AnswerLine answer = request_.answerer();
            while (auto lines = next()) {
                decide(*lines, answer);
                take(*lines);
            }
        } else {
            ThreadPool pool{threads};
            pool.execute([&] { together(threads); });
        }
        if (error_) return tl::make_unexpected(*error_);
        if (read_error_) return tl::make_unexpected(*read_error_);
        if (const auto loss = input_.loss()) return tl::make_unexpected(*loss);
        return counts_;
    }

  private:
    std::optional<Lines> next() {
        if (done_) return std::nullopt;
        auto lines = feed_.next(request_.long_ones ? 1 : pace_.size());
        if (lines) return *std::move(lines);
        read_error_ = lines.error();
        return std::nullopt;
    }

    void decide(Lines& lines, const AnswerLine& answer) {
        const auto start = std::chrono::steady_clock::now();
        answer_all(lines, answer, input_.name(), request_.format);
        pace_.took(lines.text.size(), std::chrono::steady_clock::now() - start);
    }

    void take(const Lines& lines) {
        if (done_) return;
        counts_ += lines.counts;
        if (const auto written = output_.write(lines.output); !written) {
            error_ = written.error();
            done_ = true;
        }
    }

    void together(unsigned threads) {
        tbb::enumerable_thread_specific<AnswerLine> answerers;
        const auto work = [&](Lines& lines) {
            AnswerLine& answer = answerers.local();
            if (!answer) answer = request_.answerer();
            if (!done_) decide(lines, answer);
        };
        // A line may take as long as all that are ahead of it.
        constexpr std::size_t ahead = 64;
        in_order(
            ahead * threads, [&] { return next(); }, work, [&](const Lines& lines) { take(lines); });
    }

    Source& input_;
    Sink& output_;
    const LinesRequest& request_;
    LineFeed feed_;
    judge::ChunkSize pace_{longest_line};
    std::atomic<bool> done_ = false;  ///< nobody reads any more
    LineCounts counts_;
    std::optional<Error> read_error_;
    std::optional<Error> error_;
};

}  // namespace

Result<LineCounts> answer_lines(Source& input, Sink& output, const LinesRequest& request) {
    return Run{input, output, request}.run();
}

LineCounts& LineCounts::operator+=(const LineCounts& more) {
    answered += more.answered;
    undecided += more.undecided;
    bad += more.bad;
    failed += more.failed;
    if (!table_error) table_error = more.table_error;
    return *this;
}

int exit_status(const LineCounts& counts) {
    return counts.failed != 0      ? exit_failure
           : counts.bad != 0       ? exit_bad_input
           : counts.undecided != 0 ? exit_unknown
                                   : exit_success;
}

}  // namespace zermelo::tell
