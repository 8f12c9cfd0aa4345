// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that meet, two by two: positions in which both of a pair act, held to the reference.
#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/game.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/rules/keys.hpp"
#include "zermelo/rules/reader.hpp"

#include "reference/brought_together.hpp"
#include "reference/random_variants.hpp"
#include "reference/rule_switches.hpp"
#include "support/game_laws.hpp"
#include "support/scale.hpp"

namespace zermelo::engine {
namespace {

using testing::expect_laws;
using zermelo::reference::brought_together;
using zermelo::reference::rule_switches;
using zermelo::reference::RuleSwitch;
using Board = std::uint64_t;  // all these boards are small

const std::string matrix_file = ZERMELO_SOURCE_DIR "/docs/rule-pairs.md";

/// A setup without what other rules have no use for.
Setup stripped(Setup setup, const rules::Rules& rules) {
    if (!rules.has_hands()) setup.hands.reset();
    if (rules.has_hands() && !setup.hands) setup.hands.emplace();
    if (!rules.check_counting) setup.checks_left.reset();
    if (!rules.castling) setup.castling.clear();
    if (!rules.castling_960) setup.castling_files = {};
    if (!rules.gating) setup.gates = {};
    if (!rules.keeps_former_kinds())
        for (auto& man : setup.men)
            if (man) *man = Man{man->color, man->letter};
    if (rules.castling_wins.empty()) setup.castled = false;
    if (!rules.shatar_mate) setup.strong_checks = 0;
    return setup;
}

/// What is seen of a position: who stands where, what is in hand, what may be captured en passant.
std::string seen(const Setup& setup) {
    std::string text = print_fen(setup).substr(0, print_fen(setup).find_first_of(" ["));
    if (setup.hands)
        for (const Hand& hand : *setup.hands)
            for (const auto& [letter, count] : hand) text += ' ' + std::string(count, letter);
    for (const Place place : setup.en_passant) text += ' ' + name(place);
    return text;
}

/// What the rules make of a position.
struct Behaviour {
    /// Its end, and for each move, in order: what comes of it, to its end, and how many rights to castle are
    /// left.
    std::string end;
    std::vector<std::pair<std::string, std::size_t>> moves;

    Behaviour(const Game<Board>& game, const Position<Board>& p) : end(end_text(game, p)) {
        MoveList list;
        game.moves(p, list);
        for (const Move& m : list) {
            const auto next = game.play(p, m);
            const Setup setup = game.setup(next);
            moves.emplace_back(uci(m, game.rules()) + ' ' + seen(setup) + ' ' + end_text(game, next),
                               setup.castling.size());
        }
        std::sort(moves.begin(), moves.end());
    }

    bool differs(const Behaviour& other, bool also_in_rights) const {
        const auto alike = [&](const auto& a, const auto& b) {
            return a.first == b.first && (!also_in_rights || a.second == b.second);
        };
        return end != other.end ||
               !std::equal(moves.begin(), moves.end(), other.moves.begin(), other.moves.end(), alike);
    }

  private:
    static std::string end_text(const Game<Board>& game, const Position<Board>& p) {
        const auto end = game.end(p);
        return end ? std::to_string(static_cast<int>(*end)) : std::string("-");
    }
};

/// A game with one rule off: the rule acts in a position where the game with it differs.
class Acting {
  public:
    Acting(const rules::Rules& rules, const RuleSwitch& rule) : rules_(rules) {
        rule.off(rules_);
        game_ = std::make_unique<Game<Board>>(
            std::make_shared<const CompiledRules<Board>>(rules_, rules::Region{}, std::vector<Barred>{}));
    }

    bool acts(const Setup& setup, const Behaviour& with) const {
        Setup without = stripped(setup, rules_);
        auto p = game_->position(without);
        if (!p) {  // rights that the rule has given, perhaps
            without.castling.clear();
            without.castling_files = {};
            p = game_->position(without);
        }
        // Where there is no castling at all, rights alone would make any position differ.
        return p && with.differs(Behaviour{*game_, *p}, rules_.castling);
    }

  private:
    rules::Rules rules_;
    std::unique_ptr<Game<Board>> game_;
};

/// What became of the pairs: in how many rules both acted in one position where the laws held.
class Pairs {
  public:
    static std::size_t size() { return rule_switches().size(); }
    unsigned& at(std::size_t a, std::size_t b) { return counts_[std::min(a, b) * size() + std::max(a, b)]; }

