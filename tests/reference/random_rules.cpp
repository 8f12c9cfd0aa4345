// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "zermelo/rules/pieces.hpp"
#include "zermelo/rules/reader.hpp"

#include "reference/engine.hpp"
#include "reference/random_variants.hpp"
#include "reference/rule_switches.hpp"

namespace zermelo::reference {
namespace {

template <typename Container>
const auto& pick(Random& random, const Container& from) {
    return from[random.below(std::size(from))];
}

/// One part of a notation: modifiers, an atom, a range; often not a valid one.
std::string betza_part(Random& random) {
    static constexpr std::string_view plain = "WFDNAHLCJZGKRBQ";
    static constexpr std::array<std::string_view, 14> directions{"f",  "b",  "l",  "r",  "v",  "s",  "ff",
                                                                 "bb", "fl", "fr", "fs", "bs", "fb", "hl"};
    std::string part;
    if (random.one_in(3)) part += pick(random, std::string_view{"mc"});
    if (random.one_in(4)) part += pick(random, std::string_view{"npg"});
    if (random.one_in(8)) part += 'i';
    if (random.one_in(3)) part += pick(random, directions);
    const char atom = pick(random, plain);
    part += atom;
    if (random.one_in(4)) part += random.one_in(2) ? std::string{atom} : std::to_string(number(random, 1, 4));
    return part;
}

/// A piece by a notation of one to three parts; now and then it cannot move at all.
rules::Kind random_kind(Random& random, rules::Letter letter, std::string name) {
    rules::Kind kind;
    kind.letter = letter;
    kind.name = std::move(name);
    if (random.one_in(30)) return kind;
    const unsigned parts = number(random, 1, 3);
    for (unsigned done = 0; done < parts;) {
        const std::string longer = kind.betza + betza_part(random);
        auto movements = rules::parse_betza(longer);
        if (!movements) continue;
        kind.betza = longer;
        kind.movements = std::move(*movements);
        ++done;
    }
    return kind;
}

rules::Kind known_kind(rules::Letter letter, std::string name, std::string betza) {
    rules::Kind kind;
    kind.letter = letter;
    kind.name = std::move(name);
    kind.betza = std::move(betza);
    if (auto movements = rules::parse_betza(kind.betza)) kind.movements = std::move(*movements);
    return kind;
}

/// Kinds as a rules file has them, whatever the order of its lines is.
void in_order(rules::Rules& rules) {
    std::sort(rules.kinds.begin(), rules.kinds.end(), [](const rules::Kind& a, const rules::Kind& b) {
        return rules::piece_of_key(a.name) < rules::piece_of_key(b.name);
    });
}

/// What is captured comes back as one kind.
void with_one_pawn(rules::Rules& rules) {
    if (!rules.captures_fill_hands() || rules.drop_loop) return;
    for (rules::SideRules& side : rules.sides)
        if (side.promotion_pawns.size() > 1) side.promotion_pawns.resize(1);
}

/// Files and ranks that rules name, after the board has become smaller.
void within_board(rules::Rules& rules) {
    for (unsigned* file :
         {&rules.castling_kingside_file, &rules.castling_queenside_file, &rules.castling_king_file,
          &rules.castling_rook_kingside_file, &rules.castling_rook_queenside_file})
        *file = std::min(*file, rules.files - 1);
    for (unsigned* rank : {&rules.castling_rank, &rules.soldier_rank})
        *rank = std::min(*rank, rules.ranks - 1);
}

class Maker {
  public:
    explicit Maker(Random& random) : random_(random) {}

