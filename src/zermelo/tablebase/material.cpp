// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/material.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "zermelo/engine/extinction.hpp"

namespace zermelo::tablebase {
namespace {

using Army = Material::Army;

/// Kinds in the order of the text.
std::vector<rules::PieceKind> text_order(const rules::Rules& rules) {
    constexpr std::string_view first = "KQRBNP";
    std::vector<rules::PieceKind> order;
    for (const char letter : first)
        for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()})
            if (rules.kinds[k.index()].letter == letter) order.push_back(k);
    for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()})
        if (first.find(rules.kinds[k.index()].letter) == std::string_view::npos) order.push_back(k);
    return order;
}

rules::Letters letters_of(const rules::Rules& rules) {
    rules::Letters letters;
    for (const rules::PieceKind k : text_order(rules)) letters += rules.kinds[k.index()].letter;
    return letters;
}

bool captures(const rules::Rules& rules, const Army& army, rules::PieceKind kind) {
    const auto& movements = rules.kinds[kind.index()].movements;
    return army[kind.index()] != 0 &&
           std::any_of(movements.begin(), movements.end(),
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
    const engine::EndingKinds ending = engine::ending_kinds(rules, c);
    if (ending.together && gone(material.men(c), material.men(!c))) return true;
    return std::any_of(ending.kinds.begin(), ending.kinds.end(), [&](const rules::Letters& letters) {
        unsigned own = 0;
        unsigned other = 0;
        for (const rules::Letter letter : letters)
            if (const auto kind = kind_of(rules, letter)) {
                own += material.count(c, *kind);
                other += material.count(!c, *kind);
            }
        return gone(own, other);
    });
}

/// Calls f for what may be left of a material beside a capture that explodes: all of it, and without up to
/// eight of the men that a blast takes. `at`: the first of the armies' counts that may still fall.
template <typename F>
void each_blasted(const Material& material, const rules::Rules& rules, const F& f, std::size_t at = 0,
                  unsigned taken = 0) {
    constexpr unsigned neighbours = 8;
    f(material);
    for (; taken < neighbours && at < 2 * rules.kinds.size(); ++at) {
        const rules::Kind& kind = rules.kinds[at / 2];
        if (kind.pawn || rules::contains(rules.blast_immune, kind.letter)) continue;
        Material left = material;
        auto& count = left.armies.both[at % 2][at / 2];
        if (count == 0) continue;
        --count;
        each_blasted(left, rules, f, at, taken + 1);
    }
}

}  // namespace

std::string text(const Material& material, const rules::Rules& rules) {
    std::string result;
    for (const Color c : both_colors) {
        if (c == Color::black) result += 'v';
        for (const rules::PieceKind k : text_order(rules))
            result.append(material.count(c, k), rules.kinds[k.index()].letter);
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
        auto& count = material.army(side)[kind->index()];
        if (count == 255) return failure(ErrorKind::bad_usage, "more than 255 pieces of a kind", where);
        ++count;
    }
    if (side == Color::white)
        return failure(ErrorKind::bad_usage, "no 'v', expected White's pieces, 'v', and Black's, as KQvKR",
                       Location{1, text.size() + 1});
    return material;
}

std::optional<rules::PieceKind> kind_of(const rules::Rules& rules, rules::Letter letter) {
    const rules::Kind* const kind = rules.kind(letter);
    if (kind == nullptr) return std::nullopt;
    return rules::PieceKind{static_cast<unsigned>(kind - rules.kinds.data())};
}

Material material_of(const engine::Setup& setup, const rules::Rules& rules) {
    Material material;
    for (const auto& man : setup.men)
        if (man)
            if (const auto kind = kind_of(rules, man->letter)) ++material.army(man->color)[kind->index()];
    return material;
}

Material in_hand(const engine::Setup& setup, const rules::Rules& rules) {
    Material material;
    if (!setup.hands) return material;
    for (const Color c : both_colors)
        for (const auto& [letter, count] : (*setup.hands)[c])
            if (const auto kind = kind_of(rules, letter)) {
                std::uint8_t& men = material.army(c)[kind->index()];
                men = static_cast<std::uint8_t>(men + count);
            }
    return material;
}

Material start_material(const rules::Rules& rules) {
    const engine::Setup start = engine::parse_fen(rules.start_fen, rules).value_or(engine::Setup{});
    Material material = material_of(start, rules);
    const Material hands = in_hand(start, rules);
    for (const Color c : both_colors)
        for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()})
            if (rules.kinds[k.index()].royal)
                material.army(c)[k.index()] =
                    static_cast<std::uint8_t>(material.count(c, k) + hands.count(c, k));
    return material;
}

