// The one place with threads for loops. The caller says how many: several ranks may share a
// machine.
//
//   parallel_for(num_threads, rows, [&](int64_t begin, int64_t end, int thread) { ... });
//
// The range is cut into equal consecutive chunks, one per thread, so that the same count of threads
// gives the same chunks and the same bits. Inside a parallel_for another one runs on the calling
// thread alone. A range of one chunk costs a function call; waking the others costs some 2 us.
#pragma once

#include <cstdint>

namespace motley::core {

namespace detail {
using ChunkFunction = void (*)(const void* context, int64_t begin, int64_t end, int thread);
void run_chunks(int num_threads, int64_t count, const void* context, ChunkFunction function);
}  // namespace detail

// Calls f(begin, end, thread) for chunks that cover [0, count); chunks are never empty.
// f must not throw where there is more than one thread.
template <class F>
void parallel_for(int num_threads, int64_t count, const F& f) {
  detail::run_chunks(num_threads, count, &f,
                     [](const void* context, int64_t begin, int64_t end, int thread) {
                       (*static_cast<const F*>(context))(begin, end, thread);
                     });
}

// All threads where each has at least `least` of `count` to do, else one: waking sixteen that sleep
// takes some 60 us. Never a part of them: OpenMP ends those that a loop leaves out, and starts them
// anew for the next.
constexpr int threads_for(int num_threads, int64_t count, int64_t least) {
  return count >= least * num_threads ? num_threads : 1;
}

// Libraries called from this thread that bring their own OpenMP loops (oneDNN) use this many.
void set_library_threads(int num_threads);

// To be called first in main. OpenMP's threads wait for their next work by spinning, for a
// millisecond or so; where others want the cores too (ranks that share a machine, a busy host), the
// thread that has work waits for one that has none. So the program starts itself once more with
// short spins (GOMP_SPINCOUNT, which is read before main), unless the environment has its own
// constraint. Measured on two cores with a load of 12: a small model's step 7 ms instead of 15 to
// 510, gpt's 2.2 s instead of 2.7 to 3.5; on idle cores nothing changes. Costs 2 ms.
void restart_with_short_waits(char** argv);

// Before that: once started again, arrays lie on pages of 2 MiB where the system lends them
// (glibc's own tunable, read before main). For programs that walk through many large arrays and
// free them: a step of 128^3 particles takes 2.1 s with pages of 4 KiB and 1.9 with these.
void ask_for_large_pages();

// Cores that this process may run on.
int num_cores();

}  // namespace motley::core
