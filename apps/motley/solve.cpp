// motley solve: the planner's problem core on a problem of the public contest.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "apps/motley/validators.h"
#include "core/base/clock.h"
#include "core/base/threads.h"
#include "tensor/plan/solve/choice_problem.h"
#include "tensor/plan/solve/problem_reader.h"
#include "tensor/report/solve_text.h"

namespace motley::apps {

namespace {

using namespace tensor;
using namespace tensor::solve;
using Clock = std::chrono::steady_clock;

struct SolveCommand {
  std::string problem;
  std::optional<double> time_limit;
  int threads = 0;
  bool json = false;
};

// What comes after the search: the step under way, checking and printing the answer.
constexpr double kLastSeconds = 0.2, kLastShare = 0.01;
// Where that step takes longer, for instance on a loaded machine, the best choice so far is printed
// this long before the limit.
constexpr double kPrintSeconds = 0.1;
constexpr double kLeastSeconds = 1;  // whatever the limit

// A search on a thread of its own, which is left behind where it does not end in time.
class Search {
 public:
  Search(ChoiceProblem problem, SolveSettings settings) : state_(std::make_shared<State>()) {
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
        choice = solve::solve(state->problem, settings);
      } catch (...) {
        error = std::current_exception();
      }
      const std::scoped_lock lock(state->mutex);
      state->choice = std::move(choice);
      state->error = error;
      state->is_done.notify_one();
    }).detach();
  }

  const ChoiceProblem& problem() const { return state_->problem; }

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
    choice.cost = cost_of(state_->problem, choice.states);
    choice.peak_bytes = peak_bytes_of(state_->problem, choice.states);
    choice.lower_bound = state_->bound;
    return choice;
  }

 private:
  struct State {
    ChoiceProblem problem;
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

Outcome solve_file(const SolveCommand& command) {
  const Clock::time_point start = Clock::now();
  SolveSeconds seconds;
  ChoiceProblem problem = read_choice_problem(command.problem);
  seconds.reading = core::seconds_since(start);
  SolveSettings settings;
  settings.num_threads = command.threads > 0 ? command.threads : core::num_cores();
  std::optional<Clock::time_point> last;
  if (command.time_limit) {
    const double limit = *command.time_limit;
    if (limit > 0 && seconds.reading >= limit) {
      print_notes({fmt::format("reading the problem took {:.1f} s, the limit is {:.1f} s",
                               seconds.reading, limit)});
    }
    settings.deadline = after(start, limit * (1 - kLastShare) - kLastSeconds);
    last = after(start, std::max(limit - kPrintSeconds, seconds.reading + kLeastSeconds));
  }
  Search search(std::move(problem), settings);
  const std::optional<Choice> result = search.result_by(last);
  const Choice choice = result ? *result : search.best_so_far();
  seconds.all = core::seconds_since(start);
  return {.text = command.json ? solve_json(choice, seconds)
                               : solve_text(search.problem(), choice, seconds, command.time_limit),
          .yes = choice.feasible,
          .is_still_working = !result};
}

}  // namespace

Command add_solve(CLI::App& app) {
  auto command = std::make_shared<SolveCommand>();
  CLI::App* parser = app.add_subcommand(
      "solve", "Solve a choice problem: one state per node at least cost within a memory limit");
  parser->add_option("problem", command->problem, "The problem as JSON, gzipped or not")
      ->required()
      ->check(file_name());
  parser
      ->add_option("--time-limit", command->time_limit,
                   "Seconds for the whole command; without it a fixed number of search steps, "
                   "which give the same answer on any machine")
      ->check(number_from_zero());
  parser->add_option("--threads", command->threads, "Threads (default: all cores)")
      ->check(count_up_to(1024));
  parser->add_flag("--json", command->json, "One JSON object on standard output");
  return {parser, [command] { return solve_file(*command); }};
}

}  // namespace motley::apps
