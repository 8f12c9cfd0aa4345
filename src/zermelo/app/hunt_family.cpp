// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/hunt_family.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "zermelo/app/library.hpp"
#include "zermelo/app/rulebook.hpp"

namespace zermelo::app {
namespace {

std::string army_name(hunt::ArmyCounts army) {
    return "Q" + std::string(army.rooks, 'R') + std::string(army.bishops, 'B') +
           std::string(army.knights, 'N');
}

}  // namespace

bool HuntFamily::serves(const variant::Rules& rules) {
    static const std::string hash = [] {
        const auto library = Library::open();
        for (const variant::Rules* shipped : library->all())
            if (shipped->name == "simplified") return rules_hash(*shipped);
        return std::string{};
    }();
    return rules_hash(rules) == hash;
}

std::string HuntFamily::name(Id id) const {
    return army_name(hunt::all_armies[id / 18]) + "v" + army_name(hunt::all_armies[id % 18]);
}

std::string HuntFamily::swapped_name(Id id) const {
    return army_name(hunt::all_armies[id % 18]) + "v" + army_name(hunt::all_armies[id / 18]);
}

Attempt<HuntFamily::Id> HuntFamily::parse(std::string_view name) const {
    const auto sorted = [](std::string_view text) {
        std::string letters{text};
        std::sort(letters.begin(), letters.end(), [](char a, char b) {
            constexpr std::string_view order = "QRBN";
            return order.find(a) < order.find(b);
        });
        return letters;
    };
    const auto joint = name.find('v');
    if (joint != std::string_view::npos) {
        const std::string white = sorted(name.substr(0, joint));
        const std::string black = sorted(name.substr(joint + 1));
        for (Id a = 0; a < 18; ++a)
            for (Id b = a; b < 18; ++b) {
                const std::string first = army_name(hunt::all_armies[a]);
                const std::string second = army_name(hunt::all_armies[b]);
                if ((first == white && second == black) || (first == black && second == white))
                    return a * 18 + b;
            }
    }
    return fail(
        {ErrorKind::bad_usage,
         fmt::format("'{}' is no tier of simplified, expected two armies such as QRBvQN, each a queen, at "
                     "most two rooks, and at most two bishops and knights",
                     name)});
}

Attempt<std::vector<HuntFamily::Id>> HuntFamily::standard(std::optional<unsigned> men) const {
    std::vector<Id> ids;
    for (Id a = 0; a < 18; ++a)
        for (Id b = a; b < 18; ++b)
            if (!men || hunt::all_armies[a].men() + hunt::all_armies[b].men() <= *men)
                ids.push_back(a * 18 + b);
    return ids;
}

std::string HuntFamily::fen(const Tier& tier, game::Slot slot, bool swapped) const {
    const Color mover = (slot.table == 0) != swapped ? Color::white : Color::black;
    variant::Setup setup;
    setup.files = 4;
    setup.ranks = 4;
    setup.to_move = mover;
    for (const hunt::Piece& piece : tier.position(slot)->pieces(mover))
        setup.men[variant::region_bit(piece.square.file().index(), piece.square.rank().index())] =
            variant::Man{piece.color, hunt::letter(piece.kind)};
    return print_fen(setup);
}

std::optional<hunt::Position> HuntFamily::position(const variant::Setup& setup) const {
    hunt::Placement placement;
    for (unsigned rank = 0; rank < 4; ++rank)
        for (unsigned file = 0; file < 4; ++file) {
            const auto& man = setup.men[variant::region_bit(file, rank)];
            if (!man) continue;
            const auto kind = hunt::kind_of(man->letter);
            if (!kind) return std::nullopt;
            placement.add(man->color, *kind, hunt::Square::from_index(4 * rank + file));
        }
    const auto white = placement.position();
    if (!white || setup.to_move == Color::white) return white;
    return hunt::Position::unchecked(white->other(), white->own());
}

}  // namespace zermelo::app
