#include "tensor/train/share_adapter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <future>

#include "core/base/background.h"
#include "core/base/error.h"
#include "tensor/adapt/decision_log.h"
#include "tensor/adapt/share_plans.h"
#include "tensor/plan/file/plan_file.h"
#include "tensor/train/control_channel.h"

namespace motley::tensor {
namespace {

constexpr int kWindow = 5;           // steps per median
constexpr double kLeastGain = 0.02;  // of a step, as simulated
constexpr int64_t kHoldSteps = 10;   // after a change that was considered and dropped

// What a rank tells the root after a step.
enum Figure : uint8_t { kCompute, kCommunication, kReady, kHashLow, kHashHigh, kNumFigures };

std::vector<std::string> milliseconds(const std::vector<double>& seconds) {
  std::vector<std::string> texts;
  for (const double s : seconds) texts.push_back(fmt::format("{:.3g}", 1e3 * s));
  return texts;
}

std::vector<double> medians(const std::vector<RecentValues>& all) {
  std::vector<double> values;
  for (const RecentValues& one : all) values.push_back(one.empty() ? 0 : one.median());
  return values;
}

class ShareAdapter : public Adapter {
 public:
  ShareAdapter(core::Communicator& comm, planner::Plan plan, ShareAdapterSettings settings)
      : channel_(comm), plan_(std::move(plan)), settings_(std::move(settings)) {
    begin_tuning();
  }

  uint8_t after_step(int64_t step, uint8_t decision, const StepFigures& figures,
                     double step_seconds) override {
    SwitchMessage message{.decision = decision};
    std::string text;
    if (channel_.is_root()) {
      const std::optional<FiguresOfStep> last = channel_.take_in();
      if (last) take_in(*last);
      if (phase_ == Phase::kPlanning && core::is_ready(planning_)) {
        text = judged(step);
        if (!text.empty()) message.kind = SwitchMessage::Kind::kPrepare;
      } else if (phase_ == Phase::kPreparing && last && all_ready(*last)) {
        message.kind = SwitchMessage::Kind::kSwitch;
        message.from_step = step + kSwitchDelay;
        phase_ = Phase::kSwitching;
      }
    }
    message = channel_.exchange(message, step, text);
    pending_.announce(message, step);
    if (message.kind == SwitchMessage::Kind::kPrepare) prepare(text);
    channel_.send(step, packed(step, figures), step_seconds);
    return static_cast<uint8_t>(message.decision);
  }

  void before_step(int64_t step, StepRunner& runner) override {
    if (!pending_.due(step)) return;
    MOTLEY_CHECK(prepared_.has_value(), "rank {} is not ready for step {}", channel_.rank(), step);
    plan_ = prepared_->plan;
    const MoveTotals moved = runner.adopt(std::move(*prepared_));
    prepared_.reset();
    plan_since_ = step;
    phase_ = Phase::kIdle;
    if (!channel_.is_root()) return;
    next_.step = step + 1;
    next_.moved_bytes = moved.sent_bytes;
    next_.move_seconds = moved.seconds;
    changes_.begin(next_);
    log_.push_back(log_line(next_));
    begin_tuning();
  }

  const planner::Plan& plan() const override { return plan_; }
  const std::vector<Adaptation>& changes() const override { return changes_.all(); }
  const std::vector<std::string>& log() const override { return log_; }
  core::Cluster measured_cluster() const override {
    if (!tuned_ || compute_.empty() || compute_[0].empty()) return plan_.on.cluster;
    return as_measured(plan_.on.cluster, rates());
  }

 private:
  void begin_tuning() {
    if (!channel_.is_root()) return;
    tuned_.reset();
    compute_.assign(channel_.num_ranks(), RecentValues(kWindow));
    communication_.clear();
    tuning_ = core::in_background([plan = plan_] { return tuned_plan(plan); });
  }

  std::vector<double> packed(int64_t step, const StepFigures& figures) {
    if (!prepared_ && core::is_ready(preparing_)) prepared_ = preparing_.get();
    const uint64_t hash = prepared_ ? prepared_->communications_hash : 0;
    std::vector<double> numbers(kNumFigures);
    numbers[kCompute] = settings_.compute_seconds ? settings_.compute_seconds(channel_.rank(), step)
                                                  : figures.compute_seconds;
    numbers[kCommunication] = figures.communication_seconds;
    numbers[kReady] = prepared_ ? 1 : 0;
    numbers[kHashLow] = static_cast<double>(hash & 0xffffffff);
    numbers[kHashHigh] = static_cast<double>(hash >> 32);
    return numbers;
  }

  static bool all_ready(const FiguresOfStep& last) {
    if (!std::ranges::all_of(last.of_rank, [](const auto& one) { return one[kReady] == 1; }))
      return false;
    for (size_t rank = 1; rank < last.of_rank.size(); ++rank) {
      const auto &one = last.of_rank[rank], &root = last.of_rank[0];
      MOTLEY_CHECK(one[kHashLow] == root[kHashLow] && one[kHashHigh] == root[kHashHigh],
                   "rank {} has prepared other communications than rank 0", rank);
    }
    return true;
  }

