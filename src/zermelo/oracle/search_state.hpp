// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "zermelo/base/hash128.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/source.hpp"
#include "zermelo/search/outcome_search.hpp"

/// What a search has proved, as a file from which another run goes on. docs/value.md has the format.
namespace zermelo::oracle {

/// What a state belongs to. A state of anything else is refused.
struct StateOwner {
    std::string variant;
    std::string rules;     ///< their hash
    std::string position;  ///< as certificates write it
    std::string keys;      ///< the hash of some keys: a program that numbers positions otherwise has others

    friend bool operator==(const StateOwner&, const StateOwner&) = default;
};

/// Where a search stands, beside what it remembers.
struct StateOfSearch {
    game::Bounds bounds;
    std::uint64_t stretch = 0;
};

/// What was remembered of a position: of one search, or of the other.
struct StateRecord {
    Hash128 key;
    search::Role role = search::Role::attacker;
    std::optional<search::Known> deepening;
    std::optional<search::ProofTable<Hash128>::Entry> guided;
};

/// Writes a state: it takes the place of what was there when it is whole and on the disk.
class StateWriter {
  public:
    /// Errors (`ErrorKind::io`): as `tablebase::file::TemporaryFile::create`.
    static Result<StateWriter> create(const std::string& path, const StateOwner& owner,
                                      const StateOfSearch& state);
    StateWriter(StateWriter&&) noexcept;
    ~StateWriter();

    void add(const Hash128& key, search::Role role, const search::Known& known);
    void add(const search::ProofTable<Hash128>::Entry& entry);
    /// Errors (`ErrorKind::io`): the first that was met.
    Result<void> finish();

  private:
    struct Rest;
    explicit StateWriter(std::unique_ptr<Rest> rest);
    std::unique_ptr<Rest> rest_;
};

/// Reads one that is whole: its check sum is looked at before anything else is believed.
class StateReader {
  public:
    /// Errors: (io) a file that cannot be read; (bad_input) it is no state of a search, or of another
    /// version, damaged, or of another owner, with what was found and what was expected.
    static Result<StateReader> open(const std::string& path, const StateOwner& owner);

    const StateOfSearch& state() const { return state_; }
    /// Calls f(record) for each, in order. It may be called again, also when another file has taken the place
    /// of this one. Errors: (io) the file is cut off meanwhile; (bad_input) bytes that no writer has written,
    /// which a check sum that is right makes all but impossible.
    Result<void> for_each(const std::function<void(const StateRecord&)>& f) const;

  private:
    explicit StateReader(Source source) : source_(std::move(source)) {}
    Result<std::optional<StateRecord>> take(std::string_view& records) const;
    tl::unexpected<Error> damaged(std::string_view what) const;

    Source source_;
    std::string_view records_;
    StateOfSearch state_;
};

}  // namespace zermelo::oracle
