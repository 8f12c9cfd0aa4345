// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/file/block_codec.hpp"

#include <algorithm>
#include <new>

#include <zstd.h>

#include "zermelo/tablebase/file/layout.hpp"

namespace zermelo::tablebase::file {

void lay_out(std::span<const std::uint16_t> entries, std::span<std::uint8_t> plain) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        plain[i] = static_cast<std::uint8_t>(entries[i]);
        plain[entries.size() + i] = static_cast<std::uint8_t>(entries[i] >> 8U);
    }
}

void collect(std::span<const std::uint8_t> plain, std::span<std::uint16_t> entries) {
    for (std::size_t i = 0; i < entries.size(); ++i)
        entries[i] = static_cast<std::uint16_t>(plain[i] | plain[entries.size() + i] << 8U);
}

void lay_out_outcomes(std::span<const std::uint8_t> entries, std::span<std::uint8_t> plain) {
    std::fill(plain.begin(), plain.end(), std::uint8_t{0});
    for (std::size_t i = 0; i < entries.size(); ++i)
        plain[i / 4] = static_cast<std::uint8_t>(plain[i / 4] | entries[i] << 2 * (i % 4));
}

void collect_outcomes(std::span<const std::uint8_t> plain, std::span<std::uint8_t> entries) {
    for (std::uint32_t i = 0; i < entries.size(); ++i) entries[i] = outcome_at(plain.data(), i);
}

bool are_outcomes(std::span<const std::uint8_t> plain, std::uint32_t entries) {
    const auto is_none = [](std::uint8_t byte) { return (byte & byte >> 1U & 0x55U) != 0; };
    if (std::any_of(plain.begin(), plain.end(), is_none)) return false;
    return entries % 4 == 0 || plain.back() >> 2 * (entries % 4) == 0;
}

void Packer::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

Packer::Packer(int level, int min_match)
    : context_(ZSTD_createCCtx()),
      room_(new std::uint8_t[ZSTD_compressBound(max_block_bytes)]),
      room_size_(ZSTD_compressBound(max_block_bytes)) {
    if (context_ == nullptr) return;
    // Index and checksums of our own say what the frame would say again. A shared dictionary was tried: files
    // got smaller and probes faster by less than a tenth.
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_minMatch, min_match);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_contentSizeFlag, 0);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 0);
}

std::span<const std::uint8_t> Packer::pack(std::span<const std::uint8_t> plain) {
    if (context_ == nullptr) return {};
    const std::size_t length =
        ZSTD_compress2(context_.get(), room_.get(), room_size_, plain.data(), plain.size());
    if (ZSTD_isError(length) != 0) return {};
    if (length >= plain.size()) return plain;
    return {room_.get(), length};
}

void Unpacker::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

Unpacker::Unpacker() : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw std::bad_alloc{};  // else a good block would be taken for a damaged one
}

bool Unpacker::unpack(std::span<const std::uint8_t> packed, std::span<std::uint8_t> plain) {
    if (packed.size() == plain.size()) {
        std::copy(packed.begin(), packed.end(), plain.begin());
        return true;
    }
    return ZSTD_decompressDCtx(context_.get(), plain.data(), plain.size(), packed.data(), packed.size()) ==
           plain.size();
}

}  // namespace zermelo::tablebase::file
