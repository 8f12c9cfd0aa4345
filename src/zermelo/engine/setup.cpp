// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/setup.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/quoted.hpp"

namespace zermelo::engine {
namespace {

constexpr std::string_view castling_letters = "KQkq";
constexpr std::string_view no_covered_pieces = ": the covered pieces of jieqi are not supported";

Place place_at(unsigned bit) {
    return {static_cast<std::uint8_t>(bit % rules::max_files),
            static_cast<std::uint8_t>(bit / rules::max_files)};
}

/// The name that a text begins with, and how long it is; no length where there is none.
std::pair<Place, std::size_t> leading_place(std::string_view text) {
    if (text.size() < 2 || text[0] < 'a' || text[0] >= static_cast<char>('a' + rules::max_files) ||
        !is_digit(text[1]) || text[1] == '0')
        return {{}, 0};
    auto rank = static_cast<unsigned>(text[1] - '0');
    std::size_t length = 2;
    if (text.size() > 2 && is_digit(text[2])) {
        rank = rank * 10 + static_cast<unsigned>(text[2] - '0');
        length = 3;
    }
    if (rank > rules::max_ranks || (text.size() > 3 && length == 3 && is_digit(text[3]))) return {{}, 0};
    return {{static_cast<std::uint8_t>(text[0] - 'a'), static_cast<std::uint8_t>(rank - 1)}, length};
}

/// The one form of barred squares: every square in one group with all who may not enter it (`*` alone if that
/// is everyone), letters in ASCII order, groups in the order of their letters.
std::vector<Barred> united(const std::vector<Barred>& groups) {
    if (groups.empty()) return {};
    std::map<std::string, rules::Region> together;
    for (unsigned bit = 0; bit < rules::max_files * rules::max_ranks; ++bit) {
        std::string men;
        for (const Barred& group : groups)
            if (group.squares[bit]) men += group.men;
        if (men.find('*') != std::string::npos) men = "*";
        std::sort(men.begin(), men.end());
        men.erase(std::unique(men.begin(), men.end()), men.end());
        if (!men.empty()) together[men].set(bit);
    }
    std::vector<Barred> result;
    for (const auto& [men, squares] : together) result.push_back({men, squares});
    return result;
}

class FenReader {
  public:
    FenReader(std::string_view text, const rules::Rules& rules) : text_(text), rules_(rules) {
        setup_.files = rules.files;
        setup_.ranks = rules.ranks;
        if (rules.has_hands()) setup_.hands.emplace();
        if (rules.check_counting) setup_.checks_left = {1, 1};
    }

    Result<Setup> read() {
        if (auto error = board()) return *error;
        if (auto error = fields()) return *error;
        setup_.barred = united(setup_.barred);
        return setup_;
    }

  private:
    using Failure = std::optional<tl::unexpected<Error>>;

    /// The fields after the side to move, in their order.
    enum class Field { castling, en_passant, checks, half_moves, full_moves, none };

    Failure fail(std::size_t at, std::string message) const {
        return failure(ErrorKind::bad_input, std::move(message), Location{1, at + 1});
    }
    bool more() const { return at_ < text_.size(); }
    char here() const { return text_[at_]; }

    Failure board() {
        unsigned rank = rules_.ranks;
        while (true) {
            --rank;
            if (auto error = board_rank(rank)) return error;
            if (!more() || here() == ' ' || here() == '[') break;
            if (rank == 0 && rules_.has_hands()) break;
            if (rank == 0)
                return fail(at_, fmt::format("more than {} ranks, expected as many as the variant has",
                                             rules_.ranks));
            ++at_;  // the '/'
        }
        if (rank != 0)
            return fail(at_, fmt::format("{} ranks, expected {}", rules_.ranks - rank, rules_.ranks));
        return more() && here() != ' ' ? hands() : std::nullopt;
    }

