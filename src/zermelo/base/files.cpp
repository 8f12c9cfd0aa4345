// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/files.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace zermelo {

namespace {

constexpr std::size_t piece = 65536;

/// Keeps no more than a given number of bytes.
class ShortText : public Sink {
  public:
    ShortText(const std::string& name, std::size_t most) : name_(&name), max_(most) {}
    Result<void> write(std::string_view bytes) override {
        if (bytes.size() > max_ - text.size())
            return failure(ErrorKind::bad_input,
                           fmt::format("{} is longer than {} bytes, expected at most that", *name_, max_));
        text += bytes;
        return {};
    }
    std::string text;

  private:
    const std::string* name_;
    std::size_t max_;
};

}  // namespace

Result<void> copy(Source& input, Sink& sink, const Progress& progress) {
    if (const auto mapped = input.mapped()) {
        Result<void> written;
        for (std::size_t at = 0; at < mapped->size() && written; at += piece) {
            const std::string_view part = mapped->substr(at, piece);
            written = sink.write(part);
            input.release(part);
            if (progress) progress(at + part.size(), mapped->size());
        }
        // What is wrong may be so because it was cut off.
        if (const auto loss = input.loss()) return tl::make_unexpected(*loss);
        return written;
    }
    std::array<char, piece> buffer;
    std::uint64_t done = 0;
    while (true) {
        ZERMELO_TRY(const std::size_t got, input.read(buffer.data(), buffer.size()));
        if (got == 0) return {};
        ZERMELO_CHECK(sink.write({buffer.data(), got}));
        done += got;
        if (progress) progress(done, std::nullopt);
    }
}

Result<std::string> read_all(Source& input, std::size_t most) {
    ShortText kept{input.name(), most};
    if (const auto mapped = input.mapped()) kept.text.reserve(std::min(mapped->size(), most));
    return copy(input, kept).map([&] { return std::move(kept.text); });
}

Result<Source> whole_text(Source& input, std::size_t most) {
    return read_all(input, most).map([&](std::string&& text) {
        return Source::of_text(input.name(), std::move(text));
    });
}

Result<std::string> read_file(const std::string& path, std::size_t most) {
    ZERMELO_TRY(Source source, open_input(path));
    return read_all(source, most);
}

Result<Source> open_input(const std::string& path) {
    return path == "-" ? Source::standard_input() : Source::open(path);
}

std::string input_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

}  // namespace zermelo
