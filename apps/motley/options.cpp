#include "apps/motley/options.h"

#include <fmt/format.h>

#include <cstdio>

#include "apps/motley/validators.h"
#include "motley/base.h"
#include "tensor/report/plan_text.h"

namespace motley::apps {

constexpr int64_t kMaxMicrobatches = 1 << 20;

void add_microbatches_option(CLI::App& parser, MicrobatchOptions& options) {
  parser
      .add_option(
          "--microbatches", options.microbatches,
          "Number of micro-batches that the samples of a step are divided into (default: 1)")
      ->check(CLI::Range(int64_t{1}, kMaxMicrobatches));
}

void add_accumulation_options(CLI::App& parser, MicrobatchOptions& options) {
  parser
      .add_option("--accumulate", options.accumulate,
                  "Gradient accumulation: number of model batches per step (default: 1)")
      ->check(CLI::Range(int64_t{1}, kMaxMicrobatches));
  parser.add_flag("--recompute", options.recompute,
                  "Activation recomputation (gradient checkpointing): recompute each layer in the "
                  "backward pass instead of storing its activations");
  parser.add_flag_callback(
      "--recompute-selective", [&options] { options.recompute = options.keep_products = true; },
      "Selective recomputation: keep matrix products, convolutions and attention, recompute the "
      "rest");
  parser
      .add_option_function<std::vector<int64_t>>(
          "--recompute-layers",
          [&options](const std::vector<int64_t>& counts) {
            options.layers = {counts[0], counts.size() > 1 ? counts[1] : 0};
          },
          "Recompute the first N layers only; with N,M also all but the products of the M layers "
          "after them")
      ->delimiter(',')
      ->expected(1, 2)
      ->type_name("N[,M]")
      ->check(CLI::Range(int64_t{0}, kMaxMicrobatches))
      ->excludes("--recompute")
      ->excludes("--recompute-selective");
  parser.add_flag("--allow-cross-sample", options.cross_sample,
                  "Allow micro-batches even where samples interact (batch norm, expert capacity)");
  parser.add_flag("--allow-mixing", options.cross_sample)->group("");  // its earlier name
}

void add_accelerator_options(CLI::App& parser, DeviceSettings& settings) {
  file_option(parser, "--plugin", settings.plugin,
              "PJRT plugin library of the accelerator (default: MOTLEY_PJRT_PLUGIN, or the one "
              "of an installed Python package)");
  parser
      .add_option("--precision", settings.precision,
                  "bf16: matrix products in bfloat16, everything else in float32. On an "
                  "accelerator also the precision of float32 products: default, high or highest "
                  "(default: the program's own)")
      ->check(one_of({"default", "high", "highest", "bf16"}));
}

void add_precision_option(CLI::App& parser, bool& bf16_products) {
  parser
      .add_option_function<std::string>(
          "--precision", [&](const std::string& text) { bf16_products = text == "bf16"; },
          "bf16: matrix products in bfloat16, everything else in float32 (default: as in the "
          "model)")
      ->check(one_of({"model", "bf16"}));
}

void add_gradient_option(CLI::App& parser, bool& bf16_gradients) {
  parser
      .add_flag(
          "--bf16-gradients", bf16_gradients,
          "Keep parameter gradients in bfloat16, which halves what is communicated; sums over "
          "ranks are accumulated in float32 (default: float32 throughout)")
      ->needs("--precision");
}

void add_level_option(CLI::App& parser, PlanOptions& options) {
  parser
      .add_option_function<std::string>(
          "--level",
          [&options](const std::string& level) {
            options.effort = level == "fast" ? SearchEffort::kFast : SearchEffort::kFull;
          },
          "Search effort: fast (about a second) or full (default)")
      ->check(one_of({"fast", "full"}));
}

void add_time_limit_option(CLI::App& parser, double& seconds) {
  parser
      .add_option("--time-limit", seconds,
                  "Time limit of the whole command in seconds (default: none)")
      ->check(CLI::PositiveNumber);
}

std::optional<std::chrono::steady_clock::time_point> deadline_of(
    double time_limit, std::chrono::steady_clock::time_point begin) {
  constexpr double kShare = 0.85;
  if (time_limit <= 0) return std::nullopt;
  using Duration = std::chrono::steady_clock::duration;
  return begin +
         std::chrono::duration_cast<Duration>(std::chrono::duration<double>(kShare * time_limit));
}

std::string note_of_late_start(double time_limit, std::chrono::steady_clock::time_point begin) {
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (time_limit <= 0 || taken.count() <= time_limit) return "";
  return fmt::format(
      "to read the model and build its step took {:.2g} s, more than the time limit of {:g} s: "
      "one plan is simulated, nothing is searched",
      taken.count(), time_limit);
}

void add_report_option(CLI::App& parser, std::string& file) {
  file_option(parser, "--report", file, "Write a report page (HTML)");
}

CLI::Validator device_name(bool with_reference) {
  return {[with_reference](std::string& text) {
            if (std::string fault = tensor::device_name_fault(text); !fault.empty()) return fault;
            const bool is_reference =
                DeviceSettings{.device = text}.kind() == DeviceKind::kReference;
            if (with_reference || !is_reference) return std::string();
            return "needs cpu or an accelerator, not `" + text + "`";
          },
          "DEVICE"};
}

void group_options(CLI::App& parser, const char* heading,
                   std::initializer_list<const char*> names) {
  for (const char* name : names) parser.get_option(name)->group(heading);
}

std::function<void(const PlanProgress&)> shown_on(core::WaitingLine& line) {
  return [&line](const PlanProgress& p) {
    const std::string best =
        p.best_seconds > 0 ? ", best step " + tensor::duration_text(p.best_seconds) : "";
    line.set(fmt::format("{}{} {} simulated{}", p.phase.empty() ? "" : p.phase + ", ",
                         p.num_simulated, p.num_simulated == 1 ? "plan" : "plans", best));
  };
}

void print_note(const std::string& note) {
  if (note.empty()) return;
  const bool is_terminal =
      core::ProgressOutput::is_terminal(stderr);  // a progress line may be there
  core::write_message(fmt::format("{}note: {}\n", is_terminal ? "\r\033[K" : "", note));
}

void print_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) print_note(note);
}

}  // namespace motley::apps