    /// Rules with everything but a start FEN.
    rules::Rules make() {
        rules_ = {};
        rules_.name = "random";
        const bool with_drops = random_.one_in(3);
        // Where men are dropped there are many moves, and more to do on a small board.
        const unsigned most = with_drops && !random_.one_in(8) ? 5 : random_.one_in(8) ? rules::max_files : 8;
        rules_.files = number(random_, 2, most);
        rules_.ranks = number(random_, 2, most);
        kinds(with_drops);
        for (rules::SideRules& side : rules_.sides) pawns(side, &side == &rules_.sides[0]);
        rules_.mandatory_pawn_promotion = !random_.one_in(4);
        if (random_.one_in(4)) rules_.promoted_kind[common_letter()] = common_letter();
        castling();
        rules_.must_capture = random_.one_in(6);
        rules_.checking = !random_.one_in(10);
        rules_.stalemate_value = random_.one_in(2) ? game::Outcome::draw : outcome();
        rules_.checkmate_value = random_.one_in(4) ? outcome() : game::Outcome::loss;
        if (random_.one_in(3)) extinction();
        if (random_.one_in(4)) flags();
        if (random_.one_in(5)) special();
        if (with_drops)
            drops();
        else if (random_.one_in(4))
            walls();
        if (random_.one_in(5)) eastern();
        const bool letters = rules_.files <= 10;
        if (random_.one_in(6) && letters && !rules_.has_walls()) gating();
        rules_.castling_960 = rules_.castling && letters && !rules_.gating && random_.one_in(4);
        with_one_pawn(rules_);
        return std::move(rules_);
    }

  private:
    void kinds(bool with_drops) {
        if (!random_.one_in(4)) {
            rules::Kind king =
                random_.one_in(3) ? random_kind(random_, 'K', "king") : known_kind('K', "king", "K");
            king.royal = true;
            rules_.kinds.push_back(std::move(king));
        }
        if (random_.one_in(2)) {
            rules_.kinds.push_back(known_kind('P', "pawn", "fmWfcF"));
            rules_.kinds.back().pawn = true;
        }
        if (with_drops) known_kinds();
        if (random_.one_in(4)) eastern_kinds();
        const unsigned more = number(random_, 1, 4);
        for (unsigned i = 1; i <= more; ++i)
            rules_.kinds.push_back(
                random_kind(random_, static_cast<char>('A' + i - 1), "customPiece" + std::to_string(i)));
        in_order(rules_);
    }

    /// Kinds of which some rules of the East speak.
    void eastern_kinds() {
        const auto has = [&](rules::Letter letter) { return rules_.kind(letter) != nullptr; };
        if (random_.one_in(3)) rules_.kinds.push_back(known_kind('J', "janggiCannon", "pR"));
        if (random_.one_in(3)) rules_.kinds.push_back(known_kind('W', "wazir", "W"));
        if (random_.one_in(3)) rules_.kinds.push_back(known_kind('Z', "soldier", "fsW"));
        if (random_.one_in(3)) rules_.kinds.push_back(known_kind('F', "fers", "F"));
        if (random_.one_in(3)) rules_.kinds.push_back(known_kind('N', "knight", "N"));
        if (random_.one_in(3) && !has('R')) rules_.kinds.push_back(known_kind('R', "rook", "R"));
    }

    /// Kinds of which some rules of drops speak.
    void known_kinds() {
        if (random_.one_in(4)) rules_.kinds.push_back(known_kind('L', "bishop", "B"));
        if (random_.one_in(4)) rules_.kinds.push_back(known_kind('R', "rook", "R"));
        if (random_.one_in(2)) rules_.kinds.push_back(known_kind('S', "shogiPawn", "fW"));
    }

    rules::Letter letter() { return pick(random_, rules_.kinds).letter; }

    /// A kind that is not royal: kings neither promote nor come out of a promotion.
    rules::Letter common_letter() {
        while (true) {
            const rules::Kind& kind = pick(random_, rules_.kinds);
            if (!kind.royal) return kind.letter;
        }
    }

    rules::Letters some_letters() {
        rules::Letters letters;
        for (const rules::Kind& kind : rules_.kinds)
            if (random_.one_in(3)) letters += kind.letter;
        return letters;
    }

    rules::Letters some_common_letters() {
        rules::Letters letters = some_letters();
        std::erase(letters, 'K');
        return letters;
    }

    game::Outcome outcome() {
        static constexpr std::array all{game::Outcome::loss, game::Outcome::draw, game::Outcome::win};
        return pick(random_, all);
    }

    rules::Region one_rank(unsigned rank) const {
        rules::Region region;
        for (unsigned file = 0; file < rules_.files; ++file) region.set(rules::region_bit(file, rank));
        return region;
    }

