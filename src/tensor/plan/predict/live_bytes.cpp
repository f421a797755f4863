#include "tensor/plan/predict/live_bytes.h"

#include <algorithm>
#include <map>
#include <set>

#include "tensor/lower/rank_memory.h"

namespace motley::tensor::predict {
namespace {

using shard_cost::ProgramOutline;

class Liveness {
 public:
  Liveness(const LocalOutline& local, const StepSchedule& schedule,
           const propagate::ShardingProblem& problem)
      : local_(local),
        outline_(local.outline),
        schedule_(schedule),
        kernels_(problem.facts().kernels(problem.num_updated())),
        num_updated_(problem.num_updated()) {}

  LiveBytes run() && {
    number_moments();
    find_ends();
    find_stored();
    find_last_uses();
    for (int i = 0; i < local_.num_step_arguments; ++i) {
      out_.arguments += bytes(outline_.arguments[i]);
    }
    for (size_t c = 0; c < schedule_.communications.size(); ++c) add_message(static_cast<int>(c));
    for (const auto& [at, ops] : by_moment_) add_kernel(at, ops);
    for (int op = 0; op < outline_.num_ops(); ++op) {
      if (at_[op] < 0) add_leaving(op);
    }
    add_up();
    return std::move(out_);
  }

 private:
  // Moments, both inclusive.
  struct Alive {
    int first = 0, last = 0;
    void extend(const Alive& other) {
      first = std::min(first, other.first), last = std::max(last, other.last);
    }
  };

  int64_t bytes(ValueId v) const { return outline_.value_bytes[v.index]; }
  bool has_kernel(int op) const {
    return outline_.ops[op].work != WorkClass::kFree && !is_recomputed(op);
  }
  // An op of the step that its readers recompute.
  bool is_recomputed(int op) const {
    const int source = local_.source_ops[op];
    return source >= 0 && kernels_.position[source] < 0;
  }

  // Every kernel is a moment, in the order in which the kernels of a segment run; so are the start
  // and the end of a collective.
  void number_moments() {
    at_.assign(outline_.num_ops(), -1);
    step_of_op_.assign(outline_.num_ops(), -1);
    start_.resize(schedule_.communications.size());
    wait_.resize(schedule_.communications.size());
    steps_.resize(schedule_.steps.size());
    int next = 0;
    for (int s = 0; s < std::ssize(schedule_.steps); ++s) {
      const RankStep& step = schedule_.steps[s];
      steps_[s].first = next;
      if (step.kind == RankStep::Kind::kCompute) {
        std::map<int, int> positions;  // of kernels -> moment
        std::vector<int> position_of(schedule_.segments[step.index].size(), -1);
        int latest = 0;
        for (size_t k = 0; k < position_of.size(); ++k) {
          const int op = schedule_.segments[step.index][k], source = local_.source_ops[op];
          step_of_op_[op] = s;
          if (!has_kernel(op)) continue;
          // A local reshard runs after what came before.
          position_of[k] = source >= 0 ? kernels_.position[source] : latest;
          latest = position_of[k];
          positions.emplace(position_of[k], 0);
        }
        for (auto& [position, moment] : positions) moment = next++;
        for (size_t k = 0; k < position_of.size(); ++k) {
          if (position_of[k] < 0) continue;
          const int op = schedule_.segments[step.index][k];
          at_[op] = positions.at(position_of[k]);
          by_moment_[at_[op]].push_back(op);
        }
        if (positions.empty()) ++next;
      } else {
        (step.kind == RankStep::Kind::kStart ? start_ : wait_)[step.index] = next++;
      }
      steps_[s].last = next - 1;
      for (int i = steps_[s].first; i < next; ++i) out_.moments.push_back({.step = s});
    }
    out_.moments.push_back({.step = static_cast<int>(schedule_.steps.size()) - 1});
  }

  // Arguments and results of the step have memory of their own. A result that updates an argument
  // overwrites it.
  void find_ends() {
    is_end_.assign(outline_.value_bytes.size(), false);
    is_update_.assign(outline_.value_bytes.size(), false);
    for (int i = 0; i < local_.num_step_arguments; ++i) is_end_[outline_.arguments[i].index] = true;
    for (int i = 0; i < std::ssize(outline_.results); ++i) {
      is_end_[outline_.results[i].index] = true;
      if (i >= 1 && i <= num_updated_) is_update_[outline_.results[i].index] = true;
    }
  }

