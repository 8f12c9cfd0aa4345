// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/given_arguments.hpp"

namespace zermelo::cli {

Arguments& given_arguments() {
    static constinit Arguments given;
    return given;
}

}  // namespace zermelo::cli
