// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/hash128.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/tablebase/file/header.hpp"

namespace zermelo::tablebase::file {

/// Whether a regular file begins as every table does, or is called as every table is (`TIER.zt`): such a one
/// is to be a table. Cost: 8 bytes are read.
bool is_table(const std::string& path);
/// Whether an error of this room says that a table is damaged: that it once was whole.
bool says_damaged(const Error& error);

/// An open table file. Every byte that it hands out was checked on its way from the file.
///
/// Every error names the file and is of one of these kinds:
/// - `ErrorKind::io`: it is missing, is no regular file, cannot be read, or memory is short;
/// - `ErrorKind::bad_input`: it is not a table at all; of another version of the format; damaged (a byte that
///   is not as it was written, a missing end, something after the end); of other rules or another tier;
/// - `ErrorKind::bad_usage`: there is no such side or entry.
///
/// Any number of threads may call any of the const functions at once. The file may be replaced by renaming
/// while it is open: this goes on reading the old one. One that is changed in place gives errors, never other
/// values.
/// Memory: 11 bytes at most a block of 1,024 entries, and at most 256 unpacked blocks; some 200 KB a thread
/// that asks, for all files together.
class File {
  public:
    /// Opens and checks header and block index. `repair`: what the errors of a damaged file say at their end,
    /// such as a command. Errors: as above. Cost: O(blocks), some 10 ms for 10^9 entries.
    static Result<File> open(const std::string& path, std::string repair = {});

    File(File&&) noexcept;
    File& operator=(File&&) noexcept;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File();

    const std::string& path() const;
    const Header& header() const;
    /// 1 or 2. Side 0: White is to move; side 1: Black.
    unsigned sides() const;
    /// Whether entries have 16 bits: a distance does not fit into a byte.
    bool wide() const;
    /// Whether entries are outcomes alone, without distances: 0 a draw, 1 a loss, 2 a win.
    bool outcomes_alone() const;
    /// How many entries a side has. Precondition: side < sides().
    std::uint64_t entries(unsigned side) const;
    /// XXH3-64 of the entries of a side. Precondition: side < sides().
    std::uint64_t checksum(unsigned side) const;
    /// One number to publish and compare: it covers rules, variant, tier, scale and every entry, however they
    /// are packed (docs/table-format.md says how to make it). Only `verify` holds the entries against it.
    std::uint64_t checksum() const;
    /// How long the file is, in bytes.
    std::uint64_t length() const;

    /// Says whether this is the table that the caller means. Errors: other rules; another tier.
    Result<void> expect(Hash128 rules, std::string_view tier) const;

    /// All entries of a side, unpacked on all threads. Errors: (bad_usage) there is no such side, or
    /// `wide()`, which `read_wide` expects. Cost: some 0.5 GB/s a thread.
    Result<std::vector<std::uint8_t>> read(unsigned side) const;
    Result<std::vector<std::uint16_t>> read_wide(unsigned side) const;

    /// One entry. Cost: under 5 µs where the file's pages are in memory; some 30 ns if its block was asked
    /// for a short while ago, or holds one value alone.
    Result<std::uint16_t> entry(unsigned side, std::uint64_t index) const;

    /// Holds all bytes of the file against their checksums, and unpacks none: says whether the file is as it
    /// was written. Memory: at most 8 MiB a thread. Cost: some 3 GB/s a thread of the packed bytes, as far as
    /// the disk gives them.
    Result<void> check() const;

    /// The same, and unpacks everything and holds it against the checksums of the entries. Memory: some 10
    /// MB. Cost: as `read`.
    Result<void> verify() const;

  private:
    struct State;
    template <typename Entry>
    Result<std::vector<Entry>> read_as(unsigned side) const;
    explicit File(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace zermelo::tablebase::file
