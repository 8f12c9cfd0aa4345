// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

#include "zermelo/base/files.hpp"
#include "zermelo/judge/run.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/oracle/perft.hpp"
#include "zermelo/puzzles/registry.hpp"

/// What the same work takes as a program of this machine and as a module of WebAssembly, on one thread and
/// without instructions that not every processor has:
///
///     speed perft VARIANT PLIES [FEN]
///     speed judge PUZZLE < INPUT
using namespace zermelo;

namespace {

class Count final : public Sink {
  public:
    Result<void> write(std::string_view bytes) override {
        for (const char c : bytes) sum_ = sum_ * 31 + static_cast<unsigned char>(c);
        return {};
    }
    std::uint64_t sum() const { return sum_; }

  private:
    std::uint64_t sum_ = 0;
};

Result<std::uint64_t> perft(const std::string& variant, unsigned plies,
                            const std::optional<std::string>& fen) {
    ZERMELO_TRY(library::Library library, library::Library::open());
    ZERMELO_TRY(const rules::Rules* const rules, library.find(variant));
    ZERMELO_TRY(const auto at, library::position_of(*rules, fen));
    return oracle::perft(at, Plies{plies});
}

Result<std::uint64_t> judged(const puzzles::Puzzle& puzzle, Source& input) {
    puzzles::Options options;
    options.threads = 1;
    options.isa = Isa::portable;
    Count sum;
    ZERMELO_CHECK(judge::run(input, puzzle, options, sum).map([](auto) {}));
    return sum.sum();
}

}  // namespace

int main(int count, char** words) {
    if (count < 3) return 2;
    const std::string what = words[1];
    Source input = *Source::standard_input();
    if (what == "judge") input = *whole_text(input);
    const auto begun = std::chrono::steady_clock::now();
    const auto found = what == "judge"
                           ? judged(*puzzles::find(words[2]), input)
                           : perft(words[2], static_cast<unsigned>(std::stoi(words[3])),
                                   count > 4 ? std::optional<std::string>{words[4]} : std::nullopt);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    if (!found) return std::fprintf(stderr, "%s\n", found.error().message.c_str()), 1;
    std::printf("%llu %.3f\n", static_cast<unsigned long long>(*found), taken.count());
}
