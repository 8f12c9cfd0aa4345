// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/compositions/count_certificate.hpp"

#include <array>
#include <variant>

#include <fmt/format.h>

#include "zermelo/base/parse_number.hpp"
#include "zermelo/compositions/enumeration.hpp"
#include "zermelo/engine/position_text.hpp"
#include "zermelo/engine/setup_check.hpp"
#include "zermelo/rules/hash.hpp"

namespace zermelo::compositions {

namespace {

constexpr std::uint64_t header_lines = 6;
constexpr std::size_t max_line = std::size_t{1} << 16U;
constexpr std::uint64_t max_number = 999'999'999'999'999'999;

/// A line but its number: what is left to play, and the position.
std::string place(unsigned left, std::string_view position) { return fmt::format("{} | {}", left, position); }

/// Digits without a leading zero, at most eighteen.
std::optional<std::uint64_t> number(std::string_view text) {
    const auto value = parse_number(text);
    return value && *value <= max_number && std::to_string(*value) == text ? value : std::nullopt;
}

/// Counts solutions by playing every move, once a position, and keeps what it counts.
template <typename Bits>
class CountedPositions {
  public:
    using Position = engine::Position<Bits>;

    CountedPositions(const engine::Game<Bits>& game, const Stipulation& stipulation,
                     const search::Limits& limits)
        : game_(game), budget_(limits), plays_(game, stipulation, options_, spending_) {}

    struct Counted {
        std::string place;
        std::uint64_t count = 0;
    };

    /// Nothing where a limit is reached, or there are too many positions.
    std::optional<std::vector<Counted>> from(const Position& p, unsigned left) {
        count(p, left);
        if (spending_.over() || full()) return std::nullopt;
        return std::move(counted_);
    }
    bool full() const { return counted_.size() > max_counted_positions; }

  private:
    std::uint64_t count(const Position& p, unsigned left) {
        if (spending_.over() || full()) return 0;
        std::string at = place(left, engine::position_text(game_.setup(p)));
        const auto [known, is_new] = numbers_.emplace(at, counted_.size());
        const std::size_t number = known->second;
        if (!is_new) return counted_[number].count;
        counted_.push_back({std::move(at)});
        const std::uint64_t sum =
            plays_.sum(p, left, [this](const Position& next, unsigned then) { return count(next, then); });
        return counted_[number].count = sum;
    }

    const engine::Game<Bits>& game_;
    Options options_;
    search::Budget budget_;
    Spending spending_{budget_};
    Enumeration<Bits> plays_;
    std::vector<Counted> counted_;
    std::unordered_map<std::string, std::size_t> numbers_;
};

}  // namespace

std::string what_is_asked(const Stipulation& stipulation) {
    const auto& target = stipulation.goal.target;
    return stipulation.text() + (target ? " " + engine::position_text(*target) : "");
}

Result<void> has_certificates(const Stipulation& stipulation) {
    std::string_view wrong;
    if (stipulation.is_battle()) wrong = "play against a defender, expected help or series play";
    if (stipulation.introduction != 0) wrong = "an introduction, expected a stipulation without one";
    if (stipulation.asks_for_journey()) wrong = "a circuit, expected a goal that asks for the position alone";
    if (wrong.empty()) return {};
    return failure(ErrorKind::bad_usage, fmt::format("the certificate of {}: {}", stipulation.text(), wrong));
}

Result<void> write_count(const engine::AnyGameAt& variant, const engine::Setup& diagram,
                         const Stipulation& asked, Color attacker, std::uint64_t count,
                         const search::Limits& limits, Sink& sink) {
    ZERMELO_CHECK(has_certificates(asked));
    if (variant.rules().madrasi && asked.play != Play::help)
        return failure(
            ErrorKind::bad_usage,
            fmt::format("the certificate of {}: a pawn that has stepped twice in series is paralysed, "
                        "which no FEN says",
                        asked.text()));
    const Color begins = asked.who_begins(attacker);
    ZERMELO_TRY(const Stipulation stipulation, with_target_at_end(variant, diagram, asked, begins));
    const auto position = variant.set_up(with_turn(diagram, begins), engine::Waived::missing_royals);
    if (!position)
        return failure(ErrorKind::bad_input, engine::words(position.error(), variant.rules()), std::nullopt,
                       "FEN");
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) -> Result<void> {
            CountedPositions<Bits> counting{at.game, stipulation, limits};
            const auto counted = counting.from(at.position, stipulation.length(stipulation.moves));
            if (!counted)
                return failure(ErrorKind::bad_usage,
                               counting.full()
                                   ? fmt::format("the certificate has more than {} positions, expected a "
                                                 "shorter problem",
                                                 max_counted_positions)
                                   : "a limit was reached before the certificate was finished");
            if (counted->front().count != count || count > max_number)
                return failure(ErrorKind::bad_usage,
                               fmt::format("{} solutions by playing every move, expected {}, at most {}",
                                           counted->front().count, count, max_number));
            const rules::Rules& rules = at.game.rules();
            std::string text = fmt::format(
                "{}\nvariant {}\nrules {}\nposition {}\nsolutions {} {} {}\nnodes {}\n", first_line_of_count,
                rules.name, rules::hash_text(rules), engine::position_text(at.game.setup(at.position)), count,
                json_name(attacker), what_is_asked(stipulation), counted->size());
            for (const auto& each : *counted) {
                text += fmt::format("{} | {}\n", each.count, each.place);
                if (text.size() < max_line) continue;
                ZERMELO_CHECK(sink.write(text));
                text.clear();
            }
            return sink.write(text);
        },
        *position);
}