    /// Men in hand: `[QRq]`, or `/QRq` as some programs write it. '-' is none.
    Failure hands() {
        const bool in_brackets = here() == '[';
        hands_told_ = true;
        if (!rules_.has_hands() && !rules_.free_drops)
            return fail(at_, "this game has no men in hand, expected none");
        for (++at_; more() && here() != ' ' && here() != ']'; ++at_) {
            const char c = here();
            if (c == '-') continue;
            if (auto error = to_hand(c, at_, 1)) return error;
        }
        if (in_brackets != (more() && here() == ']'))
            return fail(
                at_, in_brackets ? "the men in hand do not end, expected ']'" : "']' without '[' before it");
        if (in_brackets) ++at_;
        if (more() && here() != ' ')
            return fail(at_, "text after the men in hand, expected a blank and the side to move");
        return std::nullopt;
    }

    /// Men of a letter into the hand of who it says.
    Failure to_hand(char c, std::size_t at, unsigned more) {
        const auto letter = letter_of(c);
        if (!letter) return no_piece(c, at);
        if (!setup_.hands)
            return fail(at, rules_.free_drops ? "men are dropped without being in hand, expected none there"
                                              : "this game has no men in hand, expected none");
        unsigned& count = (*setup_.hands)[is_upper(c) ? Color::white : Color::black][*letter];
        if (count + more > max_in_hand)
            return fail(at,
                        fmt::format("too many {} in one hand, expected at most {}", shown(c), max_in_hand));
        count += more;
        return std::nullopt;
    }

    bool has_kind(std::string_view name) const {
        return std::any_of(rules_.kinds.begin(), rules_.kinds.end(),
                           [&](const rules::Kind& kind) { return kind.name == name; });
    }

    /// The kind that a letter in either case means: its own or, where it has none, that which xiangqi's
    /// programs write so.
    std::optional<rules::Letter> letter_of(char c) const {
        if (!is_letter(c)) return std::nullopt;
        if (rules_.kind(upper(c)) != nullptr) return upper(c);
        for (const rules::Kind& kind : rules_.kinds)
            if ((upper(c) == 'H' && kind.name == "horse") ||
                (upper(c) == 'E' && (kind.name == "elephant" || kind.name == "janggiElephant")))
                return kind.letter;
        return std::nullopt;
    }

    Failure no_piece(char c, std::size_t at) const {
        const bool covered = (upper(c) == 'X' || c == '?') && has_kind("horse");
        return fail(at, fmt::format("{} is no piece of {}, expected one of {}{}", shown(c),
                                    rules_.name.empty() ? "this variant" : rules_.name, letters(),
                                    covered ? no_covered_pieces : ""));
    }

    /// One rank, up to its '/', a space or the end.
    Failure board_rank(unsigned rank) {
        unsigned file = 0;
        while (more() && here() != '/' && here() != ' ' && here() != '[') {
            const std::size_t start = at_;
            if (is_digit(here())) {
                unsigned empty = 0;
                for (; more() && is_digit(here()); ++at_)
                    empty = std::min(empty * 10 + static_cast<unsigned>(here() - '0'), 1000U);
                if (empty == 0) return fail(start, "a run of 0 empty squares, expected a number from 1");
                file += empty;
            } else if (here() == '*') {
                if (file < rules_.files)
                    (rules_.has_walls() ? setup_.walls : setup_.holes).set(rules::region_bit(file, rank));
                ++file;
                ++at_;
            } else {
                Man man;
                if (auto error = read_man(man)) return error;
                if (file < rules_.files) setup_.men[rules::region_bit(file, rank)] = man;
                ++file;
            }
            if (file > rules_.files)
                return fail(start,
                            fmt::format("rank {} is too long, expected {} squares", rank + 1, rules_.files));
        }
        if (file < rules_.files)
            return fail(at_,
                        fmt::format("rank {} has {} squares, expected {}", rank + 1, file, rules_.files));
        return std::nullopt;
    }