  // Stored is what the compiled step stores, and what leaves its segment.
  void find_stored() {
    is_stored_.assign(outline_.value_bytes.size(), false);
    std::vector<int> made_in(outline_.value_bytes.size(), -1);
    for (int op = 0; op < outline_.num_ops(); ++op) {
      const int source = local_.source_ops[op];
      for (ValueId v : outline_.results_of(op)) {
        made_in[v.index] = step_of_op_[op];
        const int value = local_.source_values[v.index];
        const bool is_whole = outline_.ops[op].work == WorkClass::kProduct ||
                              outline_.ops[op].work == WorkClass::kOther;
        is_stored_[v.index] =
            source >= 0 && value >= 0 ? kernels_.is_stored[value] : is_whole && has_kernel(op);
      }
    }
    // Constants are in every segment that reads them (lower/rank_program.cpp).
    std::vector<bool> is_repeated(outline_.value_bytes.size(), false);
    for (int op = 0; op < outline_.num_ops(); ++op) {
      bool reads_constants = true;
      for (ValueId v : outline_.reads_of(op)) {
        reads_constants = reads_constants && is_repeated[v.index];
        if (made_in[v.index] != step_of_op_[op] && !is_repeated[v.index]) {
          is_stored_[v.index] = true;
        }
      }
      if (!reads_constants || outline_.ops[op].work != WorkClass::kFree) continue;
      for (ValueId v : outline_.results_of(op)) is_repeated[v.index] = true;
    }
    for (const Collective& c : local_.collectives) is_stored_[c.input.index] = true;
    for (ValueId v : outline_.results) is_stored_[v.index] = true;
  }

  // A value that is not stored is computed wherever it is read, from what it is computed from.
  void find_last_uses() {
    last_.assign(outline_.value_bytes.size(), -1);
    for (size_t c = 0; c < schedule_.communications.size(); ++c) {
      for (int one : schedule_.communications[c]) {
        int& last = last_[local_.collectives[one].input.index];
        last = std::max(last, start_[c]);
      }
    }
    for (ValueId v : outline_.results) last_[v.index] = std::ssize(out_.moments) - 1;
    for (int op = outline_.num_ops() - 1; op >= 0; --op) {
      int read_at = at_[op];
      for (ValueId v : outline_.results_of(op)) {
        if (!is_stored_[v.index]) {
          read_at = std::max(read_at, last_[v.index]);
        } else if (at_[op] < 0) {
          read_at = std::max(read_at, steps_[step_of_op_[op]].last);
        }
      }
      for (ValueId v : outline_.reads_of(op)) {
        last_[v.index] = std::max(last_[v.index], read_at);
      }
    }
  }

  // Of a value that leaves its segment, or that a collective gives: until the segment that reads it
  // last is done.
  int end_of(ValueId v) const {
    const int last = last_[v.index];
    if (last < 0) return last;
    return steps_[out_.moments[last].step].last;
  }

  void lives(int64_t LiveBytes::Moment::*kind, int64_t size, const Alive& alive) {
    if (alive.last < alive.first || size == 0) return;
    out_.moments[alive.first].*kind += size;
    if (alive.last + 1 < std::ssize(out_.moments)) out_.moments[alive.last + 1].*kind -= size;
  }

  void add_message(int communication) {
    const auto& together = schedule_.communications[communication];
    const ReshardKind kind = local_.collectives[together[0]].kind;
    const Alive under_way{start_[communication], wait_[communication]};
    Alive sent = under_way, received = under_way;
    int64_t sent_bytes = 0, received_bytes = 0;
    bool is_read_again = false;
    for (int c : together) {
      const Collective& one = local_.collectives[c];
      sent_bytes += bytes(one.input), received_bytes += bytes(one.output);
      is_read_again = is_read_again || last_[one.input.index] > under_way.first;
      const bool is_free = !is_end_[one.input.index] && !is_in_message(one.input);
      if (is_sent_in_place(kind) && is_free) {
        message_of_[one.input.index] = communication;
        sent.extend({first_of_segment(one.input), end_of(one.input)});
      }
    }
    const bool is_same = kind == ReshardKind::kAllReduce && !is_read_again;
    for (int c : together) {
      const ValueId v = local_.collectives[c].output;
      received_at_[v.index] = under_way.last;
      if (is_end_[v.index]) continue;
      if (is_received_in_place(kind)) {
        message_of_[v.index] = communication;
        (is_same ? sent : received).extend({under_way.last, std::max(under_way.last, end_of(v))});
      } else {
        lives(&LiveBytes::Moment::buffers, bytes(v), {under_way.last, end_of(v)});
      }
    }
    lives(&LiveBytes::Moment::buffers, sent_bytes, sent);
    if (!is_same) lives(&LiveBytes::Moment::buffers, received_bytes, received);
  }

  bool is_in_message(ValueId v) const { return message_of_.contains(v.index); }

