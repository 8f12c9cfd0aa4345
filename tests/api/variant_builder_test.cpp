// SPDX-License-Identifier: GPL-3.0-or-later
// Variants that are built in code, beside the same of a text: equal rules, equal hashes, the same errors. The
// table of keys that the reader has says which there are.
#include "zermelo/variant_builder.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/game.hpp"
#include "zermelo/rule_keys.hpp"
#include "zermelo/rules/keys.hpp"
#include "zermelo/rules/way_names.hpp"

namespace zermelo {
namespace {

using Built = tl::expected<Variant, std::vector<Error>>;

/// What is wrong, a line each.
std::string errors_of(const Built& built) {
    std::string lines;
    if (!built)
        for (const Error& error : built.error()) lines += text_of(error) + "\n";
    return lines;
}

TEST(VariantBuilder, MakesWhatATextSays) {
    const auto built = VariantBuilder{"knights"}
                           .board(5, 5)
                           .piece("king", 'k')
                           .piece('n', "NmW")
                           .piece("pawn", 'P')
                           .start("nnknn/5/5/5/NNKNN w - - 0 1")
                           .set(keys::castling, false)
                           .set(keys::double_step, false)
                           .set(keys::promotion_region, Color::white, Squares::rank(5))
                           .set(keys::promotion_region, Color::black, {"*1"})
                           .set(keys::promotion_piece_types, "n")
                           .set(keys::flag_piece, 'k')
                           .set(keys::flag_region, Color::white, Squares{"c5"} | Squares::file('a'))
                           .set(keys::stalemate_value, Outcome::win)
                           .set(keys::stalemate_value, Outcome::loss)
                           .mobility(Color::black, "king", {"*5", "*4"})
                           .build();
    ASSERT_TRUE(built) << errors_of(built);
    const auto read = Variant::of_text(
        "[knights]\nstalemateValue = loss\nflagRegionWhite = c5 a*\nflagPiece = k\npromotionPieceTypes = n\n"
        "promotionRegionBlack = *1\npromotionRegionWhite = *5\ndoubleStep = false\ncastling = false\n"
        "startFen = nnknn/5/5/5/NNKNN w - - 0 1\npawn = p\ncustomPiece1 = n:NmW\nking = k\nmaxRank = 5\n"
        "maxFile = 5\nmobilityRegionBlackKing = *4 *5\n");
    ASSERT_TRUE(read) << errors_of(read);
    EXPECT_EQ(built->hash(), read->hash());
    EXPECT_EQ(built->ini(), read->ini());
    EXPECT_EQ(built->name(), "knights");
    Game game{*built};
    EXPECT_TRUE(game.play("a1a2"));
    EXPECT_EQ(game.position(), *Position::start(*read).play("a1a2"));
}

TEST(VariantBuilder, MakesChildren) {
    const Variant chess = *Variant::named("chess");
    const Variant child = *VariantBuilder{"child", chess}.build();
    EXPECT_EQ(child.hash(), Variant::of_text("[child:chess]\n")->hash());
    // A parent need not be one that a text can name, and may be called as a shipped one.
    const Variant other =
        *VariantBuilder{"chess", chess}.piece('z', "NN").set(keys::must_capture, true).build();
    const std::string no_queens = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
    const auto grandchild =
        VariantBuilder{"grandchild", other}.piece('y', "AA").without("queen").start(no_queens).build();
    ASSERT_TRUE(grandchild) << errors_of(grandchild);
    EXPECT_EQ(grandchild->hash(),
              Variant::of_text("[a:chess]\ncustomPiece1 = z:NN\nmustCapture = true\n[grandchild:a]\n"
                               "customPiece2 = y:AA\nqueen = -\nstartFen = " +
                                   no_queens,
                               "grandchild")
                  ->hash());
    // A builder goes on after it has built.
    VariantBuilder builder{"more", chess};
    const std::string before = builder.build()->hash();
    EXPECT_NE(builder.set(keys::n_fold_rule, 3U).build()->hash(), before);
}

/// A child of chess with little on its board, and what one more line or some ask for.
std::string parent_lines(const std::string& key) {
    std::string lines = "[parent:chess]\nstartFen = 3k4/8/8/8/8/8/8/4K3 w - - 0 1\n";
    const auto begins = [&](std::string_view word) { return key.starts_with(word); };
    const std::string no_king = "king = -\ncommoner = k\ncastling = false\n";
    if (begins("nMoveRuleTypes")) lines += "nMoveRule = 20\n";
    if (begins("wallingRegion") || key == "wallOrMove") lines += "wallingRule = edge\n";
    if (key == "seirawanGating" || key == "cambodianMoves") lines += "gating = true\n";
    if (key == "extinctionValue" || key == "extinctionPseudoRoyal") lines += "extinctionPieceTypes = q\n";
    if (key == "turningPieceType") lines += "promotionPieceTypes = r\n";
    if (key == "blastOnCapture" || key == "flipEnclosedPieces") lines += no_king;
    if (begins("castling") && key != "castling") lines += "castling = true\n";
    return lines;
}

/// Sets every key by what `set` does for it, beside the same of a text.
class EveryKey {
  public:
    template <typename T>
    void try_key(RuleKey<T> key, const std::type_identity_t<T>& value, std::string_view text) {
        compare(std::string{key.name}, text, [&](VariantBuilder& builder) { builder.set(key, value); });
    }
    template <typename T>
    void try_key(SideRuleKey<T> key, const std::type_identity_t<T>& value, std::string_view text) {
        try_sides(key, value, text);
    }
    template <typename T>
    void try_key(SharedRuleKey<T> key, const std::type_identity_t<T>& value, std::string_view text) {
        compare(std::string{key.name}, text, [&](VariantBuilder& builder) { builder.set(key, value); });
        try_sides(key, value, text);
    }
    /// `say(builder)` says what the line does, of a child of these lines.
    template <typename Say>
    void compare(const std::string& key, std::string_view value, const Say& say,
                 const std::string& more = {}) {
        SCOPED_TRACE(key + " = " + std::string{value});
        const std::string lines = parent_lines(key) + more;
        const Built parent = Variant::of_text(lines);
        ASSERT_TRUE(parent) << errors_of(parent);
        VariantBuilder builder{"child", *parent};
        const std::string unchanged = builder.build()->ini();
        say(builder);
        const Built built = builder.build();
        ASSERT_TRUE(built) << errors_of(built);
        const Built read =
            Variant::of_text(lines + "[child:parent]\n" + key + " = " + std::string{value} + "\n", "child");
        ASSERT_TRUE(read) << errors_of(read);
        EXPECT_EQ(built->hash(), read->hash());
        EXPECT_EQ(built->ini(), read->ini());
        set_.insert(key);
        if (built->ini() != unchanged) changed_.insert(key);
    }
    /// The keys that were set, and of these those that some value has changed the rules by.
    const std::set<std::string>& set() const { return set_; }
    const std::set<std::string>& changed() const { return changed_; }