std::optional<std::string> violation(const Material& material, const rules::Rules& rules) {
    return violation(material, rules, start_material(rules));
}

std::optional<std::string> violation(const Material& material, const rules::Rules& rules,
                                     const Material& start) {
    for (const Color c : both_colors) {
        unsigned found = 0;
        unsigned expected = 0;
        for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()}) {
            if (!rules.kinds[k.index()].royal) continue;
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
    if (!rules.extinction_value) return false;
    return std::all_of(both_colors.begin(), both_colors.end(), [&](Color to_move) {
        return extinct(material, rules, Color::white, to_move) ||
               extinct(material, rules, Color::black, to_move);
    });
}

Material canonical(const Material& material, const rules::Rules& rules) {
    const Material swapped = material.swapped();
    if (material.men(Color::white) != material.men(Color::black))
        return material.men(Color::white) > material.men(Color::black) ? material : swapped;
    for (const rules::PieceKind k : text_order(rules))
        if (material.count(Color::white, k) != material.count(Color::black, k))
            return material.count(Color::white, k) > material.count(Color::black, k) ? material : swapped;
    return material;
}

TurnsInto turns_into(const rules::Rules& rules, Color side) {
    TurnsInto result;
    const rules::SideRules& own = rules.side(side);
    if (!region_on_board(own.promotion_region, rules)) return result;
    for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()}) {
        const auto add = [&](rules::Letter letter) {
            const auto into = kind_of(rules, letter);
            if (into && into != k &&
                std::find(result[k.index()].begin(), result[k.index()].end(), *into) ==
                    result[k.index()].end())
                result[k.index()].push_back(*into);
        };
        if (rules::contains(own.promotion_pawns, rules.kinds[k.index()].letter))
            for (const rules::Letter letter : own.promotion_pieces) add(letter);
        const auto turned = rules.promoted_kind.find(rules.kinds[k.index()].letter);
        if (turned != rules.promoted_kind.end()) add(turned->second);
    }
    return result;
}

KindSets kinds_of(const Material& material, const rules::Rules& rules) {
    KindSets result;
    for (const Color c : both_colors) {
        auto& kinds = result[c];
        const TurnsInto all = turns_into(rules, c);
        std::vector<rules::PieceKind> left;
        for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()})
            if (material.count(c, k) != 0) left.push_back(k);
        while (!left.empty()) {
            const rules::PieceKind k = left.back();
            left.pop_back();
            if (kinds[k.index()]) continue;
            kinds.set(k.index());
            left.insert(left.end(), all[k.index()].begin(), all[k.index()].end());
        }
    }
    return result;
}

rules::Letters circling_kinds(const Material& material, const rules::Rules& rules) {
    rules::Letters result;
    const KindSets kinds = kinds_of(material, rules);
    for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()})
        for (const Color c : both_colors) {
            if (!kinds[c][k.index()]) continue;
            const TurnsInto all = turns_into(rules, c);
            std::set<rules::PieceKind> seen;
            std::vector<rules::PieceKind> left{k};
            while (!left.empty()) {
                const rules::PieceKind from = left.back();
                left.pop_back();
                for (const rules::PieceKind into : all[from.index()])
                    if (seen.insert(into).second) left.push_back(into);
            }
            if (seen.contains(k) && !rules::contains(result, rules.kinds[k.index()].letter))
                result += rules.kinds[k.index()].letter;
        }
    return result;
}