  void take_in(const FiguresOfStep& last) {
    if (last.step <= plan_since_) return;  // the first step with a plan is none like the others
    std::vector<double> seconds;
    for (size_t rank = 0; rank < last.of_rank.size(); ++rank) {
      seconds.push_back(last.of_rank[rank][kCompute]);
      compute_[rank].add(seconds.back());
    }
    double communication = last.of_rank[0][kCommunication];
    for (const auto& one : last.of_rank)
      communication = std::min(communication, one[kCommunication]);
    communication_.add(communication);
    steps_.add(last.step_seconds);
    changes_.add_step(last.step_seconds);
    observe(last, seconds);
  }

  MeasuredRates rates() const {
    return rates_of(*tuned_, medians(compute_),
                    communication_.empty() ? 0 : communication_.median());
  }

  void observe(const FiguresOfStep& last, const std::vector<double>& seconds) {
    if (!tuned_ && core::is_ready(tuning_)) {
      tuned_ = tuning_.get();
      if (!tuned_->untunable_reason.empty()) return;
      tuner_ ? tuner_->use(tuned_->tuning) : (void)tuner_.emplace(tuned_->tuning);
      log_.push_back(log_line(tuned_->tuning));
    }
    if (!tuned_ || !tuned_->untunable_reason.empty()) return;
    const ShareRecord record{.step = last.step,
                             .compute_seconds = tuned_->by_device(seconds),
                             .step_seconds = last.step_seconds,
                             .steps_left = settings_.steps - last.step - 1};
    const std::optional<ShareProposal> proposal = tuner_->observe(record);
    log_.push_back(log_line(record, proposal));
    if (phase_ != Phase::kIdle || last.step < hold_until_) return;
    const MeasuredRates measured = rates();
    const bool replans = settings_.replans && steps_.is_full() && differs(measured);
    if (proposal || replans) begin_planning(proposal, measured, replans, record.steps_left);
  }

  // Whether the network is no longer what the plan was made for: shares do not help there.
  bool differs(const MeasuredRates& measured) const {
    constexpr double kFactor = 1.5;
    const double change = measured.network_slowdown / planned_network_slowdown_;
    return change > kFactor || change < 1 / kFactor;
  }

  void begin_planning(const std::optional<ShareProposal>& proposal, const MeasuredRates& measured,
                      bool replans, int64_t steps_left) {
    phase_ = Phase::kPlanning;
    if (replans) planned_network_slowdown_ = measured.network_slowdown;
    const auto compute = milliseconds(tuned_->by_device(medians(compute_)));
    next_ = {.reason = fmt::format("devices compute for {} ms", fmt::join(compute, ", ")),
             .before_seconds = steps_.median()};
    if (replans) {
      next_.reason += fmt::format(", communication takes {:.2g} times as long as described",
                                  measured.network_slowdown);
    }
    planning_ = core::in_background([tuned = *tuned_, proposal, measured, replans, steps_left] {
      NextPlan next =
          proposal ? next_shares(tuned, proposal->units, measured) : same_plan(tuned, measured);
      return replans ? or_searched_plan(tuned, std::move(next), measured, steps_left) : next;
    });
  }

  // Takes what was planned in the background if it pays off: the text of the plan, or nothing.
  std::string judged(int64_t step) {
    const NextPlan found = planning_.get();
    phase_ = Phase::kIdle;
    if (!found.fits || found.gain() < kLeastGain) {
      hold_until_ = step + kHoldSteps;
      return "";
    }
    next_.predicted_seconds = next_.before_seconds * found.next_seconds / found.now_seconds;
    const ShareGroups groups(found.plan);
    next_.kind = found.is_searched ? "plan" : "shares";
    next_.change = fmt::format("{} -> {}", units_text(tuned_->groups.main()),
                               groups.empty() ? "one device" : units_text(groups.main()));
    phase_ = Phase::kPreparing;
    return planner::stages_json(found.plan);
  }

  void prepare(const std::string& text) {
    preparing_ = core::in_background([plan = plan_, text, rank = channel_.rank(),
                                      engine = settings_.engine, evaluates = settings_.evaluates] {
      return prepare_rank(planner::with_stages(plan, text), rank, engine, evaluates);
    });
  }

  ControlChannel channel_;
  planner::Plan plan_;
  ShareAdapterSettings settings_;
  PendingSwitch pending_;
  std::future<PreparedRank> preparing_;
  std::optional<PreparedRank> prepared_;
  int64_t plan_since_ = 0;  // step

  // Of the root.
  enum class Phase : uint8_t { kIdle, kPlanning, kPreparing, kSwitching } phase_ = Phase::kIdle;
  std::future<TunedPlan> tuning_;
  std::optional<TunedPlan> tuned_;
  std::optional<ShareTuner> tuner_;
  std::future<NextPlan> planning_;
  int64_t hold_until_ = 0;
  double planned_network_slowdown_ = 1;  // that the plan in use was made for
  std::vector<RecentValues> compute_;    // by rank, with this plan
  RecentValues communication_{kWindow};  // of the rank that waits least
  RecentValues steps_{kWindow};
  Adaptation next_;  // that is being prepared
  ChangeRecord changes_;
  std::vector<std::string> log_;
};

}  // namespace

std::unique_ptr<Adapter> make_share_adapter(core::Communicator& comm, planner::Plan plan,
                                            ShareAdapterSettings settings) {
  return std::make_unique<ShareAdapter>(comm, std::move(plan), std::move(settings));
}

}  // namespace motley::tensor
