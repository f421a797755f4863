#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tensor/element_types.h"
#include "tensor/grad/train_step.h"
#include "tensor/import/model.h"
#include "tensor/import/tensor_file.h"
#include "tensor/ir/precision.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

// mean over samples and outputs of (tanh(x w1 + b1) w2 - y)^2.
constexpr int kIn = 3, kHidden = 4, kOut = 2, kBatch = 8;

Program mlp(int64_t batch, ElementType element = kF64) {
  ProgramBuilder b("mlp");
  const Expr x = argument(b, {kF32, {batch, kIn}}), w1 = argument(b, {kF32, {kIn, kHidden}});
  const Expr b1 = argument(b, {kF32, {kHidden}}), w2 = argument(b, {kF32, {kHidden, kOut}});
  const Expr y = argument(b, {kF32, {batch, kOut}});
  const Expr error = einsum("bh,ho->bo", tanh(einsum("bi,ih->bh", x, w1) + b1), w2) - y;
  const Program program = std::move(b).finish({mean(error * error, {0, 1}).id()});
  return with_floats_as(program, element);  // before the step, whose settings become constants
}

const std::vector<LossArgument> kMlpArguments = {
    {false, "x"}, {true, "w1"}, {true, "b1"}, {true, "w2"}, {false, "y"}};

std::vector<double> drawn(int n, double phase) {
  std::vector<double> v(n);
  for (int i = 0; i < n; ++i) v[i] = std::sin(phase + 1.7 * i);
  return v;
}

// The same by hand: parameters w1, b1, w2 in a row, gradients by the chain rule.
struct PlainMlp {
  std::vector<double> p = drawn(kIn * kHidden + kHidden + kHidden * kOut, 0.3);
  std::vector<double> x = drawn(kBatch * kIn, 1), y = drawn(kBatch * kOut, 2);
  static constexpr int kB1 = kIn * kHidden, kW2 = kB1 + kHidden;

  double loss_and_gradient(std::vector<double>& g) const {
    g.assign(p.size(), 0);
    double loss = 0;
    for (int s = 0; s < kBatch; ++s) {
      double h[kHidden], dh[kHidden] = {};
      for (int j = 0; j < kHidden; ++j) {
        double z = p[kB1 + j];
        for (int i = 0; i < kIn; ++i) z += x[s * kIn + i] * p[i * kHidden + j];
        h[j] = std::tanh(z);
      }
      for (int o = 0; o < kOut; ++o) {
        double e = -y[s * kOut + o];
        for (int j = 0; j < kHidden; ++j) e += h[j] * p[kW2 + j * kOut + o];
        loss += e * e / (kBatch * kOut);
        const double de = 2 * e / (kBatch * kOut);
        for (int j = 0; j < kHidden; ++j) {
          g[kW2 + j * kOut + o] += h[j] * de;
          dh[j] += p[kW2 + j * kOut + o] * de;
        }
      }
      for (int j = 0; j < kHidden; ++j) {
        const double dz = dh[j] * (1 - h[j] * h[j]);
        g[kB1 + j] += dz;
        for (int i = 0; i < kIn; ++i) g[i * kHidden + j] += x[s * kIn + i] * dz;
      }
    }
    return loss;
  }
};

double rate(int step) { return 0.1 / (1 + step); }  // changes from step to step

// Losses of the steps, and the last parameters behind them.
std::vector<double> plain_run(const Optimizer& o, int num_steps) {
  PlainMlp model;
  const size_t n = model.p.size();
  std::vector<double> g, m(n), v(n), seen;
  for (int step = 1; step <= num_steps; ++step) {
    seen.push_back(model.loss_and_gradient(g));
    double norm = 0;
    for (double d : g) norm += d * d;
    norm = std::sqrt(norm);
    for (size_t i = 0; i < n; ++i) {
      double& p = model.p[i];
      double d = o.clip > 0 && norm > o.clip ? g[i] * o.clip / norm : g[i];
      const bool is_lion = o.kind == Optimizer::Kind::kLion;
      const bool decoupled = o.kind == Optimizer::Kind::kAdamW || is_lion;
      if (!decoupled) d += o.weight_decay * p;
      if (o.kind == Optimizer::Kind::kMomentum) d = m[i] = o.momentum * m[i] + d;
      if (is_lion) {
        const double c = o.beta1 * m[i] + (1 - o.beta1) * d;
        m[i] = o.beta2 * m[i] + (1 - o.beta2) * d;
        d = (c > 0) - (c < 0) + o.weight_decay * p;
      } else if (o.kind == Optimizer::Kind::kAdam || decoupled) {
        m[i] = o.beta1 * m[i] + (1 - o.beta1) * d;
        v[i] = o.beta2 * v[i] + (1 - o.beta2) * d * d;
        d = m[i] / (1 - std::pow(o.beta1, step)) /
            (std::sqrt(v[i] / (1 - std::pow(o.beta2, step))) + o.epsilon);
        if (decoupled) d += o.weight_decay * p;
      }
      p -= rate(step) * d;
    }
  }
  seen.insert(seen.end(), model.p.begin(), model.p.end());
  return seen;
}

