// The state of a run: live values, their memory, and ownership.
//
// Values of all regions are kept in one table of slots indexed by ValueId, so a region sees the
// values it captures. Before a run, prepare() computes for each region the last use of every value;
// an op may take over an operand at its last use, which makes reshape free and lets a loop update
// its arrays in place.
#pragma once

#include <chrono>
#include <string>
#include <unordered_map>
#include <vector>

#include "tensor/reference/evaluator.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor::reference {

// A value in the table: owned, or borrowed from an owner that outlives its use.
class Slot {
 public:
  Slot() = default;
  static Slot owned(Literal literal);
  static Slot borrowed(const Literal& literal);

  bool filled() const { return state_ != State::kEmpty; }
  bool is_owned() const { return state_ == State::kOwned; }
  const Literal& get() const { return state_ == State::kBorrowed ? *borrowed_ : owned_; }
  int64_t owned_bytes() const { return is_owned() ? owned_.num_bytes() : 0; }
  Literal take() &&;  // moves an owned value, copies a borrowed one

 private:
  enum class State : uint8_t { kEmpty, kOwned, kBorrowed };
  State state_ = State::kEmpty;
  Literal owned_;
  const Literal* borrowed_ = nullptr;
};

class Runner {
 public:
  Runner(const std::vector<TensorType>& values, std::string source, const RunOptions& options);

  // Must be called for a region before it runs; includes nested regions.
  void prepare(const Region& region);

  // Runs all ops of the region on the given arguments and returns its results.
  std::vector<Literal> run(const Region& region, std::vector<Slot> arguments);
  std::vector<Literal> run_op(const Op& op, std::vector<const Literal*> operands);

  const Literal& value(ValueId id) const;
  Literal take(ValueId id);  // empties the slot
  const std::vector<TensorType>& types() const { return values_; }
  core::SourcePosition position(const Op& op) const { return {source_, op.line, op.column}; }

  // Throws a UserError at the op if live values, `result_bytes` and `scratch_bytes` together exceed
  // the limit.
  void check_memory(const Op& op, int64_t result_bytes, int64_t scratch_bytes = 0) const;

  void record(CheckResult check) { checks_.push_back(std::move(check)); }
  std::vector<CheckResult> take_checks() { return std::move(checks_); }

  // The region whose progress is reported: the Program's body.
  void watch(const Region& body) { watched_ = &body; }
  void report_progress();

 private:
  // Liveness of a region, one entry per op.
  struct Lifetimes {
    std::vector<std::vector<ValueId>> dead_after;  // values of this region whose last use is the op
    std::vector<std::vector<bool>> dying;          // operands that may be moved into the op
    std::vector<ValueId> unused_arguments;
  };

  void collect_uses(const Op& op, std::vector<ValueId>& uses) const;
  void set(ValueId id, Slot slot);
  void clear(ValueId id);
  void run_one(const Op& op, const std::vector<bool>& dying);

  const std::vector<TensorType>& values_;
  std::string source_;
  const RunOptions& options_;
  int64_t memory_limit_bytes_;
  std::vector<Slot> slots_;
  int64_t live_bytes_ = 0;
  std::vector<const Region*> defining_region_;  // of each value
  std::unordered_map<const Region*, Lifetimes> lifetimes_;
  std::vector<CheckResult> checks_;
  const Region* watched_ = nullptr;
  int64_t watched_done_ = 0;
  std::chrono::steady_clock::time_point last_progress_;
};

}  // namespace motley::tensor::reference
