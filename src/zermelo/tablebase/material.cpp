// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/material.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "zermelo/base/saturating.hpp"

namespace zermelo::tablebase {
namespace {

using Army = Material::Army;

/// Kinds in the order of the text.
std::vector<unsigned> text_order(const rules::Rules& rules) {
    constexpr std::string_view first = "KQRBNP";
    std::vector<unsigned> order;
    for (const char letter : first)
        for (unsigned k = 0; k < rules.kinds.size(); ++k)
            if (rules.kinds[k].letter == letter) order.push_back(k);
    for (unsigned k = 0; k < rules.kinds.size(); ++k)
        if (first.find(rules.kinds[k].letter) == std::string_view::npos) order.push_back(k);
    return order;
}

rules::Letters letters_of(const rules::Rules& rules) {
    rules::Letters letters;
    for (const unsigned k : text_order(rules)) letters += rules.kinds[k].letter;
    return letters;
}

std::optional<unsigned> kind_of(const rules::Rules& rules, rules::Letter letter) {
    for (unsigned k = 0; k < rules.kinds.size(); ++k)
        if (rules.kinds[k].letter == letter) return k;
    return std::nullopt;
}

bool captures(const rules::Rules& rules, const Army& army, unsigned kind) {
    const auto& movements = rules.kinds[kind].movements;
    return army[kind] != 0 && std::any_of(movements.begin(), movements.end(),
                                          [](const rules::Movement& m) { return m.captures && !m.initial; });
}

bool region_on_board(const rules::Region& region, const rules::Rules& rules) {
    for (unsigned rank = 0; rank < rules.ranks; ++rank)
        for (unsigned file = 0; file < rules.files; ++file)
            if (region[rules::region_bit(file, rank)]) return true;
    return false;
}

/// Whether the army of `c` is gone in every position, if the side to move is `to_move`.
bool extinct(const Material& material, const rules::Rules& rules, Color c, Color to_move) {
    const unsigned more = rules.extinction_claim && c == to_move ? 1 : 0;
    const auto gone = [&](unsigned own, unsigned other) {
        return own <= rules.extinction_count && other >= rules.extinction_opponent_count + more;
    };
    if (rules.extinction_total && gone(material.men(c), material.men(!c))) return true;
    return std::any_of(rules.extinction_kinds.begin(), rules.extinction_kinds.end(),
                       [&](rules::Letter letter) {
                           const auto kind = kind_of(rules, letter);
                           return kind && gone(material.count(c, *kind), material.count(!c, *kind));
                       });
}

}  // namespace

std::string text(const Material& material, const rules::Rules& rules) {
    std::string result;
    for (const Color c : both_colors) {
        if (c == Color::black) result += 'v';
        for (const unsigned k : text_order(rules)) result.append(material.count(c, k), rules.kinds[k].letter);
    }
    return result;
}

Result<Material> parse_material(std::string_view text, const rules::Rules& rules) {
    Material material;
    Color side = Color::white;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const Location where{1, i + 1};
        if (text[i] == 'v') {
            if (side == Color::black)
                return failure(ErrorKind::bad_usage, "a second 'v', expected one between the two sides",
                               where);
            side = Color::black;
            continue;
        }
        const auto kind = kind_of(rules, text[i]);
        if (!kind)
            return failure(ErrorKind::bad_usage,
                           fmt::format("'{}' is no piece of {}, expected letters out of {} and one 'v'",
                                       text[i], rules.name, letters_of(rules)),
                           where);
        auto& count = material.army(side)[*kind];
        if (count == 255) return failure(ErrorKind::bad_usage, "more than 255 pieces of a kind", where);
        ++count;
    }
    if (side == Color::white)
        return failure(ErrorKind::bad_usage, "no 'v', expected White's pieces, 'v', and Black's, as KQvKR",
                       Location{1, text.size() + 1});
    if (material.men() == 0) return failure(ErrorKind::bad_usage, "no pieces, expected at least one");
    return material;
}

