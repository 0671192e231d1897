#include "http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "signorini/base/error.h"

namespace signorini::cli {
namespace {

/// A browser's head has about 600 bytes.
constexpr std::size_t longest_head = 8192;
/// A command of the page has a few hundred bytes.
constexpr std::size_t longest_body = 1 << 16;
/// A browser opens six at a time for a page.
constexpr int most_connections = 32;
/// How long a head may take, and how long a connection may wait for the next, or for the browser to take its answer.
constexpr int patience_ms = 5000;
constexpr int look_ms = 100;

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : text.substr(first, last - first + 1);
}

bool is_this_machine(std::string_view host, int port) {
  const std::string given = lower(host);
  for (const char* name : {"127.0.0.1", "localhost"})
    if (given == fmt::format("{}:{}", name, port) || (port == 80 && given == name)) return true;
  return false;
}

std::string_view reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 411:
      return "Length Required";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Internal Server Error";
  }
}

bool send_all(int connection, std::string_view bytes) {
  while (!bytes.empty()) {
    pollfd ready{connection, POLLOUT, 0};
    if (::poll(&ready, 1, patience_ms) <= 0) return false;
    const ssize_t sent = ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EINTR && errno != EAGAIN) return false;
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool send_answer(int connection, const HttpAnswer& answer, Methods methods, bool keep_alive, bool with_body) {
  std::string head = fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: {}\r\nCache-Control: no-store\r\n"
      "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: SAMEORIGIN\r\n",
      answer.status, reason(answer.status), answer.type, answer.body.size(), keep_alive ? "keep-alive" : "close");
  if (answer.status == 405) head += methods == Methods::drive ? "Allow: GET, HEAD, POST\r\n" : "Allow: GET, HEAD\r\n";
  if (answer.gzip) head += "Content-Encoding: gzip\r\n";
  head += "\r\n";
  return send_all(connection, head) && (!with_body || send_all(connection, answer.body)) && keep_alive;
}

HttpAnswer refusal(int status) { return {.status = status, .body = fmt::format("{} {}\n", status, reason(status))}; }

/// The fields of a head that decide.
struct Fields {
  std::vector<std::string> hosts, origins, lengths, tokens;
  std::string type, site;
  bool in_pieces = false, close = false;
};

int read_fields(std::string_view lines, Fields& fields) {
  while (!lines.empty()) {
    const auto end = lines.find("\r\n");
    if (end == std::string_view::npos) return 400;
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end + 2);
    const auto colon = line.find(':');
    if (colon == 0 || colon == std::string_view::npos ||
        line.substr(0, colon).find_first_of(" \t") != std::string_view::npos)
      return 400;
    const std::string name = lower(line.substr(0, colon)), value(trimmed(line.substr(colon + 1)));
    if (name == "host") fields.hosts.push_back(value);
    if (name == "origin") fields.origins.push_back(value);
    if (name == "content-length") fields.lengths.push_back(value);
    if (name == "transfer-encoding") fields.in_pieces = true;
    if (name == "content-type") fields.type = lower(value.substr(0, value.find(';')));
    if (name == "sec-fetch-site") fields.site = lower(value);
    if (name == "x-signorini-token") fields.tokens.push_back(value);
    if (name == "connection" && lower(value) == "close") fields.close = true;
  }
  return 0;
}

/// The length of what follows the head, which only a POST may have.
int read_length(const Fields& fields, HttpRequest& request) {
  const bool posts = request.method == "POST";
  if (fields.in_pieces) return 413;
  if (fields.lengths.size() > 1) return 400;
  if (fields.lengths.empty()) return posts ? 411 : 0;
  const std::string& text = fields.lengths[0];
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), request.body_size);
  if (error == std::errc::result_out_of_range) return 413;
  if (error != std::errc{} || rest != text.data() + text.size()) return 400;
  return request.body_size > (posts ? longest_body : 0) ? 413 : 0;
}

/// What a page of ours sends with a command and a form of another's page cannot.
int check_command(const Fields& fields) {
  if (!fields.site.empty() && fields.site != "same-origin" && fields.site != "none") return 403;
  return fields.type == "application/json" ? 0 : 415;
}

}  // namespace

