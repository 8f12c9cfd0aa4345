// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/compositions/olive_reader.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>
#include <vector>

#include "zermelo/compositions/popeye_problem.hpp"
#include "zermelo/compositions/popeye_words.hpp"
#include "zermelo/compositions/yaml.hpp"

namespace zermelo::compositions {

namespace {

using NodeKind = YamlNode::Kind;

bool is_blank_or_end(std::string_view text, std::size_t at) {
    return at >= text.size() || text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n';
}

/// Whether a line that marks the begin of a document begins here. No other line of a document begins so.
bool begins_document(std::string_view text, std::size_t at) {
    return text.substr(at, 3) == "---" && is_blank_or_end(text, at + 3);
}

/// The first byte after the line.
std::size_t end_of_line(std::string_view text, std::size_t at) {
    const std::size_t end = text.find('\n', at);
    return end == std::string_view::npos ? text.size() : end + 1;
}

std::size_t begin_of_line(std::string_view text, std::size_t at) {
    const std::size_t end = text.substr(0, at).rfind('\n');
    return end == std::string_view::npos ? 0 : end + 1;
}

/// Reads the problem of one document.
class EntryReader {
  public:
    EntryReader(std::string_view text, const rules::Rules& rules)
        : text_(text), reader_(popeye::Language::english, rules) {}

    /// An error has the byte of its place as its column.
    Result<Composition> read(const YamlNode& root) {
        if (root.kind != NodeKind::mapping || root.flow)
            return wrong(root, "expected keys with values, a line each, as stipulation: and algebraic:");
        ZERMELO_CHECK(conditions(root));
        ZERMELO_CHECK(men(root));
        ZERMELO_CHECK(stipulation(root));
        ZERMELO_CHECK(options(root));
        ZERMELO_CHECK(twins(root));
        Result<Composition> problem = reader_.finished();
        if (!problem) return placed(root, std::move(problem.error()));
        problem->heading = heading(root);
        problem->asked.intended = intended(root);
        return problem;
    }

  private:
    static tl::unexpected<Error> wrong(const YamlNode& node, std::string message) {
        return failure(ErrorKind::bad_input, std::move(message), Location{1, 1 + node.begin});
    }

    /// The place of an error of the reader in a scalar: where the scalar stands as it is in the text.
    tl::unexpected<Error> placed(const YamlNode& node, Error error) const {
        std::size_t at = node.begin;
        const std::size_t value = text_.substr(node.begin, node.end - node.begin).find(node.scalar);
        if (!node.scalar.empty() && value != std::string_view::npos) at += value + reader_.wrong_at();
        error.where = Location{1, 1 + at};
        return tl::make_unexpected(std::move(error));
    }
    Result<void> placed(const YamlNode& node, Result<void> result) const {
        if (!result) return placed(node, std::move(result.error()));
        return result;
    }

    static Result<void> is_scalar(const YamlNode& node) {
        if (node.kind != NodeKind::scalar) return wrong(node, "expected a text");
        return {};
    }

    Result<void> men(const YamlNode& root) {
        const YamlNode* const algebraic = root.find("algebraic");
        if (algebraic == nullptr) return wrong(root, "no algebraic:, expected white: and black: men in it");
        if (algebraic->kind != NodeKind::mapping) return wrong(*algebraic, "expected white: and black: men");
        for (const auto& [color, list] : algebraic->members()) {
            if (color.scalar != "white" && color.scalar != "black")
                return wrong(color, fmt::format("{}: men of such a colour are not known here, expected white "
                                                "or black",
                                                popeye::shown(color.scalar)));
            if (list.kind != NodeKind::sequence) return wrong(list, "expected a list of men, as [Ka1, Pb2]");
            for (const YamlNode& man : list.items) {
                ZERMELO_CHECK(is_scalar(man));
                ZERMELO_CHECK(placed(
                    man,
                    reader_.read_man(color.scalar == "white" ? Color::white : Color::black, man.scalar)));
            }
        }
        return {};
    }

    Result<void> conditions(const YamlNode& root) {
        for (const char* const key : {"conditions", "condition"}) {
            const YamlNode* const node = root.find(key);
            if (node == nullptr) continue;
            if (node->kind != NodeKind::sequence) return wrong(*node, "expected a list of conditions");
            for (const YamlNode& condition : node->items) {
                ZERMELO_CHECK(is_scalar(condition));
                ZERMELO_CHECK(placed(condition, reader_.read_condition(condition.scalar)));
            }
        }
        return {};
    }

