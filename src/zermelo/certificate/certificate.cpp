// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/certificate/certificate.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace zermelo::certificate {

namespace {

/// Stands where the plies of a win do.
constexpr const char* no_win = "no win";

/// Reads line by line, and remembers where it is.
class Lines {
  public:
    explicit Lines(std::string_view text) : rest_(text) {}

    Result<std::string_view> next() {
        ++number_;
        const std::size_t end = rest_.find('\n');
        if (end == std::string_view::npos)
            return wrong(rest_.empty() ? "the end of the file, expected another line"
                                       : "the end of the file within a line, expected a line break");
        const std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return line;
    }
    /// The rest of a line that begins with a word and a space.
    Result<std::string_view> field(std::string_view word) {
        return next().and_then([&](std::string_view line) -> Result<std::string_view> {
            if (line.size() <= word.size() + 1 || line.substr(0, word.size()) != word ||
                line[word.size()] != ' ')
                return wrong(fmt::format("expected '{} …'", word));
            return line.substr(word.size() + 1);
        });
    }
    tl::unexpected<Error> wrong(std::string message) const {
        return failure(ErrorKind::bad_input, std::move(message), Location{number_, 1});
    }
    bool at_end() const { return rest_.empty(); }

  private:
    std::string_view rest_;
    std::uint64_t number_ = 0;
};

/// Digits as `write` writes them: no sign, no leading zero, at most nine.
std::optional<std::uint64_t> number(std::string_view text) {
    if (text.empty() || text.size() > most_digits || (text.size() > 1 && text[0] == '0')) return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        value = 10 * value + static_cast<std::uint64_t>(c - '0');
    }
    return value;
}

/// Takes a word and the one space before it away from a text; nothing if it does not begin so.
std::optional<std::string_view> take_word(std::string_view& text) {
    if (text.size() < 2 || text[0] != ' ' || text[1] == ' ') return std::nullopt;
    const std::string_view word = text.substr(1, text.find(' ', 1) - 1);
    text.remove_prefix(1 + word.size());
    return word;
}

Result<Node> parse_node(std::string_view line, bool of_win, const Lines& lines) {
    Node node;
    const std::size_t bar = line.find(" | ");
    const std::size_t second = line.find(" |", bar + 1);
    const std::string_view attacks = of_win ? "win " : "attacker ";
    const std::string_view defends = of_win ? "loss " : "defender ";
    const std::string_view who = line.substr(0, line.find(' ') + 1);
    if (second == std::string_view::npos || (who != attacks && who != defends))
        return lines.wrong(of_win ? "expected 'win PLIES | POSITION | …' or 'loss PLIES | POSITION | …'"
                                  : "expected 'attacker | POSITION | …' or 'defender | POSITION | …'");
    node.to_move = who == attacks ? Side::attacker : Side::defender;
    if (of_win) {
        const auto plies = number(line.substr(who.size(), bar - who.size()));
        if (!plies) return lines.wrong("not a number of plies, expected one to nine digits");
        node.plies = *plies;
    } else if (bar + 1 != who.size()) {
        return lines.wrong(fmt::format("expected '| POSITION | …' behind '{}'", who));
    }
    node.position = line.substr(bar + 3, second - std::min(second, bar + 3));
    if (node.position.empty()) return lines.wrong("no position");
    for (std::string_view rest = line.substr(second + 2); !rest.empty();) {
        const auto move = take_word(rest);
        const auto word = take_word(rest);
        const auto child = word ? number(*word) : std::nullopt;
        if (!move || !child) return lines.wrong("expected ' MOVE NODE' for every move");
        node.edges.push_back({std::string(*move), *child});
    }
    return node;
}

}  // namespace

Result<void> write(const Certificate& c, Sink& sink) {
    std::string text =
        fmt::format("{}\nvariant {}\nrules {}\nposition {}\n{}\nnodes {}\n",
                    c.plies ? first_line_of_win : first_line_of_no_win, c.variant, c.rules, c.position,
                    c.plies ? fmt::format("plies {}", *c.plies) : no_win, c.nodes.size());
    for (const Node& node : c.nodes) {
        const bool attacks = node.to_move == Side::attacker;
        if (c.plies)
            text += fmt::format("{} {} | {} |", attacks ? "win" : "loss", node.plies, node.position);
        else
            text += fmt::format("{} | {} |", attacks ? "attacker" : "defender", node.position);
        for (const Edge& edge : node.edges) text += fmt::format(" {} {}", edge.move, edge.node);
        text += '\n';
        if (text.size() < std::size_t{1} << 16U) continue;
        ZERMELO_CHECK(sink.write(text));
        text.clear();
    }
    return sink.write(text);
}

Result<Certificate> parse(std::string_view text) {
    Lines lines{text};
    const auto head = lines.next();
    const bool of_win = head && *head == first_line_of_win;
    if (!of_win && !(head && *head == first_line_of_no_win))
        return lines.wrong(fmt::format("expected '{}' or '{}'", first_line_of_win, first_line_of_no_win));
    Certificate result;
    for (const auto& [word, field] :
         {std::pair{"variant", &result.variant}, {"rules", &result.rules}, {"position", &result.position}}) {
        ZERMELO_TRY(const auto value, lines.field(word));
        *field = value;
    }
    const auto counted = [&](const char* word) {
        return lines.field(word).and_then([&](std::string_view value) -> Result<std::uint64_t> {
            const auto parsed = number(value);
            if (!parsed)
                return lines.wrong(fmt::format("not a number of {}, expected one to nine digits", word));
            return *parsed;
        });
    };
    if (of_win) {
        ZERMELO_TRY(result.plies, counted("plies"));
    } else {
        ZERMELO_TRY(const auto line, lines.next());
        if (line != no_win) return lines.wrong(fmt::format("expected '{}'", no_win));
    }
    ZERMELO_TRY(const std::uint64_t count, counted("nodes"));
    for (std::uint64_t i = 0; i < count; ++i) {
        ZERMELO_TRY(const auto line, lines.next());
        ZERMELO_TRY(auto node, parse_node(line, of_win, lines));
        result.nodes.push_back(std::move(node));
    }
    if (!lines.at_end()) {
        (void)lines.next();
        return lines.wrong("text behind the last node, expected the end of the file");
    }
    return result;
}

}  // namespace zermelo::certificate
