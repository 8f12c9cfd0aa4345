// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/compositions/twin.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/compositions/castling_rights.hpp"
#include "zermelo/compositions/popeye_words.hpp"

namespace zermelo::compositions {

namespace {

using engine::Man;
using engine::Place;
using engine::Setup;

/// Reads one twin and changes a diagram by it.
class TwinReader {
  public:
    TwinReader(std::string_view text, std::string input, const rules::Rules& rules)
        : text_(text), input_(std::move(input)), rules_(rules) {}

    /// The name before the colon, if there is one.
    std::string name() {
        const std::size_t colon = text_.find(':');
        if (colon == std::string_view::npos) return {};
        at_ = colon + 1;
        std::string_view name = text_.substr(0, colon);
        while (!name.empty() && is_blank(name.front())) name.remove_prefix(1);
        while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
        return std::string{name};
    }

    /// Whether the next change is `continued`, which then has been read.
    bool continued() {
        const std::size_t before = at_;
        if (word() == "continued") {
            skip(',');
            return true;
        }
        at_ = before;
        return false;
    }

    Result<void> change(Diagram& diagram) {
        do {
            const std::size_t begin = skip_blanks();
            with_men_.clear();
            const Setup before = diagram.setup;
            ZERMELO_CHECK(one(diagram));
            if (before.men != diagram.setup.men) renew_rights(before, diagram.setup);
            diagram.changes_with_men.push_back(with_men_);
            diagram.changes.emplace_back(text_.substr(begin, at_ - begin));
        } while (skip(','));
        if (at_ != text_.size()) return wrong(at_, "expected ',' and another change, or the end");
        return {};
    }

  private:
    static bool is_blank(char c) { return c == ' ' || c == '\t'; }

    std::size_t skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
        return at_;
    }
    bool skip(char c) {
        skip_blanks();
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    std::string_view word() {
        const std::size_t begin = skip_blanks();
        while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != ',') ++at_;
        return text_.substr(begin, at_ - begin);
    }
    bool at_end_of_change() {
        skip_blanks();
        return at_ == text_.size() || text_[at_] == ',';
    }

    tl::unexpected<Error> wrong(std::size_t at, std::string_view expected) const {
        return failure(ErrorKind::bad_usage, std::string{expected}, Location{1, at + 1}, input_);
    }

    Result<void> one(Diagram& diagram) {
        const std::size_t begin = skip_blanks();
        const std::string_view verb = word();
        Setup& setup = diagram.setup;
        if (verb == "move") return two_squares(setup, false);
        if (verb == "exchange") return two_squares(setup, true);
        if (verb == "remove") return remove(setup);
        if (verb == "add") return put(setup, false);
        if (verb == "substitute") return put(setup, true);
        if (verb == "shift") return shift(setup);
        if (verb == "rotate") return rotate(setup);
        if (verb == "mirror") return mirror(setup);
        if (verb == "stipulation") {
            ZERMELO_TRY(diagram.stipulation, Stipulation::parse(word(), rules_.ranks));
            with_men_ = diagram.stipulation.text();
            return {};
        }
        return wrong(begin,
                     fmt::format("{}, expected move, exchange, remove, add, substitute, shift, rotate, "
                                 "mirror, stipulation or, first, continued",
                                 quoted(verb, 20, Unprintable::hex)));
    }

    Result<Place> square() {
        const std::size_t begin = skip_blanks();
        const std::string_view text = word();
        const auto place = engine::place_of(text);
        if (place && place->file < rules_.files && place->rank < rules_.ranks) return *place;
        return wrong(begin,
                     fmt::format("{}, expected a square of the board", quoted(text, 20, Unprintable::hex)));
    }

    std::optional<Man>& man(Setup& setup, Place at) const {
        return setup.men[rules::region_bit(at.file, at.rank)];
    }

    /// A square with a man, or without one.
    Result<Place> square(Setup& setup, bool with_man) {
        const std::size_t begin = skip_blanks();
        ZERMELO_TRY(const Place at, square());
        if (man(setup, at).has_value() == with_man) return at;
        return wrong(begin,
                     fmt::format("{} is {}, expected a square {}", engine::name(at),
                                 with_man ? "empty" : "occupied", with_man ? "with a man" : "that is empty"));
    }

