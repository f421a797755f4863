#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <list>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/launch/event_history.h"
#include "core/launch/events.h"
#include "core/launch/unix_socket.h"

namespace motley::core {
namespace {

constexpr size_t kChunkBytes = size_t{64} << 10;  // what is read or written at once

// A folder that only this user can enter; removed at the end, when it is empty.
class PrivateFolder {
 public:
  PrivateFolder() {
    const char* set = std::getenv("TMPDIR");
    const std::string base = set && *set && std::strlen(set) < 60 ? set : "/tmp";
    path_ = base + "/motley-XXXXXX";
    if (!::mkdtemp(path_.data())) {
      throw UserError({base}, fmt::format("a folder for the socket cannot be created there: {}",
                                          std::strerror(errno)));
    }
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  ~PrivateFolder() { ::rmdir(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Someone who reads events.
struct Client {
  Descriptor socket;
  uint64_t next = 0;      // the number of the line after those in `text`
  std::string text = {};  // what is being sent
  size_t sent = 0;        // of it
  bool has_more = false;  // lines after `text`
  bool has_input = true;
  std::string command = {};  // as far as it has arrived
  bool is_followed = false;  // the run ends with this client
  bool is_gone = false;

  bool is_done() const { return is_gone || (sent == text.size() && !has_more); }
};

// A rank's sink.
struct Rank {
  Descriptor socket;
  std::string line = {};  // as far as it has arrived
  bool is_gone = false;
};

bool has_nothing_yet() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

// The command of a line; nothing for a line of another form.
std::optional<std::string> command_of(const std::string& line) {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("command") || !json["command"].is_string()) return {};
  return json["command"].get<std::string>();
}

// Starts a thread that gets none of the process's signals.
template <typename Body>
std::thread thread_without_signals(Body body) {
  sigset_t all, mask;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &mask);
  std::thread thread(std::move(body));
  ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  return thread;
}

}  // namespace

// One thread does all input and output, none of which blocks; `send` puts a line into the history
// and wakes it. Clients read from the history, so that a line is stored once.
class EventServer::Impl {
 public:
  Impl(const std::string& path, const EventSettings& settings)
      : settings_(settings),
        history_(settings.history_lines),
        for_clients_(path),
        for_ranks_(folder_.path() + "/ranks"),
        wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!wake_) throw UserError(fmt::format("out of file descriptors: {}", std::strerror(errno)));
    thread_ = thread_without_signals([this] { run(); });
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    {
      const std::lock_guard lock(mutex_);
      is_closing_ = true;
      wake();
    }
    thread_.join();
  }

  void send(std::string_view line) {
    const std::lock_guard lock(mutex_);
    history_.add(line);
    if (num_clients_ > 0) wake();
  }

  const std::string& rank_path() const { return for_ranks_.path(); }

 private:
  // With mutex_ held.
  void wake() {
    if (std::exchange(is_woken_, true)) return;
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof one);
  }

  void run() {
    while (!prepare_clients()) {
      if (is_left_) stop();
      write_clients();
      wait(-1);
    }
    const double limit = now_seconds() + settings_.closing_seconds;
    const auto is_late = [&] { return now_seconds() >= limit; };
    accept_all();
    while (read_ranks() && !is_late()) continue;
    for (bool is_done = false; !is_done && !is_late();) {
      prepare_clients();
      write_clients();
      is_done = true;
      for (const Client& client : clients_) is_done &= client.is_done();
      if (!is_done) wait(10);
    }
  }

  // Gives every client that has sent its text the next lines. Returns whether to close.
  bool prepare_clients() {
    const std::lock_guard lock(mutex_);
    is_woken_ = false;
    for (Client& client : clients_) {
      if (client.next < history_.begin()) client.is_gone = true;  // too slow
      if (client.is_gone) continue;
      if (client.sent == client.text.size()) fill(client);
      client.has_more = client.next < history_.end();
    }
    for (const Client& client : clients_) is_left_ |= client.is_gone && client.is_followed;
    std::erase_if(clients_, [](const Client& client) { return client.is_gone; });
    num_clients_ = clients_.size();
    return is_closing_;
  }

  // With mutex_ held.
  void fill(Client& client) {
    client.text.clear();
    client.sent = 0;
    for (; client.next < history_.end() && client.text.size() < kChunkBytes; ++client.next)
      client.text.append(history_.line(client.next)).push_back('\n');
  }

  void write_clients() {
    for (Client& client : clients_) {
      if (send_some(client.socket.get(), client.text, client.sent) == SendResult::kGone)
        client.is_gone = true;
    }
  }

