#include "motley/plan.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "motley/error.h"
#include "motley/report.h"
#include "motley/run.h"
#include "python/bindings/bindings.h"

namespace motley::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

struct PlanRequest {
  std::string strategy = "motley", level = "full", explain;
  std::vector<std::string> pins, forbidden;
  double time_limit = 0;
  bool compare = true, choose_microbatches = true, pipelines = false, even = false;
};

PlanOptions options_of(const PlanRequest& request, Control& control) {
  if (request.level != "full" && request.level != "fast") {
    throw UserError(fmt::format("level is \"full\" or \"fast\", not \"{}\"", request.level));
  }
  PlanOptions options{.strategy = request.strategy,
                      .effort = request.level == "fast" ? SearchEffort::kFast : SearchEffort::kFull,
                      .pins = request.pins,
                      .forbidden = request.forbidden,
                      .explain = request.explain,
                      .even = request.even,
                      .choose_microbatches = request.choose_microbatches,
                      .compare = request.compare,
                      .pipelines = request.pipelines,
                      .on_progress = [&](const PlanProgress& progress) { control.set(progress); },
                      .is_cancelled = [&] { return control.is_cancelled(); }};
  if (request.time_limit > 0) {
    using Clock = std::chrono::steady_clock;
    options.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(request.time_limit));
  }
  return options;
}

struct StepRequest {
  std::string model, optimizer = "adam";
  std::string precision = "model";
  MicrobatchOptions microbatches;
  bool is_optimizer_given = false;
};

StepPtr step_of(const StepRequest& request) {
  if (request.precision != "model" && request.precision != "bf16") {
    throw UserError(
        fmt::format("precision is \"model\" or \"bf16\", not \"{}\"", request.precision));
  }
  const Model model = load_model(request.model);
  tensor::check_optimizer_given(model, request.is_optimizer_given);
  return build_step(model, {.optimizer = request.optimizer,
                            .microbatches = microbatches_of(request.microbatches, model),
                            .bf16_products = request.precision == "bf16"});
}

std::vector<std::string> notes_of(const tensor::ModelStep& step) {
  std::vector<std::string> notes;
  for (const std::string& note : {step.model.gradient_note, step.microbatches().note}) {
    if (!note.empty()) notes.push_back(note);
  }
  return notes;
}

std::vector<std::string> devices_of(const Plan& plan) {
  const std::vector<core::Device> all = core::devices(plan.on.cluster);
  std::vector<std::string> names;
  for (const int d : plan.stage().devices) {
    names.push_back(plan.on.cluster.device_types[all[d].type].name);
  }
  return names;
}

std::string kind_name(ArgumentCut::Kind kind) {
  switch (kind) {
    case ArgumentCut::Kind::kEven:
      return "even";
    case ArgumentCut::Kind::kRemainder:
      return "remainder";
    case ArgumentCut::Kind::kUneven:
      return "uneven";
  }
  return "";
}

// The difference of two plans, as text and JSON.
nb::tuple diff_of(const PlanResult& a, const PlanResult& b) {
  const auto found = diff(a.plan, b.plan);
  if (!found) {
    throw UserError("the plans are of different steps: another model, optimizer or batch");
  }
  return nb::make_tuple(diff_text(a.plan, b.plan, *found), diff_json(a.plan, b.plan, *found));
}

void add_requests(nb::module_& module) {
  nb::class_<Control>(module, "Control")
      .def(nb::init<>())
      .def("cancel", &Control::cancel)
      .def_prop_ro("progress", [](const Control& control) {
        const PlanProgress progress = control.progress();
        return nb::make_tuple(progress.phase, progress.num_simulated, progress.best_seconds);
      });
  nb::class_<StepRequest>(module, "StepRequest")
      .def(nb::init<>())
      .def_rw("model", &StepRequest::model)
      .def_rw("optimizer", &StepRequest::optimizer)
      .def_rw("precision", &StepRequest::precision)
      .def_rw("is_optimizer_given", &StepRequest::is_optimizer_given)
      .def_prop_rw(
          "microbatches", [](const StepRequest& r) { return r.microbatches.microbatches; },
          [](StepRequest& r, std::optional<int64_t> n) { r.microbatches.microbatches = n; },
          nb::for_setter(nb::arg("value").none()))
      .def_prop_rw(
          "accumulate", [](const StepRequest& r) { return r.microbatches.accumulate; },
          [](StepRequest& r, std::optional<int64_t> n) { r.microbatches.accumulate = n; },
          nb::for_setter(nb::arg("value").none()))
      .def_prop_rw(
          "recompute", [](const StepRequest& r) { return r.microbatches.recompute; },
          [](StepRequest& r, bool yes) { r.microbatches.recompute = yes; })
      .def_prop_rw(
          "keep_products", [](const StepRequest& r) { return r.microbatches.keep_products; },
          [](StepRequest& r, bool yes) { r.microbatches.keep_products = yes; })
      .def(
          "batches_per_step",  // without the step
          [](const StepRequest& r) {
            return microbatches_of(r.microbatches, load_model(r.model)).accumulate;
          },
          nb::call_guard<nb::gil_scoped_release>());
  nb::class_<PlanRequest>(module, "PlanRequest")
      .def(nb::init<>())
      .def_rw("strategy", &PlanRequest::strategy)
      .def_rw("level", &PlanRequest::level)
      .def_rw("explain", &PlanRequest::explain)
      .def_rw("pins", &PlanRequest::pins)
      .def_rw("forbidden", &PlanRequest::forbidden)
      .def_rw("time_limit", &PlanRequest::time_limit)
      .def_rw("compare", &PlanRequest::compare)
      .def_rw("choose_microbatches", &PlanRequest::choose_microbatches)
      .def_rw("pipelines", &PlanRequest::pipelines)
      .def_rw("even", &PlanRequest::even);
}