    /// A letter, '+' and the letter of a kind that turns into another, or a letter and '~'.
    Failure read_man(Man& man) {
        const std::size_t start = at_;
        const bool turned = here() == '+';
        if (turned) ++at_;
        if (!more()) return fail(start, "a '+' without a letter after it");
        const char c = here();
        const auto letter = letter_of(c);
        if (!letter) return no_piece(c, at_);
        man = {is_upper(c) ? Color::white : Color::black, *letter};
        if (turned) {
            const auto into = rules_.promoted_kind.find(man.letter);
            if (into == rules_.promoted_kind.end())
                return fail(start, fmt::format("'+{}': this piece does not promote", c));
            if (rules_.keeps_former_kinds()) man.turned_from = man.letter;
            man.letter = into->second;
        }
        ++at_;
        if (turned || !more() || here() != '~') return std::nullopt;
        const rules::SideRules& side = rules_.side(man.color);
        if (rules_.keeps_former_kinds() && rules_.main_pawn(man.color)) {
            man.promoted_pawn = true;
        } else if (!side.promotion_pawns.empty() && rules::contains(side.promotion_pieces, man.letter)) {
            man.marked = true;
        } else {
            return fail(at_,
                        fmt::format("'~' marks a promoted pawn, but no pawn turns into {} here, expected "
                                    "the letter alone{}",
                                    shown(c), has_kind("horse") ? no_covered_pieces : ""));
        }
        ++at_;
        return std::nullopt;
    }

    Failure fields() {
        if (!next_word()) return std::nullopt;
        const bool red = has_kind("horse") && !has_kind("janggiCannon");  // in janggi it moves second
        if (word_ != "w" && word_ != "b" && !(red && word_ == "r"))
            return fail(word_at_, fmt::format("the side to move is '{}', expected {}", shown(word_),
                                              red ? "'w' (or 'r', red) or 'b'" : "'w' or 'b'"));
        setup_.to_move = word_ != "b" ? Color::white : Color::black;
        if (is_sfen()) return sfen();
        Field next = Field::castling;
        while (next_word()) {
            if (word_.front() == '~') {
                if (auto error = barred()) return error;
                continue;
            }
            if (tells_checks(word_)) {
                if (auto error = check_checks()) return error;
                if (word_.front() == '+') {
                    if (auto error = checks_given()) return error;
                    continue;
                }
            }
            if (next <= Field::en_passant && begins_counting()) {
                if (auto error = counting_limit()) return error;
                next = Field::checks;
                continue;
            }
            const Field field = field_of_word(next);
            if (field == Field::none || field < next)
                return fail(word_at_,
                            fmt::format("unexpected '{}', expected {}", shown(word_), expected(next)));
            if (auto error = read_field(field)) return error;
            next = static_cast<Field>(static_cast<int>(field) + 1);
        }
        return std::nullopt;
    }

    /// Sets the next word; false at the end.
    bool next_word() {
        while (more() && here() == ' ') ++at_;
        word_at_ = at_;
        while (more() && here() != ' ') ++at_;
        word_ = text_.substr(word_at_, at_ - word_at_);
        return !word_.empty();
    }

    /// The words after this one.
    std::vector<std::string_view> words_behind() const {
        std::vector<std::string_view> words;
        for (std::size_t at = at_; at < text_.size();) {
            const std::size_t begin = text_.find_first_not_of(' ', at);
            if (begin == std::string_view::npos) break;
            at = std::min(text_.find(' ', begin), text_.size());
            words.push_back(text_.substr(begin, at - begin));
        }
        return words;
    }

    static bool is_number(std::string_view word) {
        return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
    }

    /// `3+3`, `+0+0`, and what was meant so.
    static bool tells_checks(std::string_view word) {
        return (is_digit(word.front()) || word.front() == '+') && word.find('+') != std::string_view::npos;
    }

    /// Whether such a word may stand here.
    Failure check_checks() {
        if (!rules_.check_counting)
            return fail(word_at_,
                        fmt::format("'{}' tells checks, but this game does not count them, expected "
                                    "no such field",
                                    shown(word_)));
        if (checks_told_) return fail(word_at_, "the checks are there twice, expected them once");
        checks_told_ = true;
        return std::nullopt;
    }

