#include "tensor/kernels/reference_use.h"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>

namespace motley::tensor {
namespace {

struct Uses {
  std::mutex mutex;
  std::map<std::string, ReferenceUse> by_op;
};
Uses& process_uses() {
  static Uses uses;
  return uses;
}

}  // namespace

std::vector<ReferenceUse> reference_uses() {
  Uses& uses = process_uses();
  const std::lock_guard lock(uses.mutex);
  std::vector<ReferenceUse> all;
  for (const auto& [op, use] : uses.by_op) all.push_back(use);
  std::ranges::stable_sort(all, std::greater(), &ReferenceUse::seconds);
  return all;
}

void reset_reference_uses() {
  Uses& uses = process_uses();
  const std::lock_guard lock(uses.mutex);
  uses.by_op.clear();
}

void add_reference_use(const std::string& op, double seconds) {
  Uses& uses = process_uses();
  const std::lock_guard lock(uses.mutex);
  ReferenceUse& use = uses.by_op[op];
  use.op = op;
  use.calls += 1;
  use.seconds += seconds;
}

}  // namespace motley::tensor
