// SPDX-License-Identifier: GPL-3.0-or-later
// The library as its users see it: nothing is included here but the public headers.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <istream>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/draw.hpp"
#include "zermelo/found_value.hpp"
#include "zermelo/judge.hpp"
#include "zermelo/position.hpp"
#include "zermelo/problem.hpp"
#include "zermelo/prove.hpp"
#include "zermelo/tables.hpp"
#include "zermelo/variant.hpp"
#include "zermelo/version.hpp"

namespace {

using namespace zermelo;

Variant chess() { return *Variant::named("chess"); }

Position at(const Variant& variant, std::string_view fen) { return *Position::of_fen(variant, fen); }

TEST(Variant, IsFoundByNameFileAndText) {
    const Variant variant = chess();
    EXPECT_EQ(variant.name(), "chess");
    EXPECT_EQ(variant.files(), 8U);
    EXPECT_EQ(variant.ranks(), 8U);
    const auto again = Variant::of_text(variant.ini());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->hash(), variant.hash());
    EXPECT_NE(variant.hash(), Variant::named("losalamos")->hash());
    EXPECT_NE(variant.describe().find("promote"), std::string::npos);
    for (const std::string& name : Variant::shipped()) EXPECT_TRUE(Variant::named(name)) << name;
    EXPECT_EQ(Variant::named(ZERMELO_SOURCE_DIR "/games/slovak.ini")->name(), "slovak");
}

TEST(Variant, ShippedOnesByFamilySizeAndWhetherTheyAreSolved) {
    EXPECT_EQ(Variant::shipped({}).value(), Variant::shipped());
    EXPECT_EQ(Variant::shipped({.family = "boards", .size = "5x5"}).value(),
              std::vector<std::string>({"breakthrough5x5", "connect4-5x5"}));
    EXPECT_EQ(Variant::shipped({.family = "losing", .solved = true}).value(),
              std::vector<std::string>{"antichess"});
    for (const VariantFilter& wrong : {VariantFilter{.family = "smal"}, VariantFilter{.size = "5"}}) {
        const auto none = Variant::shipped(wrong);
        ASSERT_FALSE(none);
        EXPECT_EQ(none.error().kind, ErrorKind::bad_usage);
    }
}

TEST(Variant, ErrorsAreToldAtOnceAndWithTheirPlaces) {
    const auto none = Variant::named("ches");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, ErrorKind::bad_usage);
    EXPECT_NE(text_of(none.error()).find("chess"), std::string::npos);
    const auto missing = Variant::named("/nowhere/mine.ini");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().kind, ErrorKind::io);
    const auto bad = Variant::of_text("[mine:chess]\nking = q\nnoSuchKey = 1\nmaxRank = 99\n");
    ASSERT_FALSE(bad);
    ASSERT_GE(bad.error().size(), 2U);
    EXPECT_TRUE(std::is_sorted(bad.error().begin(), bad.error().end(),
                               [](const Error& a, const Error& b) { return *a.where < *b.where; }));
    EXPECT_EQ(text_of(bad.error().front()).find("rules:"), 0U);
    EXPECT_FALSE(Variant::of_text("[a:chess]\n[b:chess]\n"));
    EXPECT_EQ(Variant::of_text("[a:chess]\n[b:chess]\n", "b")->name(), "b");
}

TEST(Position, PlaysAGame) {
    const Variant variant = chess();
    Position position = Position::start(variant);
    EXPECT_EQ(position.legal_moves().size(), 20U);
    EXPECT_EQ(*position.perft(Plies{3}), 8902U);
    EXPECT_EQ(position.perft(Plies{251}).error().kind, ErrorKind::bad_usage);
    for (const std::string san : {"f3", "e5", "g4", "Qh4"}) {
        EXPECT_FALSE(position.outcome());
        const auto move = position.of_san(san);
        ASSERT_TRUE(move) << san;
        EXPECT_EQ(position.san(*move).substr(0, san.size()), san);
        position = *position.play(*move);
    }
    EXPECT_TRUE(position.is_check());
    EXPECT_EQ(position.outcome(), Outcome::loss);
    EXPECT_EQ(position.to_move(), Color::white);
    EXPECT_TRUE(position.legal_moves().empty());
    EXPECT_EQ(position.play("a2a3").error().kind, ErrorKind::bad_usage);
    EXPECT_EQ(position.of_uci("a2a3").error().kind, ErrorKind::bad_usage);
    EXPECT_EQ(position.of_san("a3").error().kind, ErrorKind::bad_usage);
    EXPECT_EQ(at(variant, position.fen()), position);
    EXPECT_EQ(position.variant().hash(), variant.hash());
    EXPECT_NE(position, Position::start(variant));
}

