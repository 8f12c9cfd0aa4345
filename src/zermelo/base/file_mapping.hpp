// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace zermelo {

/// The bytes of a regular file, mapped into memory, to be read only.
///
/// A mapped file that is cut off while it is open, or whose disk fails, answers with a signal (SIGBUS) where
/// it cannot give a page. Here zeros stand in that page's place from then on, and the mapping knows it: who
/// reads goes on reading, and asks `lost` before what was read is believed. Any number of threads may read at
/// once. Signals that come from elsewhere go to whoever had them before the first mapping was made.
class FileMapping {
  public:
    /// The first `size` bytes of an open file. Nothing where the file system cannot map, or has no memory for
    /// it. Precondition: size > 0. The descriptor may be closed afterwards.
    static std::optional<FileMapping> of(int descriptor, std::size_t size);

    FileMapping() = default;
    FileMapping(FileMapping&& other) noexcept;
    FileMapping& operator=(FileMapping&& other) noexcept;
    FileMapping(const FileMapping&) = delete;
    FileMapping& operator=(const FileMapping&) = delete;
    ~FileMapping();

    /// Whether there is one: not so for one that was made from nothing or moved from.
    explicit operator bool() const { return record_ != nullptr; }
    /// The bytes; empty if there are none.
    std::string_view bytes() const { return bytes_; }
    /// Whether zeros stand for bytes that were asked for and could not be had. (After the new end of a file
    /// that is cut off, the rest of its last page has zeros without this.) False if there are no bytes.
    bool lost() const;
    /// Says that it is read from its begin to its end.
    void read_in_order() const;
    /// Gives the memory of a part back; looking at it again is allowed, only slow. Precondition: `part` is in
    /// `bytes()`.
    void release(std::string_view part) const;

  private:
    struct Record;
    friend struct FileMappings;

    std::string_view bytes_;
    Record* record_ = nullptr;
};

}  // namespace zermelo
