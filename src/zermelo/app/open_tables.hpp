// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/rules/rules.hpp"
#include "zermelo/tablebase/prober.hpp"

namespace zermelo::app {

/// The tables of some folders, or none, kept open from one question to the next. Any thread.
class OpenTables {
  public:
    template <typename Bits>
    using ProberPointer = std::unique_ptr<tablebase::Prober<Bits>>;

    /// Nothing is opened yet: tables may come and go.
    explicit OpenTables(std::vector<std::string> folders) : folders_(std::move(folders)) {}

    /// Tables that were made in memory serve, too, behind those of the folders, until others are kept or they
    /// are dropped.
    template <typename Bits>
    void keep(ProberPointer<Bits> made);
    void drop_made();

    /// A prober for this thread, of the first folder that has files for all that the position's value needs;
    /// nothing if there is none. Tables of other rules under the variant's name are none of it. Cost: some
    /// µs where the same game was asked about before, see `GameCache`; else the reading of a folder.
    template <typename Bits>
    ProberPointer<Bits> take(const engine::GameAt<Bits>& at);
    /// Takes it back for who asks next. One that had an error is better destroyed: its files are opened anew.
    template <typename Bits>
    void give_back(ProberPointer<Bits> prober);

    /// The exact value of a position; nothing where no table holds it. Errors: a table that cannot be read.
    template <typename Bits>
    Result<std::optional<game::Value>> value(const engine::GameAt<Bits>& at);

    /// A folder that has tables of a variant, as it was named, and their tiers.
    struct Folder {
        std::string name;
        std::vector<std::string> tiers;
    };
    std::vector<Folder> folders_of(const rules::Rules& rules) const;

  private:
    template <typename Bits>
    using Idle =
        std::multimap<std::string, ProberPointer<Bits>>;  // by the path of their tables; "": in memory

    static constexpr std::size_t most_idle = 64;

    /// One of those at a path that nobody uses, of the same game; nothing if there is none.
    template <typename Bits>
    ProberPointer<Bits> idle(const std::string& path, const engine::Game<Bits>& game);

    std::vector<std::string> folders_;
    std::mutex mutex_;
    std::tuple<Idle<std::uint64_t>, Idle<Bits256>> idle_;
};

}  // namespace zermelo::app
