// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/material.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
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
    const auto all = [&](Color side) {
        const Army& hand = material.hands[side];
        return std::accumulate(hand.begin(), hand.end(), material.men(side));
    };
    const auto of_kind = [&](Color side, rules::PieceKind kind) {
        return material.count(side, kind) + material.hands[side][kind.index()];
    };
    const engine::EndingKinds ending = engine::ending_kinds(rules, c);
    if (ending.together && gone(all(c), all(!c))) return true;
    return std::any_of(ending.kinds.begin(), ending.kinds.end(), [&](const rules::Letters& letters) {
        unsigned own = 0;
        unsigned other = 0;
        for (const rules::Letter letter : letters)
            if (const auto kind = kind_of(rules, letter)) {
                own += of_kind(c, *kind);
                other += of_kind(!c, *kind);
            }
        return gone(own, other);
    });
}

constexpr std::string_view checks_word = "checks";
constexpr std::string_view hands_word = "hands";
constexpr std::string_view walls_word = "walls";

/// How many checks each side needs at the start; none where they are not counted.
ByColor<std::uint8_t> start_checks(const rules::Rules& rules) {
    ByColor<std::uint8_t> checks{};
    if (!rules.check_counting) return checks;
    const auto start = engine::parse_fen(rules.start_fen, rules);
    if (start && start->checks_left)
        for (const Color c : both_colors) checks[c] = static_cast<std::uint8_t>((*start->checks_left)[c]);
    return checks;
}

/// Reads what `text` writes.
class MaterialReader {
  public:
    MaterialReader(std::string_view text, const rules::Rules& rules) : text_(text), rules_(rules) {}

    Result<Material> read() {
        material_.checks_left = start_checks(rules_);
        ZERMELO_CHECK(men(material_.armies, 'v'));
        while (at_ < text_.size()) ZERMELO_CHECK(more());
        return material_;
    }

  private:
    tl::unexpected<Error> fail(std::string message) const {
        return failure(ErrorKind::bad_usage, std::move(message), Location{1, at_ + 1});
    }
    bool take(std::string_view word) {
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }

    /// The letters of White's men, what stands between, and those of Black's, up to a `+`.
    Result<void> men(ByColor<Army>& armies, char between) {
        Color side = Color::white;
        for (; at_ < text_.size() && text_[at_] != '+'; ++at_) {
            if (text_[at_] == between) {
                if (side == Color::black)
                    return fail(fmt::format("a second '{}', expected one between the two sides", between));
                side = Color::black;
                continue;
            }
            const auto kind = kind_of(rules_, text_[at_]);
            if (!kind)
                return fail(fmt::format("'{}' is no piece of {}, expected letters out of {} and one '{}'",
                                        text_[at_], rules_.name, letters_of(rules_), between));
            auto& count = armies[side][kind->index()];
            if (count == 255) return fail("more than 255 pieces of a kind");
            ++count;
        }
        if (side == Color::black) return {};
        return fail(fmt::format("no '{}', expected White's pieces, '{}', and Black's, as KQ{}KR", between,
                                between, between));
    }

    Result<void> more() {
        if (rules_.check_counting && take(fmt::format("+{}", checks_word))) {
            ZERMELO_TRY(material_.checks_left[Color::white], number(engine::max_checks));
            if (!take("-")) return fail("expected '-' and the checks that Black needs");
            ZERMELO_TRY(material_.checks_left[Color::black], number(engine::max_checks));
            return {};
        }
        if (hands_run_out(rules_) && take(fmt::format("+{}", hands_word))) return men(material_.hands, '-');
        if (rules_.has_walls() && take(fmt::format("+{}", walls_word))) {
            ZERMELO_TRY(material_.walls, number(255));
            return {};
        }
        return fail(
            fmt::format("'{}' is no part of the name of a tier of {}", text_.substr(at_), rules_.name));
    }
    Result<std::uint8_t> number(unsigned most) {
        unsigned value = 0;
        const std::size_t first = at_;
        for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && value <= most; ++at_)
            value = 10 * value + static_cast<unsigned>(text_[at_] - '0');
        if (at_ == first || value > most) return fail(fmt::format("expected a number up to {}", most));
        return static_cast<std::uint8_t>(value);
    }

    std::string_view text_;
    const rules::Rules& rules_;
    Material material_;
    std::size_t at_ = 0;
};

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

