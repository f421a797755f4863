// What has to move, in bytes, where every product is cut and collectives are rings: answers known
// of small models, found by the planner's graph. An inner block, whose input needs a gradient too,
// is what one block more costs.
#include <gtest/gtest.h>

#include <numeric>

#include "tensor/models/layers.h"
#include "tensor/plan/propagate/late_ops.h"
#include "tensor/plan/search/equal_hosts.h"
#include "tensor/plan/search/graph_solver.h"
#include "tensor/run/step_cases.h"

namespace motley::tensor::search {
namespace {

using namespace propagate;
using namespace shard_cost;

constexpr double kMebibyte = 1 << 20;

// Arguments in the order in which they are asked for.
struct Builder {
  ProgramBuilder b{"loss"};
  std::vector<LossArgument> arguments;

  Expr batch(const std::string& name, Shape shape, ElementType element = ElementType::kF32) {
    arguments.push_back({false, name});
    return argument(b, {element, std::move(shape)});
  }
  Expr param(const std::string& name, Shape shape) {
    arguments.push_back({true, name});
    return argument(b, {ElementType::kF32, std::move(shape)});
  }
  TrainStep step(Expr loss) && {
    return train_step(std::move(b).finish({loss.id()}), arguments,
                      {.optimizer = Optimizer::parse("sgd")});
  }
};

// The plan that moves least, and its bytes.
class Moved {
 public:
  Moved(TrainStep step, int n) : step_(std::move(step)), n_(n) {
    std::vector<int> all(n);
    std::iota(all.begin(), all.end(), 0);
    const int num_updated = step_.num_params + step_.num_state;
    const ShardingProblem problem(step_.program, num_updated, {{n}},
                                  group_costs(equal_hosts(n, 1e12), {{n}}, all));
    const Folding folding = fold_repeated(problem.graph(), num_updated);
    RatioLevels levels;
    levels[0] = {core::Ratio(n, 1.0 / n)};
    const StateSpace state_space = find_state_space(problem, step_, folding, levels);
    const SearchGraph graph = search_graph(problem, step_, folding, state_space, prices(problem));
    const GraphChoice choice = GraphSolver(graph).solve({});
    EXPECT_TRUE(choice.feasible && choice.is_exact);
    bytes = choice.cost;
    plan_ = plan_of(problem, step_, folding, state_space, graph, choice.states, false);
  }

  std::string state(const std::string& name) const {
    for (size_t i = 0; i < step_.arguments.size(); ++i) {
      if (step_.arguments[i].name != name) continue;
      const ValueId v = step_.program.body.arguments[i];
      return to_string(plan_.values[v.index], step_.arguments[i].type.shape, plan_.group);
    }
    return "no such argument";
  }

  double bytes = 0;

 private:
  PriceModel prices(const ShardingProblem& problem) const {
    PriceModel model;
    model.op_seconds = [&problem](int op, const OpRule& rule) {
      constexpr double kTooMuch = 1e15;
      const bool whole = rule[0].kind != AxisRule::Kind::kSplit;
      return whole && is_product(problem.graph().ops[op].code) ? kTooMuch : 0;
    };
    model.reshard_seconds = [&problem, n = static_cast<double>(n_)](ValueId v, const Sharding& from,
                                                                    const Sharding& to, bool) {
      const auto bytes = static_cast<double>(problem.program().type(v).num_bytes());
      const double ring = bytes * (n - 1) / n;
      const AxisState &a = from[0], &b = to[0];
      if (a == b || a.is_replicated() || b.is_partial()) return 0.0;
      if (a.is_partial()) return b.is_replicated() ? 2 * ring : ring;
      return b.is_replicated() ? ring : ring / n;
    };
    return model;
  }

