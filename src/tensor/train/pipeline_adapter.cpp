#include "tensor/train/pipeline_adapter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <future>
#include <map>

#include "core/base/background.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "tensor/adapt/decision_log.h"
#include "tensor/adapt/measured_cluster.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/train/control_channel.h"
#include "tensor/train/layer_moves.h"
#include "tensor/train/rank_agreement.h"

namespace motley::tensor {
namespace {

constexpr int kWindow = 5;  // steps per median of a step's time

bool moves_layers(const std::string& policy) { return policy == "auto" || policy == "shares"; }

std::vector<std::string> candidate_names(const std::string& policy, int64_t microbatches) {
  if (policy == "shares") return {};
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
    const int64_t bytes = programs[g].buffer_bytes(*pipeline.step);
    const int64_t memory = memory_of_group(plan, pipeline, static_cast<int>(g));
    if (memory > 0 && bytes > memory && bytes > pipeline.programs[g].buffer_bytes(*pipeline.step))
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

// A pipeline whose layers have moved, ready to run on this rank.
struct PreparedLayers {
  planner::Plan plan;
  ReadySchedules ready;
  PreparedPipeline pipeline;
  uint64_t hash = 0;  // of what ranks say to one another: the same on all of them
};

PreparedLayers prepare_layers(planner::Plan plan, int rank,
                              const PipelineAdapterSettings& settings) {
  planner::PipelineOfPlan pipeline = planner::pipeline_of(plan);
  ReadySchedules ready = ready_schedules(plan, pipeline, settings.policy);
  const std::vector<PipelineProgram> also = ready.others(pipeline.group_of_rank[rank]);
  const uint64_t hash = core::fnv1a(communication_text(pipeline));
  PipelineExecutorSettings engine = settings.engine(*pipeline.step);
  return {.plan = std::move(plan),
          .ready = std::move(ready),
          .pipeline = PreparedPipeline(std::move(pipeline), rank, std::move(engine), also, true),
          .hash = hash};
}

class PipelineAdapter : public Adapter {
 public:
  PipelineAdapter(core::Communicator& comm, const planner::Plan& plan, ReadySchedules ready,
                  PipelineAdapterSettings settings)
      : channel_(comm),
        plan_(plan),
        settings_(std::move(settings)),
        tuner_(ready.choice, schedule_policy(settings_.policy)) {
    use(std::move(ready));
    if (channel_.is_root() && moves_layers(settings_.policy) &&
        planner::fixed_layers_reason(plan).empty())
      moves_.emplace(plan, LayerMoves::Settings{.waits = settings_.slowdown != nullptr,
                                                .undoes = settings_.slowdown == nullptr});
  }

  uint8_t after_step(int64_t step, uint8_t decision, const StepFigures& figures,
                     double step_seconds) override {
    SwitchMessage message{.decision = decision};
    std::string text;
    if (channel_.is_root()) {
      const std::optional<FiguresOfStep> last = channel_.take_in();
      if (last) take_in(*last);
      if (moves_ && !pending_.is_pending()) decide_on_layers(last, step, message, text);
      const bool is_free = message.kind == SwitchMessage::Kind::kNone && !pending_.is_pending() &&
                           (!moves_ || moves_->is_idle());
      const int wanted = settings_.choose ? settings_.choose(step) : tuner_.current();
      if (wanted != running_ && is_free) {
        message.kind = SwitchMessage::Kind::kSchedule;
        message.from_step = step + kSwitchDelay;
        message.number = wanted;
        next_ = change_to(wanted);
      }
    }
    message = channel_.exchange(message, step, text);
    pending_.announce(message, step);
    if (message.kind == SwitchMessage::Kind::kPrepare) prepare(text);
    channel_.send(step, packed(step, figures), step_seconds);
    return static_cast<uint8_t>(message.decision);
  }

  void before_step(int64_t step, StepRunner& runner) override {
    const auto message = pending_.due(step);
    if (!message) return;
    message->kind == SwitchMessage::Kind::kSwitch ? move_layers(step, runner)
                                                  : switch_schedule(message->number, runner);
    if (!channel_.is_root()) return;
    next_.step = step + 1;
    changes_.begin(next_);
    log_.push_back(log_line(next_));
    if (message->kind == SwitchMessage::Kind::kSwitch) {
      log_.push_back(log_line(tuner_.choice(), settings_.policy));
    }
  }

  const planner::Plan& plan() const override { return plan_; }
  const std::vector<Adaptation>& changes() const override { return changes_.all(); }
  const std::vector<std::string>& log() const override { return log_; }
  core::Cluster measured_cluster() const override {
    MeasuredRates rates;
    if (moves_) rates.slowdown = moves_->slowdowns();
    if (rates.slowdown.empty()) rates.slowdown = slowdowns_of_phases();
    if (rates.slowdown.empty()) return plan_.on.cluster;
    rates.port_rates =
        port_rates(static_cast<int>(plan_.on.cluster.hosts.size()), rates_between_hosts());
    return as_measured(plan_.on.cluster, rates);
  }

 private:
  // From the phases of the last step.
  std::vector<double> slowdowns_of_phases() const {
    std::vector<double> slowdowns(core::num_devices(plan_.on.cluster), 1.0);
    if (last_.step_seconds <= 0) return {};
    const std::vector<int> ranks = plan_.devices();
    std::vector<double> measured(slowdowns.size()), predicted(slowdowns.size());
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
      if (predicted[d] > 0 && measured[d] > 0) slowdowns[d] = measured[d] / predicted[d];
    }
    return slowdowns;
  }

  // The schedules of the plan in use, of which its own runs.
  void use(ReadySchedules ready) {
    bytes_ = std::move(ready.pair_bytes);
    rates_.clear();
    for (const StagePair& pair : ready.choice.pairs) rates_.push_back(described_rate(plan_, pair));
    is_measured_.assign(rates_.size(), false);
    running_ = 0;
    tuner_ = ScheduleTuner(std::move(ready.choice), schedule_policy(settings_.policy));
    if (channel_.is_root() && log_.empty()) {
      log_.push_back(log_line(tuner_.choice(), settings_.policy));
    }
  }

  void decide_on_layers(const std::optional<FiguresOfStep>& last, int64_t step,
                        SwitchMessage& message, std::string& text) {
    if (const planner::Plan* next = moves_->decided()) {
      text = text_of_cuts(next->pipeline->cuts.cuts);
      message.kind = SwitchMessage::Kind::kPrepare;
    } else if (moves_->is_preparing() && last && all_ready(*last)) {
      message.kind = SwitchMessage::Kind::kSwitch;
      message.from_step = step + kSwitchDelay;
      next_ = moves_->prepared();
    }
  }

  void prepare(const std::string& text) {
    preparing_ = core::in_background(
        [plan = planner::with_cuts(plan_, cuts_of_text(text)), rank = channel_.rank(),
         settings = settings_] { return prepare_layers(plan, rank, settings); });
  }

  void move_layers(int64_t step, StepRunner& runner) {
    MOTLEY_CHECK(prepared_.has_value(), "rank {} is not ready for step {}", channel_.rank(), step);
    const MoveTotals moved = runner.adopt(std::move(prepared_->pipeline));
    plan_ = moves_ ? moves_->adopted() : std::move(prepared_->plan);
    use(std::move(prepared_->ready));
    prepared_.reset();
    plan_since_ = step;
    next_.moved_bytes = moved.sent_bytes;
    next_.move_seconds = moved.seconds;
  }

  void switch_schedule(int64_t number, StepRunner& runner) {
    const auto num_candidates = std::ssize(tuner_.choice().candidates);
    MOTLEY_CHECK(number >= 0 && number < num_candidates, "rank {} is to run schedule {} of {}",
                 channel_.rank(), number, num_candidates);
    running_ = static_cast<int>(number);
    runner.use_schedule(running_);
    const ScheduleCandidate& candidate = tuner_.choice().candidates[running_];
    plan_.pipeline->schedule = candidate.name;
    plan_.pipeline->lists = candidate.lists;
    if (moves_) moves_->use_schedule(candidate.name, candidate.lists);
  }

  // Phases, rates of links, and the rest (Figure).
  enum Figure : uint8_t { kCompute, kReady, kHashLow, kHashHigh, kNumFigures };
  std::vector<double> packed(int64_t step, const StepFigures& figures) {
    if (settings_.slowdown && preparing_.valid()) preparing_.wait();
    if (!prepared_ && core::is_ready(preparing_)) prepared_.emplace(preparing_.get());
    std::vector<double> numbers = figures.phase_seconds;
    numbers.insert(numbers.end(), figures.link_rates.begin(), figures.link_rates.end());
    const uint64_t hash = prepared_ ? prepared_->hash : 0;
    numbers.push_back(settings_.slowdown ? settings_.slowdown(channel_.rank(), step)
                                         : figures.compute_seconds);
    numbers.push_back(prepared_ ? 1 : 0);
    numbers.push_back(static_cast<double>(hash & 0xffffffff));
    numbers.push_back(static_cast<double>(hash >> 32));
    return numbers;
  }
  static double figure(const std::vector<double>& of_rank, Figure which) {
    return of_rank[of_rank.size() - kNumFigures + which];
  }

  static bool all_ready(const FiguresOfStep& last) {
    const auto& root = last.of_rank[0];
    for (const auto& one : last.of_rank) {
      if (figure(one, kReady) != 1) return false;
    }
    for (size_t rank = 1; rank < last.of_rank.size(); ++rank) {
      const auto& one = last.of_rank[rank];
      MOTLEY_CHECK(figure(one, kHashLow) == figure(root, kHashLow) &&
                       figure(one, kHashHigh) == figure(root, kHashHigh),
                   "rank {} has prepared other communications than rank 0", rank);
    }
    return true;
  }

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
    if (figures.step <= plan_since_) return;  // the first step with a plan is none like the others
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
    if (!moves_) return;
    std::vector<double> compute;
    for (const auto& one : figures.of_rank) compute.push_back(figure(one, kCompute));
    if (settings_.slowdown) {
      const std::vector<double>& predicted = moves_->predicted();
      if (predicted.empty()) return;
      for (size_t rank = 0; rank < compute.size(); ++rank) compute[rank] *= predicted[rank];
    }
    moves_->observe(compute, figures.step_seconds, settings_.steps - figures.step - 1);
  }

