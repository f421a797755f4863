// Instruction sets: code that is compiled once for each and selected at run time.
//
// A file FAMILY_vectors.cpp given to motley_vector_sources (cmake/motley.cmake) is compiled three
// times on x86, each time with its functions in the namespace MOTLEY_VECTOR_ISA: portable, avx2 or
// avx512. It must not use inline functions shared with other files: the linker keeps one copy for
// all. Callers declare the functions for every namespace and select one once:
//
//   static const auto run = MOTLEY_PICK_VECTOR_ISA(softmax_rows);
//
// On other machines there is only `portable`, with the compiler's native vectors of four floats.
#pragma once

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define MOTLEY_VECTOR_ISA avx512
#define MOTLEY_VECTOR_LANES 16
#elif defined(__AVX2__) && defined(__FMA__)
#define MOTLEY_VECTOR_ISA avx2
#define MOTLEY_VECTOR_LANES 8
#else
#define MOTLEY_VECTOR_ISA portable
#define MOTLEY_VECTOR_LANES 4
#endif

namespace motley::core {

enum class VectorIsa { kPortable, kAvx2, kAvx512 };

// The widest that this machine has and we have code for. Static, as all that files with -m flags
// of their own may include.
static inline VectorIsa vector_isa() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
    return VectorIsa::kAvx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return VectorIsa::kAvx2;
#endif
  return VectorIsa::kPortable;
}

}  // namespace motley::core

// The declaration of a function in every namespace, and the copy for this machine.
#if defined(__x86_64__)
#define MOTLEY_DECLARE_VECTOR_ISA(...) \
  namespace portable {                 \
  __VA_ARGS__;                         \
  }                                    \
  namespace avx2 {                     \
  __VA_ARGS__;                         \
  }                                    \
  namespace avx512 {                   \
  __VA_ARGS__;                         \
  }
#define MOTLEY_PICK_VECTOR_ISA(function)                                                  \
  (::motley::core::vector_isa() == ::motley::core::VectorIsa::kAvx512 ? &avx512::function \
   : ::motley::core::vector_isa() == ::motley::core::VectorIsa::kAvx2 ? &avx2::function   \
                                                                      : &portable::function)
#else
#define MOTLEY_DECLARE_VECTOR_ISA(...) \
  namespace portable {                 \
  __VA_ARGS__;                         \
  }
#define MOTLEY_PICK_VECTOR_ISA(function) (&portable::function)
#endif
