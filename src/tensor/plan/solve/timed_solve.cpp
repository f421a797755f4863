#include "tensor/plan/solve/timed_solve.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace motley::tensor::solve {
namespace {

using Clock = std::chrono::steady_clock;

// What comes after the search: the step under way, checking and printing the answer.
constexpr double kLastSeconds = 0.2, kLastShare = 0.01;
// Where that step takes longer, for instance on a loaded machine, the best choice so far is printed
// this long before the limit.
constexpr double kPrintSeconds = 0.1;
constexpr double kLeastSeconds = 1;  // whatever the limit

// A search on a thread of its own, which is left behind where it does not end in time.
class SearchThread {
 public:
  SearchThread(std::shared_ptr<const ChoiceProblem> problem, SolveSettings settings)
      : state_(std::make_shared<State>()) {
    state_->problem = std::move(problem);
    settings.on_better = [state = state_](const std::vector<int32_t>& states, double bound) {
      const std::scoped_lock lock(state->mutex);
      state->best = states;
      state->bound = bound;
    };
    std::thread([state = state_, settings] {
      Choice choice;
      std::exception_ptr error;
      try {
        choice = solve(*state->problem, settings);
      } catch (...) {
        error = std::current_exception();
      }
      const std::scoped_lock lock(state->mutex);
      state->choice = std::move(choice);
      state->error = error;
      state->is_done.notify_one();
    }).detach();
  }

  // Nothing if it has not ended by then.
  std::optional<Choice> result_by(const std::optional<Clock::time_point>& deadline) {
    std::unique_lock lock(state_->mutex);
    const auto is_there = [&] { return state_->choice.has_value(); };
    if (deadline) {
      state_->is_done.wait_until(lock, *deadline, is_there);
    } else {
      state_->is_done.wait(lock, is_there);
    }
    if (state_->error) std::rethrow_exception(state_->error);
    return state_->choice;
  }

  Choice best_so_far() const {
    const std::scoped_lock lock(state_->mutex);
    Choice choice;
    if (state_->best.empty()) return choice;
    choice.feasible = true;
    choice.states = state_->best;
    choice.cost = cost_of(*state_->problem, choice.states);
    choice.peak_bytes = peak_bytes_of(*state_->problem, choice.states);
    choice.lower_bound = state_->bound;
    return choice;
  }

 private:
  struct State {
    std::shared_ptr<const ChoiceProblem> problem;
    std::mutex mutex;
    std::condition_variable is_done;
    std::optional<Choice> choice;
    std::exception_ptr error;
    std::vector<int32_t> best;
    double bound = 0;
  };
  std::shared_ptr<State> state_;
};

Clock::time_point after(Clock::time_point start, double seconds) {
  return start + std::chrono::duration_cast<Clock::duration>(
                     std::chrono::duration<double>(std::max(0.0, seconds)));
}

}  // namespace

TimedChoice solve_within(std::shared_ptr<const ChoiceProblem> problem, const TimedSolve& timed) {
  const double spent = std::chrono::duration<double>(Clock::now() - timed.begin).count();
  SolveSettings settings;
  settings.num_threads = timed.num_threads;
  std::optional<Clock::time_point> last;
  if (timed.limit_seconds) {
    const double limit = *timed.limit_seconds;
    settings.deadline = after(timed.begin, limit * (1 - kLastShare) - kLastSeconds);
    last = after(timed.begin, std::max(limit - kPrintSeconds, spent + kLeastSeconds));
  }
  SearchThread search(std::move(problem), settings);
  const std::optional<Choice> result = search.result_by(last);
  return {.choice = result ? *result : search.best_so_far(), .is_still_working = !result};
}

}  // namespace motley::tensor::solve
