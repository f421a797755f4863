#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "core/base/threads.h"
#include "motley/cost.h"
#include "motley/report.h"
#include "motley/run.h"
#include "python/bindings/bindings.h"

namespace motley::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

struct ScheduleAnswer {
  std::string text, json, csv;
  bool fits = true;
};

ScheduleAnswer schedule(const ScheduleOptions& options, int width) {
  const ScheduleProblem problem = problem_of(options);
  const PipelineRun run = run_pipeline(problem.schedule, problem.costs);
  const std::string out_of_memory = cap_violation(problem.schedule, problem.cap);
  const auto unit = problem.unit.ticks({1, 1});
  return {.text = tensor::draw_timeline(problem.schedule, run,
                                        {.ticks_per_unit = *unit, .width = width}) +
                  "\n" + schedule_text(options.name, problem, run, out_of_memory),
          .json = schedule_json(options.name, problem, run, out_of_memory),
          .csv = print_action_table(problem.schedule),
          .fits = out_of_memory.empty()};
}

// The report, as text and JSON, and what the user should know.
using CostAnswer = std::tuple<std::string, std::string, std::vector<std::string>>;

CostAnswer cost(const std::string& model, const Cluster& cluster,
                const std::optional<std::string>& optimizer, const Control& control) {
  const core::CancelScope scope(control.flag());
  const Model loaded = load_model(model);
  auto [costs, notes] = model_cost(loaded, cluster, optimizer);
  if (!loaded.gradient_note.empty()) notes.insert(notes.begin(), loaded.gradient_note);
  return {cost_report(costs), cost_report_json(model, costs), notes};
}

// Whether our gradient of a model folder's loss agrees with JAX's; kept in the folder.
nb::tuple check_gradient(const std::string& folder) {
  tensor::GradientComparison comparison;
  {
    const nb::gil_scoped_release release;
    const tensor::Model model = tensor::read_model(folder);
    comparison = tensor::compare_gradients(model, core::num_cores());
    tensor::write_comparison(model, comparison);
  }
  return nb::make_tuple(comparison.agrees, comparison.max_relative_error, comparison.reason);
}

}  // namespace

void add_estimates(nb::module_& module) {
  nb::class_<ScheduleOptions>(module, "ScheduleOptions")
      .def(nb::init<>())
      .def_rw("name", &ScheduleOptions::name)
      .def_rw("stages", &ScheduleOptions::stages)
      .def_rw("microbatches", &ScheduleOptions::microbatches)
      .def_rw("forward", &ScheduleOptions::forward)
      .def_rw("backward", &ScheduleOptions::backward)
      .def_rw("weight", &ScheduleOptions::weight)
      .def_rw("latency", &ScheduleOptions::latency)
      .def_rw("gradient_latency", &ScheduleOptions::gradient_latency)
      .def_rw("cap", &ScheduleOptions::cap)
      .def_rw("links", &ScheduleOptions::links);
  nb::class_<ScheduleAnswer>(module, "ScheduleAnswer")
      .def_ro("text", &ScheduleAnswer::text)
      .def_ro("json", &ScheduleAnswer::json)
      .def_ro("csv", &ScheduleAnswer::csv)
      .def_ro("fits", &ScheduleAnswer::fits);
  module.def("schedule", &schedule, "options"_a, "width"_a,
             nb::call_guard<nb::gil_scoped_release>());
  module.def("schedules_text", &schedules_table);
  module.def("cost", &cost, "model"_a, "cluster"_a, "optimizer"_a.none(), "control"_a,
             nb::call_guard<nb::gil_scoped_release>());
  module.def("check_gradient", &check_gradient, "folder"_a);
  module.def("argument_sources", &argument_sources_of_model, "model"_a);
  module.def("models_text", &models_text);
  module.def("models_json", &models_json);
}

}  // namespace motley::bindings
