// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/problem_style.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/quoted.hpp"
#include "zermelo/compositions/popeye_writer.hpp"
#include "zermelo/tell/latex_text.hpp"
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
            rename(each.threats);
            rename(each.defences);
        }
        rename(found.set_play);
        if (found.postkey_play) {
            rename(found.postkey_play->threats);
            rename(found.postkey_play->defences);
        }
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

/// A document with a comment if there is something to say: in the place of the one that an earlier run has
/// left.
std::string remarked(std::string text, std::string_view remark) {
    constexpr std::string_view sign = "# zermelo: ";
    if (!text.empty() && text.back() != '\n') text += '\n';
    const std::size_t at = text.starts_with("---") ? text.find('\n') + 1 : 0;
    while (text.compare(at, sign.size(), sign) == 0) text.erase(at, text.find('\n', at) - at + 1);
    if (!remark.empty()) text.insert(at, fmt::format("{}{}\n", sign, in_one_line(remark)));
    return text;
}

}  // namespace

std::optional<MenLetters> men_letters(std::string_view language) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> languages{
        {{"en", "KQRBNP"}, {"de", "KDTLSB"}, {"fr", "RDTFCP"}, {"es", "RDTACP"}}};
    for (const auto& [code, letters] : languages)
        if (code == language) return MenLetters{letters};
    return std::nullopt;
}

std::optional<ProblemStyle::Text> text_named(std::string_view name) {
    using Text = ProblemStyle::Text;
    constexpr std::array<std::pair<std::string_view, Text>, 5> texts{{{"text", Text::customary},
                                                                      {"popeye", Text::popeye},
                                                                      {"latex", Text::latex},
                                                                      {"olv", Text::olive},
                                                                      {"inp", Text::input}}};
    for (const auto& [word, text] : texts)
        if (word == name) return text;
    return std::nullopt;
}

Result<std::string> text_of(SolvedProblem problem, const ProblemStyle& style) {
    if (style.text == ProblemStyle::Text::popeye) return popeye_text(problem);
    for (SolvedDiagram& solved : problem.diagrams) Renaming{style.letters}.rename(solved.solution);
    if (style.text == ProblemStyle::Text::latex) return latex_text(problem);
    return text_of(problem);
}

Result<std::string> text_of(const compositions::Composition& asked, const rules::Rules& rules,
                            const SolvedProblem& problem, const ProblemStyle& style) {
    if (style.text == ProblemStyle::Text::input) return compositions::popeye_input(asked, rules);
    if (style.text != ProblemStyle::Text::olive) return text_of(problem, style);
    ZERMELO_TRY(const std::string document, compositions::collection_document(asked, rules));
    return with_answer(*compositions::OliveReader{document, rules}.next(), problem);
}

std::string with_answer(const compositions::CollectionEntry& entry, const SolvedProblem& problem) {
    for (const SolvedDiagram& each : problem.diagrams)
        if (each.solution.illegal) return with_remark(entry, "illegal: " + *each.solution.illegal);
    if (!problem.complete()) return with_remark(entry, "a limit came before all was solved");
    const std::string restriction = problem.restriction.text();
    return remarked(with_solution(entry, collection_text(problem)),
                    restriction.empty() ? "" : "solved with " + restriction);
}

std::string with_remark(const compositions::CollectionEntry& entry, std::string_view remark) {
    return remarked(std::string{entry.text}, remark);
}

Json written(const compositions::Composition& asked, const rules::Rules& rules, const SolvedProblem& problem,
             const std::vector<std::string>& names, MenLetters letters) {
    Json::Array all;
    for (const std::string& name : names) {
        const auto text = text_of(asked, rules, problem, {*text_named(name), letters});
        all.push_back(Json{{"format", name},
                           {"text", text ? Json{*text} : Json{}},
                           {"error", text ? Json{} : Json{text.error().message}}});
    }
    return all;
}

}  // namespace zermelo::tell
