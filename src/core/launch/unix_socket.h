// Unix stream sockets, for events.h. All descriptors are non-blocking and close on exec.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace motley::core {

// Owns a file descriptor; -1: none.
class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Descriptor();

  int get() const { return value_; }
  explicit operator bool() const { return value_ >= 0; }

 private:
  int value_;
};

// The longest path of a Unix socket, in bytes: 107 on Linux.
size_t max_socket_path_bytes();

// A socket file that is listened on; removed at the end.
class ListeningSocket {
 public:
  // Throws a UserError; replaces a socket file on which nobody listens.
  explicit ListeningSocket(const std::string& path);
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;
  ~ListeningSocket();

  int get() const { return descriptor_.get(); }
  const std::string& path() const { return path_; }
  // The next connection that waits to be accepted; none: no descriptor, errno says why.
  Descriptor accept() const;

 private:
  std::string path_;
  Descriptor descriptor_;
  unsigned long long device_ = 0, file_ = 0;  // of the socket file, which another may replace
};

// No descriptor: nobody listens there (ECONNREFUSED), or as errno says.
Descriptor connect_to(const std::string& path);

enum class SendResult { kDone, kFull, kGone };

// Sends text[sent..] as far as there is room, and advances `sent`. No SIGPIPE.
SendResult send_some(int descriptor, std::string_view text, size_t& sent);

}  // namespace motley::core
