// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/prove.hpp"
#include "zermelo/tablebase/made_tables.hpp"
#include "zermelo/tablebase/table_folder.hpp"

/// Forced wins.
namespace zermelo::oracle {

/// How a search for a proof goes.
struct ProveProgress {
    std::uint64_t nodes = 0;
    game::Bounds bounds;                                 ///< what is remembered of the position
    std::optional<ProofNumbers> numbers = std::nullopt;  ///< nothing before there are any
    /// Tables are being made in memory: of the search nothing is told.
    std::optional<tablebase::TierAtWork> making = std::nullopt;
};
/// Called once in a second or less often, and while tables are made.
using ProveReport = std::function<void(const ProveProgress&)>;

/// What came of an attempt to prove a win, and where it began: the game knows how to write its moves.
struct ProofAt : Proof {
    engine::AnyGameAt start;
    bool certified = false;                           ///< its certificate was written
    std::optional<Error> uncertified = std::nullopt;  ///< why what was found has none: a limit, a full disk
};

/// Whether the side to move can force a win within `limit` plies, or without a limit of any length. `named`:
/// how messages name the variant on a command line; by its name if empty. Errors: more than `max_plies`;
/// with tables, as `tablebase::TableFolder::existing`; a certificate that its own checker refuses.
///
/// `report`: hears how it goes, if it is not empty.
///
/// `certificate`: where the certificate goes if one is asked for, in pieces, each checked before it goes; to
/// `Proof::certificate` if it is null. What went there is a certificate only where `certified` says so.
Result<ProofAt> prove(const engine::AnyGameAt& position, std::optional<Plies> limit,
                      const ProveOptions& options, const std::string& named = {}, Sink* certificate = nullptr,
                      const ProveReport& report = {});

/// A proof, or the error that it has no certificate.
Result<Proof> or_uncertified(Result<ProofAt> proof);

/// Proves positions of one variant, one after the other, each under the limits anew and as if it were the
/// first. One thread.
class ManyProofs {
  public:
    /// `folder`: tables to look into. The options outlive it.
    ManyProofs(const engine::AnyGameAt& start, std::optional<Plies> limit, const ProveOptions& options,
               const std::optional<tablebase::TableFolder>& folder);
    ManyProofs(ManyProofs&&) noexcept;
    ~ManyProofs();

    /// `history`: what its FEN says of moves before. `all`: with the line and the first moves. Errors: as the
    /// function above. Precondition: a position of the variant.
    Result<Proof> prove(const engine::AnyGameAt& position, const ProveOptions& history, bool all);

    struct Asked;

  private:
    std::unique_ptr<Asked> asked_;
};

}  // namespace zermelo::oracle