    rules::Region any_squares(unsigned sixteenths) {
        rules::Region region;
        for (unsigned rank = 0; rank < rules_.ranks; ++rank)
            for (unsigned file = 0; file < rules_.files; ++file)
                if (random_.below(16) < sixteenths) region.set(rules::region_bit(file, rank));
        return region;
    }

    /// Ranks counted from a side, or scattered squares.
    rules::Region region(bool white, unsigned first, unsigned last) {
        if (random_.one_in(5)) return any_squares(number(random_, 1, 15));
        rules::Region region;
        for (unsigned rank = first; rank <= std::min(last, rules_.ranks - 1); ++rank)
            region |= one_rank(white ? rank : rules_.ranks - 1 - rank);
        return region;
    }

    void pawns(rules::SideRules& side, bool white) {
        const rules::Letter pawn = rules_.kind('P') != nullptr ? 'P' : common_letter();
        side.promotion_region = region(white, rules_.ranks - (random_.one_in(3) ? 2 : 1), rules_.ranks - 1);
        side.promotion_pawns = random_.one_in(3) ? some_common_letters() : rules::Letters(1, pawn);
        for (const rules::Kind& kind : rules_.kinds)
            if (!kind.royal && !kind.pawn && !random_.one_in(3)) side.promotion_pieces += kind.letter;
        if (!random_.one_in(3)) {
            const unsigned first = random_.one_in(3) ? 0 : 1;
            side.double_step_region = region(white, first, number(random_, first, 2));
        }
        if (random_.one_in(6)) side.triple_step_region = region(white, 1, number(random_, 1, 2));
        side.en_passant_region = random_.one_in(4) ? any_squares(10) : any_squares(16);
        side.en_passant_pawns = random_.one_in(3) ? some_letters() : rules::Letters(1, pawn);
        side.pass = random_.one_in(12);
        side.pass_on_stalemate = random_.one_in(12);
        if (random_.one_in(5)) side.mobility[letter()] = any_squares(12) | one_rank(0);
    }

    void castling() {
        rules_.castling = rules_.files >= 3 && !random_.one_in(3);
        if (!rules_.castling) return;
        const unsigned edge = rules_.files - 1;
        rules_.castling_queenside_file = number(random_, 0, edge / 2);
        rules_.castling_kingside_file = number(random_, edge / 2, edge);
        rules_.castling_rank = random_.one_in(4) ? number(random_, 0, rules_.ranks - 1) : 0;
        rules_.castling_king_file = number(random_, 0, edge);
        rules_.castling_rook_kingside_file = random_.one_in(4) ? number(random_, 0, edge) : edge;
        rules_.castling_rook_queenside_file = random_.one_in(4) ? number(random_, 0, edge) : 0;
        for (rules::SideRules& side : rules_.sides) {
            side.castling_king = random_.one_in(3) ? letter() : rules_.kinds.front().letter;
            side.castling_rooks = some_letters();
            side.castling_rooks += common_letter();
            std::sort(side.castling_rooks.begin(), side.castling_rooks.end());
            side.castling_rooks.erase(std::unique(side.castling_rooks.begin(), side.castling_rooks.end()),
                                      side.castling_rooks.end());
        }
    }

    void extinction() {
        rules_.extinction_value = random_.one_in(3) ? outcome() : game::Outcome::loss;
        rules_.extinction_kinds = some_letters();
        rules_.extinction_total = rules_.extinction_kinds.empty() || random_.one_in(4);
        rules_.extinction_count = random_.one_in(2) ? 0 : number(random_, 1, 2);
        rules_.extinction_opponent_count = number(random_, 0, 2);
        rules_.extinction_claim = random_.one_in(4);
        rules_.extinction_pseudo_royal = random_.one_in(2);
    }

    /// Rules of single games, each by itself or with another.
    void special() {
        const bool with_king = rules_.kind('K') != nullptr;
        if (!with_king && random_.one_in(3)) {
            rules_.blast = true;
            if (random_.one_in(3)) rules_.blast_immune = some_letters();
        }
        if (random_.one_in(5)) rules_.mutually_immune = some_letters();
        rules_.opposite_castling = random_.one_in(4);
        if (random_.one_in(8)) rules_.castling_wins = random_.one_in(2) ? "KQkq" : "Kq";
        rules_.flying_general = with_king && random_.one_in(4);
        rules_.makpong = with_king && random_.one_in(6);
        rules_.check_counting = with_king && random_.one_in(4);
        rules_.duple_check = random_.one_in(4);
        rules_.flag_safe = random_.one_in(4);
        rules_.flag_blocked = random_.one_in(4);
        if (random_.one_in(4)) rows();
    }

