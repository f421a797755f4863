#include "tensor/plan/predict/live_bytes.h"

#include <algorithm>

namespace motley::tensor::predict {
namespace {

// When collectives have packed their inputs, as a number of ops; an input is live until then.
std::vector<int> packing_times(const LocalOutline& local, const StepSchedule& schedule,
                               std::vector<int>& last) {
  std::vector<int> packed_at(local.collectives.size());
  int ops_before = 0;
  for (const RankStep& step : schedule.steps) {
    if (step.kind == RankStep::Kind::kCompute) {
      ops_before = schedule.segments[step.index].back() + 1;
    } else if (step.kind == RankStep::Kind::kStart) {
      for (int c : schedule.communications[step.index]) {
        packed_at[c] = ops_before;
        int& end = last[local.collectives[c].input.index];
        end = std::max(end, ops_before);
      }
    }
  }
  return packed_at;
}

// From changes at each op to what is live there.
void add_up(std::vector<int64_t>& changes) {
  int64_t live = 0;
  for (int64_t& c : changes) c = live += c;
}

}  // namespace

int64_t LiveBytes::peak() const {
  int64_t most = 0;
  for (size_t i = 0; i < values.size(); ++i) most = std::max(most, values[i] + buffers[i]);
  return arguments + most;
}

LiveBytes live_bytes(const LocalOutline& local, const StepSchedule& schedule,
                     const shard_cost::StoredWork& work, int num_updated) {
  const shard_cost::ProgramOutline& outline = local.outline;
  const int num_ops = outline.num_ops();
  std::vector<int> last(outline.value_bytes.size(), -1);
  for (int i = 0; i < num_ops; ++i) {
    for (ValueId v : outline.operands_of(i)) last[v.index] = i;
  }
  const std::vector<int> packed_at = packing_times(local, schedule, last);
  LiveBytes live;
  live.values.resize(num_ops + 2), live.buffers.resize(num_ops + 2);
  for (int i = 0; i < local.num_step_arguments; ++i) {
    live.arguments += outline.value_bytes[outline.arguments[i].index];
  }
  std::vector<bool> in_place(outline.value_bytes.size());
  for (int i = 1; i <= num_updated && i < static_cast<int>(outline.results.size()); ++i) {
    in_place[outline.results[i].index] = true;
  }
  const auto lives = [&](std::vector<int64_t>& change, ValueId v, int from) {
    if (in_place[v.index] || last[v.index] < from) return;
    change[from] += outline.value_bytes[v.index];
    change[last[v.index] + 1] -= outline.value_bytes[v.index];
  };
  for (int i = 0; i < num_ops; ++i) {
    for (ValueId v : outline.results_of(i)) {
      if (work.stored[v.index]) lives(live.values, v, i);
    }
  }
  for (size_t c = 0; c < local.collectives.size(); ++c) {
    lives(live.buffers, local.collectives[c].output, packed_at[c]);
  }
  add_up(live.values), add_up(live.buffers);
  return live;
}

std::vector<SegmentMemory> memory_over_step(const propagate::ShardingProblem& problem,
                                            const ShardPlan& plan, int rank) {
  const LocalOutline local = local_outline(problem, plan, rank);
  const StepSchedule schedule = schedule_of(local, {plan.bucket_bytes, plan.prefetch_bytes});
  std::vector<ValueId> also;
  for (const Collective& c : local.collectives) also.push_back(c.input);
  const LiveBytes live =
      live_bytes(local, schedule, stored_work(local.outline, also), problem.num_updated());
  std::vector<SegmentMemory> segments;
  for (const RankStep& step : schedule.steps) {
    if (step.kind != RankStep::Kind::kCompute) continue;
    SegmentMemory fullest{.segment = step.index};
    for (int op : schedule.segments[step.index]) {
      if (live.values[op] + live.buffers[op] < fullest.values + fullest.buffers) continue;
      fullest.values = live.values[op], fullest.buffers = live.buffers[op];
    }
    segments.push_back(fullest);
  }
  return segments;
}

}  // namespace motley::tensor::predict