  // Waits for something to do, and does all of it except for writing.
  void wait(int milliseconds) {
    std::vector<pollfd> polls = {{wake_.get(), POLLIN, 0}};
    // Without descriptors for new connections, let them wait for a moment.
    const bool accepts = !std::exchange(is_short_of_descriptors_, false);
    if (!accepts) milliseconds = 100;
    polls.push_back({accepts ? for_clients_.get() : -1, POLLIN, 0});
    polls.push_back({accepts ? for_ranks_.get() : -1, POLLIN, 0});
    for (const Client& client : clients_) {
      const int events = (client.has_input ? POLLIN : 0) | (client.is_done() ? 0 : POLLOUT);
      polls.push_back({client.socket.get(), static_cast<short>(events), 0});
    }
    for (const Rank& rank : ranks_) polls.push_back({rank.socket.get(), POLLIN, 0});
    if (::poll(polls.data(), polls.size(), milliseconds) <= 0) return;
    uint64_t count = 0;
    if (polls[0].revents != 0) [[maybe_unused]]
      const ssize_t got = ::read(wake_.get(), &count, sizeof count);
    size_t i = 3;
    for (Client& client : clients_) look_at(client, polls[i++].revents);
    for (Rank& rank : ranks_) {
      if (polls[i++].revents != 0) read_rank(rank);
    }
    std::erase_if(ranks_, [](const Rank& rank) { return rank.is_gone; });
    if (polls[1].revents != 0 || polls[2].revents != 0) accept_all();
  }

  // Reads what a client says, and notices its end. One that has only shut down its side of the
  // connection still reads.
  void look_at(Client& client, int events) {
    if ((events & (POLLHUP | POLLERR)) != 0) client.is_gone = true;
    if ((events & POLLIN) == 0) return;
    char bytes[1024];
    const ssize_t got = ::recv(client.socket.get(), bytes, sizeof bytes, MSG_DONTWAIT);
    if (got == 0) client.has_input = false;
    if (got < 0 && !has_nothing_yet()) client.is_gone = true;
    if (got <= 0) return;
    client.command.append(bytes, static_cast<size_t>(got));
    for (size_t end; (end = client.command.find('\n')) != std::string::npos;) {
      obey(client, client.command.substr(0, end));
      client.command.erase(0, end + 1);
    }
    if (client.command.size() > kMaxCommandBytes) client.is_gone = true;
  }

  void obey(Client& client, const std::string& line) {
    const std::optional<std::string> command = command_of(line);
    if (command == "stop") {
      stop();
    } else if (command == "follow") {
      client.is_followed = true;
    } else if (!line.empty()) {
      const std::string text = R"(there are the commands {"command": "stop"} and "follow")";
      send(json_text(nlohmann::json{{"event", "error"}, {"text", text}}));
    }
  }

  void stop() {
    if (!std::exchange(is_stopped_, true) && settings_.on_stop) settings_.on_stop();
  }

  void accept_all() {
    while (Descriptor socket = for_clients_.accept()) add_client(std::move(socket));
    is_short_of_descriptors_ |= !has_nothing_yet() && errno != ECONNABORTED;
    while (Descriptor socket = for_ranks_.accept()) ranks_.push_back({std::move(socket)});
    is_short_of_descriptors_ |= !has_nothing_yet() && errno != ECONNABORTED;
  }

  void add_client(Descriptor socket) {
    const std::lock_guard lock(mutex_);
    Client client{.socket = std::move(socket), .next = history_.begin_of_new_reader()};
    if (client.next > 0) client.text = dropped_event(client.next) + "\n";
    client.has_more = client.next < history_.end();
    clients_.push_back(std::move(client));
    num_clients_ = clients_.size();
  }

  // Whether some rank had something to say.
  bool read_ranks() {
    bool any = false;
    for (Rank& rank : ranks_) any |= read_rank(rank);
    std::erase_if(ranks_, [](const Rank& rank) { return rank.is_gone; });
    return any;
  }

  bool read_rank(Rank& rank) {
    char bytes[kChunkBytes];
    const ssize_t got = ::recv(rank.socket.get(), bytes, sizeof bytes, MSG_DONTWAIT);
    if (got <= 0) {
      rank.is_gone = got == 0 || !has_nothing_yet();
      return false;
    }
    std::string_view text(bytes, got);
    for (size_t end; (end = text.find('\n')) != std::string_view::npos;
         text.remove_prefix(end + 1)) {
      rank.line += text.substr(0, end);
      send(rank.line);
      rank.line.clear();
    }
    rank.line += text;
    if (rank.line.size() > kMaxLineBytes) rank.is_gone = true;  // not one of our sinks
    return true;
  }

  const EventSettings settings_;
  std::mutex mutex_;  // of the next four
  EventHistory history_;
  size_t num_clients_ = 0;
  bool is_woken_ = false;
  bool is_closing_ = false;

  ListeningSocket for_clients_;
  PrivateFolder folder_;
  ListeningSocket for_ranks_;
  Descriptor wake_;

  // Of the thread alone.
  std::list<Client> clients_;
  std::list<Rank> ranks_;
  bool is_short_of_descriptors_ = false;
  bool is_left_ = false;     // by a client whose run this is
  bool is_stopped_ = false;  // on_stop has been called
  std::thread thread_;
};

EventServer::EventServer(const std::string& path, const EventSettings& settings)
    : impl_(std::make_unique<Impl>(path, settings)) {}
EventServer::~EventServer() = default;

void EventServer::send(std::string_view json_line) {
  check_event(json_line);
  impl_->send(json_line);
}

std::string EventServer::for_ranks() const {
  return fmt::format("{}={}", kEventsVariable, impl_->rank_path());
}

}  // namespace motley::core
