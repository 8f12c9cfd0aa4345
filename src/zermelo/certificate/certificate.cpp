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

/// Digits as `Writer` writes them: no sign, no leading zero, at most nine.
std::optional<std::uint64_t> number(std::string_view text) {
    if (text.empty() || text.size() > max_digits || (text.size() > 1 && text[0] == '0')) return std::nullopt;
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

std::string no_first_line() {
    // That of a number, '… 3', has a reader of its own.
    return fmt::format("expected '{}', 2 or 3", first_line_of_win);
}

}  // namespace

Result<void> Writer::header(const Header& header) {
    of_win_ = header.plies.has_value();
    text_ =
        fmt::format("{}\nvariant {}\nrules {}\nposition {}\n{}\nnodes {}\n",
                    of_win_ ? first_line_of_win : first_line_of_no_win, header.variant, header.rules,
                    header.position, of_win_ ? fmt::format("plies {}", *header.plies) : no_win, header.nodes);
    return {};
}

Result<void> Writer::node(const Node& node) {
    const bool attacks = node.to_move == Side::attacker;
    if (of_win_)
        text_ += fmt::format("{} {} | {} |", attacks ? "win" : "loss", node.plies, node.position);
    else
        text_ += fmt::format("{} | {} |", attacks ? "attacker" : "defender", node.position);
    for (const Edge& edge : node.edges) text_ += fmt::format(" {} {}", edge.move, edge.node);
    text_ += '\n';
    return text_.size() < std::size_t{1} << 16U ? Result<void>{} : finish();
}

Result<void> Writer::finish() {
    written_ += text_.size();
    if (written_ > max_)
        return failure(ErrorKind::bad_usage,
                       fmt::format("the certificate is longer than {} bytes, expected at most that", max_));
    ZERMELO_CHECK(sink_.write(text_));
    text_.clear();
    return {};
}

tl::unexpected<Error> Reader::wrong(std::string message) const {
    return failure(ErrorKind::bad_input, std::move(message), Location{number_, 1});
}

Result<void> Reader::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view part = bytes.substr(0, end);
        if (part.size() > max_bytes_of_line - begun_.size())
            return wrong(fmt::format("longer than {} bytes, expected a shorter line", max_bytes_of_line));
        read_ += part.size() + (end == std::string_view::npos ? 0 : 1);
        if (read_ > max_)
            return wrong(fmt::format("text after the first {} bytes, expected no more than these", max_));
        if (end == std::string_view::npos) {
            begun_ += part;
            // What is no certificate may have no line breaks, and no end.
            const std::string_view begun = std::string_view{begun_}.substr(0, beginning.size());
            return number_ == 1 && begun != beginning.substr(0, begun.size()) ? line(begun_) : Result<void>{};
        }
        if (begun_.empty()) {
            ZERMELO_CHECK(line(part));
        } else {
            begun_ += part;
            ZERMELO_CHECK(line(begun_));
            begun_.clear();
        }
        ++number_;
        bytes.remove_prefix(end + 1);
    }
    return {};
}

Result<void> Reader::finish() const {
    if (number_ == 1) return wrong(no_first_line());
    if (!begun_.empty()) return wrong("the end of the file within a line, expected a line break");
    if (!is_whole()) return wrong("the end of the file, expected another line");
    return {};
}

/// The rest of a line that begins with a word and a space.
Result<std::string_view> Reader::field(std::string_view line, std::string_view word) const {
    if (line.size() <= word.size() + 1 || line.substr(0, word.size()) != word || line[word.size()] != ' ')
        return wrong(fmt::format("expected '{} …'", word));
    return line.substr(word.size() + 1);
}

Result<std::uint64_t> Reader::count(std::string_view line, std::string_view word) const {
    ZERMELO_TRY(const auto text, field(line, word));
    if (const auto value = number(text)) return *value;
    return wrong(fmt::format("not a number of {}, expected one to nine digits", word));
}

Result<void> Reader::line(std::string_view line) {
    const auto keep = [&](std::string& value) { return [&](std::string_view field) { value = field; }; };
    if (number_ > 1 && is_whole() && !of_win_ && line == first_line_of_no_win) before_ = number_ - 1;
    switch (number_ - before_) {
        case 1:
            of_win_ = line == first_line_of_win;
            if (of_win_ || line == first_line_of_no_win) return {};
            return wrong(no_first_line());
        case 2:
            return field(line, "variant").map(keep(header_.variant));
        case 3:
            return field(line, "rules").map(keep(header_.rules));
        case 4:
            return field(line, "position").map(keep(header_.position));
        case 5:
            if (of_win_) return count(line, "plies").map([&](auto plies) { header_.plies = plies; });
            return line == no_win ? Result<void>{} : wrong(fmt::format("expected '{}'", no_win));
        case header_lines:
            return count(line, "nodes").and_then([&](std::uint64_t nodes) {
                header_.nodes = nodes;
                return on_header_(header_);
            });
        default:
            return node(line);
    }
}

Result<void> Reader::node(std::string_view line) {
    if (is_whole()) return wrong("text after the last node, expected the end of the file");
    const std::size_t bar = line.find(" | ");
    const std::size_t second = line.find(" |", bar + 1);
    const std::string_view attacks = of_win_ ? "win " : "attacker ";
    const std::string_view defends = of_win_ ? "loss " : "defender ";
    const std::string_view who = line.substr(0, line.find(' ') + 1);
    if (second == std::string_view::npos || (who != attacks && who != defends))
        return wrong(of_win_ ? "expected 'win PLIES | POSITION | …' or 'loss PLIES | POSITION | …'"
                             : "expected 'attacker | POSITION | …' or 'defender | POSITION | …'");
    node_.to_move = who == attacks ? Side::attacker : Side::defender;
    node_.plies = 0;
    if (of_win_) {
        const auto plies = number(line.substr(who.size(), bar - who.size()));
        if (!plies) return wrong("not a number of plies, expected one to nine digits");
        node_.plies = *plies;
    } else if (bar + 1 != who.size()) {
        return wrong(fmt::format("expected '| POSITION | …' after '{}'", who));
    }
    node_.position = line.substr(bar + 3, second - std::min(second, bar + 3));
    if (node_.position.empty()) return wrong("no position");
    node_.edges.clear();
    for (std::string_view rest = line.substr(second + 2); !rest.empty();) {
        const auto move = take_word(rest);
        const auto word = take_word(rest);
        const auto child = word ? number(*word) : std::nullopt;
        if (!move || !child) return wrong("expected ' MOVE NODE' for every move");
        node_.edges.push_back({std::string(*move), static_cast<std::size_t>(*child)});
    }
    return on_node_(node_);
}

}  // namespace zermelo::certificate
