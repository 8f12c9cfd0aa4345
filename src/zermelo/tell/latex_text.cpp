// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/latex_text.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "zermelo/base/cut.hpp"
#include "zermelo/base/quoted.hpp"

namespace zermelo::tell {

namespace {

/// A text of others, which commands nothing.
std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : in_one_line(text)) {
        if (std::string_view{"#$%&_{}"}.find(c) != std::string_view::npos)
            safe += fmt::format("\\{}", c);
        else if (c == '\\')
            safe += "\\textbackslash{}";
        else if (c == '^')
            safe += "\\textasciicircum{}";
        else if (c == '~')
            safe += "\\textasciitilde{}";
        else
            safe += c;
    }
    return safe;
}

void command(std::string& text, std::string_view name, const std::string& value) {
    if (!value.empty()) text += fmt::format("  \\{}{{{}}}\n", name, value);
}

template <typename Strings>
std::string joined(const Strings& parts, std::string_view between) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : std::string{between}) + part;
    return text;
}

/// A name as the package takes names, the family's first: "Doe, John".
std::string family_first(const std::string& name) {
    if (name.find(", ") != std::string::npos) return escaped(name);
    const std::size_t last = name.rfind(' ');
    if (last == std::string::npos) return escaped(name) + ", {}";
    return escaped(name.substr(last + 1)) + ", " + escaped(name.substr(0, last));
}

/// "  \pieces[2+1]{wKa1, wTb2, sKc3}": the package has German letters.
Result<std::string> pieces(const engine::Setup& setup) {
    constexpr std::string_view ours = "KQRBNP", theirs = "KDTLSB";
    std::array<std::vector<std::string>, 2> men;
    for (unsigned rank = 0; rank < setup.ranks; ++rank)
        for (unsigned file = 0; file < setup.files; ++file) {
            const auto& man = setup.men[rules::region_bit(file, rank)];
            if (!man) continue;
            const std::size_t letter = ours.find(man->letter);
            if (letter == std::string_view::npos)
                return failure(ErrorKind::bad_input,
                               fmt::format("the man {}, expected men of orthodox chess in a LaTeX diagram",
                                           man->letter));
            const bool white = man->color == Color::white;
            const engine::Place at{static_cast<std::uint8_t>(file), static_cast<std::uint8_t>(rank)};
            men[white ? 0 : 1].push_back(
                fmt::format("{}{}{}", white ? 'w' : 's', theirs[letter], engine::name(at)));
        }
    std::vector<std::string> all = men[0];
    all.insert(all.end(), men[1].begin(), men[1].end());
    return fmt::format("  \\pieces[{}+{}]{{{}}}\n", men[0].size(), men[1].size(), joined(all, ", "));
}

/// Lines that begin where they did.
std::string paragraphs(std::string_view lines) {
    std::string text;
    while (!lines.empty()) {
        const std::string_view line = cut(lines, '\n');
        const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
        text += "    ";
        for (std::size_t i = 0; i < blanks; ++i) text += '~';
        text += escaped(line.substr(blanks)) + " \\solpar\n";
    }
    return text;
}

}  // namespace

Result<std::string> latex_text(const SolvedProblem& problem) {
    const SolvedDiagram& first = problem.diagrams.front();
    const compositions::Diagram& drawn = problem.zeroposition ? *problem.zeroposition : first.diagram;
    const engine::Setup& setup = drawn.setup;
    std::string text = setup.files == 8 && setup.ranks == 8
                           ? "\\begin{diagram}\n"
                           : fmt::format("\\begin{{diagram}}[{}x{}]\n", setup.files, setup.ranks);
    std::vector<std::string> authors;
    for (const std::string& author : problem.heading.authors) authors.push_back(family_first(author));
    command(text, "author", joined(authors, "; "));
    command(text, "source", escaped(problem.heading.source));
    command(text, "award", escaped(problem.heading.award));
    ZERMELO_TRY(const std::string men, pieces(setup));
    text += men;
    command(text, "stipulation", escaped(drawn.stipulation.text()));
    std::vector<std::string> twins;
    std::string solution;
    for (const SolvedDiagram& solved : problem.diagrams) {
        const std::string name = solved.diagram.name.empty() ? "" : escaped(solved.diagram.name) + ") ";
        if (!solved.diagram.changes.empty() && solved.attacker == first.attacker)
            twins.push_back(name + escaped(joined(solved.diagram.changes, ", ")));
        if (!name.empty()) solution += fmt::format("    {}\\solpar\n", name);
        solution += paragraphs(solution_text(solved));
    }
    command(text, "twins", joined(twins, "; "));
    std::vector<std::string> remarks;
    if (!problem.heading.title.empty()) remarks.push_back(problem.heading.title);
    if (drawn.start) remarks.push_back("from " + engine::print_fen(*drawn.start));
    if (!problem.restriction.none()) remarks.push_back(problem.restriction.text());
    command(text, "remark", escaped(joined(remarks, "; ")));
    return text + fmt::format("  \\solution{{%\n{}  }}\n\\end{{diagram}}\n", solution);
}

}  // namespace zermelo::tell
