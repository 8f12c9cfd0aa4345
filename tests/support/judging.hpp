// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "zermelo/base/random.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/judge/run.hpp"
#include "zermelo/puzzles/registry.hpp"

#include "support/scratch.hpp"

namespace zermelo::testing {

/// What judging an input came to.
struct Judged {
    std::string output;
    std::optional<Error> error;
};

/// How the input comes: as a mapped file, or through a pipe in pieces of random sizes.
enum class Delivery { mapped, piped };

inline Judged judge_source(Source& source, const puzzles::Puzzle& puzzle, const puzzles::Options& options,
                           const Progress& progress = {}) {
    StringSink sink;
    const auto decided = judge::run(source, puzzle, options, sink, progress);
    return {sink.text(), decided ? std::nullopt : std::optional{decided.error()}};
}
inline Judged judge_source(Source& source, std::string_view puzzle, const puzzles::Options& options,
                           const Progress& progress = {}) {
    return judge_source(source, *puzzles::find(puzzle), options, progress);
}

inline void write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(descriptor, text.data(), text.size());
        if (n <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(n));
    }
}

struct Pipe {
    Source source;
    int into;  ///< to be written to and closed
};

inline Pipe open_pipe() {
    const ScratchFolder folder;
    const std::string path = folder.file("pipe");
    if (::mkfifo(path.c_str(), S_IRWXU) != 0) std::abort();  // fuzz targets have no assertions of tests
    const int first =
        ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);  // so that nobody waits for the other
    const int into = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    Pipe pipe{Source::open(path).value(), into};
    ::close(first);
    return pipe;
}

/// Judges what `write` writes into a pipe.
template <typename Write>
Judged judge_pipe(const puzzles::Puzzle& puzzle, const puzzles::Options& options, const Progress& progress,
                  const Write& write) {
    auto [source, into] = open_pipe();
    std::thread writer{[&write, into = into] {
        write(into);
        ::close(into);
    }};
    Judged judged = judge_source(source, puzzle, options, progress);
    // The run may have ended early: drain, so that the writer never blocks.
    char rest[4096];
    while (true) {
        const auto got = source.read(rest, sizeof rest);
        if (!got || *got == 0) break;
    }
    writer.join();
    return judged;
}

inline Judged judge_text(const puzzles::Puzzle& puzzle, const std::string& text,
                         const puzzles::Options& options = {}, Delivery delivery = Delivery::mapped,
                         std::uint64_t seed = 1, const Progress& progress = {}) {
    if (delivery == Delivery::mapped) {
        Source source = Source::open(Scratch{text}.path()).value();
        return judge_source(source, puzzle, options, progress);
    }
    return judge_pipe(puzzle, options, progress, [&](int into) {
        Random random{seed};
        const std::size_t longest = 999 + text.size() / 100;
        std::string_view rest = text;
        while (!rest.empty()) {
            const std::size_t size =
                std::min<std::size_t>(rest.size(), 1 + random.below(random.one_in(3) ? 9 : longest));
            write_all(into, rest.substr(0, size));
            rest.remove_prefix(size);
            if (random.one_in(8)) std::this_thread::yield();
        }
    });
}
inline Judged judge_text(std::string_view puzzle, const std::string& text,
                         const puzzles::Options& options = {}, Delivery delivery = Delivery::mapped,
                         std::uint64_t seed = 1, const Progress& progress = {}) {
    return judge_text(*puzzles::find(puzzle), text, options, delivery, seed, progress);
}

/// Through a pipe in pieces of one size, each written when the one before it has been read.
inline Judged judge_in_pieces(const puzzles::Puzzle& puzzle, std::string_view text,
                              const puzzles::Options& options, std::size_t size) {
    return judge_pipe(puzzle, options, {}, [&](int into) {
        for (std::size_t at = 0; at < text.size(); at += size) {
            write_all(into, text.substr(at, size));
            for (int waiting = 1; ::ioctl(into, FIONREAD, &waiting) == 0 && waiting != 0;)
                std::this_thread::yield();
        }
    });
}

/// The same input in every way that it can come and be worked on.
struct Way {
    puzzles::Options options;
    Delivery delivery;
};
inline std::vector<Way> all_ways(puzzles::Options options = {}) {
    std::vector<Way> ways;
    for (const Isa isa : {Isa::portable, best_isa()}) {
        for (const unsigned threads : {1U, 3U}) {
            for (const Delivery delivery : {Delivery::mapped, Delivery::piped}) {
                options.isa = isa;
                options.threads = threads;
                // In half of the ways chunks are as small as they get.
                options.max_of_a_chunk.reset();
                if ((isa == Isa::portable) == (threads == 1U)) options.max_of_a_chunk = 1;
                ways.push_back({options, delivery});
            }
        }
    }
    return ways;
}

}  // namespace zermelo::testing