  private:
    template <typename Key, typename T>
    void try_sides(Key key, const T& value, std::string_view text) {
        for (const Color side : both_colors)
            compare(std::string{key.name} + std::string{name(side)}, text,
                    [&](VariantBuilder& builder) { builder.set(key, side, value); });
    }

    std::set<std::string> set_;
    std::set<std::string> changed_;
};

/// Every key but those that name a piece.
void try_rules(EveryKey& every) {
    const auto try_key = [&](auto key, const auto& value, std::string_view text) {
        every.try_key(key, value, text);
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, bool>)
            every.try_key(key, false, "false");
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Outcome>)
            every.try_key(key, Outcome::loss, "loss");
    };
    try_key(keys::pawn_types, "qr", "qr");
    try_key(keys::promotion_region, Squares{"a1", "*2"}, "a1 *2");
    try_key(keys::promotion_pawn_types, "qr", "qr");
    try_key(keys::promotion_piece_types, "qr", "qr");
    try_key(keys::promoted_piece_type, KindPairs{{'n', 'q'}}, "n:q");
    try_key(keys::turning_piece_type, KindPairs{{'n', 'q'}}, "n:q");
    try_key(keys::mandatory_pawn_promotion, true, "true");
    try_key(keys::double_step, true, "true");
    try_key(keys::double_step_region, Squares{"a1", "*2"}, "a1 *2");
    try_key(keys::triple_step_region, Squares{"a1", "*2"}, "a1 *2");
    try_key(keys::en_passant_region, Squares{"a1", "*2"}, "a1 *2");
    try_key(keys::en_passant_types, "qr", "qr");
    try_key(keys::mandatory_piece_promotion, true, "true");
    try_key(keys::piece_demotion, true, "true");
    try_key(keys::piece_promotion_on_capture, true, "true");
    try_key(keys::promotion_limit, KindNumbers{{'q', 3}}, "q:3");
    try_key(keys::piece_drops, true, "true");
    try_key(keys::free_drops, true, "true");
    try_key(keys::captures_to_hand, true, "true");
    try_key(keys::captures_to_owner, true, "true");
    try_key(keys::drop_loop, true, "true");
    try_key(keys::drop_promoted, true, "true");
    try_key(keys::first_rank_pawn_drops, true, "true");
    try_key(keys::promotion_zone_pawn_drops, true, "true");
    try_key(keys::sittuyin_rook_drop, true, "true");
    try_key(keys::drop_opposite_colored_bishop, true, "true");
    try_key(keys::drop_region, Squares{"a1", "*2"}, "a1 *2");
    try_key(keys::drop_no_doubled, 'q', "q");
    try_key(keys::drop_no_doubled_count, 5, "5");
    try_key(keys::drop_checks, true, "true");
    try_key(keys::must_drop, true, "true");
    try_key(keys::must_drop_type, 'q', "q");
    try_key(keys::castling_dropped_piece, true, "true");
    try_key(keys::shogi_pawn_drop_mate_illegal, true, "true");
    try_key(keys::immobility_illegal, true, "true");
    try_key(keys::enclosing_drop, EnclosingDrop::snort, "snort");
    try_key(keys::enclosing_drop_start, Squares{"a1", "*2"}, "a1 *2");
    try_key(keys::flip_enclosed_pieces, FlipEnclosed::ataxx, "ataxx");
    try_key(keys::castling, true, "true");
    try_key(keys::chess960, true, "true");
    try_key(keys::castling_king_piece, 'q', "q");
    try_key(keys::castling_rook_pieces, "qr", "qr");
    try_key(keys::castling_kingside_file, 'f', "f");
    try_key(keys::castling_queenside_file, 'f', "f");
    try_key(keys::castling_rank, 5, "5");
    try_key(keys::castling_king_file, 'f', "f");
    try_key(keys::castling_rook_kingside_file, 'f', "f");
    try_key(keys::castling_rook_queenside_file, 'f', "f");
    try_key(keys::must_capture, true, "true");
    try_key(keys::checking, true, "true");
    try_key(keys::longest_moves, true, "true");
    try_key(keys::koeko_rule, true, "true");
    try_key(keys::madrasi_rule, true, "true");
    try_key(keys::andernach_rule, true, "true");
    try_key(keys::opposite_castling, true, "true");
    try_key(keys::blast_on_capture, true, "true");
    try_key(keys::blast_immune_types, "qr", "qr");
    try_key(keys::mutually_immune_types, "qr", "qr");
    try_key(keys::flying_general, true, "true");
    try_key(keys::soldier_promotion_rank, 5, "5");
    try_key(keys::makpong_rule, true, "true");
    try_key(keys::petrify_on_capture_types, "qr", "qr");
    try_key(keys::petrify_blast_pieces, true, "true");
    try_key(keys::walling_rule, WallingRule::duck, "duck");
    try_key(keys::wall_or_move, true, "true");
    try_key(keys::walling_region, Squares{"a1", "*2"}, "a1 *2");
    try_key(keys::gating, true, "true");
    try_key(keys::seirawan_gating, true, "true");
    try_key(keys::cambodian_moves, true, "true");
    try_key(keys::sittuyin_promotion, true, "true");
    try_key(keys::diagonal_lines, Squares{"a1", "*2"}, "a1 *2");
    try_key(keys::bikjang_rule, true, "true");
    try_key(keys::shatar_mate_rule, true, "true");
    try_key(keys::pass, true, "true");
    try_key(keys::pass_on_stalemate, true, "true");
    try_key(keys::stalemate_value, Outcome::win, "win");
    try_key(keys::checkmate_value, Outcome::win, "win");
    try_key(keys::stalemate_piece_count, true, "true");
    try_key(keys::material_counting, MaterialRule::white_draw_odds, "whitedrawodds");
    try_key(keys::adjudicate_full_board, true, "true");
    try_key(keys::extinction_value, Outcome::loss, "loss");
    try_key(keys::extinction_piece_types, "qr", "qr");
    try_key(keys::extinction_piece_count, 5, "5");
    try_key(keys::extinction_opponent_piece_count, 5, "5");
    try_key(keys::extinction_claim, true, "true");
    try_key(keys::extinction_pseudo_royal, true, "true");
    try_key(keys::flag_piece, 'q', "q");
    try_key(keys::flag_region, Squares{"a1", "*2"}, "a1 *2");
    try_key(keys::flag_piece_count, 5, "5");
    try_key(keys::flag_move, true, "true");
    try_key(keys::flag_piece_safe, true, "true");
    try_key(keys::flag_piece_blocked_win, true, "true");
    try_key(keys::duple_check, true, "true");
    try_key(keys::check_counting, true, "true");
    try_key(keys::castling_wins, "Kq", "Kq");
    try_key(keys::connect_n, 5, "5");
    try_key(keys::connect_n_by_n, 5, "5");
    try_key(keys::collinear_n, 5, "5");
    try_key(keys::connect_piece_types, "qr", "qr");
    try_key(keys::connect_vertical, true, "true");
    try_key(keys::connect_horizontal, true, "true");
    try_key(keys::connect_diagonal, true, "true");
    try_key(keys::connect_value, Outcome::win, "win");
    try_key(keys::connect_region1, Squares{"a1", "*2"}, "a1 *2");
    try_key(keys::connect_region2, Squares{"a1", "*2"}, "a1 *2");
    try_key(keys::n_move_rule, 5, "5");
    try_key(keys::n_move_rule_types, "qr", "qr");
    try_key(keys::n_fold_rule, 5, "5");
    try_key(keys::n_fold_value, Outcome::win, "win");
    try_key(keys::n_fold_value_absolute, true, "true");
    try_key(keys::perpetual_check_illegal, true, "true");
    try_key(keys::move_repetition_illegal, true, "true");
    try_key(keys::chasing_rule, ChasingRule::axf, "axf");
    try_key(keys::counting_rule, CountingTradition::cambodian, "cambodian");
    try_key(keys::variant_template, "words", "words");
    try_key(keys::piece_names, KindNames{{'q', "drunk elephant"}}, "q:drunk-elephant");
    try_key(keys::piece_to_char_table, "words", "words");
    try_key(keys::pocket_size, 5, "5");
    try_key(keys::piece_value_mg, KindNumbers{{'q', 3}}, "q:3");
    try_key(keys::piece_value_eg, KindNumbers{{'q', 3}}, "q:3");
}

