// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <concepts>
#include <memory>
#include <typeinfo>
#include <utility>

namespace zermelo::puzzles {

/// One game of a puzzle, as a value that never changes and costs nothing to copy. Only the puzzle that made
/// it knows what it holds; everybody else hands it around.
class Game {
  public:
    template <typename T>
        requires(!std::same_as<T, Game>)
    explicit Game(T value) : value_(std::make_shared<const T>(std::move(value))), type_(&typeid(T)) {}

    template <typename T>
    bool holds() const {
        return *type_ == typeid(T);
    }
    /// What it holds. Precondition: it was made of a `T`.
    template <typename T>
    const T& as() const {
        assert(holds<T>());
        return *static_cast<const T*>(value_.get());
    }

  private:
    std::shared_ptr<const void> value_;
    const std::type_info* type_;
};

}  // namespace zermelo::puzzles
