#include "apps/motley/plan_measured.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "motley/base.h"
#include "motley/cluster.h"
#include "motley/error.h"
#include "motley/trace.h"
#include "tensor/report/measured_text.h"

namespace motley::apps {

using namespace tensor::stage;

void add_measured_options(CLI::App& parser, MeasuredSettings& s) {
  parser.add_option("--profile-memory", s.files.memory,
                    "Sailor's llm_info.json, with the bytes of layers");
  parser.add_option("--profile-model", s.files.model,
                    "The model in that file (default: the name of the profile's folder)");
  parser
      .add_option("--activation-bytes", s.files.activation_bytes,
                  "Metis: bytes of a sample between two layers")
      ->check(CLI::NonNegativeNumber);
  parser.add_option(
      "--rates", s.rates,
      "Network rates by message size, Sailor's multizone_bandwidths_het.json (default: "
      "the links of the cluster)");
  parser.add_option("--zone", s.zone, "Zone in that file (default: us-central1-a)");
  parser
      .add_option("--parameter-factor", s.bytes_per_parameter_byte,
                  "Bytes held for each byte of parameters, gradient and optimizer state included "
                  "(default: by the optimizer)")
      ->check(CLI::PositiveNumber);
  parser.add_option("--overhead", s.overhead,
                    "Further memory that every device needs, such as 2GB");
}

Outcome plan_measured(const MeasuredSettings& s, const MeasuredRequest& request) {
  MeasuredProblem problem;
  problem.cluster = core::read_cluster(request.cluster);
  tensor::MeasuredProfileFiles files = s.files;
  for (const core::DeviceType& type : problem.cluster.device_types)
    files.types.push_back(type.name);
  problem.profile = tensor::read_measured_profile(request.profile, files);
  if (!s.rates.empty()) problem.rates = tensor::read_message_rates(s.rates, s.zone);
  problem.batch = request.batch;
  if (problem.batch == 0) {
    throw core::UserError(
        "give --batch: a folder of measurements does not say the samples of a step");
  }
  problem.bytes_per_parameter_byte = s.bytes_per_parameter_byte > 0
                                         ? s.bytes_per_parameter_byte
                                         : request.bytes_per_parameter_byte;
  const core::Quantity overhead = core::parse_quantity(s.overhead, core::Dimension::kBytes);
  if (!overhead.fault.empty()) {
    throw core::UserError(fmt::format("--overhead {}: {}", s.overhead, overhead.fault));
  }
  problem.overhead_bytes = overhead.value;
  problem.deadline = request.deadline;

  const core::WaitingLine waiting("planning");
  const auto begin = std::chrono::steady_clock::now();
  MeasuredResult result;
  if (request.evaluate.empty()) {
    result = tensor::stage::plan_measured(problem);
  } else {
    result.plan = tensor::parse_measured_plan(core::read_text_file(request.evaluate),
                                              request.evaluate, problem.cluster);
    result.timing = evaluate(problem, result.plan);
  }
  const double seconds = core::seconds_since(begin);
  const std::string file = tensor::measured_plan_json(problem, result.plan, result.timing);
  if (!request.output.empty()) core::replace_text_file(request.output, file);
  std::string text = tensor::measured_report(problem, result.plan, result.timing);
  if (request.evaluate.empty()) text += tensor::measured_search_text(result, seconds);
  if (request.json) {
    auto json = nlohmann::ordered_json::parse(file);
    if (request.evaluate.empty()) {
      json["lower_bound_seconds"] = result.lower_bound_seconds;
      json["search_seconds"] = seconds;
      json["complete"] = result.complete;
    }
    text = core::json_text(json) + "\n";
  }
  return {.text = text, .yes = result.timing.out_of_memory.empty()};
}

}  // namespace motley::apps
