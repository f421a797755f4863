#include "core/base/cancel.h"

namespace motley::core {
namespace {

thread_local const std::atomic<bool>* cancel_flag = nullptr;

}  // namespace

CancelScope::CancelScope(const std::atomic<bool>* flag) : before_(cancel_flag) {
  cancel_flag = flag;
}
CancelScope::~CancelScope() { cancel_flag = before_; }

const std::atomic<bool>* CancelScope::current() { return cancel_flag; }

void throw_if_cancelled() {
  if (cancel_flag && cancel_flag->load(std::memory_order_relaxed)) throw Cancelled();
}

}  // namespace motley::core
