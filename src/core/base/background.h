// Work beside the main one: planning and compiling while a step runs.
//
//   std::future<Plan> plan = in_background([=] { return make_plan(); });
//   if (is_ready(plan)) use(plan.get());
#pragma once

#include <chrono>
#include <future>
#include <utility>

namespace motley::core {

// This thread gives way to others of the process: it gets about a quarter of a core that both want.
void lower_thread_priority();

// On a thread of its own. An exception is thrown by get(); the future's destructor waits.
template <class F>
auto in_background(F f) {
  return std::async(std::launch::async, [f = std::move(f)]() mutable {
    lower_thread_priority();
    return f();
  });
}

template <class T>
bool is_ready(const std::future<T>& future) {
  return future.valid() && future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace motley::core
