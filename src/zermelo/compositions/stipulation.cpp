// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/compositions/stipulation.hpp"

#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/quoted.hpp"

namespace zermelo::compositions {

namespace {

using Aim = Goal::Aim;

struct Kind {
    std::string_view name;
    Play play;
    Finish finish;
};

/// Longer names before those that they begin with.
constexpr std::array kinds{
    Kind{"phser-s", Play::parry_help, Finish::self},
    Kind{"phser-r", Play::parry_help, Finish::reflex},
    Kind{"phser-", Play::parry_help, Finish::direct},
    Kind{"pser-h", Play::parry_help, Finish::help},
    Kind{"pser-s", Play::parry_battle, Finish::self},
    Kind{"pser-r", Play::parry_battle, Finish::reflex},
    Kind{"pser-", Play::parry_battle, Finish::direct},
    Kind{"ser-h", Play::series, Finish::help},
    Kind{"ser-s", Play::series, Finish::self},
    Kind{"ser-r", Play::series, Finish::reflex},
    Kind{"ser-", Play::series, Finish::direct},
    Kind{"reci-h", Play::help, Finish::reciprocal},
    Kind{"semi-r", Play::battle, Finish::semi_reflex},
    Kind{"hs", Play::help, Finish::self},
    Kind{"hr", Play::help, Finish::reflex},
    Kind{"h", Play::help, Finish::direct},
    Kind{"s", Play::battle, Finish::self},
    Kind{"r", Play::battle, Finish::reflex},
    Kind{"", Play::battle, Finish::direct},
};

/// Signs of goals, longer ones before those that they begin with; a square's has the square after it.
constexpr std::array goals{
    std::pair<std::string_view, Aim>{"#=", Aim::mate_or_stalemate},
    std::pair<std::string_view, Aim>{"!=", Aim::own_stalemate},
    std::pair<std::string_view, Aim>{"==", Aim::double_stalemate},
    std::pair<std::string_view, Aim>{"##!", Aim::counter_mate},
    std::pair<std::string_view, Aim>{"##", Aim::double_mate},
    std::pair<std::string_view, Aim>{"#", Aim::mate},
    std::pair<std::string_view, Aim>{"=", Aim::stalemate},
    std::pair<std::string_view, Aim>{"+", Aim::check},
    std::pair<std::string_view, Aim>{"x", Aim::capture},
    std::pair<std::string_view, Aim>{"z", Aim::square},
    std::pair<std::string_view, Aim>{"ct", Aim::circuit},
    std::pair<std::string_view, Aim>{"ep", Aim::en_passant},
    std::pair<std::string_view, Aim>{"00", Aim::castling},
    std::pair<std::string_view, Aim>{"win", Aim::win},
    std::pair<std::string_view, Aim>{"~", Aim::any},
    std::pair<std::string_view, Aim>{"dia", Aim::proof_game},
    std::pair<std::string_view, Aim>{"a=>b", Aim::a_to_b},
};

/// Reads a stipulation from left to right.
class Reader {
  public:
    Reader(std::string_view text, unsigned ranks) : whole_(lower(text)), rest_(whole_), ranks_(ranks) {}

    Result<Stipulation> read() {
        ZERMELO_CHECK(introduction());
        found_.exact = take("exact-");
        for (const Kind& kind : kinds) {
            if (!take(kind.name)) continue;
            found_.play = kind.play;
            found_.finish = kind.finish;
            break;
        }
        if (found_.finish == Finish::reciprocal) {
            found_.own_goal = Goal{};
            if (take("(")) {
                ZERMELO_TRY(found_.own_goal, goal());
                if (!take(")")) return wrong("expected ')'");
            }
        }
        const bool own_given = found_.own_goal && whole_.find('(') != std::string::npos;
        const std::string_view before_goal = rest_;
        ZERMELO_TRY(found_.goal, goal());
        if (found_.goal.is_diagram()) ZERMELO_CHECK(to_a_diagram(before_goal));
        if (found_.own_goal && !own_given) found_.own_goal = found_.goal;
        ZERMELO_TRY(found_.moves, number());
        found_.half = take(".5");
        if (!found_.half && found_.goal.is_diagram()) take(".0");
        if (!rest_.empty()) return wrong("expected the end, or '.5' of half a move");
        ZERMELO_CHECK(sound());
        return found_;
    }

  private:
    bool take(std::string_view word) {
        if (rest_.substr(0, word.size()) != word) return false;
        rest_.remove_prefix(word.size());
        return true;
    }

