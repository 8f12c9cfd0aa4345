// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/server/http_server.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/thread.hpp"
#include "zermelo/server/answers.hpp"
#include "zermelo/server/fair_queue.hpp"
#include "zermelo/system/has_left.hpp"
#include "zermelo/tell/errors.hpp"

namespace zermelo::server {
namespace {

using Clock = std::chrono::steady_clock;

/// What tables and the program itself may have open besides connections.
constexpr std::size_t other_files = 512;

/// A socket that closes itself.
class Socket {
  public:
    explicit Socket(int descriptor) : descriptor_(descriptor) {}
    Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    Socket& operator=(Socket&&) = delete;
    ~Socket() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    int get() const { return descriptor_; }
    int release() { return std::exchange(descriptor_, -1); }

  private:
    int descriptor_;
};

std::string words(int error) { return std::generic_category().message(error); }

Result<Socket> listen_at(const std::string& host, std::uint16_t port) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    if (const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
        error != 0)
        return failure(ErrorKind::io, fmt::format("cannot listen at {}: {}", host, ::gai_strerror(error)));
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses{found, &::freeaddrinfo};
    Socket socket{::socket(found->ai_family, found->ai_socktype, found->ai_protocol)};
    const int one = 1;
    if (socket.get() < 0 || ::fcntl(socket.get(), F_SETFD, FD_CLOEXEC) != 0 ||
        ::fcntl(socket.get(), F_SETFL, O_NONBLOCK) != 0 ||
        ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) != 0 ||
        ::bind(socket.get(), found->ai_addr, found->ai_addrlen) != 0 || ::listen(socket.get(), 511) != 0)
        return failure(ErrorKind::io,
                       fmt::format("cannot listen at {} port {}: {}", host, port, words(errno)));
    return socket;
}

/// What is asked for may be a whole address, whose host stands for that of the header (RFC 9112, 3.2.2).
void split_address(Request& request) {
    constexpr std::string_view scheme = "http://";
    if (lower(request.path.substr(0, scheme.size())) != scheme) return;
    const std::size_t end = std::min(request.path.find('/', scheme.size()), request.path.size());
    request.headers["host"] = request.path.substr(scheme.size(), end - scheme.size());
    request.path.erase(0, end);
    if (request.path.empty()) request.path = "/";
}

/// Where a socket listens, as an address in a URL has it.
std::pair<std::string, std::uint16_t> place_of(const Socket& socket) {
    sockaddr_storage storage{};
    socklen_t size = sizeof storage;
    auto* address = reinterpret_cast<sockaddr*>(&storage);  // NOLINT: the system's own way
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> port{};
    ::getsockname(socket.get(), address, &size);
    ::getnameinfo(address, size, host.data(), host.size(), port.data(), port.size(),
                  NI_NUMERICHOST | NI_NUMERICSERV);
    const std::string name{host.data()};
    return {name.find(':') == std::string::npos ? name : "[" + name + "]",
            static_cast<std::uint16_t>(std::stoul(port.data()))};
}

/// As many connections as there can be descriptors for.
std::size_t possible_connections(std::size_t wanted) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    ::getrlimit(RLIMIT_NOFILE, &limit);
    const std::size_t all = limit.rlim_cur;
    return std::clamp<std::size_t>(all > 2 * other_files ? all - other_files : all / 2, 1, wanted);
}

/// Who has an address, as far as the network tells: of IPv6 all that share its first half, since one client
/// has as many of these as he likes.
std::string client_of(const sockaddr* address) {
    if (address->sa_family == AF_INET)
        return {reinterpret_cast<const char*>(  // NOLINT: the system's own way
                    &reinterpret_cast<const sockaddr_in*>(address)->sin_addr),  // NOLINT
                sizeof(in_addr)};
    if (address->sa_family != AF_INET6) return {};
    const in6_addr& wide = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;  // NOLINT
    const char* const bytes = reinterpret_cast<const char*>(&wide);                    // NOLINT
    constexpr std::size_t half = sizeof(in6_addr) / 2;
    constexpr std::size_t before_ipv4 = 12;
    if (IN6_IS_ADDR_V4MAPPED(&wide)) return {bytes + before_ipv4, sizeof(in_addr)};
    return {bytes, half};
}