    void walls() {
        using rules::Walling;
        static constexpr std::array ways{Walling::none, Walling::anywhere, Walling::arrow,
                                         Walling::past, Walling::edge,     Walling::duck};
        rules_.walling = pick(random_, ways);
        // Where there are more squares a wall that may stand anywhere makes thousands of moves, and the
        // reference plays them one by one.
        if (rules_.walling != Walling::none && rules_.files * rules_.ranks > 36)
            rules_.walling = Walling::past;
        rules_.wall_or_move =
            (rules_.walling == Walling::anywhere || rules_.walling == Walling::edge) && random_.one_in(2);
        for (rules::SideRules& side : rules_.sides)
            if (random_.one_in(4)) side.wall_region = any_squares(8);
        if (random_.one_in(3)) rules_.petrifying = some_common_letters();
        if (rules_.blast) rules_.petrify_blast = random_.one_in(2);
    }

    /// Rules of Janggi, Sittuyin and Shatar.
    void eastern() {
        if (random_.one_in(2) && !rules_.immobility_illegal) rules_.diagonal_lines = any_squares(8);
        rules_.bikjang = rules_.kind('K') != nullptr && random_.one_in(3);
        if (rules_.bikjang && random_.one_in(2))
            for (rules::SideRules& side : rules_.sides) side.pass = true;
        if (random_.one_in(3)) rules_.material_counting = rules::MaterialCounting::janggi;
        rules_.sittuyin_promotion = rules_.promoted_kind.empty() && random_.one_in(4);
        rules_.shatar_mate = rules_.kind('K') != nullptr && random_.one_in(4);
    }

    void gating() {
        rules_.gating = true;
        rules_.castling_with_dropped = false;
        rules_.gates_from_hand = rules_.mandatory_pawn_promotion && rules_.promoted_kind.empty() &&
                                 !rules_.sittuyin_promotion && random_.one_in(2);
        rules_.first_leaps = random_.one_in(2);
    }

    void rows() {
        rules::Rows& rows = rules_.rows;
        if (random_.one_in(2)) rows.in_a_row = number(random_, 2, 4);
        if (random_.one_in(4)) rows.square = 2;
        if (random_.one_in(4)) rows.collinear = number(random_, 3, 4);
        rows.any_kind = random_.one_in(2);
        if (!rows.any_kind) rows.kinds = some_letters();
        rows.vertical = !random_.one_in(4);
        rows.horizontal = !random_.one_in(4);
        rows.diagonal = !random_.one_in(4);
        rows.value = random_.one_in(3) ? outcome() : game::Outcome::win;
        if (random_.one_in(2)) return;
        for (rules::SideRules& side : rules_.sides) side.connect_regions = {any_squares(4), any_squares(4)};
    }

    void flags() {
        for (rules::SideRules& side : rules_.sides) {
            side.flag_piece = random_.one_in(3) ? std::nullopt : std::optional{letter()};
            side.flag_region = region(&side == &rules_.sides[0], rules_.ranks - 1, rules_.ranks - 1);
        }
        rules_.flag_count = number(random_, 1, 2);
        rules_.flag_move = random_.one_in(2);
    }

