// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/reader.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "zermelo/base/nearest.hpp"
#include "zermelo/rules/check.hpp"
#include "zermelo/rules/ini.hpp"
#include "zermelo/rules/keys.hpp"
#include "zermelo/rules/rules_builder.hpp"

namespace zermelo::rules {
namespace {

/// Reads one section in three passes, each of which reports its first error in the order of the lines: the
/// keys as such with size and pieces, the other rules, what they come to together.
class SectionReader {
  public:
    SectionReader(const IniSection& section, const Rules* parent, const CheckStart& check_start)
        : section_(section), parent_(parent), check_start_(check_start), builder_(builder_of(parent)) {
        for (const IniEntry& entry : section.entries) entries_[entry.key.text] = &entry;
    }

    Result<Rules> read() {
        look_at_keys();
        for (const Key& key : size_keys()) apply(key);
        for (Error& error : read_pieces(builder_, section_)) errors_.push_back(std::move(error));
        if (!errors_.empty()) return first_error();
        for (const auto& [name, entry] : entries_)
            if (const auto mobility = mobility_key(name))
                note(apply_mobility(builder_, *mobility, entry->value));
        for (const Key& key : rule_keys()) apply(key);
        if (!errors_.empty()) return first_error();
        Result<Rules> rules = rules_of(builder_, section_);
        if (!rules) return rules;
        ZERMELO_CHECK(check_rules(*rules, parent_, section_, check_start_));
        return rules;
    }

  private:
    /// Notes the first key that is unknown or not supported or has no value.
    void look_at_keys() {
        for (const IniEntry& entry : section_.entries) {
            if (!errors_.empty()) return;
            const std::string_view key = entry.key.text;
            const auto is_key = [&](const auto& known) { return known.name == key; };
            const auto foreign = std::find_if(foreign_keys().begin(), foreign_keys().end(), is_key);
            const bool known = foreign != foreign_keys().end() || piece_of_key(key) != count_of_pieces() ||
                               std::any_of(size_keys().begin(), size_keys().end(), is_key) ||
                               std::any_of(rule_keys().begin(), rule_keys().end(), is_key) ||
                               mobility_key(key).has_value();
            const auto older = std::find_if(older_keys().begin(), older_keys().end(), is_key);
            if (older != older_keys().end()) {
                note(error_at(entry.key.where,
                              std::string(key) + " is an older name, expected " + std::string(older->now)));
            } else if (!known) {
                note(error_at(entry.key.where,
                              "unknown key " + quoted(key) + expected_perhaps(key, all_keys())));
            } else if (entry.value.text.empty()) {
                note(error_at(entry.value.where, "no value behind " + std::string(key) + " ="));
            } else if (foreign != foreign_keys().end() &&
                       (foreign->neutral.empty() || entry.value.text != foreign->neutral)) {
                std::string message = std::string(key) + " is known but not supported (";
                message += foreign->what;
                message += "), expected ";
                message += foreign->neutral.empty() ? "the key to be left out"
                                                    : "its neutral value " + std::string(foreign->neutral);
                note(error_at(foreign->neutral.empty() ? entry.key.where : entry.value.where,
                              std::move(message)));
            }
        }
    }

    void apply(const Key& key) {
        const auto found = entries_.find(key.name);
        if (found != entries_.end() && !found->second->value.text.empty())
            note(key.apply(builder_, found->second->value));
    }

    void note(Result<void> result) {
        if (!result) errors_.push_back(std::move(result.error()));
    }

    tl::unexpected<Error> first_error() {
        return tl::make_unexpected(
            *std::min_element(errors_.begin(), errors_.end(),
                              [](const Error& a, const Error& b) { return a.where < b.where; }));
    }

    const IniSection& section_;
    const Rules* parent_;
    const CheckStart& check_start_;
    RulesBuilder builder_;
    std::map<std::string_view, const IniEntry*> entries_;
    std::vector<Error> errors_;
};

}  // namespace

Result<std::vector<Rules>> read_rules(std::string_view text, const FindRules& find,
                                      const CheckStart& check_start) {
    ZERMELO_TRY(const auto sections, read_ini(text));
    std::vector<Rules> variants;
    variants.reserve(sections.size());
    std::map<std::string_view, std::size_t> here;
    for (const IniSection& section : sections) {
        const Rules* parent = nullptr;
        if (section.parent) {
            const auto known = here.find(section.parent->text);
            if (known != here.end()) {
                parent = &variants[known->second];
            } else if (find) {
                parent = find(section.parent->text);
            }
            if (parent == nullptr)
                return error_at(section.parent->where,
                                "no variant " + quoted(section.parent->text) +
                                    " is known, expected one further up in this file or a shipped one");
        }
        ZERMELO_TRY(auto rules, SectionReader(section, parent, check_start).read());
        here[section.name.text] = variants.size();
        variants.push_back(std::move(rules));
    }
    return variants;
}

}  // namespace zermelo::rules
