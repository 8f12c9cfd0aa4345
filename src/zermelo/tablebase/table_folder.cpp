// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/table_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "zermelo/base/file_lock.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/rules/hash.hpp"
#include "zermelo/tablebase/table_rules.hpp"

namespace zermelo::tablebase {

std::string repair_words(const std::string& path) {
    namespace fs = std::filesystem;
    const auto named = [](const fs::path& folder) {
        const fs::path name = folder.filename();
        return !name.empty() && name != "." && name != "..";
    };
    const fs::path file = fs::path{path}.lexically_normal();
    fs::path folder = file.parent_path();
    std::error_code error;
    if (!named(folder)) folder = fs::absolute(file, error).lexically_normal().parent_path();
    const fs::path root = folder.parent_path();
    return fmt::format("`zermelo solve {} --tiers {} --tables {}` makes it anew",
                       shell_word(folder.filename().string()), shell_word(file.stem().string()),
                       shell_word(root.empty() ? "." : root.string()));
}

TableFolder::TableFolder(const rules::Rules& rules, std::string path)
    : path_(std::move(path)),
      variant_(rules.name),
      rules_(table_hash(rules)),
      rules_with_start_(rules::hash(rules)) {}

Result<TableFolder> TableFolder::of(const std::string& root, const rules::Rules& rules) {
    if (root.empty()) return failure(ErrorKind::bad_usage, "a folder of tables without a name, expected one");
    return at(root + "/" + rules.name, rules);
}

Result<TableFolder> TableFolder::existing(const std::string& root, const rules::Rules& rules) {
    ZERMELO_TRY(TableFolder folder, of(root, rules));
    if (!folder.tiers().empty()) return folder;
    std::error_code error;
    const char* why = "";
    if (!std::filesystem::exists(root, error))
        why = " (there is no such folder)";
    else if (!at(root, rules).tiers().empty())
        why = " (this is the folder of one variant, expected the one above it)";
    return failure(ErrorKind::io,
                   fmt::format("{}: no tables of {} there{}: `zermelo solve {} --tables {} …` "
                               "makes them",
                               root, rules.name, why, shell_word(rules.name), shell_word(root)));
}

std::string TableFolder::path(std::string_view tier) const { return fmt::format("{}/{}.zt", path_, tier); }

Result<void> TableFolder::create() const {
    std::error_code error;
    std::filesystem::create_directories(path_, error);
    if (error)
        return failure(ErrorKind::io, fmt::format("{}: cannot make the folder: {}", path_, error.message()));
    return {};
}

TableFolder::Lock::~Lock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

Result<TableFolder::Lock> TableFolder::lock(std::chrono::milliseconds patience) const {
    const int descriptor = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return failure(ErrorKind::io, fmt::format("{}: cannot open the folder: {}", path_,
                                                  std::generic_category().message(errno)));
    Lock lock{descriptor};
    // Where directories cannot be locked at all, the files' own locks must do.
    if (lock_file(descriptor, patience) == EWOULDBLOCK)
        return failure(ErrorKind::io, path_ + ": another run is writing tables there");
    return lock;
}

bool TableFolder::has(std::string_view tier) const {
    std::error_code error;
    return std::filesystem::exists(path(tier), error);
}

std::vector<std::string> TableFolder::tiers() const {
    std::error_code error;
    std::vector<std::string> names;
    for (std::filesystem::directory_iterator at{path_, error}, end; !error && at != end; at.increment(error))
        if (at->path().extension() == ".zt") names.push_back(at->path().stem().string());
    std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
        return std::pair{a.size(), a} < std::pair{b.size(), b};
    });
    return names;
}

Result<tablebase::file::File> TableFolder::open(std::string_view tier) const {
    return open(tier, repair_words(path(tier)));
}

Result<tablebase::file::File> TableFolder::open_to_solve(std::string_view tier) const {
    return open(tier, {});
}

Result<tablebase::file::File> TableFolder::open(std::string_view tier, std::string repair) const {
    auto file = tablebase::file::File::open(path(tier), std::move(repair));
    if (!file) return file;
    ZERMELO_CHECK(expect(*file, tier));
    return file;
}

Result<void> TableFolder::expect(const file::File& file, std::string_view tier) const {
    if (file.header().rules == rules_with_start_) return file.expect(rules_with_start_, tier);
    auto expected = file.expect(rules_, tier);
    if (!expected && file.header().rules != rules_)
        expected.error().message += fmt::format(
            " (or {:016x}{:016x} in a table of an earlier program, which held to the start position, too)",
            rules_with_start_.high, rules_with_start_.low);
    return expected;
}

Result<LoadedTables::Handle> LoadedTables::get(const std::string& tier) {
    Slot& slot = slots_[tier];
    slot.last_use = ++clock_;
    if (slot.bytes) return slot.bytes;
    ZERMELO_TRY(const auto file, folder_.open(tier));
    tablebase::TierBytes bytes;
    for (unsigned side = 0; side < file.sides(); ++side) {
        ZERMELO_TRY(auto read, file.read(side));
        bytes.push_back(std::move(read));
    }
    put(tier, std::make_shared<const tablebase::TierBytes>(std::move(bytes)));
    return slot.bytes;
}

void LoadedTables::put(const std::string& tier, Handle bytes) {
    Slot& slot = slots_[tier];
    used_ -= slot.size;
    slot.size = 0;
    for (const auto& table : *bytes) slot.size += table.size();
    used_ += slot.size;
    slot.bytes = std::move(bytes);
    slot.last_use = ++clock_;
}

void LoadedTables::make_room(std::uint64_t more) {
    while (used_ + more > budget_) {
        Slot* oldest = nullptr;
        for (auto& [tier, slot] : slots_)
            if (slot.bytes && slot.bytes.use_count() == 1 &&
                (oldest == nullptr || slot.last_use < oldest->last_use))
                oldest = &slot;
        if (oldest == nullptr) return;
        used_ -= oldest->size;
        oldest->size = 0;
        oldest->bytes.reset();
    }
}

}  // namespace zermelo::tablebase
