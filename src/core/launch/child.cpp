#include "core/launch/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "core/base/error.h"
#include "core/base/text.h"

namespace motley::core {
namespace {

// NAME=VALUE of this process and of `added`, the latter first where both have the name.
std::vector<std::string> merged_environment(const std::vector<std::string>& added) {
  std::vector<std::string> all = added;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('=') + 1);
    bool is_replaced = false;
    for (const std::string& other : added) is_replaced |= other.starts_with(name);
    if (!is_replaced) all.emplace_back(text);
  }
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

// What the child does up to its exec: only calls that are safe after fork in a process of several
// threads. Writes errno to `failure` if it does not get there.
[[noreturn]] void become(char* const* words, char* const* environment, pid_t parent, int failure,
                         const SignalQueue& signals, const sigset_t& mask) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(1);  // it ended before the call above
  signals.reset_in_child();
  // A background process group may then write to its terminal even under `stty tostop`.
  struct sigaction ignored = {};
  ignored.sa_handler = SIG_IGN;
  ::sigaction(SIGTTOU, &ignored, nullptr);
  if (::isatty(STDIN_FILENO)) {
    const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null >= 0) ::dup2(null, STDIN_FILENO);
  }
  ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  ::execvpe(words[0], words, environment);
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(failure, &error, sizeof error);
  ::_exit(127);
}

}  // namespace

pid_t start_child(const std::vector<std::string>& words,
                  const std::vector<std::string>& environment, const SignalQueue& signals) {
  std::vector<std::string> word_texts = words, entry_texts = merged_environment(environment);
  const std::vector<char*> argv = pointers(word_texts), envp = pointers(entry_texts);
  const auto fail = [&](int error) {
    throw UserError(fmt::format("{} cannot be started: {}{}", in_quotes(words[0]),
                                std::strerror(error),
                                words[0] == "mpirun" && error == ENOENT
                                    ? "; several ranks need Open MPI (Debian: openmpi-bin)"
                                    : ""));
  };
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail(errno);
  // No signal between fork and exec: our handler would put it in the parent's queue.
  sigset_t all, mask;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &mask);
  ::sigdelset(&mask, SIGUSR1);  // the request to save: whoever started us may have blocked it
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  const int fork_error = errno;
  if (child == 0) become(argv.data(), envp.data(), parent, ends[1], signals, mask);
  ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  ::close(ends[1]);
  int exec_error = 0;
  ssize_t got = 0;
  while (child > 0 && (got = ::read(ends[0], &exec_error, sizeof exec_error)) < 0 && errno == EINTR)
    continue;
  ::close(ends[0]);
  if (child < 0) fail(fork_error);
  if (got == sizeof exec_error) {
    ::waitpid(child, nullptr, 0);
    fail(exec_error);
  }
  return child;
}

}  // namespace motley::core