Literal filled(const TensorType& type, const double* values) {
  Literal literal = Literal::zeros(type.with_element(kF64));
  for (int64_t i = 0; i < literal.num_elements(); ++i) literal.set_float(i, values[i]);
  return literal;
}

std::vector<double> program_run(const TrainStep& step, int num_steps) {
  const Program program = with_floats_as(step.program, kF64);  // the learning rate too
  const PlainMlp model;
  const double* next = model.p.data();
  std::vector<Literal> arguments;
  size_t lr = 0;
  for (const StepArgument& a : step.arguments) {
    const TensorType& type = program.type(program.body.arguments[arguments.size()]);
    if (a.role == StepRole::kSetting) lr = arguments.size();
    if (a.role == StepRole::kBatch) {
      arguments.push_back(filled(type, a.name == "x" ? model.x.data() : model.y.data()));
    } else {
      arguments.push_back(a.role == StepRole::kParam ? filled(type, next) : Literal::zeros(type));
      if (a.role == StepRole::kParam) next += type.num_elements();
    }
  }
  std::vector<double> seen;
  for (int i = 1; i <= num_steps; ++i) {
    arguments[lr] = Literal::scalar(kF64, rate(i));
    const std::vector<Literal> results = interpret(program, arguments).results;
    seen.push_back(results[0].get_float(0));
    for (size_t r = 1; r < results.size(); ++r) arguments[r - 1] = results[r];
  }
  for (int p = 0; p < step.num_params; ++p) {
    for (int64_t i = 0; i < arguments[p].num_elements(); ++i) {
      seen.push_back(arguments[p].get_float(i));
    }
  }
  return seen;
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance) << i;
}

class Optimizers : public testing::TestWithParam<const char*> {};

TEST_P(Optimizers, TenStepsAgreeWithAPlainLoop) {
  const Optimizer optimizer = Optimizer::parse(GetParam());
  const TrainStep step = train_step(mlp(kBatch), kMlpArguments, {.optimizer = optimizer});
  EXPECT_EQ(first_fault(step.program), "");
  const std::vector<double> expected = plain_run(optimizer, 10);
  EXPECT_LT(expected[9], expected[0]);
  expect_near(program_run(step, 10), expected, 1e-10);
}