    Result<void> stipulation(const YamlNode& root) {
        const YamlNode* const node = root.find("stipulation");
        if (node == nullptr) return wrong(root, "no stipulation:, expected one, as \"#2\" between quotes");
        ZERMELO_CHECK(is_scalar(*node));
        return placed(*node, reader_.read_stipulation(node->scalar));
    }

    Result<void> options(const YamlNode& root) {
        const YamlNode* const node = root.find("options");
        if (node == nullptr) return {};
        if (node->kind != NodeKind::sequence) return wrong(*node, "expected a list of options");
        for (const YamlNode& option : node->items) {
            ZERMELO_CHECK(is_scalar(option));
            const bool condition = popeye::condition_of(option.scalar, popeye::Language::english) != nullptr;
            ZERMELO_CHECK(placed(option, condition ? reader_.read_condition(option.scalar)
                                                   : reader_.read_options(option.scalar)));
        }
        return {};
    }

    Result<void> twins(const YamlNode& root) {
        const YamlNode* const node = root.find("twins");
        if (node == nullptr) return {};
        if (node->kind != NodeKind::mapping)
            return wrong(*node, "expected twins with their names, as b: Move a1 a2");
        std::map<std::string_view, const YamlNode*> in_order;
        for (const auto& [name, twin] : node->members()) {
            ZERMELO_CHECK(is_scalar(twin));
            in_order[name.scalar] = &twin;
        }
        const bool zero = in_order.contains("a");
        for (const auto& [name, twin] : in_order)
            ZERMELO_CHECK(placed(*twin, reader_.read_twin(utf8_of(name), twin->scalar, zero)));
        return {};
    }

    // --- the heading, of which nothing is refused

    /// The scalars of a node, from the names given: "1965" of {year: 1965}.
    static std::string text_of(const YamlNode* node, std::initializer_list<std::string_view> keys,
                               std::string_view between) {
        if (node == nullptr) return {};
        if (node->kind == NodeKind::scalar) return utf8_of(node->scalar);
        std::string text;
        for (const std::string_view key : keys) {
            const YamlNode* const value = node->find(key);
            if (value == nullptr || value->kind != NodeKind::scalar || value->scalar.empty()) continue;
            text += (text.empty() ? "" : std::string{between}) + utf8_of(value->scalar);
        }
        return text;
    }
    static void add(std::string& text, std::string_view between, const std::string& more) {
        if (!more.empty()) text += (text.empty() ? "" : std::string{between}) + more;
    }

    static Heading heading(const YamlNode& root) {
        constexpr std::string_view date_sign = "-";
        Heading heading;
        if (const YamlNode* const authors = root.find("authors"))
            for (const YamlNode& author : authors->items)
                if (author.kind == NodeKind::scalar) heading.authors.push_back(utf8_of(author.scalar));
        heading.title = text_of(root.find("title"), {}, "");
        const YamlNode* const source = root.find("source");
        heading.source = text_of(source, {"name"}, "");
        add(heading.source, " ",
            text_of(source != nullptr && source->kind == NodeKind::mapping ? source : nullptr,
                    {"volume", "issue", "round", "problemid"}, "/"));
        const YamlNode* const date = source != nullptr ? source->find("date") : nullptr;
        add(heading.source, ", ",
            text_of(date != nullptr ? date : root.find("date"), {"year", "month", "day"}, date_sign));
        const YamlNode* const award = root.find("award");
        heading.award = text_of(award, {"distinction"}, "");
        add(heading.award, ", ", text_of(root.find("distinction"), {}, ""));
        if (award != nullptr && award->kind == NodeKind::mapping)
            if (const std::string tourney = text_of(award->find("tourney"), {"name"}, ""); tourney != "ditto")
                add(heading.award, ", ", tourney);
        return heading;
    }

    static std::optional<std::uint64_t> intended(const YamlNode& root) {
        const YamlNode* const node = root.find("intended-solutions");
        if (node == nullptr) return std::nullopt;
        std::uint64_t number = 0;
        const char* const end = node->scalar.data() + node->scalar.size();
        const auto [rest, error] = std::from_chars(node->scalar.data(), end, number);
        if (error != std::errc{} || rest != end) return std::nullopt;
        return number;
    }

