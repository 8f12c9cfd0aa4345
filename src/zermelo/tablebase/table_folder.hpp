// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/base/file_lock.hpp"
#include "zermelo/base/hash128.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/rules/rules.hpp"
#include "zermelo/tablebase/file/file.hpp"
#include "zermelo/tablebase/tier_table.hpp"

namespace zermelo::tablebase {

/// The command that makes a table, for a message. `variant`: words of a shell that name it on a command line,
/// "chess" or "--variant-path mine.ini mine". `folder`: that of the variant's tables, `DIR/VARIANT`.
std::string solve_words(const std::string& variant, std::string_view tier, const std::string& folder);

/// The table files of one variant in a folder of tables: `DIR/VARIANT/TIER.zt`.
class TableFolder {
  public:
    /// The folder that a user names, in which there may be nothing yet. `named`: how messages name the
    /// variant on a command line, as words of a shell; by its name if empty. Errors: (bad_usage) an empty
    /// name; (io) a file.
    static Result<TableFolder> of(const std::string& root, const rules::Rules& rules,
                                  const std::string& named = {});
    /// One to look tables up in. Errors: as `of`; (io) it is not there, or holds no table of the variant.
    static Result<TableFolder> existing(const std::string& root, const rules::Rules& rules,
                                        const std::string& named = {});
    /// The same, if there is to be one.
    static Result<std::optional<TableFolder>> existing_if(const std::optional<std::string>& root,
                                                          const rules::Rules& rules,
                                                          const std::string& named = {}) {
        if (!root) return std::nullopt;
        ZERMELO_TRY(TableFolder folder, existing(*root, rules, named));
        return folder;
    }
    /// The variant's own folder, `DIR/VARIANT`.
    static TableFolder at(const std::string& path, const rules::Rules& rules, const std::string& named = {}) {
        return {rules, path, named};
    }

    const std::string& path() const { return path_; }
    std::string path(std::string_view tier) const;
    /// The file in which runs note how tiers were solved.
    std::string runs_path() const { return path_ + "/runs.jsonl"; }
    /// The hash of what its tables depend on (`table_hash`).
    Hash128 rules() const { return rules_; }
    const std::string& variant() const { return variant_; }

    /// Makes the folder. Errors: io.
    Result<void> create() const;
    /// Held while a run writes to the folder; the system gives it up when the process ends, however it does.
    class Lock {
      public:
        explicit Lock(int descriptor) : descriptor_(descriptor) {}
        Lock(Lock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
        Lock& operator=(Lock&&) = delete;
        ~Lock();

      private:
        int descriptor_;
    };
    /// Waits at most `patience` for another run to give it up. Errors: io: another run holds it all that
    /// time, or the folder cannot be opened.
    Result<Lock> lock(std::chrono::milliseconds patience = lock_patience) const;
    /// Whether there is a file for a tier; nothing is said about what is in it.
    bool has(std::string_view tier) const;
    /// The open file of a tier. Errors: as `file::File::open` and `expect`; they say how the right table
    /// comes there, damaged and missing ones by the command that makes them.
    Result<file::File> open(std::string_view tier) const;
    /// The command that makes tables: "KRvK,KQvK"; `outcomes`: of outcomes alone.
    std::string solve_words(std::string_view tiers, bool outcomes = false) const;
    /// Errors (bad_input): a tier's file has outcomes alone; with the command that makes one of distances.
    Result<void> expect_distances(const file::File& file) const;
    /// The same as `open` for who makes damaged ones anew, and needs no such command.
    Result<file::File> open_to_solve(std::string_view tier) const;

    /// Says whether a file is the table of a tier under these rules. One of an earlier program carries the
    /// hash of the rules with their start, and is taken under the same start. Errors: as
    /// `file::File::expect`.
    Result<void> expect(const file::File& file, std::string_view tier) const;

    /// The tiers of which there are files, by name.
    std::vector<std::string> tiers() const;

  private:
    TableFolder(const rules::Rules& rules, std::string path, const std::string& named);
    Result<file::File> open(std::string_view tier, std::string repair) const;

    std::string path_;
    std::string variant_;
    std::string named_;
    Hash128 rules_;
    Hash128 rules_with_start_;
};

/// All values of a tier's file. Errors: as `file::File::read`.
Result<TierValues> read_values(const file::File& file);
/// How a file writes values, of a game whose graph has this encoding.
inline ValueEncoding encoding_of(const file::File& file, ValueEncoding graph) {
    return file.outcomes_alone() ? ValueEncoding::outcomes_alone() : graph;
}

/// Whole tables in memory, unpacked; those used longest ago go when they are too many. One thread.
class LoadedTables {
  public:
    using Handle = std::shared_ptr<const TierValues>;

    /// `outcomes`: tables of outcomes alone will do.
    LoadedTables(const TableFolder& folder, bool outcomes) : folder_(folder), outcomes_(outcomes) {}

    /// The tables of a tier, from memory or from its file. Errors: as `file::File::open` and `read`, and
    /// `TableFolder::expect_distances` unless outcomes will do.
    Result<Handle> get(const std::string& tier);
    void put(const std::string& tier, Handle values);
    /// Forgets tables that nobody holds until the others and `more` bytes fit into `room` bytes, if possible.
    void make_room(std::uint64_t more, std::uint64_t room);

  private:
    struct Slot {
        Handle values;
        std::uint64_t size = 0;
        std::uint64_t last_use = 0;
    };
    const TableFolder& folder_;
    bool outcomes_;
    std::uint64_t used_ = 0;
    std::uint64_t clock_ = 0;
    std::map<std::string, Slot> slots_;
};

}  // namespace zermelo::tablebase
