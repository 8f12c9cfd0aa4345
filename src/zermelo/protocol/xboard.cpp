// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/xboard.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/parse_number.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/tell/position.hpp"
#include "zermelo/version.hpp"

namespace zermelo::protocol {

namespace {

/// The protocol's score of a mate, to which its moves are added.
constexpr std::int64_t mate_score = 100'000;
/// The letters of XBoard's pieces, in its order: a letter stands for the picture of that place.
constexpr std::string_view pictures = "PNBRQFEACWMOHIJGDVLSU";

std::optional<std::uint64_t> number(std::string_view text, std::uint64_t most) {
    const auto value = parse_number(text);
    return value ? std::optional{std::min(*value, most)} : std::nullopt;
}

constexpr std::uint64_t longest_seconds = 365 * 24 * 3600;

std::chrono::milliseconds seconds(std::uint64_t count) {
    return std::chrono::seconds{static_cast<std::int64_t>(count)};
}

/// Seconds with or without a fraction.
std::optional<std::chrono::milliseconds> duration(std::string_view text) {
    const std::size_t point = std::min(text.find('.'), text.size());
    const auto whole = number(text.substr(0, point), longest_seconds);
    if (!whole) return std::nullopt;
    std::string thousandths{text.substr(std::min(point + 1, text.size()), 3)};
    thousandths.resize(3, '0');
    const auto part = number(thousandths, 999);
    if (!part) return std::nullopt;
    return seconds(*whole) + std::chrono::milliseconds{static_cast<std::int64_t>(*part)};
}

std::string shown(std::string_view text) { return quoted(text, 60, Unprintable::hex); }

/// The result of a game that is over, and why; nothing if it goes on.
std::optional<std::string> result(const engine::AnyGameAt& position) {
    const engine::Ending end = position.ending();
    if (!end.outcome) return std::nullopt;
    const char* const why = end.checkmate ? "checkmate" : end.stalemate ? "stalemate" : "by the rules";
    if (*end.outcome == game::Outcome::draw) return fmt::format("1/2-1/2 {{{}}}", why);
    const bool white = (position.to_move() == Color::white) == (*end.outcome == game::Outcome::win);
    return fmt::format("{} {{{} wins: {}}}", white ? "1-0" : "0-1", white ? "White" : "Black", why);
}

std::int64_t score(const oracle::AnalysisLine& line) {
    const auto value = line.bounds.value();
    if (!value) return as_shown(line.score);
    if (value->outcome == game::Outcome::draw) return 0;
    const std::int64_t score = value->distance
                                   ? mate_score + static_cast<std::int64_t>(mate_moves(*value->distance))
                                   : std::int64_t{unlimited_score};
    return value->outcome == game::Outcome::win ? score : -score;
}

/// XBoard plays what stands in the pawn's place by rules of its own: it promotes there, and takes en passant.
bool is_pawn_of_chess(const rules::Kind& kind, const rules::Rules& rules) {
    return kind.betza == "fmWfcF" && rules::contains(rules.side(Color::white).promotion_pawns, kind.letter) &&
           !rules.side(Color::white).promotion_pieces.empty();
}

/// Which picture each kind has, for White and then for Black, the king's last.
std::string piece_table(const rules::Rules& rules) {
    std::string white(pictures.size(), '.');
    char king = '.';
    std::string left;
    for (const rules::Kind& kind : rules.kinds) {
        const std::size_t place = pictures.find(kind.letter);
        if (kind.royal && king == '.') {
            king = kind.letter;
        } else if (place != std::string_view::npos && (place != 0 || is_pawn_of_chess(kind, rules))) {
            white[place] = kind.letter;
        } else {
            left += kind.letter;
        }
    }
    // Letters without a picture of their own get any, the fancy ones first.
    for (std::size_t place = white.size(); place-- > 0 && !left.empty();)
        if (white[place] == '.') {
            white[place] = left.back();
            left.pop_back();
        }
    white += king;
    return white + lower(white);
}

/// How the protocol writes castling where a rook may stand anywhere.
std::string_view castling_name(engine::Move move) {
    return move.type == engine::Move::Type::castle_kingside ? "O-O" : "O-O-O";
}

/// How a kind moves, as XBoard reads it.
std::string betza_of(const rules::Kind& kind, const rules::Rules& rules) {
    const rules::SideRules& white = rules.side(Color::white);
    std::string betza;
    for (const char letter : kind.betza)  // a rider is a doubled atom, and for XBoard one with a 0
        betza += !betza.empty() && is_upper(letter) && betza.back() == letter ? '0' : letter;
    if (kind.pawn && white.double_step_region.any()) betza += "ifmnD";
    if (rules.castling && white.castling_king == kind.letter)
        betza += fmt::format("O{}", (rules.castling_kingside_file - rules.castling_queenside_file) / 2);
    return betza;
}

}  // namespace

XBoard::XBoard(Session session, Sink& output) : session_(std::move(session)), output_(output) {}

XBoard::~XBoard() = default;

Result<void> XBoard::run(Source& input, const Gui& gui) {
    Input lines{input, gui};
    while (const auto line = lines.line()) {
        if (!command(*line)) return {};
        ZERMELO_CHECK(output_.status());
    }
    const bool done = !lines.gui_left() && (!thinking_ || analysing_ || thinking_->finish(gui));
    return done ? output_.status() : failure(ErrorKind::io, "nobody reads the output any more");
}

bool XBoard::command(std::string_view line) {
    Words words{line};
    const std::string_view word = words.next();
    if (word.empty()) return true;
    if (thinking_ && thinking_->answered()) take_move();
    if (word == "quit") return settle(), false;
    if (word == "protover") return identify(), true;
    if (word == "ping") return ping(words.rest()), true;
    for (const auto part : {&XBoard::set_up_game, &XBoard::set_limits, &XBoard::play_on})
        if ((this->*part)(word, words) == Known::yes) return true;
    constexpr std::array ignored{"xboard", "accepted", "rejected", "random", "computer", "name", "rating",
                                 "ics",    "easy",     "hard",     "draw",   "egtpath",  "put",  "hover",
                                 "bk",     "otim",     "white",    "black",  "nps"};
    if (std::find(ignored.begin(), ignored.end(), word) != ignored.end()) return true;
    // Without `feature usermove` a move comes as it is.
    if (session_.at().find_move(uci(word))) return user_move(word), true;
    output_.line(fmt::format("Error (unknown command): {}", shown(Words{line}.rest())));
    return true;
}

void XBoard::identify() {
    std::vector<std::string> variants = session_.variants();
    std::erase(variants, "chess");  // which is called normal here
    const Settings& settings = session_.settings();
    output_.line(fmt::format(
        "feature done=0\n"
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=0 sigint=0 reuse=1 "
        "analyze=1 colors=0 ics=0 name=0 pause=0 nps=0 memory=1 smp=1 debug=0 highlight=1\n"
        "feature myname=\"Zermelo {}\"\n"
        "feature variants=\"{}\"\n"
        "feature option=\"MultiPV -spin {} 1 {}\"\n"
        "feature option=\"TablesPath -path {}\"\n"
        "feature option=\"Companion -string {}\"\n"
        "feature done=1",
        version(), fmt::join(variants, ","), settings.lines, max_lines, settings.tables, settings.companion));
    tell_notes();
}

void XBoard::tell_notes() {
    for (const std::string& note : session_.take_notes()) output_.line("telluser " + note);
}

/// The variant and the position.
auto XBoard::set_up_game(std::string_view word, Words& words) -> Known {
    if (word == "new") {
        settle();
        over_told_ = false;
        analysing_ = false;
        depth_ = oracle::max_plies;
        session_.forget();
        set_variant("normal");
        plays_ = Color::black;
    } else if (word == "variant") {
        settle();
        over_told_ = false;
        set_variant(words.rest());
        go_on();
    } else if (word == "setboard") {
        settle();
        over_told_ = false;
        set_board(words.rest());
        go_on();
    } else if (word == "edit") {
        output_.line("Error (edit is not supported, setboard is): edit");
    } else if (word == "undo" || word == "remove") {
        settle();
        over_told_ = false;
        for (int moves = word == "undo" ? 1 : 2; moves > 0; --moves) session_.undo();
        go_on();
    } else if (word == "lift") {
        highlight(words.next());
    } else {
        return Known::no;
    }
    return Known::yes;
}

/// Time and other limits, options.
auto XBoard::set_limits(std::string_view word, Words& words) -> Known {
    const auto bad = [&] {
        output_.line(fmt::format("Error (expected a number): {} {}", word, shown(words.rest())));
        return Known::yes;
    };
    if (word == "level") return set_level(words), Known::yes;
    if (word == "option") return set_option(words), Known::yes;
    if (word == "st") {
        const auto time = duration(words.peek());
        if (!time) return bad();
        move_time_ = *time;
        return Known::yes;
    }
    if (word == "post" || word == "nopost") {
        post_ = word == "post";
        return Known::yes;
    }
    if (word != "sd" && word != "time" && word != "memory" && word != "cores") return Known::no;
    const auto found = number(words.peek(), longest_seconds * 100);
    if (!found) return bad();
    if (word == "sd") {
        depth_ = std::clamp(Plies{*found}, Plies{1}, oracle::max_plies);
    } else if (word == "time") {
        clocks_.left = std::chrono::milliseconds{static_cast<std::int64_t>(*found * 10)};
    } else if (word == "memory") {
        session_.set_memory(*found * mebibyte);
    } else {
        session_.set_threads(static_cast<unsigned>(std::clamp<std::uint64_t>(*found, 1, max_threads)));
    }
    return Known::yes;
}

/// Whose move the engine makes, and when.
auto XBoard::play_on(std::string_view word, Words& words) -> Known {
    if (word == "usermove") {
        user_move(words.next());
    } else if (word == "force" || word == "result") {
        settle();
        plays_.reset();
        analysing_ = false;
    } else if (word == "go") {
        if (const auto rest = words.rest(); !rest.empty()) {
            output_.line(fmt::format("Error (expected nothing after it): go {}", shown(rest)));
            return Known::yes;
        }
        settle();
        analysing_ = false;
        plays_ = session_.at().to_move();
        go_on();
    } else if (word == "playother") {
        settle();
        analysing_ = false;
        plays_ = !session_.at().to_move();
    } else if (word == "?") {
        if (thinking_ && !analysing_) thinking_->stop();
    } else if (word == "analyze") {
        settle();
        plays_.reset();
        analysing_ = post_ = true;
        go_on();
    } else if (word == "exit") {
        settle();
        analysing_ = false;
    } else if (word == ".") {
        statistics();
    } else if (word == "hint") {
        hint();
    } else {
        return Known::no;
    }
    return Known::yes;
}

void XBoard::set_level(Words& words) {
    const std::string text{words.rest()};
    const auto moves = number(words.next(), 1000);
    const std::string_view base = words.next();
    const std::string_view increment = words.next();
    const std::size_t colon = std::min(base.find(':'), base.size());
    const auto minutes = number(base.substr(0, colon), longest_seconds / 60);
    const auto rest =
        colon == base.size() ? std::optional<std::uint64_t>{0} : number(base.substr(colon + 1), 60);
    const auto more = duration(increment);
    if (!moves || !minutes || !rest || !more)
        return output_.line(
            fmt::format("Error (expected MOVES MINUTES[:SECONDS] INCREMENT): level {}", shown(text)));
    clocks_ = {seconds(*minutes * 60 + *rest), *more, static_cast<unsigned>(*moves)};
    move_time_.reset();
}

void XBoard::set_option(Words& words) {
    const std::string_view text = words.rest();
    const std::string_view name = text.substr(0, text.find('='));
    const std::string_view value =
        name.size() < text.size() ? text.substr(name.size() + 1) : std::string_view{};
    if (name == "MultiPV") {
        if (const auto lines = number(value, max_lines); lines && *lines > 0)
            return session_.set_lines(*lines);
        return output_.line(
            fmt::format("Error (expected a whole number from 1 to {}): option {}", max_lines, shown(text)));
    }
    if (name == "Companion") {
        settle();
        thinking_.reset();  // who asks the one before has ended
        if (const auto done = session_.set_companion(std::string{value}); !done)
            output_.line(
                fmt::format("Error ({}): option {}", in_one_line(done.error().message), shown(text)));
        return go_on();
    }
    if (name == "TablesPath") {
        if (const auto done = session_.set_tables(std::string{value}); !done)
            output_.line(
                fmt::format("Error ({}): option {}", in_one_line(done.error().message), shown(text)));
        return;
    }
    output_.line(fmt::format("Error (no such option): option {}", shown(text)));
}

void XBoard::set_variant(std::string_view name) {
    const bool normal = name == "normal";
    if (const auto done = session_.set_variant(normal ? "chess" : std::string{name}); !done)
        return output_.line(fmt::format("Error ({}): variant {}", with_place(done.error()), shown(name)));
    if (!normal) define_variant();
    tell_notes();
}

void XBoard::define_variant() {
    const rules::Rules& rules = session_.rules();
    std::string text = fmt::format("setup ({}) {}x{}+{}_fairy {}", piece_table(rules), rules.files,
                                   rules.ranks, pocket_size(rules), rules.start_fen);
    for (const rules::Kind& kind : rules.kinds)
        text += fmt::format("\npiece {}& {}", kind.letter, betza_of(kind, rules));
    output_.line(text);
}

void XBoard::set_board(std::string_view fen) {
    if (const auto done = session_.set_up(std::string{fen}); !done)
        output_.line(fmt::format("tellusererror Illegal position: {}", in_one_line(done.error().message)));
}

void XBoard::user_move(std::string_view text) {
    settle();
    if (text.ends_with('.')) text.remove_suffix(1);  // XBoard's: it does not promote
    if (!session_.play(uci(text))) return output_.line(fmt::format("Illegal move: {}", in_one_line(text)));
    over_told_ = false;
    go_on();
}

void XBoard::settle() {
    if (!thinking_) return;
    thinking_->abandon();
    take_move();
    answer_pings();
}

/// A ping that comes while the engine is to move is answered after the move.
void XBoard::ping(std::string_view number) {
    const std::string pong = fmt::format("pong {}", in_one_line(number));
    const bool waits =
        thinking_ && !analysing_ && thinking_->unless_answered([&] { pongs_.push_back(pong); });
    if (!waits) output_.line(pong);
}

void XBoard::answer_pings() {
    for (const std::string& pong : pongs_) output_.line(pong);
    pongs_.clear();
}

void XBoard::take_move() {
    if (!moved_) return;
    static_cast<void>(session_.play(*moved_));  // it was legal there
    over_told_ = true;                          // with the move, if it is over
    moved_.reset();
}

void XBoard::go_on() {
    if (const auto over = result(session_.at())) {
        if (!analysing_ && !std::exchange(over_told_, true)) output_.line(*over);
        return;
    }
    if (analysing_) {
        analyse();
    } else if (plays_ == session_.at().to_move()) {
        think();
    }
}

void XBoard::begin(const oracle::AnalysisRequest& request, Thinking::Time time, Thinking::Listener listener) {
    shown_.clear();
    listener.thought = [this, lines = request.lines](const Thought& thought) {
        if (post_ && thought.report.depth > Plies{0}) show(thought, lines);
    };
    listener.error = [this](const Error& error) {
        output_.line(fmt::format("telluser {}", in_one_line(error.message)));
    };
    std::string limits = depth_ < oracle::max_plies ? fmt::format("depth {}", depth_.count()) : "";
    if (time.shared_out)
        limits += (limits.empty() ? "" : " ") + clock_words({clocks_, clocks_}, session_.at().to_move());
    auto choose = analysing_ ? Thinking::Choose{}
                             : session_.choose(
                                   limits, time.shared_out, [](std::string_view) {}, listener.error);
    thinking_.reset();  // before the companion is asked anew
    thinking_.emplace(session_.at(), request, time, session_.tables(), std::move(listener),
                      std::move(choose));
}

void XBoard::think() {
    oracle::AnalysisRequest request = session_.request();
    request.plies = depth_;
    Thinking::Listener listener;
    listener.answer = [this](const Thought& thought) {
        const engine::Move move = thought.report.lines.front().move;
        moved_ = session_.at().uci(move);
        output_.line("move " + name(move));
        if (const auto over = result(session_.at().play(move))) output_.line(*over);
        answer_pings();
    };
    const auto time = move_time_
                          ? Thinking::Time{std::max(*move_time_ - overhead, std::chrono::milliseconds{1})}
                          : Thinking::Time{time_for(clocks_), false, max_time_for(clocks_), true};
    begin(request, time, std::move(listener));
}

void XBoard::analyse() {
    Thinking::Listener listener;
    listener.answer = [](const Thought&) {};
    begin(session_.request(), {std::nullopt, true}, std::move(listener));
}

void XBoard::hint() {
    if (session_.at().end()) return;
    oracle::AnalysisRequest request;  // with a memory of its own: it may be looked at meanwhile
    request.nodes = 1000;
    request.plies = depth_;
    std::optional<engine::Move> best;
    oracle::analyse(session_.at(), request, *session_.tables(),
                    [&](const oracle::AnalysisReport& report) { best = report.lines.front().move; });
    if (best) output_.line("Hint: " + name(*best));
}

void XBoard::statistics() {
    const auto thought = thinking_ ? thinking_->last() : std::nullopt;
    if (!thought) return;
    const auto centiseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(thought->time).count() / 10;
    const std::size_t moves = thought->report.lines.size();
    output_.line(fmt::format("stat01: {} {} {} {} {}", centiseconds, thought->report.nodes,
                             thought->report.depth.count() + 1, thought->report.decided ? 0 : moves, moves));
}

void XBoard::highlight(std::string_view square) {
    // The board of a FEN, with a letter for every square to which the man can go: what it would do there.
    const rules::Rules& rules = session_.rules();
    engine::Setup marks;
    marks.files = rules.files;
    marks.ranks = rules.ranks;
    const auto place = [&](Square at) { return engine::place_of(at, rules.files); };
    const std::string from = uci(square);
    for (const engine::Move move : session_.at().moves()) {
        if (move.type == engine::Move::Type::pass || move.is_drop() || engine::name(place(move.from)) != from)
            continue;
        const bool captures = session_.at().captures(move);
        const engine::Place to = place(move.to);
        marks.men[rules::region_bit(to.file, to.rank)] = engine::Man{Color::white, move.promotion != 0 ? 'M'
                                                                                   : captures          ? 'R'
                                                                                                       : 'Y'};
    }
    const std::string fen = engine::print_fen(marks);
    output_.line("highlight " + fen.substr(0, fen.find(' ')));
}

void XBoard::show(const Thought& thought, std::size_t lines) {
    const auto centiseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(thought.time).count() / 10;
    std::string text, news;
    for (std::size_t i = 0; i < std::min(lines, thought.report.lines.size()); ++i) {
        const oracle::AnalysisLine& line = thought.report.lines[i];
        const std::string head = fmt::format("{} {}", depth(thought.report), score(line));
        std::string moves;
        for (const engine::Move move : line.moves) moves += " " + name(move);
        text +=
            fmt::format("{}{} {} {}{}", i == 0 ? "" : "\n", head, centiseconds, thought.report.nodes, moves);
        news += head + moves + "\n";
    }
    if (news == shown_) return;
    shown_ = news;
    output_.line(text);
}

std::string XBoard::name(engine::Move move) const {
    if (move.type == engine::Move::Type::pass) return "@@@@";
    if (session_.rules().castling_960 && move.is_castling()) return std::string{castling_name(move)};
    const std::string text = session_.at().uci(move);
    if (session_.rules().ranks != 10) return text;
    std::string name;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 2, "10") == 0) {
            name += '9';
            ++i;
        } else {
            name += text[i] >= '1' && text[i] <= '9' ? static_cast<char>(text[i] - 1) : text[i];
        }
    }
    return name;
}

std::string XBoard::uci(std::string_view move) const {
    if (move == "@@@@" || move.starts_with('O'))
        for (const engine::Move each : session_.at().moves())
            if (name(each) == move) return session_.at().uci(each);
    if (session_.rules().ranks != 10) return std::string{move};
    std::string text;
    for (const char letter : move)
        text += is_digit(letter) ? std::to_string(letter - '0' + 1) : std::string{letter};
    return text;
}

}  // namespace zermelo::protocol
