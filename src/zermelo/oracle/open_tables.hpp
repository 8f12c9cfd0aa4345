// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/rules/rules.hpp"
#include "zermelo/tablebase/prober.hpp"
#include "zermelo/tablebase/table_folder.hpp"

namespace zermelo::oracle {

/// The tables of some folders, or none, kept open from one question to the next. Any thread.
class OpenTables {
  public:
    template <typename Bits>
    using ProberPointer = std::unique_ptr<tablebase::Prober<Bits>>;
    /// `Prober::covers` or `Prober::knows`.
    template <typename Bits>
    using Serves = bool (tablebase::Prober<Bits>::*)(const engine::Position<Bits>&);

    /// Nothing is opened yet: tables may come and go.
    explicit OpenTables(std::vector<std::string> folders) : folders_(std::move(folders)) {}

    /// Tables that were made in memory serve, too, after those of the folders, until others are kept or they
    /// are dropped.
    template <typename Bits>
    void keep(ProberPointer<Bits> made);
    void drop_made();
    /// Closes what tables of the folders nobody has asked since the last call: their files, and what was
    /// unpacked of them, 0.3 MB a file and thread at most. Called now and then, it leaves those that are
    /// asked.
    void close_unused();

    /// What `ask` answers, a `Result` of a prober: asked are the tables of the folders, in their order, and
    /// those in memory, as far as they `serve`, until some can be read. Nothing: there are none. Tables of
    /// other rules under the variant's name are none of it. Errors: the first, where all fail. Cost: some µs
    /// where the same game was asked about before, see `GameCache`; else the reading of a folder.
    template <typename Bits, typename Ask>
    auto first(const engine::GameAt<Bits>& at, const Ask& ask,
               Serves<Bits> serves = &tablebase::Prober<Bits>::covers)
        -> Result<std::optional<typename std::invoke_result_t<Ask, tablebase::Prober<Bits>&>::value_type>> {
        std::optional<Error> error;
        for (std::size_t from = 0; ProberPointer<Bits> prober = take(at, serves, from);) {
            auto answer = ask(*prober);
            if (answer) {
                give_back<Bits>(std::move(prober), from - 1);
                return *std::move(answer);
            }
            if (!error) error = std::move(answer.error());
        }
        if (error) return tl::make_unexpected(*std::move(error));
        return std::nullopt;
    }

    /// The value of a position, of `Prober`; nothing where no table holds it. Errors: a table that cannot be
    /// read.
    template <typename Bits>
    Result<std::optional<game::Value>> value(const engine::GameAt<Bits>& at);
    Result<std::optional<game::Value>> value(const engine::AnyGameAt& at);

    /// Best play to the end of the game; empty where nobody can force it, nothing where no table holds the
    /// position, or one on the way has outcomes alone. Errors: a table that cannot be read.
    template <typename Bits>
    Result<std::optional<std::vector<engine::Move>>> line(const engine::GameAt<Bits>& at);
    Result<std::optional<std::vector<engine::Move>>> line(const engine::AnyGameAt& at);

    /// A folder that has tables of a variant, as it was named, and their tiers.
    struct Folder {
        std::string name;
        std::vector<std::string> tiers;
    };
    std::vector<Folder> folders_of(const rules::Rules& rules) const;
    /// The first folder that has tables of a variant, if any has.
    std::optional<tablebase::TableFolder> folder_of(const rules::Rules& rules) const;

  private:
    template <typename Bits>
    struct Rested {
        ProberPointer<Bits> prober;
        std::size_t tables = 0;  ///< the number of their folder; in memory: one more than there are
        bool was_asked = true;   ///< since unused ones were closed
    };
    template <typename Bits>
    using Idle = std::vector<Rested<Bits>>;  // who came last comes first: what it has unpacked is fresh

    static constexpr std::size_t max_idle = 64;

    /// A prober for this thread that serves a position, of the first tables from a number on, which becomes
    /// that of the next; nothing if there is none.
    template <typename Bits>
    ProberPointer<Bits> take(const engine::GameAt<Bits>& at, Serves<Bits> serves, std::size_t& from);
    /// Takes it, of tables of a number, back for who asks next. One that had an error is better destroyed:
    /// its files are opened anew.
    template <typename Bits>
    void give_back(ProberPointer<Bits> prober, std::size_t tables);

    /// One of tables of a number that nobody uses, of the same game; nothing if there is none.
    template <typename Bits>
    ProberPointer<Bits> idle(std::size_t tables, const engine::Game<Bits>& game);
    /// The number of what is in memory.
    std::size_t in_memory() const { return folders_.size(); }

    std::vector<std::string> folders_;
    std::mutex mutex_;
    std::tuple<Idle<std::uint64_t>, Idle<Bits256>> idle_;
};

}  // namespace zermelo::oracle
