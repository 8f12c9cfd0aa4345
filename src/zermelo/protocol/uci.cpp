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
constexpr std::array usi_go_words{"byoyomi"};
constexpr std::array ucci_go_words{"time", "increment", "opptime", "oppmovestogo", "oppincrement", "draw"};

bool is_go_word(Wording wording, std::string_view word) {
    const auto among = [&](const auto& words) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    return among(go_words) || (wording == Wording::usi && among(usi_go_words)) ||
           (wording == Wording::ucci && among(ucci_go_words));
}

/// "uci", "usi" or "ucci".
constexpr std::string_view name_of(Wording wording) {
    constexpr std::array names{"uci", "usi", "ucci"};
    return names[static_cast<std::size_t>(wording)];
}

/// The bounds of a position, of which all moves that may be made are known.
game::Bounds bounds_of(const oracle::AnalysisReport& report) {
    std::vector<game::Bounds> moves;
    for (const oracle::AnalysisLine& line : report.lines) moves.push_back(line.bounds);
    return game::Bounds::from_moves(moves);
}

/// Who wins, as far as that is proved: "win in 5 plies", "draw"; empty where it is not known.
std::string proved_outcome(const game::Bounds& bounds) {
    const auto outcome = bounds.outcome();
    if (!outcome) return {};
    if (*outcome == game::Outcome::draw) return "draw";
    const std::string_view who = *outcome == game::Outcome::win ? "win" : "loss";
    if (!bounds.at_most()) return std::string{who};
    return fmt::format("{} {} {}", who, bounds.exact() ? "in" : "within", plies_text(*bounds.at_most()));
}

/// All that is proved of who wins: also how soon nobody does.
std::string proved(const game::Bounds& bounds) {
    if (auto outcome = proved_outcome(bounds); !outcome.empty()) return outcome;
    const auto none = [](std::string_view who, std::optional<Plies> within) {
        return !within               ? fmt::format("no {}", who)
               : *within == Plies{0} ? std::string{}
                                     : fmt::format("no {} within {}", who, plies_text(*within));
    };
    const std::string win = none("win", bounds.no_win_within());
    const std::string loss = none("loss", bounds.no_loss_within());
    return win + (win.empty() || loss.empty() ? "" : ", ") + loss;
}

