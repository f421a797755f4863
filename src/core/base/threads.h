// The only place that starts threads for loops. The caller sets their number: several ranks may
// share a machine.
//
//   parallel_for(num_threads, rows, [&](int64_t begin, int64_t end, int thread) { ... });
//
// The range is divided into equal consecutive chunks, one per thread, so that the same number of
// threads gives the same chunks and bitwise identical results. A nested parallel_for runs on the
// calling thread only. A range of one chunk costs a function call; waking the other threads costs
// about 2 us.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace motley::core {

namespace detail {
using ChunkFunction = void (*)(const void* context, int64_t begin, int64_t end, int thread);
void run_chunks(int num_threads, int64_t count, const void* context, ChunkFunction function);
}  // namespace detail

// Calls f(begin, end, thread) for chunks that cover [0, count); chunks are never empty. f must not
// throw if there is more than one thread.
template <class F>
void parallel_for(int num_threads, int64_t count, const F& f) {
  detail::run_chunks(num_threads, count, &f,
                     [](const void* context, int64_t begin, int64_t end, int thread) {
                       (*static_cast<const F*>(context))(begin, end, thread);
                     });
}

// All threads if each gets at least `least` of `count`, else one: waking sixteen sleeping threads
// takes about 60 us. Never a subset: OpenMP terminates the threads that a loop leaves out and
// starts them again for the next.
constexpr int threads_for(int num_threads, int64_t count, int64_t least) {
  return count >= least * num_threads ? num_threads : 1;
}

// The number of threads for libraries called from this thread that have their own OpenMP loops
// (oneDNN).
void set_library_threads(int num_threads);

// Must be called before a program prints or starts anything. OpenMP's threads spin for about a
// millisecond while they wait for work; where others need the cores (ranks sharing a machine, a
// busy host), a thread with work waits for one without. So the program re-executes itself with
// short spins (GOMP_SPINCOUNT, which is read before main), unless the environment sets it already.
// Measured on two cores with a load of 12: a small model's step takes 7 ms instead of 15 to 510,
// gpt's 2.2 s instead of 2.7 to 3.5; no effect on idle cores. Costs another start, 17 ms with the
// libraries of `motley`.
void restart_with_short_waits(char** argv);
// NAME=VALUE for processes that are started, which then need no restart; none where the environment
// has it.
std::optional<std::string> short_waits_variable();

// Call before the above: after re-execution, arrays use 2 MiB pages where the system provides them
// (a glibc tunable, read before main). For programs that allocate and free many large arrays: a
// step of 128^3 particles takes 2.1 s with 4 KiB pages and 1.9 s with these.
void ask_for_large_pages();

// Cores this process may run on.
int num_cores();

}  // namespace motley::core