TEST(VariantBuilder, SetsEveryKeyAsATextDoes) {
    EveryKey every;
    try_rules(every);
    const std::string wide = "4k4/9/9/9/9/9/9/4K4 w - - 0 1";
    every.compare("maxFile", "9\nstartFen = " + wide,
                  [&](VariantBuilder& builder) { builder.board(9, 8).start(wide); });
    const std::string low = "8/8/8/8/4k3/8/4K3 w - - 0 1";
    every.compare("maxRank", "7\nstartFen = " + low,
                  [&](VariantBuilder& builder) { builder.board(8, 7).start(low); });
    const std::string queen = "4k3/8/8/8/8/8/8/4K2Q w - - 0 1";
    every.compare("startFen", queen, [&](VariantBuilder& builder) { builder.start(queen); });
    for (unsigned piece = 0; piece < rules::count_of_pieces(); ++piece) {
        const std::string kind = rules::key_of_piece(piece);
        const bool is_king = piece == rules::king_piece;
        const bool betza = is_king || rules::is_custom(piece);
        const std::string value = is_king ? "k:NW" : betza ? "x:NB" : "x";
        every.compare(kind, value, [&](VariantBuilder& builder) {
            betza ? builder.piece(kind, value[0], value.substr(2)) : builder.piece(kind, 'x');
        });
        const std::string with_it = kind + " = " + value + "\n";
        const std::string without = is_king ? "-\nstartFen = 8/8/8/8/8/8/P6p/8 w - - 0 1" : "-";
        every.compare(
            kind, without,
            [&](VariantBuilder& builder) {
                builder.without(kind);
                if (is_king) builder.start("8/8/8/8/8/8/P6p/8 w - - 0 1");
            },
            with_it);
        for (const Color side : both_colors)
            every.compare(
                rules::mobility_key_name(side, piece), "*1 *8",
                [&](VariantBuilder& builder) {
                    builder.mobility(side, kind, {"*1", "*8"});
                },
                with_it);
    }
    std::set<std::string> known;
    for (const std::string& key : rules::all_keys()) known.insert(key);
    for (const rules::ForeignKey& key : rules::foreign_keys()) known.erase(std::string{key.name});
    EXPECT_EQ(every.set(), known);
    for (const char* const key : {"pieceToCharTable", "pieceValueMg", "pieceValueEg"}) known.erase(key);
    std::vector<std::string> unchanged;
    std::set_difference(known.begin(), known.end(), every.changed().begin(), every.changed().end(),
                        std::back_inserter(unchanged));
    EXPECT_TRUE(unchanged.empty()) << ::testing::PrintToString(unchanged);
}

