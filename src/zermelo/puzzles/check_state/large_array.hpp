// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "zermelo/base/huge_pages.hpp"

namespace zermelo::check_state {

/// Huge pages take a quarter of the time to get; small ones only the memory that is used.
enum class Pages : std::uint8_t { large, small };

/// An array of plain numbers that is read and written at random. From a few megabytes it asks for large
/// pages (a fifth less time for the tables of a long check). Uninitialised until `fill`.
template <typename T>
class LargeArray {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    LargeArray() = default;
    explicit LargeArray(std::size_t size, Pages pages = Pages::large)
        : size_(size), data_(allocate(size, pages)) {}

    std::size_t size() const { return size_; }
    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }

  private:
    static constexpr std::size_t large_page = std::size_t{1} << 21;
    struct Free {
        std::size_t mapped = 0;  // bytes; 0: from the heap
        void operator()(T* data) const {
#if defined(__linux__)
            if (mapped != 0) {
                munmap(data, mapped);
                return;
            }
#endif
            ::operator delete(data, std::align_val_t{64});
        }
    };
    using Data = std::unique_ptr<T[], Free>;

    static Data allocate(std::size_t size, [[maybe_unused]] Pages pages) {
        const std::size_t bytes = size * sizeof(T);
#if defined(__linux__)
        // Mapped, so that what is given back is gone at once. Half a huge page or more makes a whole one.
        if (bytes >= large_page / 2) {
            const std::size_t whole =
                pages == Pages::large ? (bytes + large_page / 2) / large_page * large_page : 0;
            const std::size_t mapped = std::max(whole, (bytes + small_page - 1) / small_page * small_page);
            if (void* const memory = map(mapped); memory != nullptr) {
                if (whole != 0) prefer_huge_pages(memory, whole);
                return Data(static_cast<T*>(memory), Free{mapped});
            }
        }
#endif
        return Data(static_cast<T*>(::operator new(bytes, std::align_val_t{64})), Free{});
    }

#if defined(__linux__)
    static constexpr std::size_t small_page = 4096;

    /// Memory that begins with a huge page; null if there is none.
    static void* map(std::size_t bytes) {
        const std::size_t all = bytes + large_page;
        void* const memory = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return nullptr;
        auto* const begin = static_cast<std::byte*>(memory);
        const std::size_t before = (~reinterpret_cast<std::uintptr_t>(memory) + 1) % large_page;
        if (before != 0) munmap(begin, before);
        munmap(begin + before + bytes, all - before - bytes);
        return begin + before;
    }
#endif

    std::size_t size_ = 0;
    Data data_;
};

}  // namespace zermelo::check_state
