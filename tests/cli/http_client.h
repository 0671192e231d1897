#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace signorini::testing {

/// Sends any bytes to a server on this machine.
struct HttpClient {
  int port = 0;

  /// What comes back; empty when the connection was closed without a word.
  std::string send(const std::string& bytes) const {
    const int connection = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::string answer;
    if (::connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
      ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      ::shutdown(connection, SHUT_WR);
      char block[65536];
      for (ssize_t size = 0; (size = ::recv(connection, block, sizeof block, 0)) > 0;)
        answer.append(block, static_cast<std::size_t>(size));
    }
    ::close(connection);
    return answer;
  }
  std::string get(const std::string& target, const std::string& more = "", std::string host = "") const {
    if (host.empty()) host = "127.0.0.1:" + std::to_string(port);
    return send("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + more + "Connection: close\r\n\r\n");
  }
  static int status(const std::string& answer) {
    return answer.size() < 12 ? 0 : std::atoi(answer.substr(9, 3).c_str());
  }
  static std::string body(const std::string& answer) {
    const auto end = answer.find("\r\n\r\n");
    return end == std::string::npos ? std::string() : answer.substr(end + 4);
  }
};

}  // namespace signorini::testing
