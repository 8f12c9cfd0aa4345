// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "zermelo/cli/certificate.hpp"
#include "zermelo/cli/program.hpp"
#include "zermelo/cli/rules_files.hpp"
#include "zermelo/tell/prove.hpp"
#include "zermelo/tell/variants.hpp"

namespace zermelo::cli {

/// The commands about variants: perft, draw, prove, verify and rules.
class VariantCommands {
  public:
    /// Adds them to the program, which must outlive this object.
    explicit VariantCommands(Program& program);

    /// Runs the one that was given and returns its exit status; nothing if none was.
    std::optional<int> run();

  private:
    CLI::App* add_position_command(CLI::App& parent, const std::string& name, const std::string& about);
    int perft();
    int draw();
    int prove();
    int verify();
    int rules();
    int check(const library::Library& library);
    tell::OutputFormat format() const { return tell::format_of(json_); }

    CLI::App* perft_ = nullptr;
    CLI::App* draw_ = nullptr;
    CLI::App* prove_ = nullptr;
    CLI::App* verify_ = nullptr;
    CLI::App* rules_ = nullptr;
    CLI::App* rules_check_ = nullptr;
    CLI::App* rules_show_ = nullptr;
    CLI::App* rules_list_ = nullptr;

    RulesFiles files_;
    std::vector<std::string> perft_words_;
    tell::PositionRequest request_;
    std::string fen_;
    tell::PerftOptions perft_options_;
    bool no_bulk_ = false;
    std::string svg_;
    bool ini_ = false;
    library::RulesList list_;
    std::string line_;
    tell::PictureOptions picture_{};
    std::string name_;
    ProveOptions prove_options_;
    std::optional<std::uint64_t> plies_;
    std::optional<double> seconds_;
    std::optional<std::uint64_t> nodes_;
    std::optional<std::string> restriction_;
    bool tries_ = false;
    bool json_ = false;
    CertificateOption certificate_;
};

}  // namespace zermelo::cli