namespace {

tl::unexpected<Error> wrong(std::uint64_t line, std::string message) {
    return failure(ErrorKind::bad_input, std::move(message), Location{line, 1});
}

}  // namespace

Result<void> CountChecker::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        begun_ += bytes.substr(0, end);
        if (begun_.size() > max_line)
            return wrong(number_, fmt::format("longer than {} bytes, expected a shorter line", max_line));
        if (end == std::string_view::npos) return {};
        ZERMELO_CHECK(line(begun_));
        begun_.clear();
        ++number_;
        bytes.remove_prefix(end + 1);
    }
    return {};
}

Result<void> CountChecker::line(std::string_view line) {
    if (number_ <= header_lines) return header(line);
    if (lines_.size() == claim_.positions)
        return wrong(number_, "text after the last position, expected the end of the file");
    return position(line);
}

Result<void> CountChecker::header(std::string_view line) {
    constexpr std::array<std::string_view, header_lines> words{first_line_of_count, "variant ",   "rules ",
                                                               "position ",         "solutions ", "nodes "};
    const std::string_view word = words[number_ - 1];
    if (line.substr(0, word.size()) != word || (number_ == 1) != (line.size() == word.size()))
        return wrong(number_, fmt::format("expected '{}{}'", word, number_ == 1 ? "" : "…"));
    const std::string_view text = line.substr(word.size());
    switch (number_) {
        case 2: {
            claim_.variant = text;
            ZERMELO_TRY(variant_, find_(claim_.variant));
            return {};
        }
        case 3:
            claim_.rules = text;
            if (claim_.rules == rules::hash_text(variant_->rules())) return {};
            return wrong(
                3, fmt::format("other rules: their hash is not {}", rules::hash_text(variant_->rules())));
        case 4:
            claim_.position = text;
            return {};
        case 5:
            return claim(text);
        case header_lines: {
            const auto positions = number(text);
            if (!positions || *positions == 0 || *positions > max_counted_positions)
                return wrong(
                    6, fmt::format("not a number of positions, expected 1 to {}", max_counted_positions));
            claim_.positions = *positions;
            return {};
        }
        default:
            return {};
    }
}

/// "2 white h#3", "1 white dia4 rnbqkbnr/…".
Result<void> CountChecker::claim(std::string_view text) {
    const std::size_t first = text.find(' ');
    const std::size_t second = text.find(' ', first + 1);
    const auto count = number(text.substr(0, first));
    if (!count || second == std::string_view::npos)
        return wrong(5, "expected 'solutions NUMBER ATTACKER STIPULATION'");
    claim_.count = *count;
    const std::string_view attacker = text.substr(first + 1, second - first - 1);
    if (attacker != json_name(Color::white) && attacker != json_name(Color::black))
        return wrong(5, "an attacker that is none, expected white or black");
    claim_.attacker = attacker == json_name(Color::white) ? Color::white : Color::black;
    const std::string_view words = text.substr(second + 1);
    const std::string_view asked = words.substr(0, words.find(' '));
    auto stipulation = Stipulation::parse(asked, variant_->rules().ranks);
    if (!stipulation) return wrong(5, stipulation.error().message);
    if (stipulation->goal.is_diagram()) {
        auto target = engine::parse_position_text(words.substr(std::min(asked.size() + 1, words.size())),
                                                  variant_->rules());
        if (!target) return wrong(5, target.error().message);
        stipulation->goal.target = *std::move(target);
        const auto begin = engine::parse_position_text(claim_.position, variant_->rules());
        if (!begin) return wrong(4, begin.error().message);
        stipulation = with_target_at_end(*variant_, *begin, *std::move(stipulation),
                                         stipulation->who_begins(claim_.attacker));
        if (!stipulation) return wrong(5, stipulation.error().message);
    }
    claim_.stipulation = *stipulation;
    if (what_is_asked(*stipulation) != words)
        return wrong(5, fmt::format("the stipulation is not written as {}", what_is_asked(*stipulation)));
    if (const auto kind = has_certificates(*stipulation); !kind) return wrong(5, kind.error().message);
    return {};
}