int read_request(std::string_view head, int port, Methods methods, HttpRequest& request) {
  if (head.find('\0') != std::string_view::npos) return 400;
  const auto end = head.find("\r\n");
  const std::string_view line = head.substr(0, end);
  const auto first = line.find(' '), second = line.rfind(' ');
  if (end == std::string_view::npos || first == std::string_view::npos || first == second) return 400;
  const std::string_view version = line.substr(second + 1), target = line.substr(first + 1, second - first - 1);
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return 400;
  if (target.empty() || target.front() != '/' || target.find(' ') != std::string_view::npos) return 400;
  Fields fields;
  if (const int fault = read_fields(head.substr(end + 2), fields)) return fault;
  if (fields.hosts.size() != 1 || fields.origins.size() > 1) return 400;
  if (!is_this_machine(fields.hosts[0], port)) return 403;
  for (const std::string& origin : fields.origins)
    if (!origin.starts_with("http://") || !is_this_machine(std::string_view(origin).substr(7), port)) return 403;
  request.method = line.substr(0, first);
  const bool posts = methods == Methods::drive && request.method == "POST";
  if (request.method != "GET" && request.method != "HEAD" && !posts) return 405;
  if (const int fault = read_length(fields, request)) return fault;
  if (const int fault = posts ? check_command(fields) : 0) return fault;
  if (fields.tokens.size() > 1) return 400;
  if (!fields.tokens.empty()) request.token = fields.tokens[0];
  request.path = target.substr(0, target.find('?'));
  request.keep_alive = version == "HTTP/1.1" && !fields.close;
  return 0;
}

HttpServer::HttpServer(int port, Handler handler, Methods methods) : handler_(std::move(handler)), methods_(methods) {
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  ::setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (socket_ < 0 || ::bind(socket_, generic, size) < 0 || ::listen(socket_, most_connections) < 0 ||
      ::getsockname(socket_, generic, &size) < 0) {
    const int fault = errno;
    if (socket_ >= 0) ::close(socket_);
    if (fault == EADDRINUSE)
      throw InputError(fmt::format("--port {}: in use by another program; --port 0 takes any that is free", port));
    throw InputError(fmt::format("--port {}: cannot be had: {}", port, std::strerror(fault)));
  }
  port_ = ntohs(address.sin_port);
}

HttpServer::~HttpServer() { ::close(socket_); }

void HttpServer::serve(const std::function<bool()>& stop) {
  std::atomic<int> open = 0;
  while (!stop()) {
    pollfd waiting{socket_, POLLIN, 0};
    if (::poll(&waiting, 1, look_ms) <= 0) continue;
    const int connection = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    if (open >= most_connections) {
      refuse(connection, 503);
      ::close(connection);
      continue;
    }
    ++open;
    std::thread([this, connection, &open] {
      talk(connection);
      ::close(connection);
      --open;
    }).detach();
  }
  ending_ = true;
  while (open > 0) std::this_thread::sleep_for(std::chrono::milliseconds(look_ms));  // they use what ends with us
}

bool HttpServer::refuse(int connection, int status) const {
  return send_answer(connection, refusal(status), methods_, false, true);
}

/// Whether there is something to read.
bool HttpServer::wait_for_more(int connection, std::chrono::steady_clock::time_point until) const {
  while (!ending_ && std::chrono::steady_clock::now() < until) {
    pollfd ready{connection, POLLIN, 0};
    const int found = ::poll(&ready, 1, look_ms);
    if (found > 0) return true;
    if (found < 0 && errno != EINTR) return false;
  }
  return false;
}

/// Requests of one connection, one after the other.
void HttpServer::talk(int connection) {
  const int yes = 1;
  ::setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  std::string received;
  std::optional<HttpRequest> request;  // whose head is here
  const auto patience = [] { return std::chrono::steady_clock::now() + std::chrono::milliseconds(patience_ms); };
  auto until = patience();
  for (;;) {
    if (const auto end = received.find("\r\n\r\n"); !request && end != std::string::npos && end <= longest_head) {
      const std::string head = received.substr(0, end + 2);
      received.erase(0, end + 4);
      if (const int fault = read_request(head, port_, methods_, request.emplace()))
        return void(refuse(connection, fault));
    }
    if (request && received.size() >= request->body_size) {
      request->body = received.substr(0, request->body_size);
      received.erase(0, request->body_size);
      if (!answer(connection, *request)) return;
      request.reset();
      until = patience();
      continue;
    }
    if (!request && received.size() > longest_head) return void(refuse(connection, 431));
    if (!wait_for_more(connection, until)) return;
    char block[4096];
    const ssize_t size = ::recv(connection, block, sizeof block, 0);
    if (size <= 0) return;
    received.append(block, static_cast<std::size_t>(size));
  }
}

/// False: the connection is to be closed.
bool HttpServer::answer(int connection, const HttpRequest& request) const {
  HttpAnswer result;
  try {
    result = handler_(request);
  } catch (const std::exception& error) {
    result = {.status = 500, .body = std::string(error.what()) + "\n"};
  }
  return send_answer(connection, result, methods_, request.keep_alive, request.method != "HEAD");
}

}  // namespace signorini::cli