/// The address that a proxy has appended, as it wrote it.
std::string last_forwarded(const std::string& header) {
    std::string_view last = std::string_view{header}.substr(header.rfind(',') + 1);
    while (last.starts_with(' ')) last.remove_prefix(1);
    while (last.ends_with(' ')) last.remove_suffix(1);
    return std::string{last};
}

Response refusal(unsigned status, std::string message) {
    return json_response(tell::json_of({ErrorKind::bad_usage, std::move(message)}), status);
}

}  // namespace

/// The daemon's callbacks come from its one thread; answers are made by threads of our own, and the
/// connection sleeps meanwhile.
class HttpServer::Serving {
  public:
    Serving(HttpLimits limits, Answer answer, IsLong is_long, std::pair<std::string, std::uint16_t> place)
        : limits_(limits),
          answer_(std::move(answer)),
          is_long_(std::move(is_long)),
          place_(std::move(place)) {}
    Serving(const Serving&) = delete;
    Serving& operator=(const Serving&) = delete;

    Result<void> begin(Socket socket) {
        limits_.connections = possible_connections(limits_.connections);
        daemon_ = MHD_start_daemon(
            MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, nullptr, nullptr, &on_request, this,
            MHD_OPTION_LISTEN_SOCKET, socket.get(), MHD_OPTION_CONNECTION_LIMIT,
            static_cast<unsigned>(limits_.connections + spare), MHD_OPTION_CONNECTION_MEMORY_LIMIT,
            limits_.head, MHD_OPTION_NOTIFY_CONNECTION, &on_connection, this, MHD_OPTION_NOTIFY_COMPLETED,
            &on_completed, this, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
            MHD_OPTION_END);
        if (daemon_ == nullptr) return failure(ErrorKind::io, "cannot start to serve: " + words(errno));
        socket.release();
        threads_.reserve(limits_.threads + limits_.long_threads);
        for (unsigned i = 0; i < limits_.threads; ++i)
            threads_.push_back(begin_thread([this] { work(short_); }));
        for (unsigned i = 0; i < limits_.long_threads; ++i)
            threads_.push_back(begin_thread([this] { work(long_); }));
        watcher_ = begin_thread([this](const std::stop_token& stop) { watch(stop); });
        return {};
    }

    ~Serving() {
        if (daemon_ == nullptr) return;
        const MHD_socket listening = MHD_quiesce_daemon(daemon_);
        if (const std::lock_guard lock{mutex_}; true) {
            ending_ = true;
            for (Connection* const one : connections_)
                if (one->asked != nullptr) one->asked->left.request_stop();
            short_.waking.notify_all();
            long_.waking.notify_all();
        }
        threads_.clear();  // joins them: each request that waits has its answer then
        watcher_ = {};
        MHD_stop_daemon(daemon_);
        if (listening != MHD_INVALID_SOCKET) ::close(listening);
    }

    const std::pair<std::string, std::uint16_t>& place() const { return place_; }

  private:
    static constexpr const char* too_much = "too much is asked at once, try again";
    /// Connections beyond the limit, for as long as others need to give way.
    static constexpr std::size_t spare = 64;

    struct Exchange;

    struct Connection {
        int descriptor = -1;
        Clock::time_point since = Clock::now();  ///< when it last went on
        Clock::time_point deadline{};
        Exchange* asked = nullptr;  ///< what waits for its answer; the connection sleeps
        Exchange* held = nullptr;   ///< what has its answer, which is being taken
    };

    /// One request, and its answer.
    struct Exchange {
        MHD_Connection* connection = nullptr;
        Connection* socket = nullptr;
        Request request{};
        std::size_t reserved = 0;  ///< bytes of all bodies
        bool is_long = false;
        std::stop_source left{};
        std::optional<Response> response{};
        std::size_t size = 0;  ///< bytes of its answer
        bool failed = false;   ///< there was no memory even to say so
        bool last = false;  ///< nothing more is read from the connection: nobody knows where it would begin
    };