void add_step(nb::module_& module) {
  nb::class_<tensor::ModelStep>(module, "Step")
      .def_static(
          "build",
          [](const StepRequest& request) {
            return std::const_pointer_cast<tensor::ModelStep>(step_of(request));
          },
          "request"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("model", [](const tensor::ModelStep& s) { return s.model.name; })
      .def_prop_ro("optimizer", [](const tensor::ModelStep& s) { return s.options.optimizer; })
      .def_prop_ro("samples_per_step", &tensor::ModelStep::samples_per_step)
      .def_prop_ro("microbatches",
                   [](const tensor::ModelStep& s) { return s.microbatches().count; })
      .def_prop_ro("accumulate",
                   [](const tensor::ModelStep& s) { return s.microbatches().accumulate; })
      .def_prop_ro("recompute",
                   [](const tensor::ModelStep& s) { return s.microbatches().recompute; })
      .def_prop_ro("notes", &notes_of);
}

void add_argument(nb::module_& module) {
  nb::class_<ArgumentCut>(module, "Cut")
      .def_ro("axis", &ArgumentCut::axis)
      .def_ro("dim", &ArgumentCut::dim)
      .def_ro("period", &ArgumentCut::period)
      .def_ro("sizes", &ArgumentCut::sizes)
      .def_prop_ro("kind", [](const ArgumentCut& cut) { return kind_name(cut.kind); });
  nb::class_<PlannedArgument>(module, "PlannedArgument")
      .def_ro("name", &PlannedArgument::name)
      .def_ro("state", &PlannedArgument::state)
      .def_ro("cuts", &PlannedArgument::cuts)
      .def_ro("loss_argument", &PlannedArgument::loss_argument)
      .def_prop_ro("role", [](const PlannedArgument& a) { return role_name(a.role); })
      .def_prop_ro("shape", [](const PlannedArgument& a) { return a.type.shape; })
      .def_prop_ro("dtype", [](const PlannedArgument& a) {
        return std::string(tensor::numpy_name(a.type.element));
      });
}

nb::list explained(const PlanResult& result) {
  nb::list rows;
  for (const ExplainedState& s : explained_states(result)) {
    rows.append(nb::make_tuple(s.state, s.step_seconds, s.fits, s.is_chosen));
  }
  return rows;
}

PlanResult read(const std::string& file, const std::string& model,
                std::vector<std::string>& notes) {
  return {.plan = read_plan(file, {.model = model}, &notes)};
}

// A pipeline has no one sharding to ask for.
const tensor::planner::PlanStage& only_stage(const Plan& plan) {
  if (!plan.pipeline) return plan.stage();
  throw UserError(fmt::format(
      "the plan is a pipeline of {} stages, without a sharding of each argument: see p.stages",
      plan.stages.size()));
}

// By stage of a pipeline: its first layer, devices, samples of a micro-batch on each, whether it
// recomputes activations, and seconds of a forward and a backward pass.
nb::list stages_of(const Plan& plan) {
  nb::list rows;
  if (!plan.pipeline) return rows;
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    const auto& times = plan.pipeline->timing.stages[s];
    rows.append(nb::make_tuple(s == 0 ? 0 : plan.pipeline->cuts.cuts[s - 1], plan.stages[s].devices,
                               plan.stages[s].samples, bool(plan.pipeline->cuts.recompute[s]),
                               tensor::stage::seconds(times.forward),
                               tensor::stage::seconds(times.backward)));
  }
  return rows;
}

