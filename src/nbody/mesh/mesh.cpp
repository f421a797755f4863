#include "nbody/mesh/mesh.h"

#include <sys/mman.h>

#include <new>

namespace motley::nbody {

void* mesh_memory(size_t bytes) {
  constexpr size_t kVector = 64, kLargePage = size_t{2} << 20;
  const bool is_large = bytes >= 4 * kLargePage;
  const size_t alignment = is_large ? kLargePage : kVector;
  void* memory = std::aligned_alloc(alignment, (bytes + kVector - 1) / kVector * kVector);
  if (!memory) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  if (is_large) ::madvise(memory, bytes, MADV_HUGEPAGE);  // optional
#endif
  return memory;
}

}  // namespace motley::nbody
