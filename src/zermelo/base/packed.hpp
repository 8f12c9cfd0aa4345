// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

/// Streams packed with Zstandard (RFC 8878), as the command `zstd` makes and takes them.
namespace zermelo {

/// Whether bytes begin as a packed stream does, and not as text.
inline bool begins_packed(std::string_view bytes) { return !bytes.empty() && bytes[0] == '\x28'; }

/// Packs what is written to it, and hands it on. It takes about a megabyte, and packs some 100 MB a second.
class PackingSink : public Sink {
  public:
    explicit PackingSink(Sink& packed);
    Result<void> write(std::string_view plain) override { return pack(plain, false); }
    /// What was written is all. Errors: the sink's.
    Result<void> finish() { return pack({}, true); }

  private:
    Result<void> pack(std::string_view plain, bool last);

    struct Free {
        void operator()(ZSTD_CCtx_s* context) const;
    };
    std::unique_ptr<ZSTD_CCtx_s, Free> context_;
    std::vector<char> room_;
    Sink& packed_;
};

/// Unpacks what is written to it, and hands it on as it comes: it takes at most some 8 MiB, whatever the
/// stream says of itself. Streams of the levels up to 19 need no more.
class UnpackingSink : public Sink {
  public:
    /// `name`: what messages call the stream.
    UnpackingSink(Sink& plain, std::string name);
    /// Errors: `ErrorKind::bad_input`, it is no packed stream or a damaged one, or needs more memory; the
    /// sink's.
    Result<void> write(std::string_view packed) override;
    /// What was written is all. Errors: `ErrorKind::bad_input`, it ends before its end.
    Result<void> finish() const;

  private:
    struct Free {
        void operator()(ZSTD_DCtx_s* context) const;
    };
    std::unique_ptr<ZSTD_DCtx_s, Free> context_;
    std::vector<char> room_;
    Sink& plain_;
    std::string name_;
    std::size_t missing_ = 1;  ///< bytes until a frame's end, roughly; 0: at one
};

}  // namespace zermelo
