#include "tensor/train/schedule_adapter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/base/error.h"
#include "tensor/adapt/decision_log.h"
#include "tensor/adapt/measured_cluster.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/train/control_channel.h"

namespace motley::tensor {
namespace {

constexpr int kWindow = 5;  // steps per median of a step's time

std::vector<std::string> candidate_names(const std::string& policy, int64_t microbatches) {
  if (policy == "ada-grouper") {
    std::vector<std::string> names;
    for (int64_t k = 1; k <= std::min<int64_t>(microbatches, 4); ++k) {
      names.push_back(fmt::format("kfkb:k={}", k));
    }
    return names;
  }
  return {"1f1b", "deep:h=1", "zb-h1", "zb-h2", "kfkb:k=2", "deep:h=2"};
}

int64_t memory_of_group(const planner::Plan& plan, const planner::PipelineOfPlan& pipeline,
                        int group) {
  const auto devices = core::devices(plan.on.cluster);
  int64_t least = 0;
  for (size_t rank = 0; rank < pipeline.group_of_rank.size(); ++rank) {
    if (pipeline.group_of_rank[rank] != group) continue;
    const int64_t bytes =
        plan.on.cluster.device_types[devices[plan.devices()[rank]].type].memory_bytes;
    if (bytes > 0) least = least == 0 ? bytes : std::min(least, bytes);
  }
  return least;
}

bool fits(const planner::Plan& plan, const planner::PipelineOfPlan& pipeline,
          const std::vector<PipelineProgram>& programs) {
  for (size_t g = 0; g < programs.size(); ++g) {
    const int64_t bytes = programs[g].buffer_bytes(pipeline.step);
    const int64_t memory = memory_of_group(plan, pipeline, static_cast<int>(g));
    if (memory > 0 && bytes > memory && bytes > pipeline.programs[g].buffer_bytes(pipeline.step))
      return false;
  }
  return true;
}

double described_rate(const planner::Plan& plan, const StagePair& pair) {
  const auto devices = core::devices(plan.on.cluster);
  const core::Device &a = devices[plan.stages[pair.from].devices[0]],
                     &b = devices[plan.stages[pair.to].devices[0]];
  return core::link_between(plan.on.cluster, a, b).bandwidth_bytes_per_second;
}

class ScheduleAdapter : public Adapter {
 public:
  ScheduleAdapter(core::Communicator& comm, const planner::Plan& plan, const ReadySchedules& ready,
                  ScheduleAdapterSettings settings)
      : channel_(comm),
        plan_(plan),
        settings_(std::move(settings)),
        bytes_(ready.pair_bytes),
        tuner_(ready.choice, schedule_policy(settings_.policy)) {
    for (const StagePair& pair : ready.choice.pairs) rates_.push_back(described_rate(plan, pair));
    is_measured_.assign(rates_.size(), false);
    if (channel_.is_root()) log_.push_back(log_line(ready.choice, settings_.policy));
  }

  uint8_t after_step(int64_t step, uint8_t decision, const StepFigures& figures,
                     double step_seconds) override {
    SwitchWord word{.decision = decision};
    std::string text;
    if (channel_.is_root()) {
      if (const auto last = channel_.take_in()) take_in(*last);
      const int wanted = settings_.choose ? settings_.choose(step) : tuner_.current();
      if (wanted != running_ && !pending_.is_pending()) {
        word.kind = SwitchWord::Kind::kSchedule;
        word.from_step = step + kSwitchDelay;
        word.number = wanted;
        next_ = change_to(wanted);
      }
    }
    word = channel_.exchange(word, step, text);
    pending_.announce(word, step);
    std::vector<double> numbers = figures.phase_seconds;
    numbers.insert(numbers.end(), figures.link_rates.begin(), figures.link_rates.end());
    channel_.send(step, std::move(numbers), step_seconds);
    return static_cast<uint8_t>(word.decision);
  }

