// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include <sys/types.h>

namespace zermelo::stress {

/// The folder that a run has for itself, below the system's folder for temporary files.
class RunFolder {
  public:
    /// What lies in it.
    struct Use {
        std::uint64_t bytes =
            0;  ///< its files and folders, each in whole blocks and with one more for itself
        std::uint64_t largest = 0;  ///< the bytes of the largest file
    };

    RunFolder();

    /// Makes a new one. Returns 0, or the `errno` of what went wrong.
    int make();

    const std::string& path() const { return path_; }

    /// The device that it lies on.
    dev_t device() const { return device_; }

    /// Looks through all of it, but for folders that may not be read; links are not followed. Whatever comes
    /// or goes meanwhile may be counted or not. Cost: O(n) for n files.
    Use use() const;

    /// Removes it if it is empty. Whether it was.
    bool remove_empty() const;

    /// Removes it with all that is in it.
    void remove() const;

  private:
    std::string pattern_;
    std::string path_;
    dev_t device_ = 0;
};

}  // namespace zermelo::stress
