// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/problem_style.hpp"

#include <array>
#include <utility>

#include "zermelo/tell/popeye_text.hpp"

namespace zermelo::tell {

namespace {

/// Renames the men in all moves of a solution.
class Renaming {
  public:
    explicit Renaming(MenLetters letters) : letters_(letters) {}

    void rename(compositions::Solution& found) const {
        rename(found.keys);
        rename(found.short_keys);
        for (Try& each : found.tries) {
            rename(each.move);
            rename(each.refutations);
        }
        rename(found.set_play);
        rename(found.solutions);
        for (Solutions& each : found.short_solutions) rename(each);
        if (found.set_solutions) rename(*found.set_solutions);
    }

  private:
    /// The man that moves, or is dropped, comes first, and what a pawn turns into after '='.
    void rename(HalfMove& move) const {
        rename_at(move.san, 0);
        const std::size_t equals = move.san.find('=');
        if (equals != std::string::npos) rename_at(move.san, equals + 1);
    }
    void rename_at(std::string& san, std::size_t at) const {
        if (at >= san.size() || san.compare(at, 2, "O-") == 0) return;
        const std::size_t man = MenLetters{}.of_men.find(san[at]);
        if (man != std::string_view::npos) san[at] = letters_.of_men[man];
    }

    template <typename T>
    void rename(std::vector<T>& values) const {
        for (T& value : values) rename(value);
    }
    void rename(Continuation& continuation) const {
        rename(continuation.move);
        rename(continuation.threats);
        rename(continuation.defences);
    }
    void rename(Defence& defence) const {
        if (defence.move) rename(*defence.move);
        rename(defence.continuations);
    }
    void rename(Line& line) const {
        rename(line.moves);
        rename(line.ends);
    }
    void rename(Solutions& lines) const { rename(lines.lines); }

    MenLetters letters_;
};

}  // namespace

std::optional<MenLetters> men_letters(std::string_view language) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> languages{
        {{"en", "KQRBNP"}, {"de", "KDTLSB"}, {"fr", "RDTFCP"}, {"es", "RDTACP"}}};
    for (const auto& [code, letters] : languages)
        if (code == language) return MenLetters{letters};
    return std::nullopt;
}

std::string text_of(SolvedProblem problem, const ProblemStyle& style) {
    if (style.text != ProblemStyle::Text::customary) return popeye_text(problem);
    for (SolvedDiagram& solved : problem.diagrams) Renaming{style.letters}.rename(solved.solution);
    return text_of(problem);
}

}  // namespace zermelo::tell
