// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/position_planes.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/by_color.hpp"
#include "zermelo/engine/setup_check.hpp"
#include "zermelo/rules/parts.hpp"

namespace zermelo::oracle {
namespace {

constexpr std::string_view right_letters = "KQkq";  // by `engine::Position::right`

/// What a plane tells.
enum class Told : std::uint8_t {
    men,
    to_move,
    castling,
    castling_rooks,
    en_passant,
    en_passant_victim,
    hand,
    former,
    promoted_pawns,
    walls,
    gates,
    checks_left,
    passes,
    castled,
    strong_checks,
};

struct Feature {
    Told told;
    Color color = Color::white;
    rules::Letter letter = 0;  ///< the kind's
    unsigned right = 0;        ///< the right to castle
};

bool castles(const rules::Rules& rules) {
    return rules.castling && std::any_of(both_colors.begin(), both_colors.end(), [&](Color color) {
               return rules.kind(rules.side(color).castling_king) != nullptr;
           });
}

bool passes(const rules::Rules& rules) {
    return std::any_of(both_colors.begin(), both_colors.end(), [&](Color color) {
        return rules.side(color).pass || rules.side(color).pass_on_stalemate;
    });
}

/// Whether somebody may capture what the other side's initial moves pass over.
bool captures_en_passant(const rules::Rules& rules) {
    return std::any_of(both_colors.begin(), both_colors.end(), [&](Color color) {
        const rules::SideRules& side = rules.side(color);
        const rules::SideRules& other = rules.side(!color);
        return !side.en_passant_pawns.empty() && on_board(side.en_passant_region, rules).any() &&
               on_board(other.double_step_region | other.triple_step_region, rules).any();
    });
}

std::vector<Feature> features(const rules::Rules& rules) {
    std::vector<Feature> all;
    for (const rules::Kind& kind : rules.kinds)
        for (const Color color : both_colors) all.push_back({Told::men, color, kind.letter});
    all.push_back({Told::to_move});
    if (castles(rules)) {
        for (unsigned right = 0; right < right_letters.size(); ++right)
            all.push_back({Told::castling, Color::white, 0, right});
        if (rules.castling_960) all.push_back({Told::castling_rooks});
    }
    if (captures_en_passant(rules)) {
        all.push_back({Told::en_passant});
        all.push_back({Told::en_passant_victim});
    }
    if (rules.has_hands())
        for (const rules::Kind& kind : rules.kinds)
            if (rules.before_turning(kind.letter) == kind.letter)
                for (const Color color : both_colors) all.push_back({Told::hand, color, kind.letter});
    if (rules.keeps_former_kinds()) {
        for (const auto& [letter, into] : rules.promoted_kind)
            all.push_back({Told::former, Color::white, letter});
        if (rules.main_pawn(Color::white) || rules.main_pawn(Color::black))
            all.push_back({Told::promoted_pawns});
    }
    if (rules.has_walls()) all.push_back({Told::walls});
    if (rules.gating) all.push_back({Told::gates});
    if (rules.check_counting)
        for (const Color color : both_colors) all.push_back({Told::checks_left, color});
    if (passes(rules)) all.push_back({Told::passes});
    if (!rules.castling_wins.empty()) all.push_back({Told::castled});
    if (rules.shatar_mate)
        for (const Color color : both_colors) all.push_back({Told::strong_checks, color});
    return all;
}

std::string letter_of(const Feature& feature) {
    return std::string(1, feature.color == Color::white ? feature.letter : lower(feature.letter));
}

std::string kind_of(const Feature& feature, const rules::Rules& rules) {
    return rules.name_of(*rules.kind(feature.letter));
}

std::string_view owner(Color color) { return color == Color::white ? "White's" : "Black's"; }

Plane plane_of(const Feature& feature, const rules::Rules& rules) {
    const std::string_view whose = owner(feature.color);
    const std::string_view side = name(feature.color);
    switch (feature.told) {
        case Told::men:
            return {letter_of(feature),
                    fmt::format("1 where {} men of the kind {} stand", whose, kind_of(feature, rules))};
        case Told::to_move:
            return {"to_move", "0 everywhere where White is to move, 1 where Black is"};
        case Told::castling:
            return {fmt::format("castling_{}", right_letters[feature.right]),
                    fmt::format("1 everywhere where {} may still castle {}",
                                name(feature.right < 2 ? Color::white : Color::black),
                                feature.right % 2 == 0 ? "kingside" : "queenside")};
        case Told::castling_rooks:
            return {"castling_rooks", "1 where a rook stands with which its side may still castle"};
        case Told::en_passant:
            return {"en_passant", "1 where the side to move may capture en passant"};
        case Told::en_passant_victim:
            return {"en_passant_victim", "1 where the man stands that it would capture so"};
        case Told::hand:
            return {fmt::format("hand_{}", letter_of(feature)),
                    fmt::format("on every square, how many men of the kind {} are in {} hand",
                                kind_of(feature, rules), whose)};
        case Told::former:
            return {fmt::format("former_{}", letter_of(feature)),
                    fmt::format("1 where men stand that were of the kind {} before they turned",
                                kind_of(feature, rules))};
        case Told::promoted_pawns:
            return {"promoted_pawns", "1 where a promoted pawn stands"};
        case Told::walls:
            return {"walls", "1 where play has put a wall"};
        case Told::gates:
            return {"gates", "1 where a man stands that has not moved and has a right for it"};
        case Told::checks_left:
            return {fmt::format("checks_left_{}", json_name(feature.color)),
                    fmt::format("on every square, how many checks {} still needs to win", side)};
        case Told::passes:
            return {"passes", "on every square, how many passes in a row came last"};
        case Told::castled:
            return {"castled", "1 everywhere where the last move has won by castling"};
        case Told::strong_checks:
            return {fmt::format("strong_checks_{}", json_name(feature.color)),
                    fmt::format("1 everywhere where a series of checks of {} that has not broken has had a "
                                "strong one",
                                side)};
    }
    return {};
}

/// What a plane of a game's history tells.
enum class Counted : std::uint8_t { occurrences, without_progress, against_few_men, limit };

std::vector<Counted> counted_by(const rules::HistoryRules& history) {
    std::vector<Counted> all;
    if (history.fold_rule != 0 || history.moving_to_and_fro_loses || engine::perpetual_fold(history) != 0)
        all.push_back(Counted::occurrences);
    if (history.move_rule != 0) all.push_back(Counted::without_progress);
    if (history.counting != rules::CountingRule::none) {
        all.push_back(Counted::against_few_men);
        all.push_back(Counted::limit);
    }
    return all;
}

Plane plane_of(Counted counted) {
    switch (counted) {
        case Counted::occurrences:
            return {"occurrences", "on every square, how often the position has come, this time counted"};
        case Counted::without_progress:
            return {"without_progress", "on every square, how many plies have brought no progress"};
        case Counted::against_few_men:
            return {"counted", "on every square, how many plies have been counted against few men"};
        case Counted::limit:
            return {"counting_limit", "on every square, of how many the game goes on; 0: none are counted"};
    }
    return {};
}

std::uint64_t count_of(Counted counted, const engine::PlayedGame& game) {
    switch (counted) {
        case Counted::occurrences:
            return game.occurrences();
        case Counted::without_progress:
            return game.without_progress();
        case Counted::against_few_men:
            return game.counting().value_or(Counting{}).plies;
        case Counted::limit:
            return game.counting().value_or(Counting{}).limit;
    }
    return 0;
}

/// Writes planes in their order.
template <typename Bits>
class Writer {
  public:
    Writer(const engine::GameAt<Bits>& at, std::span<std::uint8_t> planes)
        : p_(at.position), compiled_(at.game.compiled()), left_(planes) {
        std::fill(planes.begin(), planes.end(), std::uint8_t{0});
    }

