// motley probe: what this machine can do, as a cluster of one host.
#include <nlohmann/json.hpp>

#include <chrono>
#include <memory>

#include "apps/motley/commands.h"
#include "apps/motley/validators.h"
#include "core/base/threads.h"
#include "core/cluster/cluster_file.h"
#include "core/io/files.h"
#include "core/trace/progress.h"
#include "tensor/measure/measure.h"

namespace motley::apps {

namespace {

struct ProbeSettings {
  std::string output;
  int threads = core::num_cores();
  bool json = false;
};

core::Cluster probe_cluster(const ProbeSettings& settings) {
  tensor::MeasureSettings measuring{.num_threads = settings.threads};
  std::unique_ptr<core::Progress> progress;
  size_t shown = 0;
  measuring.on_progress = [&](size_t done, size_t all) {
    if (!progress)
      progress = std::make_unique<core::Progress>("measuring", static_cast<int64_t>(all));
    progress->advance(static_cast<int64_t>(done - shown));
    shown = done;
  };
  core::Cluster cluster{.name = "probed", .device_types = {}, .hosts = {}, .network = {}};
  cluster.device_types.push_back(tensor::measure_cpu(measuring));
  cluster.hosts.push_back(
      {.name = {}, .devices = {{.type = 0, .count = 1}}, .link = {}, .network = {}});
  return cluster;
}

std::string summary(const core::DeviceType& cpu, double seconds) {
  size_t num_rows = 0;
  for (const core::MeasuredTable& table : cpu.measured) num_rows += table.rows.size();
  return fmt::format(
      "cpu: {} threads, {:.1f} Gflop/s, {:.1f} GB/s, {:.1f} GiB; {} rows of {} kinds in "
      "{:.0f} s\n",
      cpu.threads, cpu.flops_per_second * 1e-9, cpu.memory_bytes_per_second * 1e-9,
      static_cast<double>(cpu.memory_bytes) / (1 << 30), num_rows, cpu.measured.size(), seconds);
}

std::string json_text(const core::DeviceType& cpu, const ProbeSettings& settings, double seconds) {
  nlohmann::json kinds = nlohmann::json::object();
  for (const core::MeasuredTable& table : cpu.measured) kinds[table.kind] = table.rows.size();
  return nlohmann::json{{"output", settings.output},
                        {"threads", cpu.threads},
                        {"flops_per_second", cpu.flops_per_second},
                        {"memory_bytes", cpu.memory_bytes},
                        {"memory_bytes_per_second", cpu.memory_bytes_per_second},
                        {"measured_rows", kinds},
                        {"probe_seconds", seconds}}
             .dump(2) +
         "\n";
}

Outcome probe(const ProbeSettings& settings) {
  if (!settings.output.empty()) core::check_writable(settings.output);
  const auto begin = std::chrono::steady_clock::now();
  const core::Cluster cluster = probe_cluster(settings);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const core::DeviceType& cpu = cluster.device_types[0];
  if (!settings.output.empty()) core::replace_text_file(settings.output, print_cluster(cluster));
  if (settings.json) return {.text = json_text(cpu, settings, seconds)};
  return {.text = settings.output.empty() ? print_cluster(cluster) : summary(cpu, seconds)};
}

}  // namespace

Command add_probe(CLI::App& app) {
  auto settings = std::make_shared<ProbeSettings>();
  CLI::App* parser = app.add_subcommand(
      "probe", "Measure this machine, a minute or two; it should have nothing else to do");
  parser->add_option("-o,--output", settings->output, "Write the cluster to this YAML file")
      ->check(file_name());
  parser
      ->add_option("--threads", settings->threads,
                   "Threads of the cpu engine; all cores unless set")
      ->check(CLI::Range(1, 1024));
  parser->add_flag("--json", settings->json, "One JSON object on standard output");
  return {parser, [settings] { return probe(*settings); }};
}

}  // namespace motley::apps
