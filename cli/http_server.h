#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace signorini::cli {

/// What of a request counts.
struct HttpRequest {
  std::string method, path;  ///< the path without what follows a question mark
  std::string token;         ///< of the field X-Signorini-Token
  std::string body = {};     ///< of a POST
  std::size_t body_size = 0;
  bool keep_alive = true;
};

struct HttpAnswer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body = {};
  bool gzip = false;  ///< whether the body is compressed
};

/// What a server takes.
enum class Methods {
  read,   ///< GET and HEAD
  drive,  ///< also POST, of JSON
};

/// A server of HTTP for this machine alone, on 127.0.0.1. It refuses what a browser that shows our page does not send:
/// other hosts and origins (pages of others must neither read nor drive it, also not by a name that they make point
/// here), other methods, bodies that are no JSON or long, long heads, more connections than a page opens.
class HttpServer {
 public:
  /// Called by several threads, with what has been checked.
  using Handler = std::function<HttpAnswer(const HttpRequest& request)>;
  /// Port 0: any that is free. Throws InputError when the port cannot be had.
  HttpServer(int port, Handler handler, Methods methods = Methods::read);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }
  /// Answers until `stop` says so; asked several times a second.
  void serve(const std::function<bool()>& stop);

 private:
  void talk(int connection);
  bool answer(int connection, const HttpRequest& request) const;
  bool wait_for_more(int connection, std::chrono::steady_clock::time_point until) const;
  bool refuse(int connection, int status) const;

  int socket_ = -1, port_ = 0;
  Handler handler_;
  Methods methods_;
  std::atomic<bool> ending_ = false;
};

/// 0 and the request without its body; or the status that answers a head that is not to be served on `port`.
int read_request(std::string_view head, int port, Methods methods, HttpRequest& request);

}  // namespace signorini::cli