  void before_step(int64_t step, StepRunner& runner) override {
    const auto word = pending_.due(step);
    if (!word) return;
    const auto num_candidates = std::ssize(tuner_.choice().candidates);
    MOTLEY_CHECK(word->number >= 0 && word->number < num_candidates,
                 "rank {} is to run schedule {} of {}", channel_.rank(), word->number,
                 num_candidates);
    running_ = static_cast<int>(word->number);
    runner.use_schedule(running_);
    const ScheduleCandidate& candidate = tuner_.choice().candidates[running_];
    plan_.pipeline->schedule = candidate.name;
    plan_.pipeline->lists = candidate.lists;
    if (!channel_.is_root()) return;
    next_.step = step + 1;
    changes_.begin(next_);
    log_.push_back(log_line(next_));
  }

  const planner::Plan& plan() const override { return plan_; }
  const std::vector<Adaptation>& changes() const override { return changes_.all(); }
  const std::vector<std::string>& log() const override { return log_; }
  core::Cluster measured_cluster() const override {
    MeasuredRates rates;
    rates.slowdown.assign(core::num_devices(plan_.on.cluster), 1.0);
    if (last_.step_seconds <= 0) return plan_.on.cluster;
    const std::vector<int> ranks = plan_.devices();
    std::vector<double> measured(rates.slowdown.size()), predicted(rates.slowdown.size());
    for (const predict::KindOfRank& kind : plan_.time.kinds) {
      for (int r = kind.first_rank; r < kind.first_rank + kind.num_ranks; ++r)
        predicted[ranks[r]] = kind.compute_seconds;
    }
    const auto microbatches = static_cast<double>(plan_.pipeline->cuts.microbatches);
    for (size_t s = 0; s < plan_.stages.size(); ++s) {
      const double each = last_.forward[s] + last_.input_gradient[s] + last_.weight_gradient[s];
      for (const int device : plan_.stages[s].devices) measured[device] += microbatches * each;
    }
    for (size_t d = 0; d < measured.size(); ++d) {
      if (predicted[d] > 0 && measured[d] > 0) rates.slowdown[d] = measured[d] / predicted[d];
    }
    rates.port_rates =
        port_rates(static_cast<int>(plan_.on.cluster.hosts.size()), rates_between_hosts());
    return as_measured(plan_.on.cluster, rates);
  }

 private:
  // Of messages whose rate was measured.
  std::vector<HostRate> rates_between_hosts() const {
    const auto devices = core::devices(plan_.on.cluster);
    const auto host_of = [&](int stage) { return devices[plan_.stages[stage].devices[0]].host; };
    std::vector<HostRate> rates;
    for (size_t p = 0; p < rates_.size(); ++p) {
      const StagePair& pair = tuner_.choice().pairs[p];
      if (is_measured_[p]) rates.push_back({host_of(pair.from), host_of(pair.to), rates_[p]});
    }
    return rates;
  }

  Adaptation change_to(int wanted) const {
    const auto& candidates = tuner_.choice().candidates;
    Adaptation change{
        .kind = "schedule",
        .change = fmt::format("{} -> {}", candidates[running_].name, candidates[wanted].name),
        .reason = reason(),
        .before_seconds = steps_.empty() ? 0 : steps_.median()};
    const auto& predicted = tuner_.predicted();
    if (!predicted.empty() && predicted[running_] > 0) {
      // What no schedule changes stays.
      change.predicted_seconds = change.before_seconds - (predicted[running_] - predicted[wanted]);
    }
    return change;
  }

  // The slowest transfers, as measured.
  std::string reason() const {
    std::string text = "transfers";
    for (size_t p = 0; p < last_.transfer.size(); ++p) {
      const StagePair& pair = tuner_.choice().pairs[p];
      text += fmt::format("{} {} to {} {:.3g} ms", p == 0 ? "" : ",", pair.from, pair.to,
                          1e3 * last_.transfer[p]);
    }
    return text;
  }