  TrainStep step_;
  int n_;
  ShardPlan plan_;
};

constexpr int64_t kHidden = 1024, kWide = 4096;

Moved dense_blocks(int count, int64_t tokens) {
  Builder b;
  Expr x = b.batch("x", {tokens, kHidden});
  for (int i = 0; i < count; ++i) {
    const std::string in = std::to_string(i);
    const Expr w1 = b.param("w1_" + in, {kHidden, kWide}),
               w2 = b.param("w2_" + in, {kWide, kHidden});
    x = dense(relu(dense(x, w1)), w2);
  }
  return Moved(std::move(b).step(sum_all(logistic(x))), 4);
}

double inner_dense_block(int64_t tokens) {
  return dense_blocks(4, tokens).bytes - dense_blocks(3, tokens).bytes;
}

// By columns and by rows, with one all-reduce forward and one backward; by samples, with one of the
// gradients, once there are more than four tokens for each feature.
TEST(RingBytes, OfDenseBlocksTurnAtFourTokensForEachFeature) {
  EXPECT_DOUBLE_EQ(inner_dense_block(2048), 24 * kMebibyte);
  EXPECT_DOUBLE_EQ(inner_dense_block(16384), 48 * kMebibyte);
  EXPECT_DOUBLE_EQ(inner_dense_block(4 * kHidden), 48 * kMebibyte);
  EXPECT_LT(inner_dense_block(4 * kHidden - 64), 48 * kMebibyte);
  EXPECT_DOUBLE_EQ(inner_dense_block(4 * kHidden + 64), 48 * kMebibyte);
  const Moved few = dense_blocks(4, 2048);
  EXPECT_EQ(few.state("w1_2"), "S(1)");
  EXPECT_EQ(few.state("w2_2"), "S(0)");
}

// Depth adds what an inner block costs, and changes nothing else.
TEST(RingBytes, OfManyBlocksAreThoseOfEach) {
  const double inner = inner_dense_block(2048);
  const Moved many = dense_blocks(24, 2048);
  EXPECT_DOUBLE_EQ(many.bytes, dense_blocks(3, 2048).bytes + 21 * inner);
  for (int i = 2; i < 22; ++i) {
    EXPECT_EQ(many.state("w1_" + std::to_string(i)), "S(1)");
    EXPECT_EQ(many.state("w2_" + std::to_string(i)), "S(0)");
  }
}

// Attention whose queries, keys and values come from one product, or from three.
Moved attention_blocks(int count, int64_t tokens, bool fused) {
  constexpr int64_t kSeq = 64, kHeads = 8;
  Builder b;
  Expr x = b.batch("x", {tokens / kSeq, kSeq, kHidden});
  for (int i = 0; i < count; ++i) {
    const std::string in = std::to_string(i);
    std::vector<Expr> parts;
    if (fused) {
      const Expr all = dense(x, b.param("qkv_" + in, {kHidden, 3 * kHidden}));
      for (int k = 0; k < 3; ++k) {
        parts.push_back(slice_dim(all, 2, k * kHidden, (k + 1) * kHidden));
      }
    } else {
      for (const char* name : {"q_", "k_", "v_"}) {
        parts.push_back(dense(x, b.param(name + in, {kHidden, kHidden})));
      }
    }
    for (Expr& part : parts) part = split_heads(part, kHeads);
    x = dense(attention(parts[0], parts[1], parts[2]), b.param("o_" + in, {kHidden, kHidden}));
  }
  return Moved(std::move(b).step(sum_all(logistic(x))), 4);
}

// By heads, with one all-reduce each way, where tokens are few; by samples where they are many. In
// between, around two tokens for each feature, where one was thought to turn into the other, heads
// are exchanged for samples before the last product, which is less than either.
TEST(RingBytes, OfAttentionAreAtMostThoseOfHeadsOrSamples) {
  for (const bool fused : {true, false}) {
    const auto inner = [&](int64_t tokens) {
      return attention_blocks(4, tokens, fused).bytes - attention_blocks(3, tokens, fused).bytes;
    };
    const auto gathered = [](int64_t tokens) {
      return 0.75 * 4 * static_cast<double>(tokens * kHidden);
    };
    const double gradient = 2 * gathered(kHidden);  // of one product of the four
    EXPECT_DOUBLE_EQ(inner(kHidden), 4 * gathered(kHidden));
    EXPECT_DOUBLE_EQ(inner(2 * kHidden), 2.5 * gathered(2 * kHidden) + gradient);
    EXPECT_LT(inner(2 * kHidden), 4 * gradient);
    EXPECT_DOUBLE_EQ(inner(3 * kHidden), 4 * gradient);
    const Moved few = attention_blocks(4, kHidden, fused);
    EXPECT_EQ(few.state(fused ? "qkv_2" : "q_2"), fused ? "S(1/1024)" : "S(1)");
    EXPECT_EQ(few.state("o_2"), "S(0)");
  }
}

// A table of words that makes the scores too is looked up where its rows are, and the scores of all
// words stay where they are made: small reductions make the loss of them.
TEST(RingBytes, OfAVocabularyAreThoseOfItsTokens) {
  constexpr int64_t kTokens = 512, kWords = 50257;
  Builder b;
  const Expr ids = b.batch("ids", {kTokens}, ElementType::kI32);
  const Expr labels = b.batch("labels", {kTokens}, ElementType::kI32);
  const Expr table = b.param("table", {kWords, kHidden});
  const Expr scores = einsum("th,vh->tv", logistic(take_rows(table, ids)), table);
  const Moved moved(std::move(b).step(cross_entropy(scores, labels)), 8);
  EXPECT_EQ(moved.state("table").substr(0, 3), "S(0");
  const double activation = 4.0 * kTokens * kHidden, row = 4.0 * kTokens;
  EXPECT_GE(moved.bytes, 7.0 / 8 * 2 * 2 * activation);
  EXPECT_LE(moved.bytes, 7.0 / 8 * (2 * 2 * activation + 4 * 2 * row));
}

// Convolutions are cut by samples; their gradients are all that moves for them.
TEST(RingBytes, OfConvolutionsAreThoseOfTheirGradients) {
  for (const char* model : {"vgg:batch=256", "resnet:batch=256"}) {
    const BuiltModel made = build_model(model);
    TrainStep step = make_step(made.loss, made.signature, "sgd");
    double gradients = 0, dense = 0;
    std::vector<std::string> kernels;
    for (int i = 0; i < step.num_params; ++i) {
      const StepArgument& a = step.arguments[i];
      gradients += 2 * 7.0 / 8 * static_cast<double>(a.type.num_bytes());
      if (a.type.num_dims() == 4) kernels.push_back(a.name);
      if (a.type.num_dims() == 2) dense += 2 * 7.0 / 8 * static_cast<double>(a.type.num_bytes());
    }
    const Moved moved(std::move(step), 8);
    for (const std::string& kernel : kernels) EXPECT_EQ(moved.state(kernel), "R") << kernel;
    EXPECT_LT(moved.bytes, gradients);
    if (model[0] != 'v') continue;
    for (const char* name : {"f0/w", "f1/w", "f2/w"}) EXPECT_NE(moved.state(name), "R");
    // Of 865 MB of gradients of dense layers hardly any move; what comes into them does.
    EXPECT_NEAR(dense, 865e6, 1e6);
    EXPECT_LT(moved.bytes - (gradients - dense), 0.1 * dense);
  }
}

// Tokens go to their experts and back, and so do their gradients: four exchanges.
TEST(RingBytes, OfExpertsAreFourExchanges) {
  const int64_t groups = 64, seq = 128, d = 256, wide = 1024, experts = 8, places = 20;
  Builder b;
  const Expr x = b.batch("x", {groups, seq, d});
  const Expr mask = b.batch("mask", {groups, seq, experts, places});
  const Expr u = b.param("u", {d, d}), w1 = b.param("w1", {experts, d, wide}),
             w2 = b.param("w2", {experts, wide, d});
  const Expr in = einsum("gsd,gsec->gecd", relu(dense(x, u)), mask);
  const Expr out = einsum("gech,ehd->gecd", relu(einsum("gecd,edh->gech", in, w1)), w2);
  const Expr y = einsum("gecd,gsec->gsd", out, mask);
  const Moved moved(std::move(b).step(sum_all(logistic(y))), 8);
  EXPECT_EQ(moved.state("w1"), "S(0)");
  EXPECT_EQ(moved.state("w2"), "S(0)");
  const double exchange = 4.0 * groups * experts * places * d * 7 / 64;
  const double gradient_of_u = 2 * 4.0 * d * d * 7 / 8;
  EXPECT_GE(moved.bytes, 4 * exchange);
  EXPECT_LE(moved.bytes, 4 * exchange + gradient_of_u);
}

}  // namespace
}  // namespace motley::tensor::search
