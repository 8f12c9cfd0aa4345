// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/tablebase/file/temporary_file.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// Numbers of entries on their way to a table, in a file that goes when this does. What comes together is
/// kept together: a *chunk* is entries of one number in one *window*, a range of a table's indices that
/// is as long as the caller likes.
///
/// Any number of threads may add and read at once. After an error nothing more is taken, and `error` says
/// which it was.
class SlotStore {
  public:
    /// What is known to be decided, and what will be at its level if nothing else is before.
    enum class Pile : std::uint8_t { decided, due };
    struct Chunk {
        Number number = 0;
        std::uint32_t table = 0;
        std::uint32_t window = 0;
        std::uint32_t count = 0;
        std::uint32_t bytes = 0;
        std::uint64_t offset = 0;  ///< in the file
    };
    using Chunks = std::vector<Chunk>;

    /// A file beside `path`, as of `file::TemporaryFile`. Errors: as there.
    static Result<SlotStore> create(const std::string& path);

    /// `indices`: ascending, within the window. Cost: a byte or two an entry on the disk, and 32 bytes a
    /// chunk in memory.
    void add(Pile pile, Number number, std::uint32_t table, std::uint32_t window,
             std::span<const std::uint32_t> indices);
    /// All chunks of a number. `take`: the same, and forgets them.
    Chunks of_number(Pile pile, Number number) const;
    Chunks take(Pile pile, Number number);
    /// Those of a window that are decided. Cost: O(chunks).
    Chunks of_window(std::uint32_t table, std::uint32_t window) const;
    /// The indices of a chunk; none after an error.
    std::vector<std::uint32_t> read(const Chunk& chunk) const;
    /// The greatest number that is decided.
    Number greatest() const;
    /// Errors (io): the file could not be written or read.
    Result<void> error() const;

  private:
    /// What threads share.
    struct Shared {
        std::mutex mutex;
        std::uint64_t length = 0;
        std::map<Number, Chunks> decided;
        std::map<Number, Chunks> due;
        std::optional<Error> error;
    };
    explicit SlotStore(file::TemporaryFile file)
        : file_(std::make_unique<file::TemporaryFile>(std::move(file))),
          shared_(std::make_unique<Shared>()) {}
    std::map<Number, Chunks>& pile(Pile which) const {
        return which == Pile::due ? shared_->due : shared_->decided;
    }
    void fail(const std::string& what) const;

    std::unique_ptr<file::TemporaryFile> file_;
    std::unique_ptr<Shared> shared_;
};

}  // namespace zermelo::tablebase
