#include "tensor/data/batches.h"

#include "core/base/error.h"
#include "tensor/data/index_limits.h"
#include "tensor/data/stories.h"
#include "tensor/data/synthetic.h"
#include "tensor/data/token_windows.h"

namespace motley::tensor {

std::vector<BatchArgument> batch_arguments(const Program& loss, const Signature& signature) {
  MOTLEY_CHECK(signature.size() == loss.body.arguments.size(), "{} arguments described, not {}",
               signature.size(), loss.body.arguments.size());
  const std::vector<int64_t> limits = index_limits(loss);
  std::vector<BatchArgument> arguments;
  for (size_t i = 0; i < signature.size(); ++i) {
    if (signature[i].role != Role::kBatch) continue;
    arguments.push_back({static_cast<int>(i), signature[i].name, signature[i].type, limits[i]});
  }
  return arguments;
}

BatchSource built_in_batches(const std::vector<BatchArgument>& arguments, uint64_t seed,
                             int num_threads) {
  if (!reads_text(arguments)) return pattern_batches(arguments, seed, num_threads);
  const TokenWindows windows(arguments);
  if (windows.limit < 256 || windows.length() > kStoriesBytes) {
    return token_batches(arguments, seed);
  }
  return text_batches(stories(), "Motley's built-in stories", arguments, seed);
}

}  // namespace motley::tensor
