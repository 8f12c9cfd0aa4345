// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/tablebase/file/header.hpp"
#include "zermelo/tablebase/file/temporary_file.hpp"

namespace zermelo::tablebase::file {

/// How entries are packed. The defaults are measured (docs/table-format.md).
struct Packing {
    /// Entries a block: a power of two from 256 to 32,768, or to 16,384 of 16 bits.
    std::uint32_t block_size = 1024;
    int level = 6;  ///< zstd's level: higher is smaller, slower to write, no slower to read
};
/// Those of outcomes alone.
inline constexpr Packing outcome_packing{.block_size = 16'384};

/// The entries of a side, from where they are.
template <typename Entry>
struct EntrySource {
    std::uint64_t size = 0;
    /// Reads as many entries from `first` on as there is room for; asked in order.
    std::function<Result<void>(std::uint64_t first, std::span<Entry> into)> read;
};

/// Writes a table file: one or two sides, a byte or 16 bits an entry, or two where the header says that the
/// bytes are outcomes alone (`Encoding::alone`). It is written under another name, `path` + ".unfinished",
/// read again and compared, flushed to the disk, and only then takes the place of what stood at `path`; so
/// whoever opens `path` finds the old file, or all of the new one, or none, even after a power cut.
///
/// Errors: `ErrorKind::io`, with the path and the reason (a full disk, another run that writes the same
/// table): then nothing of it is left, and what stood at `path` is untouched, unless only the directory could
/// not be flushed; `ErrorKind::bad_usage`: no side or more than two, texts that are too long, a packing that
/// there is not, an entry that is no outcome where these are alone. Cost: some 100 MB/s a thread, on all
/// threads. Memory: some 10 MB and 10 bytes a block.
Result<void> write(const std::string& path, const Header& header,
                   std::span<const std::span<const std::uint8_t>> sides, const Packing& packing = {});
Result<void> write(const std::string& path, const Header& header,
                   std::span<const std::span<const std::uint16_t>> sides, const Packing& packing = {});

/// The same up to where the file would be flushed and take its place: for many small files, which are then
/// finished together (`TemporaryFile::finish_all`). `stop` is asked every some million entries. Errors: as
/// `write`; `ErrorKind::stopped`.
Result<TemporaryFile> write_temporary(const std::string& path, const Header& header,
                                      std::span<const std::span<const std::uint8_t>> sides,
                                      const Packing& packing = {}, const std::stop_token& stop = {});
Result<TemporaryFile> write_temporary(const std::string& path, const Header& header,
                                      std::span<const std::span<const std::uint16_t>> sides,
                                      const Packing& packing = {}, const std::stop_token& stop = {});

/// The same of entries that are not all in memory. Errors: those of the sources, too.
Result<TemporaryFile> write_temporary(const std::string& path, const Header& header,
                                      std::span<const EntrySource<std::uint8_t>> sides,
                                      const Packing& packing = {}, const std::stop_token& stop = {});
Result<TemporaryFile> write_temporary(const std::string& path, const Header& header,
                                      std::span<const EntrySource<std::uint16_t>> sides,
                                      const Packing& packing = {}, const std::stop_token& stop = {});

}  // namespace zermelo::tablebase::file