TEST_P(Optimizers, MicrobatchesGiveTheWholeBatch) {
  const Optimizer optimizer = Optimizer::parse(GetParam());
  const std::vector<double> expected = plain_run(optimizer, 3);
  for (int64_t k : {1, 2, 4}) {
    const TrainStep step =
        train_step(mlp(kBatch / k), kMlpArguments, {.optimizer = optimizer, .num_microbatches = k});
    EXPECT_EQ(step.arguments.back().type.to_string(), "tensor<8x2xf64>");
    expect_near(program_run(step, 3), expected, 1e-10);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Optimizers,
                         testing::Values("sgd", "sgd:weight_decay=0.1", "sgd:clip=0.05", "momentum",
                                         "momentum:momentum=0.5,clip=0.1,weight_decay=0.01", "adam",
                                         "adam:clip=0.01,weight_decay=0.1", "adam:beta1=0", "adamw",
                                         "lion", "lion:weight_decay=0.1,beta1=0.5",
                                         "adamw:weight_decay=0.1,beta2=0.95,clip=1.0"));

TEST(TrainStep, ClippingBindsOnlyAboveTheNorm) {
  const auto run = [](const char* text) {
    return program_run(
        train_step(mlp(kBatch), kMlpArguments, {.optimizer = Optimizer::parse(text)}), 1);
  };
  expect_near(run("sgd:clip=1000"), run("sgd"), 0);
  const std::vector<double> before = PlainMlp().p, after = run("sgd:clip=0.05");
  double moved = 0;
  for (size_t i = 0; i < before.size(); ++i) moved += std::pow(after[i + 1] - before[i], 2);
  EXPECT_NEAR(std::sqrt(moved), rate(1) * 0.05, 1e-12);
}

TEST(TrainStep, NamesArgumentsInOrder) {
  const TrainStep step = train_step(mlp(kBatch), kMlpArguments, {});
  std::string names;
  for (const StepArgument& a : step.arguments) names += a.name + " ";
  EXPECT_EQ(names, "w1 b1 w2 w1.m b1.m w2.m w1.v b1.v w2.v step lr x y ");
  EXPECT_EQ(step.num_params, 3);
  EXPECT_EQ(step.num_state, 7);
  const Region& body = step.program.body;
  ASSERT_EQ(body.results.size(), 11u);
  for (size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(step.program.type(body.results[i + 1]), step.arguments[i].type);
  }
  EXPECT_EQ(step.arguments[1].loss_argument, 2);
  ASSERT_EQ(step.gradients.size(), 3u);
  EXPECT_EQ(step.program.type(step.gradients[0]), step.arguments[0].type);
}

TEST(TrainStep, ArgumentsOfOneNameAreToldApart) {
  std::vector<LossArgument> arguments = kMlpArguments;
  arguments[0].name = "step";  // as Adam calls its count
  arguments[4].name = "lr";
  const TrainStep step =
      train_step(mlp(kBatch), arguments, {.optimizer = Optimizer::parse("adam")});
  std::set<std::string> names;
  for (const StepArgument& a : step.arguments) names.insert(a.name);
  EXPECT_EQ(names.size(), step.arguments.size());
  EXPECT_TRUE(names.contains("step") && names.contains("batch.step"));
  EXPECT_TRUE(names.contains("lr") && names.contains("batch.lr"));
}

TEST(TrainStep, KeepsNarrowParametersAndUpdatesThemInFloat32) {
  const TrainStep step =
      train_step(mlp(kBatch, ElementType::kBF16), kMlpArguments, {.num_microbatches = 2});
  EXPECT_EQ(first_fault(step.program), "");
  EXPECT_EQ(step.program.type(step.program.body.results[1]).element, ElementType::kBF16);
  EXPECT_EQ(step.arguments[3].type.element, kF32);
}

TEST(TrainStep, LowersTheLossOfAModel) {
  const std::string folder = MOTLEY_TEST_DATA "/models/gpt-tiny/";
  const Model model = read_model(folder);
  std::vector<LossArgument> described;
  std::vector<TensorType> types;
  for (const ArgumentSpec& a : model.signature) {
    described.push_back({a.role == Role::kParam, a.name});
    types.push_back(a.type);
  }
  const TrainStep step = train_step(model.loss, described, {});
  const std::vector<Literal> inputs = read_arguments(folder + "inputs.safetensors", types);
  std::vector<Literal> arguments;
  for (const StepArgument& a : step.arguments) {
    arguments.push_back(a.loss_argument >= 0           ? inputs[a.loss_argument]
                        : a.role == StepRole::kSetting ? Literal::scalar(kF32, 0.01)
                                                       : Literal::zeros(a.type));
  }
  double first = 0, last = 0;
  for (int i = 0; i < 3; ++i) {
    const std::vector<Literal> results = interpret(step.program, arguments).results;
    last = results[0].get_float(0);
    if (i == 0) first = last;
    for (size_t r = 1; r < results.size(); ++r) arguments[r - 1] = results[r];
  }
  EXPECT_LT(last, first - 0.01);
}

// loss = sum((x * (p + f) + s)^2) of a parameter, a frozen one, and state that counts steps.
Program loss_with_state(bool by_batch) {
  ProgramBuilder b("state");
  const Expr p = argument(b, {kF32, {3}}), f = argument(b, {kF32, {3}}),
             s = argument(b, {kF32, {}});
  const Expr x = argument(b, {kF32, {2, 3}});
  const Expr error = x * broadcast_to(p + f, x.shape()) + broadcast_to(s, x.shape());
  const Expr after = by_batch ? s + sum_all(x) : s + 1.0;
  return std::move(b).finish({sum_all(error * error).id(), after.id(), error.id()});
}

const std::vector<LossArgument> kWithState = {
    {true, "p"}, {false, "f", NotTrained::kFrozen}, {false, "s", NotTrained::kState}, {false, "x"}};

TEST(TrainStep, KeepsStateOfTheModelAndReadsFrozenParameters) {
  for (int64_t k : {1, 2}) {
    const TrainStep step = train_step(loss_with_state(false), kWithState, {.num_microbatches = k});
    EXPECT_EQ(first_fault(step.program), "");
    std::string names;
    for (const StepArgument& a : step.arguments) names += a.name + " ";
    EXPECT_EQ(names, "p p.m p.v step s lr f x ");
    EXPECT_EQ(step.num_params, 1);
    EXPECT_EQ(step.num_state, 4);  // no optimizer state of f
    EXPECT_EQ(step.arguments[6].role, StepRole::kFrozen);
    EXPECT_EQ(step.arguments[6].type, (TensorType{kF32, {3}}));
    EXPECT_EQ(step.arguments[7].type, (TensorType{kF32, {2 * k, 3}}));
    std::vector<Literal> arguments;
    for (const StepArgument& a : step.arguments) arguments.push_back(Literal::zeros(a.type));
    arguments[4].set_float(0, 5);
    const auto results = interpret(step.program, arguments).results;
    ASSERT_EQ(results.size(), 6u);
    EXPECT_EQ(results[0].get_float(0), 6 * 25.0);
    EXPECT_EQ(results[5].get_float(0), 6);  // once a step
  }
}

TEST(TrainStep, RefusesStateThatEachMicroBatchWouldMake) {
  EXPECT_NO_THROW(train_step(loss_with_state(true), kWithState, {}));
  try {
    train_step(loss_with_state(true), kWithState, {.num_microbatches = 2});
    FAIL();
  } catch (const core::UserError& error) {
    EXPECT_STREQ(error.what(),
                 "the new value of state `s` depends on the batch, so a step cannot be cut into "
                 "micro-batches: each would make its own");
  }
}

}  // namespace
}  // namespace motley::tensor
