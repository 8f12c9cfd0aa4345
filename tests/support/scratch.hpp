// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>

#include <unistd.h>

/// Files and folders for the length of a test.
namespace zermelo::testing {

/// A file of its own, gone at the end of the test.
class Scratch {
  public:
    explicit Scratch(const std::string& text) {
        path_ = (std::filesystem::temp_directory_path() / "zermelo-test-XXXXXX").string();
        const int file = ::mkstemp(path_.data());
        if (file >= 0) ::close(file);
        std::ofstream{path_} << text;
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { std::filesystem::remove(path_); }
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

/// A folder of its own, gone at the end of the test with all that is in it.
class ScratchFolder {
  public:
    ScratchFolder() {
        path_ = (std::filesystem::temp_directory_path() / "zermelo-test-XXXXXX").string();
        if (::mkdtemp(path_.data()) == nullptr) path_.clear();
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() {
        if (!path_.empty()) std::filesystem::remove_all(path_);
    }
    /// The path of a file in it, written if there is a text.
    std::string file(const std::string& name, const std::optional<std::string>& text = std::nullopt) const {
        const std::string path = path_ + "/" + name;
        if (text) std::ofstream{path, std::ios::binary} << *text;
        return path;
    }
    /// The names in it, one a line and in order.
    std::string names() const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator{path_})
            names.insert(entry.path().filename().string());
        std::string text;
        for (const std::string& name : names) text += name + "\n";
        return text;
    }

  private:
    std::string path_;
};

}  // namespace zermelo::testing