Material material_of(const engine::Setup& setup, const rules::Rules& rules) {
    Material material;
    for (const auto& man : setup.men)
        if (man)
            if (const auto kind = kind_of(rules, man->letter)) ++material.army(man->color)[*kind];
    return material;
}

Material start_material(const rules::Rules& rules) {
    return material_of(engine::parse_fen(rules.start_fen, rules).value_or(engine::Setup{}), rules);
}

std::optional<std::string> violation(const Material& material, const rules::Rules& rules) {
    const Material start = start_material(rules);
    for (const Color c : both_colors) {
        unsigned found = 0;
        unsigned expected = 0;
        for (unsigned k = 0; k < rules.kinds.size(); ++k) {
            if (!rules.kinds[k].royal) continue;
            found += material.count(c, k);
            expected += start.count(c, k);
        }
        if (found != expected)
            return fmt::format("{} has {} royal pieces, expected {}", name(c), found, expected);
    }
    const unsigned squares = rules.files * rules.ranks;
    if (material.men() > squares)
        return fmt::format("{} men, expected at most one on each of {} squares", material.men(), squares);
    return std::nullopt;
}

bool over(const Material& material, const rules::Rules& rules) {
    if (!rules.extinction_value || rules.extinction_pseudo_royal) return false;
    return std::all_of(both_colors.begin(), both_colors.end(), [&](Color to_move) {
        return extinct(material, rules, Color::white, to_move) ||
               extinct(material, rules, Color::black, to_move);
    });
}

Material canonical(const Material& material, const rules::Rules& rules) {
    const Material swapped = material.swapped();
    if (material.men(Color::white) != material.men(Color::black))
        return material.men(Color::white) > material.men(Color::black) ? material : swapped;
    for (const unsigned k : text_order(rules))
        if (material.count(Color::white, k) != material.count(Color::black, k))
            return material.count(Color::white, k) > material.count(Color::black, k) ? material : swapped;
    return material;
}

Turns turns(const rules::Rules& rules, Color side) {
    Turns result;
    const rules::SideRules& own = rules.side(side);
    if (!region_on_board(own.promotion_region, rules)) return result;
    for (unsigned k = 0; k < rules.kinds.size(); ++k) {
        const auto add = [&](rules::Letter letter) {
            const auto into = kind_of(rules, letter);
            if (into && into != k && std::find(result[k].begin(), result[k].end(), *into) == result[k].end())
                result[k].push_back(*into);
        };
        if (own.promotion_pawns.find(rules.kinds[k].letter) != rules::Letters::npos)
            for (const rules::Letter letter : own.promotion_pieces) add(letter);
        const auto turned = rules.promoted_kind.find(rules.kinds[k].letter);
        if (turned != rules.promoted_kind.end()) add(turned->second);
    }
    return result;
}

KindSets kinds_of(const Material& material, const rules::Rules& rules) {
    KindSets result;
    for (const Color c : both_colors) {
        auto& kinds = result[static_cast<unsigned>(c)];
        const Turns all = turns(rules, c);
        std::vector<unsigned> left;
        for (unsigned k = 0; k < rules.kinds.size(); ++k)
            if (material.count(c, k) != 0) left.push_back(k);
        while (!left.empty()) {
            const unsigned k = left.back();
            left.pop_back();
            if (kinds[k]) continue;
            kinds.set(k);
            left.insert(left.end(), all[k].begin(), all[k].end());
        }
    }
    return result;
}

rules::Letters circling_kinds(const Material& material, const rules::Rules& rules) {
    rules::Letters result;
    const KindSets kinds = kinds_of(material, rules);
    for (unsigned k = 0; k < rules.kinds.size(); ++k)
        for (const Color c : both_colors) {
            if (!kinds[static_cast<unsigned>(c)][k]) continue;
            const Turns all = turns(rules, c);
            std::set<unsigned> seen;
            std::vector<unsigned> left{k};
            while (!left.empty()) {
                const unsigned from = left.back();
                left.pop_back();
                for (const unsigned into : all[from])
                    if (seen.insert(into).second) left.push_back(into);
            }
            if (seen.contains(k) && result.find(rules.kinds[k].letter) == rules::Letters::npos)
                result += rules.kinds[k].letter;
        }
    return result;
}

