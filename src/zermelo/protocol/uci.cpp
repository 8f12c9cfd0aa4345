// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/uci.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/parse_number.hpp"
#include "zermelo/base/plies_text.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/protocol/clock.hpp"
#include "zermelo/tell/variants.hpp"
#include "zermelo/version.hpp"

namespace zermelo::protocol {

namespace {

constexpr std::string_view no_value = "<empty>";

Result<std::uint64_t> number(std::string_view name, std::string_view text, std::uint64_t least,
                             std::uint64_t most) {
    const auto value = parse_number(text);
    if (value && *value >= least && *value <= most) return *value;
    return failure(ErrorKind::bad_input, fmt::format("{}: {}, expected a whole number from {} to {}", name,
                                                     quoted(text, 40, Unprintable::hex), least, most));
}

/// The words of `go` that a number follows, or moves, or nothing.
constexpr std::array go_words{"searchmoves", "wtime", "btime",    "winc",     "binc",   "movestogo", "depth",
                              "nodes",       "mate",  "movetime", "infinite", "ponder", "perft"};

/// The plies within which an analysis has proved that no move wins, and no more than were asked about;
/// nothing where one does, or nothing was looked at.
std::optional<Plies> no_win_within(const oracle::AnalysisReport& report, Plies asked) {
    if (report.depth == Plies{0}) return std::nullopt;
    std::vector<game::Bounds> moves;
    for (const oracle::AnalysisLine& line : report.lines) moves.push_back(line.bounds);
    const auto bounds = game::Bounds::from_moves(moves);
    if (bounds.win_within(asked) == Verdict::win) return std::nullopt;
    return std::min(bounds.no_win_within().value_or(asked), asked);
}

enum class Below : bool { refused, zero };

/// The number after a word of `go`. What is below zero, as of a clock that has run out, is refused or zero.
Result<std::uint64_t> number_behind(std::string_view word, Words& words, Below below = Below::refused) {
    const std::string_view text = words.next();
    if (const auto value = parse_number(text)) return *value;
    if (below == Below::zero && text.starts_with('-') && parse_number(text.substr(1))) return 0;
    return failure(ErrorKind::bad_input,
                   fmt::format("go {}: {}, expected a whole number", word,
                               text.empty() ? "nothing" : quoted(text, 40, Unprintable::hex)));
}

std::chrono::milliseconds milliseconds(std::uint64_t count) {
    constexpr std::uint64_t year = std::uint64_t{365} * 24 * 3600 * 1000;
    return std::chrono::milliseconds{static_cast<std::int64_t>(std::min(count, year))};
}

bool is_same(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

Uci::Uci(Session session, Sink& output) : session_(std::move(session)), output_(output) {}

Uci::~Uci() = default;

Result<void> Uci::run(Source& input, const Gui& gui) {
    Input lines{input, gui};
    while (const auto line = lines.line()) {
        if (!command(*line)) return {};
        ZERMELO_CHECK(output_.status());
    }
    if (owed_) stop();
    const bool done =
        !lines.gui_left() && (!counting_ || counting_->finish(gui)) && (!thinking_ || thinking_->finish(gui));
    return done ? output_.status() : failure(ErrorKind::io, "nobody reads the output any more");
}

bool Uci::command(std::string_view line) {
    Words words{line};
    // Words before a command are passed over, as the protocol asks.
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        if (word == "uci") return identify(), true;
        if (word == "isready") return output_.line("readyok"), true;
        if (word == "setoption") return set_option(words), true;
        if (word == "ucinewgame") return stop(), session_.forget(), true;
        if (word == "position") return set_position(words), true;
        if (word == "go") return go(words), true;
        if (word == "stop") return stop(), true;
        if (word == "ponderhit") return ponder_hit(), true;
        if (word == "debug" || word == "register") return true;
        if (word == "quit") {
            stop();
            return false;
        }
    }
    if (const auto rest = Words{line}.rest(); !rest.empty())
        complain(
            {ErrorKind::bad_input, fmt::format("unknown command {}", quoted(rest, 60, Unprintable::hex))});
    return true;
}

void Uci::identify() {
    const Settings& settings = session_.settings();
    std::vector<std::string> variants = session_.variants();
    std::sort(variants.begin(), variants.end());
    output_.line(
        fmt::format("id name Zermelo {}\n"
                    "id author the developers of Zermelo\n"
                    "option name Hash type spin default {} min 1 max {}\n"
                    "option name Threads type spin default {} min 1 max {}\n"
                    "option name Ponder type check default false\n"
                    "option name MultiPV type spin default {} min 1 max {}\n"
                    "option name UCI_Variant type combo default {} var {}\n"
                    "option name UCI_ShowWDL type check default {}\n"
                    "option name UCI_AnalyseMode type check default false\n"
                    "option name VariantPath type string default {}\n"
                    "option name TablesPath type string default {}\n"
                    "uciok",
                    version(), settings.memory / mebibyte, max_memory / mebibyte, settings.threads,
                    max_threads, settings.lines, max_lines, settings.variant, fmt::join(variants, " var "),
                    show_wdl_, no_value, settings.tables.empty() ? no_value : settings.tables));
    tell_notes();
}

void Uci::set_option(Words& words) {
    std::string name, value;
    if (words.next() == "name")
        for (auto word = words.next(); !word.empty() && word != "value"; word = words.next())
            name += (name.empty() ? "" : " ") + std::string{word};
    value = words.rest();
    if (const auto done = set_option(name, value == no_value ? std::string{} : value); !done)
        output_.line("info string error: " + with_place(done.error()));
    tell_notes();
}

Result<void> Uci::set_option(const std::string& name, const std::string& value) {
    const auto flag = [&]() -> Result<bool> {
        if (is_same(value, "true") || is_same(value, "false")) return is_same(value, "true");
        return failure(ErrorKind::bad_input, fmt::format("{}: {}, expected true or false", name,
                                                         quoted(value, 40, Unprintable::hex)));
    };
    stop();  // no option changes under a search
    if (is_same(name, "Hash")) {
        ZERMELO_TRY(const auto size, number(name, value, 1, max_memory / mebibyte));
        session_.set_memory(size * mebibyte);
    } else if (is_same(name, "Threads")) {
        ZERMELO_TRY(const auto threads, number(name, value, 1, max_threads));
        session_.set_threads(static_cast<unsigned>(threads));
    } else if (is_same(name, "MultiPV")) {
        ZERMELO_TRY(const auto lines, number(name, value, 1, max_lines));
        session_.set_lines(lines);
    } else if (is_same(name, "UCI_ShowWDL")) {
        ZERMELO_TRY(show_wdl_, flag());
    } else if (is_same(name, "UCI_AnalyseMode") || is_same(name, "Ponder")) {
        return flag().map([](bool) {});  // nothing here depends on them
    } else if (is_same(name, "TablesPath")) {
        return session_.set_tables(value);
    } else if (is_same(name, "VariantPath")) {
        std::vector<std::string> files;
        for (std::size_t begin = 0; begin < value.size();) {
            const std::size_t end = std::min(value.find(':', begin), value.size());
            if (end > begin) files.push_back(value.substr(begin, end - begin));
            begin = end + 1;
        }
        return session_.set_files(files);
    } else if (is_same(name, "UCI_Variant")) {
        ZERMELO_CHECK(session_.set_variant(value));
        ready_ = true;
        const rules::Rules& rules = session_.rules();
        output_.line(
            fmt::format("info string variant {} files {} ranks {} pocket {} template fairy startpos {}",
                        rules.name, rules.files, rules.ranks, pocket_size(rules), rules.start_fen));
    } else {
        return failure(ErrorKind::bad_input, fmt::format("no option {}", quoted(name, 40, Unprintable::hex)));
    }
    return {};
}

void Uci::set_position(Words& words) {
    stop();
    std::optional<std::string> fen;
    std::string_view word = words.next();
    if (word == "fen") {
        fen.emplace();
        for (word = words.next(); !word.empty() && word != "moves"; word = words.next())
            *fen += (fen->empty() ? "" : " ") + std::string{word};
    } else if (word == "startpos") {
        word = words.next();
    }
    auto done = session_.set_up(fen);
    if (word == "moves")
        for (word = words.next(); done && !word.empty(); word = words.next()) done = session_.play(word);
    ready_ = done.has_value();
    if (!done) complain(done.error());
}

void Uci::go(Words& words) {
    stop();
    if (!ready_) {
        complain({ErrorKind::bad_input, "there is no position: the last one could not be set up"});
        output_.line("bestmove (none)");
        return;
    }
    const auto read = read_go(words);
    if (!read) {
        complain(read.error());
        output_.line("bestmove (none)");
        return;
    }
    const Go& go = *read;
    if (go.perft) return count(*go.perft);
    time_ = go.time.limit;
    if (const auto end = session_.at().end()) {
        output_.line(*end == game::Outcome::draw   ? "info depth 0 score cp 0"
                     : *end == game::Outcome::loss ? "info depth 0 score mate 0"
                                                   : "info string the side to move has won");
        // Held, the answer comes when it is asked for.
        owed_ = go.time.hold;
        if (!owed_) output_.line("bestmove (none)");
        return;
    }
    pondering_ = go.ponder;
    shown_.clear();
    Thinking::Listener listener;
    const std::size_t lines = go.request.lines;
    listener.thought = [this, lines](const Thought& thought) {
        if (thought.report.depth > Plies{0}) show(thought, lines);
    };
    const auto wins_in = go.request.wins_only ? std::optional{go.request.plies} : std::nullopt;
    const std::string_view how = go.request.moves.empty() ? "" : " by these moves";
    listener.answer = [this, lines, wins_in, how](const Thought& thought) {
        show(thought, lines);
        if (const auto none = wins_in ? no_win_within(thought.report, *wins_in) : std::nullopt)
            output_.line(fmt::format("info string no win within {} is proved{}", plies_text(*none), how));
        const auto& moves = thought.report.lines.front().moves;
        std::string text = "bestmove " + session_.at().uci(moves.front());
        if (moves.size() > 1) text += " ponder " + session_.at().uci(moves[1]);
        output_.line(text);
    };
    listener.error = [this](const Error& error) { complain(error); };
    thinking_.emplace(session_.at(), go.request, go.time, session_.tables(), std::move(listener));
}

void Uci::count(Plies depth) {
    counting_.emplace(session_.at(), depth, [this](const Result<Counting::Parts>& parts) {
        if (!parts) return complain({parts.error().kind, "go perft: " + parts.error().message});
        std::string text;
        std::uint64_t total = 0;
        for (const auto& [move, nodes] : *parts) {
            text += fmt::format("{}: {}\n", move, nodes);
            total += nodes;
        }
        output_.line(text + fmt::format("\nNodes searched: {}", total));
    });
}

auto Uci::read_go(Words& words) -> Result<Go> {
    Go go{session_.request(), {}, false};
    std::array<Clocks, 2> clocks;
    bool clocked = false;
    bool limited = false;
    bool known = false;
    std::string_view unknown;  // passed over, as the protocol asks, where anything else is known
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        const bool is_known = std::find(go_words.begin(), go_words.end(), word) != go_words.end();
        known = known || is_known;
        if (!is_known && unknown.empty()) unknown = word;
        if (word == "searchmoves") {
            read_moves(words, go.request.moves);
            if (go.request.moves.empty())
                return failure(ErrorKind::bad_input, "go searchmoves: expected a legal move");
        } else if (word == "wtime" || word == "btime") {
            ZERMELO_TRY(const auto left, number_behind(word, words, Below::zero));
            clocks[word == "btime"].left = milliseconds(left);
            clocked = true;
        } else if (word == "winc" || word == "binc") {
            ZERMELO_TRY(const auto increment, number_behind(word, words, Below::zero));
            clocks[word == "binc"].increment = milliseconds(increment);
        } else if (word == "movestogo") {
            ZERMELO_TRY(const auto to_go, number_behind(word, words, Below::zero));
            const auto moves = static_cast<unsigned>(std::min<std::uint64_t>(to_go, 1000));
            for (Clocks& side : clocks) side.moves_to_go = moves;
        } else if (word == "depth") {
            ZERMELO_TRY(const auto plies, number_behind(word, words));
            go.request.plies = std::min(Plies{std::max<std::uint64_t>(plies, 1)}, oracle::max_plies);
            limited = true;
        } else if (word == "nodes") {
            ZERMELO_TRY(go.request.nodes, number_behind(word, words));
            limited = true;
        } else if (word == "mate") {
            ZERMELO_TRY(const auto wished, number_behind(word, words));
            const std::uint64_t moves = std::clamp<std::uint64_t>(wished, 1, oracle::max_plies.count() / 2);
            go.request.plies = Plies{2 * moves};
            go.request.wins_only = true;
            limited = true;
        } else if (word == "movetime") {
            ZERMELO_TRY(const auto time, number_behind(word, words));
            go.time.limit = std::max(milliseconds(time) - overhead / 2, std::chrono::milliseconds{1});
        } else if (word == "perft") {
            ZERMELO_TRY(const auto plies, number("go perft", words.next(), 1, oracle::max_plies.count()));
            go.perft = Plies{plies};
        } else if (word == "infinite") {
            go.time.hold = true;
        } else if (word == "ponder") {
            go.ponder = go.time.hold = true;
        }
    }
    if (!known && !unknown.empty())
        return failure(ErrorKind::bad_input,
                       fmt::format("go: unknown word {}, expected {} or nothing",
                                   quoted(unknown, 40, Unprintable::hex), fmt::join(go_words, ", ")));
    if (clocked && !go.time.limit) {
        const Clocks& own = clocks[session_.at().to_move() == Color::black];
        go.time.limit = time_for(own);
        go.time.most = max_time_for(own);
    }
    // Without any limit it goes on until it is stopped.
    if (!limited && !go.time.limit) go.time.hold = true;
    if (go.time.hold && !go.ponder) go.time.limit.reset();
    return go;
}

/// The moves after `searchmoves`, up to the next keyword; those that are not legal are named.
void Uci::read_moves(Words& words, std::vector<engine::Move>& moves) {
    for (auto word = words.peek(); !word.empty(); word = words.peek()) {
        if (std::find(go_words.begin(), go_words.end(), word) != go_words.end()) return;
        if (const auto move = session_.at().find_move(word)) {
            moves.push_back(*move);
        } else {
            complain(
                {ErrorKind::bad_input, fmt::format("searchmoves: {} is not legal in {}",
                                                   quoted(word, 20, Unprintable::hex), session_.at().fen())});
        }
        words.next();
    }
}

void Uci::stop() {
    if (owed_) output_.line("bestmove (none)");
    owed_ = false;
    if (counting_) counting_->stop();
    if (thinking_) thinking_->stop();
}

void Uci::ponder_hit() {
    if (owed_) return stop();
    if (thinking_ && pondering_) thinking_->release(time_);
    pondering_ = false;
}

void Uci::complain(const Error& error) { output_.line("info string error: " + in_one_line(error.message)); }

void Uci::tell_notes() {
    for (const std::string& note : session_.take_notes()) output_.line("info string " + note);
}

std::string Uci::score(const oracle::AnalysisLine& line, bool decided) const {
    const auto value = line.bounds.value();
    if (!value) return fmt::format("cp {}", line.mobility);
    // A move that draws says nothing of the position while another one may win.
    if (value->outcome == game::Outcome::draw) return show_wdl_ && decided ? "cp 0 wdl 0 1000 0" : "cp 0";
    const bool wins = value->outcome == game::Outcome::win;
    const std::uint64_t size = value->distance ? mate_moves(*value->distance) : unlimited_score;
    return fmt::format("{} {}{}{}", value->distance ? "mate" : "cp", wins ? "" : "-", size,
                       !show_wdl_ ? ""
                       : wins     ? " wdl 1000 0 0"
                                  : " wdl 0 0 1000");
}

void Uci::show(const Thought& thought, std::size_t lines) {
    const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(thought.time).count();
    const std::uint64_t nodes = thought.report.nodes;
    const std::string work =
        fmt::format("nodes {} nps {} tbhits {} time {}", nodes,
                    nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(time, 1)),
                    thought.report.probes, time);
    std::string text, news;
    for (std::size_t i = 0; i < std::min(lines, thought.report.lines.size()); ++i) {
        const oracle::AnalysisLine& line = thought.report.lines[i];
        const std::string head =
            fmt::format("info depth {} multipv {} score {}", thought.report.depth.count(), i + 1,
                        score(line, thought.report.decided));
        std::string moves;
        for (const engine::Move move : line.moves) moves += " " + session_.at().uci(move);
        text += fmt::format("{}{} {} pv{}", i == 0 ? "" : "\n", head, work, moves);
        news += head + moves + "\n";
    }
    if (news == shown_) return;
    shown_ = news;
    output_.line(text);
}

}  // namespace zermelo::protocol
