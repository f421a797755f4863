#include "apps/motley/microbatches.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "tensor/ir/printer.h"
#include "tensor/plan/strategy/microbatch_ties.h"
#include "tensor/plan/strategy/strategy.h"

namespace motley::apps {

using namespace tensor;

std::vector<SharedValue> shared_values(const Microbatches& microbatches, const Program& loss,
                                       const std::vector<LossArgument>& arguments) {
  if (microbatches.count == 1) return {};
  if (batch_dim(loss, arguments).extent == 0) {
    throw core::UserError("no argument has a batch dimension, so there are no micro-batches");
  }
  const auto [shared, mixing] = microbatch_ties(loss, arguments);
  if (mixing.empty() || microbatches.may_mix) return shared;
  const auto names = value_names(loss);
  std::string listed;
  for (size_t i = 0; i < mixing.size() && i < 3; ++i) {
    listed += fmt::format("{}{} ({})", i == 0 ? "" : ", ", names[mixing[i].index],
                          loss.type(mixing[i]).to_string());
  }
  if (mixing.size() > 3) listed += fmt::format(" and {} more", mixing.size() - 3);
  throw core::UserError(fmt::format(
      "samples of a batch depend on one another through {}: micro-batches would compute something "
      "else; --allow-mixing lets them",
      listed));
}

}  // namespace motley::apps
