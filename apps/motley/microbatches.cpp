#include "apps/motley/microbatches.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "tensor/ir/printer.h"
#include "tensor/plan/strategy/cross_microbatch_values.h"
#include "tensor/plan/strategy/strategy.h"

namespace motley::apps {

using namespace tensor;

std::vector<SharedValue> shared_values(const Microbatches& microbatches, const Program& loss,
                                       const std::vector<LossArgument>& arguments) {
  if (microbatches.count == 1) return {};
  if (batch_dim(loss, arguments).extent == 0) {
    throw core::UserError("no argument has a batch dimension, so there are no micro-batches");
  }
  const auto [shared, cross_sample] = cross_microbatch_values(loss, arguments);
  if (cross_sample.empty() || microbatches.cross_sample) return shared;
  const auto names = value_names(loss);
  std::string listed;
  for (size_t i = 0; i < cross_sample.size() && i < 3; ++i) {
    listed += fmt::format("{}{} ({})", i == 0 ? "" : ", ", names[cross_sample[i].index],
                          loss.type(cross_sample[i]).to_string());
  }
  if (cross_sample.size() > 3) listed += fmt::format(" and {} more", cross_sample.size() - 3);
  throw core::UserError(fmt::format(
      "samples of a batch depend on one another through {}: micro-batches would compute something "
      "else; --allow-cross-sample lets them",
      listed));
}

}  // namespace motley::apps
