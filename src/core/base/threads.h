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

// Libraries called from this thread that bring their own OpenMP loops (oneDNN) use this many.
void set_library_threads(int num_threads);

// Cores that this process may run on.
int num_cores();

}  // namespace motley::core
