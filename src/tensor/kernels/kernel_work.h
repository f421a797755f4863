// A kernel's work: counts that can be priced without knowing how the kernel runs (tensor/cost), and
// measured per kind (tensor/measure).
//
//   a product of 1024 x 512 and 512 x 2048 on two threads, divided in two along its columns:
//   {.kind = "product.nn", .amount = 2.1e9 (flops), .size = {1024, 1024, 512}}
//
// The names of kinds go from general to special: if `tile.map.tan.f64` has not been measured, the
// values of `tile.map.tan`, `tile.map` or `tile` are used. The speed of a kind may depend on its
// `size`: for a product, the extents of what one thread multiplies at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace motley::tensor {

struct WorkPart {
  std::string kind;
  double amount = 0;  // flops, bytes, elements or calls; fixed per kind
  std::vector<double> size = {};
  // The loop streams operands and results from memory, and is bound by memory bandwidth if that is
  // slower than the loop itself.
  bool streams = false;
};

// Load imbalance: amounts are counted as if every thread had as much work as the busiest one. Three
// equal pieces on two of two threads: 4/3.
inline double share_of_busiest(int64_t num_pieces, int num_used, int num_threads) {
  if (num_pieces <= 0) return 1;
  const int64_t most = (num_pieces + num_used - 1) / std::max(1, num_used);
  return static_cast<double>(most) * std::max(1, num_threads) / static_cast<double>(num_pieces);
}

// Merges parts of the same kind and size.
inline void add_part(std::vector<WorkPart>& parts, WorkPart part) {
  for (WorkPart& p : parts) {
    if (p.kind != part.kind || p.size != part.size || p.streams != part.streams) continue;
    p.amount += part.amount;
    return;
  }
  parts.push_back(std::move(part));
}

}  // namespace motley::tensor