    /// Whether the word is the first of three numbers: a limit, the plies that were counted, the move.
    bool begins_counting() const {
        const auto behind = words_behind();
        return is_number(word_) && std::count_if(behind.begin(), behind.end(), is_number) > 1;
    }

    Failure counting_limit() {
        if (rules_.history.counting == rules::CountingRule::none)
            return fail(word_at_,
                        fmt::format("'{}' before two numbers is the limit of a counting of moves, but "
                                    "this game counts none (countingRule), expected en passant: '-' "
                                    "or squares",
                                    shown(word_)));
        std::uint64_t limit = 0;
        if (auto error = number(limit)) return error;
        if (limit != 0) setup_.counting_limit = limit;
        return std::nullopt;
    }

    /// Whether it is shogi or kin of it, of which somebody may have an SFEN: pieces turn over, captured men
    /// are dropped or pawns go as they capture, and nothing needs a castling field.
    bool is_shogi_like() const {
        return !rules_.promoted_kind.empty() && (rules_.captures_to_hand || has_kind("shogiPawn")) &&
               !rules_.castling && !rules_.gating;
    }

    /// Men in hand as an SFEN has them: letters of men, each perhaps with a number before it.
    bool is_sfen_hand(std::string_view word) const {
        const auto may_stand = [&](char c) {
            const auto letter = letter_of(c);
            return is_digit(c) || (letter && !rules_.kind(*letter)->royal);
        };
        return !is_digit(word.back()) && std::all_of(word.begin(), word.end(), may_stand);
    }

    /// Whether what follows the side to move is that of an SFEN: hands, and the number of the move. In a game
    /// with hands a FEN has them after the board; else it has two numbers, if any.
    bool is_sfen() const {
        if (!is_shogi_like() || hands_told_) return false;
        const auto behind = words_behind();
        if (behind.empty() || behind.size() > 2 || (behind.size() == 2 && !is_number(behind[1])))
            return false;
        if (behind[0] == "-") return behind.size() == 2 || rules_.has_hands();
        return is_sfen_hand(behind[0]);
    }

    /// Refuses an SFEN with the FEN that says the same. Its side to move has a meaning of its own: b, the
    /// first player, is White here.
    Failure sfen() {
        const std::size_t side_at = word_at_;
        setup_.to_move = word_ == "b" ? Color::white : Color::black;
        next_word();
        unsigned count = 0;
        for (std::size_t i = 0; i < word_.size() && word_ != "-"; ++i) {
            if (is_digit(word_[i])) {
                count = std::min(count * 10 + static_cast<unsigned>(word_[i] - '0'), max_in_hand + 1);
                continue;
            }
            if (auto error = to_hand(word_[i], word_at_ + i, std::max(count, 1U))) return error;
            count = 0;
        }
        std::uint64_t move = 1;
        if (next_word())
            if (auto error = number(move)) return error;
        const std::uint64_t plies = move == 0 ? 0 : move - 1;
        setup_.full_moves = 1 + (plies - (setup_.to_move == Color::black && plies != 0 ? 1 : 0)) / 2;
        const std::string what =
            fmt::format("an SFEN, in which '{}' is {}, expected ", text_[side_at],
                        setup_.to_move == Color::white ? "the first player, White here"
                                                       : "the second player, Black here");
        for (const auto& man : setup_.men)
            if (man && turned_without_past(*man))
                return fail(side_at, fmt::format("{}a FEN with '+' and the letter of what the '{}' of {} was",
                                                 what, man->letter, name(man->color)));
        return fail(side_at, fmt::format("{}the FEN {}", what, print_fen(setup_)));
    }

    /// Whether a man is of a kind that men only turn into, and is not said to have turned: other programs
    /// have letters of their own for such men.
    bool turned_without_past(const Man& man) const {
        const bool by_turning = std::any_of(rules_.promoted_kind.begin(), rules_.promoted_kind.end(),
                                            [&](const auto& pair) { return pair.second == man.letter; });
        const std::string_view start =
            std::string_view{rules_.start_fen}.substr(0, rules_.start_fen.find(' '));
        for (std::size_t i = 0; i < start.size(); ++i)
            if (upper(start[i]) == man.letter && (i == 0 || start[i - 1] != '+')) return false;
        return by_turning && !man.turned_from;
    }

