// Long work that its caller may give up: the caller sets a flag, loops ask for it now and then.
//
//   std::atomic<bool> given_up;
//   const CancelScope scope(&given_up);      // for this thread; threads that it starts enter their
//   own
//   ... throw_if_cancelled();                // in the loop: throws Cancelled once the flag is set
#pragma once

#include <atomic>
#include <exception>

namespace motley::core {

class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "given up by the caller"; }
};

class CancelScope {
 public:
  explicit CancelScope(const std::atomic<bool>* flag);  // null: nobody gives up
  ~CancelScope();
  CancelScope(const CancelScope&) = delete;
  CancelScope& operator=(const CancelScope&) = delete;

  // The flag of this thread, for threads that it starts.
  static const std::atomic<bool>* current();

 private:
  const std::atomic<bool>* before_;
};

void throw_if_cancelled();

}  // namespace motley::core
