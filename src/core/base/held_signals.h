// Signals of this thread wait while it lives; another thread may take those sent to the process.
//
//   const HeldSignals held;
//   dnnl_sgemm(...);             // no handler runs on this stack
//
// For code that keeps values below the stack pointer, beyond the 128 bytes that the ABI allows:
// there a signal's frame would overwrite them. Two system calls; none where signals are held
// already. Faults (SIGSEGV and the like) are never held.
#pragma once

#include <csignal>

namespace motley::core {

class HeldSignals {
 public:
  HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals();

 private:
  sigset_t before_;
  bool is_outermost_;
};

}  // namespace motley::core
