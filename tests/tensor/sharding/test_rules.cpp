// Every rule of every op, tried on random instances: the op on shards, collected, is the op.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <map>
#include <set>

#include "core/base/error.h"
#include "tensor/ir/op_cases.h"
#include "tensor/reference/interpreter.h"
#include "tensor/sharding/local_op.h"
#include "tensor/sharding/shard_literals.h"

namespace motley::tensor {
namespace {

constexpr uint64_t kSeed = 20261115;

// Shards of a value; contributions of a partial one are all different, and add up to it.
std::vector<Literal> spread_at_random(Random& random, const Literal& whole,
                                      const Sharding& sharding, const DeviceGrid& group) {
  std::vector<Literal> shards = shard(whole, sharding, group);
  for (int a = 0; a < group.num_axes(); ++a) {
    if (!sharding[a].is_partial() || sharding[a].reducer != Reducer::kSum) continue;
    std::map<std::vector<int>, Literal> drawn;  // by place on all axes but replicated ones
    const auto place = [&](int rank) {
      std::vector<int> at;
      for (int b = 0; b < group.num_axes(); ++b) {
        at.push_back(sharding[b].is_replicated() ? 0 : group.coordinate(rank, b));
      }
      return at;
    };
    for (int rank = 0; rank < group.num_ranks(); ++rank) {
      if (group.coordinate(rank, a) == 0) continue;
      auto [found, fresh] = drawn.try_emplace(place(rank));
      if (fresh) found->second = draw_literal(random, shards[rank].type());
      Literal& first = shards[group.line(rank, a)[0]];
      for (int64_t i = 0; i < first.num_elements(); ++i) {
        const double moved = found->second.as_double(i);
        first.set_from_double(i, first.as_double(i) - moved);
        shards[rank].set_from_double(i, shards[rank].as_double(i) + moved);
      }
    }
  }
  return shards;
}

bool near(const Literal& a, const Literal& b) {
  if (a.type() != b.type()) return false;
  double scale = 1;
  for (int64_t i = 0; i < a.num_elements(); ++i) {
    if (std::isfinite(b.as_double(i))) scale = std::max(scale, std::abs(b.as_double(i)));
  }
  for (int64_t i = 0; i < a.num_elements(); ++i) {
    const double x = a.as_double(i), y = b.as_double(i);
    if (std::isnan(x) && std::isnan(y)) continue;
    if (x != y && !(std::abs(x - y) <= 1e-5 * scale)) return false;
  }
  return true;
}

Shares draw_shares(Random& random, int num_devices, int64_t units) {
  std::vector<int64_t> shares(num_devices);
  for (int64_t i = 0; i < units; ++i) ++shares[draw(random, 0, num_devices - 1)];
  return Shares(std::move(shares));
}

int64_t draw_divisor(Random& random, int64_t n) {
  std::vector<int64_t> divisors;
  for (int64_t d = 1; d <= n; ++d) {
    if (n % d == 0) divisors.push_back(d);
  }
  return divisors[draw(random, 0, static_cast<int64_t>(divisors.size()) - 1)];
}

// All rules of an op on an axis of `num_devices`, each cut at random.
std::vector<AxisRule> draw_rules(Random& random, const OpRules& rules, int num_devices) {
  std::vector<AxisRule> all = {{}};
  const IndexStructure& index = rules.index();
  for (int a = 0; a < static_cast<int>(index.axes.size()); ++a) {
    if (!rules.can_split(a)) continue;
    for (bool whole : {true, false}) {
      const int64_t extent = index.axes[a].extent;
      const int64_t period = whole ? extent : draw_divisor(random, extent);
      const AxisRule rule{.kind = AxisRule::Kind::kSplit,
                          .axis = a,
                          .period = period,
                          .shares = draw_shares(random, num_devices, draw_divisor(random, period))};
      if (rules.states(rule)) all.push_back(rule);
    }
  }
  for (int s = 0; s < static_cast<int>(index.linear_in.size()); ++s) {
    for (Reducer reducer : {Reducer::kSum, Reducer::kMax, Reducer::kMin}) {
      const AxisRule rule{.kind = AxisRule::Kind::kPass, .linear_set = s, .reducer = reducer};
      if (rules.states(rule)) all.push_back(rule);
    }
  }
  return all;
}

std::string describe(const AxisRule& rule, const IndexStructure& index) {
  if (rule.kind == AxisRule::Kind::kReplicate) return "replicate";
  if (rule.kind == AxisRule::Kind::kPass) return fmt::format("pass {}", rule.linear_set);
  constexpr const char* kKinds[] = {"parallel", "reduced", "lookup", "opaque"};
  return fmt::format("split {}", kKinds[static_cast<int>(index.axes[rule.axis].kind)]);
}

// Runs the op under these rules on all ranks; what is wrong, or nothing.
std::string failure(Random& random, const OpCase& c, const OpRules& rules, const OpRule& rule,
                    const DeviceGrid& group) {
  const OpView view{c.program.values, c.op()};
  const auto states = shardings(rules, rule, group, view);
  if (!states) return {};
  std::vector<std::vector<Literal>> operands;
  for (int i = 0; i < view.num_operands(); ++i) {
    operands.push_back(spread_at_random(random, c.arguments[i], states->operands[i], group));
  }
  std::vector<std::vector<Literal>> results(view.num_results());
  for (int rank = 0; rank < group.num_ranks(); ++rank) {
    ProgramBuilder b("local");
    std::vector<ValueId> arguments;
    std::vector<Literal> values;
    for (const auto& operand : operands) {
      arguments.push_back(b.argument(operand[rank].type()));
      values.push_back(operand[rank]);
    }
    auto made = add_local_op(b, view, rules, rule, *states, {group, rank}, arguments);
    const Program local = std::move(b).finish(std::move(made));
    auto run = interpret(local, std::move(values)).results;
    for (size_t i = 0; i < run.size(); ++i) results[i].push_back(std::move(run[i]));
  }
  const auto expected = interpret(c.program, c.arguments).results;
  for (size_t i = 0; i < expected.size(); ++i) {
    const Literal whole = unshard(results[i], states->results[i], expected[i].type(), group);
    if (!near(whole, expected[i])) {
      return fmt::format("result {} as {}", i,
                         to_string(states->results[i], expected[i].shape(), group));
    }
  }
  return {};
}

std::string text_of(const OpCase& c, const OpRules& rules, const OpRule& rule,
                    const DeviceGrid& group) {
  const OpView view{c.program.values, c.op()};
  const auto states = shardings(rules, rule, group, view);
  std::string text = fmt::format("{} on {}:", name(c.op().code), fmt::join(group.sizes, "x"));
  for (int i = 0; i < view.num_operands(); ++i) {
    text += fmt::format(" {} {}", view.operand(i).to_string(),
                        to_string(states->operands[i], view.operand(i).shape, group));
  }
  return text + "; " + rules.index().to_string();
}

// The case list draws new arguments for ops whose operands are constants in the Program.
OpCase drawn(const CaseMaker& maker, Random& random) { return maker.make(random); }

TEST(Rules, TheOpOnShardsIsTheOp) {
  std::map<std::string, int> tried;  // by op and rule
  int failures = 0;
  for (const CaseMaker& maker : case_makers()) {
    for (int trial = 0; trial < 12; ++trial) {
      const uint64_t seed = kSeed + 1000 * trial;
      Random random(seed);
      const OpCase c = drawn(maker, random);
      const OpRules rules({c.program.values, c.op()});
      const int n = static_cast<int>(draw(random, 2, 5));
      for (const AxisRule& rule : draw_rules(random, rules, n)) {
        const DeviceGrid group{{n}};
        const OpRule both = {rule, {}};
        if (!shardings(rules, both, group, {c.program.values, c.op()})) continue;
        ++tried[fmt::format("{} {}", name(c.op().code), describe(rule, rules.index()))];
        const std::string wrong = failure(random, c, rules, both, group);
        if (!wrong.empty() && ++failures <= 20) {
          ADD_FAILURE() << maker.name << ", seed " << seed << ": " << wrong << "; "
                        << text_of(c, rules, both, group);
        }
      }
    }
  }
  std::set<OpCode> ops;
  for (const CaseMaker& maker : case_makers()) ops.insert(maker.code);
  std::cout << tried.size() << " pairs of op and rule of " << ops.size()
            << " ops tried: all that the case list has\n";
  EXPECT_GT(tried.size(), 200u);
}

TEST(Rules, TwoAxesAreTwoRulesAtOnce) {
  int failures = 0, runs = 0;
  for (const CaseMaker& maker : case_makers()) {
    for (int trial = 0; trial < 6; ++trial) {
      const uint64_t seed = kSeed + 77 + 1000 * trial;
      Random random(seed);
      const OpCase c = drawn(maker, random);
      const OpRules rules({c.program.values, c.op()});
      const DeviceGrid group{{2, static_cast<int>(draw(random, 1, 3))}};
      const auto outer = draw_rules(random, rules, group.sizes[0]);
      const auto inner = draw_rules(random, rules, group.sizes[1]);
      for (int pick = 0; pick < 6; ++pick) {
        const OpRule both = {outer[draw(random, 0, std::ssize(outer) - 1)],
                             inner[draw(random, 0, std::ssize(inner) - 1)]};
        if (!shardings(rules, both, group, {c.program.values, c.op()})) continue;
        ++runs;
        const std::string wrong = failure(random, c, rules, both, group);
        if (!wrong.empty() && ++failures <= 20) {
          ADD_FAILURE() << maker.name << ", seed " << seed << ": " << wrong << "; "
                        << text_of(c, rules, both, group);
        }
      }
    }
  }
  EXPECT_GT(runs, 1000);
}

// One axis of the loop nest on both axes of the grid, one nested in the other.
TEST(Rules, AnAxisIsSplitOnBothAxesOfAGrid) {
  const DeviceGrid group{{2, 2}};
  int failures = 0;
  std::set<OpCode> tried;
  for (const CaseMaker& maker : case_makers()) {
    for (int trial = 0; trial < 40; ++trial) {
      const uint64_t seed = kSeed + 133 + 1000 * trial;
      Random random(seed);
      const OpCase c = drawn(maker, random);
      const OpRules rules({c.program.values, c.op()});
      for (int a = 0; a < std::ssize(rules.index().axes); ++a) {
        const int64_t extent = rules.index().axes[a].extent;
        const int64_t period =
            trial % 4 == 0 ? draw_divisor(random, std::max<int64_t>(1, extent)) : extent;
        for (const int outer : {0, 1}) {
          const int64_t n = group.sizes[outer], run = period / n;
          if (period % n != 0 || run < group.sizes[1 - outer]) continue;
          std::vector<int64_t> parts(group.sizes[1 - outer], 1);
          parts[0] += run - std::ssize(parts);
          OpRule both;
          if (run == 0) continue;
          both[outer] = {.kind = AxisRule::Kind::kSplit,
                         .axis = a,
                         .period = period,
                         .shares = even_shares(static_cast<int>(n))};
          both[1 - outer] = {
              .kind = AxisRule::Kind::kSplit, .axis = a, .period = run, .shares = Shares(parts)};
          if (!shardings(rules, both, group, {c.program.values, c.op()})) continue;
          tried.insert(c.op().code);
          const std::string wrong = failure(random, c, rules, both, group);
          if (!wrong.empty() && ++failures <= 20) {
            ADD_FAILURE() << maker.name << ", seed " << seed << ": " << wrong << "; "
                          << text_of(c, rules, both, group);
          }
        }
      }
    }
  }
  EXPECT_GT(tried.size(), 40u);
}

TEST(Rules, ForwardAndBackwardInferenceFindTheRuleAgain) {
  for (const CaseMaker& maker : case_makers()) {
    Random random(kSeed);
    const OpCase c = drawn(maker, random);
    const OpRules rules({c.program.values, c.op()});
    for (const AxisRule& rule : draw_rules(random, rules, 3)) {
      if (rule.kind != AxisRule::Kind::kSplit) continue;
      const OpStates states = *rules.states(rule);
      for (size_t i = 0; i < states.operands.size(); ++i) {
        if (!states.operands[i].is_sharded()) continue;
        const auto found = rules.taking(static_cast<int>(i), states.operands[i]);
        EXPECT_NE(std::find(found.begin(), found.end(), rule), found.end()) << maker.name;
      }
      for (size_t i = 0; i < states.results.size(); ++i) {
        if (!states.results[i].is_sharded()) continue;
        const auto found = rules.giving(static_cast<int>(i), states.results[i]);
        EXPECT_NE(std::find(found.begin(), found.end(), rule), found.end()) << maker.name;
      }
    }
  }
}

// --- Rules that are wrong, to see that this test can fail -----------------------------------

// The combine product of a mixture of experts, becd,bsec->bsd, with extents that allow anything.
struct Combine {
  Program program;
  std::vector<Literal> arguments;
};
Combine combine() {
  ProgramBuilder b("combine");
  const TensorType becd{ElementType::kF32, {2, 4, 3, 5}}, bsec{ElementType::kF32, {2, 4, 4, 3}};
  const ValueId x = b.argument(becd), w = b.argument(bsec);
  const ValueId y = b.add_one(OpCode::kDotGeneral, {w, x},
                              DotAttrs{.lhs_batch = {0},
                                       .rhs_batch = {0},
                                       .lhs_contracting = {2, 3},
                                       .rhs_contracting = {1, 2}});
  Random random(kSeed);
  return {std::move(b).finish({y}), {draw_literal(random, becd), draw_literal(random, bsec)}};
}

// Does the product of these shards of bsec, and all of becd, make a shard of the result?
bool holds(int dim_of_bsec, int dim_of_result) {
  const Combine c = combine();
  const DeviceGrid group{{2}};
  const auto halves = [&](int dim, const Shape& shape) {
    Sharding s;
    s[0] = sharded({.dim = dim, .period = shape[dim], .shares = even_shares(2)});
    return s;
  };
  const auto shards = shard(c.arguments[1], halves(dim_of_bsec, c.arguments[1].shape()), group);
  const Literal expected = interpret(c.program, c.arguments).results[0];
  std::vector<Literal> results;
  for (const Literal& shard : shards) {
    ProgramBuilder b("local");
    const ValueId x = b.argument(c.arguments[0].type()), w = b.argument(shard.type());
    try {
      const ValueId y = b.add_one(OpCode::kDotGeneral, {w, x}, c.program.body.ops[0].attrs);
      results.push_back(interpret(std::move(b).finish({y}), {c.arguments[0], shard}).results[0]);
    } catch (const core::UserError&) {
      return false;  // the shards do not even fit
    }
  }
  return near(unshard(results, halves(dim_of_result, expected.shape()), expected.type(), group),
              expected);
}

TEST(Rules, TheCombineRuleOfHapIsUnsoundAndTheCorrectedOneHolds) {
  EXPECT_FALSE(holds(2, 1));  // as released: {becd Id, bsec AG(2)} -> AG(1); dim 2 is e
  EXPECT_TRUE(holds(1, 1));   // s
}

TEST(Rules, ASumOverPartialResultsOfANonlinearOpFails) {
  // exp is not linear: were it passed on, the sum of exponentials would be taken for the value.
  ProgramBuilder b("exp");
  const TensorType type{ElementType::kF32, {6}};
  const ValueId x = b.argument(type);
  const ValueId y = b.add_one(OpCode::kExponential, {x});
  const Program program = std::move(b).finish({y});
  const OpRules rules({program.values, program.body.ops[0]});
  EXPECT_TRUE(rules.taking(0, partial()).empty());
  Random random(kSeed);
  const Literal value = draw_literal(random, type);
  Sharding p;
  p[0] = partial();
  const DeviceGrid group{{2}};
  std::vector<Literal> results;
  for (const Literal& shard : spread_at_random(random, value, p, group)) {
    results.push_back(interpret(program, {shard}).results[0]);
  }
  EXPECT_FALSE(near(unshard(results, p, type, group), interpret(program, {value}).results[0]));
}

// --- Strided cuts through reshape --------------------------------------------------------------

std::string carried(const Shape& from, const Shape& to, const std::string& state, int n) {
  ProgramBuilder b("reshape");
  const TensorType type{ElementType::kF32, from};
  const ValueId y = b.add_one(OpCode::kReshape, {b.argument(type)}, ReshapeAttrs{to});
  const Program program = std::move(b).finish({y});
  const OpRules rules({program.values, program.body.ops[0]});
  const DeviceGrid group{{n}};
  const auto parsed = parse_sharding(state, type, group);
  EXPECT_EQ(parsed.fault, "");
  for (const AxisRule& rule : rules.taking(0, parsed.sharding[0])) {
    return to_string(rules.states(rule)->results[0], to);
  }
  return "-";
}

TEST(Reshape, CarriesStridedCutsExactly) {
  EXPECT_EQ(carried({8, 16, 32}, {128, 32}, "S(0)", 4), "S(0)");
  EXPECT_EQ(carried({8, 16, 32}, {128, 32}, "S(1)", 4), "S(0/16)");
  EXPECT_EQ(carried({8, 16, 32}, {128, 32}, "S(2)", 4), "S(1)");
  EXPECT_EQ(carried({128, 96}, {128, 3, 32}, "S(1/32)", 4), "S(2)");
  EXPECT_EQ(carried({128, 3, 32}, {128, 96}, "S(2)", 4), "S(1/32)");
  EXPECT_EQ(carried({4, 6}, {24}, "S(1)", 2), "S(0/6)");
  EXPECT_EQ(carried({24}, {4, 6}, "S(0)", 2), "S(0)");
}

TEST(Reshape, CarriesUnevenCutsBetweenWholeSamples) {
  EXPECT_EQ(carried({8, 16}, {128}, "S(0:[4,3,1])", 3), "S(0:[4,3,1])");
  EXPECT_EQ(carried({128}, {8, 16}, "S(0:[4,3,1])", 3), "S(0:[4,3,1])");
  EXPECT_EQ(carried({128}, {8, 16}, "S(0:[5,3])", 2), "S(0:[5,3])");
  EXPECT_EQ(carried({128}, {8, 16}, "S(0:[9,7])", 2), "-");  // in the midst of a sample
}

TEST(Reshape, RefusesCutsThatOneDimensionCannotHold) {
  EXPECT_EQ(carried({6, 4}, {3, 8}, "S(0)", 2), "-");
  EXPECT_EQ(carried({24}, {2, 12}, "S(0)", 4), "-");
  EXPECT_EQ(carried({2, 6}, {6, 2}, "S(1)", 2), "-");
}

}  // namespace
}  // namespace motley::tensor
