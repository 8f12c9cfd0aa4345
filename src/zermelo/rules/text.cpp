// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "zermelo/base/ascii.hpp"
#include "zermelo/rules/keys.hpp"
#include "zermelo/rules/parts.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/rules/way_names.hpp"

namespace zermelo::rules {
namespace {

class Writer {
  public:
    explicit Writer(const Rules& rules) : rules_(rules) {
        neutral_.files = rules.files;
        neutral_.ranks = rules.ranks;
    }

    std::string write() {
        text_ = "[" + rules_.name + "]\n";
        const std::span<const Rule> all = all_rules();
        for (auto rule = all.begin(); rule != all.end();) {
            if (static_cast<std::size_t>(rule - all.begin()) == size_keys().size()) pieces();
            auto end = rule;
            while (end != all.end() && end->field.names != Names::one) ++end;
            if (end == rule) {
                line(*rule++, Color::white);
                continue;
            }
            for (const Color side : both_colors)
                for (auto of_side = rule; of_side != end; ++of_side) line(*of_side, side);
            rule = end;
        }
        return std::move(text_);
    }

  private:
    void line(std::string_view key, std::string_view value) {
        text_ += key;
        text_ += " = ";
        text_ += value;
        text_ += '\n';
    }

    /// A rule that is not asked for is mostly not written: texts of games without it stay as they were.
    void line(const Rule& rule, Color side) {
        const Field& field = rule.field;
        if (field.text == nullptr || (field.written != nullptr && !field.written(rules_))) return;
        const std::string value = field.text(rules_, side);
        if (field.always || value != field.text(neutral_, side)) line(rule.key(side), value);
    }

    void pieces() {
        for (const Kind& kind : rules_.kinds) {
            const bool with_notation = kind.royal || is_custom(piece_of_key(kind.name));
            line(kind.name, lower({&kind.letter, 1}) + (with_notation ? ":" + kind.betza : std::string{}));
        }
        for (const Color side : both_colors)
            for (const auto& [letter, region] : rules_.side(side).mobility)
                line(mobility_key_name(side, piece_of_key(rules_.kind(letter)->name)),
                     region_text(region, rules_));
    }

    const Rules& rules_;
    Rules neutral_;  ///< in which no rule says anything, on the same board
    std::string text_;
};

}  // namespace

std::string canonical_text(const Rules& rules) { return Writer(rules).write(); }

std::string whole_text(const Rules& rules) {
    std::string text = canonical_text(rules);
    const Rules plain;
    if (rules.look_name != plain.look_name) text += "variantTemplate = " + rules.look_name + "\n";
    if (rules.pocket_size != plain.pocket_size)
        text += "pocketSize = " + std::to_string(rules.pocket_size) + "\n";
    if (rules.names.empty()) return text;
    text += "pieceNames =";
    for (const auto& [letter, name] : rules.names) {
        std::string word = name;
        std::replace(word.begin(), word.end(), ' ', '-');
        text += std::string(" ") + lower(letter) + ":" + word;
    }
    return text + "\n";
}

}  // namespace zermelo::rules