std::vector<Material> sub_materials(const Material& material, const rules::Rules& rules) {
    std::set<Material> found;
    const auto add = [&](const Material& m) {
        if (m != material && !over(m, rules)) found.insert(m);
    };
    for (const Color c : both_colors) {
        const TurnsInto all = turns_into(rules, c);
        std::vector<rules::PieceKind> prey;
        for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()})
            if (material.count(!c, k) != 0 && !rules.kinds[k.index()].royal) prey.push_back(k);
        for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()}) {
            if (material.count(c, k) == 0) continue;
            std::vector<rules::PieceKind> becomes = all[k.index()];
            becomes.push_back(k);
            for (const rules::PieceKind into : becomes) {
                Material turned = material;
                --turned.army(c)[k.index()];
                ++turned.army(c)[into.index()];
                add(turned);
                if (!captures(rules, material.army(c), k)) continue;
                for (const rules::PieceKind taken : prey) {
                    Material left = turned;
                    --left.army(!c)[taken.index()];
                    if (!rules.blast) {
                        add(left);
                        continue;
                    }
                    if (!rules::contains(rules.blast_immune, rules.kinds[into.index()].letter))
                        --left.army(c)[into.index()];
                    each_blasted(left, rules, add);
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

Extent extent_of_reachable(const Material& material, const rules::Rules& rules, unsigned squares) {
    constexpr std::size_t max_armies = 100'000;
    // By the men of an army: in how many ways they may be told apart, 1/(k! …) summed over the armies.
    ByColor<std::vector<double>> ways;
    Extent extent{1, 0};
    for (const Color c : both_colors) {
        const TurnsInto all = turns_into(rules, c);
        std::set<Army> seen{material.army(c)};
        std::vector<Army> left{material.army(c)};
        auto& by_men = ways[c];
        by_men.resize(material.men(c) + 1);
        while (!left.empty()) {
            const Army army = left.back();
            left.pop_back();
            double alike = 0;
            unsigned men = 0;
            for (const std::uint8_t count : army) {
                alike += std::lgamma(count + 1.0);
                men += count;
            }
            by_men[men] += std::exp(-alike);
            const auto add = [&](const Army& next) {
                if (seen.size() < max_armies && seen.insert(next).second) left.push_back(next);
            };
            for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()}) {
                if (army[k.index()] == 0) continue;
                Army next = army;
                --next[k.index()];
                if (!rules.kinds[k.index()].royal) add(next);
                for (const rules::PieceKind into : all[k.index()]) {
                    Army turned = next;
                    ++turned[into.index()];
                    add(turned);
                }
            }
        }
        extent.tiers *= static_cast<double>(seen.size());
    }
    for (std::size_t white = 0; white < ways[Color::white].size(); ++white)
        for (std::size_t black = 0; black < ways[Color::black].size() && white + black <= squares; ++black)
            extent.placements += ways[Color::white][white] * ways[Color::black][black] *
                                 std::exp(std::lgamma(squares + 1.0) -
                                          std::lgamma(static_cast<double>(squares - white - black) + 1));
    return extent;
}

Extent extent_of_materials(const rules::Rules& rules, unsigned men, unsigned squares) {
    const Material start = start_material(rules);
    double kinds = 0;
    double royal_kinds = 0;
    ByColor<double> royals{};
    for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()}) {
        const bool royal = rules.kinds[k.index()].royal;
        (royal ? royal_kinds : kinds) += 1;
        for (const Color c : both_colors)
            if (royal) royals[c] += start.count(c, k);
    }
    const auto logarithm_of_choices = [](double of, double chosen) {
        return std::lgamma(of + 1) - std::lgamma(chosen + 1) - std::lgamma(of - chosen + 1);
    };
    // Royal men and others are multisets of kinds; on squares every man has its kind by itself.
    const double least = royals[Color::white] + royals[Color::black];
    double royal_tiers = 0;
    for (const double n : royals)
        if (royal_kinds > 0) royal_tiers += logarithm_of_choices(n + royal_kinds - 1, n);
    Extent extent;
    for (double n = least; n <= std::min(men, squares); ++n) {
        const double others = n - least;
        if (kinds == 0 && others > 0) break;
        extent.tiers +=
            std::exp(royal_tiers + (kinds > 0 ? logarithm_of_choices(others + 2 * kinds - 1, others) : 0));
        extent.placements += std::exp(logarithm_of_choices(squares, n) + logarithm_of_choices(n, others) +
                                      logarithm_of_choices(least, royals[Color::white]) +
                                      least * std::log(std::max(royal_kinds, 1.0)) +
                                      (others > 0 ? others * std::log(2 * kinds) : 0));
    }
    return extent;
}

std::vector<Material> materials(const rules::Rules& rules, unsigned men, bool canonical) {
    men = std::min(men, rules.files * rules.ranks);
    std::vector<std::vector<Material>> by_men(men + 1);
    const Material start = start_material(rules);
    const std::vector<rules::PieceKind> order = text_order(rules);
    Material m;
    const auto fill = [&](const auto& self, std::size_t place, unsigned left) -> void {
        if (place == 2 * order.size()) {
            if (violation(m, rules, start) || over(m, rules)) return;
            if (!canonical || tablebase::canonical(m, rules) == m) by_men[men - left].push_back(m);
            return;
        }
        auto& count = m.armies.both[place / order.size()][order[place % order.size()].index()];
        for (unsigned n = 0; n <= left; ++n) {
            count = static_cast<std::uint8_t>(n);
            self(self, place + 1, left - n);
        }
        count = 0;
    };
    fill(fill, 0, men);
    std::vector<Material> result;
    for (const auto& some : by_men) result.insert(result.end(), some.begin(), some.end());
    return result;
}

}  // namespace zermelo::tablebase