    void write(const Feature& feature) {
        plane_ = left_.first(compiled_.squares);
        left_ = left_.subspan(compiled_.squares);
        switch (feature.told) {
            case Told::men:
                return on(p_.men(feature.color, kind(feature)));
            case Told::to_move:
                return everywhere(p_.to_move() == Color::white ? 0 : 1);
            case Told::castling:
                return everywhere(p_.may_castle(feature.right) ? 1 : 0);
            case Told::castling_rooks:
                for (unsigned right = 0; right < right_letters.size(); ++right)
                    if (p_.may_castle(right)) on(Set::of(p_.castling_rook(right)));
                return;
            case Told::en_passant:
                return on(p_.en_passant());
            case Told::en_passant_victim:
                if (p_.en_passant().any()) on(Set::of(p_.en_passant_victim()));
                return;
            case Told::hand:
                return everywhere(p_.in_hand(feature.color, kind(feature)));
            case Told::former:
                return were(kind(feature).index() + 1);
            case Told::promoted_pawns:
                return were(engine::Holdings<Bits>::promoted_pawn);
            case Told::walls:
                return on(p_.walls());
            case Told::gates:
                return on(p_.gates(Color::white) | p_.gates(Color::black));
            case Told::checks_left:
                return everywhere(p_.checks_left(feature.color));
            case Told::passes:
                return everywhere(p_.passes());
            case Told::castled:
                return everywhere(p_.castled() ? 1 : 0);
            case Told::strong_checks:
                return everywhere(p_.strong_checks() >> index(feature.color) & 1U);
        }
    }