    /// Draws rules in which a pair is on until both have acted in `enough` of them, or `tries` are over.
    /// Returns whether any were drawn.
    bool look_for(Random& random, std::size_t a, std::size_t b, unsigned enough, unsigned tries) {
        const std::array wanted{&rule_switches()[a], &rule_switches()[b]};
        bool drawn = false;
        for (; tries > 0 && at(a, b) < enough; --tries) {
            const auto rules = zermelo::reference::random_rules_with(random, wanted);
            if (!rules) {
                if (!drawn && --refusals_left_ == 0) break;
                continue;
            }
            drawn = true;
            look_at(random, *rules, *wanted[0], *wanted[1]);
            if (::testing::Test::HasFailure()) {
                ADD_FAILURE() << rules::canonical_text(*rules);
                break;
            }
        }
        refusals_left_ = 10;
        return drawn;
    }

  private:
    void look_at(Random& random, const rules::Rules& rules, const RuleSwitch& a, const RuleSwitch& b) {
        const Game<Board> game{
            std::make_shared<const CompiledRules<Board>>(rules, rules::Region{}, std::vector<Barred>{})};
        const Acting without_a{rules, a};
        const Acting without_b{rules, b};
        const Setup start = parse_fen(rules.start_fen, rules).value();
        const unsigned plies = rules.walling == rules::Walling::none ? 10 : 3;
        Setup promising = start;  // the last in which one of them acted
        for (unsigned setups = 24; setups > 0; --setups) {
            auto p = game.position(brought_together(random, setups % 3 == 0 ? start : promising, rules));
            for (unsigned ply = 0; p && ply < plies; ++ply) {
                const Setup setup = game.setup(*p);
                const Behaviour with{game, *p};
                const bool a_acts = without_a.acts(setup, with);
                const bool b_acts = without_b.acts(setup, with);
                if (a_acts && b_acts) {
                    expect_laws(game, setup, rules, random.one_in(4));
                    note(rules, setup, with);
                    return;
                }
                if (a_acts || b_acts) promising = setup;
                MoveList moves;
                game.moves(*p, moves);
                if (moves.empty()) break;
                p = next(random, game, *p, moves);
            }
        }
    }

    /// The position after a move at random, often one that may be answered en passant.
    static Position<Board> next(Random& random, const Game<Board>& game, const Position<Board>& p,
                                const MoveList& moves) {
        if (random.one_in(2))
            for (const Move& m : moves)
                if (auto passed = game.play(p, m); passed.en_passant().any()) return passed;
        return game.play(p, moves[random.below(moves.size())]);
    }

    /// Every two of the rules that are on and act here have met.
    void note(const rules::Rules& rules, const Setup& setup, const Behaviour& with) {
        std::vector<std::size_t> acting;
        for (std::size_t i = 0; i < size(); ++i)
            if (rule_switches()[i].is_on(rules) && Acting{rules, rule_switches()[i]}.acts(setup, with))
                acting.push_back(i);
        for (std::size_t i = 0; i < acting.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) ++at(acting[i], acting[j]);
    }

    std::vector<unsigned> counts_ = std::vector<unsigned>(rule_switches().size() * rule_switches().size());
    unsigned refusals_left_ = 10;
};

constexpr unsigned enough = 20;
/// Rules that are drawn for a pair: usually; where these were not enough; and where the pair was met in them.
constexpr unsigned usual_tries = 240;
constexpr unsigned more_tries = 2'000;
constexpr unsigned max_tries = 8'000;

/// The matrix of docs/rule-pairs.md: a line for each rule, a sign for each rule before it.
std::vector<std::string> read_matrix() {
    std::ifstream file{matrix_file};
    std::vector<std::string> lines;
    bool inside = false;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("```"))
            inside = line == "```text matrix";
        else if (inside && line.find('|') != std::string::npos)
            lines.push_back(line.substr(line.find('|') + 1));
    }
    return lines;
}

