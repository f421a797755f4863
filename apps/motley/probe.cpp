// motley probe: what this machine can do, or under mpirun what every rank and every link can, as a
// Cluster's file.
#include "motley/probe.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>

#include "apps/motley/command_line.h"
#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "apps/motley/validators.h"
#include "motley/base.h"
#include "motley/cluster.h"
#include "motley/mpi.h"
#include "motley/ranks.h"
#include "motley/trace.h"

namespace motley::apps {

namespace {

struct ProbeArguments {
  std::string output;
  int threads = 0;
  bool links_only = false, pairs = false, json = false;
  DeviceSettings accelerator{.device = "cpu"};  // device: one name, or one for each rank
  bool small_cases = false;
};

// What this rank is to measure: the names are separated by commas.
std::string device_of(const std::string& names, core::Communicator& comm) {
  std::vector<std::string> parts = {""};
  for (const char c : names) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  if (std::ssize(parts) != 1 && std::ssize(parts) != comm.num_ranks()) {
    throw core::UserError(
        fmt::format("--device names {} devices for {} ranks", parts.size(), comm.num_ranks()));
  }
  return parts.size() == 1 ? parts[0] : parts[comm.rank()];
}

// Shown by rank 0 alone.
class MeasuringProgress {
 public:
  explicit MeasuringProgress(bool is_shown) : is_shown_(is_shown) {}
  void operator()(size_t done, size_t all) {
    if (!is_shown_) return;
    if (!progress_)
      progress_ = std::make_unique<core::Progress>("measuring", static_cast<int64_t>(all));
    progress_->advance(static_cast<int64_t>(done - shown_));
    shown_ = done;
  }

 private:
  bool is_shown_;
  std::unique_ptr<core::Progress> progress_;
  size_t shown_ = 0;
};

core::ProbedCluster probe_with(core::Communicator& comm, const ProbeArguments& arguments) {
  MeasuringProgress progress(comm.rank() == 0);
  core::ProbeSettings settings{.num_threads = arguments.threads};
  settings.on_stage = [](const std::string& what) {
    core::write_message(fmt::format("probing: {}\n", what));
  };
  DeviceSettings accelerator = arguments.accelerator;
  accelerator.device = device_of(accelerator.device, comm);
  settings.is_accelerator = accelerator.is_accelerator();
  if (settings.is_accelerator) {
    settings.measure_device = [&, accelerator](const core::MeasuredRank&) {
      return tensor::measure_accelerator(
          {.run = tensor::open_accelerator(accelerator),
           .is_small = arguments.small_cases,
           .on_progress = [&](size_t done, size_t all) { progress(done, all); }});
    };
  } else if (!arguments.links_only) {
    settings.measure_device = [&](const core::MeasuredRank& rank) {
      // Times of a throttled rank are those that it worked, so that one round tells as much.
      return tensor::measure_cpu(
          {.num_threads = rank.num_threads,
           .num_rounds = rank.is_throttled ? 1 : 3,
           .with_neighbours = rank.has_neighbours,
           .on_progress = [&](size_t done, size_t all) { progress(done, all); }});
    };
  }
  return core::probe_ranks(comm, settings);
}

std::string pairs_text(core::Communicator& comm, bool json) {
  const std::vector<core::PairRate> rates = core::measure_pair_rates(comm);
  if (comm.rank() != 0) return "";
  return json ? core::pair_rates_json(rates) : core::pair_rates_text(rates);
}

// What rank 0 says; nothing at the others.
std::string probe_and_write(core::Communicator& comm, const ProbeArguments& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  const core::ProbedCluster probed = probe_with(comm, arguments);
  if (comm.rank() != 0) return "";
  const double seconds = core::seconds_since(begin);
  const std::string text = fmt::format(
      "# Measured by `motley probe`: {} ranks on {} hosts, {:.0f} s.\n{}{}", comm.num_ranks(),
      probed.cluster.hosts.size(), seconds, probed.notes, print_cluster(probed.cluster));
  if (!arguments.output.empty()) core::replace_text_file(arguments.output, text);
  if (arguments.json) return core::probe_json(probed.cluster, arguments.output, seconds);
  return arguments.output.empty() ? text : core::probe_text(probed.cluster, seconds);
}

Outcome probe(const ProbeArguments& arguments) {
  restart_with_short_waits();
  std::string text;
  std::optional<core::UserError> mistake;  // of rank 0; the others end without a word
  const auto body = [&](core::Communicator& comm) {
    std::vector<int32_t> goes_on = {1};
    if (comm.rank() == 0 && !arguments.output.empty()) {
      try {
        core::check_writable(arguments.output);
      } catch (const core::UserError& error) {
        mistake = error;
        goes_on[0] = 0;
      }
    }
    comm.broadcast(core::elements(goes_on), 0).wait();
    if (!goes_on[0]) return;
    text = arguments.pairs ? pairs_text(comm, arguments.json) : probe_and_write(comm, arguments);
  };
  if (core::is_started_by_mpi()) {
    // Who waits while two others are measured waits for long, and says nothing of it.
    core::run_mpi(body, {.comm = {.notice_seconds = 600, .stall_limit_seconds = 600}});
  } else {
    core::run_local(1, body);
  }
  if (mistake) throw *mistake;
  return {.text = text};
}

}  // namespace

Command add_probe(CLI::App& app) {
  auto arguments = std::make_shared<ProbeArguments>();
  CLI::App* parser = app.add_subcommand("probe",
                                        "Measure this machine, or under mpirun all ranks and "
                                        "links; the machines should be idle otherwise");
  file_option(*parser, "-o,--output", arguments->output,
              "Write the cluster description to this YAML file");
  parser
      ->add_option(
          "--threads", arguments->threads,
          "Threads of the CPU engine per rank (default: the cores divided among the ranks)")
      ->check(CLI::Range(1, 1024));
  parser
      ->add_option("--device", arguments->accelerator.device,
                   "cpu, an accelerator (cuda, cuda:1, pjrt), or one for each rank: cuda,cpu,cpu")
      ->capture_default_str();
  add_accelerator_options(*parser, arguments->accelerator);
  parser->add_flag("--small", arguments->small_cases, "Accelerators: small cases only, for tests");
  parser->add_flag("--links-only", arguments->links_only,
                   "Measure links, memory and peak flops only, not kernels: faster");
  parser->add_flag("--pairs", arguments->pairs,
                   "Print only the bandwidth of each pair of ranks; takes seconds, writes no file");
  json_option(*parser, arguments->json);
  return {parser, [arguments] { return probe(*arguments); }};
}

}  // namespace motley::apps
