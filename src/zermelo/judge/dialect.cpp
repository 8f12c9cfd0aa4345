// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/dialect.hpp"

#include "zermelo/judge/cheesy.hpp"
#include "zermelo/judge/cstate.hpp"
#include "zermelo/judge/simplified.hpp"

namespace zermelo::judge {

const Dialect* find_dialect(std::string_view name) {
    for (const Dialect* dialect : {&simplified(), &cstate1(), &cstate2(), &cstate3(), &cheesy()}) {
        if (dialect->name() == name) return dialect;
    }
    return nullptr;
}

}  // namespace zermelo::judge
