// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/engine.hpp"

#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/thread_pool.hpp"
#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"
#include "zermelo/protocol/uci.hpp"
#include "zermelo/protocol/xboard.hpp"

namespace zermelo::cli {

using protocol::Wording;

namespace {

constexpr const char* engine_note =
    "What is proved is told as a mate; of all else a score is nothing but mobility. docs/engine.md tells how "
    "it "
    "plays, and how to set a GUI up.";

constexpr const char* first_variant(Wording wording) {
    constexpr std::array variants{"chess", "shogi", "xiangqi"};
    return variants[static_cast<std::size_t>(wording)];
}

}  // namespace

CLI::App* EngineCommands::add(Program& program, const std::string& name, const std::string& about) {
    CLI::App* command = program.add_subcommand(name, about);
    files_.add_to(*command);
    command
        ->add_option("--tables", settings_.tables,
                     "Play what the tables say that 'zermelo solve' wrote to this folder")
        ->option_text("DIR");
    command->add_option("--threads", settings_.threads, "Threads that search; 1 if absent")
        ->transform(whole_number(1, max_threads))
        ->option_text("N");
    command->add_option("--memory", settings_.memory, "Memory for proved positions: 512M, 2G; 64M if absent")
        ->transform(size_with_unit())
        ->option_text("SIZE");
    return command;
}

void EngineCommands::add_uci(Program& program, protocol::Wording wording, const std::string& name,
                             const std::string& about, std::vector<Example> examples) {
    CLI::App*& command = uci_[static_cast<std::size_t>(wording)];
    command = add(program, name, about);
    command
        ->add_option("--variant", settings_.variant,
                     fmt::format("The variant to begin with; {} if absent", first_variant(wording)))
        ->option_text("VARIANT");
    program.guide(command, {std::move(examples), {engine_note}, server_statuses()});
}

EngineCommands::EngineCommands(Program& program) {
    settings_.variant.clear();  // as the protocol has it
    add_uci(program, Wording::uci, "uci", "An engine for chess GUIs that speak UCI.",
            {{"zermelo uci", "what a GUI starts"},
             {"zermelo uci --variant-path mine.ini --tables tables", "with your variants and tables"},
             {"zermelo uci --variant losalamos --threads 2", "for GUIs that know one game"}});
    add_uci(program, Wording::usi, "usi", "An engine for GUIs of shogi, which speak USI.",
            {{"zermelo usi", "what a GUI of shogi starts"},
             {"zermelo usi --variant minishogi --tables tables", "for another board"}});
    add_uci(program, Wording::ucci, "ucci", "An engine for GUIs of xiangqi, which speak UCCI.",
            {{"zermelo ucci", "what a GUI of xiangqi starts"},
             {"zermelo ucci --tables tables", "with tables of endings"}});
    xboard_ = add(program, "xboard", "An engine for XBoard and WinBoard.");
    program.guide(
        xboard_,
        {{{"zermelo xboard", "what xboard -fcp 'zermelo xboard' starts"},
          {"zermelo xboard --variant-path mine.ini --tables tables", "with your variants and tables"}},
         {engine_note},
         server_statuses()});
}

template <typename Protocol, typename... How>
int EngineCommands::serve(const char* variant, How... how) {
    if (settings_.variant.empty()) settings_.variant = variant;
    settings_.files = files_.paths;
    settings_.reading = files_.reading();
    auto session = protocol::Session::open(settings_);
    if (!session) return report(session.error());
    auto input = Source::standard_input();
    if (!input) return report(input.error());
    StandardOutput output;
    Protocol engine{*std::move(session), output, how...};
    const auto served = engine.run(*input, {StandardOutput::is_unread, wait_for_input});
    return served ? tell::exit_success : report(served.error());
}

std::optional<int> EngineCommands::run() {
    for (const Wording wording : {Wording::uci, Wording::usi, Wording::ucci})
        if (uci_[static_cast<std::size_t>(wording)]->parsed())
            return serve<protocol::Uci>(first_variant(wording), wording);
    if (xboard_->parsed()) return serve<protocol::XBoard>("chess");
    return std::nullopt;
}

}  // namespace zermelo::cli
