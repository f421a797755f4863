#include "core/base/stop_signal.h"

namespace motley::core {
namespace {

volatile sig_atomic_t stop_signal = 0;

}  // namespace

StopOnSignal::StopOnSignal(const std::vector<int>& signals) {
  stop_signal = 0;
  sigset_t wanted;
  ::sigemptyset(&wanted);
  for (const int signal : signals) {
    ::sigaddset(&wanted, signal);
    struct sigaction action = {}, old = {};
    action.sa_handler = [](int number) { stop_signal = number; };
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
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