  private:
    using Set = SquareSet<Bits>;

    rules::PieceKind kind(const Feature& feature) const { return compiled_.kind_of(feature.letter); }
    void everywhere(unsigned count) {
        if (count != 0) std::fill(plane_.begin(), plane_.end(), static_cast<std::uint8_t>(count));
    }
    void on(Set squares) {
        while (squares.any()) plane_[squares.take_first().index()] = 1;
    }
    void were(unsigned former) {
        for (Set men = p_.men(); men.any();) {
            const Square square = men.take_first();
            if (p_.former(square) == former) plane_[square.index()] = 1;
        }
    }

    const engine::Position<Bits>& p_;
    const engine::CompiledRules<Bits>& compiled_;
    std::span<std::uint8_t> left_;
    std::span<std::uint8_t> plane_;
};

/// Reads planes in their order into a setup.
class Reader {
  public:
    Reader(const rules::Rules& rules, engine::Setup empty, std::span<const std::uint8_t> planes)
        : rules_(rules),
          setup_(std::move(empty)),
          squares_(std::size_t{rules.files} * rules.ranks),
          left_(planes) {
        if (rules.has_hands()) setup_.hands.emplace();
        if (rules.check_counting) setup_.checks_left.emplace();
    }

    /// Errors (bad_input): a byte that means nothing there.
    Result<void> read(const Feature& feature) {
        plane_ = left_.first(squares_);
        left_ = left_.subspan(squares_);
        name_ = plane_of(feature, rules_).name;
        switch (feature.told) {
            case Told::men:
                return each([&](std::size_t square) -> Result<void> {
                    auto& man = man_on(square);
                    if (man)
                        return failure(ErrorKind::bad_input, fmt::format("{}: a second man, of plane {}",
                                                                         square_name(square), name_));
                    man = engine::Man{feature.color, feature.letter};
                    return {};
                });
            case Told::to_move:
                return count(
                    1, [&](unsigned side) { setup_.to_move = side == 0 ? Color::white : Color::black; });
            case Told::castling:
                return count(1, [&](unsigned may) {
                    if (may != 0) setup_.castling += right_letters[feature.right];
                });
            case Told::castling_rooks:
                return each([&](std::size_t square) { return castling_rook(square); });
            case Told::en_passant:
            case Told::en_passant_victim:
                return each([&](std::size_t square) -> Result<void> {
                    setup_.en_passant.push_back(place(square));
                    std::sort(setup_.en_passant.begin(), setup_.en_passant.end(), engine::by_rank);
                    return {};
                });
            case Told::hand:
                return count(engine::max_in_hand, [&](unsigned men) {
                    if (men != 0) (*setup_.hands)[feature.color][feature.letter] = men;
                });
            case Told::former:
                return each_man([&](engine::Man& man) { man.turned_from = feature.letter; });
            case Told::promoted_pawns:
                return each_man([&](engine::Man& man) { man.promoted_pawn = true; });
            case Told::walls:
                return each([&](std::size_t square) -> Result<void> {
                    setup_.walls.set(bit(square));
                    return {};
                });
            case Told::gates:
                return each([&](std::size_t square) -> Result<void> {
                    const auto& man = man_on(square);
                    if (!man) return no_man(square);
                    setup_.gates[man->color].set(bit(square));
                    return {};
                });
            case Told::checks_left:
                return count(engine::max_checks,
                             [&](unsigned checks) { (*setup_.checks_left)[feature.color] = checks; });
            case Told::passes:
                return count(2, [&](unsigned passes) { setup_.passes = passes; });
            case Told::castled:
                return count(1, [&](unsigned castled) { setup_.castled = castled != 0; });
            case Told::strong_checks:
                return count(
                    1, [&](unsigned strong) { setup_.strong_checks |= strong << index(feature.color); });
        }
        return {};
    }

