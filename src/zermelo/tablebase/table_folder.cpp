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
#include "zermelo/base/names_in.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/rules/hash.hpp"
#include "zermelo/tablebase/table_rules.hpp"

namespace zermelo::tablebase {

namespace {

namespace fs = std::filesystem;

/// The folder above one, even of one that is called "." or "..".
std::string above(const std::string& folder) {
    const fs::path given = folder.empty() ? "." : folder;
    const auto without_slash = [](const fs::path& path) {
        return (path / "").lexically_normal().parent_path();
    };
    fs::path path = without_slash(given);
    const fs::path name = path.filename();
    std::error_code error;
    if (name.empty() || name == "." || name == "..") path = without_slash(fs::absolute(given, error));
    const fs::path parent = path.parent_path();
    return parent.empty() ? "." : parent.string();
}

}  // namespace

std::string solve_words(const std::string& variant, std::string_view tier, const std::string& folder) {
    return fmt::format("`zermelo solve {} --tiers {} --tables {}`", variant, shell_word(tier),
                       shell_word(above(folder)));
}

TableFolder::TableFolder(const rules::Rules& rules, std::string path, const std::string& named)
    : path_(std::move(path)),
      variant_(rules.name),
      named_(named.empty() ? shell_word(rules.name) : named),
      rules_(table_hash(rules)),
      rules_with_start_(rules::hash(rules)) {}

Result<TableFolder> TableFolder::of(const std::string& root, const rules::Rules& rules,
                                    const std::string& named) {
    if (root.empty()) return failure(ErrorKind::bad_usage, "a folder of tables without a name, expected one");
    if (root.find('\0') != std::string::npos)
        return failure(ErrorKind::bad_usage, "a folder of tables with a zero in its name, expected another");
    std::error_code error;
    if (fs::exists(root, error) && !fs::is_directory(root, error))
        return failure(ErrorKind::io, root + " is a file, expected a folder of tables");
    return at(root + "/" + rules.name, rules, named);
}

Result<TableFolder> TableFolder::existing(const std::string& root, const rules::Rules& rules,
                                          const std::string& named) {
    ZERMELO_TRY(TableFolder folder, of(root, rules, named));
    if (!folder.tiers().empty()) return folder;
    const std::string none = fmt::format("{}: no tables of {} there", root, rules.name);
    if (!at(root, rules).tiers().empty())
        return failure(ErrorKind::io,
                       fmt::format("{}: this is the folder of one variant, expected the one above it, {}",
                                   none, shell_word(above(root))));
    std::error_code error;
    return failure(ErrorKind::io, fmt::format("{}{}: `zermelo solve {} --tables {} …` makes them", none,
                                              fs::exists(root, error) ? "" : " (there is no such folder)",
                                              folder.named_, shell_word(root)));
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
    std::vector<std::string> names;
    for (const std::string& name : names_in(path_)) {
        const fs::path file = name;
        if (file.extension() == ".zt") names.push_back(file.stem().string());
    }
    std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
        return std::pair{a.size(), a} < std::pair{b.size(), b};
    });
    return names;
}

std::string TableFolder::solve_words(std::string_view tiers, bool outcomes) const {
    std::string words = tablebase::solve_words(named_, tiers, path_);
    if (outcomes) words.insert(words.size() - 1, " --outcomes");
    return words;
}

Result<void> TableFolder::expect_distances(const file::File& file) const {
    if (!file.outcomes_alone()) return {};
    return failure(ErrorKind::bad_input,
                   fmt::format("{} has outcomes alone, expected distances: {} makes them", file.path(),
                               solve_words(file.header().tier)));
}

Result<tablebase::file::File> TableFolder::open(std::string_view tier) const {
    auto file = open(tier, solve_words(tier) + " makes it anew");
    if (!file && !has(tier)) file.error().message += fmt::format(": {} makes it", solve_words(tier));
    return file;
}

Result<tablebase::file::File> TableFolder::open_to_solve(std::string_view tier) const {
    return open(tier, {});
}

Result<tablebase::file::File> TableFolder::open(std::string_view tier, std::string repair) const {
    auto file = tablebase::file::File::open(path(tier), std::move(repair));
    if (!file) return file;
    if (auto expected = expect(*file, tier); !expected) {
        expected.error().message += fmt::format(
            ": choose another folder, or remove this file and {} makes the right one", solve_words(tier));
        return tl::make_unexpected(std::move(expected.error()));
    }
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

Result<TierValues> read_values(const file::File& file) {
    const auto sides = [&](auto tables, const auto& read_side) -> Result<TierValues> {
        for (unsigned side = 0; side < file.sides(); ++side) {
            ZERMELO_TRY(auto read, read_side(side));
            tables.push_back(std::move(read));
        }
        return TierValues{std::move(tables)};
    };
    if (file.wide()) return sides(TierNumbers{}, [&](unsigned side) { return file.read_wide(side); });
    return sides(TierBytes{}, [&](unsigned side) { return file.read(side); });
}

Result<LoadedTables::Handle> LoadedTables::get(const std::string& tier) {
    Slot& slot = slots_[tier];
    slot.last_use = ++clock_;
    if (slot.values) return slot.values;
    ZERMELO_TRY(const auto file, folder_.open(tier));
    if (!outcomes_) ZERMELO_CHECK(folder_.expect_distances(file));
    ZERMELO_TRY(TierValues values, read_values(file));
    put(tier, std::make_shared<const TierValues>(std::move(values)));
    return slot.values;
}

void LoadedTables::put(const std::string& tier, Handle values) {
    Slot& slot = slots_[tier];
    used_ -= slot.size;
    slot.size = values->memory();
    used_ += slot.size;
    slot.values = std::move(values);
    slot.last_use = ++clock_;
}

void LoadedTables::make_room(std::uint64_t more, std::uint64_t room) {
    while (used_ + more > room) {
        Slot* oldest = nullptr;
        for (auto& [tier, slot] : slots_)
            if (slot.values && slot.values.use_count() == 1 &&
                (oldest == nullptr || slot.last_use < oldest->last_use))
                oldest = &slot;
        if (oldest == nullptr) return;
        used_ -= oldest->size;
        oldest->size = 0;
        oldest->values.reset();
    }
}

}  // namespace zermelo::tablebase
