// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace zermelo::python {

template <typename T>
using Array = nanobind::ndarray<nanobind::numpy, T>;

/// The elements as an array of NumPy that owns them.
template <typename T>
Array<T> array_of(std::vector<T> elements, const std::vector<std::size_t>& shape) {
    auto* const held = new std::vector<T>(std::move(elements));
    nanobind::capsule owner{held, [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); }};
    return {held->data(), shape.size(), shape.data(), owner};
}

}  // namespace zermelo::python
