// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/trial.hpp"

#include <utility>

namespace zermelo::stress {

Result<Trial> try_games(const Examination& examination, Runner& runner, std::span<const Case> games) {
    auto expected = verdicts(examination.dialect, games);
    if (!expected) return tl::make_unexpected(expected.error());
    auto ended = runner.run(input_of(examination.format(), games));
    if (!ended) return tl::make_unexpected(ended.error());
    auto failure = compare(examination.format(), *expected, *ended, examination.limits);
    return Trial{*std::move(expected), *std::move(ended), std::move(failure)};
}

}  // namespace zermelo::stress