    /// Which field the word is by its look; a '-' is the next one that may be empty.
    Field field_of_word(Field next) const {
        if (word_ == "-") return next <= Field::en_passant ? next : Field::none;
        if (std::all_of(word_.begin(), word_.end(), [&](char c) { return is_castling_letter(c); }))
            return Field::castling;
        if (tells_checks(word_)) return Field::checks;
        if (is_digit(word_.front()))
            return next <= Field::half_moves ? Field::half_moves
                                             : (next == Field::full_moves ? Field::full_moves : Field::none);
        if (is_lower(word_.front())) return Field::en_passant;
        return Field::none;
    }

    static std::string_view expected(Field next) {
        switch (next) {
            case Field::castling:
                return "castling: '-' or letters out of KQkq";
            case Field::en_passant:
                return "en passant: '-' or squares";
            case Field::checks:
            case Field::half_moves:
                return "the number of half moves";
            case Field::full_moves:
                return "the number of full moves";
            case Field::none:
                break;
        }
        return "nothing more";
    }

    Failure read_field(Field field) {
        switch (field) {
            case Field::castling:
                return castling();
            case Field::en_passant:
                return en_passant();
            case Field::checks:
                return checks();
            case Field::half_moves:
                return number(setup_.half_moves);
            case Field::full_moves:
                return number(setup_.full_moves);
            case Field::none:
                break;
        }
        return std::nullopt;
    }

    /// Two numbers up to 99, parted by '+'; nothing for anything else.
    static std::optional<ByColor<unsigned>> two_counts(std::string_view text) {
        const std::size_t plus = text.find('+');
        if (plus == std::string_view::npos) return std::nullopt;
        ByColor<unsigned> counts{};
        for (const Color c : both_colors) {
            const std::string_view digits = c == Color::white ? text.substr(0, plus) : text.substr(plus + 1);
            if (!is_number(digits) || digits.size() > 2) return std::nullopt;
            for (const char digit : digits) counts[c] = counts[c] * 10 + static_cast<unsigned>(digit - '0');
        }
        return counts;
    }

    /// `3+3`: how many checks White and Black still need.
    Failure checks() {
        const auto left = two_counts(word_);
        if (!left)
            return fail(word_at_,
                        fmt::format("'{}' does not tell the checks that are left, expected two numbers "
                                    "up to {} as in 3+3",
                                    shown(word_), max_checks));
        setup_.checks_left = *left;
        return std::nullopt;
    }

    /// How many checks White and Black need from the start on.
    ByColor<unsigned> checks_needed() const {
        const std::string_view start = rules_.start_fen;
        for (std::size_t at = start.find(' '); at < start.size();) {
            const std::size_t end = std::min(start.find(' ', at + 1), start.size());
            const std::string_view word = start.substr(at + 1, end - at - 1);
            if (word.starts_with('+')) return {{3, 3}};
            if (const auto left = two_counts(word)) return *left;
            at = end;
        }
        return {{1, 1}};
    }

    /// `+1+0`: how many checks they have given, as some programs write it at the end.
    Failure checks_given() {
        const auto given = two_counts(word_.substr(1));
        if (!given)
            return fail(word_at_, fmt::format("'{}' does not tell the checks that were given, expected two "
                                              "numbers as in +0+0",
                                              shown(word_)));
        const auto needed = checks_needed();
        for (const Color side : both_colors) {
            if ((*given)[side] > needed[side])
                return fail(word_at_,
                            fmt::format("{} checks given by {}, expected 0 to {}, the checks that win",
                                        (*given)[side], name(side), needed[side]));
            (*setup_.checks_left)[side] = needed[side] - (*given)[side];
        }
        return std::nullopt;
    }