    void drops() {
        turning();
        rules_.drops = !random_.one_in(8);
        rules_.captures_to_hand = !random_.one_in(4);
        rules_.free_drops = random_.one_in(8);
        if (rules_.free_drops) rules_.captures_to_hand = false;
        rules_.drop_loop = random_.one_in(3);
        rules_.drop_promoted = random_.one_in(3);
        rules_.first_rank_pawn_drops = random_.one_in(2);
        rules_.promotion_zone_pawn_drops = random_.one_in(2);
        rules_.first_rank_rook_drops = random_.one_in(3);
        rules_.opposite_bishop_drops = random_.one_in(3);
        for (rules::SideRules& side : rules_.sides)
            if (random_.one_in(4))
                side.drop_region = region(&side == &rules_.sides[0], 0, number(random_, 0, rules_.ranks));
        if (random_.one_in(4)) rules_.undoubled_kind = letter();
        rules_.undoubled_count = random_.one_in(3) ? 2 : 1;
        rules_.drop_checks = !random_.one_in(6);
        rules_.must_drop = random_.one_in(6) && !rules_.free_drops;
        if (rules_.must_drop && random_.one_in(2)) rules_.must_drop_kind = letter();
        rules_.castling_with_dropped = random_.one_in(2);
        rules_.pawn_drop_mate_illegal = random_.one_in(2);
        rules_.immobility_illegal = random_.one_in(3);
        enclosing();
        rules_.stalemate_count = random_.one_in(5);
        static constexpr std::array ways{
            rules::MaterialCounting::none, rules::MaterialCounting::none, rules::MaterialCounting::unweighted,
            rules::MaterialCounting::white_draw_odds, rules::MaterialCounting::black_draw_odds};
        rules_.material_counting = pick(random_, ways);
        rules_.full_board_ends = random_.one_in(4);
    }

    /// Men that turn into others, and back.
    void turning() {
        for (unsigned more = number(random_, 0, 2); more > 0; --more)
            rules_.promoted_kind[common_letter()] = common_letter();
        rules_.mandatory_piece_promotion = random_.one_in(4);
        rules_.piece_demotion = random_.one_in(2);
        rules_.piece_promotion_on_capture = random_.one_in(5);
        if (random_.one_in(3)) rules_.promotion_limit[common_letter()] = number(random_, 1, 2);
    }

    void enclosing() {
        using rules::Enclosing;
        static constexpr std::array drops{Enclosing::reversi, Enclosing::ataxx, Enclosing::snort,
                                          Enclosing::anyside, Enclosing::top};
        static constexpr std::array flips{Enclosing::reversi, Enclosing::ataxx, Enclosing::quadwrangle};
        if (random_.one_in(4)) {
            rules_.enclosing_drop = pick(random_, drops);
            if (random_.one_in(2)) rules_.enclosing_drop_start = any_squares(number(random_, 1, 3));
        }
        if (rules_.kind('K') == nullptr && random_.one_in(2)) rules_.flip_enclosed = pick(random_, flips);
    }

