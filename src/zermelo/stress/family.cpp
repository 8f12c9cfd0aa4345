// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/family.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

namespace zermelo::stress {

namespace {

std::string wishes_in_words(Heeds wishes) {
    std::string words;
    const auto add = [&](Heeds wish, std::string_view name) {
        if (heeds_all(wishes, wish)) words += fmt::format("{}{}", words.empty() ? "" : ", ", name);
    };
    add(Heeds::plies, "--plies");
    add(Heeds::men, "--men");
    add(Heeds::n, "--n");
    add(Heeds::pieces, "--pieces");
    add(Heeds::interpositions, "--interpositions");
    return words.empty() ? "none" : words;
}

/// The families to draw from in turn.
Result<std::vector<const Family*>> chosen(const judge::Dialect& dialect, const Request& request) {
    const Heeds wishes = wished(request.wishes);
    std::vector<const Family*> result;
    if (format_of(dialect) == Format::rows && request.wishes.n)
        return failure(ErrorKind::bad_usage, "--n with cstate1, whose boards are 8x8, expected a wish less");
    if (format_of(dialect) == Format::rows && request.wishes.pieces.value_or(2) > 64)
        return failure(ErrorKind::bad_usage, fmt::format("--pieces {} on a board of 8x8, expected 2 to 64",
                                                         *request.wishes.pieces));
    if (request.family) {
        const Family* family = find_family(dialect, *request.family);
        if (family == nullptr) {
            std::string known;
            for (const Family& each : families(dialect))
                known += fmt::format("{}{}", known.empty() ? "" : ", ", each.name);
            return failure(ErrorKind::bad_usage, fmt::format("unknown family '{}' of {}, expected one of {}",
                                                             *request.family, dialect.name(), known));
        }
        if (!heeds_all(family->heeds, wishes))
            return failure(ErrorKind::bad_usage, fmt::format("{} with the family {}, expected of these: {}",
                                                             wishes_in_words(wishes), family->name,
                                                             wishes_in_words(family->heeds)));
        result.push_back(family);
        return result;
    }
    for (const Family& family : families(dialect))
        if (family.mixed && heeds_all(family.heeds, wishes)) result.push_back(&family);
    if (result.empty())
        return failure(ErrorKind::bad_usage,
                       fmt::format("no family of {} heeds all of {}, expected a wish less", dialect.name(),
                                   wishes_in_words(wishes)));
    return result;
}

std::uint64_t count_of(const judge::Dialect& dialect, const Request& request) {
    constexpr std::uint64_t in_a_mix = 100;
    if (request.games) return *request.games;
    const Family* family = request.family ? find_family(dialect, *request.family) : nullptr;
    if (family == nullptr) return in_a_mix;
    return family->games != 0 ? family->games : dialect.most_games();
}

/// A number for each name, so that the same seed gives every family other candidates (FNV-1a).
constexpr std::uint64_t number_of(std::string_view name) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return hash;
}

/// Games that were drawn already: small families would give the same ones often.
class Seen {
  public:
    explicit Seen(Format format) : format_(format) {}
    /// Whether the game is new. Boards that no two draws make alike are not looked at.
    bool add(const Case& game) {
        constexpr std::size_t small = 100;
        const auto* board = std::get_if<check_state::PlainBoard>(&game);
        if (board != nullptr && board->pieces.size() > small) return true;
        std::string text;
        append_lines(format_, game, text);
        return texts_.insert(std::move(text)).second;
    }

  private:
    Format format_;
    std::set<std::string> texts_;
};

/// A game that has not been drawn before, unless it takes long to find one.
Result<Case> draw_new(const Family& family, const Order& order, Seen& seen) {
    constexpr int patience = 20;
    auto game = family.make(order);
    for (int i = 0; i < patience && game && !seen.add(*game); ++i) game = family.make(order);
    return game;
}

}  // namespace

Heeds wished(const Wishes& wishes) {
    Heeds made = Heeds::none;
    if (wishes.plies) made = made | Heeds::plies;
    if (wishes.men) made = made | Heeds::men;
    if (wishes.n) made = made | Heeds::n;
    if (wishes.pieces) made = made | Heeds::pieces;
    if (wishes.interpositions) made = made | Heeds::interpositions;
    return made;
}

std::span<const Family> families(const judge::Dialect& dialect) {
    switch (format_of(dialect)) {
        case Format::hunt:
            return families_detail::hunt_families();
        case Format::rows:
            return families_detail::check_families(false);
        case Format::pieces:
            return families_detail::check_families(true);
        case Format::marks:
            break;
    }
    return families_detail::pursuit_families();
}

const Family* find_family(const judge::Dialect& dialect, std::string_view name) {
    const auto all = families(dialect);
    const auto found =
        std::find_if(all.begin(), all.end(), [name](const Family& family) { return family.name == name; });
    return found == all.end() ? nullptr : &*found;
}

Result<std::vector<Case>> generate(const judge::Dialect& dialect, const Request& request) {
    auto from = chosen(dialect, request);
    if (!from) return tl::make_unexpected(from.error());
    const std::uint64_t count = count_of(dialect, request);
    const judge::CheckBounds& bounds = bounds_of(dialect);
    judge::HuntSolver hunts;
    Random seeds{request.seed};
    Seen seen{format_of(dialect)};
    std::vector<Case> games;
    std::uint64_t seed = seeds();
    while (games.size() < count) {
        const std::size_t turn = games.size() % from->size();
        const Family& family = *(*from)[turn];
        Random random{seed ^ number_of(family.name)};
        const Order order{random, request.wishes, hunts, bounds, bounds.most_load / count};
        auto game = draw_new(family, order, seen);
        if (game) {
            games.push_back(*std::move(game));
            seed = seeds();
        } else if (from->size() == 1) {
            return tl::make_unexpected(game.error());
        } else {
            from->erase(from->begin() + static_cast<std::ptrdiff_t>(turn));  // the mix does without it
        }
    }
    return games;
}

namespace families_detail {

tl::unexpected<Error> not_found(std::string_view what, std::uint64_t tries) {
    return failure(
        ErrorKind::bad_usage,
        fmt::format("no {} found in {} tries, expected a wish that is met more often", what, tries));
}

}  // namespace families_detail

}  // namespace zermelo::stress