// Every key of a rules file is a switch, is said with one, or changes no position.
TEST(RulePairs, EveryKeyIsLookedAt) {
    std::set<std::string, std::less<>> known{"startFen"};
    for (const RuleSwitch& rule : rule_switches()) {
        EXPECT_TRUE(known.insert(std::string{rule.name}).second) << rule.name;
        std::istringstream keys{std::string{rule.keys}};
        for (std::string key; keys >> key;) EXPECT_TRUE(known.insert(key).second) << key;
    }
    for (const char* key : {"nMoveRule", "nMoveRuleTypes", "nMoveRuleTypesWhite", "nMoveRuleTypesBlack",
                            "nFoldRule", "nFoldValue", "nFoldValueAbsolute", "perpetualCheckIllegal",
                            "moveRepetitionIllegal", "chasingRule", "countingRule", "variantTemplate",
                            "pieceNames", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg"})
        EXPECT_TRUE(known.insert(key).second) << key;
    for (const rules::Key& key : rules::rule_keys()) EXPECT_TRUE(known.contains(key.name)) << key.name;
}

// That a rule is off where its switch says so, and on again.
TEST(RulePairs, SwitchesSwitch) {
    Random random{1};
    for (std::uint64_t i = testing::scaled(40); i > 0; --i)
        for (const RuleSwitch& rule : rule_switches()) {
            rules::Rules rules = zermelo::reference::random_rules(random);
            rule.off(rules);
            EXPECT_FALSE(rule.is_on(rules)) << rule.name;
            rule.on(random, rules);
            EXPECT_TRUE(rule.is_on(rules)) << rule.name;
        }
}

/// Looks for a pair; returns the sign of what came of it.
char look_for(Pairs& pairs, std::size_t a, std::size_t b) {
    Random random{a * Pairs::size() + b + 1};
    const bool drawn = pairs.look_for(random, a, b, enough, usual_tries);
    if (!drawn && pairs.at(a, b) == 0) return 'x';
    if (pairs.at(a, b) >= enough) return '#';
    pairs.look_for(random, a, b, enough, more_tries - usual_tries);
    if (pairs.at(a, b) != 0) pairs.look_for(random, a, b, enough, max_tries - more_tries);
    const unsigned count = pairs.at(a, b);
    return count >= enough ? '+' : count == 0 ? '.' : count < 10 ? '1' : '2';
}

// A tenth of what the slow test asks, of the pairs that it has met soon.
TEST(RulePairs, ThoroughEveryPairThatCanMeetAgreesWithTheReference) {
    constexpr unsigned often = enough / 10;
    const std::vector<std::string> matrix = read_matrix();
    Pairs pairs;
    std::size_t met = 0;
    std::size_t expected = 0;
    for (std::size_t a = 0; a < matrix.size(); ++a)
        for (std::size_t b = 0; b < matrix[a].size() && !HasFailure(); ++b) {
            if (matrix[a][b] != '#') continue;
            Random random{a * Pairs::size() + b + 1};
            pairs.look_for(random, a, b, often, usual_tries);
            met += pairs.at(a, b) >= often;
            ++expected;
        }
    EXPECT_GT(expected, 0U);
    EXPECT_EQ(met, expected);
}

// Writes docs/rule-pairs.md anew where ZERMELO_UPDATE_GOLDEN is set.
TEST(RulePairs, SlowEveryPairAgreesWithTheReference) {
    Pairs pairs;
    std::vector<std::string> drawn(Pairs::size());
    for (std::size_t a = 0; a < Pairs::size(); ++a)
        for (std::size_t b = 0; b < a && !HasFailure(); ++b) drawn[a] += look_for(pairs, a, b);
    if (HasFailure()) return;
    if (std::getenv("ZERMELO_UPDATE_GOLDEN") == nullptr) {
        EXPECT_EQ(read_matrix(), drawn);
        return;
    }
    std::ifstream old{matrix_file};
    std::string text{std::istreambuf_iterator<char>{old}, {}};
    std::string block = "```text matrix\n";
    for (std::size_t a = 0; a < drawn.size(); ++a) {
        std::string head = std::to_string(a + 1) + ' ' + std::string{rule_switches()[a].name};
        head.resize(32, ' ');
        block += head + '|' + drawn[a] + '\n';
    }
    const std::size_t begin = text.find("```text matrix\n");
    ASSERT_NE(begin, std::string::npos) << matrix_file;
    const std::size_t end = text.find("```", begin + 3);
    text.replace(begin, end - begin, block);
    std::ofstream{matrix_file} << text;
}

}  // namespace
}  // namespace zermelo::engine