    const engine::Setup& setup() const { return setup_; }

  private:
    engine::Place place(std::size_t square) const {
        return engine::place_of(Square{static_cast<unsigned>(square)}, rules_.files);
    }
    std::size_t bit(std::size_t square) const {
        return rules::region_bit(place(square).file, place(square).rank);
    }
    std::string square_name(std::size_t square) const { return engine::name(place(square)); }
    std::optional<engine::Man>& man_on(std::size_t square) { return setup_.men[bit(square)]; }

    tl::unexpected<Error> no_man(std::size_t square) const {
        return failure(ErrorKind::bad_input, fmt::format("{}: no man stands there, expected one on plane {}",
                                                         square_name(square), name_));
    }

    /// The squares on which the plane has a 1.
    template <typename Take>
    Result<void> each(const Take& take) {
        for (std::size_t square = 0; square < squares_; ++square) {
            if (plane_[square] > 1)
                return failure(ErrorKind::bad_input, fmt::format("{}: {} on plane {}, expected 0 or 1",
                                                                 square_name(square), plane_[square], name_));
            if (plane_[square] == 1) ZERMELO_CHECK(take(square));
        }
        return {};
    }
    template <typename Take>
    Result<void> each_man(const Take& take) {
        return each([&](std::size_t square) -> Result<void> {
            auto& man = man_on(square);
            if (!man) return no_man(square);
            take(*man);
            return {};
        });
    }
    /// What the plane has on every square.
    template <typename Take>
    Result<void> count(unsigned most, const Take& take) {
        const unsigned first = plane_.front();
        const auto other =
            std::find_if(plane_.begin(), plane_.end(), [&](unsigned byte) { return byte != first; });
        if (other != plane_.end())
            return failure(
                ErrorKind::bad_input,
                fmt::format("{} on plane {} and {} on {}, expected one number everywhere", first, name_,
                            *other, square_name(static_cast<std::size_t>(other - plane_.begin()))));
        if (first > most)
            return failure(ErrorKind::bad_input,
                           fmt::format("{} on plane {}, expected at most {}", first, name_, most));
        take(first);
        return {};
    }

