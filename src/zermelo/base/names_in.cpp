// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/names_in.hpp"

#include <memory>

#include <dirent.h>

namespace zermelo {

std::vector<std::string> names_in(const std::string& folder) {
    struct Close {
        void operator()(DIR* open) const { ::closedir(open); }
    };
    const std::unique_ptr<DIR, Close> open{::opendir(folder.c_str())};
    std::vector<std::string> names;
    if (!open) return names;
    while (const dirent* const entry = ::readdir(open.get())) {
        std::string name{entry->d_name};
        if (name != "." && name != "..") names.push_back(std::move(name));
    }
    return names;
}

}  // namespace zermelo
