// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/value_source.hpp"

namespace zermelo::tablebase {

Number FileValues::operator[](Slot slot) const {
    const auto entry = file_.entry(slot.table, slot.index);
    if (entry) return *entry;
    const std::lock_guard lock{mutex_};
    if (!error_) error_ = entry.error();
    return ValueEncoding::draw;
}

Result<void> FileValues::error() const {
    const std::lock_guard lock{mutex_};
    if (error_) return tl::make_unexpected(*error_);
    return {};
}

}  // namespace zermelo::tablebase