/// What one move makes of a material.
class SubMaterials {
  public:
    SubMaterials(const Material& material, const rules::Rules& rules) : material_(material), rules_(rules) {}

    std::vector<Material> run() {
        for (const Color c : both_colors) {
            us_ = c;
            add(material_);
            const TurnsInto all = turns_into(rules_, c);
            for (const rules::PieceKind k : kinds()) {
                if (material_.count(c, k) != 0) {
                    steps(k, k);
                    for (const rules::PieceKind into : all[k.index()]) steps(k, into);
                }
                drops(k);
            }
            if (rules_.wall_or_move) {
                Material walled = material_;
                ++walled.walls;
                note(walled);
            }
        }
        return {found_.begin(), found_.end()};
    }

  private:
    rules::PieceKinds kinds() const { return rules::PieceKinds{rules_.kinds.size()}; }
    const rules::Kind& kind(rules::PieceKind k) const { return rules_.kinds[k.index()]; }

    /// A man of kind `k` moves, and then is of kind `into`.
    void steps(rules::PieceKind k, rules::PieceKind into) {
        Material turned = material_;
        --turned.army(us_)[k.index()];
        ++turned.army(us_)[into.index()];
        add(turned);
        if (!captures(rules_, material_.army(us_), k)) return;
        for (const rules::PieceKind taken : kinds()) {
            if (material_.count(!us_, taken) == 0 || kind(taken).royal) continue;
            Material left = turned;
            --left.army(!us_)[taken.index()];
            captured(left, k, into);
        }
    }
    /// A man of kind `k`, now `into`, has captured.
    void captured(Material left, rules::PieceKind k, rules::PieceKind into) {
        const bool immune = rules::contains(rules_.blast_immune, kind(into).letter);
        const bool petrifies = rules::contains(rules_.petrifying, kind(k).letter);
        const Color side = rules_.andernach && !kind(k).royal ? !us_ : us_;
        --left.army(us_)[into.index()];
        ++left.army(side)[into.index()];
        if (rules_.blast ? !immune : petrifies) {
            --left.army(side)[into.index()];
            left.walls = static_cast<std::uint8_t>(left.walls + (petrifies ? 1 : 0));
        }
        if (!rules_.blast) return add(left);
        const unsigned men = left.men();
        each_blasted(left, rules_, [&](Material blasted) {
            if (rules_.petrify_blast)
                blasted.walls = static_cast<std::uint8_t>(blasted.walls + men - blasted.men());
            add(blasted);
        });
    }
    void drops(rules::PieceKind k) {
        if (!rules_.drops || hands_come_back(rules_)) return;
        if (rules_.free_drops ? kind(k).royal : material_.hands[us_][k.index()] == 0) return;
        Material dropped = material_;
        if (!rules_.free_drops) --dropped.hands[us_][k.index()];
        const auto as = [&](rules::PieceKind into) {
            Material there = dropped;
            ++there.army(us_)[into.index()];
            flips(there, 0);
        };
        as(k);
        if (const auto turned = rules_.promoted_kind.find(kind(k).letter);
            rules_.drop_promoted && turned != rules_.promoted_kind.end())
            as(*kind_of(rules_, turned->second));
    }
    /// A drop may turn enemies of the kinds from `first` on to its own side.
    void flips(Material there, std::size_t first) {
        add(there);
        if (rules_.flip_enclosed == rules::Enclosing::none) return;
        for (std::size_t k = first; k < rules_.kinds.size(); ++k)
            if (there.army(!us_)[k] != 0) {
                Material turned = there;
                --turned.army(!us_)[k];
                ++turned.army(us_)[k];
                flips(turned, k);
            }
    }