/// "COUNT | LEFT | POSITION".
Result<void> CountChecker::position(std::string_view line) {
    const std::size_t bar = line.find(" | ");
    const auto count = number(line.substr(0, bar));
    if (!count || bar == std::string_view::npos) return wrong(number_, "expected 'NUMBER | LEFT | POSITION'");
    const std::string at{line.substr(bar + 3)};
    const bool first = lines_.empty();
    const unsigned length = claim_.stipulation.length(claim_.stipulation.moves);
    if (first && at != place(length, claim_.position))
        return wrong(number_, fmt::format("expected the position of line 4, with {} left", length));
    if (first && *count != claim_.count) return wrong(number_, "not the number of line 5");
    const auto [kept, is_new] = lines_.emplace(at, Line{*count, number_});
    if (!is_new) return wrong(number_, "the position twice, with as much left to play");
    in_order_.push_back(&*kept);
    return {};
}

Result<CountClaim> CountChecker::finish() const {
    if (!begun_.empty()) return wrong(number_, "the end of the file within a line, expected a line break");
    if (number_ <= header_lines || lines_.size() < claim_.positions)
        return wrong(number_, "the end of the file, expected another line");
    ZERMELO_CHECK(std::visit([&](const auto& at) { return sums_are_right(at); }, *variant_));
    return claim_;
}

/// All lines, by the rules.
template <typename Bits>
Result<void> CountChecker::sums_are_right(const engine::GameAt<Bits>& at) const {
    const engine::AnyGameAt variant{at};
    const unsigned length = claim_.stipulation.length(claim_.stipulation.moves);
    const Options options;
    search::Budget unlimited;
    Spending spending{unlimited};
    for (const auto* const each : in_order_) {
        const auto& [key, line] = *each;
        const std::size_t bar = key.find(" | ");
        const auto left = number(std::string_view{key}.substr(0, bar));
        if (!left || bar == std::string::npos)
            return wrong(line.number, "expected 'NUMBER | LEFT | POSITION'");
        const std::string text = key.substr(bar + 3);
        const auto setup = engine::parse_position_text(text, variant.rules());
        if (!setup) return wrong(line.number, setup.error().message);
        const auto position = variant.set_up(*setup, engine::Waived::missing_royals);
        if (!position) return wrong(line.number, engine::words(position.error(), variant.rules()));
        // The terrain of a diagram is its game's, so it is asked by a game of its own.
        const auto& here = std::get<engine::GameAt<Bits>>(*position);
        Enumeration<Bits> plays{here.game, claim_.stipulation, options, spending};
        const auto written = engine::position_text(here.game.setup(here.position));
        if (written != text)
            return wrong(line.number, fmt::format("the position is not written as '{}'", written));
        if (line.number == header_lines + 1 &&
            here.position.to_move() != claim_.stipulation.who_begins(claim_.attacker))
            return wrong(4, "the other side begins");
        if (*left < plays.last() || *left > length)
            return wrong(line.number,
                         fmt::format("{} left to play, expected {} to {}", *left, plays.last(), length));
        std::string lacking;
        const auto after = [&](const engine::Position<Bits>& next, unsigned then) -> std::uint64_t {
            std::string next_place = place(then, engine::position_text(here.game.setup(next)));
            const auto known = lines_.find(next_place);
            if (known != lines_.end()) return known->second.count;
            if (lacking.empty()) lacking = std::move(next_place);
            return 0;
        };
        const std::uint64_t sum = plays.sum(here.position, static_cast<unsigned>(*left), after);
        if (!lacking.empty())
            return wrong(line.number, fmt::format("a move leads to '{}', which has no line", lacking));
        if (sum != line.count)
            return wrong(line.number, fmt::format("{} solutions, but the moves give {}", line.count, sum));
    }
    return {};
}

}  // namespace zermelo::compositions
