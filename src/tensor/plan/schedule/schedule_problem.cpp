#include "tensor/plan/schedule/schedule_problem.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/io/files.h"
#include "tensor/plan/schedule/action_table.h"
#include "tensor/plan/schedule/choose.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/plan/schedule/validate.h"

namespace motley::tensor::schedule {
namespace {

[[noreturn]] void refuse_count(const std::string& option, size_t given, size_t count,
                               const std::string& what) {
  throw core::UserError(fmt::format("{} has {} values; it takes one, or one for each of the {} {}",
                                    option, given, count, what));
}

std::vector<ExactNumber> parse_times(const std::vector<std::string>& texts,
                                     const std::string& option, TickUnit& unit) {
  std::vector<ExactNumber> numbers;
  for (const std::string& text : texts) {
    const std::optional<ExactNumber> number = parse_exact(text);
    if (!number || !unit.include(*number)) {
      throw core::UserError(
          fmt::format("{}: `{}` is not a time such as 3, 0.5 or 112/3", option, text));
    }
    if (number->numerator < 0) {
      throw core::UserError(fmt::format("{}: the time {} is negative", option, text));
    }
    numbers.push_back(*number);
  }
  return numbers;
}

// One value for all, one for each stage or edge, or one for each device (or edge between devices in
// their order), which then holds for all its stages. A way between devices that are no neighbours
// is as long as the longest.
std::vector<ExactNumber> spread(const std::vector<ExactNumber>& given,
                                const std::vector<int32_t>& device_of_stage, size_t num_devices,
                                bool edges, const std::string& option) {
  const size_t count = device_of_stage.size() - (edges ? 1 : 0);
  if (given.size() == count) return given;
  if (given.size() == 1) return std::vector<ExactNumber>(count, given.front());
  if (given.size() != num_devices - (edges ? 1 : 0)) {
    refuse_count(option, given.size(), count, edges ? "edges" : "stages");
  }
  const ExactNumber longest = *std::ranges::max_element(given, [](ExactNumber a, ExactNumber b) {
    return static_cast<__int128>(a.numerator) * b.denominator <
           static_cast<__int128>(b.numerator) * a.denominator;
  });
  std::vector<ExactNumber> numbers;
  for (size_t i = 0; i < count; ++i) {
    const int32_t device = device_of_stage[i];
    if (!edges) {
      numbers.push_back(given[device]);
    } else {
      const int32_t other = device_of_stage[i + 1];
      const bool neighbours = std::abs(device - other) == 1;
      numbers.push_back(neighbours ? given[std::min(device, other)] : longest);
    }
  }
  return numbers;
}

// All times of the command line, first as numbers, then as ticks of the unit that holds them all.
PipelineCosts parse_costs(const ScheduleOptions& s, const std::vector<int32_t>& device_of_stage,
                          size_t num_devices, TickUnit& unit) {
  PipelineCosts costs;
  costs.links = s.links == "serial" ? Links::kSerial : Links::kParallel;
  struct Row {
    const std::vector<std::string>& given;
    const char* option;
    bool edges;
    std::vector<Ticks>& times;
    std::vector<ExactNumber> numbers = {};
  };
  Row rows[] = {{s.forward, "--forward", false, costs.forward},
                {s.backward, "--backward", false, costs.backward},
                {s.weight, "--weight", false, costs.weight},
                {s.latency, "--latency", true, costs.latency},
                {s.gradient_latency, "--gradient-latency", true, costs.gradient_latency}};
  for (Row& row : rows) {
    if (row.given.empty()) continue;
    row.numbers = spread(parse_times(row.given, row.option, unit), device_of_stage, num_devices,
                         row.edges, row.option);
  }
  for (Row& row : rows) {
    for (const ExactNumber number : row.numbers) {
      const std::optional<Ticks> ticks = unit.ticks(number);
      if (!ticks) throw core::UserError(fmt::format("{}: a time is too large", row.option));
      row.times.push_back(*ticks);
    }
  }
  return costs;
}

std::vector<int32_t> parse_caps(const ScheduleOptions& s, size_t num_devices) {
  if (s.cap.empty()) return {};
  std::vector<int32_t> caps;
  if (s.cap.size() != 1 && s.cap.size() != num_devices) {
    refuse_count("--cap", s.cap.size(), num_devices, "stages");
  }
  for (const std::string& text : s.cap) {
    const std::optional<ExactNumber> number = parse_exact(text);
    if (!number || number->denominator != 1 || number->numerator < 1 ||
        number->numerator > INT32_MAX) {
      throw core::UserError(
          fmt::format("--cap: `{}` is not a number of micro-batches (1 or more)", text));
    }
    caps.push_back(static_cast<int32_t>(number->numerator));
  }
  caps.resize(num_devices, caps.front());
  return caps;
}

PipelineShape shape_of(const ScheduleOptions& s, int32_t chunks) {
  constexpr int64_t kMostActions = 5'000'000;
  if (s.stages < 1 || s.microbatches < 1) {
    throw core::UserError(
        "--stages and --microbatches say how large the pipeline is, each at least 1");
  }
  if (s.stages > kMostActions || s.microbatches > kMostActions ||
      s.stages * s.microbatches > kMostActions / chunks) {
    throw core::UserError(
        fmt::format("a pipeline of more than {} forward passes is too large", kMostActions));
  }
  return {static_cast<int32_t>(s.stages), static_cast<int32_t>(s.microbatches)};
}

// Splitting the backward pass in the table needs its times.
void check_splits(const Schedule& schedule, const PipelineCosts& costs) {
  if (costs.splits_backward()) return;
  for (const auto& list : schedule.lists) {
    for (const Action& a : list) {
      if (a.pass == ActionKind::kWeightGradient) {
        throw core::UserError(fmt::format(
            "{} is a weight gradient: --weight says how long those take", to_string(a)));
      }
    }
  }
}

// Stages on devices in turn, as generators place them.
std::vector<int32_t> in_turn(int32_t devices, int32_t chunks) {
  std::vector<int32_t> device_of_stage;
  for (int32_t s = 0; s < devices * chunks; ++s) device_of_stage.push_back(s % devices);
  return device_of_stage;
}

ScheduleProblem table_problem(const ScheduleOptions& s) {
  ScheduleProblem p{.schedule = parse_action_table(core::read_text_file(s.name), s.name)};
  const auto contradicts = [&](int64_t given, int64_t found, const char* what) {
    if (given != 0 && given != found) {
      throw core::UserError({s.name},
                            fmt::format("there are {} {} here, not {}", found, what, given));
    }
  };
  contradicts(s.stages, p.schedule.num_devices(), "devices");
  contradicts(s.microbatches, p.schedule.num_microbatches, "microbatches");
  p.costs = parse_costs(s, p.schedule.device_of_stage, p.schedule.num_devices(), p.unit);
  check_costs(p.costs, p.schedule.num_microbatches);
  check_splits(p.schedule, p.costs);
  p.cap = parse_caps(s, p.schedule.num_devices());
  return p;
}

ScheduleProblem named_problem(const ScheduleOptions& s) {
  ScheduleProblem p;
  const int32_t chunks = chunks_of(s.name);
  const PipelineShape shape = shape_of(s, chunks);
  p.costs = parse_costs(s, in_turn(shape.devices, chunks), shape.devices, p.unit);
  check_costs(p.costs, shape.microbatches);
  p.cap = parse_caps(s, shape.devices);
  p.schedule = generate(s.name, shape, p.costs, p.cap);
  const std::string fault = fault_of(p.schedule);
  MOTLEY_CHECK(fault.empty(), "schedule {}: {}", s.name, fault);
  return p;
}

ScheduleProblem best_problem(const ScheduleOptions& s) {
  ScheduleProblem p;
  const PipelineShape shape = shape_of(s, 1);
  p.costs = parse_costs(s, in_turn(shape.devices, 1), shape.devices, p.unit);
  check_costs(p.costs, shape.microbatches);
  p.cap = parse_caps(s, shape.devices);
  ChosenSchedule chosen = choose_schedule(p.costs, shape.microbatches, p.cap);
  p.schedule = std::move(chosen.schedule);
  p.lower_bound = chosen.lower_bound;
  p.origin = std::move(chosen.origin);
  return p;
}

}  // namespace

ScheduleProblem problem_of(const ScheduleOptions& s) {
  if (s.name == kBestSchedule) return best_problem(s);
  if (core::path_kind(s.name) == core::PathKind::kFile || s.name.ends_with(".csv")) {
    return table_problem(s);
  }
  return named_problem(s);
}

}  // namespace motley::tensor::schedule
