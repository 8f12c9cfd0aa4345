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

inline Judged judge_source(Source& source, std::string_view puzzle, const puzzles::Options& options,
                           const judge::Progress& progress = {}) {
    StringSink sink;
    const auto decided = judge::run(source, *puzzles::find(puzzle), options, sink, progress);
    return {sink.text(), decided ? std::nullopt : std::optional{decided.error()}};
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

inline Judged judge_text(std::string_view puzzle, const std::string& text,
                         const puzzles::Options& options = {}, Delivery delivery = Delivery::mapped,
                         std::uint64_t seed = 1, const judge::Progress& progress = {}) {
    if (delivery == Delivery::mapped) {
        Source source = Source::open(Scratch{text}.path()).value();
        return judge_source(source, puzzle, options, progress);
    }
    auto [source, into] = open_pipe();
    std::thread writer{[&text, seed, into = into] {
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
                options.most_of_a_chunk.reset();
                if ((isa == Isa::portable) == (threads == 1U)) options.most_of_a_chunk = 1;
                ways.push_back({options, delivery});
            }
        }
    }
    return ways;
}

}  // namespace zermelo::testing
