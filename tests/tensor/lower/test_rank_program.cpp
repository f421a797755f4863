// What holds of every lowered step: ranks communicate alike, and read what has been written.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "tensor/lower/rank_program.h"
#include "tensor/passes/pass.h"
#include "tensor/plan/strategy/completed.h"
#include "tensor/reference/interpreter.h"
#include "tensor/sharding/local_op.h"

namespace motley::tensor {
namespace {

using namespace propagate;
using namespace shard_cost;
using namespace strategy;

constexpr const char* kModels[] = {
    "mlp:inputs=12,hidden=16x8,batch=6", "gpt:layers=1,hidden=16,heads=2,seq=4,vocab=32,batch=6",
    "bert-moe:layers=1,hidden=16,heads=2,seq=4,vocab=32,experts=4,batch=4"};

struct Lowered {
  std::string name;
  Completed made;
  std::vector<RankProgram> ranks;
};

std::vector<RankProgram> lowered(const ShardingProblem& problem, const ShardPlan& plan,
                                 int64_t bucket_bytes) {
  std::vector<RankProgram> ranks;
  for (int rank = 0; rank < plan.group.num_ranks(); ++rank) {
    ranks.push_back(rank_program(plan.group, rank, local_program(problem, plan, rank),
                                 {.bucket_bytes = bucket_bytes}));
  }
  return ranks;
}

// Every model under every strategy that applies on every cluster, with one bucket of all gradients
// and with a bucket for each. Made once.
const std::vector<Lowered>& all_lowered() {
  static std::vector<std::unique_ptr<Case>> cases;  // which the problems refer to
  static const std::vector<Lowered> all = [] {
    std::vector<Lowered> made;
    for (const char* model : kModels) {
      const Case& c = *cases.emplace_back(std::make_unique<Case>(built(model)));
      for (const core::Cluster& cluster : clusters()) {
        for (const Strategy& s : strategies()) {
          if (!s.choose || !s.choose({c.step, cluster}).inapplicable_reason.empty()) continue;
          for (const int64_t bucket_bytes : {kBucketBytes, int64_t{1}}) {
            Lowered& one = made.emplace_back();
            one.name = std::string(model) + " " + std::string(s.name) + " on " +
                       std::to_string(core::num_devices(cluster));
            one.made = complete_by(c, cluster, std::string(s.name));
            one.ranks = lowered(*one.made.problem, one.made.plan, bucket_bytes);
          }
        }
      }
    }
    return made;
  }();
  return all;
}

// Starts and waits in order, and what is sent: all that must agree between ranks.
std::string communication_text(const RankProgram& program) {
  std::string text;
  for (const RankStep& step : program.steps) {
    if (step.kind == RankStep::Kind::kCompute) continue;
    if (step.kind == RankStep::Kind::kWait) {
      text += "wait " + std::to_string(step.index) + "\n";
      continue;
    }
    const Communication& c = program.communications[step.index];
    text += "start " + std::to_string(step.index) + " " + std::string(name(c.kind)) + " axis " +
            std::to_string(c.axis) + " reducer " + std::to_string(static_cast<int>(c.reducer));
    for (const CommunicatedTensor& tensor : c.tensors) {
      // Cut by the other axis, where there is one: not the same on every rank.
      if (program.group.num_axes() == 1) text += " " + tensor.whole.to_string();
      for (const DimSharding* cut : {&tensor.from, &tensor.to}) {
        text += " " + std::to_string(cut->dim) + "/" + std::to_string(cut->period);
        for (int i = 0; i < program.group.sizes[c.axis]; ++i) {
          if (cut->shares.num_devices() > 0) text += "," + std::to_string(cut->shares[i]);
        }
      }
    }
    text += "\n";
  }
  return text;
}

TEST(RankProgram, EveryRankCommunicatesInTheSameOrder) {
  int num_communications = 0;
  for (const Lowered& one : all_lowered()) {
    const std::string first = communication_text(one.ranks[0]);
    for (const RankProgram& rank : one.ranks) {
      EXPECT_EQ(communication_text(rank), first) << one.name << ", rank " << rank.rank;
    }
    num_communications += static_cast<int>(one.ranks[0].communications.size());
  }
  EXPECT_GT(num_communications, 500);
}

// Kernels are fused around constants that they know: a reduction from a zero that comes from
// another segment would be a kernel of its own. In what JAX prints, all reductions share one zero.
TEST(RankProgram, SegmentsHaveTheirOwnConstants) {
  Case c = built(kModels[1]);
  c.step.program = cse(c.step.program);
  const Completed made = complete_by(c, equal(2), "zero-3");
  int num_reductions = 0;
  for (const RankProgram& p : lowered(*made.problem, made.plan, 1)) {
    for (const Segment& s : p.segments) {
      std::set<int> known;
      for (const Op& op : s.program.body.ops) {
        for (ValueId v : op.results) known.insert(v.index);
        if (op.code != OpCode::kReduce) continue;
        ++num_reductions;
        EXPECT_TRUE(known.contains(op.operands.back().index));
      }
    }
  }
  EXPECT_GT(num_reductions, 20);
}

TEST(RankProgram, BuffersAreWrittenOnceAndBeforeTheyAreRead) {
  for (const Lowered& one : all_lowered()) {
    for (const RankProgram& p : one.ranks) {
      SCOPED_TRACE(one.name + ", rank " + std::to_string(p.rank));
      std::vector<int> writes(p.buffers.size());
      std::vector<bool> there(p.buffers.size());
      std::set<int> started, waited, computed;
      const auto write = [&](int buffer) {
        ++writes[buffer];
        there[buffer] = true;
      };
      for (const int buffer : p.arguments) write(buffer);
      for (const RankStep& step : p.steps) {
        if (step.kind == RankStep::Kind::kCompute) {
          const Segment& s = p.segments[step.index];
          EXPECT_TRUE(computed.insert(step.index).second);
          ASSERT_EQ(s.inputs.size(), s.program.body.arguments.size());
          ASSERT_EQ(s.outputs.size(), s.program.body.results.size());
          for (size_t i = 0; i < s.inputs.size(); ++i) {
            EXPECT_TRUE(there[s.inputs[i]]) << "segment " << step.index;
            EXPECT_EQ(s.program.type(s.program.body.arguments[i]), p.buffers[s.inputs[i]]);
          }
          for (size_t i = 0; i < s.outputs.size(); ++i) {
            EXPECT_EQ(s.program.type(s.program.body.results[i]), p.buffers[s.outputs[i]]);
            write(s.outputs[i]);
          }
          continue;
        }
        for (const CommunicatedTensor& tensor : p.communications[step.index].tensors) {
          if (step.kind == RankStep::Kind::kStart) {
            EXPECT_TRUE(there[tensor.input]) << "communication " << step.index;
          } else {
            write(tensor.output);  // nobody may read it before the wait
          }
        }
        if (step.kind == RankStep::Kind::kWait) {
          EXPECT_TRUE(started.count(step.index));
        }
        auto& seen = step.kind == RankStep::Kind::kStart ? started : waited;
        EXPECT_TRUE(seen.insert(step.index).second);
      }
      EXPECT_EQ(started.size(), p.communications.size());
      EXPECT_EQ(waited, started);
      EXPECT_EQ(computed.size(), p.segments.size());
      for (const int buffer : p.results) EXPECT_TRUE(there[buffer]);
      for (size_t b = 0; b < writes.size(); ++b) EXPECT_EQ(writes[b], 1) << "buffer " << b;
    }
  }
}

TEST(RankProgram, ArgumentsAreTheShardsOfThePlan) {
  for (const Lowered& one : all_lowered()) {
    const Program& step = one.made.problem->program();
    for (size_t i = 0; i < step.body.arguments.size(); ++i) {
      const ValueId v = step.body.arguments[i];
      const Literal whole = Literal::zeros(step.type(v));
      for (const RankProgram& p : one.ranks) {
        const Literal shard =
            local_literal(whole, one.made.plan.values[v.index], {p.group, p.rank});
        EXPECT_EQ(p.buffers[p.arguments[i]], shard.type()) << one.name << ", argument " << i;
      }
    }
  }
}

// Ranks in lock step, with all-reduces that add up plain arrays: no code of tensor/run or
// core/comm.
TEST(RankProgram, DataParallelRanksComputeTheStepOfTheWholeBatch) {
  const BuiltModel model = build_model("mlp:inputs=12,hidden=16x8,batch=6");
  const Case c = make_case(model.loss, model.signature, "adam");
  const core::Cluster cluster = equal(3);
  const Completed made = complete_by(c, cluster, "dp-even");
  const std::vector<RankProgram> ranks = lowered(*made.problem, made.plan, 1);
  std::vector<std::vector<Literal>> buffers;
  for (const RankProgram& p : ranks) {
    auto& mine = buffers.emplace_back();
    for (const TensorType& type : p.buffers) mine.push_back(Literal::zeros(type));
    for (size_t i = 0; i < p.arguments.size(); ++i) {
      const ValueId v = c.step.program.body.arguments[i];
      mine[p.arguments[i]] =
          local_literal(c.arguments[i], made.plan.values[v.index], {p.group, p.rank});
    }
  }
  // Ranks have their own compute steps, and between them the same communication.
  std::vector<size_t> at(ranks.size());
  while (at[0] < ranks[0].steps.size()) {
    for (size_t r = 0; r < ranks.size(); ++r) {
      for (;
           at[r] < ranks[r].steps.size() && ranks[r].steps[at[r]].kind == RankStep::Kind::kCompute;
           ++at[r]) {
        const Segment& s = ranks[r].segments[ranks[r].steps[at[r]].index];
        std::vector<Literal> inputs;
        for (const int b : s.inputs) inputs.push_back(buffers[r][b]);
        const RunResult run = interpret(s.program, inputs);
        for (size_t i = 0; i < s.outputs.size(); ++i) buffers[r][s.outputs[i]] = run.results[i];
      }
    }
    if (at[0] == ranks[0].steps.size()) break;
    const RankStep step = ranks[0].steps[at[0]];
    const Communication& communication = ranks[0].communications[step.index];
    ASSERT_EQ(communication.kind, ReshardKind::kAllReduce);
    for (size_t t = 0; step.kind == RankStep::Kind::kStart && t < communication.tensors.size();
         ++t) {
      Literal sum = Literal::zeros(communication.tensors[t].whole);
      for (int64_t k = 0; k < sum.num_elements(); ++k) {
        double total = 0;
        for (size_t r = 0; r < ranks.size(); ++r) {
          total += buffers[r][ranks[r].communications[step.index].tensors[t].input].as_double(k);
        }
        sum.set_from_double(k, total);
      }
      for (size_t r = 0; r < ranks.size(); ++r) {
        buffers[r][ranks[r].communications[step.index].tensors[t].output] = sum;
      }
    }
    for (size_t& next : at) ++next;
  }
  const RunResult whole = interpret(c.step.program, c.arguments);
  for (size_t i = 0; i < whole.results.size(); ++i) {
    for (size_t r = 0; r < ranks.size(); ++r) {
      const Literal& got = buffers[r][ranks[r].results[i]];
      ASSERT_EQ(got.type(), whole.results[i].type());
      for (int64_t k = 0; k < got.num_elements(); ++k) {
        const double want = whole.results[i].as_double(k);
        ASSERT_NEAR(got.as_double(k), want, 1e-4 * std::max(1.0, std::abs(want)))
            << "result " << i << ", rank " << r;
      }
    }
  }
}

}  // namespace
}  // namespace motley::tensor