TEST(Position, AfterAPassIsDrawnAsItIs) {
    const Variant passes = *Variant::of_text("[p:chess]\npass = true\n");
    const Position position = *Position::start(passes).play("e1e1")->play("e8e8");
    EXPECT_EQ(position.outcome(), Outcome::draw);
    EXPECT_TRUE(svg(position));
    EXPECT_EQ(svg(position, {{"e1e1"}, false}).error().kind, ErrorKind::bad_usage);
}

TEST(Position, IsNeverWithoutItsGame) {
    Position position = Position::start(chess());
    const Position other = std::move(position);
    EXPECT_EQ(position, other);  // NOLINT: what is moved from stays
    Variant variant = chess();
    const Variant same = std::move(variant);
    EXPECT_EQ(variant.name(), same.name());  // NOLINT
}

TEST(Error, IsOneLineWhateverWasSaid) {
    const Position start = Position::start(chess());
    using namespace std::string_literals;
    for (const std::string& text : {"e2\ne4"s, std::string(100'000, 'e'), "e2\0e4"s, "\xff"s, ""s})
        for (const auto& error :
             {start.play(text).error(), start.of_san(text).error(), start.of_uci(text).error(),
              svg(start, {{text}, false}).error(), Variant::named(text).error()}) {
            const std::string line = text_of(error);
            EXPECT_LT(line.size(), 500U);
            EXPECT_TRUE(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }))
                << line;
        }
    EXPECT_EQ(Variant::named(ZERMELO_SOURCE_DIR "/games/slovak.ini\0.ini"s).error().kind, ErrorKind::io);
    EXPECT_EQ(Puzzle::named("cheesy")
                  ->judge(Input::file(ZERMELO_SOURCE_DIR "/examples/cheesy.in\0x"s))
                  .error()
                  .kind,
              ErrorKind::io);
    EXPECT_EQ(solve(chess(), {"/tmp/a\0b"s}).error().kind, ErrorKind::bad_usage);
}

TEST(Position, TellsAllReasonsWhyThereIsNone) {
    const auto bad = Position::of_fen(chess(), "P7/8/8/8/8/8/8/k6p w - - 0 1");
    ASSERT_FALSE(bad);
    EXPECT_GE(bad.error().size(), 2U);
    for (const Error& error : bad.error()) EXPECT_EQ(error.kind, ErrorKind::bad_input);
    const auto unread = Position::of_fen(chess(), "8/8/x7");
    ASSERT_FALSE(unread);
    ASSERT_EQ(unread.error().size(), 1U);
    EXPECT_TRUE(unread.error().front().where);
}

TEST(Prove, TellsTheLineAndACertificateThatHolds) {
    const Variant variant = chess();
    const Position mate_in_two = at(variant, "6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1");
    ProveOptions options;
    options.certificate = true;
    const auto proof = prove(mate_in_two, Plies{5}, options);
    ASSERT_TRUE(proof);
    ASSERT_EQ(proof->verdict, Verdict::win);
    EXPECT_EQ(proof->line.size(), proof->plies->count());
    Position end = mate_in_two;
    for (const std::string& move : proof->line) end = *end.play(move);
    EXPECT_EQ(end.outcome(), Outcome::loss);
    const auto certified = check_certificate(variant, proof->certificate);
    ASSERT_TRUE(certified);
    EXPECT_EQ(certified->bounds, Bounds::won_within(*proof->plies));
    EXPECT_EQ(certified->variant, "chess");
    EXPECT_FALSE(check_certificate(variant, proof->certificate.substr(0, proof->certificate.size() / 2)));
    EXPECT_EQ(check_certificate(*Variant::named("losalamos"), proof->certificate).error().kind,
              ErrorKind::bad_input);

    EXPECT_EQ(prove(mate_in_two, Plies{1})->verdict, Verdict::no_win);
    EXPECT_EQ(prove(mate_in_two, Plies{251}).error().kind, ErrorKind::bad_usage);
    std::stop_source stop;
    stop.request_stop();
    options = {};
    options.stop = stop.get_token();
    EXPECT_EQ(prove(Position::start(variant), Plies{99}, options)->verdict, Verdict::unknown);
    EXPECT_EQ(Position::start(variant).perft(Plies{99}, stop.get_token()).error().kind, ErrorKind::stopped);
}

TEST(Prove, ProvesManyInTheirOrder) {
    const Variant variant = chess();
    std::vector<Position> positions;
    for (const char* const fen : {"6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1", "k7/8/1K6/8/8/8/8/7R w - - 0 1",
                                  "8/8/8/8/4k3/8/8/4K3 w - - 0 1", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
                                  "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"})
        positions.push_back(at(variant, fen));
    for (unsigned i = 0; i < 20; ++i) positions.push_back(positions[i % 5]);
    std::vector<std::string> expected;
    const auto line_of = [](const Result<Proof>& proof) {
        if (!proof) return text_of(proof.error());
        std::string text = proof->fen + " " + std::string{name(proof->verdict)};
        for (const std::string& move : proof->line) text += " " + move;
        return text;
    };
    for (const Position& position : positions) expected.push_back(line_of(prove(position, Plies{5})));
    for (const unsigned threads : {1U, 2U, 7U, 0U}) {
        ProveOptions options;
        options.threads = threads;
        options.memory = std::size_t{1} << 20;
        const auto proofs = prove_all(positions, Plies{5}, options);
        ASSERT_TRUE(proofs);
        std::vector<std::string> found;
        for (const auto& proof : *proofs) found.push_back(line_of(proof));
        EXPECT_EQ(found, expected);
        std::size_t taken = 0;
        const auto all =
            prove_all(positions, Plies{5}, options, [&](std::size_t number, Result<Proof> proof) {
                EXPECT_EQ(number, taken++);
                EXPECT_EQ(line_of(proof), expected[number]);
            });
        EXPECT_TRUE(all);
        EXPECT_EQ(taken, positions.size());
    }
    EXPECT_TRUE(prove_all({}, Plies{5})->empty());

    // Who asks to stop gets an answer of all the others at once.
    std::stop_source stop;
    ProveOptions options;
    options.threads = 2;
    options.stop = stop.get_token();
    const std::vector<Position> starts(40, Position::start(variant));
    std::size_t taken = 0;
    std::jthread later{[&] { stop.request_stop(); }};
    EXPECT_TRUE(prove_all(starts, std::nullopt, options, [&](std::size_t, const Result<Proof>& proof) {
        ++taken;
        ASSERT_TRUE(proof);
        EXPECT_EQ(proof->verdict, Verdict::unknown);
        EXPECT_EQ(proof->stopped_by, "request");
    }));
    EXPECT_EQ(taken, starts.size());
    // What a caller's function throws comes through.
    EXPECT_THROW((void)prove_all(positions, Plies{3}, {},
                                 [](std::size_t, const Result<Proof>&) { throw std::runtime_error{"mine"}; }),
                 std::runtime_error);
}

TEST(Prove, RefusesManyThatDoNotGoTogether) {
    const std::vector<Position> two{Position::start(chess()), Position::start(*Variant::named("losalamos"))};
    const auto refused = [&](const std::vector<Position>& positions, std::optional<Plies> limit,
                             const ProveOptions& options) {
        bool taken = false;
        const auto all =
            prove_all(positions, limit, options, [&](std::size_t, const Result<Proof>&) { taken = true; });
        EXPECT_FALSE(taken);
        return all ? std::string{} : text_of(all.error());
    };
    EXPECT_EQ(refused(two, Plies{1}, {}),
              "zermelo: error: position 1 is of losalamos, expected chess, as the first one");
    const std::vector<Position> one{two[0]};
    EXPECT_NE(refused(one, Plies{251}, {}), "");
    ProveOptions options;
    options.threads = 1025;
    EXPECT_NE(refused(one, Plies{1}, options), "");
    options = {};
    options.certificate = true;
    EXPECT_NE(refused(one, Plies{1}, options), "");
    options = {};
    options.tables = "/nowhere";
    EXPECT_NE(refused(one, Plies{1}, options), "");
    // A chess that was read again is the same.
    const std::vector<Position> alike{Position::start(chess()),
                                      Position::start(*Variant::of_text(chess().ini()))};
    EXPECT_EQ(refused({alike[0]}, Plies{251}, {}), refused(alike, Plies{251}, {}));
    EXPECT_TRUE(prove_all(alike, Plies{1}));
}

TEST(FoundValue, TellsWhoWins) {
    const Position start = Position::start(*Variant::named("hexapawn"));
    const auto found = value(start);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->bounds.value(), (Value{Outcome::loss, Plies{6}}));
    EXPECT_FALSE(found->bounds.no_win_within());
    EXPECT_EQ(found->source, ValueSource::search);
    EXPECT_EQ(found->moves.size(), start.legal_moves().size());
    Position end = start;
    for (const std::string& move : found->line) end = *end.play(move);
    EXPECT_EQ(end.outcome(), Outcome::loss);
    EXPECT_EQ(value(Position::start(*Variant::named("tictactoe")))->bounds.outcome(), Outcome::draw);

    ValueOptions options;
    options.nodes = 1000;
    const auto unknown = value(Position::start(chess()), options);
    EXPECT_FALSE(unknown->bounds.outcome() || unknown->bounds.exact());
    EXPECT_EQ(unknown->stopped_by, "nodes");
    std::stop_source stop;
    stop.request_stop();
    options = {};
    options.stop = stop.get_token();
    EXPECT_EQ(value(Position::start(chess()), options)->stopped_by, "request");
    options.threads = 1025;
    EXPECT_EQ(value(start, options).error().kind, ErrorKind::bad_usage);
    options = {};
    options.tables = "/nowhere";
    EXPECT_FALSE(value(start, options));
    options = {};
    options.state = "/nowhere/state";
    EXPECT_EQ(value(start, options).error().kind, ErrorKind::io);
}

