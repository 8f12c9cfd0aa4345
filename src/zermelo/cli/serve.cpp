// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/serve.hpp"

#include <csignal>

#include <fmt/format.h>
#include <pthread.h>
#include <spawn.h>
#include <unistd.h>

#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"
#include "zermelo/system/heap.hpp"
#include "zermelo/tell/errors.hpp"

extern char** environ;  // which not every system declares

namespace zermelo::cli {
namespace {

/// Opens an address as a click on it would. That there is no desktop is no error: the address was printed.
void open_in_browser(std::string address) {
    std::string program = "xdg-open";
    char* const arguments[] = {program.data(), address.data(), nullptr};
    pid_t child = 0;
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    if (::posix_spawnp(&child, program.c_str(), nullptr, &attributes, arguments, environ) != 0)
        complain("zermelo: no xdg-open on this machine: open the address by hand\n");
    posix_spawnattr_destroy(&attributes);
}

bool is_loopback(const std::string& address) { return address.starts_with("127.") || address == "[::1]"; }

}  // namespace

ServeCommand::ServeCommand(Program& program) {
    serve_ =
        program.add_subcommand("serve", "The page: positions, puzzles and tables in the browser; an API.");
    program.guide(serve_,
                  {{{"zermelo serve --open", "the page in the browser"},
                    {"zermelo serve --tables tables", "with the tables that 'zermelo solve' wrote"},
                    {"zermelo serve --variant-path mine.ini", "and your own variants"},
                    {"zermelo serve --port 0", "at a port that is free: the first line says which"}},
                   {"It answers this machine alone unless --host says otherwise; docs/server.md tells how to "
                    "serve others, and how programs ask it. Ctrl-C ends it."},
                   server_statuses()});
    serve_->add_option("--port", port_, "Where to listen; any free port if 0; 1913 if absent")
        ->transform(whole_number(0, 65535))
        ->option_text("N");
    serve_
        ->add_option("--host", host_,
                     "The address to listen at; 127.0.0.1 if absent: this machine alone; 0.0.0.0: everyone")
        ->option_text("ADDRESS");
    serve_
        ->add_option("--allow-host", site_.hosts,
                     "A name by which it is reached, behind a proxy for one; may be repeated")
        ->allow_extra_args(false)
        ->option_text("NAME");
    serve_
        ->add_option("--tables", site_.tables,
                     "A folder of tables; may be repeated: the first that knows answers")
        ->allow_extra_args(false)
        ->option_text("DIR");
    files_.add_to(*serve_);
    serve_->add_flag("--open", open_, "Open the page in the browser");
    serve_->add_option("--job-seconds", job_seconds_, "The longest that a search may take; 60 if absent")
        ->check(positive_number())
        ->option_text("S");
    serve_->add_option("--job-nodes", site_.job_nodes, "The most positions of a search; 50,000,000 if absent")
        ->transform(whole_number(1))
        ->option_text("N");
    serve_->add_option("--job-memory", site_.job_memory, "The memory of a search; 64M if absent")
        ->transform(size_with_unit())
        ->option_text("SIZE");
    serve_
        ->add_option("--judge-seconds", site_.judge_seconds,
                     "The longest that the games of a request to a judge, or the lines of a batch, may take; "
                     "2 if absent")
        ->check(positive_number())
        ->option_text("S");
    serve_->add_option("--jobs", site_.jobs.running, "Searches at once; 2 if absent")
        ->transform(whole_number(1, 64))
        ->option_text("N");
    serve_
        ->add_option("--request-seconds", request_seconds_,
                     "How long a request may take to come in; 20 if absent")
        ->transform(whole_number(1, 3600))
        ->option_text("S");
    serve_->add_flag("--forwarded", limits_.forwarded,
                     "Tell clients apart by the last address of X-Forwarded-For, which a proxy appends");
    serve_->add_option("--threads", limits_.threads, "Threads that answer requests; 4 if absent")
        ->transform(whole_number(1, 64))
        ->option_text("N");
}

std::optional<int> ServeCommand::run() {
    if (serve_->parsed()) return serve();
    return std::nullopt;
}

int ServeCommand::serve() {
    auto library = files_.open();
    if (!library) return report(library.error());
    for (const std::string& folder : site_.tables)
        if (::access(folder.c_str(), R_OK | X_OK) != 0)
            return report({ErrorKind::io, fmt::format("{}: no folder of tables that can be read", folder)});
    // The signals that end it come to this thread alone, which waits for nothing else.
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ends, nullptr);

    give_back_large_blocks();
    site_.jobs.max_time = std::chrono::duration<double>{job_seconds_};
    site_.body = limits_.body;
    limits_.request = std::chrono::seconds{request_seconds_};
    server::Site site{*std::move(library), site_};
    {
        const auto http = server::HttpServer::start(
            host_, port_, limits_, [&](const server::Request& request) { return site.answer(request); },
            &server::Site::is_long);
        if (!http) return report(http.error());
        const std::string address = fmt::format("http://{}:{}/", http->address(), http->port());
        if (const int printed = print(fmt::format("{}\n", address)); printed != tell::exit_success)
            return printed;
        if (!is_loopback(http->address()))
            complain(
                "zermelo: whoever can reach this address can ask here, without a password or encryption: "
                "docs/server.md tells how to put a proxy before it\n");
        if (open_) open_in_browser(address);
        constexpr unsigned rounds_of_tables = 3;
        wait_giving_memory_back(ends, [&site, round = 0U]() mutable {
            if (++round % rounds_of_tables == 0) site.close_unused_tables();
        });
        site.stop();
    }
    return tell::exit_success;
}

}  // namespace zermelo::cli
