// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/run_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace zermelo::stress {

namespace {

constexpr std::uint64_t block = 4096;

std::uint64_t in_blocks(std::uint64_t bytes) { return (bytes + block - 1) / block * block; }

/// Goes through a folder and those in it.
class Walk {
  public:
    explicit Walk(const std::string& folder) : open_{folder} {
        while (!open_.empty()) {
            const std::string next = std::move(open_.back());
            open_.pop_back();
            look_into(next);
        }
    }

    RunFolder::Use found() const { return found_; }

  private:
    void look_into(const std::string& folder) {
        DIR* const names = ::opendir(folder.c_str());
        if (names == nullptr) return;
        while (const dirent* const entry = ::readdir(names)) {
            const std::string_view name = entry->d_name;
            struct stat file {};
            if (name == "." || name == ".." ||
                ::fstatat(::dirfd(names), entry->d_name, &file, AT_SYMLINK_NOFOLLOW) != 0)
                continue;
            add(file);
            if (S_ISDIR(file.st_mode)) open_.push_back(folder + "/" + entry->d_name);
        }
        ::closedir(names);
    }

    void add(const struct stat& file) {
        found_.bytes += block;
        if (!S_ISREG(file.st_mode) || (file.st_nlink > 1 && !linked_.insert(file.st_ino).second)) return;
        const auto size = static_cast<std::uint64_t>(file.st_size);
        found_.bytes += in_blocks(size);
        found_.largest = std::max(found_.largest, size);
    }

    std::vector<std::string> open_;
    std::set<ino_t> linked_;  ///< files of several names that have been counted
    RunFolder::Use found_;
};

}  // namespace

RunFolder::RunFolder() {
    std::error_code error;
    const std::filesystem::path where = std::filesystem::temp_directory_path(error);
    pattern_ = ((error ? std::filesystem::path{"/tmp"} : where) / "zermelo-stress-XXXXXX").string();
}

int RunFolder::make() {
    path_ = pattern_;
    struct stat known {};
    if (::mkdtemp(path_.data()) == nullptr || ::stat(path_.c_str(), &known) != 0) return errno;
    device_ = known.st_dev;
    return 0;
}

RunFolder::Use RunFolder::use() const { return Walk{path_}.found(); }

bool RunFolder::remove_empty() const { return ::rmdir(path_.c_str()) == 0; }

void RunFolder::remove() const {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
    if (!std::filesystem::exists(path_, ignored)) return;
    // The program may have taken its own folders' permissions away.
    for (auto each =
             std::filesystem::recursive_directory_iterator{
                 path_, std::filesystem::directory_options::skip_permission_denied, ignored};
         !ignored && each != std::filesystem::recursive_directory_iterator{}; each.increment(ignored))
        if (each->is_directory(ignored) && !each->is_symlink(ignored)) ::chmod(each->path().c_str(), S_IRWXU);
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace zermelo::stress
