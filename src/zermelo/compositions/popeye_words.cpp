// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/compositions/popeye_words.hpp"

#include <algorithm>

namespace zermelo::compositions::popeye {

// Each row: English, German, French.

const std::array<Word<Command>, 20> commands{{
    {Command::title, {"Title", "Titel", "Titre"}},
    {Command::author, {"Author", "Autor", "Auteur"}},
    {Command::origin, {"Origin", "Quelle", "Source"}},
    {Command::award, {"Award", "Auszeichnung", "Prix"}},
    {Command::remark, {"Remark", "Bemerkung", "Remarque"}},
    {Command::pieces, {"Pieces", "Steine", "Pieces"}},
    {Command::forsyth, {"Forsyth", "Forsyth", "Forsyth"}},
    {Command::array, {"InitialGameArray", "PartieAnfangsStellung", "PositionInitialePartie"}},
    {Command::stipulation, {"Stipulation", "Forderung", "Enonce"}},
    {Command::refused, {"SStipulation", "SForderung", "SEnonce"}},
    {Command::condition, {"Condition", "Bedingung", "Condition"}},
    {Command::option, {"Option", "Option", "Option"}},
    {Command::unread_line, {"Protocol", "Protokoll", "Protocol"}},
    {Command::unread_line, {"LaTeX", "LaTeX", "LaTeX"}},
    {Command::refused, {"LaTeXPieces", "LaTeXSteine", "PiecesLaTeX"}},
    {Command::twin, {"Twin", "Zwilling", "Jumeau"}},
    {Command::zeroposition, {"ZeroPosition", "NullStellung", "ZeroPosition"}},
    {Command::next, {"NextProblem", "WeiteresProblem", "ASuivre"}},
    {Command::end, {"EndProblem", "EndeProblem", "FinProbleme"}},
    {Command::refused, {"BeginProblem", "AnfangProblem", "DebutProbleme"}},
}};

const std::array<Word<Option>, 39> options{{
    {Option::refutations, {"Defence", "Widerlegung", "Defense"}},
    {Option::set_play, {"SetPlay", "Satzspiel", "Apparent"}},
    {Option::white_to_play, {"WhiteToPlay", "WeissBeginnt", "ApparentSeul"}},
    {Option::variations, {"Variations", "Varianten", "Variantes"}},
    {Option::unread, {"MoveNumbers", "Zugnummern", "Trace"}},
    {Option::refused, {"StartMoveNumber", "StartZugnummer", "EnRoute"}},
    {Option::unread, {"NoWk", "OhneWk", "SansRB"}},
    {Option::duplex, {"Duplex", "Duplex", "Duplex"}},
    {Option::unread, {"NoBk", "OhneSk", "SansRN"}},
    {Option::refused, {"Threat", "Drohung", "Menace"}},
    {Option::unread, {"NoThreat", "OhneDrohung", "SansMenace"}},
    {Option::one_refutation, {"Try", "Verfuehrung", "Essais"}},
    {Option::max_solutions, {"MaxSolutions", "MaxLoesungen", "MaxSolutions"}},
    {Option::refused, {"MaxFlightsquares", "MaxFluchtFelder", "MaxCasesFuites"}},
    {Option::refused, {"Search", "Suchen", "Search"}},
    {Option::refused, {"MultiSolutions", "MehrereLoesungen", "MultiSolutions"}},
    {Option::refused, {"NoSymmetry", "KeineSymmetrie", "NonSymetrique"}},
    {Option::refused, {"NonTrivial", "NichtTrivial", "NonTrivial"}},
    {Option::refused, {"KeepMatingPiece", "HalteMattsetzendenStein", "RetiensPieceMatante"}},
    {Option::en_passant, {"EnPassant", "EnPassant", "EnPassant"}},
    {Option::unread, {"NoBoard", "OhneBrett", "SansEchiquier"}},
    {Option::unread, {"NoShortVariations", "OhneKurzVarianten", "SansVariantesCourtes"}},
    {Option::half_duplex, {"HalfDuplex", "HalbDuplex", "DemiDuplex"}},
    {Option::postkey, {"PostKeyPlay", "NachSchluessel", "ApresCle"}},
    {Option::intelligent, {"Intelligent", "Intelligent", "Intelligent"}},
    {Option::max_time, {"MaxTime", "MaxZeit", "MaxTemps"}},
    {Option::no_castling, {"NoCastling", "KeineRochade", "SansRoquer"}},
    {Option::quodlibet, {"Quodlibet", "Quodlibet", "Quodlibet"}},
    {Option::refused, {"StopOnShortSolutions", "StopNachKurzloesungen", "FinApresSolutionsCourtes"}},
    {Option::beep, {"Beep", "Pieps", "Bip"}},
    {Option::unread, {"SuppressGrid", "OhneGitter", "SansGrille"}},
    {Option::unread, {"WriteGrid", "ZeichneGitter", "AjouteGrille"}},
    {Option::refused,
     {"CastlingMutuallyExclusive", "RochadenGegenseitigAusschliessend", "RoquesMutuellementExclusifs"}},
    {Option::refused, {"GoalIsEnd", "ZielIstEnde", "ButEstFin"}},
    {Option::refused, {"UnpublishedOption", "NichtPublizierteOption", "OptionNonPubliee"}},
    {Option::refused, {"NullMoves", "NullZuege", "CoupsVides"}},
    {Option::refused, {"UpToMoveNumber", "BisZugnummer", "JusquAuCoup"}},
    {Option::unread, {"TrivialTriesAvoid", "TrivialeFehlversucheUnterdruecken", "TrivialEssaiSupprimer"}},
    {Option::refused, {"MatesIn1", "MattsIn1", "MatsEn1"}},
}};

const std::array<Word<Change>, 13> changes{{
    {Change::move, {"Move", "Versetze", "Deplacement"}},
    {Change::exchange, {"Exchange", "Tausche", "Echange"}},
    {Change::stipulation, {"Stipulation", "Forderung", "Enonce"}},
    {Change::refused, {"SStipulation", "SForderung", "SEnonce"}},
    {Change::add, {"Add", "Hinzufuegen", "Ajoute"}},
    {Change::remove, {"Remove", "Entferne", "Ote"}},
    {Change::continued, {"Continued", "Ferner", "EnPlus"}},
    {Change::rotate, {"Rotate", "Drehung", "Rotation"}},
    {Change::refused, {"Condition", "Bedingung", "Condition"}},
    {Change::colours, {"PolishType", "Farbwechsel", "CouleurEchange"}},
    {Change::mirror, {"Mirror", "Spiegelung", "Miroir"}},
    {Change::shift, {"Shift", "Verschiebung", "Translation"}},
    {Change::substitute, {"Substitute", "Ersetze", "Remplace"}},
}};

const std::array<Word<Side>, 4> sides{{
    {Side::white, {"White", "Weiss", "Blanc"}},
    {Side::black, {"Black", "Schwarz", "Noir"}},
    {Side::refused, {"Neutral", "Neutral", "Neutre"}},
    {Side::refused, {"TotalInvisible", "TotalUnsichtbar", "TotalInvisible"}},
}};

const std::array<Word<Side>, 20> properties{{
    {Side::refused, {"Royal", "Koeniglich", "Royale"}},
    {Side::refused, {"Kamikaze", "Kamikaze", "Kamikaze"}},
    {Side::refused, {"Paralysing", "Paralysierend", "Paralysante"}},
    {Side::refused, {"Chameleon", "Chamaeleon", "Cameleon"}},
    {Side::refused, {"Jigger", "Jigger", "Jigger"}},
    {Side::refused, {"Volage", "Volage", "Volage"}},
    {Side::refused, {"Functionary", "Beamtet", "Fonctionnaire"}},
    {Side::refused, {"HalfNeutral", "HalbNeutral", "DemiNeutre"}},
    {Side::refused, {"HurdleColourChanging", "SprungbockFarbeWechselnd", "CouleurEchangeantSautoir"}},
    {Side::refused, {"Protean", "Proteisch", "Protee"}},
    {Side::refused, {"Magic", "Magisch", "Magique"}},
    {Side::refused, {"Uncapturable", "Unschlagbar", "Imprenable"}},
    {Side::refused, {"Patrol", "Patrouille", "Patrouille"}},
    {Side::refused, {"Frischauf", "Frischauf", "Frischauf"}},
    {Side::refused, {"Bul", "Bul", "Bul"}},
    {Side::refused, {"Dob", "Dob", "Dob"}},
    {Side::refused, {"Anda", "Anda", "Anda"}},
    {Side::refused, {"AndaInverse", "AndaInvers", "AndaInverse"}},
    {Side::refused, {"AliceA", "AliceA", "AliceA"}},
    {Side::refused, {"AliceB", "AliceB", "AliceB"}},
}};

const std::array<ConditionWord, 6> conditions{{
    {"koeko", {"KoeKo", "KoeKo", "Koeko"}, {3, 4, 5}},
    {"madrasi", {"Madrasi", "Madrasi", "Madrasi"}, {3, 3, 3}},
    {"andernach", {"AndernachChess", "AndernachSchach", "EchecsAndernach"}, {4, 4, 9}},
    {"maximummer", {"BlackMaximummer", "SchwarzerLaengstzueger", "NoirMaximum"}, {9, 10, 8}},
    {"whitemaximummer", {"WhiteMaximummer", "WeisserLaengstzueger", "BlancMaximum"}, {9, 9, 9}},
    {"", {"Maximummer", "Laengstzueger", "Maximum"}, {4, 4, 4}},
}};

const std::array<std::string_view, 3> begin_problem{"BeginProblem", "AnfangProblem", "DebutProbleme"};

namespace {

// King, queen, rook, bishop, knight, pawn.
constexpr std::string_view of_a_fen = "KQRBNP";
constexpr std::array<std::string_view, 3> of_men{"KQRBSP", "KDTLSB", "RDTFCP"};
constexpr std::array<std::string_view, 3> for_messages{"K Q R B S P", "K D T L S B", "R D T F C P"};

}  // namespace

bool begins(std::string_view word, std::string_view token) {
    return token.size() <= word.size() && std::equal(token.begin(), token.end(), word.begin(),
                                                     [](char a, char b) { return lower(a) == lower(b); });
}

const ConditionWord* condition_of(std::string_view token, Language language) {
    const auto at = static_cast<std::size_t>(language);
    const auto found =
        std::find_if(conditions.begin(), conditions.end(), [&](const ConditionWord& condition) {
            return token.size() >= condition.least[at] && begins(condition.in[at], token);
        });
    return found == conditions.end() ? nullptr : &*found;
}

std::optional<rules::Letter> letter_of(char man, Language language) {
    const std::size_t at = of_men[static_cast<std::size_t>(language)].find(upper(man));
    if (at == std::string_view::npos) return std::nullopt;
    return rules::Letter{of_a_fen[at]};
}

std::string_view letters(Language language) { return for_messages[static_cast<std::size_t>(language)]; }

}  // namespace zermelo::compositions::popeye
