#include "tensor/reference/runner.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/cancel.h"
#include "core/base/memory.h"

namespace motley::tensor::reference {
namespace {

// Saturating sum.
int64_t capped_sum(int64_t a, int64_t b) { return core::checked_add(a, b).value_or(INT64_MAX); }

int64_t bytes_of_results(const Op& op, const std::vector<TensorType>& values) {
  int64_t bytes = 0;
  for (ValueId v : op.results) bytes = capped_sum(bytes, values[v.index].num_bytes());
  return bytes;
}

}  // namespace

Slot Slot::owned(Literal literal) {
  Slot slot;
  slot.owned_ = std::move(literal);
  slot.state_ = State::kOwned;
  return slot;
}

Slot Slot::borrowed(const Literal& literal) {
  Slot slot;
  slot.borrowed_ = &literal;
  slot.state_ = State::kBorrowed;
  return slot;
}

Literal Slot::take() && {
  const State state = state_;
  state_ = State::kEmpty;
  if (state == State::kBorrowed) return *borrowed_;
  return std::move(owned_);
}

Literal Evaluation::take(int i) {
  if (dying != nullptr && (*dying)[i]) return runner.take(view.op.operands[i]);
  // A forwarded operand was not counted before: here it costs a copy.
  if (evaluator_row(view.op.code).forwards_operands) {
    runner.check_memory(view.op, operands[i]->num_bytes());
  }
  return *operands[i];
}

void Evaluation::check_scratch(int64_t num_cells) const {
  constexpr int64_t kCellBytes = 8;
  runner.check_memory(view.op, bytes_of_results(view.op, view.values),
                      core::checked_multiply(num_cells, kCellBytes).value_or(INT64_MAX));
}

void Evaluation::fail(const std::string& message) const {
  throw core::UserError(runner.position(view.op),
                        fmt::format("{}: {}", name(view.op.code), message));
}

Runner::Runner(const std::vector<TensorType>& values, std::string source, const RunOptions& options)
    : values_(values),
      source_(std::move(source)),
      options_(options),
      memory_limit_bytes_(options.memory_limit_bytes > 0 ? options.memory_limit_bytes
                                                         : core::machine_memory_bytes()),
      slots_(values.size()),
      defining_region_(values.size(), nullptr),
      last_progress_(std::chrono::steady_clock::now()) {}

// Operands of the op and all values its regions read, whichever region defines them.
void Runner::collect_uses(const Op& op, std::vector<ValueId>& uses) const {
  uses.insert(uses.end(), op.operands.begin(), op.operands.end());
  for (const Region& region : op.regions) {
    for (const Op& inner : region.ops) collect_uses(inner, uses);
    uses.insert(uses.end(), region.results.begin(), region.results.end());
  }
}

void Runner::prepare(const Region& region) {
  for (ValueId v : region.arguments) defining_region_[v.index] = &region;
  for (const Op& op : region.ops) {
    for (ValueId v : op.results) defining_region_[v.index] = &region;
    for (const Region& inner : op.regions) prepare(inner);
  }

  constexpr size_t kNever = SIZE_MAX, kAtEnd = SIZE_MAX - 1;
  std::unordered_map<ValueId, size_t> last_use;
  for (ValueId v : region.arguments) last_use[v] = kNever;
  std::vector<std::vector<ValueId>> uses(region.ops.size());
  for (size_t i = 0; i < region.ops.size(); ++i) {
    collect_uses(region.ops[i], uses[i]);
    for (ValueId v : uses[i]) {
      if (defining_region_[v.index] == &region) last_use[v] = i;
    }
    for (ValueId v : region.ops[i].results) last_use[v] = i;
  }
  for (ValueId v : region.results) {
    if (defining_region_[v.index] == &region) last_use[v] = kAtEnd;
  }

  Lifetimes lifetimes;
  lifetimes.dead_after.resize(region.ops.size());
  lifetimes.dying.resize(region.ops.size());
  for (const auto& [v, i] : last_use) {
    if (i == kNever) lifetimes.unused_arguments.push_back(v);
    if (i < region.ops.size()) lifetimes.dead_after[i].push_back(v);
  }
  for (size_t i = 0; i < region.ops.size(); ++i) {
    for (ValueId v : region.ops[i].operands) {
      // Used once by this op, counting captures by its regions, and never again.
      const auto own = last_use.find(v);
      lifetimes.dying[i].push_back(own != last_use.end() && own->second == i &&
                                   std::count(uses[i].begin(), uses[i].end(), v) == 1);
    }
  }
  lifetimes_[&region] = std::move(lifetimes);
}

const Literal& Runner::value(ValueId id) const {
  MOTLEY_CHECK(id.index < slots_.size() && slots_[id.index].filled(), "value {} is not alive",
               id.index);
  return slots_[id.index].get();
}

void Runner::set(ValueId id, Slot slot) {
  clear(id);
  live_bytes_ += slot.owned_bytes();
  slots_[id.index] = std::move(slot);
}

void Runner::clear(ValueId id) {
  live_bytes_ -= slots_[id.index].owned_bytes();
  slots_[id.index] = Slot();
}

Literal Runner::take(ValueId id) {
  MOTLEY_CHECK(slots_[id.index].filled(), "value {} is not alive", id.index);
  live_bytes_ -= slots_[id.index].owned_bytes();
  Literal literal = std::move(slots_[id.index]).take();
  slots_[id.index] = Slot();
  return literal;
}

void Runner::check_memory(const Op& op, int64_t result_bytes, int64_t scratch_bytes) const {
  const int64_t needed = capped_sum(result_bytes, scratch_bytes);
  if (capped_sum(live_bytes_, needed) <= memory_limit_bytes_) return;
  std::string types;
  for (ValueId v : op.results) {
    types += (types.empty() ? "" : ", ") + values_[v.index].to_string();
  }
  std::string context;
  if (scratch_bytes > 0) {
    context += fmt::format(" and {} to compute it", core::readable_bytes(scratch_bytes));
  }
  if (needed <= memory_limit_bytes_) {
    context += fmt::format(" on top of {} of live values", core::readable_bytes(live_bytes_));
  }
  throw core::UserError(
      position(op), fmt::format("{}: the result {} needs {}{}, more than {} {}", name(op.code),
                                types, core::readable_bytes(result_bytes), context,
                                options_.memory_limit_bytes > 0 ? "the limit of" : "this machine's",
                                core::readable_bytes(memory_limit_bytes_)));
}

std::vector<Literal> Runner::run_op(const Op& op, std::vector<const Literal*> operands) {
  const EvaluatorRow& row = evaluator_row(op.code);
  if (!row.forwards_operands) check_memory(op, bytes_of_results(op, values_));
  Evaluation e{*this, OpView{values_, op}, std::move(operands)};
  return row.evaluate(e);
}

void Runner::run_one(const Op& op, const std::vector<bool>& dying) {
  if (op.code == OpCode::kConstant && !op.get<ConstantAttrs>().is_splat()) {
    return set(op.results[0], Slot::borrowed(op.get<ConstantAttrs>().value));
  }
  const EvaluatorRow& row = evaluator_row(op.code);
  if (!row.forwards_operands) check_memory(op, bytes_of_results(op, values_));
  Evaluation e{*this, OpView{values_, op}, {}, &dying};
  e.operands.reserve(op.operands.size());
  for (ValueId v : op.operands) e.operands.push_back(&value(v));
  std::vector<Literal> results = row.evaluate(e);
  MOTLEY_CHECK(results.size() == op.results.size(), "{} gave {} results, not {}", name(op.code),
               results.size(), op.results.size());
  for (size_t i = 0; i < results.size(); ++i) {
    MOTLEY_CHECK(results[i].type() == values_[op.results[i].index], "{} gave {}, not {}",
                 name(op.code), results[i].type().to_string(),
                 values_[op.results[i].index].to_string());
    set(op.results[i], Slot::owned(std::move(results[i])));
  }
}

std::vector<Literal> Runner::run(const Region& region, std::vector<Slot> arguments) {
  const auto found = lifetimes_.find(&region);
  MOTLEY_CHECK(found != lifetimes_.end(), "a region runs that was not prepared");
  const Lifetimes& lifetimes = found->second;
  MOTLEY_CHECK(arguments.size() == region.arguments.size(), "{} arguments for a region of {}",
               arguments.size(), region.arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    set(region.arguments[i], std::move(arguments[i]));
  }
  for (ValueId v : lifetimes.unused_arguments) clear(v);

  for (size_t i = 0; i < region.ops.size(); ++i) {
    core::throw_if_cancelled();
    run_one(region.ops[i], lifetimes.dying[i]);
    for (ValueId v : lifetimes.dead_after[i]) clear(v);
    if (&region == watched_) watched_done_ = static_cast<int64_t>(i) + 1;
    if (options_.on_progress) report_progress();
  }

  std::vector<Literal> results;
  results.reserve(region.results.size());
  for (auto v = region.results.begin(); v != region.results.end(); ++v) {
    const bool again = std::find(v + 1, region.results.end(), *v) != region.results.end();
    if (defining_region_[v->index] == &region && !again) {
      results.push_back(take(*v));
    } else {
      results.push_back(value(*v));
    }
  }
  return results;
}

void Runner::report_progress() {
  if (!options_.on_progress || watched_ == nullptr) return;
  constexpr auto kInterval = std::chrono::milliseconds(200);
  const auto now = std::chrono::steady_clock::now();
  if (now - last_progress_ < kInterval) return;
  last_progress_ = now;
  options_.on_progress(watched_done_, static_cast<int64_t>(watched_->ops.size()));
}

}  // namespace motley::tensor::reference