  void take_in(const FiguresOfStep& figures) {
    if (figures.step == 0) return;  // the first step is none like the others
    const size_t num_stages = plan_.stages.size(), num_pairs = bytes_.size();
    ScheduleRecord record{.step = figures.step, .step_seconds = figures.step_seconds};
    const auto slowest = [&](size_t at) {
      double most = 0;
      for (const auto& one : figures.of_rank) most = std::max(most, one[at]);
      return most;
    };
    for (size_t s = 0; s < num_stages; ++s) {
      record.forward.push_back(slowest(3 * s));
      record.input_gradient.push_back(slowest(3 * s + 1));
      record.weight_gradient.push_back(slowest(3 * s + 2));
    }
    for (size_t p = 0; p < num_pairs; ++p) {
      const double rate = slowest(3 * num_stages + p);  // of the rank that receives
      if (rate > 0) rates_[p] = rate;
      if (rate > 0) is_measured_[p] = true;
      record.transfer.push_back(rates_[p] > 0 ? bytes_[p] / rates_[p] : 0);
    }
    steps_.add(figures.step_seconds);
    changes_.add_step(figures.step_seconds);
    last_ = record;
    tuner_.observe(record);
    log_.push_back(log_line(record, tuner_.current()));
  }

  ControlChannel channel_;
  planner::Plan plan_;
  ScheduleAdapterSettings settings_;
  std::vector<double> bytes_, rates_;  // by pair; the last known rate
  std::vector<bool> is_measured_;      // by pair
  ScheduleTuner tuner_;
  PendingSwitch pending_;
  int running_ = 0;
  ScheduleRecord last_;
  RecentValues steps_{kWindow};
  Adaptation next_;
  ChangeRecord changes_;
  std::vector<std::string> log_;
};

}  // namespace

ReadySchedules ready_schedules(const planner::Plan& plan, const planner::PipelineOfPlan& pipeline,
                               const std::string& policy) {
  const planner::PlanPipeline& own = *plan.pipeline;
  ReadySchedules ready;
  ready.choice.candidates.push_back({own.schedule, own.lists});
  ready.programs.push_back(pipeline.programs);
  std::map<std::pair<int, int>, double> bytes;
  for (const Crossing& c : pipeline.step.crossings) {
    const bool is_within =
        own.lists.device_of_stage[c.from.stage] == own.lists.device_of_stage[c.to.stage];
    if (!c.is_of_microbatch() || is_within) continue;
    const auto num_receivers = static_cast<double>(pipeline.layout.ranks[c.to.stage].size());
    bytes[{c.from.stage, c.to.stage}] +=
        static_cast<double>(pipeline.step.buffer(c.from).type.num_bytes()) / num_receivers;
  }
  for (const auto& [pair, sum] : bytes) {
    ready.choice.pairs.push_back({pair.first, pair.second});
    ready.pair_bytes.push_back(sum);
  }
  const auto num_stages = static_cast<int32_t>(plan.stages.size());
  if (own.lists.num_devices() != num_stages) return ready;  // several stages on a device
  const std::vector<schedule::Ticks> ones(num_stages, 1);
  const schedule::PipelineCosts costs{.forward = ones, .backward = ones, .weight = ones};
  for (const std::string& name : candidate_names(policy, own.cuts.microbatches)) {
    const schedule::Schedule lists = schedule::generate(
        name, {num_stages, static_cast<int32_t>(own.cuts.microbatches)}, costs, {});
    const bool is_known = std::ranges::any_of(ready.choice.candidates,
                                              [&](const auto& one) { return one.lists == lists; });
    if (is_known) continue;
    std::vector<PipelineProgram> programs = pipeline.programs_of(lists);
    if (!fits(plan, pipeline, programs)) continue;
    ready.choice.candidates.push_back({name, lists});
    ready.programs.push_back(std::move(programs));
  }
  return ready;
}

std::unique_ptr<Adapter> make_schedule_adapter(core::Communicator& comm, const planner::Plan& plan,
                                               const ReadySchedules& ready,
                                               ScheduleAdapterSettings settings) {
  return std::make_unique<ScheduleAdapter>(comm, plan, ready, std::move(settings));
}

}  // namespace motley::tensor