  ControlChannel channel_;
  planner::Plan plan_;
  PipelineAdapterSettings settings_;
  std::future<PreparedLayers> preparing_;
  std::optional<PreparedLayers> prepared_;
  int64_t plan_since_ = 0;             // step
  std::optional<LayerMoves> moves_;    // of the root, where layers may move
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
  for (const Crossing& c : pipeline.step->crossings) {
    const bool is_within =
        own.lists.device_of_stage[c.from.stage] == own.lists.device_of_stage[c.to.stage];
    if (!c.is_of_microbatch() || is_within) continue;
    const auto num_receivers = static_cast<double>(pipeline.layout.ranks[c.to.stage].size());
    bytes[{c.from.stage, c.to.stage}] +=
        static_cast<double>(pipeline.step->buffer(c.from).type.num_bytes()) / num_receivers;
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

std::vector<PipelineProgram> ReadySchedules::others(int group) const {
  std::vector<PipelineProgram> lists;
  for (size_t i = 1; i < programs.size(); ++i) lists.push_back(programs[i][group]);
  return lists;
}

std::string nothing_to_adapt_reason(const planner::Plan& plan, const ReadySchedules& ready,
                                    const std::string& policy) {
  const bool has_schedules = ready.choice.candidates.size() > 1;
  const std::string fixed = moves_layers(policy) ? planner::fixed_layers_reason(plan) : "";
  if (has_schedules || (moves_layers(policy) && fixed.empty())) return "";
  std::string reason =
      policy == "shares" ? "" : "no other schedule of this pipeline fits into memory";
  if (!fixed.empty()) {
    reason +=
        fmt::format("{}its layers stay where they are: {}", reason.empty() ? "" : ", and ", fixed);
  }
  return reason;
}

std::unique_ptr<Adapter> make_pipeline_adapter(core::Communicator& comm, const planner::Plan& plan,
                                               ReadySchedules ready,
                                               PipelineAdapterSettings settings) {
  return std::make_unique<PipelineAdapter>(comm, plan, std::move(ready), std::move(settings));
}

}  // namespace motley::tensor
