#include "core/trace/trace_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>

#include "core/base/clock.h"
#include "core/base/error.h"

namespace motley::core {
namespace {

constexpr const char* kPerfetto = "https://ui.perfetto.dev";

// All but letters, digits and a few marks as %XX.
std::string url_encoded(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool is_plain =
        std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '_';
    out += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

bool send_all(int connection, const char* data, size_t size) {
  while (size > 0) {
    const ssize_t sent = ::send(connection, data, size, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    data += sent;
    size -= static_cast<size_t>(sent);
  }
  return true;
}

bool send_text(int connection, const std::string& text) {
  return send_all(connection, text.data(), text.size());
}

// The head of a request, up to the empty line; at most 16 KiB and five seconds of it.
std::string request_head(int connection) {
  std::string head;
  char buffer[4096];
  while (head.find("\r\n\r\n") == std::string::npos && head.size() < 16384) {
    pollfd waits{.fd = connection, .events = POLLIN, .revents = 0};
    if (::poll(&waits, 1, 5000) <= 0) break;
    const ssize_t got = ::recv(connection, buffer, sizeof buffer, 0);
    if (got <= 0) break;
    head.append(buffer, static_cast<size_t>(got));
  }
  return head;
}

std::string head_of_answer(const char* status, int64_t length) {
  return fmt::format(
      "HTTP/1.1 {}\r\nAccess-Control-Allow-Origin: {}\r\nAccess-Control-Allow-Methods: GET, "
      "HEAD\r\n"
      "Access-Control-Allow-Private-Network: true\r\nCache-Control: no-store\r\n"
      "Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
      status, kPerfetto, length);
}

bool send_file(int connection, const std::string& name) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) return false;
  std::string block(1 << 16, '\0');
  while (const size_t got = std::fread(block.data(), 1, block.size(), file.get())) {
    if (!send_all(connection, block.data(), got)) return false;
  }
  return std::ferror(file.get()) == 0;
}

}  // namespace

TraceServer::TraceServer(const std::string& file, TraceServerOptions options)
    : file_(file), name_(std::filesystem::path(file).filename().string()), options_(options) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    throw UserError({file}, "is not a readable file");
  }
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  ::setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_port = htons(static_cast<uint16_t>(options.port));
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof where;
  if (::bind(socket_, reinterpret_cast<sockaddr*>(&where), size) != 0 ||
      ::listen(socket_, 8) != 0 ||
      ::getsockname(socket_, reinterpret_cast<sockaddr*>(&where), &size) != 0) {
    const std::string why = std::strerror(errno);
    ::close(socket_);
    throw UserError(
        fmt::format("port {} of 127.0.0.1, the only one that Perfetto's page reads from: {}",
                    options.port, why));
  }
  port_ = ntohs(where.sin_port);
}

TraceServer::~TraceServer() { ::close(socket_); }

std::string TraceServer::address() const {
  return fmt::format("{}/#!/?url=http://127.0.0.1:{}/{}", kPerfetto, port_, url_encoded(name_));
}

bool TraceServer::answer(int connection) const {
  const std::string head = request_head(connection);
  const std::string_view line = std::string_view(head).substr(0, head.find("\r\n"));
  const auto path = [&](std::string_view method) {
    return line.starts_with(fmt::format("{} /{} ", method, url_encoded(name_)));
  };
  std::error_code error;
  const auto size = static_cast<int64_t>(std::filesystem::file_size(file_, error));
  if (error) return send_text(connection, head_of_answer("404 Not Found", 0)), false;
  if (line.starts_with("OPTIONS ")) {
    send_text(connection, head_of_answer("204 No Content", 0));
  } else if (path("HEAD")) {
    send_text(connection, head_of_answer("200 OK", size));
  } else if (path("GET")) {
    return send_text(connection, head_of_answer("200 OK", size)) && send_file(connection, file_);
  } else {
    send_text(connection, head_of_answer("404 Not Found", 0));
  }
  return false;
}

bool TraceServer::serve() {
  const double end = now_seconds() + options_.limit_seconds;
  while (now_seconds() < end && !(options_.is_stopped && options_.is_stopped())) {
    pollfd waits{.fd = socket_, .events = POLLIN, .revents = 0};
    if (::poll(&waits, 1, 200) <= 0) continue;
    const int connection = ::accept(socket_, nullptr, nullptr);
    if (connection < 0) continue;
    const timeval limit{.tv_sec = 30, .tv_usec = 0};
    ::setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    const bool is_read = answer(connection);
    ::shutdown(connection, SHUT_WR);
    ::close(connection);
    if (is_read) return true;
  }
  return false;
}

}  // namespace motley::core
