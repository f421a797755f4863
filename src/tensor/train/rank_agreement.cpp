#include "tensor/train/rank_agreement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/comm/arrays.h"
#include "core/comm/collective_error.h"
#include "tensor/plan/file/plan_file.h"

namespace motley::tensor {

std::string broadcast_text(core::Communicator& comm, const std::string& text) {
  std::vector<int64_t> size = {std::ssize(text)};
  comm.broadcast(core::elements(size), 0).wait();
  std::vector<uint8_t> bytes(text.begin(), text.end());
  bytes.resize(size[0]);
  comm.broadcast(core::elements(bytes), 0).wait();
  return {bytes.begin(), bytes.end()};
}

std::vector<std::string> gather_texts(core::Communicator& comm, const std::string& text) {
  std::vector<int64_t> mine = {std::ssize(text)}, sizes(comm.num_ranks());
  const std::vector<int64_t> ones(comm.num_ranks(), 1);
  comm.all_gather(core::elements(mine), core::elements(sizes), ones).wait();
  std::vector<uint8_t> bytes(text.begin(), text.end()), all;
  if (comm.rank() == 0) all.resize(std::accumulate(sizes.begin(), sizes.end(), int64_t{0}));
  comm.gather(core::elements(bytes), core::elements(all), sizes, 0).wait();
  std::vector<std::string> texts;
  for (auto at = all.begin(); comm.rank() == 0 && std::ssize(texts) < comm.num_ranks();) {
    const auto end = at + sizes[texts.size()];
    texts.emplace_back(at, end);
    at = end;
  }
  return texts;
}

namespace {

std::string sharding_text(const DimSharding& s) {
  std::string text = fmt::format("{}/{}", s.dim, s.period);
  for (int i = 0; i < s.shares.num_devices(); ++i) text += fmt::format(":{}", s.shares[i]);
  return text;
}

constexpr const char* kAreFilesEqual = "do all hosts have the same program and model files?";

// "rank 3", "ranks 1, 2".
std::string ranks_text(const std::vector<int>& ranks) {
  return fmt::format("rank{} {}", ranks.size() == 1 ? "" : "s", fmt::join(ranks, ", "));
}

// A UserError if a rank's hash is not that of rank 0.
void check_hashes(core::Communicator& comm, uint64_t mine, const char* what) {
  const std::vector<uint64_t> all = core::gathered(comm, mine);
  std::vector<int> others;
  for (int rank = 1; rank < comm.num_ranks(); ++rank) {
    if (all[rank] != all[0]) others.push_back(rank);
  }
  if (others.empty()) return;
  throw core::UserError(fmt::format("{} {} {} than rank 0: {}", ranks_text(others),
                                    others.size() == 1 ? "has" : "have", what, kAreFilesEqual));
}

// A UserError on all ranks if one of them could not read the plan of rank 0.
void check_all_have_read(core::Communicator& comm, const std::string& own_fault) {
  const std::vector<std::string> faults = gather_texts(comm, own_fault);
  core::at_root(&comm, [&] {
    std::vector<int> ranks;
    for (int rank = 0; rank < comm.num_ranks(); ++rank) {
      if (!faults[rank].empty()) ranks.push_back(rank);
    }
    if (ranks.empty()) return;
    throw core::UserError(fmt::format("{} cannot use the plan of rank 0: {} ({})",
                                      ranks_text(ranks), kAreFilesEqual, faults[ranks[0]]));
  });
}

}  // namespace

planner::Plan share_plan(core::Communicator& comm, const std::function<planner::Plan()>& make) {
  std::string text;
  std::optional<planner::Plan> made;
  core::at_root(&comm, [&] {
    made = make();
    text = planner::plan_json(*made);
  });
  text = broadcast_text(comm, text);
  std::string fault;
  try {
    if (!made) made = planner::parse_plan(text, "the plan of rank 0", {.predict = false});
  } catch (const core::UserError& error) {
    fault = error.what();
  }
  check_all_have_read(comm, fault);
  return std::move(*made);
}

std::string communication_text(const RankProgram& program) {
  std::string text;
  for (const RankStep& step : program.steps) {
    if (step.kind == RankStep::Kind::kCompute) continue;
    text +=
        fmt::format("{}{} ", step.kind == RankStep::Kind::kStart ? "start " : "wait ", step.index);
  }
  for (const Communication& c : program.communications) {
    text += fmt::format("\n{} {} {} {}", static_cast<int>(c.kind), c.axis,
                        static_cast<int>(c.reducer), static_cast<int>(c.algorithm));
    for (const CommunicatedTensor& t : c.tensors) {
      text += fmt::format(" {} {}->{}", t.whole.to_string(), sharding_text(t.from),
                          sharding_text(t.to));
    }
  }
  return text;
}

namespace {

void check_plan(core::Communicator& comm, const planner::Plan& plan,
                const std::string& communications) {
  check_hashes(comm, structural_hash(plan.on.step().program), "another training step");
  check_hashes(comm, core::fnv1a(planner::stages_json(plan)), "another plan");
  check_hashes(comm, core::fnv1a(communications), "other communications");
}

}  // namespace

void check_agreement(core::Communicator& comm, const planner::Plan& plan,
                     const RankProgram& program) {
  check_plan(comm, plan, communication_text(program));
}

std::string communication_text(const planner::PipelineOfPlan& pipeline) {
  std::string text;
  for (const PipelineProgram& program : pipeline.programs) {
    for (const PipelineAction& action : program.actions) {
      text += to_string(*pipeline.step, action) + ";";
    }
  }
  for (const Crossing& c : pipeline.step->crossings) {
    text += pipeline.step->buffer(c.from).type.to_string();
  }
  return text;
}

void check_agreement(core::Communicator& comm, const planner::Plan& plan,
                     const planner::PipelineOfPlan& pipeline) {
  check_plan(comm, plan, communication_text(pipeline));
}

}  // namespace motley::tensor
