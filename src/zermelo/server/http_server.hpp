// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/server/message.hpp"

namespace zermelo::server {

/// What a stranger may take of a server.
struct HttpLimits {
    std::size_t connections = 512;  ///< at once; those that are silent for longest give way
    std::size_t head = std::size_t{32}
                       << 10U;                 ///< bytes of a request's line and headers, with what MHD needs
    std::size_t body = std::size_t{4} << 20U;  ///< bytes of a request's body
    std::size_t bodies = std::size_t{64} << 20U;   ///< bytes of all bodies together
    std::size_t answers = std::size_t{64} << 20U;  ///< bytes of all answers; beyond it long ones wait
    std::size_t waiting = 256;                     ///< whole requests that wait for a thread
    unsigned threads = 4;                          ///< that answer
    unsigned long_threads = 2;                     ///< that make answers which may take long
    std::chrono::seconds request{20};              ///< from its first byte to its last
    std::chrono::seconds response{60};             ///< for taking an answer
    std::chrono::seconds idle{60};                 ///< between requests on one connection
    std::chrono::seconds grace{5};  ///< for taking an answer, where there is no room for another client's
    bool forwarded = false;         ///< clients are told apart by the last address of X-Forwarded-For
};

/// HTTP/1.1 on one address: reads whole requests, has them answered by some threads, writes the answers. What
/// breaks a limit is answered by a status (408, 413, 431, 503) where that can be done, else its connection is
/// closed; other connections are served meanwhile.
///
/// Clients, which are told apart by their address (of IPv6 its first half), take turns, with what takes long
/// apart from the rest: nobody waits for more than one request of each other client's. A client that closes
/// its end of the connection has left, and its request is asked to end (`Request::stop`).
class HttpServer {
  public:
    /// Answers a request. Called by several threads at once; does not throw, but for memory that ran out.
    using Answer = std::function<Response(const Request&)>;

    /// Whether an answer may take long. Called by one thread.
    using IsLong = std::function<bool(const Request&)>;

    /// Listens at `host` (an IP address or a name of this machine) and `port`, any free one if 0, and serves
    /// from now on. Errors (io): it cannot listen there.
    static Result<HttpServer> start(const std::string& host, std::uint16_t port, HttpLimits limits,
                                    Answer answer, IsLong is_long);
    HttpServer(HttpServer&&) noexcept;
    HttpServer& operator=(HttpServer&&) = delete;
    /// Stops listening, waits for the requests that are being answered, and closes all connections.
    ~HttpServer();

    /// Where it listens: the port that was chosen, and "127.0.0.1" or "[::1]".
    std::uint16_t port() const;
    const std::string& address() const;

  private:
    class Serving;
    explicit HttpServer(std::unique_ptr<Serving> serving);
    std::unique_ptr<Serving> serving_;
};

}  // namespace zermelo::server
