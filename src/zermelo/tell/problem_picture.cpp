// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/problem_picture.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/quoted.hpp"
#include "zermelo/draw/diagram_svg.hpp"
#include "zermelo/draw/variant.hpp"

namespace zermelo::tell {

namespace {

using compositions::Composition;
using compositions::Diagram;

/// "(2+1)": White's men and Black's.
std::string number_of_men(const engine::Setup& setup) {
    const auto count = [&](Color color) {
        return std::count_if(setup.men.begin(), setup.men.end(),
                             [&](const auto& man) { return man && man->color == color; });
    };
    return fmt::format("({}+{})", count(Color::white), count(Color::black));
}

/// What is asked beside the stipulation, in one line.
std::string also_asked(const Composition& problem, const rules::Rules& rules) {
    std::vector<std::string> words;
    if (rules.name != "chess") words.push_back(rules.name);
    if (const auto number = problem.asked.intended; number && *number != 1)
        words.push_back(fmt::format("{} solutions", *number));
    if (problem.asked.set_play) words.emplace_back("set play");
    if (problem.asked.postkey) words.emplace_back("postkey play");
    if (problem.asked.quodlibet) words.emplace_back("quodlibet");
    if (problem.asked.duplex) words.emplace_back("duplex");
    if (problem.asked.attacker == Color::black) words.emplace_back("Black is the attacker");
    if (problem.zeroposition) words.emplace_back("zeroposition");
    return fmt::format("{}", fmt::join(words, ", "));
}

void add(std::vector<std::string>& lines, const std::string& line) {
    if (!line.empty()) lines.push_back(in_one_line(line));
}

}  // namespace

std::string problem_picture(const Composition& problem, const rules::Rules& rules) {
    const Diagram& drawn = problem.drawn();
    const compositions::Heading& heading = problem.heading;
    draw::Diagram picture = draw::diagram_of(drawn.setup, rules);
    // Who moves first the stipulation says.
    picture.to_move.reset();
    picture.fen.clear();
    add(picture.above, fmt::format("{}", fmt::join(heading.authors, " & ")));
    add(picture.above, heading.title);
    picture.left = drawn.stipulation.text();
    picture.right = number_of_men(drawn.setup);
    add(picture.caption, also_asked(problem, rules));
    if (drawn.start) add(picture.caption, "from " + engine::print_fen(*drawn.start));
    for (const Diagram& twin : problem.diagrams)
        if (!twin.changes.empty())
            add(picture.caption, fmt::format("{}) {}", twin.name, fmt::join(twin.changes, ", ")));
    add(picture.caption, heading.source);
    add(picture.caption, heading.award);
    draw::SvgOptions options;
    options.coordinates = false;
    options.on_paper = true;
    options.title = picture.left;
    if (!picture.above.empty())
        options.title = fmt::format("{}: {}", fmt::join(picture.above, ", "), picture.left);
    for (const std::string& line : picture.caption) options.title += ", " + line;
    return draw::svg(picture, options);
}

}  // namespace zermelo::tell