    Random& random_;
    rules::Rules rules_;
};

/// Some men of each side in hand.
void fill_hands(Random& random, engine::Setup& setup, const rules::Rules& rules) {
    if (!rules.has_hands()) return;
    setup.hands.emplace();
    for (engine::Hand& hand : *setup.hands)
        for (const rules::Kind& kind : rules.kinds)
            if (!kind.royal && random.one_in(3))
                hand[rules.before_turning(kind.letter)] = number(random, 1, 2);
}

unsigned castling_rank(const rules::Rules& rules, Color color) {
    return color == Color::white ? rules.castling_rank : rules.ranks - 1 - rules.castling_rank;
}

/// A king and a rook where they castle from.
void castlers(Random& random, engine::Setup& setup, const rules::Rules& rules, Color color) {
    const rules::SideRules& side = rules.side(color);
    const unsigned rank = color == Color::white ? rules.castling_rank : rules.ranks - 1 - rules.castling_rank;
    setup.men[rules::region_bit(rules.castling_king_file, rank)] = engine::Man{color, *side.castling_king};
    const unsigned file =
        random.one_in(2) ? rules.castling_rook_kingside_file : rules.castling_rook_queenside_file;
    setup.men[rules::region_bit(file, rank)] = engine::Man{color, pick(random, side.castling_rooks)};
}

bool has_king(const engine::Setup& setup, Color color) {
    return std::find(setup.men.begin(), setup.men.end(), engine::Man{color, 'K'}) != setup.men.end();
}

/// Gives the rights to castle that a start of these men may have: it says where the game castles from.
void add_rights(engine::Setup& start, rules::Rules& rules) {
    rules.start_fen = engine::print_fen(start);
    if (!rules.castling || !violations(start, rules).empty()) return;
    for (const char right : std::string_view{"KQkq"}) {
        start.castling += right;
        rules.start_fen = engine::print_fen(start);
        if (!violations(start, rules).empty()) start.castling.pop_back();
    }
    rules.start_fen = engine::print_fen(start);
}

/// Men of both sides, mostly on their own halves; a king each if there are kings, now and then two.
engine::Setup scatter(Random& random, const rules::Rules& rules) {
    engine::Setup setup;
    setup.files = rules.files;
    setup.ranks = rules.ranks;
    const unsigned half = std::max(1U, rules.ranks / 2);
    const auto put = [&](Color color, rules::Letter letter) {
        const unsigned deep = random.one_in(8) ? rules.ranks : (letter == 'K' ? std::min(half, 2U) : half);
        const unsigned rank = number(random, 0, deep - 1);
        const unsigned file = number(random, 0, rules.files - 1);
        auto& place =
            setup.men[rules::region_bit(file, color == Color::white ? rank : rules.ranks - 1 - rank)];
        if (!place) place = engine::Man{color, letter};
    };
    fill_hands(random, setup, rules);
    if (rules.check_counting) setup.checks_left = {number(random, 1, 3), number(random, 1, 3)};
    for (const Color color : {Color::white, Color::black}) {
        const rules::SideRules& side = rules.side(color);
        if (rules.castling && side.castling_king && !side.castling_rooks.empty() && random.one_in(2))
            castlers(random, setup, rules, color);
        if (rules.kind('K') != nullptr && setup.hands && rules.drops && !has_king(setup, color) &&
            random.one_in(6)) {
            (*setup.hands)[color]['K'] = 1;
        } else if (rules.kind('K') != nullptr)
            for (unsigned kings = random.one_in(10) ? 2 : 1; kings > 0; --kings)
                if (kings > 1 || !has_king(setup, color)) put(color, 'K');
        const unsigned most = std::max(2U, std::min(10U, rules.files * rules.ranks / 3));
        for (unsigned men = number(random, 1, most); men > 0; --men) {
            const rules::Letter letter = pick(random, rules.kinds).letter;
            if (letter != 'K') put(color, letter);
        }
    }
    if (rules.gating)
        for (const Color color : {Color::white, Color::black})
            for (unsigned file = 0; file < rules.files; ++file) {
                const unsigned bit = rules::region_bit(file, castling_rank(rules, color));
                if (setup.men[bit] && setup.men[bit]->color == color && !random.one_in(3))
                    setup.gates[color].set(bit);
            }
    setup.to_move = random.one_in(4) ? Color::black : Color::white;
    return setup;
}

}  // namespace

namespace {

/// Gives rules a start, if a few draws bring one.
bool find_start(Random& random, rules::Rules& rules) {
    for (unsigned tries = 0; tries < 8; ++tries) {
        engine::Setup start = scatter(random, rules);
        add_rights(start, rules);
        if (violations(start, rules).empty()) return true;
    }
    return false;
}

}  // namespace

rules::Rules random_rules(Random& random) {
    while (true) {
        rules::Rules rules = Maker{random}.make();
        if (find_start(random, rules)) return rules;
    }
}

std::optional<rules::Rules> random_rules_with(Random& random, std::span<const RuleSwitch* const> wanted) {
    constexpr unsigned max_side = 6;
    for (unsigned tries = 0; tries < 30; ++tries) {
        rules::Rules rules = Maker{random}.make();
        if (std::max(rules.files, rules.ranks) > max_side) continue;
        // By themselves they meet more often; beside others they meet in more ways.
        if (!random.one_in(3))
            for (const RuleSwitch& other : rule_switches())
                if (other.name != "king") other.off(rules);
        for (const RuleSwitch* rule : wanted) rule->on(random, rules);
        for (const RuleSwitch* rule : wanted) rule->on(random, rules);  // one may have undone another
        in_order(rules);
        with_one_pawn(rules);
        within_board(rules);
        const auto is_on = [&](const RuleSwitch* rule) { return rule->is_on(rules); };
        if (!std::all_of(wanted.begin(), wanted.end(), is_on) || !find_start(random, rules)) continue;
        auto read = rules::read_rules(rules::canonical_text(rules), {});
        if (!read) continue;
        const auto start = engine::parse_fen(read->front().start_fen, read->front());
        if (start && violations(*start, read->front()).empty()) return std::move(read->front());
    }
    return std::nullopt;
}

}  // namespace zermelo::reference