TEST(Tables, AreSolvedAndAsked) {
    const std::string folder = testing::TempDir() + "zermelo-api-tables";
    std::filesystem::remove_all(folder);
    const Variant variant = *Variant::named("losalamos");
    const Tables tables{{folder}};
    const Position won = at(variant, "k5/6/6/6/1Q4/2K3 w");
    EXPECT_EQ(*tables.value(won), std::nullopt);
    EXPECT_TRUE(tables.tiers(variant).empty());

    SolveOptions options{folder};
    options.tiers = {"KQvK"};
    std::vector<std::string> lines;
    options.report = [&](std::string_view line) { lines.emplace_back(line); };
    ASSERT_TRUE(solve(variant, options));
    EXPECT_FALSE(lines.empty());
    const auto tiers = tables.tiers(variant);
    EXPECT_NE(std::find(tiers.begin(), tiers.end(), "KQvK"), tiers.end());

    const auto value = tables.value(won);
    ASSERT_TRUE(value && *value);
    EXPECT_EQ((*value)->outcome, Outcome::win);
    const auto moves = tables.moves(won);
    ASSERT_TRUE(moves);
    EXPECT_EQ(moves->size(), won.legal_moves().size());
    EXPECT_EQ(moves->front().value, *value);
    EXPECT_EQ(moves->front().optimal, true);
    const auto line = tables.line(won);
    ASSERT_TRUE(line);
    EXPECT_EQ(line->size(), (*value)->distance->count());
    EXPECT_EQ((*prove(won, *(*value)->distance)).plies, (*value)->distance);

    // Outcomes alone have no distance, no line, and no move that is known to be optimal.
    SolveOptions alone = options;
    alone.folder = folder + "/outcomes";
    alone.outcomes = true;
    ASSERT_TRUE(solve(variant, alone));
    const Tables outcomes{{alone.folder}};
    EXPECT_EQ(*outcomes.value(won), (Value{Outcome::win, std::nullopt}));
    EXPECT_TRUE(outcomes.line(won)->empty());
    const auto kept = outcomes.moves(won);
    EXPECT_EQ(kept->front().value, (Value{Outcome::win, std::nullopt}));
    EXPECT_EQ(kept->front().keeps, true);
    EXPECT_EQ(kept->front().optimal, std::nullopt);
    ProveOptions by_outcomes;
    by_outcomes.tables = alone.folder;
    by_outcomes.ideal = true;
    EXPECT_EQ(prove(won, std::nullopt, by_outcomes)->verdict, Verdict::win);
    EXPECT_EQ(prove(won, std::nullopt, by_outcomes)->plies, std::nullopt);
    std::filesystem::remove_all(alone.folder);

    options.tiers = {"KXvK"};
    EXPECT_EQ(solve(variant, options).error().kind, ErrorKind::bad_usage);
    options.threads = 1025;
    EXPECT_EQ(solve(variant, options).error().kind, ErrorKind::bad_usage);
    // A damaged table is told to who asks for it, and hides no other one.
    const auto damage = [&](const std::string& tier) {
        for (const auto& file : std::filesystem::recursive_directory_iterator{folder})
            if (file.path().stem() == tier) std::ofstream{file.path(), std::ios::binary} << "garbage";
    };
    damage("KvK");
    EXPECT_EQ(Tables{{folder}}.tiers(variant), tiers);
    damage("KQvK");
    EXPECT_FALSE(Tables{{folder}}.value(won));
    std::filesystem::remove_all(folder);
}

