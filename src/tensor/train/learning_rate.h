// Learning-rate schedules: the rate as a function of the number of steps done.
//
//   constant                                 the rate of --lr
//   linear:final=0.1                         falls in a line to a tenth of it at the last step
//   cosine:warmup=100,final=0.1              rises from 0 in 100 steps, then falls by half a cosine
//   FILE                                     lines "STEP RATE": the rate from that step on
//
// Settings: warmup (steps), start (of the warm-up, a factor of the rate), final (a factor), steps
// (where the fall ends; if not given, the steps of the run). With these the values are those of
// optax.warmup_cosine_decay_schedule and optax.linear_schedule.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace motley::tensor {

struct RateSchedule {
  enum class Kind : uint8_t { kConstant, kLinear, kCosine, kTable } kind = Kind::kConstant;
  int64_t warmup = 0;
  double start = 0, final = 0;
  std::optional<int64_t> steps;
  struct Entry {
    int64_t step = 0;
    double rate = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  std::vector<Entry> table;  // kTable: by step, from 0 on

  // A name with settings, or the name of a file. A UserError names what is wrong.
  static RateSchedule parse(const std::string& text);
  // The inverse; a table is "table: 0 0.1, 100 0.01".
  std::string to_string() const;
  bool is_constant() const { return kind == Kind::kConstant && warmup == 0; }
  // Whether rates are factors of a given one, as they are not in a table.
  bool is_relative() const { return kind != Kind::kTable; }

  // For the step after `steps_done`; `rate` is the highest, `all_steps` those of the run.
  double rate_at(int64_t steps_done, double rate, int64_t all_steps) const;

  friend bool operator==(const RateSchedule&, const RateSchedule&) = default;
};

}  // namespace motley::tensor
