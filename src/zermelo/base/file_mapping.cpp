// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/file_mapping.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#include "zermelo/system/zeros_at.hpp"

namespace zermelo {

/// What the handler of the signal knows about a mapping. Records are never freed, only used again: the
/// handler may look at any time.
struct FileMapping::Record {
    std::atomic<std::uintptr_t> begin = 0;  // 0: of no mapping
    std::atomic<std::uintptr_t> end = 0;    // 0 before `begin` changes
    std::atomic<bool> lost = false;
    Record* next = nullptr;  // set before anybody else sees the record

    /// Right for every mapping that is there all the while, whatever else is made or given up meanwhile.
    bool has(std::uintptr_t address) const {
        const std::uintptr_t from = begin;
        const std::uintptr_t to = end;
        return from == begin && from <= address && address < to;
    }
};

/// All places, and the handler.
struct FileMappings {
    using Record = FileMapping::Record;

    static inline std::atomic<Record*> first = nullptr;
    static inline std::mutex making;  // guards making places; the handler takes no lock
    static inline struct sigaction before {};

    static Record* take(std::uintptr_t begin, std::uintptr_t end) {
        const std::lock_guard lock(making);
        static const bool handled = handle();
        static_cast<void>(handled);
        Record* record = first;
        while (record != nullptr && record->begin != 0) record = record->next;
        if (record == nullptr) {
            record = new Record;
            record->next = first;
            first = record;
        }
        record->lost = false;
        record->begin = begin;
        record->end = end;
        return record;
    }

    static bool handle() {
        struct sigaction ours {};
        ours.sa_sigaction = on_bus_error;
        ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&ours.sa_mask);
        return ::sigaction(SIGBUS, &ours, &before) == 0;
    }

    static std::uintptr_t page() {
        static const auto size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
        return size;
    }

    /// Puts zeros in the place of the page at `address`. False if it is of no mapping.
    static bool fill(std::uintptr_t address) {
        for (Record* record = first; record != nullptr; record = record->next) {
            if (!record->has(address)) continue;
            record->lost = true;  // before anybody can see zeros
            return put_zeros_at(reinterpret_cast<void*>(address / page() * page()), page());
        }
        return false;
    }

    static void on_bus_error(int signal, siginfo_t* info, void* context) {
        const int error = errno;
        const bool filled = fill(reinterpret_cast<std::uintptr_t>(info->si_addr));
        errno = error;
        if (filled) return;  // what failed is tried again
        if ((before.sa_flags & SA_SIGINFO) != 0)
            before.sa_sigaction(signal, info, context);
        else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)
            before.sa_handler(signal);
        else
            ::sigaction(SIGBUS, &before, nullptr);  // tried again, it ends as if we were not here
    }
};

std::optional<FileMapping> FileMapping::of(int descriptor, std::size_t size) {
    void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (memory == MAP_FAILED) return std::nullopt;
    FileMapping mapping;
    mapping.bytes_ = {static_cast<const char*>(memory), size};
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t pages = (size + FileMappings::page() - 1) / FileMappings::page();
    mapping.record_ = FileMappings::take(begin, begin + pages * FileMappings::page());
    return mapping;
}

FileMapping::FileMapping(FileMapping&& other) noexcept { *this = std::move(other); }

FileMapping& FileMapping::operator=(FileMapping&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(record_, other.record_);
    return *this;
}

FileMapping::~FileMapping() {
    if (record_ == nullptr) return;
    record_->end = 0;
    ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
    record_->begin = 0;
}

bool FileMapping::lost() const { return record_ != nullptr && record_->lost; }

void FileMapping::read_in_order() const {
    ::madvise(const_cast<char*>(bytes_.data()), bytes_.size(), MADV_SEQUENTIAL);
}

void FileMapping::release(std::string_view part) const {
    const std::uintptr_t page = FileMappings::page();
    const auto begin = (reinterpret_cast<std::uintptr_t>(part.data()) + page - 1) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(part.data() + part.size()) / page * page;
    if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

}  // namespace zermelo
