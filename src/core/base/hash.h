// Hashes. FNV-1a is written into files (plans, caches, checkpoints) and never changes; hash_combine
// is for tables in memory.
#pragma once

#include <cstdint>
#include <string_view>

namespace motley::core {

inline constexpr uint64_t kFnvBasis = 0xcbf29ce484222325;

inline uint64_t fnv1a(std::string_view bytes, uint64_t hash = kFnvBasis) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

inline uint64_t hash_combine(uint64_t hash, uint64_t value) {
  uint64_t x = hash * 0x9e3779b97f4a7c15 ^ (value + 0x7f4a7c15);
  x ^= x >> 31;
  x *= 0xbf58476d1ce4e5b9;
  return x ^ (x >> 29);
}

}  // namespace motley::core
