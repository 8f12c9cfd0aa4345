// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/diagram.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/ascii.hpp"

namespace zermelo::draw {

namespace {

/// Calls `visit(place, cell)` from the far left square, as one reads White's board.
template <typename Visit>
void for_each_cell(const Diagram& diagram, Visit visit) {
    for (unsigned r = diagram.height; r-- > 0;)
        for (unsigned f = 0; f < diagram.width; ++f) {
            const Place place{File{f}, Rank{r}};
            visit(place, diagram.at(place));
        }
}

/// The orthodox pieces come first, by worth, then all others by their names.
std::size_t worth(std::string_view word) {
    static constexpr std::array<std::string_view, 6> orthodox{"king",   "queen",  "rook",
                                                              "bishop", "knight", "pawn"};
    return static_cast<std::size_t>(std::find(orthodox.begin(), orthodox.end(), word) - orthodox.begin());
}

std::string word_for(const Piece& piece) {
    const std::string_view before = piece.mark == '+' ? "promoted " : "";
    const std::string_view behind = piece.mark == '~' ? " (a promoted pawn)" : "";
    if (!piece.words.empty()) return fmt::format("{}{}{}", before, piece.words, behind);
    if (!piece.glyph.empty()) return fmt::format("{}{}{}", before, piece.glyph, behind);
    return fmt::format("{}piece {}{}", before, piece.letter, behind);
}

std::string hand_in_words(const std::vector<InHand>& hand, Color color) {
    std::vector<std::string> parts;
    for (const InHand& held : hand)
        parts.push_back(word_for(held.piece) + (held.count == 1 ? "" : fmt::format(" ×{}", held.count)));
    return fmt::format(" {} has in hand: {}.", name(color),
                       parts.empty() ? "nothing" : fmt::format("{}", fmt::join(parts, ", ")));
}

std::string army_in_words(const Diagram& diagram, Color color) {
    std::map<std::pair<std::size_t, std::string>, std::vector<std::string>> army;
    for_each_cell(diagram, [&](Place place, const Cell& cell) {
        if (!cell.piece || cell.piece->color != color) return;
        const std::string word = word_for(*cell.piece);
        army[{worth(word), word}].push_back(diagram.name(place));
    });
    if (army.empty()) return {};
    std::vector<std::string> parts;
    for (const auto& [kind, places] : army)
        parts.push_back(fmt::format("{} {}", kind.second, fmt::join(places, " ")));
    return fmt::format(" {}: {}.", name(color), fmt::join(parts, ", "));
}

std::string words_for(Sign sign, const Legend& legend) {
    if (const auto found = legend.signs.find(sign); found != legend.signs.end()) return found->second;
    static constexpr std::array<std::string_view, 4> shapes{"may go there", "may capture there",
                                                            "may go or capture there", "may not go there"};
    static constexpr std::array<std::string_view, 4> needs{"", ", as an initial move", ", if the way is free",
                                                           ", over a piece"};
    return fmt::format("{}{}", shapes[static_cast<std::size_t>(sign.shape)],
                       needs[static_cast<std::size_t>(sign.need)]);
}

std::string marks_in_words(const Diagram& diagram) {
    std::map<std::string, std::vector<std::string>> marked;
    for_each_cell(diagram, [&](Place place, const Cell& cell) {
        const auto add = [&](const std::string& words) { marked[words].push_back(diagram.name(place)); };
        if (cell.mark == Mark::hole) add("No square at");
        if (cell.mark == Mark::wall) add(capitalised(diagram.legend.wall));
        if (cell.mark == Mark::forbidden) add("Forbidden");
        if (cell.mark == Mark::restricted)
            add(cell.note.empty() ? "Restricted" : fmt::format("Restricted ({})", cell.note));
        if (cell.highlighted) add("Highlighted");
        for (const Sign sign : cell.signs) add(capitalised(words_for(sign, diagram.legend)));
    });
    std::string result;
    for (const auto& [words, places] : marked)
        result += fmt::format(" {}: {}.", words, fmt::join(places, " "));
    return result;
}

std::string arrows_in_words(const Diagram& diagram) {
    static constexpr std::array<std::string_view, arrow_kinds> kinds{"",         " (try)", " (refutation)",
                                                                     " (check)", " (pin)", ""};
    std::vector<std::string> moves;
    for (const Arrow& arrow : diagram.arrows) {
        const std::string label = arrow.label.empty() ? "" : arrow.label + ": ";
        moves.push_back(fmt::format("{}{} to {}{}", label, diagram.name(arrow.from), diagram.name(arrow.to),
                                    kinds[static_cast<std::size_t>(arrow.kind)]));
    }
    return moves.empty() ? "" : fmt::format(" Arrows: {}.", fmt::join(moves, ", "));
}

}  // namespace

std::string name(Place place) {
    return fmt::format("{}{}", static_cast<char>('a' + place.file.index()), place.rank.index() + 1);
}

Diagram Diagram::blank(unsigned width, unsigned height) {
    Diagram diagram;
    diagram.width = width;
    diagram.height = height;
    diagram.cells.resize(std::size_t{width} * height);
    return diagram;
}

std::string Diagram::name(File file) const {
    if (!numbers) return std::string(1, static_cast<char>('a' + file.index()));
    return std::to_string(numbers->x + file.index());
}

std::string Diagram::name(Rank rank) const {
    if (!numbers) return std::to_string(rank.index() + 1);
    return std::to_string(numbers->y + (numbers->down ? height - 1 - rank.index() : rank.index()));
}

std::string Diagram::name(Place place) const {
    return numbers ? fmt::format("({},{})", name(place.file), name(place.rank)) : draw::name(place);
}

std::vector<Explained> legend_of(std::span<const Diagram* const> diagrams) {
    // By what is explained: marks by their notes, then signs, then arrows.
    std::map<std::tuple<int, std::string, Sign>, Explained> marks;
    std::map<ArrowKind, Explained> arrows;
    for (const Diagram* diagram : diagrams) {
        const Legend& legend = diagram->legend;
        for_each_cell(*diagram, [&](Place, const Cell& cell) {
            const auto add = [&](int order, Cell sample, std::string words) {
                const std::tuple key{order, sample.note,
                                     sample.signs.empty() ? Sign{} : sample.signs.front()};
                marks.try_emplace(key, Explained{std::move(sample), std::nullopt, std::move(words)});
            };
            if (cell.mark == Mark::wall) add(0, {{}, cell.mark}, legend.wall);
            if (cell.mark == Mark::forbidden) add(1, {{}, cell.mark, cell.note}, legend.forbidden);
            if (cell.mark == Mark::restricted)
                add(2, {{}, cell.mark, cell.note},
                    cell.note.empty() ? "some pieces may not enter" : legend.restricted);
            if (cell.highlighted) add(3, {{}, Mark::none, {}, true}, legend.highlighted);
            for (const Sign sign : cell.signs)
                add(4, {{}, Mark::none, {}, false, {sign}}, words_for(sign, legend));
        });
        for (const Arrow& arrow : diagram->arrows) {
            const std::string& words = legend.arrows[static_cast<std::size_t>(arrow.kind)];
            if (!words.empty()) arrows.try_emplace(arrow.kind, Explained{{}, arrow.kind, words, arrow.label});
        }
    }
    std::vector<Explained> all;
    for (auto& [key, explained] : marks) all.push_back(std::move(explained));
    for (auto& [kind, explained] : arrows) all.push_back(std::move(explained));
    return all;
}

std::vector<std::string> errors(const Diagram& diagram) {
    std::vector<std::string> found;
    const auto bad_side = [](unsigned n) { return n < 1 || n > Diagram::most; };
    if (bad_side(diagram.width) || bad_side(diagram.height))
        found.push_back(fmt::format("the board is {} by {}, expected 1 to {} squares on a side",
                                    diagram.width, diagram.height, Diagram::most));
    const std::size_t squares = std::size_t{diagram.width} * diagram.height;
    if (diagram.cells.size() != squares)
        found.push_back(fmt::format("there are {} cells, expected {}", diagram.cells.size(), squares));
    if (!found.empty()) return found;  // no square can be named
    for_each_cell(diagram, [&](Place place, const Cell& cell) {
        if (!cell.piece) return;
        if (cell.piece->letter < 'A' || cell.piece->letter > 'Z')
            found.push_back(
                fmt::format("the letter of the piece on {} is not one of A to Z", diagram.name(place)));
        if (cell.mark == Mark::hole)
            found.push_back(fmt::format("a piece stands on {}, a hole", diagram.name(place)));
        if (cell.mark == Mark::wall)
            found.push_back(fmt::format("a piece stands on {}, a wall", diagram.name(place)));
    });
    if (diagram.hands)
        for (const auto& hand : *diagram.hands)
            for (const InHand& held : hand)
                if (held.piece.letter < 'A' || held.piece.letter > 'Z' || held.count == 0)
                    found.push_back(
                        "the letter of a piece in hand is not one of A to Z, or there are 0 of it");
    for (std::size_t i = 0; i < diagram.arrows.size(); ++i)
        for (const Place end : {diagram.arrows[i].from, diagram.arrows[i].to})
            if (!diagram.has_square(end))
                found.push_back(fmt::format("arrow {} has an end where there is no square", i + 1));
    return found;
}

std::string in_words(const Diagram& diagram) {
    const auto count_text = [](unsigned n, std::string_view word) {
        return fmt::format("{} {}{}", n, word, n == 1 ? "" : "s");
    };
    std::string words = fmt::format("A board of {} and {}.", count_text(diagram.width, "file"),
                                    count_text(diagram.height, "rank"));
    const std::string armies = army_in_words(diagram, Color::white) + army_in_words(diagram, Color::black);
    words += armies.empty() ? " No pieces." : armies;
    if (diagram.hands)
        for (const Color color : {Color::white, Color::black})
            words += hand_in_words((*diagram.hands)[color], color);
    words += marks_in_words(diagram) + arrows_in_words(diagram);
    if (diagram.to_move) words += fmt::format(" {} to move.", name(*diagram.to_move));
    return words;
}

}  // namespace zermelo::draw