void add_plan_figures(nb::class_<PlanResult>& type) {
  const auto figure = [&](const char* name, auto get) {
    type.def_prop_ro(name, [get](const PlanResult& r) { return get(r.plan); });
  };
  figure("step_seconds", [](const Plan& p) { return p.time.step_seconds; });
  figure("compute_seconds", [](const Plan& p) { return p.time.compute_seconds; });
  figure("communication_seconds", [](const Plan& p) { return p.time.communication_seconds; });
  figure("exposed_seconds", [](const Plan& p) { return p.time.exposed_seconds; });
  figure("peak_bytes", [](const Plan& p) { return p.time.peak_bytes; });
  figure("out_of_memory", [](const Plan& p) { return p.time.out_of_memory; });
  figure("fits", [](const Plan& p) { return p.fits(); });
  figure("is_even", [](const Plan& p) { return !p.pipeline && is_even(p); });
  figure("is_pipeline", [](const Plan& p) { return p.pipeline.has_value(); });
  figure("stages", &stages_of);
  figure("strategy", [](const Plan& p) { return p.strategy; });
  figure("search_seconds", [](const Plan& p) { return p.seconds; });
  figure("num_ranks", [](const Plan& p) { return p.num_ranks(); });
  figure("grid", [](const Plan& p) { return only_stage(p).sharding.group.sizes; });
  figure("device_ids", [](const Plan& p) { return p.devices(); });
  figure("devices", [](const Plan& p) { return devices_of(p); });
  figure("arguments", [](const Plan& p) {
    only_stage(p);
    return planned_arguments(p);
  });
  figure("rate_warnings", [](const Plan& p) { return p.on.rate_warnings; });
  figure("without_rule", [](const Plan& p) { return p.without_rule; });
  figure("lower_bound_seconds", [](const Plan& p) {
    return p.found ? std::optional(p.found->lower_bound_seconds) : std::nullopt;
  });
  figure("complete", [](const Plan& p) { return !p.found || p.found->complete; });
  figure("cluster", [](const Plan& p) { return p.on.cluster; });
  figure("step",
         [](const Plan& p) { return std::const_pointer_cast<tensor::ModelStep>(p.on.model_step); });
}

void add_result(nb::module_& module) {
  nb::class_<PlanResult> type(module, "PlanResult");
  add_plan_figures(type);
  type.def_prop_ro("found_by", [](const PlanResult& r) { return r.plan.found_by; })
      .def_prop_ro("constraints", [](const PlanResult& r) { return r.constraints; })
      .def_prop_ro("unconstrained_step_seconds",
                   [](const PlanResult& r) { return r.unconstrained_step_seconds; })
      .def_prop_ro("alternatives", &explained)
      .def("text", &plan_report)
      .def("short_text", [](const PlanResult& r) { return sharded_plan_text(r.plan); })
      .def("json", &plan_report_json)
      .def("html", &plan_fragment)
      .def("page",
           [](const PlanResult& r) { return plan_page(r, nullptr, {"motley.Plan.report"}); })
      .def("simulation_json", [](const PlanResult& r) { return simulation_json(r.plan); })
      .def(
          "file_text",
          [](const PlanResult& r, const std::string& folder) { return plan_json(r.plan, folder); },
          "folder"_a)
      .def(
          "write", [](const PlanResult& r, const std::string& file) { write_plan(file, r.plan); },
          "file"_a)
      .def(
          "write_trace",
          [](const PlanResult& r, const std::string& file) { write_plan_trace(r.plan, file); },
          "file"_a)
      .def(
          "rank_program",
          [](const PlanResult& r, int rank) { return rank_program_text(r.plan, rank); }, "rank"_a)
      .def(
          "verify",
          [](const PlanResult& r, const std::string& inputs, const std::string& device,
             const Control& control) {
            const core::CancelScope scope(control.flag());
            return verify_plan(r.plan, inputs, {.device = device});
          },
          "inputs"_a, "device"_a, "control"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("diff", &diff_of, "other"_a);
  nb::class_<VerifyResult>(module, "VerifyResult")
      .def_ro("ok", &VerifyResult::ok)
      .def_ro("max_relative_error", &VerifyResult::max_relative_error)
      .def_ro("worst", &VerifyResult::worst)
      .def_ro("num_compared", &VerifyResult::num_compared)
      .def_ro("num_from_jax", &VerifyResult::num_from_jax)
      .def_ro("max_jax_error", &VerifyResult::max_jax_error);
}

}  // namespace

void add_plan(nb::module_& module) {
  add_requests(module);
  add_step(module);
  add_argument(module);
  add_result(module);
  module.def(
      "plan",
      [](const StepPtr& step, const Cluster& cluster, const std::string& cluster_file,
         const PlanRequest& request, Control& control) {
        return plan(on_cluster(step, cluster, cluster_file), options_of(request, control));
      },
      "step"_a, "cluster"_a, "cluster_file"_a, "request"_a, "control"_a,
      nb::call_guard<nb::gil_scoped_release>());
  module.def(
      "compare",
      [](const StepPtr& step, const Cluster& cluster, const std::string& cluster_file,
         const PlanRequest& request, Control& control) {
        const Comparison rows = compare_strategies(on_cluster(step, cluster, cluster_file),
                                                   options_of(request, control));
        return std::pair(comparison_text(rows), comparison_json(rows));
      },
      "step"_a, "cluster"_a, "cluster_file"_a, "request"_a, "control"_a,
      nb::call_guard<nb::gil_scoped_release>());
  module.def(
      "read_plan",
      [](const std::string& file, const std::string& model) {
        std::vector<std::string> notes;
        PlanResult result = read(file, model, notes);
        return std::pair(std::move(result), std::move(notes));
      },
      "file"_a, "model"_a, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace motley::bindings
