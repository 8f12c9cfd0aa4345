// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/whole_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include "zermelo/base/io_error.hpp"

namespace zermelo {

namespace {

namespace fs = std::filesystem;

/// A folder that is gone at the end, unless it was moved to where it belongs.
class Unfinished {
  public:
    explicit Unfinished(std::string path) : path_(std::move(path)) {}
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;
    ~Unfinished() {
        if (path_.empty()) return;
        try {
            std::error_code ignored;
            fs::remove_all(path_, ignored);
        } catch (const std::bad_alloc&) {  // then it stays
        }
    }
    const std::string& path() const { return path_; }
    Result<void> move_to(const std::string& goal) {
        std::error_code error;
        fs::rename(path_, goal, error);
        if (error) return cannot_write(goal, error.value());
        path_.clear();
        return {};
    }

  private:
    std::string path_;
};

}  // namespace

Result<void> write_whole(const std::string& folder, const std::string& expected,
                         const std::function<Result<void>(const std::string& unfinished)>& fill) {
    std::error_code error;
    if (fs::exists(folder, error) && !(fs::is_directory(folder, error) && fs::is_empty(folder, error)))
        return failure(ErrorKind::bad_usage,
                       fmt::format("{} is there already, expected {}", folder, expected));
    const fs::path parent = fs::path{folder}.parent_path();
    fs::create_directories(parent, error);
    if (error) return cannot_write(parent.string(), error.value());
    std::string made = (parent / fmt::format(".{}-XXXXXX", fs::path{folder}.filename().string())).string();
    if (::mkdtemp(made.data()) == nullptr) return cannot_write(parent.string(), errno);
    Unfinished unfinished{made};
    // mkdtemp makes folders for their owner alone; this one is to be as any other.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::chmod(made.c_str(), 0777 & ~mask);
    ZERMELO_CHECK(fill(made));
    return unfinished.move_to(folder);
}

}  // namespace zermelo
