// What a kernel says about its own work: counts that can be priced by somebody who does not know
// how it runs (tensor/cost), and measured kind by kind (tensor/measure).
//
//   a product of 1024 x 512 and 512 x 2048 on two threads, cut in two along its columns:
//   {.kind = "product.nn", .amount = 2.1e9 (flops), .size = {1024, 1024, 512}}
//
// A kind's name is read from general to special: where nobody has measured `tile.map.tan.f64`, what
// is known of `tile.map.tan`, `tile.map` or `tile` serves. How fast a kind is may depend on its
// `size`: of a product, the extents of what one thread multiplies at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace motley::tensor {

struct WorkPart {
  std::string kind;
  double amount = 0;  // flops, bytes, elements or calls; per kind always the same
  std::vector<double> size = {};
  // The loop goes through operands and results in memory, and is as slow as that where it is
  // slower than the loop itself.
  bool streams = false;
};

// Amounts count as though all threads had as much to do as the one that has most. Three equal
// pieces on two of two threads: 4/3.
inline double share_of_busiest(int64_t num_pieces, int num_used, int num_threads) {
  if (num_pieces <= 0) return 1;
  const int64_t most = (num_pieces + num_used - 1) / std::max(1, num_used);
  return static_cast<double>(most) * std::max(1, num_threads) / static_cast<double>(num_pieces);
}

// Parts of the same kind and size as one.
inline void add_part(std::vector<WorkPart>& parts, WorkPart part) {
  for (WorkPart& p : parts) {
    if (p.kind != part.kind || p.size != part.size || p.streams != part.streams) continue;
    p.amount += part.amount;
    return;
  }
  parts.push_back(std::move(part));
}

}  // namespace motley::tensor
