#include "core/base/held_signals.h"

namespace motley::core {
namespace {

thread_local bool are_held = false;

}  // namespace

HeldSignals::HeldSignals() : is_outermost_(!are_held) {
  if (!is_outermost_) return;
  sigset_t held;
  ::sigfillset(&held);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) {
    ::sigdelset(&held, fault);
  }
  ::pthread_sigmask(SIG_BLOCK, &held, &before_);
  are_held = true;
}

HeldSignals::~HeldSignals() {
  if (!is_outermost_) return;
  are_held = false;
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace motley::core