std::vector<Material> sub_materials(const Material& material, const rules::Rules& rules) {
    std::set<Material> found;
    const auto add = [&](const Material& m) {
        if (m != material && !over(m, rules)) found.insert(m);
    };
    for (const Color c : both_colors) {
        const Turns all = turns(rules, c);
        std::vector<unsigned> prey;
        for (unsigned k = 0; k < rules.kinds.size(); ++k)
            if (material.count(!c, k) != 0 && !rules.kinds[k].royal) prey.push_back(k);
        for (unsigned k = 0; k < rules.kinds.size(); ++k) {
            if (material.count(c, k) == 0) continue;
            std::vector<unsigned> becomes = all[k];
            becomes.push_back(k);
            for (const unsigned into : becomes) {
                Material turned = material;
                --turned.army(c)[k];
                ++turned.army(c)[into];
                add(turned);
                if (!captures(rules, material.army(c), k)) continue;
                for (const unsigned taken : prey) {
                    Material left = turned;
                    --left.army(!c)[taken];
                    add(left);
                }
            }
        }
    }
    return {found.begin(), found.end()};
}

std::optional<std::vector<Material>> reachable(const Material& material, const rules::Rules& rules,
                                               bool canonical, std::size_t most) {
    if (!circling_kinds(material, rules).empty()) return std::nullopt;
    const auto kept = [&](const Material& m) { return canonical ? tablebase::canonical(m, rules) : m; };
    std::unordered_set<Material> seen{kept(material)};
    std::vector<Material> result;
    // Depth first; a material is done when all that it leads to are.
    struct Visit {
        Material material;
        std::vector<Material> left;
    };
    std::vector<Visit> way{{kept(material), sub_materials(kept(material), rules)}};
    while (!way.empty()) {
        if (seen.size() > most) return std::nullopt;
        Visit& visit = way.back();
        if (visit.left.empty()) {
            result.push_back(visit.material);
            way.pop_back();
            continue;
        }
        const Material next = kept(visit.left.back());
        visit.left.pop_back();
        if (seen.insert(next).second) way.push_back({next, sub_materials(next, rules)});
    }
    return result;
}

std::uint64_t reachable_at_most(const Material& material, const rules::Rules& rules) {
    std::uint64_t product = 1;
    for (const Color c : both_colors) {
        const Turns all = turns(rules, c);
        std::set<Army> seen{material.army(c)};
        std::vector<Army> left{material.army(c)};
        while (!left.empty()) {
            const Army army = left.back();
            left.pop_back();
            for (unsigned k = 0; k < rules.kinds.size(); ++k) {
                if (army[k] == 0) continue;
                Army next = army;
                --next[k];
                if (!rules.kinds[k].royal && seen.insert(next).second) left.push_back(next);
                for (const unsigned into : all[k]) {
                    Army turned = next;
                    ++turned[into];
                    if (seen.insert(turned).second) left.push_back(turned);
                }
            }
        }
        product = saturating_multiply(product, seen.size());
    }
    return product;
}

std::vector<Material> materials(const rules::Rules& rules, unsigned men, bool canonical) {
    std::vector<std::vector<Material>> by_men(men + 1);
    const std::vector<unsigned> order = text_order(rules);
    Material m;
    const auto fill = [&](const auto& self, std::size_t place, unsigned left) -> void {
        if (place == 2 * order.size()) {
            if (left == men || violation(m, rules) || over(m, rules)) return;
            if (!canonical || tablebase::canonical(m, rules) == m) by_men[men - left].push_back(m);
            return;
        }
        auto& count = m.armies[place / order.size()][order[place % order.size()]];
        for (unsigned n = 0; n <= left; ++n) {
            count = static_cast<std::uint8_t>(n);
            self(self, place + 1, left - n);
        }
        count = 0;
    };
    fill(fill, 0, std::min(men, rules.files * rules.ranks));
    std::vector<Material> result;
    for (const auto& some : by_men) result.insert(result.end(), some.begin(), some.end());
    return result;
}

}  // namespace zermelo::tablebase
