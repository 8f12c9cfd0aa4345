// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/library.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "zermelo/base/embedded.hpp"
#include "zermelo/base/files.hpp"
#include "zermelo/engine/variants.hpp"

namespace zermelo::embedded {
std::span<const EmbeddedFile> shipped_games();
}

namespace zermelo::app {

namespace {

constexpr std::size_t longest_rules = std::size_t{16} << 20;

/// How many letters must be changed, added or left out to come from one word to the other.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t corner = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
            corner = row[j];
            row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

Result<Library> Library::open(const std::vector<std::string>& files) {
    Library library;
    // A shipped file may have its parent in another one: round after round, until all are read. That their
    // starts can be played is a test's to say: looking at them would take as long as all other reading.
    const auto shipped = embedded::shipped_games();
    std::vector<const EmbeddedFile*> waiting;
    for (const auto& file : shipped) waiting.push_back(&file);
    while (!waiting.empty()) {
        std::vector<const EmbeddedFile*> left;
        std::optional<Error> first;
        for (const auto* file : waiting) {
            const auto added = library.add_text(file->bytes, {});
            if (added) continue;
            left.push_back(file);
            if (!first) first = about(file->name, added).error();
        }
        if (left.size() == waiting.size()) return tl::make_unexpected(*first);
        waiting = std::move(left);
    }
    for (const std::string& path : files) ZERMELO_CHECK(library.add_file(path));
    return library;
}

const rules::Rules* Library::named(std::string_view name) const {
    const auto found =
        std::find_if(rules_.rbegin(), rules_.rend(), [&](const rules::Rules& r) { return r.name == name; });
    return found == rules_.rend() ? nullptr : &*found;
}

Result<std::vector<const rules::Rules*>> Library::add_text(std::string_view text,
                                                           const rules::CheckStart& check_start) {
    ZERMELO_TRY(auto read, rules::read_rules(
                               text, [&](std::string_view name) { return named(name); }, check_start));
    std::vector<const rules::Rules*> added;
    for (rules::Rules& rules : read) added.push_back(&rules_.emplace_back(std::move(rules)));
    return added;
}

Result<std::vector<const rules::Rules*>> Library::add_file(const std::string& path) {
    ZERMELO_TRY(const auto text, about(input_name(path), read_file(path, longest_rules)));
    ZERMELO_TRY(auto added, about(input_name(path), add_text(text, engine::check_start)));
    if (added.empty())
        return failure(ErrorKind::bad_input, "no variant in this file, expected a section [name]",
                       Location{1, 1}, input_name(path));
    return added;
}

std::vector<const rules::Rules*> Library::all() const {
    std::vector<const rules::Rules*> all;
    for (const rules::Rules& rules : rules_)
        if (named(rules.name) == &rules) all.push_back(&rules);
    return all;
}

Result<const rules::Rules*> Library::find(const std::string& name) {
    if (const rules::Rules* known = named(name)) return known;
    if (const std::size_t dot = name.rfind(".ini"); dot != std::string::npos) {
        const std::size_t end = dot + 4;
        if (end == name.size() || name[end] == ':') {
            const std::string path = name.substr(0, end);
            ZERMELO_TRY(const auto added, add_file(path));
            if (end == name.size()) return added.back();
            for (const rules::Rules* rules : added)
                if (rules->name == name.substr(end + 1)) return rules;
            return failure(ErrorKind::bad_usage,
                           fmt::format("no variant '{}' in {}", name.substr(end + 1), path));
        }
    }
    return find_read(name);
}

Result<const rules::Rules*> Library::find_read(const std::string& name) const {
    if (const rules::Rules* known = named(name)) return known;
    std::string near;
    for (const rules::Rules* rules : all())
        if (distance(name, rules->name) <= 2) near += (near.empty() ? "" : ", ") + rules->name;
    return failure(ErrorKind::bad_usage,
                   fmt::format("no variant '{}', expected {} ('zermelo rules list' lists all)", name,
                               near.empty() ? "a shipped variant, FILE.ini or FILE.ini:NAME" : near));
}

Result<engine::AnyGameAt> position_of(const rules::Rules& rules, const std::optional<std::string>& fen) {
    ZERMELO_TRY(const auto setup, about("FEN", engine::parse_fen(fen.value_or(rules.start_fen), rules)));
    return about("FEN", position_of(rules, setup, Location{1, 1}));
}

Result<engine::AnyGameAt> position_of(const rules::Rules& rules, const engine::Setup& setup, Location where) {
    auto game = engine::set_up(rules, setup);
    if (!game) return failure(ErrorKind::bad_input, words(game.error(), rules), where);
    return *std::move(game);
}

std::string words(const std::vector<engine::Violation>& violations, const rules::Rules& rules) {
    std::string message = fmt::format("not a position of {}: ", rules.name);
    for (const engine::Violation& violation : violations)
        message += fmt::format("{}{}{}", &violation == &violations.front() ? "" : "; ",
                               violation.place ? name(*violation.place) + ": " : "", violation.message);
    return message;
}

}  // namespace zermelo::app