    Result<void> two_squares(Setup& setup, bool exchange) {
        ZERMELO_TRY(const Place from, square(setup, true));
        ZERMELO_TRY(const Place to, square(setup, exchange));
        with_men_ =
            with_man(setup, from) + (exchange ? "<-->" + with_man(setup, to) : "-->" + engine::name(to));
        std::swap(man(setup, from), man(setup, to));
        return {};
    }

    Result<void> remove(Setup& setup) {
        do {
            ZERMELO_TRY(const Place at, square(setup, true));
            with_men_ += (with_men_.empty() ? "-" : "  -") + with_man(setup, at);
            man(setup, at).reset();
        } while (!at_end_of_change());
        return {};
    }

    Result<void> put(Setup& setup, bool in_place) {
        const std::size_t begin = skip_blanks();
        const std::string_view letter = word();
        if (letter.size() != 1 || rules_.kind(rules::Letter{upper(letter[0])}) == nullptr)
            return wrong(begin, fmt::format("{}, expected a letter of a man as in a FEN",
                                            quoted(letter, 20, Unprintable::hex)));
        ZERMELO_TRY(const Place at, square(setup, in_place));
        Man placed;
        placed.color = is_upper(letter[0]) ? Color::white : Color::black;
        placed.letter = upper(letter[0]);
        man(setup, at) = placed;
        with_men_ = with_man(setup, at);
        return {};
    }

    /// As Popeye writes a man where it stands: "wSb1".
    std::string with_man(Setup& setup, Place at) const {
        const Man& here = *man(setup, at);
        return fmt::format("{}{}{}", here.color == Color::white ? 'w' : 'b',
                           popeye::english_letter(here.letter), engine::name(at));
    }

    /// Puts every man to where `to` says. Errors: beyond the board.
    Result<void> put_all(Setup& setup, std::size_t begin,
                         const std::function<std::pair<int, int>(int file, int rank)>& to) {
        Setup moved = setup;
        moved.men.fill(std::nullopt);
        for (unsigned rank = 0; rank < rules_.ranks; ++rank)
            for (unsigned file = 0; file < rules_.files; ++file) {
                const auto& here = setup.men[rules::region_bit(file, rank)];
                if (!here) continue;
                const auto [f, r] = to(static_cast<int>(file), static_cast<int>(rank));
                if (f < 0 || r < 0 || f >= static_cast<int>(rules_.files) ||
                    r >= static_cast<int>(rules_.ranks))
                    return wrong(begin, "a man leaves the board, expected that all stay on it");
                moved.men[rules::region_bit(static_cast<unsigned>(f), static_cast<unsigned>(r))] = here;
            }
        setup = std::move(moved);
        return {};
    }

    Result<void> shift(Setup& setup) {
        const std::size_t begin = skip_blanks();
        ZERMELO_TRY(const Place from, square());
        ZERMELO_TRY(const Place to, square());
        with_men_ = fmt::format("shift {} ==> {}", engine::name(from), engine::name(to));
        return put_all(setup, begin, [=](int file, int rank) {
            return std::pair{file + to.file - from.file, rank + to.rank - from.rank};
        });
    }

    Result<void> rotate(Setup& setup) {
        const std::size_t begin = skip_blanks();
        const std::string_view angle = word();
        // Popeye turns to the left.
        with_men_ = fmt::format("rotate {}", angle == "90" ? "270" : angle == "270" ? "90" : angle);
        const int last_file = static_cast<int>(rules_.files) - 1;
        const int last_rank = static_cast<int>(rules_.ranks) - 1;
        if (angle == "180")
            return put_all(setup, begin, [=](int file, int rank) {
                return std::pair{last_file - file, last_rank - rank};
            });
        if (angle != "90" && angle != "270") return wrong(begin, "expected 90, 180 or 270");
        if (last_file != last_rank) return wrong(begin, "the board is no square, expected 180");
        const bool right = angle == "90";
        return put_all(setup, begin, [=](int file, int rank) {
            return right ? std::pair{rank, last_file - file} : std::pair{last_rank - rank, file};
        });
    }

