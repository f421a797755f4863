// BERT with a mixture of experts: in every second block the feed-forward layer of a token is one of
// many, selected by a gate. Each expert has capacity for `capacity` tokens; tokens beyond it are
// dropped and pass through the residual connection unchanged.
//
//   grouped   capacity is counted per sequence (GShard): dispatch is [b, s, e, c]
//   flat      capacity is counted over the whole batch: dispatch is [b * s, e, c]
#include <fmt/format.h>

#include <algorithm>

#include "tensor/models/transformer.h"

namespace motley::tensor {
namespace {

struct Experts {
  int64_t count, top, capacity;
  bool grouped;
};

struct Routing {
  Expr dispatch;  // [.., s, e, c]: 1 if token s has slot c of expert e
  Expr combine;   // the same, times the expert's gate weight for the token
};

// From probabilities [.., s, e]. First choices are assigned slots before second ones.
Routing route(Expr probabilities, const Experts& experts) {
  const int64_t tokens_dim = probabilities.num_dims() - 2;
  const ElementType element = probabilities.element();
  Expr open = probabilities;  // of experts a token has not chosen yet
  Expr taken = zeros_like(slice_dim(probabilities, tokens_dim, 0, 1));  // slots in use, by expert
  Expr chosen_by_any = zeros_like(probabilities);
  std::vector<Expr> dispatches;
  for (int64_t i = 0; i < experts.top; ++i) {
    const Expr chosen = one_hot(argmax(open), experts.count, element);
    const Expr place = (cumulative_sum(chosen, tokens_dim) + taken) * chosen - 1.0;
    dispatches.push_back(one_hot(convert(place, ElementType::kI32), experts.capacity, element));
    open = open * (1.0 - chosen);
    taken = taken + sum_keep(chosen, {tokens_dim});
    chosen_by_any = chosen_by_any + chosen;
  }
  Expr dispatch = dispatches[0];
  for (size_t i = 1; i < dispatches.size(); ++i) dispatch = dispatch + dispatches[i];
  const Expr say = experts.top == 1 ? probabilities
                                    : probabilities / sum_keep(probabilities * chosen_by_any, {-1});
  Shape with_place = say.shape();
  with_place.push_back(1);
  return {dispatch, dispatch * reshape(say, with_place)};
}

Expr expert_layer(const Params& p, Expr x, int64_t ff, const Experts& experts) {
  const int64_t d = x.extent(-1);
  const Shape shape = x.shape();
  if (!experts.grouped) x = reshape(x, {-1, d});
  const Routing routing = route(softmax(dense(x, p.weight("gate", {d, experts.count}))), experts);
  // Grouped equations have one more subscript, b, in front of all but the parameters.
  const std::string b = experts.grouped ? "b" : "";
  const Expr in = einsum(b + "sec," + b + "sd->" + b + "ecd", routing.dispatch, x);
  const Expr w1 = p.weight("w1", {experts.count, d, ff}),
             w2 = p.weight("w2", {experts.count, ff, d});
  const Expr inner = gelu(einsum(b + "ecd,edf->" + b + "ecf", in, w1));
  const Expr out = einsum(b + "ecf,efd->" + b + "ecd", inner, w2);
  return reshape(einsum(b + "sec," + b + "ecd->" + b + "sd", routing.combine, out), shape);
}

Experts experts_of(const Settings& s, const TransformerShape& shape) {
  Experts experts{.count = s.number("experts"),
                  .top = s.number("top"),
                  .capacity = 0,
                  .grouped = s.is("dispatch", "grouped")};
  s.require(experts.top <= experts.count,
            fmt::format("top ({}) exceeds experts ({})", experts.top, experts.count));
  // Capacity factor 2.5 per expert, as in HAP; 2 if counted over the batch.
  const int64_t halves = experts.grouped ? 5 * shape.seq : 4 * shape.batch * shape.seq;
  const int64_t even = (halves + 2 * experts.count - 1) / (2 * experts.count);
  experts.capacity = s.number_or("capacity", even);
  return experts;
}

Expr bert_moe_loss(const Params& p, const Settings& s) {
  const TransformerShape shape = transformer_shape(s);
  const Experts experts = experts_of(s, shape);
  const int64_t d = shape.hidden;
  Expr x = take_rows(token_table(p, shape), tokens(p, shape));
  for (int64_t i = 0; i < shape.layers; ++i) {
    const Params block = block_at(p, i);
    x = x + plain_attention(block, feature_norm(block, "ln1", x), shape.heads);
    const Expr y = feature_norm(block, "ln2", x);
    if (i % 2 == 1) {
      x = x + expert_layer(block, y, shape.ff, experts);
    } else {
      const Expr inner = gelu(dense(y, block.weight("w1", {d, shape.ff})));
      x = x + dense(inner, block.weight("w2", {shape.ff, d}));
    }
  }
  return cross_entropy(dense(x, p.weight("head", {d, shape.vocab})), labels(p, shape));
}

}  // namespace

ModelRow bert_moe_row() {
  std::vector<Setting> settings = transformer_settings("12", "768", "128", "30522", "64");
  settings.push_back(
      {.name = "experts", .value = "16", .meaning = "number of experts in every second block"});
  settings.push_back({.name = "top", .value = "2", .meaning = "experts per token", .most = 64});
  settings.push_back({"dispatch",
                      "grouped",
                      "expert capacity per sequence, or over the batch",
                      Setting::Kind::kWord,
                      {"grouped", "flat"}});
  settings.push_back(
      {"capacity", "5*seq/experts/2", "capacity of an expert; 2*batch*seq/experts if flat"});
  return {"bert-moe", "BERT-base with experts in every second block", settings, bert_moe_loss};
}

}  // namespace motley::tensor
