// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/plies.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/game/game.hpp"
#include "zermelo/tablebase/retrograde.hpp"
#include "zermelo/tablebase/setwise_retrograde.hpp"
#include "zermelo/tablebase/setwise_verify.hpp"
#include "zermelo/tablebase/tier_verify.hpp"

namespace zermelo::tablebase {

/// A tier's bytes as they are to be written, what their verification found, and how long both took.
struct SolvedTier {
    tablebase::TierBytes values;
    tablebase::TierAudit audit;
    double solving = 0;
    double verifying = 0;
};

/// Solves a tier and verifies it, one way or the other.
template <typename Tier, typename Below>
class TierSolving {
  public:
    /// Told what it is at.
    using Tell = std::function<void(std::string_view)>;

    /// The arguments must outlive it. `below`: as of `solve::Retrograde`.
    TierSolving(const Tier& tier, tablebase::Scale scale, const Below& below, Tell tell)
        : tier_(tier), scale_(scale), below_(below), tell_(std::move(tell)) {}

    /// Errors of both: of `solve::Retrograde`.
    Result<SolvedTier> by_entries() const {
        const auto begun = Clock::now();
        tell_("first moves");
        return tablebase::Retrograde<Tier, const Below&>{tier_, scale_, below_, level()}.run().map(
            [&](auto table) {
                return verified(std::move(table.raw()), begun,
                                [&](const auto& byte) { return audit_entries(byte, 1); });
            });
    }
    /// Every lane of every line is verified, and by the engine's own moves one block of entries in some.
    template <game::Lined Lines>
    Result<SolvedTier> by_lines(const Lines& lines) const {
        const auto begun = Clock::now();
        tell_("first moves");
        return tablebase::LineRetrograde<Lines, const Below&>{lines, scale_, below_, level()}.run().map(
            [&](tablebase::TierBytes values) {
                return verified(std::move(values), begun, [&](const auto& byte) {
                    using Verifier =
                        tablebase::LineVerifier<Lines, std::remove_cvref_t<decltype(byte)>, const Below&>;
                    auto audit = Verifier{lines, scale_, byte, below_}.run();
                    if (!audit.fault) audit.fault = audit_entries(byte, engine_looks_at_one_in).fault;
                    return audit;
                });
            });
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t engine_looks_at_one_in = 61;

    static double seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }
    auto level() const {
        return [this](Plies plies) { tell_(fmt::format("at {} plies", plies.count())); };
    }
    template <typename Byte>
    tablebase::TierAudit audit_entries(const Byte& byte, std::uint64_t one_in) const {
        using Verifier = tablebase::TierVerifier<Tier, Byte, const Below&>;
        return Verifier{tier_, scale_, byte, below_, Verifier::Moves::by_seat, one_in}.run();
    }
    template <typename Verify>
    SolvedTier verified(tablebase::TierBytes values, Clock::time_point begun, const Verify& verify) const {
        const auto solved = Clock::now();
        tell_("verifying");
        auto audit = verify([&](game::Slot slot) { return values[slot.table][slot.index]; });
        return {std::move(values), std::move(audit), seconds(solved - begun), seconds(Clock::now() - solved)};
    }

    const Tier& tier_;
    tablebase::Scale scale_;
    const Below& below_;
    Tell tell_;
};

}  // namespace zermelo::tablebase