    std::string_view text_;
    popeye::ProblemReader reader_;
};

/// Where the solution of a document stands, or is to stand.
void find_solution(const YamlNode& root, CollectionEntry& entry) {
    const std::string_view text = entry.text;
    if (root.keys.empty()) return;
    entry.indent = root.keys.front().begin - begin_of_line(text, root.keys.front().begin);
    for (const auto& [key, value] : root.members()) {
        const std::size_t end = std::max(key.end, value.end);
        const std::size_t line_end = begin_of_line(text, end) == end ? end : end_of_line(text, end);
        if (key.scalar == "solution") {
            entry.solution_begin = begin_of_line(text, key.begin);
            entry.solution_end = std::max(line_end, end_of_line(text, key.begin));
            return;
        }
        entry.solution_begin = entry.solution_end = line_end;
    }
}

}  // namespace

bool is_collection(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, end_of_line(text, 0));
        const std::size_t first = line.find_first_not_of(" \t\r\n");
        if (first != std::string_view::npos && line[first] != '#') {
            const std::size_t colon = line.find(':');
            return begins_document(line, 0) || line[0] == '%' ||
                   (colon != std::string_view::npos && is_blank_or_end(line, colon + 1) &&
                    line.substr(first, colon - first).find_first_of(" \t;,") == std::string_view::npos);
        }
        text.remove_prefix(line.size());
    }
    return false;
}

OliveReader::OliveReader(std::string_view text, const rules::Rules& rules) : text_(text), rules_(rules) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text_.substr(0, byte_order_mark.size()) == byte_order_mark)
        text_.remove_prefix(byte_order_mark.size());
}

std::optional<CollectionEntry> OliveReader::next() {
    while (at_ < text_.size()) {
        const std::size_t begin = at_;
        const std::uint64_t begin_line = line_;
        do {
            at_ = end_of_line(text_, at_);
            ++line_;
        } while (at_ < text_.size() && !begins_document(text_, at_));
        CollectionEntry entry{failure(ErrorKind::bad_input, ""), text_.substr(begin, at_ - begin)};
        const auto placed = [&](Error error) {
            const std::size_t offset =
                std::min<std::size_t>(error.where ? error.where->column - 1 : 0, entry.text.size());
            const std::string_view before = entry.text.substr(0, offset);
            error.where = Location{
                begin_line + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')),
                1 + offset - begin_of_line(entry.text, offset)};
            return error;
        };
        Result<std::optional<YamlNode>> document = read_yaml(entry.text);
        if (!document) {
            entry.problem = tl::make_unexpected(placed(std::move(document.error())));
            return entry;
        }
        // Blank lines, comments, and `---` with nothing after it.
        if (!*document || ((*document)->kind == NodeKind::scalar && (*document)->scalar.empty())) continue;
        entry.problem = EntryReader{entry.text, rules_}.read(**document);
        if (entry.problem) {
            entry.problem->line = begin_line;
            find_solution(**document, entry);
        } else {
            entry.problem = tl::make_unexpected(placed(std::move(entry.problem.error())));
        }
        return entry;
    }
    return std::nullopt;
}

std::string with_solution(const CollectionEntry& entry, std::string_view solution) {
    const std::string indent(entry.indent, ' ');
    std::string text{entry.text.substr(0, entry.solution_begin)};
    if (!text.empty() && text.back() != '\n') text += '\n';
    // The indentation is said, since lines of a solution may begin with blanks.
    text += indent + "solution: |2\n";
    while (!solution.empty()) {
        const std::string_view line = solution.substr(0, end_of_line(solution, 0));
        solution.remove_prefix(line.size());
        text += (line == "\n" ? "" : indent + "  ") + std::string{line};
    }
    // Blank lines, and a comment that stands deeper than the keys, would be read as lines of the solution.
    std::string_view rest = entry.text.substr(entry.solution_end);
    const std::size_t first = rest.find_first_not_of(" \t\r\n");
    rest.remove_prefix(first == std::string_view::npos ? rest.size() : begin_of_line(rest, first));
    const std::size_t blanks = rest.find_first_not_of(' ');
    if (blanks != std::string_view::npos && rest[blanks] == '#' && blanks > entry.indent) {
        text += indent;
        rest.remove_prefix(blanks);
    }
    return text + std::string{rest};
}

}  // namespace zermelo::compositions