/// The plies within which an analysis has proved that no move wins, and no more than were asked about;
/// nothing where one does, or nothing was looked at.
std::optional<Plies> no_win_within(const oracle::AnalysisReport& report, Plies asked) {
    if (report.depth == Plies{0}) return std::nullopt;
    const game::Bounds bounds = bounds_of(report);
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

/// A limit of time that a command sets, less what the way to the GUI takes.
std::chrono::milliseconds whole_time(std::uint64_t count) {
    return std::max(milliseconds(count) - overhead / 2, std::chrono::milliseconds{1});
}

bool is_same(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

Uci::Uci(Session session, Sink& output, Wording wording)
    : session_(std::move(session)),
      wording_(wording),
      output_(output),
      milliseconds_(wording != Wording::ucci) {}

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
        if (word == name_of(wording_)) return identify(), true;
        if (word == "isready") return output_.line("readyok"), true;
        if (word == "setoption") return set_option(words), true;
        if (word == "ucinewgame" || word == "usinewgame") return stop(), session_.forget(), true;
        if (word == "gameover" && wording_ == Wording::usi) return end_game(), true;
        if (word == "banmoves" && wording_ == Wording::ucci) return ban(words), true;
        if (word == "position") return set_position(words), true;
        if (word == "go") return go(words), true;
        if (word == "stop") return stop(), true;
        if (word == "ponderhit") return ponder_hit(), true;
        if (word == "debug" || word == "register") return true;
        if (word == "quit") {
            stop();
            if (wording_ == Wording::ucci) output_.line("bye");
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
    const std::string_view option = wording_ == Wording::ucci ? "option" : "option name";
    const auto is = [&](std::string_view name, const auto& what) {
        output_.line(fmt::format("{} {} {}", option, name, what));
    };
    output_.line(fmt::format("id name Zermelo {}\nid author the developers of Zermelo", version()));
    if (wording_ == Wording::ucci) is("usemillisec", fmt::format("type check default {}", milliseconds_));
    is("Hash",
       fmt::format("type spin default {} min 1 max {}", settings.memory / mebibyte, max_memory / mebibyte));
    is("Threads", fmt::format("type spin default {} min 1 max {}", settings.threads, max_threads));
    is("Ponder", "type check default false");
    is("MultiPV", fmt::format("type spin default {} min 1 max {}", settings.lines, max_lines));
    is("UCI_Variant", fmt::format("type combo default {} var {}", settings.variant,
                                  fmt::join(session_.variants(), " var ")));
    is("UCI_Chess960", fmt::format("type check default {}", settings.chess960));
    is("UCI_ShowWDL", fmt::format("type check default {}", show_wdl_));
    is("UCI_AnalyseMode", "type check default false");
    is("VariantPath", fmt::format("type string default {}", no_value));
    is("TablesPath",
       fmt::format("type string default {}", settings.tables.empty() ? no_value : settings.tables));
    is("Companion",
       fmt::format("type string default {}", settings.companion.empty() ? no_value : settings.companion));
    output_.line(fmt::format("{}ok", name_of(wording_)));
    tell_notes();
}

void Uci::set_option(Words& words) {
    std::string name, value;
    const bool named = words.peek() == "name";
    if (named) {
        words.next();
        for (auto word = words.next(); !word.empty() && word != "value"; word = words.next())
            name += (name.empty() ? "" : " ") + std::string{word};
    } else if (wording_ == Wording::ucci) {
        name = words.next();
    }
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
    if (is_same(name, "usemillisec") && wording_ == Wording::ucci) {
        ZERMELO_TRY(milliseconds_, flag());
    } else if (is_same(name, "Hash") || is_same(name, "USI_Hash")) {
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
    } else if (is_same(name, "UCI_AnalyseMode") || is_same(name, "Ponder") || is_same(name, "USI_Ponder")) {
        return flag().map([](bool) {});  // nothing here depends on them
    } else if (is_same(name, "TablesPath")) {
        return session_.set_tables(value);
    } else if (is_same(name, "Companion")) {
        thinking_.reset();  // who asks the one before has ended
        return session_.set_companion(value);
    } else if (is_same(name, "VariantPath")) {
        std::vector<std::string> files;
        for (std::size_t begin = 0; begin < value.size();) {
            const std::size_t end = std::min(value.find(':', begin), value.size());
            if (end > begin) files.push_back(value.substr(begin, end - begin));
            begin = end + 1;
        }
        return session_.set_files(files);
    } else if (is_same(name, "UCI_Chess960")) {
        ZERMELO_TRY(const bool on, flag());
        ZERMELO_CHECK(session_.set_chess960(on));
        ready_ = true;
    } else if (is_same(name, "UCI_Variant")) {
        ZERMELO_CHECK(session_.set_variant(value));
        ready_ = true;
        const rules::Rules& rules = session_.rules();
        output_.line(fmt::format("info string variant {} files {} ranks {} pocket {} template {} startpos {}",
                                 rules.name, rules.files, rules.ranks, pocket_size(rules), rules.look_name,
                                 rules.start_fen));
    } else {
        return failure(ErrorKind::bad_input, fmt::format("no option {}", quoted(name, 40, Unprintable::hex)));
    }
    return {};
}

void Uci::set_position(Words& words) {
    stop();
    std::optional<std::string> fen;
    std::string_view word = words.next();
    const bool sfen = word == "sfen" && wording_ == Wording::usi;
    if (word == "fen" || sfen) {
        fen.emplace();
        for (word = words.next(); !word.empty() && word != "moves"; word = words.next())
            *fen += (fen->empty() ? "" : " ") + std::string{word};
    } else if (word == "startpos") {
        word = words.next();
    }
    banned_.clear();
    auto done = set_up(fen, sfen);
    if (word == "moves")
        for (word = words.next(); done && !word.empty(); word = words.next())
            done = session_.play(in_uci(wording_, word, session_.rules()));
    ready_ = done.has_value();
    if (!done) complain(done.error());
}

Result<void> Uci::set_up(const std::optional<std::string>& position, bool sfen) {
    if (!position) return session_.set_up(std::nullopt);
    const Wording wording = sfen || wording_ == Wording::ucci ? wording_ : Wording::uci;
    ZERMELO_TRY(const std::string fen, fen_of(wording, *position, session_.rules()));
    return session_.set_up(fen);
}

void Uci::go(Words& words) {
    stop();
    if (!ready_) {
        complain({ErrorKind::bad_input, "there is no position: the last one could not be set up"});
        return tell_none();
    }
    const auto read = read_go(words);
    if (!read) {
        complain(read.error());
        return tell_none();
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
        if (!owed_) tell_none();
        return;
    }
    pondering_ = go.ponder;
    shown_.clear();
    proved_.clear();
    Thinking::Listener listener;
    const std::size_t lines = go.request.lines;
    listener.thought = [this, lines](const Thought& thought) {
        if (thought.report.depth > Plies{0}) show(thought, lines);
    };
    const auto wins_in = go.request.wins_only ? std::optional{go.request.plies} : std::nullopt;
    const std::string_view how = go.request.moves.empty() ? "" : " by these moves";
    listener.answer = [this, lines, wins_in, how, checkmate = go.checkmate](const Thought& thought) {
        if (!thought.chosen) show(thought, lines);
        if (const auto none = wins_in ? no_win_within(thought.report, *wins_in) : std::nullopt)
            output_.line(fmt::format("info string no win within {} is proved{}", plies_text(*none), how));
        if (const std::string all = proved(bounds_of(thought.report));
            !wins_in && !all.empty() && thought.report.depth > Plies{0})
            output_.line(fmt::format("info string proved: {}{}", all, how));
        const oracle::AnalysisLine& best = thought.report.lines.front();
        if (checkmate) return output_.line(checkmate_text(best));
        std::string text = "bestmove " + name(best.moves.front());
        if (best.moves.size() > 1) text += " ponder " + name(best.moves[1]);
        output_.line(text);
    };
    listener.error = [this](const Error& error) { complain(error); };
    const auto complain = [this](const Error& error) { this->complain(error); };
    auto choose = wins_in
                      ? Thinking::Choose{}
                      : session_.choose(
                            go.limits, go.time.shared_out, [this](auto line) { pass_on(line); }, complain);
    thinking_.reset();  // before the companion is asked anew
    thinking_.emplace(session_.at(), go.request, go.time, session_.tables(), std::move(listener),
                      std::move(choose));
}

void Uci::count(Plies depth) {
    counting_.emplace(session_.at(), depth, [this](const Result<Counting::Parts>& parts) {
        if (!parts) return complain({parts.error().kind, "go perft: " + parts.error().message});
        std::string text;
        std::uint64_t total = 0;
        for (const auto& [move, nodes] : *parts) {
            text += fmt::format("{}: {}\n", in_wording(wording_, move, session_.rules()), nodes);
            total += nodes;
        }
        output_.line(text + fmt::format("\nNodes searched: {}", total));
    });
}

auto Uci::read_go(Words& words) -> Result<Go> {
    Go go{session_.request(), {}, {}, false};
    std::array<Clocks, 2> clocks;
    bool clocked = false;
    bool limited = false;
    bool known = false;
    std::string_view unknown;  // passed over, as the protocol asks, where anything else is known
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        const bool is_known = is_go_word(wording_, word);
        known = known || is_known;
        if (!is_known && unknown.empty()) unknown = word;
        ZERMELO_TRY(const bool clock, read_clock(word, words, clocks));
        if (word == "searchmoves") {
            read_moves(words, go.request.moves);
            if (go.request.moves.empty())
                return failure(ErrorKind::bad_input, "go searchmoves: expected a legal move");
        } else if (clock) {
            clocked = true;
        } else if (wording_ == Wording::ucci && word == "depth" && words.peek() == "infinite") {
            go.time.hold = true;
        } else if (word == "depth") {
            ZERMELO_TRY(const auto plies, number_behind(word, words));
            go.request.plies = std::min(Plies{std::max<std::uint64_t>(plies, 1)}, oracle::max_plies);
            go.limits += fmt::format("{}depth {}", go.limits.empty() ? "" : " ", go.request.plies.count());
            limited = true;
        } else if (word == "nodes") {
            ZERMELO_TRY(go.request.nodes, number_behind(word, words));
            go.limits += fmt::format("{}nodes {}", go.limits.empty() ? "" : " ", *go.request.nodes);
            limited = true;
        } else if (word == "mate" && wording_ == Wording::usi) {
            go.checkmate = go.request.wins_only = true;
            if (words.peek() == "infinite") {
                words.next();
                continue;
            }
            ZERMELO_TRY(const auto time, number_behind(word, words));
            go.time.limit = whole_time(time);
        } else if (word == "mate") {
            ZERMELO_TRY(const auto wished, number_behind(word, words));
            const std::uint64_t moves = std::clamp<std::uint64_t>(wished, 1, oracle::max_plies.count() / 2);
            go.request.plies = Plies{2 * moves};
            go.request.wins_only = true;
            limited = true;
        } else if (word == "movetime") {
            ZERMELO_TRY(const auto time, number_behind(word, words));
            go.time.limit = whole_time(time);
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
        // What every move has beside is nothing to share out.
        go.time.shared_out = own.each_move.count() == 0;
        if (go.time.shared_out)
            go.limits += (go.limits.empty() ? "" : " ") + clock_words(clocks, session_.at().to_move());
    }
    // Without any limit it goes on until it is stopped.
    if (!limited && !go.time.limit && !go.checkmate) go.time.hold = true;
    if (go.time.hold && !go.ponder) go.time.limit.reset();
    if (go.request.moves.empty() && !banned_.empty())
        for (const engine::Move move : session_.at().moves())
            if (std::find(banned_.begin(), banned_.end(), move) == banned_.end())
                go.request.moves.push_back(move);
    return go;
}

Result<bool> Uci::read_clock(std::string_view word, Words& words, std::array<Clocks, 2>& clocks) {
    struct Reading {
        std::string_view word;
        Color side;
        void (*read)(Clocks& clocks, std::chrono::milliseconds time);
    };
    constexpr auto left = [](Clocks& clock, std::chrono::milliseconds time) { clock.left = time; };
    constexpr auto increment = [](Clocks& clock, std::chrono::milliseconds time) { clock.increment = time; };
    constexpr auto each_move = [](Clocks& clock, std::chrono::milliseconds time) { clock.each_move = time; };
    const Color own = session_.at().to_move();
    // In shogi Black moves first.
    const Color white = wording_ == Wording::usi ? Color::black : Color::white;
    const std::array readings{Reading{"wtime", white, left},           Reading{"btime", !white, left},
                              Reading{"winc", white, increment},       Reading{"binc", !white, increment},
                              Reading{"byoyomi", own, each_move},      Reading{"time", own, left},
                              Reading{"increment", own, increment},    Reading{"opptime", !own, left},
                              Reading{"oppincrement", !own, increment}};
    if (!is_go_word(wording_, word)) return false;
    if (word == "movestogo" || word == "oppmovestogo") {
        ZERMELO_TRY(const auto to_go, number_behind(word, words, Below::zero));
        const auto moves = static_cast<unsigned>(std::min<std::uint64_t>(to_go, 1000));
        for (Clocks& side : clocks) side.moves_to_go = moves;
        return false;
    }
    const auto reading = std::find_if(readings.begin(), readings.end(),
                                      [&](const Reading& each) { return each.word == word; });
    if (reading == readings.end()) return false;
    ZERMELO_TRY(const auto count, number_behind(word, words, Below::zero));
    reading->read(clocks[index(reading->side)], milliseconds(milliseconds_ ? count : count * 1000));
    return reading->side == own;
}

void Uci::ban(Words& words) {
    stop();
    banned_.clear();
    for (auto word = words.next(); !word.empty(); word = words.next())
        if (const auto move = find_move(word)) banned_.push_back(*move);
    // Where all are banned, none is: there has to be an answer.
    if (banned_.size() >= session_.at().moves().size()) banned_.clear();
}

void Uci::end_game() {
    if (thinking_) thinking_->abandon();
    owed_ = false;
}

std::string Uci::name(engine::Move move) const {
    return in_wording(wording_, session_.at().uci(move), session_.rules());
}

std::optional<engine::Move> Uci::find_move(std::string_view name) const {
    return session_.at().find_move(in_uci(wording_, name, session_.rules()));
}

void Uci::tell_none() {
    constexpr std::array none{"bestmove (none)", "bestmove resign", "nobestmove"};
    output_.line(none[static_cast<std::size_t>(wording_)]);
}

std::string Uci::checkmate_text(const oracle::AnalysisLine& best) const {
    const auto value = best.bounds.value();
    if (!value) return "checkmate timeout";
    if (value->outcome != game::Outcome::win) return "checkmate nomate";
    std::string text = "checkmate";
    for (const engine::Move move : best.moves) text += " " + name(move);
    return text;
}

/// The moves after `searchmoves`, up to the next keyword; those that are not legal are named.
void Uci::read_moves(Words& words, std::vector<engine::Move>& moves) {
    for (auto word = words.peek(); !word.empty(); word = words.peek()) {
        if (is_go_word(wording_, word)) return;
        if (const auto move = find_move(word)) {
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
    if (owed_) tell_none();
    owed_ = false;
    if (counting_) counting_->stop();
    if (thinking_) thinking_->stop();
}

void Uci::ponder_hit() {
    if (owed_) return stop();
    if (thinking_ && pondering_) thinking_->release(time_);
    pondering_ = false;
}

void Uci::pass_on(std::string_view line) {
    if (wording_ != Wording::uci) return;  // its moves are UCI's
    std::string text;
    Words words{line};
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        if (word == "mate") {
            const bool lost = words.next().starts_with('-');
            text += fmt::format(" cp {}", lost ? -max_shown_score : max_shown_score);
        } else {
            text += (text.empty() ? "" : " ") + std::string{word};
        }
    }
    output_.line(text);
}

void Uci::complain(const Error& error) { output_.line("info string error: " + in_one_line(error.message)); }

void Uci::tell_notes() {
    for (const std::string& note : session_.take_notes()) output_.line("info string " + note);
}

std::string Uci::score(const oracle::AnalysisLine& line, bool decided) const {
    const auto value = line.bounds.value();
    if (!value) return fmt::format("cp {}", as_shown(line.score));
    // A move that draws says nothing of the position while another one may win.
    if (value->outcome == game::Outcome::draw) return show_wdl_ && decided ? "cp 0 wdl 0 1000 0" : "cp 0";
    const bool wins = value->outcome == game::Outcome::win;
    const std::uint64_t size = !value->distance           ? unlimited_score
                               : wording_ == Wording::usi ? value->distance->count()  // USI counts plies
                                                          : mate_moves(*value->distance);
    return fmt::format("{} {}{}{}", value->distance ? "mate" : "cp", wins ? "" : "-", size,
                       !show_wdl_ ? ""
                       : wins     ? " wdl 1000 0 0"
                                  : " wdl 0 0 1000");
}

void Uci::show_proofs(const oracle::AnalysisReport& report) {
    std::string text;
    for (const oracle::AnalysisLine& line : report.lines)
        if (const std::string outcome = proved_outcome(line.bounds); !outcome.empty())
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name(line.move), outcome);
    if (text.empty() || text == proved_) return;
    proved_ = text;
    output_.line("info string proved: " + text);
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
        const std::string head = fmt::format("info depth {} multipv {} score {}", depth(thought.report),
                                             i + 1, score(line, thought.report.decided));
        std::string moves;
        for (const engine::Move move : line.moves) moves += " " + name(move);
        text += fmt::format("{}{} {} pv{}", i == 0 ? "" : "\n", head, work, moves);
        news += head + moves + "\n";
    }
    show_proofs(thought.report);
    if (news == shown_) return;
    shown_ = news;
    output_.line(text);
}

}  // namespace zermelo::protocol
