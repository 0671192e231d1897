#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace signorini::cli {

/// What a browser asked for: everything but the path is checked by then.
struct HttpAnswer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body = {};
  bool gzip = false;  ///< whether the body is compressed
};

/// A server of HTTP for this machine alone: GET and HEAD, on 127.0.0.1. It refuses what a browser that shows our page
/// does not send: other hosts and origins (pages of others must neither read nor drive it, also not by a name that
/// they make point here), bodies, long heads, more connections than a page opens.
class HttpServer {
 public:
  /// `path`: as asked for, without what follows a question mark. Called by several threads.
  using Handler = std::function<HttpAnswer(const std::string& path)>;
  /// Port 0: any that is free. Throws InputError when the port cannot be had.
  HttpServer(int port, Handler handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }
  /// Answers until `stop` says so; asked several times a second.
  void serve(const std::function<bool()>& stop);

 private:
  void talk(int connection);
  bool answer(int connection, const std::string& head);

  int socket_ = -1, port_ = 0;
  Handler handler_;
};

/// What of the head of a request counts.
struct HttpRequest {
  std::string method, path;
  bool keep_alive = true;
};
/// 0 and the request; or the status that answers a head that is not to be served on `port`.
int read_request(std::string_view head, int port, HttpRequest& request);

}  // namespace signorini::cli
