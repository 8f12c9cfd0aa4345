// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace zermelo::sparse {

/// An array of plain numbers that is read and written at random. From a few megabytes it asks for large
/// pages (a fifth less time for the tables of a long check). Uninitialised until `fill`.
template <typename T>
class LargeArray {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    LargeArray() = default;
    explicit LargeArray(std::size_t size) : size_(size), data_(allocate(size)) {}
    LargeArray(std::size_t size, T value) : LargeArray(size) { std::fill_n(data_.get(), size, value); }

    std::size_t size() const { return size_; }
    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }

  private:
    static constexpr std::size_t large_page = std::size_t{1} << 21;
    struct Free {
        std::align_val_t alignment{};
        void operator()(T* data) const { ::operator delete(data, alignment); }
    };
    using Data = std::unique_ptr<T[], Free>;

    static Data allocate(std::size_t size) {
        const std::size_t bytes = size * sizeof(T);
        const std::align_val_t alignment{bytes >= large_page ? large_page : 64};
        void* memory = ::operator new(bytes, alignment);
#if defined(__linux__)
        // Whole pages only: the rest of the last one would be memory that nobody asked for.
        if (bytes >= large_page) madvise(memory, bytes / large_page * large_page, MADV_HUGEPAGE);
#endif
        return Data(static_cast<T*>(memory), Free{alignment});
    }

    std::size_t size_ = 0;
    Data data_;
};

}  // namespace zermelo::sparse