TEST(RuleKeys, HaveTheNamesOfTheReader) {
    const auto compare = [](const auto& ways, auto first) {
        using Rule = decltype(first);
        for (std::size_t i = 0; i < ways.size(); ++i) EXPECT_EQ(name(static_cast<Rule>(i)), ways[i].first);
        EXPECT_EQ(name(static_cast<Rule>(ways.size())), "");
    };
    compare(rules::enclosing_drop_ways, EnclosingDrop::none);
    compare(rules::flip_enclosed_ways, FlipEnclosed::none);
    compare(rules::walling_ways, WallingRule::none);
    compare(rules::material_counting_ways, MaterialRule::none);
    compare(rules::chasing_ways, ChasingRule::none);
    compare(rules::counting_ways, CountingTradition::none);
    EXPECT_EQ(name(EnclosingDrop::top), "top");
    EXPECT_EQ(name(FlipEnclosed::quadwrangle), "quadwrangle");
    EXPECT_EQ(name(WallingRule::anywhere), "static");
    EXPECT_EQ(name(WallingRule::duck), "duck");
    EXPECT_EQ(name(MaterialRule::janggi), "janggi");
    EXPECT_EQ(name(CountingTradition::asean), "asean");
}

TEST(RuleKeys, ValuesAreWrittenAsRulesFilesHaveThem) {
    EXPECT_EQ(Squares{}.text(), "-");
    EXPECT_EQ((Squares{} | Squares::rank(3) | Squares{} | Squares::file('c') | Squares{"e4", "f5"}).text(),
              "*3 c* e4 f5");
    EXPECT_EQ(Kinds{""}.text(), "-");
    EXPECT_EQ(KindOrNone{std::nullopt}.text(), "-");
    EXPECT_EQ(KindOrAny{std::nullopt}.text(), "*");
    EXPECT_EQ((KindPairs{{'p', 'g'}, {'b', std::nullopt}}).text(), "p:g b:-");
    EXPECT_EQ((KindNumbers{{'q', 1}, {'r', 20}}).text(), "q:1 r:20");
    EXPECT_EQ((KindNames{{'e', "drunk elephant"}, {'l', "lion"}}).text(), "e:drunk-elephant l:lion");
}