    /// Notes it with the wall that comes with the move, and with a check that counts.
    void add(Material m) {
        if (rules_.walling == rules::Walling::duck)
            m.walls = 1;
        else if (rules_.walling != rules::Walling::none && !rules_.wall_or_move)
            ++m.walls;
        note(m);
    }
    void note(Material m) {
        keep(m);
        if (m.checks_left[us_] <= 1) return;
        --m.checks_left[us_];
        keep(m);
    }
    void keep(const Material& m) {
        const bool fits = m.men() + m.walls <= rules_.files * rules_.ranks;
        if (m == material_ || !fits || over(m, rules_)) return;
        found_.insert(m);
    }

    const Material& material_;
    const rules::Rules& rules_;
    Color us_ = Color::white;
    std::set<Material> found_;
};

}  // namespace

std::string text(const Material& material, const rules::Rules& rules) {
    const std::vector<rules::PieceKind> order = text_order(rules);
    const auto men = [&](const Army& army) {
        std::string letters;
        for (const rules::PieceKind k : order) letters.append(army[k.index()], rules.kinds[k.index()].letter);
        return letters;
    };
    std::string result = men(material.army(Color::white)) + 'v' + men(material.army(Color::black));
    if (rules.check_counting && material.checks_left != start_checks(rules))
        result += fmt::format("+{}{}-{}", checks_word, material.checks_left[Color::white],
                              material.checks_left[Color::black]);
    if (material.hands != ByColor<Army>{})
        result += fmt::format("+{}{}-{}", hands_word, men(material.hands[Color::white]),
                              men(material.hands[Color::black]));
    if (material.walls != 0) result += fmt::format("+{}{}", walls_word, material.walls);
    return result;
}

Result<Material> parse_material(std::string_view text, const rules::Rules& rules) {
    return MaterialReader{text, rules}.read();
}

std::optional<rules::PieceKind> kind_of(const rules::Rules& rules, rules::Letter letter) {
    const rules::Kind* const kind = rules.kind(letter);
    if (kind == nullptr) return std::nullopt;
    return rules::PieceKind{static_cast<unsigned>(kind - rules.kinds.data())};
}

bool hands_come_back(const rules::Rules& rules) {
    return rules.drops && rules.captures_fill_hands() && !rules.free_drops;
}
bool hands_run_out(const rules::Rules& rules) {
    return rules.drops && !rules.captures_fill_hands() && !rules.free_drops;
}

Material material_of(const engine::Setup& setup, const rules::Rules& rules) {
    Material material;
    for (const auto& man : setup.men)
        if (man)
            if (const auto kind = kind_of(rules, man->letter)) ++material.army(man->color)[kind->index()];
    if (hands_run_out(rules)) material.hands = in_hand(setup, rules).armies;
    if (setup.checks_left)
        for (const Color c : both_colors)
            material.checks_left[c] = static_cast<std::uint8_t>((*setup.checks_left)[c]);
    material.walls = static_cast<std::uint8_t>(setup.walls.count());
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
    if (hands_run_out(rules)) return material;
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
            found += material.count(c, k) + material.hands[c][k.index()];
            expected += start.count(c, k) + start.hands[c][k.index()];
        }
        if (found != expected)
            return fmt::format("{} has {} royal pieces, expected {}", name(c), found, expected);
    }
    const unsigned squares = rules.files * rules.ranks;
    if (material.men() + material.walls > squares)
        return fmt::format("{} men{}, expected at most one on each of {} squares", material.men(),
                           material.walls != 0 ? " and walls" : "", squares);
    return std::nullopt;
}

