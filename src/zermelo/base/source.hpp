// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/base/file_mapping.hpp"
#include "zermelo/base/result.hpp"

namespace zermelo {

/// Where bytes come from: a regular file, mapped into memory as a whole, or a stream (a pipe, a terminal,
/// a device) that is read piece by piece. A mapping costs address space, not memory: files may be larger
/// than memory.
class Source {
  public:
    /// Opens the file at `path`. Errors (`ErrorKind::io`): it is missing, unreadable or a directory.
    static Result<Source> open(const std::string& path);
    /// Standard input, mapped too where it is a regular file (from its current offset on).
    static Result<Source> standard_input();
    /// A text in memory, mapped as a file is.
    static Source of_text(std::string name, std::string text);
    /// A stream of C++'s library, which outlives it.
    static Source of_stream(std::string name, std::istream& stream);

    Source(Source&& other) noexcept;
    Source& operator=(Source&& other) noexcept;
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;
    ~Source();

    /// The name that messages carry: the path, or `<stdin>`.
    const std::string& name() const { return name_; }

    /// The whole content, if this is a mapped file; it lives as long as the source.
    std::optional<std::string_view> mapped() const { return text_; }

    /// The error (`ErrorKind::io`) that a mapped file was cut off while it was open, or that its disk failed,
    /// if so: some of what was read from there is nothing but zeros.
    std::optional<Error> loss() const;

    /// Says that a part of the mapped content will not be looked at again, so that its memory is given back
    /// now, by the thread that calls, and not all at once at the end. Looking again is allowed, only slow.
    void release(std::string_view part) const;

    /// Reads at most `capacity` bytes, waiting for the first; 0 means the end. Precondition: not mapped,
    /// capacity > 0. Errors: `ErrorKind::io`.
    Result<std::size_t> read(char* into, std::size_t capacity);

    /// Whether a `read` would return at once.
    bool ready() const;

  private:
    Source(std::string name, int descriptor, bool owned)
        : name_(std::move(name)), descriptor_(descriptor), owned_(owned) {}
    static Result<Source> from(std::string name, int descriptor, bool owned);

    std::string name_;
    int descriptor_ = -1;
    bool owned_ = false;
    FileMapping mapping_;
    std::unique_ptr<const std::string> memory_;  ///< the text, where it is no file
    std::optional<std::string_view> text_;
    std::istream* stream_ = nullptr;
};

}  // namespace zermelo
