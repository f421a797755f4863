#include "core/trace/trace_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <random>
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

// What nobody else on this machine can guess.
std::string random_name() {
  std::random_device random;
  std::string name;
  for (int i = 0; i < 4; ++i) name += fmt::format("{:08x}", random());
  return name;
}

// Whether the connection is ready for `events` before the deadline.
bool is_ready(int connection, short events, double deadline) {
  const double left = deadline - now_seconds();
  pollfd waits{.fd = connection, .events = events, .revents = 0};
  return left > 0 && ::poll(&waits, 1, static_cast<int>(1000 * std::min(left, 1e6)) + 1) > 0;
}

// A reader that takes a byte now and then is not waited for beyond the deadline either.
bool send_all(int connection, const char* data, size_t size, double deadline) {
  while (size > 0) {
    if (!is_ready(connection, POLLOUT, deadline)) return false;
    const ssize_t sent = ::send(connection, data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) return false;
    const size_t taken = sent > 0 ? static_cast<size_t>(sent) : 0;
    data += taken;
    size -= taken;
  }
  return true;
}

bool send_text(int connection, const std::string& text, double deadline) {
  return send_all(connection, text.data(), text.size(), deadline);
}

// The head of a request, up to the empty line; at most 16 KiB and five seconds of it.
std::string request_head(int connection) {
  constexpr double kSeconds = 5;
  const double deadline = now_seconds() + kSeconds;
  std::string head;
  char buffer[4096];
  while (head.find("\r\n\r\n") == std::string::npos && head.size() < 16384) {
    if (!is_ready(connection, POLLIN, deadline)) break;
    const ssize_t got = ::recv(connection, buffer, sizeof buffer, MSG_DONTWAIT);
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

bool send_file(int connection, const std::string& name, double deadline) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) return false;
  std::string block(1 << 16, '\0');
  while (const size_t got = std::fread(block.data(), 1, block.size(), file.get())) {
    if (!send_all(connection, block.data(), got, deadline)) return false;
  }
  return std::ferror(file.get()) == 0;
}

}  // namespace

TraceServer::TraceServer(const std::string& file, TraceServerOptions options)
    : file_(file),
      path_(random_name() + "/" + url_encoded(std::filesystem::path(file).filename().string())),
      options_(options) {
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
  return fmt::format("{}/#!/?url=http://127.0.0.1:{}/{}", kPerfetto, port_, path_);
}

bool TraceServer::answer(int connection, double deadline) const {
  const std::string head = request_head(connection);
  const std::string_view line = std::string_view(head).substr(0, head.find("\r\n"));
  const auto path = [&](std::string_view method) {
    return line.starts_with(fmt::format("{} /{} ", method, path_));
  };
  std::error_code error;
  const auto size = static_cast<int64_t>(std::filesystem::file_size(file_, error));
  if (error) return send_text(connection, head_of_answer("404 Not Found", 0), deadline), false;
  if (line.starts_with("OPTIONS ")) {
    send_text(connection, head_of_answer("204 No Content", 0), deadline);
  } else if (path("HEAD")) {
    send_text(connection, head_of_answer("200 OK", size), deadline);
  } else if (path("GET")) {
    return send_text(connection, head_of_answer("200 OK", size), deadline) &&
           send_file(connection, file_, deadline);
  } else {
    send_text(connection, head_of_answer("404 Not Found", 0), deadline);
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
    const bool is_read = answer(connection, end);
    ::shutdown(connection, SHUT_WR);
    ::close(connection);
    if (is_read) return true;
  }
  return false;
}

}  // namespace motley::core
