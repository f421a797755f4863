// A multilayer perceptron: dense layers with relu between them.
#include "tensor/models/layers.h"
#include "tensor/models/models.h"

namespace motley::tensor {
namespace {

Expr mlp_loss(const Params& p, const Settings& s) {
  const int64_t batch = s.number("batch"), inputs = s.number("inputs");
  Expr x = p.batch("x", {ElementType::kF32, {batch, inputs}});
  std::vector<int64_t> widths = s.numbers("hidden");
  widths.push_back(s.number("classes"));
  for (size_t i = 0; i < widths.size(); ++i) {
    const Params layer = p.at("l" + std::to_string(i));
    if (i > 0) x = relu(x);
    const int64_t from = x.extent(1), to = widths[i];
    x = dense(x, layer.weight("w", {from, to}, relu_scale(from)), layer.zeros("b", {to}));
  }
  return cross_entropy(x, p.batch("y", {ElementType::kI32, {batch}}));
}

}  // namespace

ModelRow mlp_row() {
  return {"mlp",
          "multilayer perceptron (MLP) with relu",
          {
              {"inputs", "784", "features per sample"},
              {"hidden", "512x256", "widths of the hidden layers", Setting::Kind::kNumbers},
              {"classes", "10", "number of classes"},
              {"batch", "64", "samples per step"},
          },
          mlp_loss};
}

}  // namespace motley::tensor