    Result<void> mirror(Setup& setup) {
        const std::size_t begin = skip_blanks();
        const std::string_view corners = word();
        with_men_ = fmt::format("mirror {}", corners == "h1a8"
                                                 ? "a8<-->h1"
                                                 : fmt::format("{}<-->{}", corners.substr(0, 2),
                                                               corners.size() > 2 ? corners.substr(2) : ""));
        const int last_file = static_cast<int>(rules_.files) - 1;
        const int last_rank = static_cast<int>(rules_.ranks) - 1;
        if (corners == "a1h1")
            return put_all(setup, begin, [=](int file, int rank) {
                return std::pair{last_file - file, rank};
            });
        if (corners == "a1a8")
            return put_all(setup, begin, [=](int file, int rank) {
                return std::pair{file, last_rank - rank};
            });
        if (corners != "a1h8" && corners != "h1a8") return wrong(begin, "expected a1h1, a1a8, a1h8 or h1a8");
        if (last_file != last_rank) return wrong(begin, "the board is no square, expected a1h1 or a1a8");
        const bool long_diagonal = corners == "h1a8";
        return put_all(setup, begin, [=](int file, int rank) {
            return long_diagonal ? std::pair{rank, file} : std::pair{last_rank - rank, last_file - file};
        });
    }

    /// Nobody captures en passant any more, or castles where king or rook no longer stands at home; whom the
    /// change has brought there may castle.
    void renew_rights(const Setup& before, Setup& setup) const {
        setup.en_passant.clear();
        if (!castles_from_home(rules_)) return;
        setup.castling.clear();
        for (const CastlingRight& right : castling_rights) {
            const bool had = before.castling.find(right.letter) != std::string::npos;
            if (stand_at_home(setup, right) && (had || !stand_at_home(before, right)))
                setup.castling += right.letter;
        }
    }

    std::string_view text_;
    std::string input_;
    const rules::Rules& rules_;
    std::size_t at_ = 0;
    std::string with_men_;  ///< what the change says in Popeye's writing
};

}  // namespace

Result<void> apply_changes(Diagram& diagram, std::string_view changes, const rules::Rules& rules) {
    return TwinReader{changes, {}, rules}.change(diagram);
}

Result<Posed> posed(const Diagram& diagram, const rules::Rules& rules) {
    Posed posed{diagram.setup, diagram.stipulation};
    if (!diagram.stipulation.goal.is_diagram()) return posed;
    engine::Setup& target = posed.stipulation.goal.target.emplace(diagram.setup);
    target.castling.clear();
    target.en_passant.clear();
    if (diagram.stipulation.goal.aim == Goal::Aim::proof_game) {
        ZERMELO_TRY(posed.setup, engine::parse_fen(rules.start_fen, rules));
        return posed;
    }
    if (!diagram.start)
        return failure(ErrorKind::bad_usage,
                       fmt::format("{}: no position to begin from, expected one as its start",
                                   diagram.stipulation.text()));
    posed.setup = *diagram.start;
    return posed;
}

std::string letter_of_twin(std::size_t number) {
    return number <= 26 ? std::string(1, static_cast<char>('a' + number - 1)) : fmt::format("{}", number);
}

Result<std::vector<Diagram>> with_twins(const engine::Setup& setup, const Stipulation& stipulation,
                                        const std::vector<std::string>& twins, const rules::Rules& rules) {
    std::vector<Diagram> diagrams{{twins.empty() ? "" : "a", setup, stipulation, {}}};
    const Diagram original = diagrams.front();
    for (const std::string& text : twins) {
        const std::string input = fmt::format("twin {}", 1 + (&text - twins.data()));
        TwinReader reader{text, input, rules};
        std::string name = reader.name();
        const bool zero = name == "zero" && diagrams.size() == 1;
        const bool continued = reader.continued();
        Diagram twin = continued ? diagrams.back() : original;
        twin.changes.clear();
        twin.changes_with_men.clear();
        if (continued) twin.changes.emplace_back("continued");
        ZERMELO_CHECK(reader.change(twin));
        if (zero) diagrams.clear();
        twin.name = zero || name.empty() ? letter_of_twin(diagrams.size() + 1) : std::move(name);
        diagrams.push_back(std::move(twin));
    }
    return diagrams;
}

}  // namespace zermelo::compositions
