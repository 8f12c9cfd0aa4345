// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/packed.hpp"

#include <utility>

#include <zstd.h>

namespace zermelo {

namespace {

// Level 9 makes certificates smaller by a tenth in five times the time: docs/performance.md.
constexpr int packing_level = 1;
constexpr int max_window_bits = 23;

tl::unexpected<Error> no_memory() { return failure(ErrorKind::io, "out of memory"); }

}  // namespace

void PackingSink::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

PackingSink::PackingSink(Sink& packed)
    : context_(ZSTD_createCCtx()), room_(ZSTD_CStreamOutSize()), packed_(packed) {
    if (context_ == nullptr) return;
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, packing_level);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
}

Result<void> PackingSink::pack(std::string_view plain, bool last) {
    if (context_ == nullptr) return no_memory();
    ZSTD_inBuffer in{plain.data(), plain.size(), 0};
    for (bool more = true; more;) {
        ZSTD_outBuffer out{room_.data(), room_.size(), 0};
        const std::size_t left =
            ZSTD_compressStream2(context_.get(), &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left) != 0) return no_memory();  // nothing else can go wrong here
        ZERMELO_CHECK(packed_.write({room_.data(), out.pos}));
        more = last ? left != 0 : in.pos < in.size;
    }
    return {};
}

void UnpackingSink::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

UnpackingSink::UnpackingSink(Sink& plain, std::string name)
    : context_(ZSTD_createDCtx()), room_(ZSTD_DStreamOutSize()), plain_(plain), name_(std::move(name)) {
    if (context_ != nullptr) ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, max_window_bits);
}

Result<void> UnpackingSink::write(std::string_view packed) {
    if (context_ == nullptr) return no_memory();
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    for (bool more = !packed.empty(); more;) {
        ZSTD_outBuffer out{room_.data(), room_.size(), 0};
        missing_ = ZSTD_decompressStream(context_.get(), &out, &in);
        if (ZSTD_isError(missing_) != 0)
            return failure(ErrorKind::bad_input,
                           name_ + " cannot be unpacked as Zstandard: " + ZSTD_getErrorName(missing_));
        ZERMELO_CHECK(plain_.write({room_.data(), out.pos}));
        more = in.pos < in.size || (out.pos == out.size && missing_ != 0);
    }
    return {};
}

Result<void> UnpackingSink::finish() const {
    if (missing_ == 0) return {};
    return failure(ErrorKind::bad_input, name_ + " ends within packed data, expected more of it");
}

}  // namespace zermelo