    /// K, Q, k and q where one castles, and files where they name gates or rooks.
    bool is_castling_letter(char c) const {
        if (castling_letters.find(c) != std::string_view::npos) return true;
        const bool files = rules_.gating || rules_.castling_960;
        return files && is_letter(c) && file_of(c) < rules_.files;
    }
    static unsigned file_of(char c) { return static_cast<unsigned>(upper(c) - 'A'); }

    Failure castling() {
        if (word_ == "-") return std::nullopt;
        for (std::size_t i = 0; i < word_.size(); ++i)
            if (word_.find(word_[i]) < i)
                return fail(word_at_ + i, fmt::format("castling letter '{}' twice", word_[i]));
        const bool only_gates = rules_.gating && !rules_.castling;
        for (const char c : castling_letters)
            if (word_.find(c) != std::string_view::npos && !only_gates) setup_.castling += c;
        for (std::size_t i = 0; i < word_.size(); ++i) {
            if (only_gates && file_of(word_[i]) >= rules_.files)
                return fail(word_at_ + i,
                            fmt::format("castling letter '{}', but there is no castling in this "
                                        "variant, expected the files of gates",
                                        word_[i]));
            if (only_gates || castling_letters.find(word_[i]) == std::string_view::npos)
                if (auto error = rules_.gating ? gate(i) : rook_file(i)) return error;
        }
        std::sort(setup_.castling.begin(), setup_.castling.end(),
                  [](char a, char b) { return castling_letters.find(a) < castling_letters.find(b); });
        return std::nullopt;
    }

    unsigned castling_rank(Color side) const {
        return side == Color::white ? rules_.castling_rank : rules_.ranks - 1 - rules_.castling_rank;
    }

    /// A gate by its file.
    Failure gate(std::size_t i) {
        const Color side = is_upper(word_[i]) ? Color::white : Color::black;
        const unsigned bit = rules::region_bit(file_of(word_[i]), castling_rank(side));
        const auto& man = setup_.men[bit];
        if (!man || man->color != side)
            return fail(word_at_ + i,
                        fmt::format("a gate '{}' where no man of {} stands", word_[i], name(side)));
        setup_.gates[side].set(bit);
        return std::nullopt;
    }

    /// A right to castle by the rook's file.
    Failure rook_file(std::size_t i) {
        const Color side = is_upper(word_[i]) ? Color::white : Color::black;
        const rules::SideRules& own = rules_.side(side);
        const auto man_on = [&](unsigned file) {
            const auto& man = setup_.men[rules::region_bit(file, castling_rank(side))];
            return man && man->color == side ? man->letter : rules::Letter{0};
        };
        std::optional<unsigned> king;
        for (unsigned file = 0; file < rules_.files; ++file)
            if (man_on(file) == own.castling_king && (!king || file == rules_.castling_king_file))
                king = file;
        const unsigned rook = file_of(word_[i]);
        const auto is_rook = [&](unsigned file) {
            return man_on(file) != 0 && rules::contains(own.castling_rooks, man_on(file));
        };
        if (!king || !is_rook(rook) || rook == *king)
            return fail(word_at_ + i, fmt::format("castling letter '{}', but {} has no king and such a rook",
                                                  word_[i], name(side)));
        const bool kingside = rook > *king;
        const std::size_t right = (side == Color::white ? 0U : 2U) + (kingside ? 0U : 1U);
        if (setup_.castling.find(castling_letters[right]) != std::string::npos)
            return fail(word_at_ + i,
                        fmt::format("castling letter '{}' for the same wing as another", word_[i]));
        setup_.castling += castling_letters[right];
        bool outermost = true;
        const unsigned last = rules_.files - 1;
        for (unsigned file = kingside ? rook + 1 : 0; file < (kingside ? last + 1 : rook); ++file)
            outermost = outermost && !is_rook(file);
        if (!outermost) setup_.castling_files[right] = static_cast<std::uint8_t>(rook);
        return std::nullopt;
    }