  int first_of_segment(ValueId v) {
    if (makers_.empty()) {
      makers_.assign(outline_.value_bytes.size(), -1);
      for (int op = 0; op < outline_.num_ops(); ++op) {
        for (ValueId made : outline_.results_of(op)) makers_[made.index] = op;
      }
    }
    const int maker = makers_[v.index];
    return maker < 0 ? received_at_.at(v.index) : steps_[step_of_op_[maker]].first;
  }

  // The results of a kernel; one that is as large as an operand that nobody reads afterwards takes
  // its place.
  void add_kernel(int at, const std::vector<int>& ops) {
    std::multiset<int64_t> given_up;
    const int step = out_.moments[at].step;
    const bool is_fused = std::ranges::all_of(ops, [&](int op) {
      return local_.source_ops[op] < 0 || kernels_.is_fused[local_.source_ops[op]];
    });
    for (const int64_t size : is_fused ? ending_[at] : std::vector<int64_t>{})
      given_up.insert(size);
    for (int op : ops) {
      for (ValueId v : outline_.results_of(op)) {
        if (!is_stored_[v.index] || is_update_[v.index] || is_in_message(v) ||
            last_[v.index] < at) {
          continue;
        }
        if (last_[v.index] > steps_[step].last) {  // it leaves the segment
          lives(&LiveBytes::Moment::values, bytes(v), {steps_[step].first, end_of(v)});
          continue;
        }
        int first = at;
        if (const auto found = given_up.find(bytes(v)); found != given_up.end()) {
          given_up.erase(found);
          first = at + 1;
        }
        lives(&LiveBytes::Moment::temporary, bytes(v), {first, last_[v.index]});
        ending_[last_[v.index]].push_back(bytes(v));
      }
    }
  }

  // An op without a kernel in the compiled step, as views have none and what readers recompute:
  // where its result leaves the segment, it has one.
  void add_leaving(int op) {
    const Alive& segment = steps_[step_of_op_[op]];
    for (ValueId v : outline_.results_of(op)) {
      if (!is_stored_[v.index] || is_update_[v.index] || is_in_message(v)) continue;
      if (last_[v.index] <= segment.last) continue;
      lives(&LiveBytes::Moment::values, bytes(v), {segment.first, end_of(v)});
    }
  }

  void add_up() {
    int64_t temporary = 0, values = 0, buffers = 0;
    for (LiveBytes::Moment& moment : out_.moments) {
      moment.temporary = temporary += moment.temporary;
      moment.values = values += moment.values;
      moment.buffers = buffers += moment.buffers;
    }
  }

  const LocalOutline& local_;
  const ProgramOutline& outline_;
  const StepSchedule& schedule_;
  const KernelOrder& kernels_;
  const int num_updated_;
  std::vector<int> at_, step_of_op_;                  // by op: its moment, or -1; its step
  std::map<int, std::vector<int>> by_moment_;         // ops
  std::vector<Alive> steps_;                          // by step: its moments
  std::vector<int> start_, wait_;                     // by communication
  std::vector<bool> is_end_, is_update_, is_stored_;  // by value
  std::vector<int> last_, makers_;                    // by value
  std::map<int, int> message_of_, received_at_;       // by value
  std::map<int, std::vector<int64_t>> ending_;  // by moment: values of a segment read there last
  LiveBytes out_;
};

}  // namespace

int64_t LiveBytes::peak() const {
  int64_t most = 0, temporary = 0;
  for (const Moment& moment : moments) {
    most = std::max(most, moment.values + moment.buffers);
    temporary = std::max(temporary, moment.temporary);
  }
  return arguments + most + temporary;
}

LiveBytes live_bytes(const LocalOutline& local, const StepSchedule& schedule,
                     const propagate::ShardingProblem& problem) {
  return Liveness(local, schedule, problem).run();
}

std::vector<SegmentMemory> memory_over_step(const propagate::ShardingProblem& problem,
                                            const ShardPlan& plan, int rank) {
  const LocalOutline local = local_outline(problem, plan, rank);
  const StepSchedule schedule = schedule_of(
      local, {plan.bucket_bytes, plan.prefetch_bytes, &problem.costs(), plan.reducing_bytes});
  const LiveBytes live = live_bytes(local, schedule, problem);
  std::vector<SegmentMemory> segments;
  for (const LiveBytes::Moment& moment : live.moments) {
    const RankStep& step = schedule.steps[moment.step];
    if (step.kind != RankStep::Kind::kCompute) continue;
    if (segments.empty() || segments.back().segment != step.index) {
      segments.push_back({.segment = step.index});
    }
    SegmentMemory& fullest = segments.back();
    const int64_t values = moment.values + moment.temporary;
    if (values + moment.buffers < fullest.values + fullest.buffers) continue;
    fullest.values = values, fullest.buffers = moment.buffers;
  }
  return segments;
}

}  // namespace motley::tensor::predict