    /// What the headers of a request say of where it ends and whom it calls. A proxy may read what is not
    /// plain here in one way, and libmicrohttpd, which takes the first of two, in another.
    struct Frame {
        unsigned lengths = 0;
        unsigned codings = 0;
        unsigned hosts = 0;
        bool chunked = true;  ///< every coding is that alone
        bool plain = true;    ///< every name is a word, every length a number

        /// `name`: in lower case.
        void add(std::string_view name, std::string_view value) {
            const auto all = [](std::string_view text, std::string_view of) {
                return !text.empty() && text.find_first_not_of(of) == std::string_view::npos;
            };
            constexpr std::string_view digits = "0123456789";
            plain = plain && all(name, "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz") &&
                    (name != "content-length" || all(value, digits));
            lengths += name == "content-length" ? 1 : 0;
            hosts += name == "host" ? 1 : 0;
            codings += name == "transfer-encoding" ? 1 : 0;
            if (name == "transfer-encoding") chunked = chunked && lower(value) == "chunked";
        }
        /// What is wrong with it, and what was expected; null: nothing.
        const char* fault(std::string_view method) const {
            if (!plain) return "a header whose name is no word, or a Content-Length that is no number";
            if (method == "POST" && lengths == 0 && codings == 0)
                return "a POST without a Content-Length, expected one";
            if (lengths > 1) return "more than one Content-Length, expected at most one";
            if (lengths != 0 && codings != 0)
                return "a Content-Length and a Transfer-Encoding, expected one of them";
            if (codings > 1 || !chunked)
                return "a Transfer-Encoding that is not chunked, expected that or none";
            if (hosts > 1) return "more than one Host, expected one";
            return nullptr;
        }
    };

    static Serving& self(void* closure) { return *static_cast<Serving*>(closure); }

