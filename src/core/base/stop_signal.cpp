#include "core/base/stop_signal.h"

#include <unistd.h>

#include <atomic>
#include <cstring>

namespace motley::core {
namespace {

// State for the signal handler, which may run at any time in any thread.
volatile sig_atomic_t stop_signal = 0;
std::atomic<const char*> message = nullptr;

void handle(int number) {
  stop_signal = number;
  const char* text = message;
  if (number != SIGTERM || !text) return;
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, std::strlen(text));
}

}  // namespace

StopOnSignal::StopOnSignal(const std::vector<int>& signals, const StopSignalSettings& settings) {
  stop_signal = 0;
  message = settings.sigterm_message;
  note(signals, SA_RESETHAND);
  note(settings.repeated, 0);
}

void StopOnSignal::note(const std::vector<int>& signals, unsigned flags) {
  sigset_t wanted;
  ::sigemptyset(&wanted);
  for (const int signal : signals) {
    ::sigaddset(&wanted, signal);
    struct sigaction action = {}, old = {};
    action.sa_handler = handle;
    action.sa_flags = static_cast<int>(flags | SA_RESTART);
    ::sigaction(signal, &action, &old);
    previous_.emplace_back(signal, old);
  }
  ::pthread_sigmask(SIG_UNBLOCK, &wanted, nullptr);  // whoever started us may have blocked them
}

StopOnSignal::~StopOnSignal() {
  for (const auto& [signal, old] : previous_) ::sigaction(signal, &old, nullptr);
}

bool StopOnSignal::is_asked() const { return stop_signal != 0; }

}  // namespace motley::core
