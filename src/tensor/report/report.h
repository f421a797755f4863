// Report: what there is to say of a plan and of a run by it, made once and rendered three times: as
// text and JSON (plan_report.h) and as a page (plan_page.h). A renderer decides how a figure looks,
// never what it is.
//
//   const Report report = report_of(result);
//   report.devices[0].samples, report.reasons[0].states, report.collectives[0].exposed_seconds
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/plan/planner/planner.h"

namespace motley::tensor {

// A kind of rank: devices of one type with equal shares.
struct DeviceRow {
  std::string type;
  int count = 0, first_rank = 0;
  std::optional<int64_t> samples;  // of a step; nothing: all of them
  double compute_seconds = 0;
  int64_t peak_bytes = 0, memory_bytes = 0;
  int64_t parameter_bytes = 0, state_bytes = 0, batch_bytes = 0;  // of the step's arguments
};

// One state that a tensor could have.
struct StateRow {
  std::string state, words;  // "S(0:[5,3])", "sharded along rows (dimension 0)"
  double step_seconds = 0;
  std::string out_of_memory;  // why it does not fit
  bool is_chosen = false;
};

// Tensors of one type that are sharded alike, and what else they could be.
struct ReasonRow {
  std::string first;               // the name of one of them
  std::vector<std::string> names;  // of all
  std::string type;                // its type
  size_t count = 0;                // of them
  int64_t bytes = 0;               // of all of them
  std::string chosen;              // in words
  std::string next;                // the next best state in words; empty: no other is possible
  std::string next_state;          // as --pin takes it
  double worse_seconds = 0;
  bool is_simulated = true;  // false: `worse_seconds` is the search's estimate
  bool next_does_not_fit = false;
  std::vector<StateRow> states;  // all of them, the fastest first, where they were priced

  bool next_is_as_fast() const { return worse_seconds < 1e-9; }
};

struct StrategyRow {
  std::string strategy, note;
  std::string degrees = {};  // of a strategy that has a choice: "tensor parallel 8, ..."
  double step_seconds = 0;
  double compute_seconds =
      0;                   // of the busiest device; the rest of the step is exposed communication
  int64_t peak_bytes = 0;  // 0: not known
  bool fits = true, runs = true, is_chosen = false;
};

struct Report {
  std::string model, optimizer, cluster, samples;
  std::string parallelism;  // "data-parallel over 4 devices, uneven 5:3:3:1"; empty on one device
  double step_seconds = 0, compute_seconds = 0, communication_seconds = 0, exposed_seconds = 0;
  double samples_per_second = 0;
  std::optional<double> lower_bound_seconds;
  std::string out_of_memory;              // empty: it fits
  std::vector<std::string> without_rule;  // ops without a rule, replicated
  std::vector<DeviceRow> devices;
  std::string unused;  // "4 x core": devices without a share
  std::vector<predict::CollectiveTotal> collectives;
  std::vector<ReasonRow> reasons;
  std::vector<StrategyRow> strategies;  // those of the same step, the fastest first

  bool fits() const { return out_of_memory.empty(); }
  // The largest possible saving, as a part of the step.
  std::optional<double> gap() const;
  double fullest() const;  // the fullest device: its share of its memory
};

Report report_of(const planner::PlanResult& result);

}  // namespace motley::tensor