    static void on_connection(void* closure, MHD_Connection* connection, void** context,
                              MHD_ConnectionNotificationCode what) {
        Serving& serving = self(closure);
        if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
            auto* const closed = static_cast<Connection*>(*context);
            const std::lock_guard lock{serving.mutex_};
            serving.connections_.erase(closed);
            delete closed;  // nothing, where it could not be noted
            return;
        }
        std::unique_ptr<Connection> opened{new (std::nothrow) Connection};
        if (!opened) return;  // its first request is refused
        opened->descriptor =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        opened->deadline = opened->since + serving.limits_.request;
        const std::lock_guard lock{serving.mutex_};
        if (serving.connections_.size() >= serving.limits_.connections) serving.close_longest_silent();
        try {
            serving.connections_.insert(opened.get());
            *context = opened.release();
        } catch (const std::bad_alloc&) {  // as above
        }
    }

    /// Precondition: the mutex is held.
    void close_longest_silent() {
        Connection* longest = nullptr;
        for (Connection* one : connections_)
            if (one->asked == nullptr && one->descriptor >= 0 &&
                (longest == nullptr || one->since < longest->since))
                longest = one;
        if (longest != nullptr) cut(*longest);
    }

    /// The daemon then reads an end and closes. Precondition: the mutex is held.
    static void cut(Connection& connection) {
        ::shutdown(connection.descriptor, SHUT_RDWR);
        connection.descriptor = -1;
    }

    /// Precondition: the mutex is held.
    static void went_on(Connection& connection, std::chrono::seconds most) {
        connection.since = Clock::now();
        connection.deadline = connection.since + most;
    }

    static MHD_Result on_request(void* closure, MHD_Connection* connection, const char* url,
                                 const char* method, const char* /*version*/, const char* data,
                                 std::size_t* size, void** context) {
        Serving& serving = self(closure);
        try {
            if (*context == nullptr) {
                *context = serving.head(connection, url, method).release();
                if (*context == nullptr) return MHD_NO;
                Exchange& begun = *static_cast<Exchange*>(*context);
                return begun.last ? serving.send(begun) : MHD_YES;
            }
            Exchange& exchange = *static_cast<Exchange*>(*context);
            if (*size != 0) {
                serving.take(exchange, {data, *size});
                *size = 0;
                return MHD_YES;
            }
            if (exchange.failed) return MHD_NO;
            if (!exchange.response) return serving.ask(exchange);
            return serving.send(exchange);
        } catch (const std::bad_alloc&) {
            return MHD_NO;  // closes the connection
        }
    }

    /// Nothing where the connection could not be noted.
    std::unique_ptr<Exchange> head(MHD_Connection* connection, const char* url, const char* method) {
        auto exchange = std::make_unique<Exchange>();
        exchange->connection = connection;
        exchange->socket = static_cast<Connection*>(
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context);
        if (exchange->socket == nullptr) return nullptr;
        exchange->request.method = method;
        exchange->request.path = url;
        Frame frame;
        const auto note = [&](std::string_view name, std::string_view value) {
            const std::string known = lower(name);
            frame.add(known, value);
            exchange->request.headers[known] = value;
        };
        MHD_get_connection_values(
            connection, MHD_HEADER_KIND,
            [](void* to, MHD_ValueKind, const char* name, const char* value) {
                (*static_cast<decltype(note)*>(to))(name, value != nullptr ? value : "");
                return MHD_YES;
            },
            const_cast<void*>(static_cast<const void*>(&note)));
        if (const char* const fault = frame.fault(method)) {
            exchange->last = true;
            exchange->response = refusal(400, fault);
        }
        MHD_get_connection_values(
            connection, MHD_GET_ARGUMENT_KIND,
            [](void* to, MHD_ValueKind, const char* name, const char* value) {
                static_cast<Request*>(to)->query.emplace(name, value != nullptr ? value : "");
                return MHD_YES;
            },
            &exchange->request);
        split_address(exchange->request);
        exchange->request.client = client_asking(*exchange);
        exchange->request.stop = exchange->left.get_token();
        const std::lock_guard lock{mutex_};
        went_on(*exchange->socket, limits_.request);
        return exchange;
    }

    std::string client_asking(const Exchange& exchange) const {
        if (limits_.forwarded)
            if (const std::string& header = exchange.request.header("x-forwarded-for"); !header.empty())
                return last_forwarded(header);
        return client_of(
            MHD_get_connection_info(exchange.connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr);
    }

    /// What is too much is read and let go: an answer can be given only after it.
    void take(Exchange& exchange, std::string_view data) {
        if (exchange.response) return;
        if (exchange.request.body.size() + data.size() > limits_.body) {
            exchange.response =
                refusal(413, fmt::format("the body is too large, expected at most {} bytes", limits_.body));
        } else if (bodies_ + data.size() > limits_.bodies) {
            exchange.response = refusal(503, too_much);
        }
        if (exchange.response) {
            bodies_ -= std::exchange(exchange.reserved, 0);
            exchange.request.body = {};
            return;
        }
        bodies_ += data.size();
        exchange.reserved += data.size();
        exchange.request.body += data;
    }

    using Queue = FairQueue<Exchange*>;
    /// Requests of one kind, and the threads that answer them.
    struct Lane {
        Queue queue{};
        std::condition_variable waking{};
    };

    Lane& lane_of(const Exchange& exchange) { return exchange.is_long ? long_ : short_; }

    MHD_Result ask(Exchange& exchange) {
        exchange.is_long = is_long_(exchange.request);
        std::unique_lock lock{mutex_};
        if (!ending_ && !make_room(exchange, lock)) refuse(exchange);
        if (ending_) refuse_the_end(exchange);
        if (exchange.failed) return MHD_NO;
        if (exchange.response) return send_locked(exchange);
        Lane& lane = lane_of(exchange);
        lane.queue.push(exchange.request.client, &exchange);
        exchange.socket->asked = &exchange;
        MHD_suspend_connection(exchange.connection);
        lane.waking.notify_one();
        return MHD_YES;
    }

    /// Whether one more may wait; what another client has too much of may have to go. Precondition: the mutex
    /// is held, by `lock`; only the daemon's thread adds what waits.
    bool make_room(const Exchange& exchange, std::unique_lock<std::mutex>& lock) {
        if (short_.queue.size() + long_.queue.size() < limits_.waiting) return true;
        Lane& larger = short_.queue.size() > long_.queue.size() ? short_ : long_;
        const auto gives_way = larger.queue.make_room(exchange.request.client);
        if (!gives_way) return false;
        refuse(**gives_way);
        (*gives_way)->socket->asked = nullptr;
        lock.unlock();
        MHD_resume_connection((*gives_way)->connection);
        lock.lock();
        return true;
    }

    MHD_Result send(Exchange& exchange) {
        const std::lock_guard lock{mutex_};
        return send_locked(exchange);
    }

    /// Precondition: the mutex is held.
    MHD_Result send_locked(Exchange& exchange) {
        went_on(*exchange.socket, limits_.response);
        const Response& response = *exchange.response;
        // The body stays where it is until the exchange is completed.
        MHD_Response* const made = MHD_create_response_from_buffer(
            response.body.size(), const_cast<char*>(response.body.data()), MHD_RESPMEM_PERSISTENT);
        if (made == nullptr) return MHD_NO;
        if (!response.content_type.empty())
            MHD_add_response_header(made, MHD_HTTP_HEADER_CONTENT_TYPE, response.content_type.c_str());
        for (const auto& [name, value] : response.headers)
            MHD_add_response_header(made, name.c_str(), value.c_str());
        if (exchange.last) MHD_add_response_header(made, MHD_HTTP_HEADER_CONNECTION, "close");
        if (response.status == 503) MHD_add_response_header(made, MHD_HTTP_HEADER_RETRY_AFTER, "1");
        const MHD_Result queued = MHD_queue_response(exchange.connection, response.status, made);
        MHD_destroy_response(made);
        return queued;
    }

    static void on_completed(void* closure, MHD_Connection* /*connection*/, void** context,
                             MHD_RequestTerminationCode /*how*/) {
        Serving& serving = self(closure);
        const std::unique_ptr<Exchange> exchange{static_cast<Exchange*>(*context)};
        *context = nullptr;
        if (!exchange) return;
        serving.bodies_ -= exchange->reserved;
        const std::lock_guard lock{serving.mutex_};
        went_on(*exchange->socket, serving.limits_.idle);
        if (std::exchange(exchange->socket->held, nullptr) == nullptr) return;
        serving.answers_ -= exchange->size;
        if (serving.may_begin(serving.long_)) serving.long_.waking.notify_all();
    }

    /// Where answers leave no room for more: the client that takes most of it gives up its turn, and what it
    /// has been taking for longest, and for too long, is not waited for any more when another client has its
    /// turn. Precondition: the mutex is held.
    void make_room_for_answers() {
        std::unordered_map<std::string_view, std::size_t> sizes;
        for (const Connection* const one : connections_)
            if (one->held != nullptr) sizes[one->held->request.client] += one->held->size;
        const auto most = std::max_element(sizes.begin(), sizes.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        if (most == sizes.end()) return;
        if (most->first == long_.queue.next_client()) return long_.queue.pass();
        Connection* slowest = nullptr;
        for (Connection* const one : connections_)
            if (one->held != nullptr && one->held->request.client == most->first && one->descriptor >= 0 &&
                (slowest == nullptr || one->since < slowest->since))
                slowest = one;
        if (slowest != nullptr && Clock::now() - slowest->since > limits_.grace) cut(*slowest);
    }

    /// Whether the next one may be taken out. Precondition: the mutex is held.
    bool may_begin(const Lane& lane) const {
        return !lane.queue.empty() && (&lane == &short_ || ending_ || answers_ < limits_.answers);
    }

    void work(Lane& lane) {
        std::unique_lock lock{mutex_};
        while (true) {
            lane.waking.wait(lock, [&] { return ending_ || may_begin(lane); });
            if (lane.queue.empty()) return;
            Exchange& exchange = *lane.queue.pop();
            const bool ending = ending_;
            lock.unlock();
            exchange.failed = !give_answer(exchange, ending);
            exchange.size = exchange.response ? exchange.response->body.size() : 0;
            lock.lock();
            if (answers_ + exchange.size > 2 * limits_.answers) {
                refuse(exchange);
                exchange.size = 0;
            }
            answers_ += exchange.size;
            exchange.socket->asked = nullptr;
            exchange.socket->held = &exchange;
            lock.unlock();
            MHD_resume_connection(exchange.connection);
            lock.lock();
        }
    }

    /// False: there is no memory, not even for a refusal.
    bool give_answer(Exchange& exchange, bool ending) {
        if (ending) return refuse_the_end(exchange);
        try {
            exchange.response = answer_(exchange.request);
            return true;
        } catch (const std::bad_alloc&) {
            return refuse(exchange, "out of memory");
        }
    }

    static bool refuse(Exchange& exchange, const char* why = too_much) {
        try {
            exchange.response = refusal(503, why);
        } catch (const std::bad_alloc&) {
            exchange.failed = true;
        }
        return !exchange.failed;
    }
    static bool refuse_the_end(Exchange& exchange) { return refuse(exchange, "the server ends"); }

    void watch(const std::stop_token& stop) {
        std::unique_lock lock{mutex_};
        while (!stop.stop_requested()) {
            watching_.wait_for(lock, stop, std::chrono::milliseconds{100}, [] { return false; });
            const auto now = Clock::now();
            for (Connection* one : connections_)
                if (one->asked == nullptr && one->descriptor >= 0 && now > one->deadline) cut(*one);
            try {
                if (!long_.queue.empty() && !may_begin(long_)) make_room_for_answers();
            } catch (const std::bad_alloc&) {  // they may wait for memory, too
            }
            end_who_has_left(lock);
        }
    }

    /// Precondition: the mutex is held, by `lock`.
    void end_who_has_left(std::unique_lock<std::mutex>& lock) {
        std::array<MHD_Connection*, 64> left{};  // at a time
        std::size_t count = 0;
        for (Connection* const one : connections_) {
            if (one->asked == nullptr || count == left.size()) continue;
            if (!has_left(one->descriptor)) continue;
            Exchange& gone = *one->asked;
            gone.left.request_stop();
            if (!lane_of(gone).queue.remove(gone.request.client, &gone)) continue;  // it is being answered
            one->asked = nullptr;
            gone.failed = true;  // so that the connection is closed
            left[count++] = gone.connection;
        }
        if (count == 0) return;
        lock.unlock();
        for (std::size_t i = 0; i < count; ++i) MHD_resume_connection(left[i]);
        lock.lock();
    }

    HttpLimits limits_;
    Answer answer_;
    IsLong is_long_;
    std::pair<std::string, std::uint16_t> place_;
    MHD_Daemon* daemon_ = nullptr;
    std::size_t bodies_ = 0;  ///< bytes, counted by the daemon's thread alone
    std::mutex mutex_;
    std::condition_variable_any watching_;
    Lane short_;
    Lane long_;
    std::size_t answers_ = 0;  ///< bytes of all that are being taken
    std::unordered_set<Connection*> connections_;
    bool ending_ = false;
    std::vector<std::jthread> threads_;
    std::jthread watcher_;
};

Result<HttpServer> HttpServer::start(const std::string& host, std::uint16_t port, HttpLimits limits,
                                     Answer answer, IsLong is_long) {
    ZERMELO_TRY(Socket socket, listen_at(host, port));
    auto place = place_of(socket);
    auto serving = std::make_unique<Serving>(limits, std::move(answer), std::move(is_long), std::move(place));
    ZERMELO_CHECK(serving->begin(std::move(socket)));
    return HttpServer{std::move(serving)};
}

HttpServer::HttpServer(std::unique_ptr<Serving> serving) : serving_(std::move(serving)) {}
HttpServer::HttpServer(HttpServer&&) noexcept = default;
HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const { return serving_->place().second; }
const std::string& HttpServer::address() const { return serving_->place().first; }

}  // namespace zermelo::server