    Failure en_passant() {
        if (word_ == "-") return std::nullopt;
        for (std::size_t i = 0; i < word_.size();) {
            const auto [place, length] = leading_place(word_.substr(i));
            if (length == 0)
                return fail(word_at_ + i,
                            fmt::format("'{}' does not begin with a square, expected one of a1 to p16",
                                        shown(word_.substr(i))));
            if (std::find(setup_.en_passant.begin(), setup_.en_passant.end(), place) !=
                setup_.en_passant.end())
                return fail(word_at_ + i, fmt::format("en passant square {} twice", name(place)));
            setup_.en_passant.push_back(place);
            i += length;
        }
        std::sort(setup_.en_passant.begin(), setup_.en_passant.end(), by_rank);
        return std::nullopt;
    }

    Failure number(std::uint64_t& value) {
        value = 0;
        for (std::size_t i = 0; i < word_.size(); ++i) {
            if (!is_digit(word_[i]))
                return fail(word_at_ + i, fmt::format("{} in a number, expected a digit", shown(word_[i])));
            const auto digit = static_cast<std::uint64_t>(word_[i] - '0');
            if (value > (~std::uint64_t{0} - digit) / 10)
                return fail(word_at_, "the number is too large, expected less than 2^64");
            value = value * 10 + digit;
        }
        return std::nullopt;
    }

    /// `~MEN:SQUARE,SQUARE;MEN:SQUARE`
    Failure barred() {
        std::size_t i = 1;
        const auto current = [&] { return i < word_.size() ? word_[i] : '\0'; };
        while (true) {
            Barred group;
            for (; i < word_.size() && current() != ':'; ++i) {
                const char c = current();
                const bool known = c == '*' || (is_letter(c) && rules_.kind(upper(c)));
                if (!known)
                    return fail(word_at_ + i,
                                fmt::format("{} is no piece, expected one of {} in either case, or '*'",
                                            shown(c), letters()));
                if (!group.men.empty() && (c == '*' || group.men == "*"))
                    return fail(word_at_ + i, "'*' is every piece, expected it alone");
                group.men += c;
            }
            if (group.men.empty() || current() != ':')
                return fail(word_at_ + i, "expected the pieces that may not enter, then ':' and squares");
            do {
                ++i;  // ':' or ','
                const auto [place, length] = leading_place(word_.substr(i));
                if (length == 0) return fail(word_at_ + i, "expected a square of a1 to p16");
                group.squares.set(rules::region_bit(place.file, place.rank));
                i += length;
            } while (current() == ',');
            setup_.barred.push_back(std::move(group));
            if (i == word_.size()) return std::nullopt;
            if (current() != ';')
                return fail(word_at_ + i,
                            fmt::format("unexpected {}, expected ',' or ';'", shown(current())));
            ++i;
        }
    }

    std::string letters() const {
        std::string all;
        for (const rules::Kind& kind : rules_.kinds) all += kind.letter;
        return all;
    }

    static std::string shown(char c) {
        return c >= ' ' && c <= '~' ? fmt::format("'{}'", c)
                                    : fmt::format("byte {:#04x}", static_cast<unsigned char>(c));
    }
    static std::string shown(std::string_view word) { return in_one_line(word.substr(0, 20)); }

