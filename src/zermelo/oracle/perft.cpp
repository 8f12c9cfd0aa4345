// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/perft.hpp"

#include <variant>

namespace zermelo::oracle {

std::uint64_t perft(const engine::AnyGameAt& position, Plies depth, const std::stop_token& stop) {
    return std::visit(
        [&](const auto& at) {
            return search::perft(at.game, at.position, depth, search::Leaves::counted, stop);
        },
        position);
}

std::vector<std::pair<engine::Move, std::uint64_t>> perft_divided(const engine::AnyGameAt& position,
                                                                  Plies depth, search::Leaves leaves,
                                                                  const std::stop_token& stop,
                                                                  const search::LeavesCounted& tell) {
    return std::visit(
        [&](const auto& at) {
            return search::perft_divided(at.game, at.position, depth, leaves, stop, tell);
        },
        position);
}

std::map<std::string, std::uint64_t> perft_by_move(const engine::AnyGameAt& position, Plies depth,
                                                   search::Leaves leaves, const std::stop_token& stop,
                                                   const zermelo::Progress& progress) {
    std::uint64_t done = 0;
    search::LeavesCounted tell;
    if (progress) tell = [&](std::uint64_t more) { progress(done += more, std::nullopt); };
    std::map<std::string, std::uint64_t> parts;
    for (const auto& [move, nodes] : perft_divided(position, depth, leaves, stop, tell))
        parts[position.uci(move)] = nodes;
    return parts;
}

}  // namespace zermelo::oracle
