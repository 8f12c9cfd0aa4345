// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/engine.hpp"

#include "zermelo/base/thread_pool.hpp"
#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"
#include "zermelo/protocol/uci.hpp"
#include "zermelo/protocol/xboard.hpp"

namespace zermelo::cli {

namespace {

constexpr const char* engine_note =
    "What is proved is told as a mate; of all else a score is nothing but mobility. docs/engine.md tells how "
    "it "
    "plays, and how to set a GUI up.";

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

EngineCommands::EngineCommands(Program& program) {
    settings_.variant.clear();  // as the protocol has it
    uci_ = add(program, "uci", "An engine for chess GUIs that speak UCI.");
    uci_->add_option("--variant", settings_.variant, "The variant to begin with; chess if absent")
        ->option_text("VARIANT");
    program.guide(uci_,
                  {{{"zermelo uci", "what a GUI starts"},
                    {"zermelo uci --variant-path mine.ini --tables tables", "with your variants and tables"},
                    {"zermelo uci --variant losalamos --threads 2", "for GUIs that know one game"}},
                   {engine_note},
                   server_statuses()});
    usi_ = add(program, "usi", "An engine for GUIs of shogi, which speak USI.");
    usi_->add_option("--variant", settings_.variant, "The variant to begin with; shogi if absent")
        ->option_text("VARIANT");
    program.guide(usi_, {{{"zermelo usi", "what a GUI of shogi starts"},
                          {"zermelo usi --variant minishogi --tables tables", "for another board"}},
                         {engine_note},
                         server_statuses()});
    ucci_ = add(program, "ucci", "An engine for GUIs of xiangqi, which speak UCCI.");
    ucci_->add_option("--variant", settings_.variant, "The variant to begin with; xiangqi if absent")
        ->option_text("VARIANT");
    program.guide(ucci_, {{{"zermelo ucci", "what a GUI of xiangqi starts"},
                           {"zermelo ucci --tables tables", "with tables of endings"}},
                          {engine_note},
                          server_statuses()});
    xboard_ = add(program, "xboard", "An engine for XBoard and WinBoard.");
    program.guide(
        xboard_,
        {{{"zermelo xboard", "what xboard -fcp 'zermelo xboard' starts"},
          {"zermelo xboard --variant-path mine.ini --tables tables", "with your variants and tables"}},
         {engine_note},
         server_statuses()});
}

template <typename Protocol, typename... Wording>
int EngineCommands::serve(const char* variant, Wording... wording) {
    if (settings_.variant.empty()) settings_.variant = variant;
    settings_.files = files_.paths;
    settings_.reading = files_.reading();
    auto session = protocol::Session::open(settings_);
    if (!session) return report(session.error());
    auto input = Source::standard_input();
    if (!input) return report(input.error());
    StandardOutput output;
    Protocol engine{*std::move(session), output, wording...};
    const auto served = engine.run(*input, {StandardOutput::is_unread, wait_for_input});
    return served ? tell::exit_success : report(served.error());
}

std::optional<int> EngineCommands::run() {
    using protocol::Wording;
    if (uci_->parsed()) return serve<protocol::Uci>("chess", Wording::uci);
    if (usi_->parsed()) return serve<protocol::Uci>("shogi", Wording::usi);
    if (ucci_->parsed()) return serve<protocol::Uci>("xiangqi", Wording::ucci);
    if (xboard_->parsed()) return serve<protocol::XBoard>("chess");
    return std::nullopt;
}

}  // namespace zermelo::cli
