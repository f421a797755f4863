// Restart files: the part of the State of each rank as a safetensors file, with arrays as tensors
// and the rest as metadata; and a text file that lists the parts, written last (restart_file.h).
// Doubles are written in hexadecimal, so they are restored to the last bit.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <string>

#include "core/base/error.h"
#include "core/comm/arrays.h"
#include "core/comm/collective_error.h"
#include "core/io/files.h"
#include "core/io/safetensors.h"
#include "nbody/domain/hilbert.h"
#include "nbody/run/restart_file.h"
#include "nbody/run/simulation.h"
#include "nbody/settings/settings_file.h"

namespace motley::nbody {
namespace {

namespace fs = std::filesystem;
using core::UserError;

std::string exact(double x) { return fmt::format("{:a}", x); }
std::string exact(const std::vector<double>& numbers) {
  std::string text;
  for (const double x : numbers) text += exact(x) + " ";
  return text;
}

// The state of the balancer as numbers: wins, then for each rank its speed, the number of observed
// steps, and its seconds in them.
std::vector<double> numbers_of(const core::Balance& balance) {
  std::vector<double> numbers = {static_cast<double>(balance.wins)};
  for (size_t r = 0; r < balance.history.size(); ++r) {
    numbers.push_back(balance.speeds[r]);
    numbers.push_back(static_cast<double>(balance.history[r].size()));
    numbers.insert(numbers.end(), balance.history[r].begin(), balance.history[r].end());
  }
  return numbers;
}
// The balancer that the part was written with.
core::Balance balance_of(const RestartPart& file) {
  const std::vector<double> numbers = file.numbers("balance");
  core::Balance balance = core::begin_balance({}, {});
  constexpr double kMostWins = 1e6, kMostSeen = 1e4;
  if (numbers.empty() || numbers[0] < 0 || numbers[0] > kMostWins) {
    file.fail("balance", "does not begin with a count of steps");
  }
  balance.wins = static_cast<int32_t>(numbers[0]);
  for (size_t at = 1; at < numbers.size();) {
    const double seen = at + 1 < numbers.size() ? numbers[at + 1] : -1;
    if (seen < 0 || seen > kMostSeen || seen > static_cast<double>(numbers.size() - at - 2)) {
      file.fail("balance", "has a count that it does not hold");
    }
    const auto begin = numbers.begin() + static_cast<int64_t>(at) + 2;
    const auto count = static_cast<int64_t>(seen);
    balance.speeds.push_back(numbers[at]);
    balance.history.emplace_back(begin, begin + count);
    at += 2 + static_cast<size_t>(count);
    if (balance.speeds.back() < 0 ||
        std::ranges::any_of(balance.history.back(), [](double s) { return s < 0; })) {
      file.fail("balance", "has a negative speed or time");
    }
  }
  return balance;
}

core::Ratio shares_of(const RestartPart& file) {
  const core::Ratio shares = file.numbers("shares");
  double sum = 0;
  for (const double share : shares) {
    if (share < 0) file.fail("shares", "has a negative one");
    sum += share;
  }
  constexpr double kRounding = 1e-6;
  if (!shares.empty() && std::abs(sum - 1) > kRounding) {
    file.fail("shares", fmt::format("make {:g}, not 1", sum));
  }
  return shares;
}

// The domains: from 0 to the end of the keys, ascending.
DomainBoundaries boundaries_of(const RestartPart& file) {
  DomainBoundaries boundaries = file.keys("cuts");
  const bool is_complete =
      boundaries.empty() || (boundaries.size() > 1 && boundaries.front() == 0 &&
                             boundaries.back() == kKeyEnd && std::ranges::is_sorted(boundaries));
  if (!is_complete) file.fail("cuts", "do not divide all keys");
  return boundaries;
}

// Sections of settings that must not change at a restart: those that determine the particles.
const std::vector<std::string> kFixedSections = {"box",  "cosmology", "initial", "softening",
                                                 "mesh", "tree",      "steps"};

// The initial file may have been moved.
Settings without_folder(Settings settings) {
  settings.initial.file = fs::path(settings.initial.file).filename().string();
  return settings;
}

template <class T>
core::TensorToWrite tensor(const std::string& name, const char* dtype,
                           const std::vector<T>& values) {
  return {name, dtype, {static_cast<int64_t>(values.size())}, std::as_bytes(std::span(values))};
}

// Scale factors of the first outputs.
std::vector<double> written_outputs(const std::vector<PlannedOutput>& outputs, size_t count) {
  std::vector<double> written;
  for (size_t i = 0; i < count; ++i) written.push_back(outputs[i].scale_factor);
  return written;
}

const char* const kAxes[] = {"x", "y", "z"};

// The paths of the parts listed in the text file; none if it is missing or damaged.
std::vector<std::string> parts_if_any(const std::string& path) {
  std::vector<std::string> paths;
  try {
    for (const ListedPart& part : parse_restart_list(core::read_text_file(path), path).parts) {
      paths.push_back(part_path(path, part.name));
    }
  } catch (const UserError&) {
  }
  return paths;
}

void remove_files(const std::vector<std::string>& paths) {
  std::error_code error;
  for (const std::string& path : paths) fs::remove(path, error);
}

bool contains(const std::vector<std::string>& paths, const std::string& path) {
  return std::ranges::find(paths, path) != paths.end();
}

// What all ranks have written, known to all.
std::vector<ListedPart> all_parts(core::Communicator* comm, const ListedPart& own,
                                  const std::function<std::string(int)>& name_of) {
  if (!comm) return {own};
  const int n = comm->num_ranks();
  std::array<int64_t, 3> mine = {own.count, own.bytes, own.checksum};
  std::vector<int64_t> all(3 * static_cast<size_t>(n));
  comm->all_gather(core::elements(mine), core::elements(all), std::vector<int64_t>(n, 3)).wait();
  std::vector<ListedPart> parts;
  for (int r = 0; r < n; ++r) {
    parts.push_back(
        {name_of(r), all[3 * r], all[3 * r + 1], static_cast<uint32_t>(all[3 * r + 2])});
  }
  return parts;
}

// Ranks share the work of reading all bytes once.
void verify_parts(const RestartReader& all, core::Communicator* comm) {
  const int num_ranks = comm ? comm->num_ranks() : 1, rank = comm ? comm->rank() : 0;
  std::string error_text;
  try {
    for (size_t i = rank; i < all.parts().size(); i += num_ranks) all.parts()[i].verify();
  } catch (const UserError& error) {
    error_text = error.what();
  }
  core::throw_on_all_ranks(comm, error_text);
}

// Numbers that the steps rely on.
std::string fault_of(const State& state) {
  const auto is_finite = [](const std::vector<float>& values) {
    return std::ranges::all_of(values, [](float x) { return std::isfinite(x); });
  };
  for (int axis = 0; axis < 3; ++axis) {
    if (!is_finite(state.particles.momentum[axis])) return "a momentum in it is not a number";
    if (!is_finite(state.long_range[axis]) || !is_finite(state.short_range[axis])) {
      return "an acceleration in it is not a number";
    }
  }
  if (!std::ranges::all_of(state.work, [](float x) { return std::isfinite(x) && x >= 0; })) {
    return "the work of a particle in it is not a positive number";
  }
  if (!std::ranges::is_sorted(state.keys) ||
      (!state.keys.empty() && state.keys.back() >= kKeyEnd)) {
    return "its particles are not in their order";
  }
  return "";
}

}  // namespace

void Simulation::write_restart(const std::string& path) {
  stepper_.fetch(state_);
  core::Communicator* comm = workers_.comm;
  const int num_ranks = comm ? comm->num_ranks() : 1, rank = comm ? comm->rank() : 0;
  const std::vector<std::string> listed = parts_if_any(path);
  // Never overwrites files that are in use, e.g. those that this run has resumed from.
  std::string stem = fmt::format("{}-{}", path, state_.num_steps);
  if (std::ranges::any_of(listed, [&](const auto& name) { return name.starts_with(stem + "."); })) {
    stem += "b";
  }
  const auto path_of = [&](int r) { return fmt::format("{}.{}.safetensors", stem, r); };
  const auto name_of = [&](int r) { return fs::path(path_of(r)).filename().string(); };
  const Particles& p = state_.particles;
  std::vector<core::TensorToWrite> tensors = {tensor("id", "U64", p.id),
                                              tensor("key", "U64", state_.keys)};
  std::vector<float> work = state_.work;
  work.resize(p.size());
  tensors.push_back(tensor("work", "F32", work));
  for (int axis = 0; axis < 3; ++axis) {
    const std::string name = kAxes[axis];
    tensors.push_back(tensor("position." + name, "U32", p.position[axis]));
    tensors.push_back(tensor("momentum." + name, "F32", p.momentum[axis]));
    tensors.push_back(tensor("long_range." + name, "F32", state_.long_range[axis]));
    tensors.push_back(tensor("short_range." + name, "F32", state_.short_range[axis]));
  }
  std::string boundaries;
  for (const uint64_t key : state_.boundaries) boundaries += fmt::format("{} ", key);
  const EnergyBalance::Sums& e = energy_.sums;
  const core::SafetensorsMetadata metadata = {
      {"motley", kRestartTitle},
      {"count", std::to_string(p.size())},
      {"box", exact(p.box.size)},
      {"mass", exact(p.mass)},
      {"scale_factor", exact(p.scale_factor)},
      {"a_begin", exact(timeline_.a_begin)},
      {"a_end", exact(timeline_.a_end)},
      {"tick", std::to_string(state_.tick)},
      {"steps", std::to_string(state_.num_steps)},
      {"written", exact(written_outputs(outputs_, next_output_))},
      {"shares", exact(stepper_.shares())},
      {"balance", exact(numbers_of(stepper_.balance()))},
      {"cuts", boundaries},
      {"energy.first", exact(e.first)},
      {"energy.integral", exact(e.integral)},
      {"energy.a", exact(e.a)},
      {"energy.kinetic", exact(e.kinetic)},
      {"settings", print_settings(without_folder(resolved_settings(settings_)))}};
  std::string error_text;
  ListedPart own{.name = name_of(rank), .count = p.size()};
  try {
    const core::WrittenFile written =
        core::write_safetensors(path_of(rank), tensors, metadata, core::Links::kReplace);
    own.bytes = written.bytes;
    own.checksum = written.checksum;
  } catch (const UserError& error) {
    error_text = error.what();
  }
  try {
    core::throw_on_all_ranks(comm, error_text);
    const RestartList list{all_parts(comm, own, name_of)};
    core::at_root(comm, [&] {
      core::replace_text_file(path, print_restart_list(list), core::Links::kReplace);
    });
  } catch (const UserError&) {
    // If the folder could not be synced, the list may name the new parts already.
    if (!contains(parts_if_any(path), path_of(rank))) remove_files({path_of(rank)});
    throw;
  }
  if (rank != 0) return;
  std::vector<std::string> before = listed;
  std::erase_if(before, [&](const std::string& old) {
    for (int r = 0; r < num_ranks; ++r) {
      if (old == path_of(r)) return true;
    }
    return false;
  });
  remove_files(before);
}

namespace {

// Of what is positive: lengths, masses, scale factors.
constexpr double kSmallest = 1e-30, kLargest = 1e60;
constexpr int64_t kMostSteps = int64_t{1} << 48;

RestartMetadata metadata_of(const RestartReader& all) {
  const RestartPart& first = all.first();
  const auto recorded = recorded_settings(first.text("settings"));
  // Older files have neither.
  const auto device = recorded.find("run.device"), exact = recorded.find("run.exact");
  constexpr double kEarliest = 1e-9, kLatest = 1e9;
  const RestartMetadata metadata{
      .box = {.size = first.number("box", kSmallest, kLargest)},
      .a_begin = first.number("a_begin", kEarliest, kLatest),
      .a_end = first.number("a_end", kEarliest, kLatest),
      .scale_factor = first.number("scale_factor", kEarliest, kLatest),
      .num_particles = all.count(),
      .finished = first.integer("tick", 0, IntegerTimeline::kTicks) == IntegerTimeline::kTicks,
      .device = device == recorded.end() ? "none" : device->second,
      .exact = exact != recorded.end() && exact->second == "true",
      .num_ranks = static_cast<int>(all.parts().size())};
  constexpr double kRounding = 1e-9;
  if (metadata.a_begin >= metadata.a_end ||
      metadata.scale_factor < metadata.a_begin * (1 - kRounding) ||
      metadata.scale_factor > metadata.a_end * (1 + kRounding)) {
    first.fail("scale_factor", "is not on the time line");
  }
  return metadata;
}

}  // namespace

void Simulation::resume(const std::string& path) {
  const RestartReader all(path);
  verify_parts(all, workers_.comm);
  const RestartPart& file = all.first();
  std::map<std::string, std::string> recorded = recorded_settings(file.text("settings"));
  // Hosts and devices have leaves of different sizes, unless the settings name one.
  if (!settings_.tree.leaf) recorded["tree.leaf"] = "auto";
  const std::string other = difference(recorded, without_folder(resolved_settings(settings_)),
                                       without_folder(settings_), kFixedSections);
  if (!other.empty()) {
    throw UserError({path},
                    fmt::format("belongs to a run with other settings ({}); box, cosmology, "
                                "initial, softening, mesh, tree and steps must not change",
                                other));
  }
  const RestartMetadata metadata = metadata_of(all);
  const double now = metadata.scale_factor;
  const bool same_line = timeline_.a_begin == metadata.a_begin && timeline_.a_end == metadata.a_end;
  MOTLEY_CHECK(same_line || timeline_.a_begin == now, "the Simulation has another time line");
  // Outputs may change after the current time, but not before, since files are numbered.
  const std::vector<double> written = file.numbers("written");
  const size_t num_written = written.size();
  const bool has_written =
      outputs_.size() >= num_written && written_outputs(outputs_, num_written) == written;
  const bool adds_earlier = outputs_.size() > num_written && has_written &&
                            outputs_[num_written].scale_factor < now * (1 - 1e-9);
  if (!has_written || adds_earlier) {
    std::string redshifts;
    for (const double a : written) redshifts += fmt::format(" {:.6g}", redshift_of(a));
    throw UserError({path}, fmt::format("is at redshift {:.4g}; earlier output.redshifts must not "
                                        "change, since snapshots are numbered:{}",
                                        redshift_of(now), redshifts.empty() ? " none" : redshifts));
  }
  const int num_ranks = workers_.comm ? workers_.comm->num_ranks() : 1;
  const int rank = workers_.comm ? workers_.comm->rank() : 0;
  const int64_t first = all.count() * rank / num_ranks;
  const int64_t count = all.count() * (rank + 1) / num_ranks - first;
  state_ = {};
  Particles& p = state_.particles;
  p.box = metadata.box;
  p.mass = file.number("mass", kSmallest, kLargest);
  p.scale_factor = now;
  all.read("id", first, count, p.id);
  all.read("key", first, count, state_.keys);
  all.read("work", first, count, state_.work);
  for (int axis = 0; axis < 3; ++axis) {
    const std::string name = kAxes[axis];
    all.read("position." + name, first, count, p.position[axis]);
    all.read("momentum." + name, first, count, p.momentum[axis]);
    all.read("long_range." + name, first, count, state_.long_range[axis]);
    all.read("short_range." + name, first, count, state_.short_range[axis]);
  }
  const std::string fault = fault_of(state_);
  core::throw_on_all_ranks(workers_.comm,
                           fault.empty() ? "" : fmt::format("{}: is damaged: {}", path, fault));
  const int64_t tick = file.integer("tick", 0, IntegerTimeline::kTicks);
  state_.tick = same_line ? tick : 0;
  state_.num_steps = file.integer("steps", 0, kMostSteps);
  // On the same number of ranks, each gets its previous particles: the boundaries are restored, and
  // the measured speeds.
  const core::Ratio shares = shares_of(file);
  const core::Balance balance = balance_of(file);
  if (workers_.measured && static_cast<int>(shares.size()) == num_ranks) {
    if (balance.speeds.size() != shares.size()) {
      file.fail("balance", fmt::format("is of {} ranks, not {}", balance.speeds.size(), num_ranks));
    }
    stepper_.set_balance(shares, balance);
  }
  const DomainBoundaries boundaries = boundaries_of(file);
  if (num_ranks > 1) state_.boundaries = boundaries;
  stepper_.distribute(state_);
  if (num_ranks == 1) state_.work = {};
  const auto energy = [&](const char* key) { return file.number(key, -kLargest, kLargest); };
  energy_.sums = {energy("energy.first"), energy("energy.integral"), energy("energy.a"),
                  energy("energy.kinetic")};
  next_output_ = static_cast<int>(num_written);
  restart_redshift_ = redshift_of(now);
  if (!std::isfinite(state_.global_sums.momentum_square)) {
    throw UserError({path}, "is damaged: its momenta are too large");
  }
}

RestartMetadata read_restart_metadata(const std::string& path) {
  return metadata_of(RestartReader(path));
}

double resumed_line_begin(const Settings& settings, const RestartMetadata& metadata) {
  const double last = *std::ranges::min_element(settings.output.redshifts);
  return scale_factor_of(last) == metadata.a_end ? metadata.a_begin : metadata.scale_factor;
}

void remove_restart(const std::string& path) {
  const std::vector<std::string> parts = parts_if_any(path);
  std::error_code error;
  fs::remove(path, error);
  remove_files(parts);
}

}  // namespace motley::nbody