bool over(const Material& material, const rules::Rules& rules) {
    const auto& checks = material.checks_left;
    if (rules.check_counting && std::find(checks.begin(), checks.end(), 0) != checks.end()) return true;
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
    return std::max(material, swapped);
}

TurnsInto turns_into(const rules::Rules& rules, Color side) {
    TurnsInto result;
    const rules::SideRules& own = rules.side(side);
    if (!region_on_board(own.promotion_region, rules) && !rules.sittuyin_promotion) return result;
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
        for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()}) {
            const auto may_be = [&](Color side) {
                return material.count(side, k) != 0 || material.hands[side][k.index()] != 0;
            };
            const bool dropped = rules.drops && rules.free_drops && !rules.kinds[k.index()].royal;
            if (may_be(c) || dropped || (rules.changes_sides() && may_be(!c))) left.push_back(k);
        }
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
    return SubMaterials{material, rules}.run();
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
    const KindSets kinds = kinds_of(material, rules);
    // An army and what it has in hand.
    using Side = std::pair<Army, Army>;
    // By the men of an army: in how many ways they may be told apart, 1/(k! …) summed over the armies.
    ByColor<std::vector<double>> ways;
    Extent extent{1, 0};
    for (const Color c : both_colors) {
        const TurnsInto all = turns_into(rules, c);
        const Side first{material.army(c), material.hands[c]};
        std::set<Side> seen{first};
        std::vector<Side> left{first};
        auto& by_men = ways[c];
        by_men.resize(squares + 1);
        while (!left.empty()) {
            const auto [army, hand] = left.back();
            left.pop_back();
            double alike = 0;
            unsigned men = 0;
            for (const std::uint8_t count : army) {
                alike += std::lgamma(count + 1.0);
                men += count;
            }
            by_men[std::min(men, squares)] += std::exp(-alike);
            const auto add = [&](const Army& next, const Army& held) {
                if (seen.size() < max_armies && seen.emplace(next, held).second)
                    left.emplace_back(next, held);
            };
            for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()}) {
                const bool royal = rules.kinds[k.index()].royal;
                const bool gained = !royal && kinds[c][k.index()] &&
                                    ((rules.drops && rules.free_drops) || rules.changes_sides());
                const bool dropped = hands_run_out(rules) && hand[k.index()] != 0;
                if (men < squares && (gained || dropped)) {
                    Side more{army, hand};
                    if (dropped) --more.second[k.index()];
                    ++more.first[k.index()];
                    add(more.first, more.second);
                }
                if (army[k.index()] == 0) continue;
                Army next = army;
                --next[k.index()];
                if (!royal) add(next, hand);
                for (const rules::PieceKind into : all[k.index()]) {
                    Army turned = next;
                    ++turned[into.index()];
                    add(turned, hand);
                }
            }
        }
        extent.tiers *= static_cast<double>(seen.size());
        if (rules.check_counting) extent.tiers *= material.checks_left[c];
    }
    const bool walls = rules.has_walls() && rules.walling != rules::Walling::duck;
    if (rules.has_walls()) extent.tiers *= walls ? squares + 1.0 : 2.0;
    for (std::size_t white = 0; white < ways[Color::white].size(); ++white)
        for (std::size_t black = 0; black < ways[Color::black].size() && white + black <= squares; ++black) {
            const auto empty = static_cast<double>(squares - white - black);
            // Walls stand on any of the squares that are left, a duck on one.
            const double terrains = walls ? std::exp2(empty) : rules.has_walls() ? empty + 1 : 1;
            extent.placements += ways[Color::white][white] * ways[Color::black][black] * terrains *
                                 std::exp(std::lgamma(squares + 1.0) - std::lgamma(empty + 1));
        }
    if (rules.check_counting)
        for (const std::uint8_t checks : material.checks_left) extent.placements *= checks;
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
    m.checks_left = start.checks_left;
    m.walls = rules.walling == rules::Walling::duck ? 1 : 0;
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