TEST(Judge, DecidesGamesFromAnywhere) {
    const auto puzzle = Puzzle::named("cheesy");
    ASSERT_TRUE(puzzle);
    const std::string path = ZERMELO_SOURCE_DIR "/examples/cheesy";
    std::ifstream input{path + ".in"}, answers{path + ".ans"};
    const std::string text{std::istreambuf_iterator<char>{input}, {}};
    std::vector<std::string> expected;
    for (std::string line; std::getline(answers, line);) expected.push_back(line);

    EXPECT_EQ(*puzzle->judge(Input::file(path + ".in")), expected);
    EXPECT_EQ(*puzzle->judge(Input::text(text)), expected);
    std::string all;
    const auto games = puzzle->judge(Input::text(text), [&](std::string_view lines) { all += lines; });
    EXPECT_EQ(*games, expected.size());
    EXPECT_EQ(static_cast<std::size_t>(std::count(all.begin(), all.end(), '\n')), expected.size());
    EXPECT_EQ(puzzle->explain(text, 1)->verdict, expected.front());
    EXPECT_FALSE(puzzle->explain(text, expected.size() + 1));
    JudgeOptions json;
    json.json = true;
    EXPECT_EQ(puzzle->judge(Input::text(text), json)->front().front(), '{');
}

/// Gives a few bytes at a time, as a pipe does, and breaks where it is told to.
class Trickle : public std::streambuf {
  public:
    Trickle(std::string text, std::size_t breaks_at) : text_(std::move(text)), breaks_at_(breaks_at) {}

