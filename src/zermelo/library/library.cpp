// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/library/library.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/files.hpp"
#include "zermelo/base/nearest.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/engine/setup_check.hpp"
#include "zermelo/engine/variants.hpp"
#include "zermelo/library/shipped.hpp"

namespace zermelo::library {

namespace {

/// That a text holds no variant at all.
Error none_there() {
    return {ErrorKind::bad_input, "no variant in this file, expected a section [name]", Location{1, 1}};
}

/// That nobody can say which of several variants is meant.
Error several(const CheckedRules& file, const std::optional<std::string>& path) {
    std::vector<std::string> choices;
    for (const rules::RulesSection& section : file.sections)
        if (section.rules) choices.push_back(path ? *path + ":" + section.name : section.name);
    const std::size_t bad = file.sections.size() - choices.size();
    return {ErrorKind::bad_usage,
            fmt::format("{} {} variants{}, expected one of {}", path ? *path + " has" : "rules of",
                        file.sections.size(), bad == 0 ? "" : fmt::format(", {} of them with errors", bad),
                        fmt::join(choices, ", "))};
}

Error none_of_name(const CheckedRules& file, const std::string& name,
                   const std::optional<std::string>& path) {
    std::vector<std::string> names;
    for (const rules::RulesSection& section : file.sections) names.push_back(section.name);
    return {ErrorKind::bad_usage, fmt::format("no variant {} in {}{}", quoted(name, 200, Unprintable::hex),
                                              path.value_or("these rules"), expected_one_of(name, names))};
}

void name_input(std::vector<Error>& errors, const std::string& input) {
    for (Error& error : errors) error.input = input;
}

}  // namespace

Result<Library> Library::open(const std::vector<std::string>& files, FileReading how) {
    Library library;
    library.with_shipped_ = true;
    library.paths_ = files;
    library.how_ = std::move(how);
    for (const std::string& path : files) {
        ZERMELO_TRY(LibraryFile file, library.read(path, {}));
        if (file.rules.good_count() == 0) return tl::make_unexpected(all_errors(file.rules).front());
        library.add(std::move(file));
    }
    return library;
}

Library Library::of(rules::Rules rules) {
    Library library;
    rules::RulesSection section{rules.name, Location{}, std::move(rules), {}, {}};
    LibraryFile file;
    file.rules.add(std::move(section));
    library.add(std::move(file));
    return library;
}

Result<const rules::Rules*> Library::known(std::string_view name) const {
    for (auto file = files_.rbegin(); file != files_.rend(); ++file)
        if (const rules::RulesSection* section = file->rules.find(name)) {
            if (!section->rules) return tl::make_unexpected(section->rules.error().front());
            return &*section->rules;
        }
    if (!with_shipped_) return nullptr;
    return shipped_variant(name);
}

Result<LibraryFile> Library::read(const std::string& path, const Over& over) const {
    const std::string input = input_name(path);
    ZERMELO_TRY(const auto text, about(input, read_file(path, longest_rules)));
    ZERMELO_TRY(CheckedRules checked, check_rules_text(*this, text, {}, how_.reading, over));
    LibraryFile file{input, std::move(checked)};
    name_input(file.rules.errors, input);
    for (rules::RulesSection& section : file.rules.sections) {
        if (!section.rules) name_input(section.rules.error(), input);
        name_input(section.warnings, input);
    }
    return file;
}

void Library::add(LibraryFile file) {
    files_.push_back(std::move(file));
    if (how_.tell) how_.tell(files_.back());
}

void Library::tell_forgiven(std::size_t file, const rules::RulesSection& section) {
    std::vector<const rules::RulesSection*> line;  // the section and its parents, as far as they are not told
    for (const rules::RulesSection* at = &section; at != nullptr && told_.insert(at).second;
         at = parent_of(*at, file))
        line.push_back(at);
    for (; !line.empty(); line.pop_back())
        if (how_.tell_forgiven && !line.back()->warnings.empty()) how_.tell_forgiven(*line.back());
}

const rules::RulesSection* Library::parent_of(const rules::RulesSection& section, std::size_t& file) const {
    if (section.parent.empty()) return nullptr;
    // It stands further up in the same file, or in one that was read before.
    for (std::size_t i = file + 1; i-- > 0;) {
        const rules::RulesSection* const parent = files_[i].rules.find(section.parent);
        if (parent == nullptr || (i == file && parent >= &section)) continue;
        file = i;
        return parent;
    }
    return nullptr;
}

void Library::tell_forgiven() {
    for (std::size_t i = 0; i < files_.size(); ++i)
        for (const rules::RulesSection& section : files_[i].rules.sections)
            if (section.rules) tell_forgiven(i, section);
}

const rules::Rules* Library::note_forgiven(const rules::Rules* rules) {
    for (std::size_t i = 0; i < files_.size(); ++i)
        for (const rules::RulesSection& section : files_[i].rules.sections)
            if (section.rules && &*section.rules == rules) tell_forgiven(i, section);
    return rules;
}

Result<CheckedRules> check_rules_text(const Library& library, std::string_view text,
                                      const rules::RulesBounds& bounds, rules::Reading reading,
                                      const Over& over) {
    CheckedRules checked = engine::read_variants_file(
        text, [&](std::string_view name) { return library.known(name); }, bounds, reading, over);
    if (!checked.errors.empty() && checked.errors.back().kind == ErrorKind::stopped)
        return tl::make_unexpected(std::move(checked.errors.back()));
    if (checked.sections.empty() && checked.errors.empty()) checked.errors.push_back(none_there());
    return checked;
}

std::optional<FileAndName> file_and_name(const std::string& word) {
    const std::size_t dot = word.rfind(".ini");
    if (dot == std::string::npos) return std::nullopt;
    const std::size_t end = dot + 4;
    if (end == word.size()) return FileAndName{word, std::nullopt};
    if (word[end] == ':') return FileAndName{word.substr(0, end), word.substr(end + 1)};
    return std::nullopt;
}

tl::expected<const rules::Rules*, std::vector<Error>> chosen(const CheckedRules& file,
                                                             const std::optional<std::string>& name,
                                                             const std::optional<std::string>& path) {
    const auto one = [](Error error) { return tl::make_unexpected(std::vector{std::move(error)}); };
    const rules::RulesSection* section = nullptr;
    if (name) {
        section = file.find(*name);
        if (section == nullptr && !file.errors.empty()) return tl::make_unexpected(file.errors);
        if (section == nullptr) return one(none_of_name(file, *name, path));
    } else if (file.sections.size() > 1 && file.good_count() > 0) {
        return one(several(file, path));
    } else if (auto errors = all_errors(file); !errors.empty()) {
        return tl::make_unexpected(std::move(errors));
    } else {
        section = &file.sections.front();
    }
    if (!section->rules) return tl::make_unexpected(section->rules.error());
    return &*section->rules;
}

std::string count_words(std::string_view input, const CheckedRules& file) {
    const std::size_t good = file.good_count();
    const std::size_t all = file.sections.size();
    return fmt::format("{}: {} of {} variant{} {} good", in_one_line(input), good, all, all == 1 ? "" : "s",
                       good == 1 || all == 1 ? "is" : "are");
}

std::vector<std::string> Library::names() const {
    const auto replaced = [&](std::string_view name) {
        return std::any_of(files_.begin(), files_.end(),
                           [&](const LibraryFile& file) { return file.rules.find(name) != nullptr; });
    };
    std::vector<std::string> names;
    if (with_shipped_)
        for (const ShippedSection& section : shipped_sections())
            if (!replaced(section.name)) names.emplace_back(section.name);
    for (const LibraryFile& file : files_)
        for (const rules::RulesSection& section : file.rules.sections)
            if (section.rules && named(section.name) == &*section.rules) names.push_back(section.name);
    return names;
}

std::vector<const rules::Rules*> Library::all() const {
    std::vector<const rules::Rules*> all;
    for (const std::string& name : names())
        if (const rules::Rules* const rules = named(name)) all.push_back(rules);
    return all;
}

Result<const rules::Rules*> Library::find(const std::string& name, const Over& over) {
    ZERMELO_TRY(const rules::Rules* const there, known(name));
    if (there != nullptr) return note_forgiven(there);
    const auto words = file_and_name(name);
    if (!words) return not_found(name, ", expected a shipped variant, FILE.ini or FILE.ini:NAME");
    ZERMELO_TRY(LibraryFile file, read(words->path, over));
    const auto found = chosen(file.rules, words->name, words->path);
    if (!found) return tl::make_unexpected(found.error().front());
    add(std::move(file));  // the variant stays where it is
    found_as_[*found] = name;
    return note_forgiven(*found);
}

Result<const rules::Rules*> Library::find_read(const std::string& name) const {
    ZERMELO_TRY(const rules::Rules* const there, known(name));
    if (there != nullptr) return there;
    return not_found(name, ", expected a shipped variant or one of the rules that were given");
}

tl::unexpected<Error> Library::not_found(const std::string& name, const char* expected) const {
    const std::string near = expected_perhaps(name, names());
    return failure(ErrorKind::bad_usage,
                   fmt::format("no variant {}{} ('zermelo rules list' lists all)",
                               quoted(name, 200, Unprintable::hex), near.empty() ? expected : near));
}

std::string Library::shell_words(const rules::Rules& rules) const {
    if (const auto shipped = shipped_variant(rules.name); shipped && *shipped == &rules)
        return shell_word(rules.name);
    std::string words;
    for (const std::string& path : paths_) words += fmt::format("--variant-path {} ", shell_word(path));
    if (how_.reading == rules::Reading::lenient) words += "--lenient ";
    const auto found = found_as_.find(&rules);
    return words + shell_word(found == found_as_.end() ? rules.name : found->second);
}

namespace {

using MaybePosition = tl::expected<engine::AnyGameAt, std::vector<engine::Violation>>;

/// All violations in one message.
Result<engine::AnyGameAt> in_words(MaybePosition position, const rules::Rules& rules, Location where) {
    if (position) return *std::move(position);
    return failure(ErrorKind::bad_input, engine::words(position.error(), rules), where);
}

}  // namespace

Result<engine::AnyGameAt> position_of(const rules::Rules& rules, const std::optional<std::string>& fen) {
    ZERMELO_TRY(const auto setup, about("FEN", engine::parse_fen(fen.value_or(rules.start_fen), rules)));
    return about("FEN", position_of(rules, setup, Location{1, 1}));
}

Result<engine::AnyGameAt> position_of(const rules::Rules& rules, const engine::Setup& setup, Location where) {
    return in_words(engine::set_up(rules, setup), rules, where);
}

Result<engine::AnyGameAt> position_in(const engine::AnyGameAt& game, std::string_view fen) {
    ZERMELO_TRY(const auto setup, about("FEN", engine::parse_fen(fen, game.rules())));
    return about("FEN", in_words(game.set_up(setup), game.rules(), Location{1, 1}));
}

}  // namespace zermelo::library