    std::string_view text_;
    const rules::Rules& rules_;
    Setup setup_;
    std::size_t at_ = 0;
    std::string_view word_;
    std::size_t word_at_ = 0;
    bool hands_told_ = false;   // men in hand stand after the board
    bool checks_told_ = false;  // there was a field of checks
};

void print_rank(std::string& text, const Setup& setup, unsigned rank) {
    unsigned empty = 0;
    const auto flush = [&] {
        if (empty != 0) text += std::to_string(empty);
        empty = 0;
    };
    for (unsigned file = 0; file < std::min(setup.files, rules::max_files); ++file) {
        const unsigned bit = rules::region_bit(file, rank);
        if (const auto& man = setup.men[bit]) {
            flush();
            const auto cased = [&](char letter) {
                return man->color == Color::white ? upper(letter) : lower(letter);
            };
            if (man->turned_from) text += '+';
            text += cased(man->turned_from.value_or(man->letter));
            if (man->promoted_pawn || man->marked) text += '~';
        } else if (setup.holes[bit] || setup.walls[bit]) {
            flush();
            text += '*';
        } else {
            ++empty;
        }
    }
    flush();
}

void print_hands(std::string& text, const ByColor<Hand>& hands) {
    text += '[';
    for (const auto& [letter, count] : hands[Color::white]) text.append(count, upper(letter));
    for (const auto& [letter, count] : hands[Color::black]) text.append(count, lower(letter));
    text += ']';
}

/// Rights to castle, with the file where it is needed, then gates; White's first.
void print_castling(std::string& text, const Setup& setup) {
    std::string field;
    for (const Color side : both_colors) {
        const auto cased = [&](unsigned file) {
            return static_cast<char>((side == Color::white ? 'A' : 'a') + file);
        };
        for (std::size_t right = 2 * static_cast<std::size_t>(side);
             right / 2 == static_cast<std::size_t>(side); ++right)
            if (setup.castling.find(castling_letters[right]) != std::string::npos)
                field += setup.castling_files[right] ? cased(*setup.castling_files[right])
                                                     : castling_letters[right];
        const rules::Region& gates = setup.gates[side];
        if (gates.none()) continue;
        for (unsigned file = 0; file < rules::max_files; ++file)
            for (unsigned rank = 0; rank < rules::max_ranks; ++rank)
                if (gates[rules::region_bit(file, rank)]) field += cased(file);
    }
    // What is no right is printed as it stands: nothing about a setup is checked.
    for (const char c : setup.castling)
        if (castling_letters.find(c) == std::string_view::npos) field += c;
    text += field.empty() ? "-" : field;
}

void print_barred(std::string& text, const std::vector<Barred>& barred) {
    char before = '~';
    for (const Barred& group : united(barred)) {
        text += before == '~' ? " ~" : ";";
        text += group.men;
        before = ':';
        for (unsigned bit = 0; bit < rules::max_files * rules::max_ranks; ++bit) {
            if (!group.squares[bit]) continue;
            text += before;
            text += name(place_at(bit));
            before = ',';
        }
    }
}

}  // namespace

bool Barred::bars(Man man) const {
    const char letter = man.color == Color::white ? man.letter : lower(man.letter);
    return men == "*" || men.find(letter) != std::string::npos;
}

std::string name(Place place) { return static_cast<char>('a' + place.file) + std::to_string(place.rank + 1); }

std::optional<Place> place_of(std::string_view text) {
    const auto [place, length] = leading_place(text);
    if (length == 0 || length != text.size()) return std::nullopt;
    return place;
}

Result<Setup> parse_fen(std::string_view text, const rules::Rules& rules) {
    return FenReader{text, rules}.read();
}

Setup with_turn(Setup setup, Color side) {
    if (setup.to_move != side) setup.en_passant.clear();
    setup.to_move = side;
    return setup;
}

std::string print_fen(const Setup& setup) {
    std::string text;
    for (unsigned rank = std::min(setup.ranks, rules::max_ranks); rank-- > 0;) {
        print_rank(text, setup, rank);
        if (rank != 0) text += '/';
    }
    if (setup.hands) print_hands(text, *setup.hands);
    text += setup.to_move == Color::white ? " w " : " b ";
    print_castling(text, setup);
    text += ' ';
    for (const Place place : setup.en_passant) text += name(place);
    if (setup.en_passant.empty()) text += setup.counting_limit ? std::to_string(*setup.counting_limit) : "-";
    if (setup.checks_left)
        text += fmt::format(" {}+{}", (*setup.checks_left)[Color::white], (*setup.checks_left)[Color::black]);
    text += fmt::format(" {} {}", setup.half_moves, setup.full_moves);
    print_barred(text, setup.barred);
    return text;
}

}  // namespace zermelo::engine
