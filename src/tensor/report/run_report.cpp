#include "tensor/report/run_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

#include "core/base/json_text.h"

namespace motley::tensor {
namespace {

using RunJson = nlohmann::ordered_json;

// A name in a table: whatever it holds, it is one line.
std::string one_line(std::string name) {
  for (char& c : name) c = static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c;
  return name;
}

// "tensor<4x16xf32>  0.1 0.2 0.3 ...  norm 4.25"
std::string values_text(const Literal& value) {
  std::string text;
  double square = 0;
  for (int64_t i = 0; i < value.num_elements(); ++i) {
    const double v = value.as_double(i);
    square += v * v;
    if (i < 4) text += fmt::format("{}{:.7g}", i ? " " : "", v);
  }
  if (value.num_elements() > 4) text += " ...";
  if (value.num_elements() > 1) text += fmt::format("   norm {:.6g}", std::sqrt(square));
  return text;
}

// "a, b, c and 4 more"
std::string listed(const std::vector<std::string>& names) {
  constexpr size_t kMost = 3;
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), kMost); ++i)
    text += (i > 0 ? ", " : "") + one_line(names[i]);
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  return text;
}

// Gradients and new state come from two runs.
std::string hint_of_other_results(const std::vector<std::string>& names) {
  const auto has = [&](const char* kind) {
    return std::ranges::any_of(names, [&](const std::string& n) { return n.find(kind) != n.npos; });
  };
  if (has(".grad.")) return " (--grad does)";
  return has(".state.") ? " (without --grad it does)" : "";
}

// Of the values, or of their errors where they were compared.
std::string results_table(const ModelRunReport& r) {
  std::string text;
  size_t width = 6;
  for (const std::string& name : r.names) width = std::max(width, name.size());
  if (r.comparisons.empty()) {
    text += "\n";
    for (size_t i = 0; i < r.run.results.size(); ++i) {
      const Literal& value = r.run.results[i];
      text += fmt::format("  {:<{}}  {:<20}  {}\n", one_line(r.names[i]), width,
                          value.type().to_string(), values_text(value));
    }
  } else {
    text += fmt::format("\n  {:<{}}  {:<20}  relative error\n", "tensor", width, "type");
    for (const ResultComparison& c : r.comparisons) {
      text += fmt::format("  {:<{}}  {:<20}  {:.2e}{}\n", one_line(c.name), width, c.type, c.error,
                          c.passed ? "" : "  FAILS");
    }
    text += fmt::format(
        "  {} of {} tensors within {:g} of {}, largest {:.2e}\n",
        std::count_if(r.comparisons.begin(), r.comparisons.end(), [](auto& c) { return c.passed; }),
        r.comparisons.size(), r.tolerance, r.check, r.largest_error());
    if (!r.not_compared.empty()) {
      text += fmt::format("  note      not compared: {}, which this run does not compute{}\n",
                          listed(r.not_compared), hint_of_other_results(r.not_compared));
    }
  }
  return text;
}

void add_results(RunJson& j, const ModelRunReport& r) {
  j["results"] = RunJson::array();
  for (size_t i = 0; i < r.run.results.size(); ++i) {
    const Literal& value = r.run.results[i];
    RunJson result = {
        {"name", r.names[i]}, {"shape", value.shape()}, {"dtype", numpy_name(value.element())}};
    if (value.num_elements() == 1) result["value"] = value.as_double(0);
    if (i < r.comparisons.size()) result["relative_error"] = r.comparisons[i].error;
    j["results"].push_back(result);
  }
  if (!r.comparisons.empty()) j["not_compared"] = r.not_compared;
  j["checks"] = RunJson::array();
  for (const CheckResult& check : r.run.checks) {
    j["checks"].push_back({{"kind", check.kind},
                           {"line", check.line},
                           {"passed", check.passed},
                           {"detail", check.detail}});
  }
}

// Of all timed runs.
double interpreted_share(const ModelRunReport& r, const ReferenceUse& use) {
  double all = 0;
  for (const double seconds : r.step_seconds) all += seconds;
  return all > 0 ? use.seconds / all : 0;
}

}  // namespace

std::string run_report(const ModelRunReport& r) {
  std::string text = fmt::format(
      "{}\n  program   {} ops, {} arguments, {} results, {:.4g} Mflop, read in {:.3f} s\n", r.model,
      r.num_ops, r.num_arguments, r.num_results, r.flops / 1e6, r.read_seconds);
  text += fmt::format("  inputs    {}\n  ran       on the {} device{} in {:.3f} s\n", r.inputs,
                      r.device, r.device_kind.empty() ? "" : fmt::format(" ({})", r.device_kind),
                      r.run_seconds);
  for (const std::string& name : r.unreached) {
    text += fmt::format("  note      the loss does not depend on {}: its gradient is zero\n",
                        one_line(name));
  }
  for (const ReferenceUse& use : r.interpreted) {
    text += fmt::format(
        "  slow      {} has no kernel: the interpreter ran it {} times, {:.0f} % of the time\n",
        use.op, use.calls, 100 * interpreted_share(r, use));
  }
  text += results_table(r);
  if (!r.first_nan.empty()) text += fmt::format("  {}\n", r.first_nan);
  for (const CheckResult& check : r.run.checks) {
    text += fmt::format("  {} at {}:{}: {}\n", check.kind, r.source, check.line,
                        check.passed ? "holds" : "FAILS: " + check.detail);
  }
  return text;
}

std::string run_report_json(const ModelRunReport& r) {
  RunJson j;
  const bool scalar = !r.run.results.empty() && r.run.results[0].num_elements() == 1;
  j["loss"] = scalar ? RunJson(r.run.results[0].as_double(0)) : RunJson();
  j["max_relative_error"] = r.comparisons.empty() ? RunJson() : RunJson(r.largest_error());
  if (!r.first_nan.empty()) j["first_nan"] = r.first_nan;
  j["checks_passed"] = r.num_passed();
  j["checks_failed"] = r.num_failed();
  j["unreached"] = r.unreached;
  j["interpreted"] = RunJson::array();
  for (const ReferenceUse& use : r.interpreted)
    j["interpreted"].push_back(
        {{"op", use.op}, {"calls", use.calls}, {"share", interpreted_share(r, use)}});
  j["device"] = r.device;
  if (!r.device_kind.empty()) {
    j["device_kind"] = r.device_kind;
    j["open_seconds"] = r.open_seconds;
  }
  j["inputs"] = r.inputs;
  j["ops"] = r.num_ops;
  j["flops"] = r.flops;
  j["read_seconds"] = r.read_seconds;
  j["run_seconds"] = r.run_seconds;
  if (!r.step_seconds.empty()) {
    j["compile_seconds"] = r.compile_seconds;
    j["step_seconds"] = r.step_seconds;
    j["peak_bytes"] = r.peak_bytes;
    if (r.device_kind.empty()) j["live_bytes_peak"] = r.live_bytes_peak;
  }
  add_results(j, r);
  return core::json_text(j, 2) + "\n";
}

}  // namespace motley::tensor