    tl::unexpected<Error> wrong(std::string_view expected) const {
        return failure(ErrorKind::bad_usage,
                       fmt::format("{}: {}, as in #2, s#3, h#2.5, ser-h#4",
                                   quoted(whole_, 40, Unprintable::hex), expected),
                       Location{1, 1 + whole_.size() - rest_.size()}, "STIPULATION");
    }

    Result<unsigned> number() {
        unsigned value = 0;
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        if (error != std::errc{} || value > Stipulation::max_moves)
            return wrong(fmt::format("expected a number of moves, at most {}", Stipulation::max_moves));
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return value;
    }

    Result<void> introduction() {
        if (whole_.find("->") == std::string::npos) return {};
        ZERMELO_TRY(found_.introduction, number());
        if (found_.introduction == 0 || !take("->")) return wrong("expected an introduction, as 2->");
        return {};
    }

    Result<Goal> goal() {
        for (const auto& [sign, aim] : goals) {
            if (!take(sign)) continue;
            if (aim != Aim::square) return Goal{aim};
            // A rank of two digits where the board has it.
            for (const std::size_t size : {3U, 2U}) {
                const auto place = engine::place_of(rest_.substr(0, size));
                if (rest_.size() <= size || !place || place->rank >= ranks_) continue;
                rest_.remove_prefix(size);
                return Goal{aim, *place};
            }
            return wrong("expected a square of the board, and a number of moves after it");
        }
        return wrong("expected a goal: # ## ##! = #= != == + x zSQUARE ct ep 00 win ~ dia a=>b");
    }

    /// What the kind of play is, where the goal is a diagram; `rest`: from the goal on.
    Result<void> to_a_diagram(std::string_view rest) {
        const bool by_itself = found_.play == Play::battle && found_.finish == Finish::direct;
        if (by_itself) found_.play = Play::help;
        const bool series = found_.play == Play::series || found_.play == Play::parry_help;
        if (found_.introduction != 0 ||
            (!by_itself && !(series && (found_.finish == Finish::direct || found_.finish == Finish::help)))) {
            rest_ = rest;
            return wrong("expected dia or a=>b by itself, or after ser-, ser-h, pser-h or phser-");
        }
        return {};
    }

    Result<void> sound() const {
        if (found_.half && found_.play != Play::help) return wrong("half a move stands in help play only");
        if (found_.half && found_.introduction != 0)
            return wrong("who would play an introduction before half a move is not agreed upon");
        if (found_.moves == 0 && !(found_.half && found_.finish == Finish::direct))
            return wrong("expected at least one move");
        if (found_.introduction != 0 && found_.is_battle())
            return wrong("an introduction stands before help and series play only");
        const bool forced = found_.finish == Finish::self || found_.finish == Finish::reflex ||
                            found_.finish == Finish::semi_reflex;
        if (forced && found_.goal.is_beyond_rules())
            return wrong("no rule allows a move to this goal, so nobody is forced to play it");
        if (found_.exact && found_.is_battle())
            return wrong("exact- stands before help and series play only");
        return {};
    }

    std::string whole_;
    std::string_view rest_;
    unsigned ranks_;
    Stipulation found_;
};

}  // namespace

std::string Goal::text() const {
    for (const auto& [sign, of] : goals)
        if (of == aim) return std::string{sign} + (aim == Aim::square ? name(square) : "");
    return {};
}

Result<Stipulation> Stipulation::parse(std::string_view text, unsigned ranks) {
    return Reader{text, ranks}.read();
}

std::string Stipulation::text() const {
    std::string text;
    if (introduction != 0) text += fmt::format("{}->", introduction);
    if (exact) text += "exact-";
    const bool by_itself = goal.is_diagram() && play == Play::help;
    for (const Kind& kind : kinds)
        if (kind.play == play && kind.finish == finish && !by_itself) text += kind.name;
    if (own_goal && *own_goal != goal) text += fmt::format("({})", own_goal->text());
    return text + fmt::format("{}{}{}", goal.text(), moves, half ? ".5" : "");
}

bool Stipulation::attacker_begins() const {
    if (goal.is_diagram()) return true;
    bool begins = finish != Finish::help;
    if (play == Play::help)
        begins = (finish == Finish::direct || finish == Finish::reciprocal) ? half : !half;
    return begins != (introduction != 0);
}

unsigned Stipulation::length(unsigned of_moves) const {
    if (play != Play::help) return of_moves;
    const unsigned half_moves = 2 * of_moves + (half ? 1 : 0);
    return finish == Finish::self || finish == Finish::reflex ? half_moves - 1 : half_moves;
}

unsigned Stipulation::least_moves() const { return half && finish == Finish::direct ? 0 : 1; }

}  // namespace zermelo::compositions