TEST(VariantBuilder, TellsAllThatIsWrongByItsKey) {
    const Variant chess = *Variant::named("chess");
    const auto errors_in = [](const VariantBuilder& builder) { return errors_of(builder.build()); };
    const std::string no_kind =
        ":1:1: error: no kind of piece is called so, expected one of rules files, such as knight or "
        "customPiece1 "
        "to customPiece25\n";
    EXPECT_EQ(errors_in(VariantBuilder{"mine", chess}
                            .set(keys::castling_rank, 9U)
                            .set(keys::flag_region, Color::white, {"e4", "j9"})
                            .set(keys::promotion_piece_types, "qz")
                            .piece("unicorn", 'u')
                            .mobility(Color::white, "a\nb", {"e4"})),
              "'unicorn'" + no_kind + "'a\\x0ab'" + no_kind +
                  "castlingRank:1:1: error: '9' is out of range, expected a number from 1 to 8\n"
                  "flagRegionWhite:1:4: error: 'j9' lies outside the board of 8 files and 8 ranks\n"
                  "promotionPieceTypes:1:2: error: 'z' is no piece of this variant, expected letters out of "
                  "'kpnbrq'\n");
    EXPECT_TRUE(errors_in(VariantBuilder{"mine", chess}.piece('y', "NNQx"))
                    .starts_with("customPiece1:1:6: error: 'x' is"));
    const std::vector<std::pair<VariantBuilder, std::string>> cases{
        {VariantBuilder{"mine", chess}.start("4k3/8/8 w - - 0 1"),
         "startFen:1:8: error: 3 ranks, expected 8\n"},
        // Nothing that is said of one key becomes a line of its own.
        {VariantBuilder{"mine", chess}.start("4k3/8/8\nmaxFile = 9"),
         "startFen:1:8: error: a line end in the value, expected one line\n"},
        {VariantBuilder{"mine", chess}.start(""), "startFen:1:1: error: no value after startFen =\n"},
        {VariantBuilder{"mine", chess}.set(RuleKey<bool>{"a = b\nc"}, true),
         "'a = b\\x0ac':1:1: error: no key of rules files, expected one\n"},
        {VariantBuilder{"mine", chess}.set(RuleKey<bool>{"mustcapture"}, true),
         "mustcapture:1:1: error: unknown key 'mustcapture', expected perhaps mustCapture\n"},
        {VariantBuilder{"mine", chess}
             .set(keys::gating, true)
             .set(keys::piece_drops, true)
             .set(keys::walling_rule, WallingRule::duck),
         "wallingRule:1:1: error: walls do not go with men in hand, drops, gates or men that change sides\n"},
        {VariantBuilder{"mine", chess}.set(keys::walling_rule, static_cast<WallingRule>(77)),
         "wallingRule:1:1: error: no value after wallingRule =\n"},
        {VariantBuilder{"mine:chess]\n", chess},
         "name:1:5: error: ':' in a variant's name, expected letters, digits, - _ + or .\n"},
        {VariantBuilder{"", chess}, "name:1:1: error: no name, expected one like [chess] or [mine:chess]\n"},
        {VariantBuilder{"mine"}, "zermelo: error: a variant without pieces, expected one at least\n"}};
    for (const auto& [builder, expected] : cases) EXPECT_EQ(errors_in(builder), expected);
    VariantBuilder many{"mine", chess};
    for (unsigned i = 0; i < 26; ++i) many.piece(static_cast<char>('a' + i), "N");
    EXPECT_TRUE(errors_in(many).starts_with("'customPiece26'" + no_kind)) << errors_in(many);
    ASSERT_FALSE(VariantBuilder{"mine"}.build());
    EXPECT_EQ(VariantBuilder{"mine"}.build().error().front().input, "mine");
}

}  // namespace
}  // namespace zermelo