  protected:
    int_type underflow() override {
        const std::size_t end = std::min(at_ + 3, text_.size());
        if (at_ >= breaks_at_) throw std::runtime_error{"broken"};
        if (at_ == end) return traits_type::eof();
        setg(text_.data() + at_, text_.data() + at_, text_.data() + end);
        at_ = end;
        return traits_type::to_int_type(*gptr());
    }

  private:
    std::string text_;
    std::size_t at_ = 0;
    std::size_t breaks_at_;
};

TEST(Judge, ReadsAnyStream) {
    const auto puzzle = Puzzle::named("cheesy");
    const std::string path = ZERMELO_SOURCE_DIR "/examples/cheesy.in";
    const auto expected = *puzzle->judge(Input::file(path));
    ASSERT_FALSE(expected.empty());
    std::ifstream file{path};
    EXPECT_EQ(*puzzle->judge(Input::stream(file)), expected);
    std::ifstream again{path};
    std::stringstream words;
    words << "before\n" << again.rdbuf();
    std::string line;
    std::getline(words, line);
    EXPECT_EQ(*puzzle->judge(Input::stream(words)), expected);  // from where it stands
    Trickle trickle{words.str().substr(line.size() + 1), std::string::npos};
    std::istream slow{&trickle};
    JudgeOptions one;
    one.threads = 1;
    EXPECT_EQ(*puzzle->judge(Input::stream(slow), one), expected);

    std::istringstream bad{"1\nno game\n"};
    const auto refused = puzzle->judge(Input::stream(bad, "mine"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(text_of(refused.error()).find("mine:2:"), 0U);
    std::istringstream empty;
    EXPECT_FALSE(puzzle->judge(Input::stream(empty)));
    std::istream none{nullptr};
    EXPECT_EQ(puzzle->judge(Input::stream(none)).error().kind, ErrorKind::io);
    // A stream whose buffer throws is broken.
    Trickle breaking{words.str().substr(line.size() + 1), 9};
    std::istream broken{&breaking};
    EXPECT_EQ(puzzle->judge(Input::stream(broken)).error().kind, ErrorKind::io);
}

TEST(Judge, ErrorsHaveTheirPlace) {
    EXPECT_EQ(Puzzle::named("chess").error().kind, ErrorKind::bad_usage);
    for (const std::string& name : Puzzle::names()) {
        const auto puzzle = Puzzle::named(name);
        ASSERT_TRUE(puzzle);
        EXPECT_FALSE(puzzle->question().empty() || puzzle->rules().empty() || puzzle->input_format().empty());
        const auto bad = puzzle->judge(Input::text("1\nno game\n"));
        ASSERT_FALSE(bad);
        EXPECT_EQ(bad.error().where->line, 2U);
        EXPECT_EQ(text_of(bad.error()).find("input:2:"), 0U);
        EXPECT_EQ(puzzle->judge(Input::file("/nowhere")).error().kind, ErrorKind::io);
    }
}

TEST(Draw, GivesTextAndSvg) {
    const Position start = Position::start(chess());
    EXPECT_NE(diagram(start).find('\n'), std::string::npos);
    const auto plain = svg(start);
    ASSERT_TRUE(plain);
    EXPECT_NE(plain->find("<svg"), std::string::npos);
    EXPECT_NE(*svg(start, {{"e2e4", "e7e5"}, false}), *plain);
    EXPECT_NE(*svg(start, {{}, true}), *plain);
    EXPECT_EQ(*svg(start, {.western = true}), *plain);
    const Position shogi = Position::start(*Variant::named("shogi"));
    EXPECT_NE(svg(shogi)->find("piece-shogi-king"), std::string::npos);
    EXPECT_EQ(svg(shogi, {.western = true})->find("piece-shogi-king"), std::string::npos);
    EXPECT_EQ(svg(start, {{"e2e5"}, false}).error().kind, ErrorKind::bad_usage);
    EXPECT_NE(svg(chess()).find("<svg"), std::string::npos);
}

TEST(Problem, TellsKeysWithTheirTree) {
    const auto solved =
        problem(chess(), "6B1/8/5Q2/8/2K1k3/8/8/8 w", "#3", {.variations = true, .intended = 1});
    ASSERT_TRUE(solved) << text_of(solved.error());
    ASSERT_EQ(solved->diagrams.size(), 1U);
    EXPECT_TRUE(solved->complete());
    EXPECT_EQ(solved->count(), 1U);
    const SolvedDiagram& diagram = solved->diagrams.front();
    EXPECT_EQ(diagram.soundness, "as intended");
    EXPECT_EQ(diagram.stipulation, "#3");
    EXPECT_EQ(diagram.stopped_by, "");
    ASSERT_EQ(diagram.keys.size(), 1U);
    const Continuation& key = diagram.keys.front();
    EXPECT_EQ(key.move, (HalfMove{Color::white, "g8e6", "Be6"}));
    EXPECT_EQ(key.length, 3U);
    ASSERT_EQ(key.defences.size(), 1U);
    EXPECT_EQ(key.defences.front().move->uci, "e4e3");
    EXPECT_FALSE(key.defences.front().continuations.empty());
    EXPECT_EQ(solved->text.substr(0, solved->text.find('\n')), "#3, White begins: 1 key, as intended");
    const auto tries =
        problem(chess(), "k7/8/2K5/8/8/8/8/7R w", "#3", {.set_play = true, .max_refutations = 1});
    EXPECT_FALSE(tries->diagrams.front().tries.empty());
    EXPECT_FALSE(tries->diagrams.front().set_play.empty());
    EXPECT_EQ(tries->diagrams.front().keys.front().defences.size(), 0U);
}

TEST(Problem, IsDrawnAsJournalsPrintIt) {
    const auto solved =
        problem(chess(), "8/8/8/3k1K2/8/8/8/B6R b", "h#3", {.heading = {{"A. <Nonym>"}, "Echo", "", ""}});
    ASSERT_TRUE(solved) << text_of(solved.error());
    for (const char* part : {"A. &lt;Nonym&gt;", "Echo", ">h#3<", ">(3+1)<"})
        EXPECT_NE(solved->svg.find(part), std::string::npos) << part;
    EXPECT_EQ(solved->text.substr(0, solved->text.find('\n')), "A. <Nonym>, Echo");
}

TEST(Problem, TellsSolutionsOfTwins) {
    ProblemOptions options;
    options.set_play = true;
    options.duplex = true;
    options.verify = true;
    options.twins = {"b: move h2 g2"};
    options.max_lines = 3;
    const auto solved = problem(chess(), "8/8/8/8/8/1K6/7R/1k6 b", "h#2", options);
    ASSERT_TRUE(solved) << text_of(solved.error());
    ASSERT_EQ(solved->diagrams.size(), 4U);
    const SolvedDiagram& first = solved->diagrams.front();
    EXPECT_EQ(first.twin, "a");
    EXPECT_EQ(first.count(), 20U);
    EXPECT_EQ(first.solutions.lines.size(), 3U);
    EXPECT_EQ(first.solutions.lines.front().moves.size(), 4U);
    EXPECT_EQ(first.short_solutions.size(), 1U);
    EXPECT_TRUE(first.set_solutions);
    EXPECT_EQ(first.verified, true);
    EXPECT_EQ(first.soundness, "");
    EXPECT_EQ(solved->diagrams[1].attacker, Color::black);
    EXPECT_EQ(solved->diagrams[2].changes, std::vector<std::string>{"move h2 g2"});
}

TEST(Problem, LimitsAndErrorsAreTold) {
    ProblemOptions options;
    options.nodes = 100;
    const auto limited = problem(chess(), {}, "h=4", options);
    ASSERT_TRUE(limited);
    EXPECT_FALSE(limited->complete());
    EXPECT_EQ(limited->diagrams.front().stopped_by, "nodes");
    std::stop_source stop;
    stop.request_stop();
    options = {};
    options.stop = stop.get_token();
    EXPECT_EQ(problem(chess(), {}, "h=4", options)->diagrams.front().stopped_by, "request");
    EXPECT_EQ(problem(chess(), {}, "h=0").error().kind, ErrorKind::bad_usage);
    const std::string diagram = "rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1";
    const auto game = problem(chess(), diagram, "dia1");
    ASSERT_TRUE(game);
    EXPECT_EQ(game->diagrams.front().target, diagram);
    EXPECT_EQ(game->diagrams.front().fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    EXPECT_EQ(problem(chess(), diagram, "a=>b1", {.start = game->diagrams.front().fen})->count(), 1U);
    EXPECT_EQ(problem(chess(), diagram, "a=>b1").error().kind, ErrorKind::bad_usage);
    EXPECT_EQ(problem(chess(), diagram, "dia1", {.start = diagram}).error().kind, ErrorKind::bad_usage);
    EXPECT_EQ(problem(chess(), diagram, "a=>b1", {.start = "x"}).error().input, "start");
    EXPECT_EQ(problem(chess(), "x", "#2").error().kind, ErrorKind::bad_input);
    EXPECT_EQ(problem(chess(), {}, "#2", {.twins = {"b: move a3 a4"}}).error().input, "twin 1");
}

TEST(Version, IsThree) { EXPECT_EQ(std::count(version().begin(), version().end(), '.'), 2); }

}  // namespace
