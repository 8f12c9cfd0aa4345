// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/compositions/stipulation.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::compositions {

/// A diagram and what is asked of it.
struct Diagram {
    std::string name;  ///< `a`, `b`, …, or as a twin gives it; empty where there are no twins
    engine::Setup setup;
    Stipulation stipulation;
    std::vector<std::string> changes;  ///< what a twin changes, in the words that were given
    /// The same as Popeye writes it, with the men: `wKa1-->b1`; nothing of `continued`.
    std::vector<std::string> changes_with_men = {};
    /// Where play begins that is to come to `setup`, for `a=>b`.
    std::optional<engine::Setup> start = {};
};

/// A position, and what is asked of it: as `solve` takes both.
struct Posed {
    engine::Setup setup;
    Stipulation stipulation;
};

/// Where play begins, and what is asked there: the diagram itself, but where play is to come to that. Then it
/// is the variant's start, or with `a=>b` the one that is given, and the goal's target is the diagram.
/// Errors (bad_usage): `a=>b` without a position to begin from.
Result<Posed> posed(const Diagram& diagram, const rules::Rules& rules);

/// A diagram with its twins: itself as `a` first, where it has twins, or not at all where it is a
/// zeroposition, which is but what its twins are made of.
///
/// A twin is `NAME: CHANGE, CHANGE, …`; without `NAME:` it has the next letter of the alphabet. Changes,
/// squares as in `b1`, men as letters of a FEN:
///  - `move A B`, `exchange A B`, `remove A` (several: `remove A B`), `add MAN SQUARE`,
///    `substitute MAN SQUARE`: another man in the place of one;
///  - `shift A B`: all men as far as it is from A to B; `rotate 90`, `180` or `270`, clockwise; `mirror
///    a1h1`, `a1a8`, `a1h8` or `h1a8`: these corners of the board change places, whatever its size;
///  - `stipulation S`;
///  - `continued` as its first change: what it changes is the twin before, and not the diagram.
/// A twin that is named `zero`, first, makes the diagram a zeroposition, and is its first twin.
///
/// Errors (bad_usage, the input is "--twin NUMBER", with the column): a change that is not known; squares
/// that the board does not have, or with no man, or with one where it is to be empty; men that would leave
/// the board; a board that is no square, rotated by a quarter.
Result<std::vector<Diagram>> with_twins(const engine::Setup& setup, const Stipulation& stipulation,
                                        const std::vector<std::string>& twins, const rules::Rules& rules);

/// Changes a diagram, and writes down what was changed: the changes of `with_twins`, without a name and
/// `continued`. Errors: as there, of no input.
Result<void> apply_changes(Diagram& diagram, std::string_view changes, const rules::Rules& rules);

/// What a twin is called that has no name: `a`, `b`, …, `z`, `27`, …, by its number from 1.
std::string letter_of_twin(std::size_t number);

}  // namespace zermelo::compositions
