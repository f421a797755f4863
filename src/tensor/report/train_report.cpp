#include "tensor/report/train_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <numeric>

#include "core/base/json_text.h"
#include "core/base/memory.h"
#include "core/base/text.h"
#include "tensor/adapt/adaptation.h"

namespace motley::tensor {
namespace {

using EventJson = nlohmann::ordered_json;

std::string line_of(const EventJson& json) { return core::json_text(json); }

std::string device_text(const TrainFacts& facts) {
  const bool is_accelerator = DeviceSettings{.device = facts.device}.is_accelerator();
  if (facts.num_ranks == 1) {
    return is_accelerator ? facts.device : core::counted(facts.threads, "thread");
  }
  if (is_accelerator)
    return fmt::format("{} ranks, the first on {}", facts.num_ranks, facts.device);
  const std::string threads = core::counted(facts.most_threads, "thread");
  return facts.least_threads == facts.most_threads
             ? fmt::format("{} ranks of {}", facts.num_ranks, threads)
             : fmt::format("{} ranks of {} to {}", facts.num_ranks, facts.least_threads, threads);
}

// "0.001", "0.001 by cosine:warmup=100,steps=1000".
std::string rate_text(const TrainFacts& facts) {
  const bool is_constant = facts.schedule.empty() || facts.schedule == "constant";
  // A table may be long.
  const std::string schedule =
      facts.schedule.size() > 60 ? facts.schedule.substr(0, 57) + "..." : facts.schedule;
  return is_constant ? fmt::format("{}", facts.rate)
                     : fmt::format("{} by {}", facts.rate, schedule);
}

// Of all steps of this run.
double interpreted_share(const TrainSummary& summary, const ReferenceUse& use) {
  const double all = std::accumulate(summary.step_seconds.begin(), summary.step_seconds.end(), 0.0);
  return all > 0 ? use.seconds / all : 0;
}

EventJson adaptation_json(const Adaptation& a) {
  return {{"step", a.step},
          {"kind", a.kind},
          {"change", a.change},
          {"reason", a.reason},
          {"before_step_seconds", a.before_seconds},
          {"predicted_step_seconds", a.predicted_seconds},
          {"measured_step_seconds",
           a.measured_seconds > 0 ? EventJson(a.measured_seconds) : EventJson()},
          {"moved_bytes", a.moved_bytes},
          {"move_seconds", a.move_seconds}};
}

// What was predicted of a step on these devices beside what was measured.
std::string predicted_text(const TrainSummary& summary) {
  const TrainFacts& facts = summary.facts;
  if (!facts.predicted_step_seconds) return "";
  const auto milliseconds = [](double seconds) { return fmt::format("{:.3g} ms", 1e3 * seconds); };
  std::string predicted = milliseconds(*facts.predicted_step_seconds) + " per step";
  std::string measured = milliseconds(summary.median_seconds());
  if (facts.predicted_bubble && summary.bubble) {
    predicted += fmt::format(", bubble {:.0f} %, exposed waiting {}", 100 * *facts.predicted_bubble,
                             milliseconds(*facts.predicted_exposed_seconds));
    measured += fmt::format(", bubble {:.0f} %, exposed waiting {}", 100 * *summary.bubble,
                            milliseconds(*summary.exposed_seconds));
  }
  return fmt::format("  predicted   {}\n  measured    {}\n", predicted, measured);
}

EventJson evaluations_json(const TrainSummary& summary) {
  EventJson list = EventJson::array();
  for (const Evaluation& e : summary.evaluations) {
    list.push_back({{"step", e.step}, {"loss", e.loss}});
  }
  return list;
}

}  // namespace

std::string train_report(const TrainSummary& summary) {
  const TrainFacts& facts = summary.facts;
  std::string text = fmt::format("{}\n  parameters  {}, {}\n  data        {}\n", facts.model,
                                 facts.num_parameters, facts.params_origin, facts.data);
  text += fmt::format("  step        {:.4g} Gflop with {}, {} of memory, lr {}\n",
                      facts.step_flops / 1e9, facts.optimizer,
                      core::readable_bytes(facts.memory_bytes), rate_text(facts));
  if (summary.losses.empty()) {
    text += fmt::format("  trained     nothing: {} of {} steps were done before\n",
                        facts.first_step, summary.steps);
  } else {
    text += fmt::format("  trained     steps {} to {} in {:.1f} s on {}: {}\n",
                        facts.first_step + 1, summary.steps_done, summary.wall_seconds,
                        device_text(facts), speed_text(summary, summary.median_seconds()));
    text += predicted_text(summary);
    text += fmt::format("  loss        {:.4f} at the first step, {:.4f} at the last\n",
                        summary.losses.front(), summary.losses.back());
  }
  for (const ReferenceUse& use : summary.interpreted) {
    text += fmt::format(
        "  slow        {} has no kernel: the interpreter ran it {} times, {:.0f} % of the time\n",
        use.op, use.calls, 100 * interpreted_share(summary, use));
  }
  if (!summary.evaluations.empty()) {
    text +=
        fmt::format("  validation  {:.4f} after step {} ({})\n", summary.evaluations.back().loss,
                    summary.evaluations.back().step, facts.validation);
  }
  for (const Adaptation& a : summary.adaptations) {
    text += fmt::format("  adapted     {}\n", text_of(a));
  }
  if (summary.adapts && summary.adaptations.empty() && !summary.losses.empty()) {
    text += "  adapted     nothing: no change was predicted to make up for its cost\n";
  }
  if (!summary.checkpoint.empty()) {
    text += fmt::format("  checkpoint  {} after step {}\n", summary.checkpoint,
                        summary.checkpoint_step);
  }
  if (summary.interrupted) text += "  stopped by a signal; --resume continues from here\n";
  if (summary.data_ended) {
    text +=
        fmt::format("  the data ended after step {} of {}\n", summary.steps_done, summary.steps);
  }
  if (summary.diverged()) {
    text +=
        "  stopped: the loss is not finite; a lower --lr may help, and "
        "`motley run MODEL --grad` names the first op that makes a NaN\n";
    if (!summary.divergence.empty()) {
      text += fmt::format("  data of this step: {}\n", summary.divergence);
    }
  }
  return text;
}

std::string train_report_json(const TrainSummary& summary) {
  const TrainFacts& facts = summary.facts;
  EventJson losses = EventJson::array();
  for (double loss : summary.losses) losses.push_back(loss);
  const double seconds = summary.median_seconds();
  EventJson j;
  j["model"] = facts.model;
  j["steps"] = summary.steps_done;
  j["first_step"] = facts.first_step;
  j["loss"] = losses.empty() ? EventJson() : losses.back();
  j["losses"] = std::move(losses);
  j["step_seconds_median"] = seconds;
  j["predicted_step_seconds"] =
      facts.predicted_step_seconds ? EventJson(*facts.predicted_step_seconds) : EventJson();
  if (facts.predicted_bubble && summary.bubble) {
    j["predicted_bubble"] = *facts.predicted_bubble;
    j["bubble"] = *summary.bubble;
    j["predicted_exposed_seconds"] = *facts.predicted_exposed_seconds;
    j["exposed_seconds"] = *summary.exposed_seconds;
  }
  j["wall_seconds"] = summary.wall_seconds;
  j[facts.item_name + "_per_second"] = static_cast<double>(facts.items_per_step) / seconds;
  j["step_flops"] = facts.step_flops;
  j["peak_flops"] = summary.peak_flops > 0 ? EventJson(summary.peak_flops) : EventJson();
  j["peak_share"] = summary.peak_share(seconds);
  j["memory_bytes"] = facts.memory_bytes;
  j["parameters"] = facts.num_parameters;
  j["optimizer"] = facts.optimizer;
  j["lr"] = facts.rate;
  j["schedule"] = facts.schedule;
  j["evaluations"] = evaluations_json(summary);
  j["adaptations"] = EventJson::array();
  for (const Adaptation& a : summary.adaptations) j["adaptations"].push_back(adaptation_json(a));
  j["step_seconds"] = summary.step_seconds;
  j["seed"] = facts.seed;
  j["threads"] = facts.threads;
  j["device"] = facts.device;
  j["data"] = facts.data;
  j["interpreted"] = EventJson::array();
  for (const ReferenceUse& use : summary.interpreted) {
    j["interpreted"].push_back(
        {{"op", use.op}, {"calls", use.calls}, {"share", interpreted_share(summary, use)}});
  }
  j["interrupted"] = summary.interrupted;
  j["data_ended"] = summary.data_ended;
  if (!summary.divergence.empty()) j["divergence"] = summary.divergence;
  return core::json_text(j, 2) + "\n";
}

std::string train_begin_text(const TrainFacts& facts) {
  return fmt::format("training {}: {} parameters ({}), {:.4g} Gflop per step, {}; data: {}",
                     facts.model, readable_count(static_cast<double>(facts.num_parameters)),
                     facts.params_origin, facts.step_flops / 1e9,
                     core::readable_bytes(facts.memory_bytes), facts.data);
}

std::string begin_event(const TrainFacts& facts, int64_t steps) {
  return line_of(
      {{"event", "begin"},
       {"model", facts.model},
       {"optimizer", facts.optimizer},
       {"lr", facts.rate},
       {"schedule", facts.schedule},
       {"seed", facts.seed},
       {"data", facts.data},
       {"parameters", facts.num_parameters},
       {"first_step", facts.first_step},
       {"steps", steps},
       {"predicted_step_seconds",
        facts.predicted_step_seconds ? EventJson(*facts.predicted_step_seconds) : EventJson()}});
}

std::string step_event(const TrainProgress& progress) {
  return line_of({{"event", "step"},
                  {"step", progress.step},
                  {"loss", progress.loss},
                  {"lr", progress.rate},
                  {"validation_loss",
                   progress.validation_loss ? EventJson(*progress.validation_loss) : EventJson()},
                  {"step_seconds", progress.step_seconds},
                  {"median_step_seconds", progress.median_step_seconds}});
}

std::string adaptation_event(const Adaptation& adaptation) {
  EventJson j = {{"event", "adapt"}};
  j.update(adaptation_json(adaptation));
  return line_of(j);
}

std::string checkpoint_event(const std::string& folder, int64_t step) {
  return line_of({{"event", "checkpoint"}, {"folder", folder}, {"step", step}});
}

std::string note_event(const std::string& note) {
  return line_of({{"event", "note"}, {"text", note}});
}

std::string end_event(const TrainSummary& summary) {
  return line_of({{"event", "end"},
                  {"steps", summary.steps_done},
                  {"loss", summary.losses.empty() ? EventJson() : EventJson(summary.losses.back())},
                  {"wall_seconds", summary.wall_seconds},
                  {"checkpoint_step", summary.checkpoint_step},
                  {"interrupted", summary.interrupted},
                  {"data_ended", summary.data_ended},
                  {"diverged", summary.diverged()}});
}

}  // namespace motley::tensor