    /// A rook beside the king that stands on its rank has the right on its side of it.
    Result<void> castling_rook(std::size_t square) {
        const auto& man = man_on(square);
        if (!man) return no_man(square);
        const engine::Place rook = place(square);
        const std::optional<rules::Letter> castler = rules_.side(man->color).castling_king;
        for (unsigned file = 0; file < rules_.files; ++file) {
            const auto& other = setup_.men[rules::region_bit(file, rook.rank)];
            if (!other || other->color != man->color || other->letter != castler) continue;
            const unsigned right = (man->color == Color::white ? 0U : 2U) + (rook.file > file ? 0U : 1U);
            setup_.castling_files[right] = rook.file;
            return {};
        }
        return failure(ErrorKind::bad_input,
                       fmt::format("{}: no king stands on its rank, expected one on plane {}",
                                   square_name(square), name_));
    }

    const rules::Rules& rules_;
    engine::Setup setup_;
    std::size_t squares_;
    std::span<const std::uint8_t> left_;
    std::span<const std::uint8_t> plane_;
    std::string name_;
};

}  // namespace

std::vector<Plane> position_planes(const rules::Rules& rules) {
    std::vector<Plane> planes;
    for (const Feature& feature : features(rules)) planes.push_back(plane_of(feature, rules));
    return planes;
}

std::size_t position_plane_count(const rules::Rules& rules) { return features(rules).size(); }

std::vector<Plane> history_planes(const rules::Rules& rules) {
    std::vector<Plane> planes;
    for (const Counted counted : counted_by(rules.history)) planes.push_back(plane_of(counted));
    return planes;
}

struct PlaneWriter::Kept {
    engine::AnyGameAt start;
    std::vector<Feature> features;
    std::vector<Counted> counted;
};

PlaneWriter::PlaneWriter(const engine::AnyGameAt& start)
    : kept_(std::make_shared<const Kept>(
          Kept{start, features(start.rules()), counted_by(start.rules().history)})) {}

std::size_t PlaneWriter::position_planes() const { return kept_->features.size(); }
std::size_t PlaneWriter::game_planes() const { return kept_->features.size() + kept_->counted.size(); }

Result<void> PlaneWriter::write(const engine::AnyGameAt& at, std::span<std::uint8_t> planes) const {
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& here) -> Result<void> {
            const auto* const game = std::get_if<engine::GameAt<Bits>>(&kept_->start);
            const auto& compiled = here.game.compiled();
            if (game == nullptr ||
                (&game->game.compiled() != &compiled && (game->game.compiled().holes != compiled.holes ||
                                                         game->game.compiled().barred != compiled.barred)))
                return failure(
                    ErrorKind::bad_input,
                    "holes or barred squares that the start of the variant does not have, which no plane "
                    "tells, expected a variant whose startFen has them");
            Writer<Bits> writer{here, planes};
            for (const Feature& feature : kept_->features) writer.write(feature);
            return {};
        },
        at);
}

Result<void> PlaneWriter::write(const engine::PlayedGame& game, std::span<std::uint8_t> planes) const {
    const std::size_t squares = planes.size() / game_planes();
    auto left = planes.subspan(position_planes() * squares);
    ZERMELO_CHECK(write(game.at(), planes.first(planes.size() - left.size())));
    for (const Counted counted : kept_->counted) {
        const auto plane = left.first(squares);
        left = left.subspan(squares);
        const auto count = std::min<std::uint64_t>(count_of(counted, game), 255);
        std::fill(plane.begin(), plane.end(), static_cast<std::uint8_t>(count));
    }
    return {};
}

Result<engine::AnyGameAt> read_planes(const engine::AnyGameAt& start, std::span<const std::uint8_t> planes) {
    engine::Setup empty = std::visit([](const auto& at) { return at.game.compiled().empty_setup(); }, start);
    Reader reader{start.rules(), std::move(empty), planes};
    for (const Feature& feature : features(start.rules())) ZERMELO_CHECK(reader.read(feature));
    auto at = start.set_up(reader.setup());
    if (!at) return failure(ErrorKind::bad_input, engine::words(at.error(), start.rules()));
    return *std::move(at);
}

}  // namespace zermelo::oracle
