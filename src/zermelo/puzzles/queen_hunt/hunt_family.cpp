// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/hunt_family.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "zermelo/app/library.hpp"
#include "zermelo/app/rulebook.hpp"

namespace zermelo::queen_hunt {
namespace {

std::string army_name(queen_hunt::ArmyCounts army) {
    return "Q" + std::string(army.rooks, 'R') + std::string(army.bishops, 'B') +
           std::string(army.knights, 'N');
}

}  // namespace

bool HuntFamily::serves(const rules::Rules& rules) {
    constexpr const char* name = "simplified";
    if (rules.name != name) return false;
    const auto library = app::Library::open();
    return library && rules::hash_text(rules) == rules::hash_text(**library->find_read(name));
}

std::string HuntFamily::name(Id id) const {
    return army_name(queen_hunt::all_armies[id / 18]) + "v" + army_name(queen_hunt::all_armies[id % 18]);
}

std::string HuntFamily::swapped_name(Id id) const {
    return army_name(queen_hunt::all_armies[id % 18]) + "v" + army_name(queen_hunt::all_armies[id / 18]);
}

app::Attempt<std::string> HuntFamily::normal(std::string_view name) const {
    std::string letters{name};
    const auto joint = std::min(letters.find('v'), letters.size());
    const auto before = [](char a, char b) {
        constexpr std::string_view order = "QRBN";
        return order.find(a) < order.find(b);
    };
    std::sort(letters.begin(), letters.begin() + static_cast<std::ptrdiff_t>(joint), before);
    if (joint < letters.size())
        std::sort(letters.begin() + static_cast<std::ptrdiff_t>(joint) + 1, letters.end(), before);
    for (const queen_hunt::ArmyCounts& white : queen_hunt::all_armies)
        for (const queen_hunt::ArmyCounts& black : queen_hunt::all_armies)
            if (army_name(white) + "v" + army_name(black) == letters) return letters;
    return app::fail(
        {ErrorKind::bad_usage,
         fmt::format("'{}' is no tier of simplified, expected two armies such as QRBvQN, each a queen, at "
                     "most two rooks, and at most two bishops and knights",
                     name)});
}

app::Attempt<HuntFamily::Id> HuntFamily::parse(std::string_view name) const {
    const auto letters = normal(name);
    if (!letters) return tl::make_unexpected(letters.error());
    for (Id a = 0; a < 18; ++a)
        for (Id b = a; b < 18; ++b)
            if (this->name(a * 18 + b) == *letters || swapped_name(a * 18 + b) == *letters) return a * 18 + b;
    return app::fail({ErrorKind::bad_usage, "no such tier"});  // not reached: every normal name is a tier's
}

app::Attempt<std::vector<HuntFamily::Id>> HuntFamily::standard(std::optional<unsigned> men) const {
    std::vector<Id> ids;
    for (Id a = 0; a < 18; ++a)
        for (Id b = a; b < 18; ++b)
            if (!men || queen_hunt::all_armies[a].men() + queen_hunt::all_armies[b].men() <= *men)
                ids.push_back(a * 18 + b);
    return ids;
}

std::string HuntFamily::fen(const Tier& tier, game::Slot slot, bool swapped) const {
    const Color mover = (slot.table == 0) != swapped ? Color::white : Color::black;
    engine::Setup setup;
    setup.files = 4;
    setup.ranks = 4;
    setup.to_move = mover;
    for (const queen_hunt::Piece& piece : tier.position(slot)->pieces(mover))
        setup.men[rules::region_bit(piece.square.file().index(), piece.square.rank().index())] =
            engine::Man{piece.color, queen_hunt::letter(piece.kind)};
    return print_fen(setup);
}

Result<queen_hunt::Tier> HuntFamily::tier(Id id) {
    if (const auto known = made_.find(id); known != made_.end()) return known->second;
    return made_.emplace(id, tiers_.tier(id)).first->second;
}

std::vector<HuntFamily::Id> HuntFamily::below(const Tier& tier) const {
    return tiers_.below(queen_hunt::Tiers::number_of(tier.armies()[0], tier.armies()[1]));
}

Result<std::optional<HuntFamily::Place>> HuntFamily::locate(const engine::Setup& setup) {
    queen_hunt::Placement placement;
    bool known = true;
    for (unsigned rank = 0; rank < 4; ++rank)
        for (unsigned file = 0; file < 4; ++file) {
            const auto& man = setup.men[rules::region_bit(file, rank)];
            if (!man) continue;
            const auto kind = queen_hunt::kind_of(man->letter);
            known = known && kind &&
                    placement.add(man->color, *kind, queen_hunt::Square::from_index(4 * rank + file));
        }
    const auto white = placement.position();
    if (!known || !white)
        return failure(ErrorKind::bad_input,
                       "no table holds this position: expected a queen, at most two rooks, and "
                       "at most two bishops and knights a side");
    const queen_hunt::Position position = setup.to_move == Color::white
                                              ? *white
                                              : queen_hunt::Position::unchecked(white->other(), white->own());
    const Id id = tiers_.tier_of(position);
    const game::Slot slot = tier(id)->slot(position);
    if (queen_hunt::wins_at_once(position)) return Place{id, slot, scale().win(1)};
    return Place{id, slot, std::nullopt};
}

}  // namespace zermelo::queen_hunt
